"""What there is to say about who may play."""

from dataclasses import dataclass

from bot.db.snapshot import Competition, Player, Team


@dataclass(frozen=True, slots=True)
class Excused:
    """Somebody whom a director has excused from the minimum age; `player` if they are entered already.

    `is_locked` once only a director changes rosters.
    """

    competition: Competition
    name: str
    player: Player | None
    is_locked: bool


@dataclass(frozen=True, slots=True)
class Banned:
    """Somebody who may not be entered from now on; `team` is the one that they were taken out of."""

    competition: Competition
    ban_id: int
    name: str | None
    user_id: int | None
    team: Team | None
    count: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A competition on other days, and who is too young for them, each with their team."""

    before: Competition
    after: Competition
    too_young: tuple[tuple[Player, Team], ...]
    is_locked: bool = False
