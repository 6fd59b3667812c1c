"""Conduct: what an offence leads to (G10 to G17, rulings 16 to 25 and 112).

| offence                           | what follows                                                      |
|-----------------------------------|-------------------------------------------------------------------|
| a player's first trash talk       | warning (G11)                                                     |
| a player's second trash talk      | ejection, a player short, the team's last warning (G12 to G14)    |
| any trash talk after that warning | the team's ejection, once a director confirms (G15, ruling 18)    |
| a thrown punch                    | ejection, a player short; the team is not warned (G17, ruling 22) |

Whoever commits a second trash-talk offence is ejected whatever becomes of the team, and whoever commits a first
one is warned instead where a director declines the team's ejection.

The ladder is one for the whole competition (ruling 17), and for both kinds: the dodgeball rulebook has none of
its own. A history is a tuple of offences in the order in which they were recorded; everything else is computed
from it, so that lifting an offence leaves no trace of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import NotFound, RuleError


class OffenceKind(StrEnum):
    """What somebody did."""

    TRASH_TALK = "trash talk"
    PUNCH = "punch"


class Decision(StrEnum):
    """What the director says to a team ejection to which an offence has led (G15)."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Offence:
    """One offence; `team` is the offender's team at that time; a lifted offence counts as if it had not been."""

    id: int
    player: str
    team: str
    kind: OffenceKind
    is_lifted: bool = False
    decision: Decision = Decision.PENDING


class Consequence(StrEnum):
    """What an offence leads to."""

    WARNING = "warning"
    EJECTION = "ejection"
    PLAYER_SHORT = "player short"
    TEAM_LAST_WARNING = "team's last warning"
    TEAM_EJECTION_DUE = "team ejection due"
    TEAM_EJECTION = "team ejection"


@dataclass(frozen=True, slots=True)
class Outcome:
    """An offence and what it led to, gravest last; nothing for a lifted one, or where all is lost already."""

    offence: Offence
    consequences: tuple[Consequence, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What the next offence would lead to, and the events that the offender, or the whole team, would forfeit."""

    consequences: tuple[Consequence, ...]
    forfeited_events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConductState:
    """Where everybody stands after a history."""

    outcomes: tuple[Outcome, ...] = ()

    def count_trash_talk(self, player: str) -> int:
        """Return a player's trash-talk offences that count: all that have not been lifted."""
        offences = (outcome.offence for outcome in self.outcomes)
        return sum(
            offence.player == player and offence.kind is OffenceKind.TRASH_TALK and not offence.is_lifted
            for offence in offences
        )

    def is_player_ejected(self, player: str) -> bool:
        """Say whether a player was ejected for the player's own offences."""
        return any(
            outcome.offence.player == player and Consequence.EJECTION in outcome.consequences
            for outcome in self.outcomes
        )

    def has_last_warning(self, team: str) -> bool:
        """Say whether the next trash talk ejects a team (G14)."""
        return self._count(team, Consequence.TEAM_LAST_WARNING) > 0

    def is_team_ejected(self, team: str) -> bool:
        """Say whether a team is out, confirmed by a director (G15)."""
        return self._count(team, Consequence.TEAM_EJECTION) > 0

    def list_ejections_due(self) -> tuple[Offence, ...]:
        """Return the offences whose team ejection waits for a director, in order; a team that is out waits for none."""
        return tuple(
            outcome.offence
            for outcome in self.outcomes
            if Consequence.TEAM_EJECTION_DUE in outcome.consequences and not self.is_team_ejected(outcome.offence.team)
        )

    def _count(self, team: str, consequence: Consequence) -> int:
        return sum(outcome.offence.team == team and consequence in outcome.consequences for outcome in self.outcomes)


def judge(history: Sequence[Offence]) -> ConductState:
    """Climb the ladder: return what every offence led to, and where everybody stands now."""
    state = ConductState()
    for offence in history:
        state = ConductState((*state.outcomes, Outcome(offence, find_consequences(state, offence))))
    return state


def preview(history: Sequence[Offence], offence: Offence, remaining_events: Sequence[str]) -> Preview:
    """Say what would follow if `offence` came next.

    `remaining_events` are those in which the offender has not played yet: rounds already played stand
    (ruling 19), and the remaining positions are forfeited (G13).
    """
    consequences = judge([*history, offence]).outcomes[-1].consequences
    is_out = not {Consequence.EJECTION, Consequence.TEAM_EJECTION_DUE}.isdisjoint(consequences)
    return Preview(consequences, tuple(remaining_events) if is_out else ())


def lift(history: Sequence[Offence], offence_id: int) -> tuple[Offence, ...]:
    """Return the history with one offence lifted; NotFound, or RuleError if it has been lifted already."""
    if _get_offence(history, offence_id).is_lifted:
        raise RuleError("This offence has been lifted already; nothing changed.")
    return tuple(replace(offence, is_lifted=True) if offence.id == offence_id else offence for offence in history)


def decide(history: Sequence[Offence], offence_id: int, decision: Decision) -> tuple[Offence, ...]:
    """Return the history with a director's decision on a team ejection (G15).

    Raises NotFound, or RuleError where the offence leads to no team ejection, or to one decided already.
    """
    offence = _get_offence(history, offence_id)
    if offence not in judge(history).list_ejections_due():
        raise RuleError("This offence leads to no team ejection that waits for a decision; see the conduct history.")
    return tuple(replace(other, decision=decision) if other.id == offence_id else other for other in history)


def _get_offence(history: Sequence[Offence], offence_id: int) -> Offence:
    for offence in history:
        if offence.id == offence_id:
            return offence
    raise NotFound("There is no such offence; see the conduct history.")


def find_consequences(state: ConductState, offence: Offence) -> tuple[Consequence, ...]:
    """Return what an offence leads to, given what came before it."""
    if offence.is_lifted or state.is_team_ejected(offence.team):
        return ()
    is_ejected = state.is_player_ejected(offence.player)
    ejection = () if is_ejected else (Consequence.EJECTION, Consequence.PLAYER_SHORT)
    if offence.kind is OffenceKind.PUNCH:
        return ejection
    is_first = state.count_trash_talk(offence.player) == 0
    if not state.has_last_warning(offence.team):
        return (Consequence.WARNING,) if is_first else (*ejection, Consequence.TEAM_LAST_WARNING)
    own = () if is_first else ejection
    if offence.decision is Decision.DECLINED:
        return (Consequence.WARNING,) if is_first else own
    is_confirmed = offence.decision is Decision.CONFIRMED
    return (*own, Consequence.TEAM_EJECTION if is_confirmed else Consequence.TEAM_EJECTION_DUE)
