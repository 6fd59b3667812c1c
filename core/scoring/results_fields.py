"""Readers of the results file's fields, apart from the events' own results."""

import datetime
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

from core.scoring.event import get_events
from core.scoring.faults import Faults, Place, quote, show_place
from core.scoring.games import Ejection, Roster, Team, TeamRound, Ties
from core.scoring.json_fields import is_count, read_choice, read_list, read_name, read_record, refuse
from core.wall_time import find_zone

HOLES = 18
MIN_TEAMS = 2
TEAM_SIZES = (3, 4)
TEAM_ROUNDS: tuple[TeamRound, ...] = ("team", "individual")
TIES: tuple[Ties, ...] = ("split", "share")
END = "end"

_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def read_date(value: object, place: Place, faults: Faults) -> datetime.date | None:
    """A real calendar date."""
    if isinstance(value, str) and _DATE.fullmatch(value):
        try:
            return datetime.date.fromisoformat(value)
        except ValueError:
            pass
    refuse(value, place, "a date of the calendar (YYYY-MM-DD)", faults)
    return None


def read_zone(value: object, place: Place, faults: Faults) -> str | None:
    """The name of a time zone."""
    if isinstance(value, str) and find_zone(value) is not None:
        return value
    refuse(value, place, "an IANA time zone, like America/Chicago", faults)
    return None


def read_events(value: object, place: Place, faults: Faults) -> tuple[str, ...]:
    """Events of this edition in playing order; all there are where they cannot be read."""
    written = read_list(value, place, faults, "a list of events")
    if written is not None and not written:
        faults.add(place, "a competition has at least one event")
    return _read_distinct(written or [], place, faults, get_events(), "an event") or tuple(get_events())


def read_teams(value: object, place: Place, faults: Faults) -> Roster:
    """Teams and players, each name once."""
    written = read_list(value, place, faults, "a list of teams")
    if written is None:
        return Roster((), is_readable=False)
    if len(written) < MIN_TEAMS:
        faults.add(place, f"a list of {len(written)} is not enough ({MIN_TEAMS} teams or more)")
    team_places: dict[str, Place] = {}
    player_places: dict[str, Place] = {}
    teams: list[Team] = []
    for index, member in enumerate(written):
        own_place = (*place, index)
        record = read_record(member, own_place, faults, required=("name", "players")) or {}
        name, players = None, ()
        if "name" in record:
            name = _read_new_name(record["name"], (*own_place, "name"), faults, team_places)
        if "players" in record:
            players = _read_team_players(record["players"], (*own_place, "players"), faults, player_places)
        teams.append(Team(name or "", players))
    return Roster(tuple(teams))


def read_stroke_index(value: object, place: Place, faults: Faults) -> tuple[int, ...] | None:
    """The handicap of each hole; where it cannot be read, some order, so that only its own fault is named."""
    stand_in = tuple(range(1, HOLES + 1))
    record = read_record(value, place, faults, optional=("stroke_index",))
    if record is None:
        return stand_in
    if "stroke_index" not in record:
        return None
    own_place = (*place, "stroke_index")
    written = read_list(record["stroke_index"], own_place, faults, f"a list of {HOLES} stroke indexes")
    if written is None:
        return stand_in
    if len(written) != HOLES:
        faults.add(own_place, f"a list of {len(written)} is not a stroke index for each of {HOLES} holes")
    read: dict[int, None] = {}
    for hole, member in enumerate(written):
        if not is_count(member, 1, HOLES):
            refuse(member, (*own_place, hole), f"a stroke index (1 to {HOLES})", faults)
        elif member in read:
            faults.add((*own_place, hole), f"{member} is there twice")
        else:
            read[cast("int", member)] = None
    return tuple(read) if len(read) == HOLES else stand_in


@dataclass(frozen=True, slots=True)
class ReadEjections:
    """Ejections as far as they could be read."""

    ejections: tuple[Ejection, ...]
    doubtful: frozenset[str] = frozenset()
    """Names of those of whom it could not be read what they miss."""
    is_complete: bool = True
    """Not so where somebody is ejected of whom it could not be read who it is."""


def read_ejections(
    value: object, place: Place, faults: Faults, whose: str, known: Collection[str] | None, events: tuple[str, ...]
) -> ReadEjections:
    """Ejections of players or teams (`whose`), each of them once; `known` None: nobody can be called unknown."""
    written = read_list(value, place, faults, "a list of ejections")
    if written is None:
        return ReadEjections((), is_complete=False)
    ejections: dict[str, Ejection] = {}
    doubtful: set[str] = set()
    is_complete = True
    for index, member in enumerate(written):
        own_place = (*place, index)
        record = read_record(member, own_place, faults, required=(whose,), optional=("from", "forfeits")) or {}
        name = read_name(record[whose], (*own_place, whose), faults) if whose in record else None
        ejection = _read_ejection(name or "", record, own_place, faults, events) if record else None
        if name is None:
            is_complete = False
            continue
        if known is not None and name not in known:
            what = "a team" if whose == "team" else "a player of any team"
            faults.add((*own_place, whose), f"{quote(name)} is not {what}")
        elif name in ejections or name in doubtful:
            faults.add((*own_place, whose), f"{quote(name)} is ejected twice")
        if ejection is None:
            doubtful.add(name)
        else:
            ejections[name] = ejection
    return ReadEjections(tuple(ejections.values()), frozenset(doubtful), is_complete)


def read_cancelled(value: object, place: Place, faults: Faults, events: tuple[str, ...]) -> tuple[str, ...]:
    """Events voided by weather (G18, G21)."""
    written = read_list(value, place, faults, "a list of events") or []
    cancelled = _read_distinct(written, place, faults, events)
    can_be = [event.key for event in get_events().values() if event.can_be_cancelled]
    for index, member in enumerate(written):
        if member in cancelled and member not in can_be:
            faults.add((*place, index), f"{quote(str(member))} cannot be cancelled (only {', '.join(can_be)})")
    return tuple(event for event in events if event in cancelled)


def read_rulings(value: object, place: Place, faults: Faults) -> tuple[TeamRound, dict[str, Ties]]:
    """What the organiser rules about team rounds and ties."""
    record = read_record(value, place, faults, optional=("team_round", "ties")) or {}
    team_round = read_choice(record.get("team_round", TEAM_ROUNDS[0]), (*place, "team_round"), faults, TEAM_ROUNDS)
    ties_place = (*place, "ties")
    written = read_record(record.get("ties", {}), ties_place, faults, optional=tuple(get_events())) or {}
    ties = {event: read_choice(member, (*ties_place, event), faults, TIES) for event, member in written.items()}
    return (
        cast("TeamRound", team_round),
        cast("dict[str, Ties]", {event: ruling for event, ruling in ties.items() if ruling is not None}),
    )


def _read_distinct(
    written: list[object],
    place: Place,
    faults: Faults,
    choices: Collection[str],
    expected: str = "an event of this competition",
) -> tuple[str, ...]:
    """Events out of `choices`, each once."""
    read: dict[str, None] = {}
    for index, member in enumerate(written):
        own_place = (*place, index)
        if not (isinstance(member, str) and member in choices):
            refuse(member, own_place, f"{expected} ({', '.join(choices)})", faults)
        elif member in read:
            faults.add(own_place, f"{quote(member)} is there twice")
        else:
            read[member] = None
    return tuple(read)


def _read_team_players(value: object, place: Place, faults: Faults, places: dict[str, Place]) -> tuple[str, ...]:
    written = read_list(value, place, faults, "a list of players")
    if written is None:
        return ()
    if len(written) not in TEAM_SIZES:
        smallest, largest = TEAM_SIZES
        faults.add(place, f"a list of {len(written)} is not a team's players ({smallest} or {largest})")
    players = [_read_new_name(member, (*place, index), faults, places) for index, member in enumerate(written)]
    return tuple([player for player in players if player is not None])


def _read_new_name(value: object, place: Place, faults: Faults, places: dict[str, Place]) -> str | None:
    """A name that stands nowhere else in `places`."""
    name = read_name(value, place, faults)
    if name is not None and places.setdefault(name, place) is not place:
        faults.add(place, f"{quote(name)} is already at {show_place(places[name])}")
    return name


def _read_ejection(
    name: str, record: dict[str, object], place: Place, faults: Faults, events: tuple[str, ...]
) -> Ejection | None:
    """None where it is not said what is missed."""
    match record:
        case {"from": _, "forfeits": _}:
            faults.add(place, '"from" and "forfeits" exclude each other')
        case {"from": start}:
            read = read_choice(start, (*place, "from"), faults, (*events, END))
            return None if read is None else Ejection(name, starts_at=read)
        case {"forfeits": forfeits}:
            forfeits_place = (*place, "forfeits")
            written = read_list(forfeits, forfeits_place, faults, "a list of events")
            if written is not None:
                return Ejection(name, forfeits=_read_distinct(written, forfeits_place, faults, events))
        case _:
            faults.add(place, '"from" or "forfeits" has to say which events are missed')
    return None
