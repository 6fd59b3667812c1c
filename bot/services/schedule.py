"""Moving a competition to other days: the lock moves along, and everybody's age is checked again."""

from dataclasses import replace
from datetime import date

from bot.db.competitions import update_competition
from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, record_change
from bot.services.competition import change_before_start, read_day
from bot.services.eligibility import find_too_young
from bot.services.opening import correct_opening
from bot.ui.facts.eligibility import Moved
from bot.ui.message import Message
from bot.ui.texts import eligibility as texts
from core.competition import reschedule
from core.errors import RuleError


async def move_competition(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    first_day: str,
    last_day: str | None = None,
    time_zone: str | None = None,
) -> Moved:
    """Let a competition take place on other days; it stays as long as it was unless a last day is given.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_before_start(tx, asker, chosen, "days")
    before = snapshot.competition
    first = read_day(first_day)
    last = read_day(last_day) if last_day else _keep_length(before.settings.first_day, before.settings.last_day, first)
    settings = reschedule(before.settings, first, last, time_zone)
    if settings == before.settings:
        raise RuleError(texts.SAME_DAYS)
    after = replace(before, settings=settings)
    await update_competition(tx, after)
    await correct_opening(tx, after)
    is_locked = tx.now >= settings.roster_lock_at
    too_young = await find_too_young(tx, snapshot, settings)
    moved = Moved(before, after, tuple((player, snapshot.teams[player.team_id]) for player in too_young), is_locked)
    await record_change(
        tx, asker, after, "competition move", first_day=first.isoformat(), last_day=last.isoformat(),
        time_zone=settings.time_zone,
    )  # fmt: skip
    await _tell(tx, snapshot, moved)
    return moved


def _keep_length(first_day: date, last_day: date, new_first_day: date) -> date:
    try:
        return new_first_day + (last_day - first_day)
    except OverflowError:
        return new_first_day  # the settings refuse a year so far away


async def _tell(tx: Transaction, snapshot: Snapshot, moved: Moved) -> None:
    competition = moved.after
    subject = f"moved:{competition.revision}"
    if snapshot.teams:
        public = Message(texts.moved_publicly(moved))
        await enqueue_notice(tx, competition.id, subject, public, channel_id=competition.channels.announcements)
    fallen: dict[int, list[Player]] = {}
    for player, team in moved.too_young:
        fallen.setdefault(team.id, []).append(player)
    for team_id, players in fallen.items():
        team = snapshot.teams[team_id]
        mentions = (team.captain_id,) if team.captain_id is not None else ()
        notice = Message(texts.fell_out(moved, team, players), user_mentions=mentions)
        await enqueue_notice(
            tx, competition.id, f"{subject}:{team_id}", notice, channel_id=competition.channels.captains
        )
