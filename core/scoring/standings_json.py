"""Standings as JSON: what `python -m core.scoring standings FILE` prints."""

from collections.abc import Mapping
from operator import attrgetter

from core.scoring.json_writer import Objects, lay_out, quote_json
from core.scoring.ranking import Halves, Ranking, show_halves
from core.scoring.standings import Overall, Standings

_SHOWN = attrgetter("name", "rank", "total")


def render_standings(standings: Standings) -> str:
    """JSON text, a row a line; whole ranks without a decimal point."""
    teams = {row.name: quote_json(row.name) for row in standings.teams.ranking.rows}
    players = {
        row.name: f'{quote_json(row.name)}, "team": {teams[row.team or ""]}' for row in standings.players.ranking.rows
    }
    return lay_out(
        {
            "counted": list(standings.counted),
            "not_played": list(standings.not_played),
            "cancelled": list(standings.cancelled),
            "events": {
                event: {
                    "teams": _render_event(ranked.teams, teams),
                    "players": _render_event(ranked.players, players),
                }
                for event, ranked in standings.events.items()
            },
            "overall": {
                "teams": _render_overall(standings.teams),
                "players": _render_overall(standings.players),
            },
        }
    )


def _render_event(ranking: Ranking | None, names: Mapping[str, str]) -> Objects:
    """`names` holds the names as JSON, a player's with the team."""
    return Objects(
        [
            f'{{"name": {names[name]}, "rank": {show_halves(rank)}, "total": {"null" if total is None else total}}}'
            for name, rank, total in map(_SHOWN, ranking.rows if ranking else ())
        ]
    )


def _render_overall(overall: Overall) -> Objects:
    rows = Objects()
    for name, team, rank, total in map(attrgetter("name", "team", "rank", "total"), overall.ranking.rows):
        ranks = ", ".join([f'"{event}": {show_halves(halves)}' for event, halves in overall.ranks[name].items()])
        whose = "" if team is None else f', "team": {quote_json(team)}'
        row = f'"name": {quote_json(name)}, "rank": {_show(rank)}, "total": {_show(total)}'
        rows.append(f'{{{row}, "ranks": {{{ranks}}}{whose}}}')
    return rows


def _show(halves: Halves | None) -> str:
    return "null" if halves is None else show_halves(halves)
