"""Announcements before they count: what the form starts with, and the preview of what was written."""

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.db.announcements import Audience
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import ENDED, Asker, read_competition, require_director
from bot.services.announcement_delivery import list_addressed
from bot.services.captain_notices import group_captains
from bot.services.drafts import get_draft, keep_draft
from bot.services.lookup import find_team
from bot.ui.facts.announcements import AnnouncementForm, AnnouncementPreview, Target
from bot.ui.texts import announcements as texts
from bot.ui.texts import drafts as draft_texts
from core.errors import Conflict, RuleError
from core.wall_time import read_wall_time

DEFAULT_LATE_HOURS, MOST_LATE_HOURS = 3, 72
FURTHEST = timedelta(days=366)


async def read_form(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    audience: str,
    team: str | None = None,
    event: str | None = None,
    at: str | None = None,
    late_hours: int = DEFAULT_LATE_HOURS,
) -> AnnouncementForm:
    """What the form of a new announcement starts with. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director_of_living(asker, snapshot)
    target = _read_target(snapshot, audience, team, event)
    due_at = None if at is None else check_due(tx, read_wall_time(at, snapshot.competition.settings.time_zone))
    if not 0 <= late_hours <= MOST_LATE_HOURS:
        raise RuleError(texts.BAD_LIMIT)
    return AnnouncementForm(snapshot.competition, target, due_at, late_hours * 3600)


async def read_form_again(tx: Transaction, asker: Asker, competition_id: str, draft_id: str) -> AnnouncementForm:
    """The form with what was previewed. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, competition_id)
    require_director_of_living(asker, snapshot)
    draft = await get_draft(tx, asker, snapshot, DraftPurpose.ANNOUNCEMENT, draft_id)
    target, due_at = restore_draft(snapshot, draft)
    return AnnouncementForm(snapshot.competition, target, due_at, draft["late_limit_seconds"], draft["text"])


async def preview_announcement(
    tx: Transaction,
    asker: Asker,
    competition_id: str,
    audience: str,
    whom: str,
    due: str,
    late_limit: str,
    text: str,
) -> AnnouncementPreview:
    """Keep what was written as a draft, and say who would be mentioned.

    `whom` is a team's `#id` or an event, `due` seconds since the epoch or `0` for at once, both from the form's id and
    so the client's word. Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, competition_id)
    require_director_of_living(asker, snapshot)
    target = _read_target(snapshot, audience, whom or None, whom or None)
    due_at = None if due == "0" else check_due(tx, _read_epoch(due))
    limit = int(late_limit) if late_limit.isascii() and late_limit.isdigit() else -1
    if not 0 <= limit <= MOST_LATE_HOURS * 3600:
        raise RuleError(texts.BAD_LIMIT)
    text = check_text(text)
    value = {
        "audience": target.audience.value,
        "team_id": target.team.id if target.team else None,
        "event": target.event,
        "text": text,
        "due_at": due_at.isoformat() if due_at else None,
        "late_limit_seconds": limit,
    }
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.ANNOUNCEMENT, value)
    team_id = target.team.id if target.team else None
    called = group_captains(list_addressed(snapshot, target.audience, team_id))
    return AnnouncementPreview(
        snapshot.competition, draft_id, target, text, due_at, limit, called.captains, called.without_account
    )


def check_text(text: str) -> str:
    """The text without white space around it. Raises RuleError."""
    text = text.strip()
    if not 1 <= len(text) <= texts.TEXT_MAX_CHARACTERS:
        raise RuleError(texts.BAD_TEXT)
    return text


def _read_target(snapshot: Snapshot, audience: str, team: str | None, event: str | None) -> Target:
    """Whom it is for; a team or an event has to be named where it is for one."""
    if audience not in list(Audience):
        raise RuleError(texts.UNKNOWN_AUDIENCE)
    if audience == Audience.TEAM:
        if team is None:
            raise RuleError(texts.TEAM_MISSING)
        return Target(Audience.TEAM, team=find_team(snapshot, team))
    if audience == Audience.EVENT:
        events = snapshot.competition.settings.events
        if event not in events:
            raise RuleError(texts.event_missing(events))
        return Target(Audience.EVENT, event=event)
    return Target(Audience(audience))


def restore_draft(snapshot: Snapshot, draft: dict[str, Any]) -> tuple[Target, datetime | None]:
    """Whom a draft is for, and its time. Raises Conflict where its team is gone."""
    team = snapshot.teams.get(draft["team_id"])
    target = Target(Audience(draft["audience"]), team, draft["event"])
    if target.audience is Audience.TEAM and team is None:
        raise Conflict(texts.TEAM_GONE)
    return target, None if draft["due_at"] is None else datetime.fromisoformat(draft["due_at"])


def check_due(tx: Transaction, due_at: datetime) -> datetime:
    """A time that lies ahead, but not too far. Raises RuleError."""
    if due_at <= tx.now:
        raise RuleError(texts.time_has_passed(due_at))
    if due_at > tx.now + FURTHEST:
        raise RuleError(texts.too_far(due_at))
    return due_at


def _read_epoch(text: str) -> datetime:
    if not (text.isascii() and text.isdigit() and len(text) <= 11):
        raise RuleError(draft_texts.is_gone(DraftPurpose.ANNOUNCEMENT))
    return datetime.fromtimestamp(int(text), UTC)


def require_director_of_living(asker: Asker, snapshot: Snapshot) -> None:
    """Raise NotAllowed or RuleError unless they direct a competition that goes on."""
    require_director(asker, snapshot.competition)
    if snapshot.competition.state in ENDED:
        raise RuleError(texts.has_ended(snapshot.competition.name, snapshot.competition.state))
