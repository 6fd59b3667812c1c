"""Who may play: age on the first day, roster size, roster lock, one team per person, team names.

A check returns problems, which are values; `bot/ui/texts.py` puts them into words. No problem shows a birth
date, not even in its repr. Names are in `core/names.py`, and reading a typed roster is in `core/roster_text.py`.
"""

import hmac
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum

from core.competition import CompetitionSettings
from core.names import NameFault, find_name_fault, look_alike_key, name_key, search_key, tidy_name
from core.roster_text import PlayerLine, UnreadableLine

OLDEST_AGE = 120


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who is to be entered; `line` is where they stand in the roster, from 1.

    `has_two_readings` where day and month could be read the other way too, and it made no difference.
    """

    line: int
    name: str
    birth_date: date = field(repr=False)
    has_two_readings: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a person is already entered; somebody barred was ejected or banned, and cannot be entered again."""

    team: str
    is_barred: bool = False


@dataclass(frozen=True, slots=True)
class TooYoung:
    """Not yet of the minimum age (years) on the first day (G4, D1)."""

    line: int
    name: str
    minimum_age: int
    first_day: date


@dataclass(frozen=True, slots=True)
class ImplausibleBirthDate:
    """Not born yet on the first day, or older than 120."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class UnclearBirthDate:
    """Day and month can be read either way, and it matters: the captain is asked."""

    line: int
    name: str
    readings: tuple[date, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class DuplicatePerson:
    """Already in the competition: in another team, or in this roster at `other_line` (ruling 114)."""

    line: int
    name: str
    team: str | None = None
    other_line: int | None = None


@dataclass(frozen=True, slots=True)
class BarredPerson:
    """Ejected from the competition, or banned from it."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Namesake:
    """Bears the name of somebody else in the same team, where `Name (Team)` could not tell them apart (ruling 114)."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class WrongRosterSize:
    """Too few or too many players (G3, G6, D8); `at_most` is None where there is no limit."""

    count: int
    at_least: int
    at_most: int | None


@dataclass(frozen=True, slots=True)
class UnusableTeamName:
    """A team name with a fault."""

    fault: NameFault


@dataclass(frozen=True, slots=True)
class TakenTeamName:
    """Another team bears the same name, which is written `name` there."""

    name: str


@dataclass(frozen=True, slots=True)
class RosterLocked:
    """The roster lock has come (G5); a director may still act, with a reason, until the team's first sheet."""

    lock_at: datetime


@dataclass(frozen=True, slots=True)
class TeamHasPlayed:
    """After a team's first sheet nobody joins it any more, an empty position stays empty (ruling 113)."""


PlayerProblem = TooYoung | ImplausibleBirthDate | UnclearBirthDate | DuplicatePerson | BarredPerson | Namesake
RosterProblem = PlayerProblem | UnreadableLine | WrongRosterSize
TeamNameProblem = UnusableTeamName | TakenTeamName
RosterLockProblem = RosterLocked | TeamHasPlayed


def age_on(birth_date: date, day: date) -> int:
    """Return somebody's age, in whole years, on a day.

    A year of age is completed on the birthday. In a year without 29 February, who was born on one completes
    it on 1 March: the later of the two days in use, so that nobody plays a day too young anywhere.
    """
    is_before_birthday = (day.month, day.day) < (birth_date.month, birth_date.day)
    return day.year - birth_date.year - is_before_birthday


def is_of_age(birth_date: date, settings: CompetitionSettings) -> bool:
    """G4, D1: at least the minimum age on the first event day, a date in the competition's own time zone.

    Ruling 4: not on the day of registering. Ruling 79: "over 21" admits whoever has turned 21.
    """
    return age_on(birth_date, settings.first_day) >= settings.minimum_age


def latest_birth_date(settings: CompetitionSettings) -> date:
    """Return the D in "born on or before D": the last birth date that is of age on the first day."""
    first_day, year = settings.first_day, settings.first_day.year - settings.minimum_age
    try:
        return first_day.replace(year=year)
    except ValueError:  # 29 February in a year without one
        return date(year, 2, 28)


def person_key(name: str, birth_date: date, secret: bytes) -> str:
    """Return a keyed digest that is the same for the same person, and from which no date can be read.

    Ruling 114: a person is a folded name and a birth date; case, accents and white space do not count.
    """
    return hmac.digest(secret, f"{search_key(name)}\n{birth_date.isoformat()}".encode(), "sha256").hex()


def account_key(user_id: int, secret: bytes) -> str:
    """Return a keyed digest for somebody known by a Discord account.

    Ruling 114: an account tells apart even two people of one name and birth date.
    """
    return hmac.digest(secret, f"account\n{user_id}".encode(), "sha256").hex()


def check_roster_size(count: int, settings: CompetitionSettings) -> WrongRosterSize | None:
    """G3, G6: three or four players; D8: at least six."""
    at_least, at_most = settings.roster_at_least, settings.roster_at_most
    is_right = at_least <= count and (at_most is None or count <= at_most)
    return None if is_right else WrongRosterSize(count, at_least, at_most)


def check_player(
    line: PlayerLine,
    settings: CompetitionSettings,
    entries: Mapping[str, Entry],
    secret: bytes,
    excused: Collection[str] = (),
) -> Player | PlayerProblem:
    """Return the player of a line, or why that player cannot be entered.

    `entries` are the people already in the competition, and `excused` those whom a director has excused from
    the minimum age, both by `person_key`. A date that can be read two ways is asked about only where the
    readings differ in age, or one of them is somebody already entered.
    """
    has_two_readings = len(line.readings) > 1
    players = [Player(line.line, line.name, reading, has_two_readings) for reading in line.readings]
    keys = [person_key(player.name, player.birth_date, secret) for player in players]
    verdicts = [_judge_age(player, settings, key in excused) for player, key in zip(players, keys, strict=True)]
    is_entered = any(key in entries for key in keys)
    if has_two_readings and (is_entered or len(set(map(type, verdicts))) > 1):
        return UnclearBirthDate(line.line, line.name, line.readings)
    if entry := entries.get(keys[0]):
        barred = BarredPerson(line.line, line.name)
        return barred if entry.is_barred else DuplicatePerson(line.line, line.name, team=entry.team)
    return verdicts[0]


def check_roster(
    lines: Sequence[PlayerLine | UnreadableLine],
    settings: CompetitionSettings,
    entries: Mapping[str, Entry],
    secret: bytes,
    excused: Collection[str] = (),
) -> tuple[Player | RosterProblem, ...]:
    """Check a whole roster: each line's player or problem, in order, then the problem of its size, if any.

    A line that could not be read is its own problem, and counts as a player. `entries` leaves out the people of
    the very team whose roster this is.
    """
    seen: dict[str, int] = {}
    names: list[str] = []
    checked: list[Player | RosterProblem] = []
    for line in lines:
        if isinstance(line, UnreadableLine):
            checked.append(line)
            continue
        found = check_player(line, settings, entries, secret, excused)
        if isinstance(found, Player):
            other_line = seen.setdefault(person_key(found.name, found.birth_date, secret), line.line)
            if other_line != line.line:
                found = DuplicatePerson(line.line, line.name, other_line=other_line)
            elif is_namesake(line.name, names):
                found = Namesake(line.line, line.name)
        names.append(line.name)
        checked.append(found)
    wrong_size = check_roster_size(len(lines), settings)
    return (*checked, wrong_size) if wrong_size else tuple(checked)


def is_namesake(name: str, names_in_team: Collection[str]) -> bool:
    """Say whether somebody in the team bears the same name already."""
    return name_key(name) in map(name_key, names_in_team)


def check_roster_change(
    now: datetime, lock_at: datetime, *, is_director: bool, has_played: bool
) -> RosterLockProblem | None:
    """Say whether a roster may still change at `now` (G5, rulings 1, 2 and 113).

    Before the lock anybody in charge of the team may; at the lock and after it a director may, with a reason
    that is logged; and once the team has a sheet nobody may.
    """
    if has_played:
        return TeamHasPlayed()
    if now >= lock_at and not is_director:
        return RosterLocked(lock_at)
    return None


def check_team_name(name: str, other_names: Collection[str]) -> TeamNameProblem | None:
    """Say whether a team can bear a name, as tidied by `tidy_name`, beside the other teams of its competition."""
    if fault := find_name_fault(name):
        return UnusableTeamName(fault)
    key = name_key(name)
    return next((TakenTeamName(other) for other in other_names if name_key(other) == key), None)


def find_look_alikes(name: str, other_names: Collection[str]) -> tuple[str, ...]:
    """Return the names that people could take for `name`, for staff to look at; the same name is not among them."""
    key, look = name_key(tidy_name(name)), look_alike_key(name)
    return tuple(other for other in other_names if look_alike_key(other) == look and name_key(other) != key)


class Place(Enum):
    """How a newly registered team stands in its competition."""

    WAITLISTED = "waitlisted"
    PENDING = "pending"
    CONFIRMED = "confirmed"


def find_place(settings: CompetitionSettings, teams_entered: int, *, is_fee_recorded: bool = False) -> Place:
    """Return the place of a team that registers when `teams_entered` others hold one (D1, D6).

    Ruling 82: a team beyond the capacity waits. Ruling 83: the form holds the place, the fee confirms it.
    """
    if settings.capacity is not None and teams_entered >= settings.capacity:
        return Place.WAITLISTED
    return Place.PENDING if settings.fee_cents and not is_fee_recorded else Place.CONFIRMED


def _judge_age(player: Player, settings: CompetitionSettings, is_excused: bool) -> Player | PlayerProblem:
    if not 0 <= age_on(player.birth_date, settings.first_day) <= OLDEST_AGE:
        return ImplausibleBirthDate(player.line, player.name)
    if is_excused or is_of_age(player.birth_date, settings):
        return player
    return TooYoung(player.line, player.name, settings.minimum_age, settings.first_day)
