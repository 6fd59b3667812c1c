"""The event director's rulings: whoever directs has the final word, and it is kept (G37, G189 to G191)."""

from bot.db.engine import Transaction
from bot.db.rulings import insert_ruling
from bot.db.snapshot import Ruling
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.rules import rulebook_of
from bot.ui.facts.rulings import Ruled, RulingsView
from bot.ui.message import Message
from bot.ui.texts import rulings as texts
from core.errors import NotFound, RuleError
from core.rulebook import find_rule

TEXT_MAX_CHARACTERS = 1000


async def add_ruling(
    tx: Transaction, asker: Asker, chosen: str | None, text: str, rule: str | None = None, *, is_announced: bool = False
) -> Ruled:
    """Keep a ruling, and post it if that is wanted. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    text = text.strip()
    if not 1 <= len(text) <= TEXT_MAX_CHARACTERS:
        raise RuleError(texts.TEXT_NEEDED)
    if rule is not None and find_rule(rulebook_of(snapshot), rule.strip()) is None:
        raise NotFound(texts.unknown_rule(rule))
    number = len(snapshot.rulings) + 1
    ruling = Ruling(number, rule.strip() if rule else None, text, asker.user_id, tx.now)
    await insert_ruling(tx, competition.id, ruling)
    await record_change(tx, asker, competition, "ruling add", number=number)
    if is_announced:
        message = Message(texts.announced(competition, ruling))
        channel_id = competition.channels.announcements
        await enqueue_notice(tx, competition.id, f"ruling:{number}", message, channel_id=channel_id)
    return Ruled(competition, ruling, is_announced)


async def list_rulings(tx: Transaction, asker: Asker, chosen: str | None) -> RulingsView:
    """All rulings. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    return RulingsView(snapshot.competition, snapshot.rulings)
