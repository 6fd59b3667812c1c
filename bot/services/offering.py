"""What is offered while somebody types: of the competition that is meant, or of all that can be meant."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import zip_longest

from bot.db.competitions import list_competitions
from bot.db.engine import Transaction
from bot.db.snapshot import Competition
from bot.services.access import Asker, list_meant
from bot.ui.picks import mark
from bot.ui.shortening import NamesTogether, shorten_middle, utf16_length
from core.errors import UserError
from core.names import search_key

MOST_CHOICES = 25
LONGEST_CHOICE, LONGEST_COMPETITION = 100, 40

Named = tuple[str, str]
"""A name, and the value that stands for it."""

OfferedNames = Callable[[Transaction, Asker, str | None], Awaitable[list[Named]]]
"""What a service offers for an option."""


async def name_competitions(tx: Transaction, asker: Asker, typed: str) -> list[Named]:
    """The server's competitions that fit what was typed, newest first."""
    return narrow([(c.name, str(c.id)) for c in reversed(await list_competitions(tx, asker.guild_id))], typed)


async def list_offered(
    tx: Transaction, asker: Asker, chosen: str | None, offered: OfferedNames, typed: str
) -> list[Named]:
    """What fits what was typed. Raises UserError where the one competition that is meant refuses.

    Where several can be meant, each has its share, the asker's own first; values carry their competition, and names
    tell it if more than one offers anything.
    """
    meant = await list_meant(tx, asker, chosen)
    if len(meant) == 1:
        return narrow(await offered(tx, asker, chosen), typed)
    lists: list[tuple[Competition, list[Named]]] = []
    for competition in meant:
        with suppress(UserError):
            if found := await offered(tx, asker, str(competition.id)):
                lists.append((competition, found))
    return _share_out([_of(competition, found, typed, len(lists) > 1) for competition, found in lists])


def narrow(named: Sequence[Named], typed: str, ending: str = "") -> list[Named]:
    """The names that hold what was typed, or whose ending does: at most 25, each at most 100 characters long."""
    wanted = search_key(typed)
    matching = [(name, value) for name, value in named if wanted in search_key(name + ending)][:MOST_CHOICES]
    together, room = NamesTogether((name for name, _ in matching), utf16_length), LONGEST_CHOICE - utf16_length(ending)
    return [(together.fit(name, room) + ending, value) for name, value in matching]


def _of(competition: Competition, found: Sequence[Named], typed: str, is_named: bool) -> list[Named]:
    ending = f" · {shorten_middle(competition.name, LONGEST_COMPETITION, utf16_length)}" if is_named else ""
    return [(name, mark(competition.id, value)) for name, value in narrow(found, typed, ending)]


def _share_out(lists: Sequence[Sequence[Named]]) -> list[Named]:
    """As much of each list as there is room for, one list after the other."""
    turns = [(at, one) for turn in zip_longest(*lists) for at, one in enumerate(turn) if one is not None]
    return [one for _, one in sorted(turns[:MOST_CHOICES], key=lambda turn: turn[0])]
