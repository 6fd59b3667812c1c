"""Cards of an event that is entered by rounds, to and from its part of the results file."""

from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from typing import cast

from core.scoring.event import RoundEntry
from core.scoring.faults import Faults, Place, quote
from core.scoring.games import Cards, Contest, Round
from core.scoring.json_fields import read_named, refuse

_MOST_READ = 1_000
"""Rounds of one player that are looked at: the next thirty million of a hostile file have no more to say."""


def read_cards(
    value: object,
    place: Place,
    faults: Faults,
    present: AbstractSet[str],
    find_absence: Callable[[str], str | None],
    read_card: Callable[[object, Place, Faults], tuple[Round, ...]],
) -> Cards | None:
    """Name to card; a name that is not `present`, and for which `find_absence` has something to say, is a fault."""
    named = read_named(value, place, faults, present)
    if named is None:
        return None
    if not named.keys() <= present:
        for name in named:
            if absence := find_absence(name):
                faults.add((*place, name), absence)
    return {name: read_card(written, (*place, name), faults) for name, written in named.items()}


def read_rounds(value: object, place: Place, faults: Faults, entry: RoundEntry, most: int) -> tuple[Round, ...]:
    """A player's rounds, at most `most` of them."""
    if not isinstance(value, list):
        refuse(value, place, f"a list of up to {most} {entry.noun}s", faults)
        return ()
    written = cast("list[object]", value)
    if len(written) > most:
        faults.add(place, f"{len(written)} {entry.noun}s are more than the {most} of this event")
    written = written[:_MOST_READ]
    rounds = tuple([taken for member in written if (taken := entry.read(member)) is not None])
    if len(rounds) < len(written):
        for index, member in enumerate(written):
            if entry.read(member) is None:
                entry.refuse(member, (*place, index), faults)
    return rounds


def find_player_absence(contest: Contest, event: str) -> Callable[[str], str | None]:
    """What is wrong with a result entered for this player: nobody's player, or one who takes no part."""
    roster = contest.field.roster
    return _absence_finder(contest.field.team_of, roster.team_of, roster.is_readable, "a player of any team", event)


def find_team_absence(contest: Contest, event: str) -> Callable[[str], str | None]:
    """The same for a team."""
    roster = contest.field.roster
    return _absence_finder(contest.field.team_names, roster.team_names, roster.is_readable, "a team", event)


def _absence_finder(
    present: Collection[str], everybody: Collection[str], is_readable: bool, what: str, event: str
) -> Callable[[str], str | None]:
    def find(name: str) -> str | None:
        if name in present or not is_readable:
            return None
        return f"{quote(name)} {f'takes no part in {event}' if name in everybody else f'is not {what}'}"

    return find
