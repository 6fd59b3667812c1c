"""What there is to say about cards that are kept twice."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.db.cards import Author, Card
from bot.db.snapshot import SheetKey, Snapshot, Team
from core.cards import Comparison, Keeping
from core.scoring.event import RoundsEvent
from core.scoring.games import Round

TYPED = "typed"
"""The verdict that neither card counts, but what the event manager types."""


class CardState(StrEnum):
    """How far a card has come."""

    EMPTY = "empty"
    WAITING = "waiting"
    DISPUTED = "disputed"
    RULED = "ruled"
    COUNTS = "counts"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class CardView:
    """A team's card: its rounds, what counts of them already, and what its keepers wrote about the others.

    `second` is the second keeper, None the event manager; `comparison` is about the rounds that do not count yet,
    `contradicted` are those that count otherwise than both keepers say.
    """

    snapshot: Snapshot
    event: RoundsEvent[Any]
    card: Card
    team: Team
    second: Team | None
    lines: tuple[SheetKey, ...]
    counting: Mapping[SheetKey, Round]
    written: Mapping[Author, Mapping[SheetKey, Round]]
    comparison: Comparison[SheetKey]
    is_out: bool = False
    contradicted: tuple[SheetKey, ...] = ()

    @property
    def state(self) -> CardState:
        """How far it has come."""
        if self.is_out:
            return CardState.OUT
        if self.contradicted:
            return CardState.DISPUTED
        if len(self.counting) == len(self.lines):
            return CardState.COUNTS
        if Author.RULING in self.written:
            return CardState.RULED
        if self.comparison.differences:
            return CardState.DISPUTED
        return CardState.WAITING if self.written else CardState.EMPTY


@dataclass(frozen=True, slots=True)
class CardForm:
    """The form of a card: whose it is, who writes it, and what stands in it already; of a ruling its verdict, too."""

    view: CardView
    author: Author
    text: str
    verdict: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CardUnread:
    """A card that could not be understood; what was typed is kept as a draft."""

    view: CardView
    author: Author
    faults: tuple[str, ...]
    draft_id: int


@dataclass(frozen=True, slots=True)
class CardWritten:
    """A card after somebody wrote on it or ruled on it, and the rounds that count through it now."""

    view: CardView
    author: Author
    written: Mapping[SheetKey, Round]
    accepted: tuple[SheetKey, ...]

    @property
    def overruled(self) -> tuple[SheetKey, ...]:
        """The rounds that count otherwise than they were written, by one keeper."""
        counting, told = self.view.counting, self.view.contradicted
        others = (key for key in self.written if key in counting and key not in told)
        return tuple(key for key in others if counting[key].points != self.written[key].points)


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card as somebody may see it, with what they may do about it."""

    view: CardView
    may_write: tuple[Author, ...]
    may_rule: bool


@dataclass(frozen=True, slots=True)
class ArrangementForm:
    """The form in which a director enters lanes or pairs, filled with a proposal."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class ArrangementUnread:
    """Lanes or pairs that could not be understood; what was typed is kept as a draft."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    faults: tuple[str, ...]
    draft_id: int


@dataclass(frozen=True, slots=True)
class ArrangementPreview:
    """Lanes or pairs as they were understood; nothing is changed until the draft is confirmed.

    `left_out` are teams that take part and are not named, `set_aside` cards whose keepers would change.
    """

    snapshot: Snapshot
    event: RoundsEvent[Any]
    keepings: tuple[Keeping[Team], ...]
    left_out: tuple[Team, ...]
    set_aside: tuple[Team, ...]
    draft_id: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Who keeps which card of an event; `views` in the order of lanes or holes, with those whose state may be shown."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    views: tuple[CardView, ...]
    shown: frozenset[int]
    is_automatic: bool


@dataclass(frozen=True, slots=True)
class ScoringSet:
    """How an event is scored from now on."""

    snapshot: Snapshot
    event: RoundsEvent[Any]
    is_automatic: bool
