"""Which dodgeball matches follow where a team is out or back: said at once, as after a result."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.bracket import build_from
from bot.services.short_teams import tell_too_few
from bot.ui.bracket_view import team_id_of
from bot.ui.message import Message
from bot.ui.texts import dodgeball as texts
from core.errors import RuleError
from core.scoring.bracket import find_newly_ready


async def tell_next_matches(tx: Transaction, before: Snapshot, after: Snapshot, subject: str) -> None:
    """Say which matches can be played now, and whether somebody has won by this.

    Raises RuleError where a later result stands in the way of the change.
    """
    await tell_too_few(tx, before, after)
    if not after.seeds:
        return
    try:
        was, is_now = build_from(before), build_from(after)
    except RuleError as error:
        raise RuleError(texts.name_teams(error.sentence, after)) from None
    ready = find_newly_ready(was, is_now)
    lines = texts.list_following(after, is_now, ready) if ready or not was.is_finished else []
    if not lines:
        return
    teams = [after.teams[team_id_of(team)] for match in ready for team in match.teams if team is not None]
    captains = tuple(sorted({team.captain_id for team in teams if team.captain_id is not None}))
    await enqueue_notice(
        tx,
        after.competition.id,
        subject,
        Message("\n".join(lines), user_mentions=captains),
        channel_id=after.competition.channels.announcements,
    )
