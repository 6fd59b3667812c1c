"""What is still open in a competition that somebody wants to finish."""

from collections.abc import Iterator

from bot.db.appeals import load_appeals
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.bracket import build_from
from bot.services.brought_back import list_brought_back
from bot.services.cards import list_disputed
from bot.services.closing import find_undecided
from bot.services.conduct import list_due
from bot.services.ejections import ejections_of
from bot.services.progress import list_missing
from bot.services.results import find_holdem_missing, read_holdem
from bot.services.standings import standings_of
from bot.ui.facts.ending import DisputedCards, EventGap, LooseEnds
from core.competition import Kind
from core.scoring.bracket import Match
from core.scoring.event import get_event


async def find_loose_ends(tx: Transaction, snapshot: Snapshot) -> LooseEnds:
    """Events and matches without all their results, and decisions that a director still owes."""
    appeals = (await load_appeals(tx.connection, snapshot.competition.id)).values()
    is_games = snapshot.competition.settings.kind is Kind.GETAWAY
    return LooseEnds(
        gaps=tuple(_find_gaps(snapshot)) if is_games else (),
        matches=() if is_games else _find_open_matches(snapshot),
        undecided=list_due(snapshot),
        appeals=tuple(appeal.offence_id for appeal in appeals if appeal.is_granted is None),
        brought_back=list_brought_back(snapshot) if is_games else (),
        disputed=tuple(_find_disputed(snapshot)),
        equal=tuple(key for key in _list_open(snapshot) if _is_undecided(snapshot, key)),
    )


def _list_open(snapshot: Snapshot) -> Iterator[str]:
    for key in snapshot.competition.settings.events:
        if key not in snapshot.cancelled and key not in snapshot.closed:  # whoever closed it has seen what was missing
            yield key


def _find_disputed(snapshot: Snapshot) -> Iterator[DisputedCards]:
    for key in _list_open(snapshot):
        if teams := list_disputed(snapshot, key):
            yield DisputedCards(key, tuple(team.name for team in teams))


def _is_undecided(snapshot: Snapshot, key: str) -> bool:
    return key in standings_of(snapshot).events and bool(find_undecided(snapshot, get_event(key)))


def _find_gaps(snapshot: Snapshot) -> Iterator[EventGap]:
    for key in _list_open(snapshot):
        event = get_event(key)
        if event.entry is None:
            has_results = bool(read_holdem(snapshot).out)
            waiting = {*find_holdem_missing(snapshot, ejections_of(snapshot))}
        else:
            has_results = any(k.event == key and k.round and s.value is not None for k, s in snapshot.sheets.items())
            waiting = {entrant for entrant, _round in list_missing(snapshot, event)}
        if waiting or not has_results:
            yield EventGap(key, len(waiting), has_results)


def _find_open_matches(snapshot: Snapshot) -> tuple[Match, ...]:
    if not snapshot.seeds:
        return ()
    bracket = build_from(snapshot)
    return () if bracket.is_finished else tuple(match for match in bracket.matches if not match.is_decided)
