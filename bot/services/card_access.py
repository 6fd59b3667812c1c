"""Who may do what with a card, and when.

Whether somebody may is told before anything about the card is.
"""

from typing import Any

from bot.db.cards import Author, find_event_of, is_automatic, load_cards
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team
from bot.services.access import Asker, is_director, is_staff
from bot.services.cards import view_card
from bot.services.facilitators import is_event_manager, managers_of, may_score
from bot.services.ids import read_id
from bot.services.lookup import find_team
from bot.services.rounds import open_event, require_running
from bot.ui.facts.cards import CardState, CardView
from bot.ui.texts import card_refusals as refusals
from bot.ui.texts import cards as texts
from core.cards import LAYOUTS
from core.errors import Conflict, NotAllowed, NotFound, RuleError
from core.scoring.event import RoundsEvent, get_event, get_rounds_event, has_rounds


def open_card_event(snapshot: Snapshot, event_key: str, *, or_closed: bool = False) -> RoundsEvent[Any]:
    """An event of this competition whose cards teams can keep. Raises NotFound or RuleError."""
    event = open_event(snapshot, event_key, or_closed=or_closed)
    if not has_rounds(event) or event_key not in LAYOUTS:
        raise RuleError(refusals.no_cards(event))
    return event


async def get_named_card(
    tx: Transaction, asker: Asker, snapshot: Snapshot, event_key: str, named: str, *, may_all_staff: bool
) -> CardView:
    """The card of a named team, for a captain's command or, with `may_all_staff`, any staff's.

    Raises NotFound, NotAllowed or RuleError.
    """
    event, team = get_event(event_key), find_team(snapshot, named)
    for card in await load_cards(tx.connection, snapshot.competition.id, event.key):
        if card.team_id == team.id:
            return view_card(snapshot, get_rounds_event(card.event), card)
    may_as_staff = is_staff if may_all_staff else is_director
    if not (leads(asker, team) or may_as_staff(asker, snapshot.competition)):
        raise NotAllowed(refusals.keepers_only(event, (team,), managers_of(snapshot, event_key)))
    raise NotFound(refusals.not_arranged(open_card_event(snapshot, event_key), team))


async def get_card(tx: Transaction, snapshot: Snapshot, card_id: str) -> CardView:
    """A card by its id, which is a client's word. Raises NotFound."""
    number = read_id(card_id)
    event_key = await find_event_of(tx.connection, snapshot.competition.id, number)
    cards = await load_cards(tx.connection, snapshot.competition.id, event_key) if event_key is not None else ()
    for card in cards:
        if card.id == number and card.team_id in snapshot.teams:
            return view_card(snapshot, get_rounds_event(card.event), card)
    raise NotFound(refusals.UNKNOWN_CARD)


def leads(asker: Asker, team: Team | None) -> bool:
    """Whether somebody is the team's captain or a co-captain."""
    return team is not None and asker.user_id in (team.captain_id, *team.co_captain_ids)


def list_authors(asker: Asker, view: CardView) -> tuple[Author, ...]:
    """For whom somebody may write: their own team, one whose captain has no account, as the manager for both."""
    snapshot, event_key = view.snapshot, view.event.key
    is_manager = is_event_manager(asker, snapshot, event_key)

    def may_write_for(team: Team | None) -> bool:
        if is_manager or leads(asker, team):
            return True
        return team is not None and team.captain_id is None and may_score(asker, snapshot, event_key)

    keepers = {Author.OWN: view.team, Author.SECOND: view.second}
    return tuple(author for author, keeper in keepers.items() if may_write_for(keeper))


def require_author(asker: Asker, view: CardView, wanted: Author | None) -> Author:
    """For which keeper somebody writes. Raises NotAllowed, or RuleError where that has to be said."""
    may = list_authors(asker, view)
    if not may or (wanted is not None and wanted not in may):
        raise refuse(view)
    if wanted is not None:
        return wanted
    led = [author for author, team in ((Author.OWN, view.team), (Author.SECOND, view.second)) if leads(asker, team)]
    if led or len(may) == 1:
        return (led or may)[0]
    if view.second is None:
        return Author.SECOND
    raise RuleError(refusals.which_keeper(view))


def refuse(view: CardView) -> NotAllowed:
    """The refusal, which says who may."""
    keepers = (view.team, *((view.second,) if view.second else ()))
    return NotAllowed(refusals.keepers_only(view.event, keepers, managers_of(view.snapshot, view.event.key)))


async def require_writable(tx: Transaction, view: CardView) -> None:
    """Raise RuleError or Conflict where keepers cannot write on a card (any more)."""
    snapshot, event = view.snapshot, open_card_event(view.snapshot, view.event.key)
    require_running(snapshot)
    if await is_automatic(tx.connection, snapshot.competition.id, event.key):
        raise RuleError(refusals.scored_automatically(event))
    if view.is_out:
        raise RuleError(refusals.team_is_out(view))
    if view.state in (CardState.COUNTS, CardState.RULED):
        raise Conflict(texts.no_more_changes(view))
