"""Rankings as tables: the same values for the picture and for the text."""

from typing import Any

from bot.ui.pictures.values import Column, Row, TablePicture
from core.scoring.event import Event, get_event
from core.scoring.ranking import Ranking, show_halves, show_rank
from core.scoring.standings import Overall

SHORT_TITLES = {
    "bowling": "Bowl",
    "derby": "Derby",
    "bags": "Bags",
    "basketball": "Hoops",
    "golf": "Golf",
    "holdem": "Cards",
}
NO_VALUE = "–"


def draw_overall(title: str, subtitle: str, overall: Overall, own_team: str | None) -> TablePicture:
    """All counted events together: the sum of ranks, and the rank in each event."""
    columns = (
        Column("Sum", is_main=True),
        *(Column(_shorten(event)) for event in overall.counted),
    )
    rows = tuple(
        Row(
            rank=show_rank(row),
            name=row.name,
            values=(
                NO_VALUE if row.total is None else show_halves(row.total),
                *(_show(overall.ranks[row.name].get(event)) for event in overall.counted),
            ),
            is_highlighted=own_team is not None and own_team in (row.name, row.team),
        )
        for row in overall.ranking.rows
    )
    is_players = any(row.team is not None for row in overall.ranking.rows)
    return TablePicture(title, columns, rows, subtitle=subtitle, name_heading="Player" if is_players else "Team")


def draw_event(title: str, event: Event[Any], ranking: Ranking, own_team: str | None) -> TablePicture:
    """One event: the total, and each round."""
    most = max((len(row.rounds) for row in ranking.rows), default=0)
    noun = (event.entry.round_name if event.entry else "round").capitalize()[:1]
    columns = (Column("Total", is_main=True), *(Column(f"{noun}{n}") for n in range(1, most + 1)))
    rows = tuple(
        Row(
            rank=show_rank(row),
            name=row.name,
            values=(
                NO_VALUE if row.total is None else str(row.total),
                *(str(row.rounds[n]) if n < len(row.rounds) else NO_VALUE for n in range(most)),
            ),
            is_highlighted=own_team is not None and own_team in (row.name, row.team),
        )
        for row in ranking.rows
    )
    is_players = any(row.team is not None for row in ranking.rows)
    return TablePicture(title, columns, rows, name_heading="Player" if is_players else "Team")


def _shorten(event: str) -> str:
    return SHORT_TITLES.get(event, get_event(event).title[:5])


def _show(rank: int | None) -> str:
    return NO_VALUE if rank is None else show_halves(rank)
