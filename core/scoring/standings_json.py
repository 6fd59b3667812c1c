"""Standings as JSON: what `python -m core.scoring standings FILE` prints."""

from operator import attrgetter

from core.scoring.json_writer import Objects, lay_out, quote_json
from core.scoring.ranking import Halves, Ranking, show_halves
from core.scoring.standings import Overall, Standings


def render_standings(standings: Standings) -> str:
    """JSON text, a row a line; whole ranks without a decimal point."""
    return lay_out(
        {
            "counted": list(standings.counted),
            "not_played": list(standings.not_played),
            "cancelled": list(standings.cancelled),
            "events": {
                event: {"teams": _render_event(ranked.teams), "players": _render_event(ranked.players)}
                for event, ranked in standings.events.items()
            },
            "overall": {
                "teams": _render_overall(standings.teams),
                "players": _render_overall(standings.players),
            },
        }
    )


def _render_event(ranking: Ranking | None) -> Objects:
    fields = attrgetter("name", "team", "rank", "total")
    return Objects(
        [
            f'{{"name": {quote_json(name)}{_render_team(team)}, "rank": {show_halves(rank)}, '
            f'"total": {"null" if total is None else total}}}'
            for name, team, rank, total in map(fields, ranking.rows if ranking else ())
        ]
    )


def _render_overall(overall: Overall) -> Objects:
    events = [f'"{event}": ' for event in overall.counted]
    rows = Objects()
    for row in overall.ranking.rows:
        own = overall.ranks[row.name]
        ranks = ", ".join([event + show_halves(rank) for event, rank in zip(events, own, strict=True) if rank])
        placed = f'"rank": {_show(row.rank)}, "total": {_show(row.total)}'
        rows.append(f'{{"name": {quote_json(row.name)}, {placed}, "ranks": {{{ranks}}}{_render_team(row.team)}}}')
    return rows


def _render_team(team: str | None) -> str:
    return "" if team is None else f', "team": {quote_json(team)}'


def _show(halves: Halves | None) -> str:
    return "null" if halves is None else show_halves(halves)
