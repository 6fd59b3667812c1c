"""The form of one round at the desk; what cannot be read is kept, so that it is mended and not typed again."""

from dataclasses import replace

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.services.access import Asker
from bot.services.desk import open_round, show_desk
from bot.services.drafts import get_draft, keep_draft
from bot.services.rounds import TypedRound, read_typed
from bot.services.scores import submit_round
from bot.ui.facts.desk import RoundForm, RoundUnread
from bot.ui.facts.scores import RoundDoubted, RoundEntered
from core.errors import RuleError


async def submit_form(
    tx: Transaction, asker: Asker, chosen: str | None, typed: TypedRound
) -> RoundEntered | RoundDoubted | RoundUnread:
    """Enter a round, or keep what cannot be read. Raises NotFound, NotAllowed, RuleError or Conflict."""
    form = await open_round(tx, asker, chosen, typed.event, typed.entrant, str(typed.round))
    try:
        read_typed(form.event, typed)
    except RuleError as error:
        value = {"event": typed.event, "entrant": typed.entrant, "round": typed.round, "text": typed.text}
        draft_id = await keep_draft(tx, asker, form.snapshot, DraftPurpose.DESK_ROUND, value)
        return RoundUnread(form, error.sentence, draft_id)
    return await submit_round(tx, asker, chosen, typed)


async def reopen_form(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> RoundForm:
    """The form with what was typed. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await show_desk(tx, asker, chosen)
    draft = await get_draft(tx, asker, snapshot, DraftPurpose.DESK_ROUND, draft_id)
    form = await open_round(tx, asker, chosen, draft["event"], draft["entrant"], str(draft["round"]))
    return replace(form, typed=draft["text"])
