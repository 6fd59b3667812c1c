"""The official clock: starts that are announced, captains who are called, and teams that forfeit because they are late.

G7-G9, D7; rulings 10, 11, 13, 14, 64.
"""

import re
from datetime import datetime
from typing import Any

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.jobs import Job, insert_job
from bot.db.punctuality import AnnouncedStart, insert_start, load_starts
from bot.db.snapshot import FORFEITED, Player, Snapshot, Team
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change, require_staff
from bot.services.captain_notices import call_captains, list_registered
from bot.services.cards import list_lines, plays_in
from bot.services.drafts import keep_draft, take_draft
from bot.services.facilitators import require_may_score
from bot.services.ids import read_id
from bot.services.jobs import is_late
from bot.services.live import append_sheets
from bot.services.lookup import find_team
from bot.services.rounds import open_event, require_running
from bot.ui.facts.punctuality import ClockView, Forfeited, ForfeitPreview, RoundStart, StartSet
from bot.ui.message import Message
from bot.ui.texts import punctuality as texts
from bot.ui.texts import scores as score_texts
from core.competition import Kind, State
from core.errors import NotFound, RuleError
from core.punctuality import Call, OfficialStart, find_first_start
from core.scoring.event import RoundsEvent, get_rounds_event, has_rounds
from core.wall_time import get_zone, read_wall_time

JOB_KIND = "start"
_HOUR_AND_MINUTE = re.compile(r"[0-9]{1,2}:[0-9]{2}")


async def show_clock(tx: Transaction, asker: Asker, chosen: str | None) -> ClockView:
    """The official time, and what begins when. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    starts = await load_starts(tx.connection, snapshot.competition.id)
    first = find_first_start(snapshot.competition.settings)
    return ClockView(snapshot, tx.now, first, tuple(_to_round(snapshot, start) for start in starts))


async def set_start(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, number: int, text: str
) -> StartSet:
    """Announce the official start of a round; a later announcement moves it. Raises NotFound, NotAllowed, RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    event = _open(asker, snapshot, event_key, number)
    is_now = text.strip().casefold() == texts.NOW
    starts_at = tx.now.replace(microsecond=0) if is_now else _read_time(tx.now, snapshot, text)
    if not is_now and starts_at < tx.now:
        raise RuleError(texts.has_passed(starts_at))
    competition = snapshot.competition
    start_id = await insert_start(tx, competition.id, event.key, number, starts_at, asker.user_id)
    await record_change(tx, asker, competition, "clock start", event=event.key, round=number, starts_at=starts_at)
    announced = _to_round(snapshot, AnnouncedStart(start_id, event.key, number, starts_at))
    done = StartSet(snapshot, announced, is_now)
    for call, due_at in announced.start.list_calls():
        await insert_job(tx, competition.id, JOB_KIND, _subject(start_id, call), due_at)
    if not is_now:
        teams = [team for team in list_registered(snapshot) if plays_in(snapshot, team, event.key)]
        await call_captains(tx, snapshot, teams, f"start:{start_id}", texts.announced(done))
    return done


async def call_start(tx: Transaction, snapshot: Snapshot, job: Job) -> None:
    """The work of a call; nothing where the start was moved, the event ended, or the call comes too late."""
    start_id, call = _read_subject(job.subject)
    starts = await load_starts(tx.connection, snapshot.competition.id)
    start = next((each for each in starts if each.id == start_id), None)
    competition = snapshot.competition
    if (
        start is None
        or competition.state is not State.RUNNING
        or start.event in (*snapshot.closed, *snapshot.cancelled)
    ):
        return
    if is_late(job, tx.now):
        return
    round_start = _to_round(snapshot, start)
    text = texts.called(round_start, call)
    if call is Call.START:
        teams = [team for team in list_registered(snapshot) if plays_in(snapshot, team, start.event)]
        await call_captains(tx, snapshot, teams, job.subject, text)
        return
    await enqueue_notice(tx, competition.id, job.subject, Message(text), channel_id=competition.channels.captains)


async def preview_forfeit(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, number: int, named: str
) -> ForfeitPreview:
    """Say what a late team would forfeit; nothing is recorded yet. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    event = _open(asker, snapshot, event_key, number)
    team = find_team(snapshot, named)
    late_for = await _require_late(tx, snapshot, event, number, team)
    value = {"event": event.key, "round": number, "team": team.id}
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.FORFEIT, value)
    players = _list_players(snapshot, event, number, team)
    return ForfeitPreview(snapshot, team, players, late_for, tx.now, draft_id)


async def record_forfeit(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> Forfeited:
    """Record the forfeit that was shown: 0 in that round for every player, in golf no card (ruling 13).

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.FORFEIT, draft_id)
    number, team = draft["round"], snapshot.teams[draft["team"]]
    event = _open(asker, snapshot, draft["event"], number)
    late_for = await _require_late(tx, snapshot, event, number, team)
    players = _list_players(snapshot, event, number, team)
    nothing = FORFEITED if event.scored == "team" else event.entry.write(event.entry.parse("0"))
    keys = [line for line in list_lines(snapshot, event, team) if line.round == number]
    after, sheets = await append_sheets(tx, asker, snapshot, [(key, nothing, texts.FORFEIT_REASON) for key in keys])
    sheet_ids = [sheet.id for sheet in sheets]
    await record_change(
        tx, asker, snapshot.competition, "clock forfeit", event=event.key, round=number, team=team.id, sheets=sheet_ids
    )
    done = Forfeited(after, team, players, late_for)
    subject = f"forfeit:{team.id}:{snapshot.competition.revision}"
    await call_captains(tx, snapshot, [team], subject, texts.told(done))
    return done


def _open(asker: Asker, snapshot: Snapshot, event_key: str, number: int) -> RoundsEvent[Any]:
    """An event whose rounds have a start. Raises NotFound, NotAllowed or RuleError."""
    require_staff(asker, snapshot.competition)
    if snapshot.competition.settings.kind is Kind.GETAWAY:
        require_may_score(asker, snapshot, event_key)
    event = open_event(snapshot, event_key)
    require_running(snapshot)
    if not has_rounds(event):
        raise RuleError(texts.begins_with_first_hand(event))
    if not 1 <= number <= event.rounds:
        raise RuleError(score_texts.no_such_round(event, number))
    return event


async def _require_late(
    tx: Transaction, snapshot: Snapshot, event: RoundsEvent[Any], number: int, team: Team
) -> RoundStart:
    """For what a team is late. Raises NotFound or RuleError where it is not, or has played."""
    starts = await load_starts(tx.connection, snapshot.competition.id)
    start = next((each for each in starts if (each.event, each.round) == (event.key, number)), None)
    if start is None:
        raise NotFound(texts.no_start(event, number))
    if not plays_in(snapshot, team, event.key):
        raise RuleError(texts.is_out(team, event))
    late_for = _to_round(snapshot, start)
    if snapshot.has_forfeited(team.id, event.key):
        raise RuleError(texts.has_forfeited(team, late_for))
    if not late_for.start.is_late(tx.now):
        raise RuleError(texts.not_late(team, late_for, tx.now))
    lines = [line for line in list_lines(snapshot, event, team) if line.round == number]
    sheets = (snapshot.sheets.get(line) for line in lines)
    if any(sheet is not None and sheet.value is not None for sheet in sheets):
        raise RuleError(texts.has_score(team, late_for))
    return late_for


def _list_players(snapshot: Snapshot, event: RoundsEvent[Any], number: int, team: Team) -> tuple[Player, ...]:
    """The players whose round is forfeited; none in golf, where the team has a card."""
    lines = [line for line in list_lines(snapshot, event, team) if line.round == number]
    return tuple(snapshot.players[line.player_id] for line in lines if line.player_id is not None)


def _to_round(snapshot: Snapshot, start: AnnouncedStart) -> RoundStart:
    official = OfficialStart(start.starts_at, snapshot.competition.settings.grace_seconds)
    return RoundStart(get_rounds_event(start.event), start.round, official)


def _read_time(now: datetime, snapshot: Snapshot, text: str) -> datetime:
    """A time of today, or with its day, by the competition's clocks. Raises RuleError."""
    zone = snapshot.competition.settings.time_zone
    typed = text.strip()
    if _HOUR_AND_MINUTE.fullmatch(typed):
        today = now.astimezone(get_zone(zone)).date()
        return read_wall_time(f"{today} {typed.zfill(5)}", zone)
    return read_wall_time(typed, zone)


def _subject(start_id: int, call: Call) -> str:
    return f"start:{start_id}:{call.name.lower()}"


def _read_subject(subject: str) -> tuple[int, Call]:
    _, start_id, call = subject.split(":")
    return read_id(start_id), Call[call.upper()]
