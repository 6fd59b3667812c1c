"""Ranks that move: `Gutter Gang 3 → 1, Trio T1 → 2 and 4 more`."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.ui.facts.corrections import Consequences
from bot.ui.names import for_prose
from bot.ui.shortening import shorten_apart
from core.scoring.event import Event
from core.scoring.moves import Move
from core.scoring.ranking import Row, show_rank

MOST_NAMED = 6
NAME_COLUMNS = 30
NO_RANK = "–"


def move_lines(event: Event[Any], moved: Consequences, *, is_done: bool = False) -> Iterator[str]:
    """What moves in an event, and over all events."""
    yield _line(event.title, moved.event_teams, moved.event_players, is_done=is_done)
    yield _line("Overall", moved.teams, moved.players, is_done=is_done)


def overall_line(moved: Consequences, *, is_done: bool = False) -> str:
    """What moves over all events."""
    return _line("Overall", moved.teams, moved.players, is_done=is_done)


def _line(where: str, teams: Sequence[Move], players: Sequence[Move], *, is_done: bool) -> str:
    lists = [f"{what} {_list(moves)}" for what, moves in (("teams", teams), ("players", players)) if moves]
    nobody = "nobody moved" if is_done else "nobody moves"
    return f"{where}: {'; '.join(lists) or nobody}."


def _list(moves: Sequence[Move]) -> str:
    short = shorten_apart((move.name for move in moves[:MOST_NAMED]), NAME_COLUMNS)
    named = ", ".join(
        f"{for_prose(short[move.name])} {_rank(move.before)} → {_rank(move.after)}" for move in moves[:MOST_NAMED]
    )
    return f"{named} and {len(moves) - MOST_NAMED} more" if len(moves) > MOST_NAMED else named


def _rank(row: Row | None) -> str:
    return NO_RANK if row is None else show_rank(row)
