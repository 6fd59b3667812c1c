"""How rule changes reach everybody: the announcements, and each captain by a mention with a button to say so."""

from collections.abc import Sequence

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.ejections import ejections_of
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import rules as texts
from bot.ui.texts.pages import paginate
from core.rulebook import Amendment

READ = "rules-read"
MENTIONS_PER_MESSAGE = 50
REGISTERED = (TeamStatus.CONFIRMED, TeamStatus.PENDING)


def list_registered(snapshot: Snapshot) -> tuple[Team, ...]:
    """The teams whose captains have to know the rules: those that hold a place and are not out."""
    out = ejections_of(snapshot).teams
    return tuple(team for team in snapshot.teams.values() if team.status in REGISTERED and team.id not in out)


async def tell_of_amendment(tx: Transaction, snapshot: Snapshot, amendments: Sequence[Amendment]) -> int:
    """Post a new version, old text and new, and ask the captains to read it; gives how many are mentioned."""
    competition, version = snapshot.competition, amendments[0].version
    pages = paginate(texts.amendment_lines(competition, amendments))
    for number, page in enumerate(pages, start=1):
        await enqueue_notice(
            tx,
            competition.id,
            f"rules:{version}:text:{number}",
            Message(page),
            channel_id=competition.channels.announcements,
        )
    captains = list(dict.fromkeys(team.captain_id for team in list_registered(snapshot) if team.captain_id is not None))
    await ask_to_read(tx, snapshot, version, captains, f"rules:{version}:ask")
    return len(captains)


async def ask_to_read(tx: Transaction, snapshot: Snapshot, version: int, captains: Sequence[int], subject: str) -> None:
    """Mention captains in their channel, under a button that says that they have read a version."""
    competition = snapshot.competition
    button = Button(texts.HAVE_READ, custom_id(READ, competition.id, version), "primary")
    for start in range(0, len(captains), MENTIONS_PER_MESSAGE):
        mentioned = tuple(captains[start : start + MENTIONS_PER_MESSAGE])
        await enqueue_notice(
            tx,
            competition.id,
            f"{subject}:{start}",
            Message(texts.asked_to_read(competition, version, mentioned), (button,), user_mentions=mentioned),
            channel_id=competition.channels.captains,
        )
