"""Cards that two keepers write for each team (G36-G39, G119; rulings 54, 59, 60): where each of them stands.

What both keepers agree on becomes sheets (`card_writing`), and the event manager rules on the rest (`card_rulings`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.db.cards import Author, Card, load_cards
from bot.db.engine import Transaction
from bot.db.snapshot import DisputedRound, SheetKey, Snapshot, Team
from bot.services.ejections import Ejection, ejections_of
from bot.services.results import read_round
from bot.ui.facts.cards import CardView
from bot.ui.texts import card_refusals as refusals
from core.cards import Comparison, compare_cards
from core.errors import Conflict
from core.scoring.event import Event, RoundsEvent
from core.scoring.games import Round

NOTHING_COMPARED: Comparison[SheetKey] = Comparison((), (), (), ())


def list_disputed(snapshot: Snapshot, event_key: str) -> tuple[Team, ...]:
    """The teams whose cards leave something to be settled, in the order of their registration."""
    if event_key in snapshot.cancelled:
        return ()
    disputed = {
        _team_id_of(snapshot, each.key)
        for each in snapshot.disputed
        if each.key.event == event_key and _is_unsettled(snapshot, each)
    }
    return tuple(team for team in snapshot.teams.values() if team.id in disputed)


def require_undisputed(snapshot: Snapshot, event: Event[Any], key: SheetKey) -> None:
    """Raise Conflict while the card on which a round stands is disputed: the event manager rules on it (G37)."""
    team_id = _team_id_of(snapshot, key)
    if any(team.id == team_id for team in list_disputed(snapshot, event.key)):
        raise Conflict(refusals.is_disputed(event, snapshot.teams[team_id]))


async def view_cards(tx: Transaction, snapshot: Snapshot, event: RoundsEvent[Any]) -> tuple[CardView, ...]:
    """The cards of an event, in the order of lanes or holes."""
    cards = await load_cards(tx.connection, snapshot.competition.id, event.key)
    return tuple(view_card(snapshot, event, card) for card in cards if card.team_id in snapshot.teams)


def view_card(snapshot: Snapshot, event: RoundsEvent[Any], card: Card) -> CardView:
    """Where a card stands."""
    team, second = snapshot.teams[card.team_id], snapshot.teams.get(card.second_keeper_id or 0)
    lines = list_lines(snapshot, event, team)
    blank = CardView(
        snapshot=snapshot,
        event=event,
        card=card,
        team=team,
        second=second if second is not None and plays_in(snapshot, second, event.key) else None,
        lines=lines,
        counting=_read_counting(snapshot, event, lines),
        written={},
        comparison=NOTHING_COMPARED,
        is_out=not plays_in(snapshot, team, event.key) or snapshot.has_forfeited(team.id, event.key),
        contradicted=tuple(line for line in lines if line in _list_contradicted(snapshot, card)),
    )
    return with_written(
        blank,
        {
            author: {key: read_round(event, value) for key, value in revision.value.items()}
            for author, revision in card.newest.items()
        },
    )


def with_written(view: CardView, written: Mapping[Author, Mapping[SheetKey, Round]]) -> CardView:
    """The same card as if this were what each keeper wrote."""
    awaited = [line for line in view.lines if line not in view.counting]
    own, other = written.get(Author.OWN, {}), written.get(Author.SECOND, {})
    return replace(view, written=written, comparison=compare_cards(view.event.entry, awaited, own, other))


def find_disputed(view: CardView) -> frozenset[DisputedRound]:
    """What the two cards leave to be settled: where they differ, or agree on another score than counts."""
    own, other = (view.written.get(author, {}) for author in (Author.OWN, Author.SECOND))
    agreed = compare_cards(view.event.entry, tuple(view.counting), own, other).agreed
    contradicted = compare_cards(view.event.entry, agreed, own, view.counting).disputed
    return frozenset(
        [DisputedRound(line) for line in view.comparison.disputed]
        + [DisputedRound(line, view.snapshot.sheets[line].id) for line in contradicted]
    )


def list_lines(snapshot: Snapshot, event: RoundsEvent[Any], team: Team) -> tuple[SheetKey, ...]:
    """The rounds of a team's card, its own or its players', that count or can be entered still."""
    entrants = (
        [(team.id, None)] if event.scored == "team" else [(None, player.id) for player in snapshot.roster(team.id)]
    )
    keys = (SheetKey(event.key, *entrant, number) for entrant in entrants for number in range(1, event.rounds + 1))
    return tuple(key for key in keys if _counts(snapshot, key) or _can_be_entered(snapshot, key))


def plays_in(snapshot: Snapshot, team: Team, event_key: str) -> bool:
    """Whether a team takes part in an event: it holds a place, and is neither ejected nor withdrawn."""
    is_in = _may_go_on(ejections_of(snapshot).teams.get(team.id), event_key)
    return is_in and any(team.id == other.id for other in snapshot.taking_part())


def list_disputed_rounds(view: CardView) -> frozenset[DisputedRound]:
    """What the snapshot remembers of this card's dispute."""
    snapshot, event = view.snapshot, view.event.key
    return frozenset(
        each
        for each in snapshot.disputed
        if each.key.event == event and _team_id_of(snapshot, each.key) == view.team.id
    )


def _list_contradicted(snapshot: Snapshot, card: Card) -> frozenset[SheetKey]:
    """The rounds that count otherwise than both keepers say."""
    newest = max(card.newest.values(), key=lambda revision: revision.id, default=None)
    disputed = newest.disputed if newest is not None else ()
    return frozenset(e.key for e in disputed if e.standing_id is not None and _is_unsettled(snapshot, e))


def _is_unsettled(snapshot: Snapshot, disputed: DisputedRound) -> bool:
    counting_id = snapshot.sheets[disputed.key].id if _counts(snapshot, disputed.key) else None
    return counting_id == disputed.standing_id and _can_be_entered(snapshot, disputed.key)


def _read_counting(
    snapshot: Snapshot, event: RoundsEvent[Any], lines: tuple[SheetKey, ...]
) -> Mapping[SheetKey, Round]:
    sheets = ((line, snapshot.sheets.get(line)) for line in lines)
    return {
        line: read_round(event, sheet.value) for line, sheet in sheets if sheet is not None and sheet.value is not None
    }


def _counts(snapshot: Snapshot, key: SheetKey) -> bool:
    sheet = snapshot.sheets.get(key)
    return sheet is not None and sheet.value is not None


def _can_be_entered(snapshot: Snapshot, key: SheetKey) -> bool:
    """Whether neither the player nor the team is out; in the event in which it happened they can be entered still."""
    ejections = ejections_of(snapshot)
    is_player_in = _may_go_on(ejections.players.get(key.player_id or 0), key.event)
    return is_player_in and _may_go_on(ejections.teams.get(_team_id_of(snapshot, key)), key.event)


def _may_go_on(ejection: Ejection | None, event_key: str) -> bool:
    return ejection is None or ejection.during == event_key


def _team_id_of(snapshot: Snapshot, key: SheetKey) -> int:
    """The team of a round; 0 where its player is not in the competition any more."""
    player = snapshot.players.get(key.player_id or 0)
    return key.team_id or (player.team_id if player else 0)
