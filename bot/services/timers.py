"""The minute of a timed round (G48, G93; ruling 44): its end calls whoever started it, by a message of its own.

The end is a job, so it comes after a restart too, and follows the official clock.
"""

from datetime import timedelta

from bot.db.engine import Transaction
from bot.db.jobs import Job, end_job, insert_job
from bot.db.snapshot import Player, Snapshot
from bot.db.stations import find_timer, insert_timer, stop_timer
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, is_director, record_change, require_staff
from bot.services.desk import open_for_scores
from bot.services.ids import read_id
from bot.services.lookup import find_player
from bot.services.stations import require_round
from bot.ui.facts.desk import TimerStarted
from bot.ui.message import Message
from bot.ui.station_view import enter_button
from bot.ui.texts import desk as desk_texts
from bot.ui.texts import stations as texts
from core.errors import Conflict, NotAllowed, RuleError
from core.scoring.event import get_event, get_events

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
    """Start the clock of an event's round, now. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    event = open_for_scores(snapshot, asker, event_key)
    if event.round_seconds is None:
        raise RuleError(texts.not_timed(event, [one for one in get_events().values() if one.round_seconds]))
    player, at = _find_round(snapshot, event_key, named, number)
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


def _find_round(
    snapshot: Snapshot, event_key: str, named: str | None, number: str | None
) -> tuple[Player | None, int | None]:
    if named is None or number is None:
        return None, None
    if number not in map(str, range(1, get_event(event_key).rounds + 1)):
        raise RuleError(desk_texts.NO_SUCH_ROUND)
    player = find_player(snapshot, named)
    require_round(snapshot, event_key, player, int(number))
    return player, int(number)


def _subject(timer_id: int | str) -> str:
    return f"timer:{timer_id}"
