"""What an event is, and the registry of those there are.

Each file of `core/scoring/events/` provides one event under the name `EVENT`. Nothing else lists the events:
commands, choices, help, score sheets, standings and exports ask the registry, so that a seventh event is one file.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol, TypeGuard, TypeVar

from core.errors import NotFound
from core.scoring import events as event_files
from core.scoring.faults import Faults, Place
from core.scoring.games import Contest, Round, Ties
from core.scoring.ranking import Ranking, Unit

Results = TypeVar("Results")
"""An event's results in its own form: `Cards`, or hold'em's `Elimination`."""

Found = TypeVar("Found")

Scored = Literal["player", "team"]


class Count(NamedTuple):
    """One labelled number of a round's form."""

    label: str
    points: int
    """What one of them is worth."""
    lowest: int
    highest: int


class Doubt(NamedTuple):
    """A possible but implausible value (ruling 115): shown once with what was typed and what was understood."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class EventStandings:
    """One event ranked; `players` is None where it has no individual ranking."""

    teams: Ranking
    players: Ranking | None


class RoundEntry(Protocol):
    """How one round is entered: by labelled counts, by a short notation on a phone, or from a file.

    Parsing raises RuleError: what is wrong and what to type instead. `parse(show(entered))` gives `entered` back.
    """

    @property
    def noun(self) -> str:
        """`derby round`"""
        ...

    @property
    def round_name(self) -> str:
        """`round`, `game` or `card`"""
        ...

    @property
    def unit(self) -> Unit:
        """What a round is counted in."""
        ...

    @property
    def counts(self) -> tuple[Count, ...]:
        """The numbers of the form in order; empty where a round has no fixed form."""
        ...

    @property
    def highest_total(self) -> int | None:
        """A round may be given by its total from 0 to this; None: it may not."""
        ...

    @property
    def rare_above(self) -> int | None:
        """More points than this in one round are possible but implausible (ruling 115)."""
        ...

    @property
    def example(self) -> str:
        """What to type, for help and labels: `1 0 2 0 3, or the total, like 17`."""
        ...

    def parse(self, text: str) -> Round:
        """A round from the short notation."""
        ...

    def from_counts(self, counts: Sequence[int]) -> Round:
        """A round from the numbers of `counts`, in their order."""
        ...

    def show(self, entered: Round) -> str:
        """A round in the short notation."""
        ...

    def find_doubt(self, entered: Round) -> str | None:
        """What was understood, where it is implausible: ask once more (ruling 115)."""
        ...

    def read(self, value: object) -> Round | None:
        """A round from its JSON value; None: it is none, and `refuse` says why."""
        ...

    def refuse(self, value: object, place: Place, faults: Faults) -> None:
        """Note every fault of a JSON value that `read` does not take."""
        ...

    def write(self, entered: Round) -> object:
        """A round as JSON value."""
        ...


class Event(Protocol[Results]):
    """One event of the games: its rules, and its part of the results file."""

    @property
    def key(self) -> str:
        """Its name in files, commands and tables: `derby`."""
        ...

    @property
    def title(self) -> str:
        """Its name for people."""
        ...

    @property
    def order(self) -> int:
        """Its place in the default playing order."""
        ...

    @property
    def can_be_cancelled(self) -> bool:
        """Whether weather voids it (G18, G21)."""
        ...

    @property
    def default_ties(self) -> Ties:
        """Whether equal entries split or share their rank unless the organiser rules otherwise (G43, G66)."""
        ...

    @property
    def has_individuals(self) -> bool:
        """Whether players are ranked in it, not only teams."""
        ...

    @property
    def scored(self) -> Scored:
        """Whose result is entered: a player's or a team's."""
        ...

    @property
    def rounds(self) -> int:
        """How many rounds each of them takes; 0 where players are ranked by the order in which they go out."""
        ...

    @property
    def round_seconds(self) -> int | None:
        """How long a round lasts from the signal on (G48, G93; ruling 44); None: as long as it takes."""
        ...

    @property
    def is_pitched(self) -> bool:
        """Whether somebody of the player's team pitches, and another team shags the balls (G56, G58)."""
        ...

    @property
    def has_warm_up(self) -> bool:
        """Whether the schedule has time to warm up; where not, people come warmed up (G62, G63)."""
        ...

    @property
    def entry(self) -> RoundEntry | None:
        """How a round is entered; None where players are ranked by the order in which they go out."""
        ...

    def read_results(self, value: object, place: Place, contest: Contest, faults: Faults) -> Results | None:
        """The event's part of `results`, checked; None where nothing of it can be read."""
        ...

    def write_results(self, results: Results, contest: Contest) -> object:
        """The event's part of `results` in its canonical form."""
        ...

    def find_doubts(self, results: Results, contest: Contest) -> Iterable[Doubt]:
        """Implausible values, with their place below the event."""
        ...

    def rank(self, results: Results, contest: Contest) -> EventStandings:
        """Teams and players ranked."""
        ...

    def rank_teams(self, results: Results, contest: Contest) -> Ranking:
        """Teams alone, as `rank` ranks them."""
        ...

    def rank_players(self, results: Results, contest: Contest) -> Ranking | None:
        """Players alone; None where they have no ranking of their own."""
        ...


class RoundsEvent(Event[Results], Protocol[Results]):
    """An event that is entered by rounds, not by the order in which players go out."""

    @property
    def entry(self) -> RoundEntry:
        """How a round is entered."""
        ...


def has_rounds(event: Event[Any]) -> TypeGuard[RoundsEvent[Any]]:
    """Whether an event is entered by rounds."""
    return event.entry is not None


@cache
def get_events() -> Mapping[str, Event[Any]]:
    """Every event by its key, in the default playing order."""
    names = [module.name for module in pkgutil.iter_modules(event_files.__path__)]
    found = [importlib.import_module(f"{event_files.__name__}.{name}").EVENT for name in names]
    return {event.key: event for event in sorted(found, key=lambda event: event.order)}


def get_event(key: str) -> Event[Any]:
    """One event. Raises NotFound."""
    return _get(get_events(), key)


def get_rounds_event(key: str) -> RoundsEvent[Any]:
    """One event that is entered by rounds. Raises NotFound."""
    return _get({event.key: event for event in get_events().values() if has_rounds(event)}, key)


def _get(events: Mapping[str, Found], key: str) -> Found:
    event = events.get(key)
    if event is None:
        raise NotFound(f"There is no event {key}. The events are {', '.join(events)}.")
    return event
