"""An event ends: what is missing is named with what it counts as, and the ranking is announced and final from then on.

Afterwards nobody enters or takes back a score of the event; a director corrects, with a reason, and everybody reads of
it. A director can open the event again.
"""

from dataclasses import replace
from typing import Any

from bot.db.closings import insert_closing
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Closing, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.access import (
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.cards import list_disputed, view_cards
from bot.services.drafts import fingerprint, keep_draft, take_draft
from bot.services.facilitators import require_event_manager
from bot.services.live import refresh_all
from bot.services.progress import find_progress
from bot.services.results import build_games, name_everybody
from bot.services.rounds import open_event
from bot.services.standings import StandingsAsked, draw_list_message, standings_of
from bot.ui.facts.cards import CardState
from bot.ui.facts.events import ClosingAsked, ClosingPreview, EventClosed, EventReopened
from bot.ui.facts.progress import Stage
from bot.ui.message import Message
from bot.ui.texts import closing as texts
from bot.ui.texts.events import not_exportable
from core.cards import LAYOUTS
from core.competition import State
from core.errors import Conflict, RuleError
from core.scoring.event import Event, get_rounds_event
from core.scoring.faults import Faults
from core.scoring.ranking import Ranking
from core.scoring.standings import get_contest


async def preview_closing(tx: Transaction, asker: Asker, chosen: str | None, event_key: str) -> ClosingAsked:
    """Show what is missing of an event and how it would end. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    return await _ask(tx, asker, await _preview(tx, asker, snapshot, event_key))


async def confirm_closing(
    tx: Transaction, asker: Asker, chosen: str | None, draft_id: str
) -> EventClosed | ClosingAsked:
    """Close an event as it was shown; if something has come in since, show it anew.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.CLOSING, draft_id)
    preview = await _preview(tx, asker, snapshot, draft["event"])
    if _mark(preview) != draft["mark"]:
        return replace(await _ask(tx, asker, preview), is_anew=True)
    return await _close(tx, asker, preview)


async def reopen_event(tx: Transaction, asker: Asker, chosen: str | None, event_key: str, reason: str) -> EventReopened:
    """Let a closed event take scores again. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    event = _find_event(snapshot, event_key)
    if event_key not in snapshot.closed:
        raise RuleError(texts.is_not_closed(event))
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    row_id = await insert_closing(
        tx.connection, competition.id, event_key, asker.user_id, tx.now, closing=None, reason=reason.strip()
    )
    closed = {key: closing for key, closing in snapshot.closed.items() if key != event_key}
    done = EventReopened(replace(snapshot, closed=closed), event, reason.strip())
    await record_change(tx, asker, competition, "event reopen", event=event_key)
    notice = Message(texts.reopening_announced(done))
    await enqueue_notice(tx, competition.id, f"closing:{row_id}", notice, channel_id=competition.channels.announcements)
    await refresh_all(tx, competition)
    return done


async def _preview(tx: Transaction, asker: Asker, snapshot: Snapshot, event_key: str) -> ClosingPreview:
    """What the event would end as. Raises NotAllowed, RuleError or Conflict where it cannot."""
    require_staff(asker, snapshot.competition)
    event = _find_event(snapshot, event_key)
    require_event_manager(asker, snapshot, event_key)
    if event_key in snapshot.closed:
        raise Conflict(texts.is_closed_already(event, snapshot.closed[event_key].closed_at))
    if disputed := list_disputed(snapshot, event_key):
        raise Conflict(texts.disputed(event, [team.name for team in disputed]))
    progress = find_progress(snapshot, event)
    if progress.stage is Stage.TO_COME:
        raise RuleError(texts.nothing_entered(event))
    if event.entry is None and progress.missing:
        raise RuleError(texts.still_playing(progress))
    if undecided := find_undecided(snapshot, event):
        raise RuleError(not_exportable(undecided))
    may_wait = progress.missing and event_key in LAYOUTS
    cards = await view_cards(tx, snapshot, get_rounds_event(event_key)) if may_wait else ()
    waiting = [card for card in cards if card.state is CardState.WAITING]
    half_written = tuple(card.team.name for card in waiting if card.comparison.half_written)
    return ClosingPreview(snapshot, progress, standings_of(snapshot).events[event_key], half_written)


def find_undecided(snapshot: Snapshot, event: Event[Any]) -> tuple[str, ...]:
    """Why the results alone do not rank everybody: equal golf cards need the stroke index (G120)."""
    games = build_games(snapshot, only=event.key)
    contest = get_contest(games, event.key)
    faults = Faults()
    event.read_results(event.write_results(games.results[event.key], contest), (event.key,), contest, faults)
    return tuple(faults.lines)


def _find_event(snapshot: Snapshot, event_key: str) -> Event[Any]:
    event = open_event(snapshot, event_key, or_closed=True)
    if snapshot.competition.state is not State.RUNNING:
        raise RuleError(texts.not_running(snapshot.competition.state))
    return event


async def _ask(tx: Transaction, asker: Asker, preview: ClosingPreview) -> ClosingAsked:
    draft = {"event": preview.event.key, "mark": _mark(preview)}
    return ClosingAsked(preview, await keep_draft(tx, asker, preview.snapshot, DraftPurpose.CLOSING, draft))


def _mark(preview: ClosingPreview) -> str:
    """Tells two previews apart by what is missing and by the whole ranking, and holds nothing of it."""
    return fingerprint(repr((preview.progress.missing, preview.half_written, preview.ranking)))


async def _close(tx: Transaction, asker: Asker, preview: ClosingPreview) -> EventClosed:
    snapshot, event = preview.snapshot, preview.event
    competition = snapshot.competition
    closing = _note_standings(tx, snapshot)
    row_id = await insert_closing(tx.connection, competition.id, event.key, asker.user_id, tx.now, closing=closing)
    after = replace(snapshot, closed={**snapshot.closed, event.key: closing})
    done = EventClosed(after, event, preview.ranking)
    await record_change(tx, asker, competition, "event close", event=event.key)
    await _announce(tx, done, row_id)
    await refresh_all(tx, competition)
    return done


def _note_standings(tx: Transaction, snapshot: Snapshot) -> Closing:
    """How everybody stands now, by id: later it is shown how far they have moved since."""
    names, standings = name_everybody(snapshot), standings_of(snapshot)

    def list_ranks(known: dict[int, str], ranking: Ranking) -> dict[int, int]:
        ranks = {row.name: row.rank for row in ranking.rows if row.rank is not None}
        return {id_: ranks[name] for id_, name in known.items() if name in ranks}

    return Closing(
        tx.now,
        list_ranks({**names.teams}, standings.teams.ranking),
        list_ranks({**names.players}, standings.players.ranking),
    )


async def _announce(tx: Transaction, done: EventClosed, row_id: int) -> None:
    """The final ranking, teams and players, as text and pictures."""
    competition, event = done.snapshot.competition, done.event
    lists = [False] if done.ranking.players is None else [False, True]
    for is_players in lists:
        heading = "" if is_players else f"{texts.announced(done)}\n"
        drawn = draw_list_message(done.snapshot, StandingsAsked(event.key, is_players), heading)
        subject = f"closing:{row_id}:{'players' if is_players else 'teams'}"
        channel_id = competition.channels.announcements
        await enqueue_notice(tx, competition.id, subject, drawn, channel_id=channel_id)
