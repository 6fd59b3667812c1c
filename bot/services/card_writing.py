"""What keepers write on cards: kept as revisions, compared, and entered where both keepers agree (G38, G119)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.db.cards import Author, insert_revision
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import DisputedRound, SheetKey, Snapshot
from bot.services.access import (
    Asker,
    change_competition,
    is_staff,
    keep_after_commit,
    read_competition,
    record_change,
)
from bot.services.card_access import (
    get_card,
    get_named_card,
    leads,
    list_authors,
    refuse,
    require_author,
    require_writable,
)
from bot.services.card_notices import tell_of_dispute
from bot.services.card_text import read_card, write_card_text
from bot.services.cards import find_disputed, list_disputed_rounds, view_card, with_written
from bot.services.drafts import get_draft, keep_draft
from bot.services.facilitators import is_event_manager
from bot.services.live import append_sheets, refresh_desk
from bot.ui.facts.cards import CardForm, CardSeen, CardState, CardUnread, CardView, CardWritten
from bot.ui.texts import card_refusals as refusals
from bot.ui.texts import cards as texts
from core.cards import choose_fuller
from core.errors import NotFound
from core.scoring.event import RoundsEvent
from core.scoring.games import Round


async def see_card(tx: Transaction, asker: Asker, chosen: str | None, event_key: str, named: str) -> CardSeen:
    """A named team's card, for its keepers and staff. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    return _see(asker, await get_named_card(tx, asker, snapshot, event_key, named, may_all_staff=True))


async def see_card_of(tx: Transaction, asker: Asker, chosen: str | None, card_id: str) -> CardSeen:
    """The card to which a button belongs, for its keepers and staff. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    return _see(asker, await get_card(tx, snapshot, card_id))


async def open_named_form(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, named: str, author: str | None
) -> CardForm:
    """The form of a named team's card. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    view = await get_named_card(tx, asker, snapshot, event_key, named, may_all_staff=False)
    return await _open_form(tx, asker, view, None if author is None else read_author(author))


async def open_form(tx: Transaction, asker: Asker, chosen: str | None, card_id: str, author: str) -> CardForm:
    """The form of the card to which a button belongs. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    return await _open_form(tx, asker, await get_card(tx, snapshot, card_id), read_author(author))


async def reopen_form(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> CardForm:
    """The form with what was typed and could not be understood. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    draft = await get_draft(tx, asker, snapshot, DraftPurpose.CARD, draft_id)
    form = await _open_form(tx, asker, await get_card(tx, snapshot, str(draft["card"])), Author(draft["author"]))
    return replace(form, text=draft["text"])


async def write_card(
    tx: Transaction, asker: Asker, chosen: str | None, card_id: str, author: str, text: str
) -> CardWritten | CardUnread:
    """Keep what a keeper wrote; where both keepers agree, their rounds count.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, chosen)
    view = await get_card(tx, snapshot, card_id)
    keeper = require_author(asker, view, read_author(author))
    await require_writable(tx, view)
    written, faults = read_card(view, text)
    if faults:
        value = {"card": view.card.id, "author": keeper.value, "text": text}
        draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.CARD, value)
        return CardUnread(view, keeper, faults, draft_id)
    return await _keep(tx, asker, view, keeper, written)


def read_author(text: str) -> Author:
    """For which keeper somebody writes, as a client says it. Raises NotFound."""
    if text not in (Author.OWN, Author.SECOND):
        raise NotFound(refusals.UNKNOWN_CARD)
    return Author(text)


async def save_revision(
    tx: Transaction,
    asker: Asker,
    view: CardView,
    author: Author,
    written: Mapping[SheetKey, Round],
    reason: str | None = None,
) -> CardView:
    """Keep what somebody wrote on a card; gives the card as it is then, and has the next command find it so."""
    entry = view.event.entry
    compared = with_written(view, {**view.written, author: written})
    disputed = find_disputed(compared) if author is not Author.RULING else frozenset[DisputedRound]()
    values = {key: entry.write(taken) for key, taken in written.items()}
    revision = await insert_revision(tx, view.card.id, author, values, disputed, asker.user_id, reason)
    after = view.snapshot.with_disputed((view.snapshot.disputed - list_disputed_rounds(view)) | disputed)
    if after.disputed != view.snapshot.disputed:
        await refresh_desk(tx, after.competition)
    keep_after_commit(tx, after)
    return view_card(after, view.event, replace(view.card, newest={**view.card.newest, author: revision}))


async def accept(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    event: RoundsEvent[Any],
    rounds: Mapping[SheetKey, Round],
    reason: str,
) -> tuple[Snapshot, list[int]]:
    """Let rounds of a card count; gives the ids of their sheets, too."""
    added = [(key, event.entry.write(taken), reason) for key, taken in rounds.items()]
    after, sheets = await append_sheets(tx, asker, snapshot, added)
    return after, [sheet.id for sheet in sheets]


async def _keep(
    tx: Transaction, asker: Asker, view: CardView, author: Author, written: Mapping[SheetKey, Round]
) -> CardWritten:
    """Keep it, let what both keepers agree on count, or tell everybody concerned where they differ."""
    after = await save_revision(tx, asker, view, author, written)
    competition, card = after.snapshot.competition, after.card
    await record_change(
        tx,
        asker,
        competition,
        "card write",
        event=after.event.key,
        card=card.id,
        team=card.team_id,
        author=author.value,
        revision=card.mark,
    )
    agreed: dict[SheetKey, Round] = {}
    await tell_of_dispute(tx, after, view)
    if not after.comparison.differences:
        own, other = after.written.get(Author.OWN, {}), after.written.get(Author.SECOND, {})
        agreed = {line: choose_fuller(own[line], other[line]) for line in after.comparison.agreed}
    if agreed:
        snapshot, sheet_ids = await accept(tx, asker, after.snapshot, after.event, agreed, texts.AGREED_REASON)
        revisions = {author.value: revision.id for author, revision in card.newest.items()}
        await record_change(
            tx,
            asker,
            competition,
            "card accept",
            event=after.event.key,
            card=card.id,
            team=card.team_id,
            sheets=sheet_ids,
            **revisions,
        )
        after = view_card(snapshot, after.event, card)
    return CardWritten(after, author, written, tuple(agreed))


async def _open_form(tx: Transaction, asker: Asker, view: CardView, author: Author | None) -> CardForm:
    keeper = require_author(asker, view, author)
    await require_writable(tx, view)
    return CardForm(view, keeper, write_card_text(view, view.written.get(keeper, {})))


def _see(asker: Asker, view: CardView) -> CardSeen:
    may_write = list_authors(asker, view)
    if not (may_write or is_staff(asker, view.snapshot.competition)):
        raise refuse(view)
    is_open = view.state not in (CardState.COUNTS, CardState.RULED, CardState.OUT)
    led = tuple(a for a, team in ((Author.OWN, view.team), (Author.SECOND, view.second)) if leads(asker, team))
    may_rule = is_event_manager(asker, view.snapshot, view.event.key) and view.state is not CardState.COUNTS
    return CardSeen(view, (led or may_write) if is_open else (), may_rule and bool(view.written) and not view.is_out)
