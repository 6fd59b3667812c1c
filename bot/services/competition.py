"""Competitions: creating them, taking them from state to state, and where they speak."""

from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy.exc import IntegrityError

from bot.db.competitions import insert_competition, list_competitions, update_competition
from bot.db.engine import Transaction
from bot.db.snapshot import Channels, Competition, Snapshot
from bot.posts.outbox import Post, enqueue_notice, load_failed, move_live
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.drawing import prepare_bracket
from bot.services.erasure import erase_when_over
from bot.services.fees import warn_of_unpaid
from bot.services.live import channel_of, refresh_all, subjects_of
from bot.services.opening import announce_step, tell_incomplete
from bot.ui.message import Message
from bot.ui.texts import access as access_texts
from bot.ui.texts import competition as texts
from bot.ui.texts import states as state_texts
from core.competition import BEFORE_START, Kind, State, Step, initial_settings, take_step
from core.errors import Conflict, NotAllowed, RuleError
from core.names import find_name_fault, name_key, tidy_name
from core.wall_time import get_zone

MOST_PER_SERVER = 100


@dataclass(frozen=True, slots=True)
class NewCompetition:
    """What a director fills in to create a competition."""

    kind: str
    name: str
    first_day: str
    last_day: str | None
    time_zone: str
    channels: Channels
    facilitator_role_id: int
    director_role_id: int | None


@dataclass(frozen=True, slots=True)
class CompetitionView:
    """A competition with what could not be delivered for it."""

    snapshot: Snapshot
    failed_posts: tuple[Post, ...]


async def change_before_start(tx: Transaction, asker: Asker, chosen: str | None, what: str) -> Snapshot:
    """A competition that its director changes until the start. Raises NotFound, NotAllowed, or RuleError later on."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    if snapshot.competition.state not in BEFORE_START:
        raise RuleError(state_texts.has_begun(snapshot.competition, what))
    return snapshot


async def create_competition(tx: Transaction, asker: Asker, new: NewCompetition) -> Competition:
    """Create a competition as a draft. Raises NotAllowed, RuleError, or Conflict for a name that is taken."""
    if not asker.has_manage_guild:
        raise NotAllowed(access_texts.MANAGER_ONLY)
    _require_own_staff_channel(new.channels)
    name = tidy_name(new.name)
    if (fault := find_name_fault(name)) is not None:
        raise RuleError(texts.bad_name(fault))
    first_day = read_day(new.first_day)
    last_day = read_day(new.last_day) if new.last_day else first_day
    if last_day < tx.now.astimezone(get_zone(new.time_zone)).date():
        raise RuleError(texts.days_gone(last_day))
    existing = await list_competitions(tx, asker.guild_id)
    if len(existing) >= MOST_PER_SERVER:
        raise RuleError(texts.TOO_MANY)
    draft = Competition(
        id=0,
        guild_id=asker.guild_id,
        revision=1,
        state=State.DRAFT,
        settings=initial_settings(_read_kind(new.kind), name, first_day, last_day, new.time_zone),
        channels=new.channels,
        facilitator_role_id=new.facilitator_role_id,
        director_role_id=new.director_role_id,
        created_by=asker.user_id,
    )
    try:
        competition = await insert_competition(tx, draft, name_key(name))
    except IntegrityError:
        raise Conflict(texts.name_taken(name)) from None
    await record_change(tx, asker, competition, "competition create")
    return competition


async def step_competition(tx: Transaction, asker: Asker, chosen: str | None, step: Step) -> Competition:
    """Take a competition to its next state, by a step that another one undoes; `ending` has those that end it.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    if step is Step.RESUME:
        await _post_that_it_goes_on(tx, snapshot.competition)
    return await change_state(tx, asker, snapshot, step)


async def change_state(tx: Transaction, asker: Asker, snapshot: Snapshot, step: Step) -> Competition:
    """Take a competition that is being changed to its next state. Raises RuleError."""
    if step is Step.OPEN_REGISTRATION:
        _require_deadline_ahead(tx, snapshot.competition)
    competition = replace(snapshot.competition, state=require_step(snapshot.competition, step))
    await announce_step(tx, competition, step)
    if step is Step.START and competition.settings.kind is Kind.DODGEBALL:
        await prepare_bracket(tx, asker, snapshot)
    if step is Step.START:
        await warn_of_unpaid(tx, snapshot)
    if step is Step.CLOSE_REGISTRATION:
        await tell_incomplete(tx, snapshot)
    await update_competition(tx, competition)
    await erase_when_over(tx, competition)
    if competition.state in (State.RUNNING, State.FINISHED):
        await refresh_all(tx, competition)
    await record_change(tx, asker, competition, f"competition {step}")
    return competition


def require_step(competition: Competition, step: Step) -> State:
    """The state after a step. Raises RuleError, which names the commands that are possible now."""
    try:
        return take_step(competition.state, step)
    except RuleError:
        raise RuleError(state_texts.step_refused(competition, step)) from None


def _require_deadline_ahead(tx: Transaction, competition: Competition) -> None:
    """Registration that is opened after its deadline would let nobody in."""
    closes_at = competition.settings.registration_closes_at
    if competition.state in BEFORE_START and closes_at is not None and closes_at <= tx.now:
        raise RuleError(state_texts.deadline_passed(competition, closes_at))


async def _post_that_it_goes_on(tx: Transaction, competition: Competition) -> None:
    require_step(competition, Step.RESUME)
    await enqueue_notice(
        tx,
        competition.id,
        f"resumed:{competition.revision}",
        Message(texts.goes_on(competition)),
        channel_id=competition.channels.announcements,
    )


async def move_channels(tx: Transaction, asker: Asker, chosen: str | None, moved: dict[str, int]) -> Competition:
    """Let a competition speak elsewhere; live messages are posted anew there.

    `moved` holds channel ids by the field names of Channels. Raises NotFound, NotAllowed, or RuleError if it is
    empty or staff would share a channel.
    """
    if not moved:
        raise RuleError(texts.NO_CHANNEL_NAMED)
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    competition = replace(snapshot.competition, channels=replace(snapshot.competition.channels, **moved))
    _require_own_staff_channel(competition.channels)
    await update_competition(tx, competition)
    for subject in subjects_of(competition):
        channel_id = channel_of(competition, subject)
        if channel_id != channel_of(snapshot.competition, subject):
            await move_live(tx, competition.id, subject, channel_id)
    await record_change(tx, asker, competition, "competition channels", **moved)
    return competition


async def show_competition(tx: Transaction, asker: Asker, chosen: str | None) -> CompetitionView:
    """A competition as directors and everybody else may see it. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    return CompetitionView(snapshot, tuple(await load_failed(tx.connection, snapshot.competition.id)))


async def check_competition(tx: Transaction, asker: Asker, chosen: str | None) -> Competition:
    """The competition whose channels are to be checked. Raises NotFound or NotAllowed."""
    competition = (await read_competition(tx, asker, chosen)).competition
    require_director(asker, competition)
    return competition


def _require_own_staff_channel(channels: Channels) -> None:
    if channels.staff in (channels.announcements, channels.standings, channels.captains):
        raise RuleError(texts.STAFF_CHANNEL_SHARED)


def _read_kind(text: str) -> Kind:
    try:
        return Kind(text)
    except ValueError:
        raise RuleError(texts.UNKNOWN_KIND) from None


def read_day(text: str) -> date:
    """A day as year-month-day. Raises RuleError."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise RuleError(texts.bad_day(text)) from None
