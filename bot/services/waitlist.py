"""The waiting list: who gets a place that has become free, and until when it can be taken (ruling 82)."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.db.competitions import load_snapshot
from bot.db.engine import Transaction
from bot.db.jobs import insert_job
from bot.db.payments import load_paid
from bot.db.rosters import update_team
from bot.db.snapshot import Competition, Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, record_change
from bot.services.ejections import ejections_of
from bot.services.lookup import choose_team
from bot.ui.facts.teams import PlaceTaken
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import waitlist as texts
from core.competition import REGISTRATION
from core.eligibility import find_place
from core.errors import RuleError

TAKE, GIVE_UP = "place-take", "team-withdraw"
JOB_KIND = "place"
CONFIRM_WITHIN = timedelta(hours=24)
CONFIRM_AT_LEAST = timedelta(hours=1)  # also where the rosters lock sooner


def choose_status(snapshot: Snapshot) -> TeamStatus:
    """How a team stands that registers now (D1, D6, rulings 82 and 83).

    Whoever comes while others wait for a place waits behind them, also where one has just become free.
    """
    if snapshot.waiting():
        return TeamStatus.WAITLISTED
    return TeamStatus(find_place(snapshot.competition.settings, count_places_taken(snapshot)).value)


def count_places_taken(snapshot: Snapshot) -> int:
    """How many teams hold a place now: neither withdrawn nor ejected."""
    return snapshot.count_places_taken(ejections_of(snapshot).teams)


def count_too_many(snapshot: Snapshot) -> int:
    """How many more places are taken or offered than there are, since a team is back whose place was given."""
    capacity = snapshot.competition.settings.capacity
    if capacity is None or snapshot.competition.state not in REGISTRATION:
        return 0
    return max(0, _count_given(snapshot) - capacity)


def _count_given(snapshot: Snapshot) -> int:
    return count_places_taken(snapshot) + sum(team.offered_until is not None for team in snapshot.waiting())


def with_queue(tx: Transaction, team: Team, status: TeamStatus) -> Team:
    """The team as it registers now, with its place in the queue if it has to wait."""
    queued_at = tx.now if status is TeamStatus.WAITLISTED else None
    return replace(team, status=status, registered_at=tx.now, queued_at=queued_at)


def waiting_place(snapshot: Snapshot, team: Team) -> int | None:
    """Which number a team has on the waiting list, from 1."""
    ids = [waiting.id for waiting in snapshot.waiting()]
    return ids.index(team.id) + 1 if team.id in ids else None


async def take_place(tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None) -> PlaceTaken:
    """Take the place that is offered to a waiting team; after a draw, staff are told to draw again.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition, team = snapshot.competition, choose_team(snapshot, asker, named_team)
    if team.status is not TeamStatus.WAITLISTED:
        raise RuleError(texts.not_waiting(team))
    if competition.state not in REGISTRATION:
        raise RuleError(texts.no_place_any_more(team, competition))
    if team.offered_until is None or team.offered_until <= tx.now:
        raise RuleError(texts.no_place_yet(team, waiting_place(snapshot, team) or 0))
    paid = (await load_paid(tx, competition.id)).get(team.id, 0)
    has_paid = paid >= competition.settings.fee_cents
    status = TeamStatus(find_place(replace(competition.settings, capacity=None), 0, is_fee_recorded=has_paid).value)
    await update_team(tx, team.id, status=status, queued_at=None, offered_until=None)
    await record_change(tx, asker, competition, "place take", team=team.id, status=status)
    if snapshot.seeds:
        note, subject = Message(texts.draw_again(team)), f"place:{team.id}:drawn:{competition.revision}"
        await enqueue_notice(tx, competition.id, subject, note, channel_id=competition.channels.staff)
    taken = replace(team, status=status, queued_at=None, offered_until=None)
    return PlaceTaken(competition, taken, is_drawn=bool(snapshot.seeds))


async def offer_free_places(tx: Transaction, competition: Competition) -> None:
    """Offer each free place to the next team that waits; call it after whatever may have freed one."""
    if competition.state not in REGISTRATION:
        return
    snapshot = await load_snapshot(tx.connection, competition)
    waiting, capacity = snapshot.waiting(), competition.settings.capacity
    free = len(waiting) if capacity is None else max(0, capacity - _count_given(snapshot))
    for team in [team for team in waiting if team.offered_until is None][:free]:
        offered_until = _choose_deadline(tx.now, competition)
        await update_team(tx, team.id, offered_until=offered_until)
        subject = f"place:{team.id}:{int(offered_until.timestamp())}"
        await insert_job(tx, competition.id, JOB_KIND, subject, offered_until)
        await _tell_offer(tx, competition, team, offered_until)


async def expire_offers(tx: Transaction, competition: Competition) -> None:
    """Pass on the places that were not taken in time; who missed one goes to the end of the queue."""
    snapshot = await load_snapshot(tx.connection, competition)
    for team in snapshot.waiting():
        if team.offered_until is not None and team.offered_until <= tx.now:
            await update_team(tx, team.id, queued_at=tx.now, offered_until=None)
            await _write(
                tx, competition, team, f"place:{team.id}:missed:{competition.revision}", texts.missed(team), ()
            )
    await offer_free_places(tx, competition)


def _choose_deadline(now: datetime, competition: Competition) -> datetime:
    return max(now + CONFIRM_AT_LEAST, min(now + CONFIRM_WITHIN, competition.settings.roster_lock_at))


async def _tell_offer(tx: Transaction, competition: Competition, team: Team, offered_until: datetime) -> None:
    buttons = (
        Button(texts.TAKE_PLACE, custom_id(TAKE, competition.id, team.id), "success"),
        Button(texts.GIVE_UP, custom_id(GIVE_UP, competition.id, team.id)),
    )
    text = texts.offered(team, competition, offered_until)
    await _write(tx, competition, team, f"place:{team.id}:offered:{competition.revision}", text, buttons)


async def _write(
    tx: Transaction, competition: Competition, team: Team, subject: str, text: str, buttons: tuple[Button, ...]
) -> None:
    """To the captain, in the captains' channel; staff are told of a captain without an account."""
    channels = competition.channels
    message = Message(text, buttons, user_mentions=(team.captain_id,) if team.captain_id is not None else ())
    channel_id = channels.captains if team.captain_id is not None else channels.staff
    await enqueue_notice(tx, competition.id, subject, message, channel_id=channel_id)
