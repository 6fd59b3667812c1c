"""Who came back into an event that was over, since an ejection was lifted afterwards.

The ranking of such an event stays, and whoever is back counts as not having played until somebody corrects it.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.db.snapshot import Snapshot
from bot.services.progress import list_missing
from bot.services.results import find_holdem_returned, name_everybody
from bot.ui.facts.conduct import BroughtBack
from core.scoring.event import get_event


def list_brought_back(snapshot: Snapshot) -> tuple[BroughtBack, ...]:
    """By event in playing order: the players, or teams that keep a card, of whom something is missing so."""
    found: list[BroughtBack] = []
    names = name_everybody(snapshot)
    for key in snapshot.competition.settings.events:
        if key in snapshot.cancelled:
            continue
        known = names.teams if get_event(key).scored == "team" else names.players
        found += [BroughtBack(key, known[id_]) for id_ in dict.fromkeys(_find(snapshot, key))]
    return tuple(found)


def find_brought_back(before: Snapshot, after: Snapshot) -> tuple[BroughtBack, ...]:
    """Who is back since a change of the offences."""
    known = list_brought_back(before)
    return tuple(one for one in list_brought_back(after) if one not in known)


def _find(snapshot: Snapshot, key: str) -> Iterator[int]:
    event = get_event(key)
    if event.entry is None:
        yield from find_holdem_returned(snapshot)
    elif key in snapshot.closed:
        before = {*list_missing(_without_lifts_since(snapshot, snapshot.closed[key].closed_at), event)}
        yield from (entrant for entrant, number in list_missing(snapshot, event) if (entrant, number) not in before)


def _without_lifts_since(snapshot: Snapshot, at: datetime) -> Snapshot:
    offences = (
        replace(one, lifted_by=None, lifted_at=None, lift_reason=None) if one.lifted_at and one.lifted_at > at else one
        for one in snapshot.offences
    )
    return replace(snapshot, offences=tuple(offences))
