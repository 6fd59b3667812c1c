"""Dodgeball: the draw of the bracket."""

from collections.abc import Sequence
from typing import Protocol

from bot.db.snapshot import Snapshot, Team, TeamStatus
from bot.ui.names import for_prose
from bot.ui.texts.dodgeball import describe_match
from bot.ui.texts.fees import unpaid_teams
from bot.ui.times import show_moment
from core.competition import State
from core.scoring.bracket import Match

DRAW_LATER = (
    "The bracket is drawn between the end of the registration and the first match: `/competition close` ends it."
)
DRAWN_AND_PLAYED = "Matches have been played already, so the bracket cannot be drawn again. Correct results instead."
TOO_FEW_TO_DRAW = "A bracket needs at least two teams. Let teams register first."
CHANGED_MEANWHILE = "The bracket or its teams changed since you were asked, and nothing was drawn: `/match draw` again."
DRAW_AGAIN = "Draw again"
LONGEST_MESSAGE = 2000
MOST_NAMED, MOST_UNDER_WAY = 12, 3


class _Asked(Protocol):
    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def draws(self) -> int: ...
    @property
    def entered(self) -> int: ...
    @property
    def under_way(self) -> tuple[Match, ...]: ...


def asked(found: _Asked) -> str:
    """The question before a draw that replaces another."""
    snapshot, times = found.snapshot, "once" if found.draws == 1 else f"{found.draws} times"
    lines = [
        f"The bracket of {for_prose(snapshot.competition.name)} is drawn and announced already ({times}). Draw it "
        f"again, with {found.entered} teams? Everybody reads in <#{snapshot.competition.channels.announcements}> that "
        f"this is draw {found.draws + 1}. The draw before cannot be brought back."
    ]
    if found.under_way:
        played = "; ".join(describe_match(snapshot, match) for match in found.under_way[:MOST_UNDER_WAY])
        lines.append(f"⚠️ Noted at game tables already: {played}. A new draw leaves that behind.")
    return "\n".join([*lines, *_open_offers(snapshot)])


def drawn(snapshot: Snapshot) -> str:
    """The answer to the draw: what follows, who has not paid, and to whom a place is still offered."""
    following = "Results: `/match result`."
    if snapshot.competition.state is not State.RUNNING:
        following = "Next: `/competition start`; results are taken from then on."
    lines = [f"The bracket of {len(snapshot.seeds)} teams is drawn and announced. {following}"]
    unpaid = [snapshot.teams[id_] for id_ in snapshot.seeds if snapshot.teams[id_].status is TeamStatus.PENDING]
    return "\n".join([*lines, *([unpaid_teams(unpaid)] if unpaid else []), *_open_offers(snapshot)])


def not_drawn_with(missing: Sequence[Team]) -> str:
    """The refusal to begin with a bracket that a team with a place is not in."""
    has = "has a place but is" if len(missing) == 1 else "have places but are"
    return f"{_name_teams(missing)} {has} not in the bracket. Draw it again first, with `/match draw`."


def bracket_drawn(snapshot: Snapshot, seed: str, entered: Sequence[int], *, number: int, is_chosen: bool) -> str:
    """The announcement of the draw, with all that is needed to check it, as far as one message holds it."""
    teams = snapshot.teams
    again = f" again; this is draw {number} and replaces the earlier draw" if number > 1 else ""
    head = f"**{for_prose(snapshot.competition.name)}: the bracket is drawn{again}.** Seeds:"
    seeds = [f"{n}. {for_prose(teams[id_].name)}" for n, id_ in enumerate(snapshot.seeds, 1)]
    order = ", ".join(for_prose(teams[id_].name) for id_ in entered)
    by = "a director chose" if is_chosen else "chance gave"
    how = f"with the seed {for_prose(seed)}, which {by}; anybody can check the shuffle."
    whole = "\n".join((head, *seeds, f"Drawn from the order of registration ({order}) {how}"))
    if len(whole) <= LONGEST_MESSAGE:
        return whole
    short = f"... and so on: `/bracket` shows them all. Drawn from the order of registration {how}"
    while len("\n".join((head, *seeds, short))) > LONGEST_MESSAGE:
        seeds.pop()
    return "\n".join((head, *seeds, short))


def _open_offers(snapshot: Snapshot) -> list[str]:
    """A line for each place that is offered and not taken yet."""
    if snapshot.competition.state is State.RUNNING:
        return []
    return [
        f"⚠️ A place is offered to {for_prose(team.name)} until {show_moment(team.offered_until)}. If it is taken, draw "
        "again; `/competition start` ends the offer."
        for team in snapshot.waiting()[:MOST_NAMED]
        if team.offered_until is not None
    ]


def _name_teams(teams: Sequence[Team]) -> str:
    return ", ".join(for_prose(team.name) for team in teams[:MOST_NAMED])
