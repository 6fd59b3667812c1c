"""Standings as JSON: what `python -m core.scoring standings FILE` prints."""

from collections.abc import Mapping

from core.scoring.event import EventStandings
from core.scoring.json_writer import JsonText, lay_out, quote_json
from core.scoring.ranking import Halves, show_halves
from core.scoring.standings import Overall, Standings


def render_standings(standings: Standings) -> str:
    """JSON text, a row a line; whole ranks without a decimal point."""
    names = [row.name for overall in (standings.teams, standings.players) for row in overall.ranking.rows]
    quoted = {name: quote_json(name) for name in names}
    return lay_out(
        {
            "counted": list(standings.counted),
            "not_played": list(standings.not_played),
            "cancelled": list(standings.cancelled),
            "events": {event: _render_event(ranked, quoted) for event, ranked in standings.events.items()},
            "overall": {
                "teams": _render_overall(standings.teams, quoted),
                "players": _render_overall(standings.players, quoted),
            },
        }
    )


def _render_event(standings: EventStandings, quoted: Mapping[str, str]) -> dict[str, object]:
    players = () if standings.players is None else standings.players.rows
    return {
        "teams": [
            JsonText(f'{{"name": {quoted[row.name]}, "rank": {_number(row.rank)}, "total": {_count(row.total)}}}')
            for row in standings.teams.rows
        ],
        "players": [
            JsonText(
                f'{{"name": {quoted[row.name]}, "team": {quoted[row.team or ""]}, '
                f'"rank": {_number(row.rank)}, "total": {_count(row.total)}}}'
            )
            for row in players
        ],
    }


def _render_overall(overall: Overall, quoted: Mapping[str, str]) -> list[JsonText]:
    rows: list[JsonText] = []
    for row in overall.ranking.rows:
        ranks = ", ".join(f'"{event}": {show_halves(halves)}' for event, halves in overall.ranks[row.name].items())
        team = "" if row.team is None else f', "team": {quoted[row.team]}'
        numbers = f'"rank": {_number(row.rank)}, "total": {_number(row.total)}'
        rows.append(JsonText(f'{{"name": {quoted[row.name]}, {numbers}, "ranks": {{{ranks}}}{team}}}'))
    return rows


def _number(halves: Halves | None) -> str:
    return "null" if halves is None else show_halves(halves)


def _count(total: int | None) -> str:
    return "null" if total is None else str(total)
