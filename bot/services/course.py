"""The golf course: how hard each hole is, which decides between equal cards (G120, ruling 58).

What was entered can be entered anew, with a reason, after what follows from it was shown.
"""

from dataclasses import replace

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, change_competition, record_change, require_director
from bot.services.consequences import weigh_change
from bot.services.drafts import keep_draft, take_draft
from bot.services.events import open_for_decision
from bot.services.live import append_sheet
from bot.services.results import COURSE_KEY, read_stroke_index
from bot.ui.facts.events import StrokeIndexAsked, StrokeIndexSet
from bot.ui.texts import course as texts
from core.errors import RuleError
from core.golf import HOLES

StrokeIndex = tuple[int, ...]


async def set_stroke_index(
    tx: Transaction, asker: Asker, chosen: str | None, text: str, reason: str | None = None
) -> StrokeIndexSet | StrokeIndexAsked:
    """Enter the handicaps of the course, hole by hole; where others stand, show what would follow from these.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    open_for_decision(asker, snapshot, COURSE_KEY.event)
    wanted, standing = _read(text), read_stroke_index(snapshot)
    if standing is None:
        return await _enter(tx, asker, snapshot, wanted, None)
    if standing == wanted:
        raise RuleError(texts.STANDS_ALREADY)
    if not (reason or "").strip():
        raise RuleError(texts.REASON_MISSING)
    return await _ask(tx, asker, snapshot, wanted, (reason or "").strip())


async def confirm_stroke_index(
    tx: Transaction, asker: Asker, chosen: str | None, draft_id: str
) -> StrokeIndexSet | StrokeIndexAsked:
    """Let other handicaps count as it was shown; if the course has changed since, show it anew.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.STROKE_INDEX, draft_id)
    open_for_decision(asker, snapshot, COURSE_KEY.event)
    wanted = tuple(draft["wanted"])
    if draft["replaces"] != snapshot.sheets[COURSE_KEY].id:
        return replace(await _ask(tx, asker, snapshot, wanted, draft["reason"]), is_anew=True)
    return await _enter(tx, asker, snapshot, wanted, draft["reason"])


def _read(text: str) -> StrokeIndex:
    words = text.replace(",", " ").split()
    numbers = tuple(int(word) for word in words if word.isascii() and word.isdigit())
    if sorted(numbers) != list(range(1, HOLES + 1)) or len(words) != HOLES:
        raise RuleError(texts.BAD_STROKE_INDEX)
    return numbers


async def _ask(tx: Transaction, asker: Asker, snapshot: Snapshot, wanted: StrokeIndex, reason: str) -> StrokeIndexAsked:
    draft = {"wanted": list(wanted), "reason": reason, "replaces": snapshot.sheets[COURSE_KEY].id}
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.STROKE_INDEX, draft)
    after = snapshot.with_value(COURSE_KEY, _write(wanted))
    consequences = weigh_change(snapshot, after, COURSE_KEY.event)
    return StrokeIndexAsked(snapshot, read_stroke_index(snapshot) or (), wanted, consequences, draft_id)


async def _enter(
    tx: Transaction, asker: Asker, snapshot: Snapshot, wanted: StrokeIndex, reason: str | None
) -> StrokeIndexSet:
    after, sheet = await append_sheet(tx, asker, snapshot, COURSE_KEY, _write(wanted), reason)
    await record_change(tx, asker, snapshot.competition, "event stroke-index", event=COURSE_KEY.event, sheet=sheet.id)
    return StrokeIndexSet(after)


def _write(numbers: StrokeIndex) -> dict[str, list[int]]:
    return {"stroke_index": list(numbers)}
