"""Scores from a file: a results file, score sheets that were filled in, or a bracket file (`bracket_import.py`).

First it is shown what would come of it. What is confirmed is what was shown: where one of its rounds was entered or
corrected meanwhile, it is shown anew. Decisions of a director (ejections, cancellations) are never taken from a file;
it is said which ones differ.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import SheetKey, Snapshot
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.bracket_import import enter_bracket, preview_bracket
from bot.services.cards import require_undisputed
from bot.services.dodgeball import open_bracket
from bot.services.drafts import get_draft, keep_draft, take_draft
from bot.services.ejections import require_takes_part
from bot.services.live import append_sheets
from bot.services.moves import propose_moves
from bot.services.results import WHOLE_EVENT, read_round
from bot.services.rounds import open_event, require_running
from bot.services.score_files import FileSheets, read_score_file
from bot.ui.facts.bracket_import import BracketEntered, BracketPlan
from bot.ui.facts.importing import Clash, ImportDone, ImportPlan, Wanted
from bot.ui.texts import importing as texts
from core.competition import Kind
from core.errors import RuleError, UserError
from core.scoring.event import get_event, get_rounds_event


async def require_importer(tx: Transaction, asker: Asker, chosen: str | None) -> None:
    """Raise NotFound, NotAllowed or RuleError before a file is fetched for nothing."""
    _require_possible(asker, await read_competition(tx, asker, chosen))


async def preview_import(tx: Transaction, asker: Asker, chosen: str | None, data: bytes) -> ImportPlan | BracketPlan:
    """Show what a file would bring, and keep it until it is confirmed. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    if snapshot.competition.settings.kind is Kind.DODGEBALL:
        return await preview_bracket(tx, asker, snapshot, data)
    _require_possible(asker, snapshot)
    return await _preview(tx, asker, snapshot, read_score_file(snapshot, data))


async def confirm_import(
    tx: Transaction, asker: Asker, chosen: str, draft_id: str, reason: str | None = None
) -> ImportDone | ImportPlan | BracketEntered | BracketPlan:
    """Enter what was shown as new, and with a reason replace what differs; all of it, or nothing.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    is_bracket = snapshot.competition.settings.kind is Kind.DODGEBALL
    _require_possible(asker, snapshot)
    purpose = DraftPurpose.BRACKET_IMPORT if is_bracket else DraftPurpose.IMPORT
    draft = await take_draft(tx, asker, snapshot, purpose, draft_id)
    if is_bracket:
        return await enter_bracket(tx, asker, snapshot, draft["file"].encode(), draft["standing"])
    if reason is not None and not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    wanted = [Wanted(SheetKey(*key), value, where) for key, value, where in draft["wanted"]]
    if draft["standing"] != _standing_ids(snapshot, wanted):
        anew = await _preview(tx, asker, snapshot, FileSheets(tuple(wanted), (), tuple(draft["notes"])))
        return replace(anew, is_anew=True)
    return await _enter(tx, asker, snapshot, _compare(snapshot, wanted), reason)


async def read_replacing(tx: Transaction, asker: Asker, chosen: str, draft_id: str) -> tuple[Snapshot, str]:
    """What the form for the reason is about. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    _require_possible(asker, snapshot)
    await get_draft(tx, asker, snapshot, DraftPurpose.IMPORT, draft_id)
    return snapshot, draft_id


def _require_possible(asker: Asker, snapshot: Snapshot) -> None:
    require_director(asker, snapshot.competition)
    if snapshot.competition.settings.kind is Kind.DODGEBALL:
        open_bracket(snapshot)
    else:
        require_running(snapshot)


async def _preview(tx: Transaction, asker: Asker, snapshot: Snapshot, sheets: FileSheets) -> ImportPlan:
    plan = _compare(snapshot, sheets.wanted)
    changes = [*plan.new, *(clash.wanted for clash in plan.clashes)]
    faults = (*sheets.faults, *_find_refusals(snapshot, changes))
    plan = replace(
        plan,
        notes=sheets.notes,
        faults=faults,
        doubts=tuple(_find_doubts(snapshot, changes)),
        belated=tuple(_find_belated(snapshot, plan.new)),
    )
    if faults or not changes:
        return plan
    value = {
        "wanted": [
            [[one.key.event, one.key.team_id, one.key.player_id, one.key.round], one.value, one.where]
            for one in sheets.wanted
        ],
        "standing": _standing_ids(snapshot, sheets.wanted),
        "notes": list(sheets.notes),
    }
    return replace(plan, draft_id=await keep_draft(tx, asker, snapshot, DraftPurpose.IMPORT, value))


def _compare(snapshot: Snapshot, wanted: Sequence[Wanted]) -> ImportPlan:
    new: list[Wanted] = []
    clashes: list[Clash] = []
    for one in wanted:
        standing = snapshot.sheets.get(one.key)
        if standing is None or (standing.value is None and not standing.is_forfeit):
            new.append(one)
        elif standing.is_forfeit or not _is_same(one.key, one.value, standing.value):
            clashes.append(Clash(one, standing))
    return ImportPlan(snapshot, tuple(new), tuple(clashes), len(wanted) - len(new) - len(clashes))


def _is_same(key: SheetKey, value: Any, standing: Any) -> bool:
    """Whether both are the same round, or the same word on a whole event."""
    if key.round == WHOLE_EVENT:
        return value == standing
    event = get_rounds_event(key.event)
    return read_round(event, value).fits(read_round(event, standing))


def _standing_ids(snapshot: Snapshot, wanted: Sequence[Wanted]) -> list[int | None]:
    standing = [snapshot.sheets.get(one.key) for one in wanted]
    return [sheet.id if sheet else None for sheet in standing]


def _find_refusals(snapshot: Snapshot, changes: Sequence[Wanted]) -> Iterator[str]:
    """Why some of it cannot be entered: an event that takes no scores, once, and whoever takes no part in it."""
    closed: Mapping[str, str] = dict(_find_closed(snapshot, {one.key.event for one in changes}))
    yield from closed.values()
    for one in changes:
        if one.key.event in closed or (one.key.player_id is None and one.key.team_id is None):
            continue
        try:
            require_takes_part(snapshot, one.key, by_director=True)
            require_undisputed(snapshot, get_event(one.key.event), one.key)
        except UserError as error:
            yield texts.fault_at(one.where, error.sentence)


def _find_belated(snapshot: Snapshot, new: Sequence[Wanted]) -> Iterator[Wanted]:
    """New rounds of those who are out by now: they were played before that, so they stand (ruling 19)."""
    for one in new:
        try:
            if one.key.round != WHOLE_EVENT:
                require_takes_part(snapshot, one.key)
        except RuleError:
            yield one


def _find_closed(snapshot: Snapshot, events: set[str]) -> Iterator[tuple[str, str]]:
    for event in sorted(events):
        try:
            open_event(snapshot, event)
        except UserError as error:
            yield event, error.sentence


def _find_doubts(snapshot: Snapshot, changes: Sequence[Wanted]) -> Iterator[str]:
    """What is possible and implausible (ruling 115)."""
    for one in changes:
        if one.key.round != WHOLE_EVENT:
            event = get_rounds_event(one.key.event)
            doubt = event.entry.find_doubt(read_round(event, one.value))
            if doubt is not None:
                yield texts.doubt_at(snapshot, one, doubt)


async def _enter(tx: Transaction, asker: Asker, snapshot: Snapshot, plan: ImportPlan, reason: str | None) -> ImportDone:
    replaced = [clash.wanted for clash in plan.clashes] if reason is not None else []
    if not (plan.new or replaced):
        return ImportDone(snapshot, 0, 0, len(plan.clashes))
    faults = list(_find_refusals(snapshot, [*plan.new, *replaced]))
    if faults:
        raise RuleError(texts.not_any_more(faults))
    why = None if reason is None else reason.strip()
    belated = {one.key for one in _find_belated(snapshot, plan.new)}
    values = [(one.key, one.value, texts.PLAYED_BEFORE if one.key in belated else None) for one in plan.new]
    values += [(one.key, one.value, why) for one in replaced]
    after, sheets = await append_sheets(tx, asker, snapshot, values)
    await record_change(tx, asker, snapshot.competition, "score import", sheets=[sheet.id for sheet in sheets])
    await propose_moves(tx, after)
    return ImportDone(after, len(plan.new), len(replaced), len(plan.clashes) - len(replaced))
