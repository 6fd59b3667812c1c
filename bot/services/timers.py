"""The minute of a timed round (G48, G93; ruling 44): its end calls whoever started it, by a message of its own.

The end is a job, so it comes after a restart too, and follows the official clock.
"""

from datetime import timedelta
from typing import Any

from bot.db.engine import Transaction
from bot.db.jobs import Job, end_job, insert_job
from bot.db.snapshot import Player, Snapshot
from bot.db.stations import find_running, find_timer, insert_timer, stop_timer
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, is_director, record_change, require_staff
from bot.services.ids import read_id
from bot.services.stations import find_round_to_take, open_timed_event
from bot.ui.facts.desk import TimerStarted
from bot.ui.message import Message, OfferingConflict
from bot.ui.station_view import enter_button, stop_button
from bot.ui.texts import stations as texts
from core.errors import Conflict, NotAllowed
from core.scoring.event import Event, get_event

JOB_KIND = "timer"
LATE_AFTER = timedelta(seconds=5)


async def start_timer(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    event_key: str,
    named: str | None = None,
    number: str | None = None,
) -> TimerStarted:
    """Start the clock of an event's round, now; with nobody named it is no player's.

    Raises NotFound, NotAllowed, RuleError, or Conflict where the clock of this very round runs already.
    """
    snapshot = await change_competition(tx, asker, chosen)
    event = open_timed_event(snapshot, asker, event_key)
    assert event.round_seconds is not None, "a timed event's rounds last a time"
    player, at = None, None
    if named is not None and number is not None:
        player, at = find_round_to_take(snapshot, event, named, number)
        await _require_none_running(tx, snapshot, event, player, at)
    ends_at = tx.now + timedelta(seconds=event.round_seconds)
    competition = snapshot.competition
    timer_id = await insert_timer(
        tx, competition.id, event_key, player.id if player else None, at, asker.user_id, ends_at
    )
    await insert_job(tx, competition.id, JOB_KIND, _subject(timer_id), ends_at)
    await record_change(tx, asker, competition, "timer start", timer=timer_id, event=event_key)
    return TimerStarted(snapshot, event, timer_id, player, at, tx.now, ends_at)


async def stop_clock(tx: Transaction, asker: Asker, chosen: str | None, timer_id: str) -> str:
    """Let a clock end without a call; gives the event's key. Raises NotFound, NotAllowed or Conflict."""
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    running = await find_timer(tx, snapshot.competition.id, read_id(timer_id))
    if running is None or running.stopped_at is not None or running.ends_at <= tx.now:
        raise Conflict(texts.TIMER_GONE)
    if running.started_by != asker.user_id and not is_director(asker, snapshot.competition):
        raise NotAllowed(texts.NOT_YOURS)
    await stop_timer(tx, running.id)
    await end_job(tx, snapshot.competition.id, _subject(running.id))
    await record_change(tx, asker, snapshot.competition, "timer stop", timer=running.id, event=running.event)
    return running.event


async def call_time(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    """The work of a clock's end: a new message in the staff channel, since an edit makes no sound."""
    competition = snapshot.competition
    timer = await find_timer(tx, competition.id, read_id(job.subject.removeprefix(_subject(""))))
    if timer is None or timer.stopped_at is not None:
        return
    event, player = get_event(timer.event), snapshot.players.get(timer.player_id or 0)
    late = tx.now - timer.ends_at > LATE_AFTER
    text = texts.ended(event, player, timer.round, timer.started_by, timer.ends_at, is_late=late)
    buttons = () if player is None or timer.round is None else (enter_button(snapshot, event, player, timer.round),)
    message = Message(text, buttons, user_mentions=(timer.started_by,))
    await enqueue_notice(tx, competition.id, job.subject, message, channel_id=competition.channels.staff)


async def _require_none_running(
    tx: Transaction, snapshot: Snapshot, event: Event[Any], player: Player, number: int
) -> None:
    """Of two presses one counts: a second clock would call the end of the round twice, once too late."""
    running = await find_running(tx, snapshot.competition.id, event.key, player.id, number)
    if running is not None:
        buttons = (stop_button(snapshot, running.id), enter_button(snapshot, event, player, number))
        raise OfferingConflict(texts.runs_already(event, player, number, running.ends_at), buttons)


def _subject(timer_id: int | str) -> str:
    return f"timer:{timer_id}"
