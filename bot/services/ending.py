"""Starting, finishing, cancelling, archiving: each step says what would follow, and is asked back."""

from dataclasses import replace

from bot.db.announcements import AnnouncementStatus, change_announcement, load_announcements
from bot.db.drafts import DraftPurpose
from bot.db.eligibility import load_ages
from bot.db.engine import Transaction
from bot.db.jobs import end_job
from bot.db.snapshot import Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, require_director
from bot.services.captain_notices import call_captains, group_captains
from bot.services.competition import change_state, require_step
from bot.services.drafts import fingerprint, keep_draft, take_draft
from bot.services.drawing import require_all_drawn
from bot.services.final_result import build_final_result, post_final_result
from bot.services.loose_ends import find_loose_ends
from bot.ui.facts.ending import Ended, EndingAsked, EndingPreview
from bot.ui.message import Message
from bot.ui.texts import ending as texts
from core.competition import Step
from core.errors import RuleError

ASKED_BACK = (Step.START, Step.FINISH, Step.CANCEL, Step.ARCHIVE)


async def preview_ending(
    tx: Transaction, asker: Asker, chosen: str | None, step: Step, reason: str | None = None
) -> EndingAsked:
    """Say what would follow, and keep the question as a draft; cancelling needs a reason.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    require_step(snapshot.competition, step)
    reason = reason.strip() if reason else None
    if step is Step.CANCEL and not (reason and len(reason) <= texts.REASON_MAX_CHARACTERS):
        raise RuleError(texts.REASON_MISSING)
    return await _ask(tx, asker, await _preview(tx, snapshot, step, reason))


async def confirm_ending(tx: Transaction, asker: Asker, competition_id: str, draft_id: str) -> Ended | EndingAsked:
    """Do what a preview showed; if something else would follow by now, show that instead.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, competition_id)
    require_director(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.ENDING, draft_id)
    step = Step(draft["step"])
    require_step(snapshot.competition, step)
    found = await _preview(tx, snapshot, step, draft["reason"])
    if _mark(found) != draft["mark"]:
        return replace(await _ask(tx, asker, found), is_anew=True)
    competition = await change_state(tx, asker, snapshot, step)
    if found.result is not None:
        await post_final_result(tx, found.result)
    if step is Step.CANCEL:
        await _tell_of_cancellation(tx, found)
    if step in (Step.CANCEL, Step.ARCHIVE):
        await _end_scheduled(tx, snapshot)
    return Ended(competition, found)


async def _preview(tx: Transaction, snapshot: Snapshot, step: Step, reason: str | None) -> EndingPreview:
    if step is Step.START:
        require_all_drawn(snapshot)
        return EndingPreview(snapshot, step)
    if step is Step.FINISH:
        loose_ends, result = await find_loose_ends(tx, snapshot), build_final_result(tx, snapshot)
        return EndingPreview(snapshot, step, loose_ends=loose_ends, result=result)
    announcements = await load_announcements(tx.connection, snapshot.competition.id)
    scheduled = sum(announcement.status is AnnouncementStatus.SCHEDULED for announcement in announcements)
    if step is Step.ARCHIVE:
        ages = await load_ages(tx, snapshot.competition.id)
        birth_dates = sum(age.birth_date is not None for age in ages.values())
        return EndingPreview(snapshot, step, scheduled=scheduled, birth_dates=birth_dates)
    called = group_captains(_entered(snapshot))
    return EndingPreview(snapshot, step, reason, called.captains, called.without_account, scheduled)


async def _ask(tx: Transaction, asker: Asker, found: EndingPreview) -> EndingAsked:
    value = {"step": found.step.value, "reason": found.reason, "mark": _mark(found)}
    draft_id = await keep_draft(tx, asker, found.snapshot, DraftPurpose.ENDING, value)
    return EndingAsked(found, draft_id)


def _mark(found: EndingPreview) -> str:
    """Tells two previews apart by all that they say, and holds nothing of it."""
    return fingerprint(texts.previewed(found))


def _entered(snapshot: Snapshot) -> tuple[Team, ...]:
    """Every team that hoped to play: also those that are forming, or wait for a place."""
    return tuple(team for team in snapshot.teams.values() if team.status is not TeamStatus.WITHDRAWN)


async def _tell_of_cancellation(tx: Transaction, found: EndingPreview) -> None:
    competition = found.snapshot.competition
    text = texts.cancelled_publicly(competition, found.reason or "")
    await enqueue_notice(tx, competition.id, "cancelled", Message(text), channel_id=competition.channels.announcements)
    await call_captains(tx, found.snapshot, _entered(found.snapshot), "cancelled:captains", text)


async def _end_scheduled(tx: Transaction, snapshot: Snapshot) -> None:
    """What was to be announced is announced no more."""
    for announcement in await load_announcements(tx.connection, snapshot.competition.id):
        if announcement.status is AnnouncementStatus.SCHEDULED:
            await change_announcement(tx, announcement.id, status=AnnouncementStatus.CANCELLED, ended_at=tx.now)
            await end_job(tx, snapshot.competition.id, announcement.subject)
