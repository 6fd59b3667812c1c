"""One round or card: what was typed, whose it is, and the revision that comes of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.db.engine import Transaction
from bot.db.snapshot import SheetKey, Snapshot
from bot.services.access import Asker, is_director, record_change
from bot.services.ejections import require_takes_part
from bot.services.live import append_sheet
from bot.services.lookup import find_player, find_team
from bot.services.results import build_unplayed, name_everybody, read_results, read_round
from bot.ui.facts.scores import RoundEntered
from bot.ui.texts import scores as texts
from core.cards import choose_fuller
from core.competition import Kind, State
from core.errors import RuleError
from core.scoring.event import Event, RoundEntry, RoundsEvent, get_event, has_rounds
from core.scoring.games import Round
from core.scoring.ranking import Row
from core.scoring.standings import get_contest


@dataclass(frozen=True, slots=True)
class TypedRound:
    """What a facilitator filled in: whose, which round, and either the short notation or every labelled count."""

    event: str
    entrant: str
    round: int
    text: str | None = None
    counts: tuple[int | None, ...] | None = None
    """None stands for one that was left blank."""


def find_standing(snapshot: Snapshot, event: Event[Any], key: SheetKey) -> Row:
    """Where a sheet's player or team stands in its event."""
    names = name_everybody(snapshot)
    rank = event.rank_teams if key.player_id is None else event.rank_players
    ranking = rank(read_results(snapshot, event) or {}, get_contest(build_unplayed(snapshot), event.key))
    name = names.teams[key.team_id or 0] if key.player_id is None else names.players[key.player_id]
    row = ranking.find(name) if ranking is not None else None
    assert row is not None, "whoever has a sheet takes part"
    return row


def understand_round(asker: Asker, snapshot: Snapshot, typed: TypedRound) -> tuple[RoundsEvent[Any], SheetKey, Round]:
    """Whose new round it is, and what it holds. Raises NotFound or RuleError."""
    require_running(snapshot)
    event = require_rounds(open_event(snapshot, typed.event))
    return event, find_key(asker, snapshot, event, typed), read_typed(event, typed)


def find_key(asker: Asker, snapshot: Snapshot, event: RoundsEvent[Any], typed: TypedRound) -> SheetKey:
    """Which round of whom is meant. Raises NotFound or RuleError."""
    if not 1 <= typed.round <= event.rounds:
        raise RuleError(texts.no_such_round(event, typed.round))
    if event.scored == "team":
        key = SheetKey(event.key, find_team(snapshot, typed.entrant).id, None, typed.round)
    else:
        key = SheetKey(event.key, None, find_player(snapshot, typed.entrant).id, typed.round)
    require_takes_part(snapshot, key, by_director=is_director(asker, snapshot.competition))
    return key


def read_typed(event: RoundsEvent[Any], typed: TypedRound) -> Round:
    """The round from the short notation or from the counts; where both are given, they have to agree."""
    entry, text = event.entry, (typed.text or "").strip()
    counted = None if typed.counts is None else entry.from_counts(_fill_in(entry, typed.counts))
    if not text:
        if counted is None:
            raise RuleError(texts.nothing_typed(event))
        return counted
    parsed = entry.parse(text[: texts.LONGEST_TYPED])
    if counted is None:
        return parsed
    if not parsed.fits(counted):
        raise RuleError(texts.two_results(event, parsed, counted))
    return choose_fuller(parsed, counted)


def _fill_in(entry: RoundEntry, counts: Sequence[int | None]) -> Sequence[int]:
    """Blank is 0 where there can be none of it. Raises RuleError where there cannot, as at a hole of golf."""
    pairs = list(zip(entry.counts, counts, strict=True))
    missing = [count.label for count, number in pairs if number is None and count.lowest > 0]
    if missing:
        raise RuleError(texts.counts_missing(entry, missing))
    return [number or 0 for number in counts]


def open_event(snapshot: Snapshot, event_key: str, *, or_closed: bool = False) -> Event[Any]:
    """An event of this competition that takes scores, or with `or_closed` corrections. Raises NotFound or RuleError."""
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.NOT_GAMES)
    event = get_event(event_key)
    if event_key not in snapshot.competition.settings.events:
        raise RuleError(texts.not_in_edition(event))
    if event_key in snapshot.cancelled:
        raise RuleError(texts.is_cancelled(event))
    if event_key in snapshot.closed and not or_closed:
        raise RuleError(texts.is_closed(event))
    return event


def require_rounds(event: Event[Any]) -> RoundsEvent[Any]:
    """The event, if it is entered by rounds. Raises RuleError."""
    if not has_rounds(event):
        raise RuleError(texts.no_rounds(event))
    return event


def is_final(snapshot: Snapshot, event_key: str) -> bool:
    """Whether an event's ranking is out: it is closed, or the competition is over; then only directors correct it."""
    return event_key in snapshot.closed or snapshot.competition.state is State.FINISHED


def require_running(snapshot: Snapshot, *, or_finished: bool = False) -> None:
    """Raise RuleError while no scores are taken; with `or_finished`, corrections of a finished one are."""
    state = snapshot.competition.state
    if state is not State.RUNNING and not (or_finished and state is State.FINISHED):
        raise RuleError(texts.not_running(state))


def name_entrant(snapshot: Snapshot, key: SheetKey) -> str:
    """Whose sheet it is."""
    if key.player_id is not None:
        return snapshot.players[key.player_id].name
    return snapshot.teams[key.team_id or 0].name


def name_team_of(snapshot: Snapshot, key: SheetKey) -> str | None:
    """The team of the player whose sheet it is; None where it is the team's own."""
    player = snapshot.players.get(key.player_id or 0)
    return snapshot.teams[player.team_id].name if player else None


async def enter_round(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    event: RoundsEvent[Any],
    key: SheetKey,
    entered: Round,
    reason: str | None,
) -> RoundEntered:
    """Add a round or card as the newest revision, and say what came of it."""
    before = snapshot.sheets.get(key)
    after, sheet = await append_sheet(tx, asker, snapshot, key, event.entry.write(entered), reason)
    action = "score submit" if before is None or before.value is None else "score correct"
    await record_change(tx, asker, snapshot.competition, action, sheet=sheet.id)
    return RoundEntered(
        snapshot=after,
        sheet=sheet,
        event=event,
        entrant=name_entrant(snapshot, key),
        team=name_team_of(snapshot, key),
        entered=entered,
        standing=find_standing(after, event, key),
        replaced=read_round(event, before.value) if before is not None and before.value is not None else None,
    )
