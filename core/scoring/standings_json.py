"""Standings as JSON: what `python -m core.scoring standings FILE` prints."""

from core.scoring.event import EventStandings
from core.scoring.ranking import Halves, Ranking, Row
from core.scoring.standings import Overall, Standings


def render_standings(standings: Standings) -> dict[str, object]:
    """Plain values in the order in which they are printed."""
    return {
        "counted": list(standings.counted),
        "not_played": list(standings.not_played),
        "cancelled": list(standings.cancelled),
        "events": {event: _render_event(ranked) for event, ranked in standings.events.items()},
        "overall": {
            "teams": [_render_overall_row(row, standings.teams) for row in standings.teams.ranking.rows],
            "players": [
                {**_render_overall_row(row, standings.players), "team": row.team}
                for row in standings.players.ranking.rows
            ],
        },
    }


def render_halves(halves: Halves | None) -> int | float | None:
    """5 is 2.5, 4 is 2."""
    if halves is None:
        return None
    return halves / 2 if halves % 2 else halves // 2


def _render_event(standings: EventStandings) -> dict[str, object]:
    players = standings.players
    return {
        "teams": [_render_team(row) for row in standings.teams.rows],
        "players": [] if players is None else _render_players(players),
    }


def _render_team(row: Row) -> dict[str, object]:
    return {"name": row.name, "rank": render_halves(row.rank), "total": row.total}


def _render_players(ranking: Ranking) -> list[dict[str, object]]:
    return [
        {"name": row.name, "team": row.team, "rank": render_halves(row.rank), "total": row.total}
        for row in ranking.rows
    ]


def _render_overall_row(row: Row, overall: Overall) -> dict[str, object]:
    ranks = {event: render_halves(halves) for event, halves in overall.ranks[row.name].items()}
    return {"name": row.name, "rank": render_halves(row.rank), "total": render_halves(row.total), "ranks": ranks}
