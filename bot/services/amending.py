"""Amending the rules (D9): typed in a form or sent as a file, shown as it would be, then in force for everybody."""

import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import insert

from bot.db import tables
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import ENDED, Asker, change_competition, read_competition, record_change, require_director
from bot.services.captain_notices import group_captains, list_registered
from bot.services.drafts import fingerprint, get_draft, keep_draft, take_draft
from bot.services.rules import rulebook_of
from bot.services.rules_notices import tell_of_amendment
from bot.ui.facts.rules import Amended, AmendForm, AmendPreview, UnknownRule
from bot.ui.texts import amending as texts
from core.competition import State
from core.errors import Conflict, RuleError
from core.rulebook import Amendment, DraftRule, Rulebook, amend, find_near_rules, find_rule, parse_rules_file

STARTED = (State.RUNNING, State.FINISHED)
_NUMBER = re.compile(r"[1-9][0-9]?\.[1-9][0-9]?")


async def read_amend_form(
    tx: Transaction, asker: Asker, chosen: str | None, number: str, *, may_be_new: bool = False
) -> AmendForm | UnknownRule:
    """What the form for a rule starts with; for a number that is not there, whether it is meant is asked first.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await _read(tx, asker, chosen)
    number = number.strip()
    if not _NUMBER.fullmatch(number):
        raise RuleError(texts.BAD_NUMBER)
    rulebook = rulebook_of(snapshot)
    rule = find_rule(rulebook, number)
    if rule is None and not may_be_new:
        return UnknownRule(snapshot.competition, number, find_near_rules(rulebook, number))
    return AmendForm(snapshot.competition, rulebook.version, number, rule, _has_started(snapshot))


async def read_form_again(tx: Transaction, asker: Asker, competition_id: str, draft_id: str) -> AmendForm:
    """The form with what was typed. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await _read(tx, asker, competition_id)
    draft = await get_draft(tx, asker, snapshot, DraftPurpose.AMENDMENT, draft_id)
    typed, rulebook = DraftRule(**draft["rules"][0]), rulebook_of(snapshot)
    rule = find_rule(rulebook, typed.number)
    has_started = _has_started(snapshot)
    return AmendForm(
        snapshot.competition, rulebook.version, typed.number, rule, has_started, typed, draft["reason"] or ""
    )


async def preview_amendment(
    tx: Transaction, asker: Asker, competition_id: str, version: str, typed: DraftRule, reason: str | None
) -> AmendPreview:
    """Keep what was typed, and say what would be posted; `version` is the one that the form was opened with.

    Raises NotFound, NotAllowed, RuleError, or Conflict where the rule was changed meanwhile.
    """
    snapshot = await _read(tx, asker, competition_id)
    seen = int(version) if version.isascii() and version.isdigit() else 0
    newer = [amendment for amendment in snapshot.amendments if amendment.number == typed.number]
    if newer and newer[-1].version > seen:
        raise Conflict(texts.changed_meanwhile(newer[-1], typed.text))
    if not _NUMBER.fullmatch(typed.number):
        raise RuleError(texts.BAD_NUMBER)
    return await _ask(tx, asker, snapshot, (typed,), reason)


async def preview_file(
    tx: Transaction, asker: Asker, chosen: str | None, text: str, reason: str | None
) -> AmendPreview:
    """The same for all rules of a file at once, as one version; what the rules say already is left out.

    Raises NotFound, NotAllowed, or RuleError, which names the line or rule.
    """
    snapshot = await _read(tx, asker, chosen)
    rulebook = rulebook_of(snapshot)
    drafts = [draft for draft in parse_rules_file(text) if not _is_said_already(rulebook, draft)]
    if not drafts:
        raise RuleError(texts.NOTHING_NEW)
    return await _ask(tx, asker, snapshot, drafts, reason)


async def confirm_amendment(
    tx: Transaction, asker: Asker, competition_id: str, draft_id: str
) -> Amended | AmendPreview:
    """Put in force what a preview showed; if it would say something else by now, show that instead.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, competition_id)
    _require_amendable(asker, snapshot)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.AMENDMENT, draft_id)
    drafts = [DraftRule(**values) for values in draft["rules"]]
    amendments = _amend(tx, snapshot, drafts, draft["reason"])
    if _mark(_preview(snapshot, amendments)) != draft["mark"]:
        return replace(await _ask(tx, asker, snapshot, drafts, draft["reason"]), is_anew=True)
    return await _put_in_force(tx, asker, snapshot, amendments)


async def _ask(
    tx: Transaction, asker: Asker, snapshot: Snapshot, drafts: Sequence[DraftRule], reason: str | None
) -> AmendPreview:
    """What was typed is kept even if it is refused, so that it need not be typed again."""
    value: dict[str, Any] = {"rules": [asdict(draft) for draft in drafts], "reason": reason, "mark": ""}
    try:
        found = _preview(snapshot, _amend(tx, snapshot, drafts, reason))
        value["mark"] = _mark(found)
    except RuleError as error:
        if len(drafts) > 1:
            raise
        found = AmendPreview(snapshot.competition, (), fault=error.sentence)
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.AMENDMENT, value)
    return replace(found, draft_id=draft_id, is_typed=len(drafts) == 1)


def _preview(snapshot: Snapshot, amendments: Sequence[Amendment]) -> AmendPreview:
    called = group_captains(list_registered(snapshot))
    return AmendPreview(snapshot.competition, tuple(amendments), called.captains, called.without_account)


def _mark(found: AmendPreview) -> str:
    """Tells two previews apart by all that they say, and holds nothing of it."""
    return fingerprint(texts.previewed(found))


def _amend(
    tx: Transaction, snapshot: Snapshot, drafts: Sequence[DraftRule], reason: str | None
) -> tuple[Amendment, ...]:
    """What the next version of the rules would add to them. Raises NotFound or RuleError."""
    rulebook = rulebook_of(snapshot)
    amended = amend(rulebook, drafts, tx.now, has_started=_has_started(snapshot), reason=reason)
    return amended.amendments[len(rulebook.amendments) :]


async def _put_in_force(tx: Transaction, asker: Asker, snapshot: Snapshot, amendments: Sequence[Amendment]) -> Amended:
    competition, version = snapshot.competition, amendments[0].version
    about = {"competition_id": competition.id, "amended_by": asker.user_id}
    await tx.connection.execute(insert(tables.amendment), [asdict(amendment) | about for amendment in amendments])
    after_start = amendments[0].is_after_start
    await record_change(tx, asker, competition, "rules amend", version=version, is_after_start=after_start)
    called = await tell_of_amendment(tx, snapshot, amendments)
    return Amended(competition, version, tuple(amendments), called.captains, called.without_account)


async def _read(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    snapshot = await read_competition(tx, asker, chosen)
    _require_amendable(asker, snapshot)
    return snapshot


def _require_amendable(asker: Asker, snapshot: Snapshot) -> None:
    require_director(asker, snapshot.competition)
    if snapshot.competition.state in ENDED:
        raise RuleError(texts.has_ended(snapshot.competition.name, snapshot.competition.state))


def _has_started(snapshot: Snapshot) -> bool:
    return snapshot.competition.state in STARTED


def _is_said_already(rulebook: Rulebook, draft: DraftRule) -> bool:
    rule = find_rule(rulebook, draft.number)
    return rule is not None and (rule.title, rule.text) == (draft.title, draft.text.strip())
