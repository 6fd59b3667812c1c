"""What there is to say about the rules."""

from dataclasses import dataclass
from datetime import datetime

from bot.db.snapshot import Competition, Receipt, Ruling, Team
from core.rulebook import Amendment, DraftRule, Rulebook
from core.rules.rule import Rule


@dataclass(frozen=True, slots=True)
class RulesView:
    """What somebody asked to see: some rules with the director's rulings, or the contents where `rules` is None."""

    competition: Competition
    rulebook: Rulebook
    heading: str | None
    rules: tuple[Rule, ...] | None
    rulings: tuple[Ruling, ...] = ()
    rulings_found: tuple[Ruling, ...] = ()
    """Those that a search found, apart from those of the rules that it found."""


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """What held at a moment: the version of the rules, and the director's rulings 1 to `rulings`."""

    version: int
    rulings: int


@dataclass(frozen=True, slots=True)
class AmendForm:
    """What the form starts with; a rule that is not there yet gets a title too.

    `typed` and `reason` are what was typed into it before.
    """

    competition: Competition
    version: int
    number: str
    rule: Rule | None
    has_started: bool
    typed: DraftRule | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UnknownRule:
    """A number that no rule has, and the rules whose numbers are like it."""

    competition: Competition
    number: str
    near: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class AmendPreview:
    """What would change, and who would be asked to read it; or what is wrong with what was typed.

    `is_typed` where it came from the form, which can be opened again; `is_anew` where it differs from what was seen.
    """

    competition: Competition
    amendments: tuple[Amendment, ...]
    called: tuple[int, ...] = ()
    without_account: tuple[Team, ...] = ()
    fault: str | None = None
    draft_id: int = 0
    is_typed: bool = False
    is_anew: bool = False


@dataclass(frozen=True, slots=True)
class Amended:
    """A new version of the rules, what changed in it, and which captains are asked to read it."""

    competition: Competition
    version: int
    amendments: tuple[Amendment, ...]
    called: tuple[int, ...]
    without_account: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A captain has read a version; `newest` is the one in force."""

    competition: Competition
    version: int
    newest: int
    read: int
    teams: int
    is_repeated: bool


@dataclass(frozen=True, slots=True)
class TeamReceipt:
    """A team with its captain's receipt, if there is one."""

    team: Team
    receipt: Receipt | None


@dataclass(frozen=True, slots=True)
class Receipts:
    """Who has read one version."""

    competition: Competition
    version: int
    amended_at: datetime
    teams: tuple[TeamReceipt, ...]

    @property
    def read(self) -> tuple[TeamReceipt, ...]:
        """Those that have."""
        return tuple(entry for entry in self.teams if entry.receipt is not None)

    @property
    def missing(self) -> tuple[Team, ...]:
        """Those that have not."""
        return tuple(entry.team for entry in self.teams if entry.receipt is None)
