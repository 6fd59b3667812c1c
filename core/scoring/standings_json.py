"""Standings as JSON: what `python -m core.scoring standings FILE` prints."""

from collections.abc import Mapping

from core.scoring.event import EventStandings
from core.scoring.json_writer import Objects, lay_out, quote_json
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
    teams, players = Objects(), Objects()
    for name, _, rank, _, total, _, _, _ in standings.teams.rows:
        teams.append(f'{{"name": {quoted[name]}, "rank": {_number(rank)}, "total": {_count(total)}}}')
    for name, team, rank, _, total, _, _, _ in standings.players.rows if standings.players else ():
        whose = f'"name": {quoted[name]}, "team": {quoted[team or ""]}'
        players.append(f'{{{whose}, "rank": {_number(rank)}, "total": {_count(total)}}}')
    return {"teams": teams, "players": players}


def _render_overall(overall: Overall, quoted: Mapping[str, str]) -> Objects:
    rows = Objects()
    for name, team, rank, _, total, _, _, _ in overall.ranking.rows:
        ranks = ", ".join([f'"{event}": {show_halves(halves)}' for event, halves in overall.ranks[name].items()])
        whose = "" if team is None else f', "team": {quoted[team]}'
        numbers = f'"rank": {_number(rank)}, "total": {_number(total)}'
        rows.append(f'{{"name": {quoted[name]}, {numbers}, "ranks": {{{ranks}}}{whose}}}')
    return rows


def _number(halves: Halves | None) -> str:
    return "null" if halves is None else show_halves(halves)


def _count(total: int | None) -> str:
    return "null" if total is None else str(total)
