"""Rankings as tables: the same values for the picture and for the text."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from bot.ui.pictures.values import Column, Row, TablePicture
from core.scoring.event import Event, get_event
from core.scoring.ranking import Halves, Ranking, show_halves, show_rank
from core.scoring.ranking import Row as Ranked
from core.scoring.standings import Overall

SHORT_TITLES = {
    "bowling": "Bowl",
    "derby": "Derby",
    "bags": "Bags",
    "basketball": "Hoops",
    "golf": "Golf",
    "holdem": "Cards",
}
NO_VALUE, FORFEIT = "–", "forfeit"

Entered = Mapping[str, Collection[int]]
"""By name, the numbers of the rounds that are in: one that is not is no 0."""
Blank = Mapping[str, Collection[str]]
"""By event, the names of those of whom nothing is in yet: they are not shown as ranked there."""
Out = Mapping[str, str]
"""By name, how somebody who takes no part any more is marked."""
NOBODY_OUT: Out = {}


def draw_overall(
    title: str,
    subtitle: str,
    overall: Overall,
    own_team: str | None,
    blank: Blank,
    earlier: Mapping[str, Halves],
    footnote: str,
    blank_note: str = "",
    out: Out = NOBODY_OUT,
) -> TablePicture:
    """All counted events together: the sum of ranks, and the rank in each event, in brackets where nothing is in yet.

    `earlier` are the ranks from which it is counted how far somebody has moved; `blank_note` explains the brackets.
    Where somebody is out, that stands in place of the rank (ruling 20).
    """
    columns = (
        Column("Sum", is_main=True),
        *(Column(_shorten(event)) for event in overall.counted),
    )
    blank_rows = [row for row in overall.ranking.rows if is_blank(overall, row, blank)]
    ranked = [row for row in overall.ranking.rows if row.rank is not None and row not in blank_rows]
    unranked = [row for row in overall.ranking.rows if row.rank is None]
    rows = [_draw_overall_row(overall, row, own_team, blank, earlier) for row in ranked]
    rows += [_draw_blank_row(row, own_team, len(columns)) for row in blank_rows]
    rows += [
        replace(_draw_overall_row(overall, row, own_team, blank, earlier), rank=out.get(row.name, NO_VALUE))
        for row in unranked
    ]
    is_players = any(row.team is not None for row in overall.ranking.rows)
    has_brackets = any(row.name in blank.get(event, ()) for row in ranked for event in overall.counted)
    return TablePicture(
        title,
        columns,
        tuple(rows),
        subtitle=subtitle,
        footnote=". ".join(note for note in (footnote, blank_note if has_brackets else "") if note),
        name_heading="Player" if is_players else "Team",
    )


def draw_event(
    title: str,
    event: Event[Any],
    ranking: Ranking,
    own_team: str | None,
    *,
    subtitle: str = "",
    blank: Collection[str] = (),
    entered: Entered | None = None,
    forfeited: Collection[str] = (),
) -> TablePicture:
    """One event: the total, if there is one, and each round; with `entered`, those that are not in have no value.

    Whoever is `forfeited` has that for a total.
    """
    most = max((len(row.rounds) for row in ranking.rows), default=0)
    most = most if most > 1 else 0  # the only round is the total
    noun = (event.entry.round_name if event.entry else "round").capitalize()[:1]
    has_total = event.entry is not None or any(row.total is not None for row in ranking.rows)
    total_column = (Column("Total", is_main=True),) if has_total else ()
    columns = (*total_column, *(Column(f"{noun}{n}") for n in range(1, most + 1)))
    rows = [
        _draw_event_row(row, own_team, most, entered, (_show_total(row, forfeited),) if has_total else ())
        for row in ranking.rows
        if row.name not in blank
    ]
    rows += [_draw_blank_row(row, own_team, len(columns)) for row in ranking.rows if row.name in blank]
    is_players = any(row.team is not None for row in ranking.rows)
    return TablePicture(title, columns, tuple(rows), subtitle=subtitle, name_heading="Player" if is_players else "Team")


def _draw_overall_row(
    overall: Overall, row: Ranked, own_team: str | None, blank: Blank, earlier: Mapping[str, Halves]
) -> Row:
    ranks = overall.ranks_of(row.name)
    return Row(
        rank=show_rank(row),
        name=row.name,
        values=(
            NO_VALUE if row.total is None else show_halves(row.total),
            *(_show(ranks.get(event), is_blank=row.name in blank.get(event, ())) for event in overall.counted),
        ),
        movement=_show_movement(earlier.get(row.name), row.rank),
        is_highlighted=_is_own(row, own_team),
    )


def _draw_event_row(
    row: Ranked, own_team: str | None, most: int, entered: Entered | None, total: tuple[str, ...]
) -> Row:
    known = range(1, len(row.rounds) + 1) if entered is None else entered.get(row.name, ())
    return Row(
        rank=show_rank(row),
        name=row.name,
        values=(
            *total,
            *(str(row.rounds[n]) if n < len(row.rounds) and n + 1 in known else NO_VALUE for n in range(most)),
        ),
        is_highlighted=_is_own(row, own_team),
    )


def _show_total(row: Ranked, forfeited: Collection[str]) -> str:
    if row.name in forfeited:
        return FORFEIT
    return NO_VALUE if row.total is None else str(row.total)


def _draw_blank_row(row: Ranked, own_team: str | None, columns: int) -> Row:
    return Row(NO_VALUE, row.name, (NO_VALUE,) * columns, is_highlighted=_is_own(row, own_team))


def is_blank(overall: Overall, row: Ranked, blank: Blank) -> bool:
    """Whether nothing of theirs is in, in any event that counts."""
    return row.rank is not None and all(row.name in blank.get(event, ()) for event in overall.counted)


def _is_own(row: Ranked, own_team: str | None) -> bool:
    return own_team is not None and own_team in (row.name, row.team)


def _show_movement(earlier: Halves | None, now: Halves | None) -> str:
    """`▲2` for two places won; nothing for somebody who stays, or had no rank."""
    if earlier is None or now is None or earlier == now:
        return ""
    return f"{'▲' if now < earlier else '▼'}{show_halves(abs(earlier - now))}"


def _shorten(event: str) -> str:
    return SHORT_TITLES.get(event, get_event(event).title[:5])


def _show(rank: int | None, *, is_blank: bool) -> str:
    """`(6)`: nothing is in, so the sum counts this last place."""
    if rank is None:
        return NO_VALUE
    return f"({show_halves(rank)})" if is_blank else show_halves(rank)
