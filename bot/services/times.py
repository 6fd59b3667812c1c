"""The times of a competition: when registration closes, rosters lock, check-in opens and play starts."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.db.competitions import update_competition
from bot.db.engine import Transaction
from bot.db.snapshot import Competition, Snapshot
from bot.services.access import (
    Asker,
    is_director,
    read_competition,
    record_change,
)
from bot.services.captain_notices import call_captains, list_forming, list_registered
from bot.services.competition import change_before_start
from bot.services.opening import correct_opening
from bot.ui.facts.announcements import Times
from bot.ui.texts import reminders as texts
from core.competition import BEFORE_START, CompetitionSettings
from core.errors import RuleError
from core.reminders import Deadline, plan_reminders
from core.wall_time import read_wall_time

NONE = "none"
UNIT_SECONDS = {"d": 86_400, "h": 3_600, "m": 60}
_DURATION = re.compile(r"([0-9]{1,4})([dhm])")


async def show_times(tx: Transaction, asker: Asker, chosen: str | None) -> Times:
    """A competition's times and the reminders still to come. Raises NotFound."""
    competition = (await read_competition(tx, asker, chosen)).competition
    may_set = is_director(asker, competition) and competition.state in BEFORE_START
    return _describe(competition, tx.now, may_set=may_set)


async def set_times(
    tx: Transaction, asker: Asker, chosen: str | None, times: Mapping[Deadline, str], reminders: str | None = None
) -> Times:
    """Change times, each typed as a wall time of the competition's zone, or `none`; and when reminders come.

    Raises NotFound, NotAllowed or RuleError, and then nothing has changed.
    """
    if not times and reminders is None:
        raise RuleError(texts.NOTHING_NAMED)
    snapshot = await change_before_start(tx, asker, chosen, "times")
    before = snapshot.competition
    read = {deadline: _read(tx, before, deadline, text) for deadline, text in times.items()}
    settings = _change(before.settings, read, reminders)
    after = replace(before, settings=settings)
    await update_competition(tx, after)
    await correct_opening(tx, after)
    await _tell_captains(tx, snapshot, after)
    await record_change(tx, asker, after, "schedule set", **{_fact_of(deadline): at for deadline, at in read.items()})
    return _describe(after, tx.now, may_set=True)


async def _tell_captains(tx: Transaction, snapshot: Snapshot, after: Competition) -> None:
    """Call the captains whom new times concern: when registration closes concerns those not complete yet."""
    old, new = find_times(snapshot.competition.settings), find_times(after.settings)
    moved = {deadline: at for deadline, at in new.items() if at != old[deadline]}
    for_all = {deadline: at for deadline, at in moved.items() if deadline is not Deadline.REGISTRATION}
    subject = f"times:{after.revision}"
    if for_all:
        await call_captains(tx, snapshot, list_registered(snapshot), subject, texts.moved(after, for_all))
    if moved:
        await call_captains(tx, snapshot, list_forming(snapshot), f"{subject}:forming", texts.moved(after, moved))


def find_times(settings: CompetitionSettings) -> dict[Deadline, datetime | None]:
    """The time of each deadline, whether or not it lies ahead."""
    return {
        Deadline.REGISTRATION: settings.registration_closes_at,
        Deadline.ROSTER_LOCK: settings.roster_lock_at,
        Deadline.CHECK_IN: settings.schedule.check_in_opens_at,
        Deadline.START: settings.schedule.starts_at,
    }


def read_durations(text: str) -> tuple[int, ...]:
    """Durations such as `24h 1h 15m` in seconds, the longest first; `none` is none. Raises RuleError."""
    words = text.lower().replace(",", " ").split()
    if words == [NONE]:
        return ()
    found = [_DURATION.fullmatch(word) for word in words]
    if not words or None in found:
        raise RuleError(texts.BAD_REMINDERS)
    return tuple(sorted((int(match[1]) * UNIT_SECONDS[match[2]] for match in found if match), reverse=True))


def _read(tx: Transaction, competition: Competition, deadline: Deadline, text: str) -> datetime | None:
    if text.strip().lower() == NONE:
        if deadline is Deadline.ROSTER_LOCK:
            raise RuleError(texts.LOCK_NEEDED)
        return None
    try:
        at = read_wall_time(text, competition.settings.time_zone)
    except RuleError as error:
        raise RuleError(texts.unread_time(deadline, error.sentence)) from None
    if at <= tx.now:
        raise RuleError(texts.has_passed(texts.NAMES[deadline], at))
    return at


def _change(
    settings: CompetitionSettings, read: Mapping[Deadline, datetime | None], reminders: str | None
) -> CompetitionSettings:
    """The settings with the new times, all at once, so that only the result has to be possible."""
    schedule = settings.schedule
    return replace(
        settings,
        registration_closes_at=read.get(Deadline.REGISTRATION, settings.registration_closes_at),
        roster_lock_at=read.get(Deadline.ROSTER_LOCK) or settings.roster_lock_at,
        schedule=replace(
            schedule,
            check_in_opens_at=read.get(Deadline.CHECK_IN, schedule.check_in_opens_at),
            starts_at=read.get(Deadline.START, schedule.starts_at),
            reminder_seconds=schedule.reminder_seconds if reminders is None else read_durations(reminders),
        ),
    )


def _describe(competition: Competition, now: datetime, *, may_set: bool) -> Times:
    settings = competition.settings
    ahead = (reminder for reminder in plan_reminders(settings, competition.state) if reminder.due_at > now)
    return Times(competition, find_times(settings), tuple(sorted(ahead, key=lambda reminder: reminder.due_at)), may_set)


def _fact_of(deadline: Deadline) -> str:
    return deadline.replace(" ", "_").replace("-", "_")
