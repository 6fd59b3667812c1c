"""Calling captains: one mention in their channel, a direct message besides for those who want it."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.db.direct import load_opted_in
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.ejections import ejections_of
from bot.ui.message import Button, Message
from bot.ui.texts import captains as texts

LONGEST_TEXT = 2000
MENTIONS_PER_MESSAGE = 50
REGISTERED = (TeamStatus.CONFIRMED, TeamStatus.PENDING)


@dataclass(frozen=True, slots=True)
class Called:
    """The captains who are mentioned, and the teams whose captain has no account."""

    captains: tuple[int, ...]
    without_account: tuple[Team, ...]


def list_registered(snapshot: Snapshot) -> tuple[Team, ...]:
    """The teams that hold a place and are not out."""
    out = ejections_of(snapshot).teams
    return tuple(team for team in snapshot.teams.values() if team.status in REGISTERED and team.id not in out)


def list_forming(snapshot: Snapshot) -> tuple[Team, ...]:
    """The teams that are not complete yet, and so not registered."""
    return tuple(team for team in snapshot.teams.values() if team.status is TeamStatus.FORMING)


def group_captains(teams: Iterable[Team]) -> Called:
    """Whom a call to these teams would mention, and whom it cannot."""
    teams = tuple(teams)
    captains = dict.fromkeys(team.captain_id for team in teams if team.captain_id is not None)
    return Called(tuple(captains), tuple(team for team in teams if team.captain_id is None))


async def call_captains(
    tx: Transaction,
    snapshot: Snapshot,
    teams: Iterable[Team],
    subject: str,
    text: str,
    buttons: tuple[Button, ...] = (),
) -> Called:
    """Call the captains of these teams, once for each `subject`; gives who is mentioned, and who has no account."""
    competition, called = snapshot.competition, group_captains(teams)
    for number, (said, mentioned, is_first) in enumerate(_share_out(text, called.captains)):
        message = Message(said, buttons if is_first else (), user_mentions=mentioned)
        await enqueue_notice(
            tx, competition.id, f"{subject}:{number}", message, channel_id=competition.channels.captains
        )
    opted_in = await load_opted_in(tx.connection, competition.guild_id)
    for captain_id in called.captains:
        if captain_id in opted_in:
            await enqueue_notice(tx, competition.id, f"{subject}:to:{captain_id}", Message(text), user_id=captain_id)
    return called


def _share_out(text: str, captains: tuple[int, ...]) -> Iterable[tuple[str, tuple[int, ...], bool]]:
    """One message where all fits into it; else the text first, and then the mentions by the fifty."""
    if not captains:
        return
    whole = f"{texts.mention_all(captains)}\n{text}"
    if len(whole) <= LONGEST_TEXT and len(captains) <= MENTIONS_PER_MESSAGE:
        yield whole, captains, True
        return
    yield text, (), True
    for start in range(0, len(captains), MENTIONS_PER_MESSAGE):
        mentioned = captains[start : start + MENTIONS_PER_MESSAGE]
        yield texts.see_above(mentioned), mentioned, False
