"""What there is to say about what an organiser sets: the fee, the places, who may enter, how dates are written."""

from dataclasses import dataclass

from bot.db.snapshot import Competition, Player, Team


@dataclass(frozen=True, slots=True)
class SettingsView:
    """A competition with its settings; `may_set` if the reader can change them now."""

    competition: Competition
    may_set: bool


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """Other settings, and whom they concern.

    `moved` are the teams whose places the fee now confirms, or holds until it is paid, as they stand by then;
    `wrong_size` those with too few or too many players, `too_young` players with their teams, and `entered` counts the
    teams that hold a place.
    """

    before: Competition
    after: Competition
    moved: tuple[Team, ...] = ()
    wrong_size: tuple[Team, ...] = ()
    too_young: tuple[tuple[Player, Team], ...] = ()
    entered: int = 0
