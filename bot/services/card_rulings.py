"""The event manager's ruling on a card about which its keepers differ, or that only one of them brought in (G37)."""

from dataclasses import replace

from bot.db.cards import Author
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import SheetKey
from bot.services.access import Asker, change_competition, read_competition, record_change, require_staff
from bot.services.card_access import get_card, get_named_card, open_card_event
from bot.services.card_notices import tell_of_ruling
from bot.services.card_text import Faults, Written, read_card, write_card_text
from bot.services.card_writing import accept, save_revision
from bot.services.cards import view_card
from bot.services.drafts import get_draft, keep_draft
from bot.services.facilitators import require_event_manager
from bot.services.rounds import require_running
from bot.ui.facts.cards import TYPED, CardForm, CardState, CardUnread, CardView, CardWritten
from bot.ui.texts import card_refusals as refusals
from bot.ui.texts import cards as texts
from core.errors import Conflict, RuleError
from core.scoring.games import Round

VERDICTS = (Author.OWN.value, Author.SECOND.value, TYPED)


async def open_named_ruling(tx: Transaction, asker: Asker, chosen: str | None, event_key: str, named: str) -> CardForm:
    """The form of a ruling on a named team's card. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    return _open(asker, await get_named_card(tx, asker, snapshot, event_key, named, may_all_staff=True))


async def open_ruling(tx: Transaction, asker: Asker, chosen: str | None, card_id: str) -> CardForm:
    """The same for the card to which a button belongs. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    return _open(asker, await get_card(tx, snapshot, card_id))


async def reopen_ruling(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> CardForm:
    """The form with the verdict and the reason of a ruling that could not be read.

    Raises NotFound, NotAllowed, RuleError, or Conflict where somebody wrote on the card meanwhile.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await get_draft(tx, asker, snapshot, DraftPurpose.CARD_RULING, draft_id)
    view = await get_card(tx, snapshot, str(draft["card"]))
    form = _open(asker, view)
    if draft["mark"] != str(view.card.mark):
        raise Conflict(texts.moved_meanwhile(view))
    return replace(form, text=draft["text"], verdict=draft["verdict"], reason=draft["reason"])


async def rule_card(
    tx: Transaction, asker: Asker, chosen: str | None, card_id: str, mark: str, verdict: str, text: str, reason: str
) -> CardWritten | CardUnread:
    """Let one keeper's card count, or what is typed, in every round that does not count yet or is disputed.

    What is typed and cannot be read is kept with the reason, as a draft, and nothing is ruled.

    `mark` is the card's newest revision when the form was opened. Raises NotFound, NotAllowed, RuleError, or Conflict
    where somebody wrote on the card meanwhile.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    view = await get_card(tx, snapshot, card_id)
    _require_open(asker, view)
    if mark != str(view.card.mark):
        raise Conflict(texts.moved_meanwhile(view))
    reason = reason.strip()
    if not 1 <= len(reason) <= texts.REASON_MAX_CHARACTERS:
        raise RuleError(refusals.REASON_NEEDED)
    written, faults = _read_verdict(view, verdict, text)
    if faults:
        value = {"card": view.card.id, "mark": mark, "verdict": verdict, "text": text, "reason": reason}
        draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.CARD_RULING, value)
        return CardUnread(view, Author.RULING, faults, draft_id)
    ruled = await save_revision(tx, asker, view, Author.RULING, written, reason)
    rounds = {line: written[line] for line in view.lines if line in written and _is_open(view, line, written[line])}
    after, sheet_ids = await accept(tx, asker, ruled.snapshot, view.event, rounds, reason)
    await record_change(
        tx,
        asker,
        snapshot.competition,
        "card rule",
        event=view.event.key,
        card=view.card.id,
        team=view.team.id,
        verdict=verdict,
        revision=ruled.card.mark,
        sheets=sheet_ids,
    )
    done = view_card(after, view.event, ruled.card)
    await tell_of_ruling(tx, done, reason)
    return CardWritten(done, Author.RULING, written, tuple(rounds))


def _open(asker: Asker, view: CardView) -> CardForm:
    """The form, filled with what counts and what both keepers agree on."""
    _require_open(asker, view)
    own = view.written.get(Author.OWN, {})
    agreed = {line: own[line] for line in view.comparison.agreed}
    return CardForm(view, Author.RULING, write_card_text(view, {**agreed, **view.counting}))


def _require_open(asker: Asker, view: CardView) -> None:
    require_event_manager(asker, view.snapshot, view.event.key)
    open_card_event(view.snapshot, view.event.key)
    require_running(view.snapshot)
    if view.is_out:
        raise RuleError(refusals.team_is_out(view))
    if view.state is CardState.COUNTS:
        raise Conflict(texts.no_more_rulings(view))


def _is_open(view: CardView, line: SheetKey, ruled: Round) -> bool:
    """Whether a ruling enters a round: it does not count yet, or otherwise than both keepers say."""
    return line not in view.counting or (line in view.contradicted and view.counting[line] != ruled)


def _read_verdict(view: CardView, verdict: str, text: str) -> tuple[Written, Faults]:
    if verdict not in VERDICTS:
        raise RuleError(refusals.VERDICT_NEEDED)
    if verdict == TYPED:
        return read_card(view, text)
    if Author(verdict) not in view.written:
        raise RuleError(texts.nothing_to_take(view, Author(verdict)))
    return view.written[Author(verdict)], ()
