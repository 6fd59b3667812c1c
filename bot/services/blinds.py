"""The clock of the blinds: it goes from level to level by itself, and stands still in breaks and disputes (G135-G143).

Each level is a post of its own, since an edit makes no sound; a break edits it. The ends of levels are jobs, so they
come after a restart too. Rulings 67, 68, 78.
"""

from bot.db.blinds import insert_press, load_presses
from bot.db.engine import Transaction
from bot.db.jobs import Job, insert_job
from bot.db.snapshot import Snapshot
from bot.posts.outbox import change_notice, enqueue_notice, load_about
from bot.services.access import (
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.ejections import ejections_of
from bot.services.facilitators import require_may_score
from bot.services.holdem_order import count_starters
from bot.services.ids import read_id
from bot.services.results import find_holdem_missing, read_holdem
from bot.services.rounds import open_event, require_running
from bot.ui.blinds_view import draw_level
from bot.ui.facts.blinds import BlindsView, LevelChanged
from bot.ui.message import Message
from bot.ui.texts import blinds as texts
from core.competition import Kind, State
from core.errors import Conflict, RuleError
from core.holdem.blinds import ClockState, Level, Press, count_chips, make_level, read_clock

EVENT = "holdem"
JOB_KIND = "blinds"


async def show_blinds(tx: Transaction, asker: Asker, chosen: str | None) -> BlindsView:
    """Where the clock stands. Raises NotFound or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    _require_holdem(snapshot)
    return await _view(tx, snapshot)


async def has_started(tx: Transaction, snapshot: Snapshot) -> bool:
    """Whether the clock was started with the first hand, and not stopped since."""
    return (await _view(tx, snapshot)).state is not None


async def start_clock(tx: Transaction, asker: Asker, chosen: str | None) -> BlindsView:
    """Start with level 1, at the first hand; the chips of those who are in choose the list.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await _open(tx, asker, chosen)
    if (await _view(tx, snapshot)).state is not None:
        raise Conflict(texts.STARTED_ALREADY)
    players = count_starters(snapshot)
    if players < 2:
        raise RuleError(texts.TOO_FEW)
    return await _press(tx, asker, snapshot, Press.START, count_chips(players))


async def press_clock(
    tx: Transaction, asker: Asker, chosen: str | None, press: str, mark: str | None = None
) -> BlindsView:
    """Pause the clock or let it go on; a button's `mark` is the newest press when it was drawn.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await _open(tx, asker, chosen)
    view = await _view(tx, snapshot)
    if press not in (Press.PAUSE, Press.RESUME):
        raise RuleError(texts.UNKNOWN_PRESS)
    if view.state is None:
        raise RuleError(texts.NOT_STARTED)
    if mark is not None and mark != str(view.mark):
        raise Conflict(texts.moved_meanwhile(view))
    if view.state.is_paused is (press == Press.PAUSE):
        raise Conflict(texts.PAUSED_ALREADY if view.state.is_paused else texts.RUNS_ALREADY)
    return await _press(tx, asker, snapshot, Press(press), 0)


async def change_level(
    tx: Transaction, asker: Asker, chosen: str | None, number: int, small: int | None, minutes: int | None
) -> LevelChanged:
    """Give a level that lies ahead other blinds or another length (G172, ruling 69), and tell everybody.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    _require_holdem(snapshot)
    open_event(snapshot, EVENT)
    require_running(snapshot)
    state = (await _view(tx, snapshot)).state
    if state is None:
        raise RuleError(texts.NOT_STARTED)
    before, after = _choose_change(state, number, small, minutes)
    await insert_press(tx, snapshot.competition.id, Press.CHANGE, 0, asker.user_id, after)
    facts = {"level": number, "small": after.small, "big": after.big, "minutes": after.minutes}
    await record_change(tx, asker, snapshot.competition, "blinds change", event=EVENT, **facts)
    view = await _view(tx, snapshot)
    changed = LevelChanged(view, before, after)
    await _announce(tx, view)
    await _tell_change(tx, changed)
    await _plan_end(tx, view)
    return changed


def _choose_change(state: ClockState, number: int, small: int | None, minutes: int | None) -> tuple[Level, Level]:
    """A level before and after a change. Raises RuleError."""
    reached, last = state.level.number, len(state.levels)
    if not reached < number <= last:
        raise RuleError(texts.not_ahead(number, reached, last))
    earlier, before = state.levels[number - 2 : number]
    later = state.levels[number] if number < last else None
    if minutes is not None and later is None:
        raise RuleError(texts.holds_to_the_end(number))
    after = make_level(number, before.minutes if minutes is None else minutes, before.small if small is None else small)
    if after == before:
        raise RuleError(texts.NOTHING_CHANGED)
    if after.small < earlier.small or (later is not None and after.small > later.small):
        raise RuleError(texts.out_of_order(earlier, later))
    return before, after


async def _tell_change(tx: Transaction, changed: LevelChanged) -> None:
    competition = changed.view.snapshot.competition
    for place, channel_id in (("staff", competition.channels.staff), ("all", competition.channels.standings)):
        subject = f"blinds:change:{changed.view.mark}:{place}"
        await enqueue_notice(tx, competition.id, subject, Message(texts.changed(changed)), channel_id=channel_id)


async def stop_clock(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """Stop the clock for good, so that it can be started anew. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    _require_holdem(snapshot)
    if (await _view(tx, snapshot)).state is None:
        raise RuleError(texts.NOT_STARTED)
    await insert_press(tx, snapshot.competition.id, Press.STOP, 0, asker.user_id)
    await record_change(tx, asker, snapshot.competition, "blinds stop", event=EVENT)
    return snapshot


async def end_level(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    """The work at the end of a level: tell everybody the next one; nothing where the clock was pressed since."""
    _, mark, ended = job.subject.split(":")
    view = await _view(tx, snapshot)
    is_over = bool(read_holdem(snapshot).out) and not find_holdem_missing(snapshot, ejections_of(snapshot))
    if view.state is None or view.mark != read_id(mark) or is_over or EVENT in snapshot.closed:
        return
    if snapshot.competition.state is State.RUNNING and view.state.level.number > read_id(ended):
        await _announce(tx, view)
        await _plan_end(tx, view)


async def _press(tx: Transaction, asker: Asker, snapshot: Snapshot, press: Press, chips: int) -> BlindsView:
    await insert_press(tx, snapshot.competition.id, press, chips, asker.user_id)
    await record_change(tx, asker, snapshot.competition, f"blinds {press}", event=EVENT)
    view = await _view(tx, snapshot)
    await _announce(tx, view)
    await _plan_end(tx, view)
    return view


async def _announce(tx: Transaction, view: BlindsView) -> None:
    """A post for each level, among staff with the clock's buttons; a break, and its end, edit the level's posts."""
    assert view.state is not None, "what is announced runs"
    competition = view.snapshot.competition
    _, presses = await load_presses(tx.connection, competition.id)
    starts = sum(one.press is Press.START for one in presses)
    subject = f"blinds:{starts}:{view.state.level.number}"
    posted = {post.subject: post for post in await load_about(tx.connection, competition.id, f"{subject}:")}
    places = (("staff", competition.channels.staff, True), ("all", competition.channels.standings, False))
    for place, channel_id, is_staff in places:
        message = draw_level(view, is_staff=is_staff)
        earlier = posted.get(f"{subject}:{place}")
        if earlier is None:
            await enqueue_notice(tx, competition.id, f"{subject}:{place}", message, channel_id=channel_id)
        else:
            await change_notice(tx, earlier, message)


async def _plan_end(tx: Transaction, view: BlindsView) -> None:
    if view.state is not None and view.state.ends_at is not None:
        subject = f"blinds:{view.mark}:{view.state.level.number}"
        await insert_job(tx, view.snapshot.competition.id, JOB_KIND, subject, view.state.ends_at)


async def _view(tx: Transaction, snapshot: Snapshot) -> BlindsView:
    mark, presses = await load_presses(tx.connection, snapshot.competition.id)
    return BlindsView(snapshot, read_clock(presses, tx.now), mark)


async def _open(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    _require_holdem(snapshot)
    require_may_score(asker, snapshot, EVENT)
    open_event(snapshot, EVENT)
    require_running(snapshot)
    return snapshot


def _require_holdem(snapshot: Snapshot) -> None:
    settings = snapshot.competition.settings
    if settings.kind is not Kind.GETAWAY or EVENT not in settings.events:
        raise RuleError(texts.NO_HOLDEM)
