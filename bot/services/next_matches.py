"""What follows in a dodgeball tournament where a team is out or back: said at once, as after a result."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.bracket import build_from, find_gone
from bot.services.dodgeball import named
from bot.services.short_teams import tell_too_few
from bot.ui.bracket_view import team_key
from bot.ui.message import Message
from bot.ui.texts import dodgeball as texts
from core.scoring.bracket import Bracket, reinstate_team
from core.scoring.bracket_following import find_following


async def tell_next_matches(tx: Transaction, before: Snapshot, after: Snapshot, subject: str) -> None:
    """Say who goes on without playing, which matches can be played now, and whether somebody has won by this.

    Raises RuleError where later results stand in the way of the change; it names them in the order to take them back.
    """
    await tell_too_few(tx, before, after)
    if not after.seeds:
        return
    was = build_from(before)
    with named(after):
        is_now = _rebuild(was, after)
    following = find_following(was, is_now)
    lines = texts.list_following(after, is_now, following)
    if not lines:
        return
    await enqueue_notice(
        tx,
        after.competition.id,
        subject,
        Message("\n".join(lines), user_mentions=texts.list_called(after, following)),
        channel_id=after.competition.channels.announcements,
    )


def _rebuild(was: Bracket, after: Snapshot) -> Bracket:
    """The bracket after the change; where a team is back, the refusal names the results that rest on its walkovers."""
    for key in sorted(was.withdrawn - {team_key(team_id) for team_id in find_gone(after)}):
        reinstate_team(was, key)
    return build_from(after)
