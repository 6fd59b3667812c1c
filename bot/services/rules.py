"""The rules: showing and amending them, and who has read which version (D9)."""

import re
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert

from bot.db import tables
from bot.db.engine import Transaction
from bot.db.snapshot import Competition, Snapshot
from bot.services.access import (
    ENDED,
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
)
from bot.services.rules_notices import tell_of_amendment
from bot.ui.facts.rules import Amended, AmendForm, RulesInForce, RulesView
from bot.ui.texts import rules as texts
from core.competition import State
from core.errors import Conflict, NotFound, RuleError
from core.rulebook import (
    DraftRule,
    Rulebook,
    amend,
    find_rule,
    get_section,
    parse_rules_file,
    restore_rulebook,
    search_rules,
)
from core.rules.rule import Rule

STARTED = (State.RUNNING, State.FINISHED)
FIRST_VERSION = 1
_NUMBER = re.compile(r"[1-9][0-9]?\.[1-9][0-9]?")


def rulebook_of(snapshot: Snapshot) -> Rulebook:
    """The rules in force."""
    return restore_rulebook(snapshot.competition.settings.kind, snapshot.amendments)


def rules_in_force(snapshot: Snapshot, at: datetime) -> RulesInForce:
    """Under which rules and rulings something came about, such as a result that was entered `at` that moment."""
    version = max((a.version for a in snapshot.amendments if a.amended_at <= at), default=FIRST_VERSION)
    return RulesInForce(version, sum(ruling.decided_at <= at for ruling in snapshot.rulings))


async def show_rules(
    tx: Transaction, asker: Asker, chosen: str | None, number: str | None = None, words: str | None = None
) -> RulesView:
    """A rule, a section, what a search finds, or the contents. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    rulebook = rulebook_of(snapshot)
    heading, rules = _find_rules(rulebook, number, words)
    return RulesView(snapshot.competition, rulebook, heading, rules, snapshot.rulings)


def _find_rules(
    rulebook: Rulebook, number: str | None, words: str | None
) -> tuple[str | None, tuple[Rule, ...] | None]:
    if number is not None:
        number = number.strip()
        if (rule := find_rule(rulebook, number)) is not None:
            return None, (rule,)
        section = get_section(rulebook, number)
        return f"{section.number} {section.title}", section.rules
    if words is None:
        return texts.CONTENTS, None
    found = search_rules(rulebook, words[:100])
    if not found:
        raise NotFound(texts.nothing_found(words))
    return texts.found(words, len(found)), found


async def name_sections_and_rules(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """Sections first, then the rules, to choose from. Raises NotFound."""
    rulebook = rulebook_of(await read_competition(tx, asker, chosen))
    numbered = (*rulebook.sections, *rulebook.rules)
    return [(f"{item.number} {item.title}", item.number) for item in numbered]


async def name_rules(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The rules, to choose from. Raises NotFound."""
    rulebook = rulebook_of(await read_competition(tx, asker, chosen))
    return [(f"{rule.number} {rule.title}", rule.number) for rule in rulebook.rules]


async def read_amend_form(tx: Transaction, asker: Asker, chosen: str | None, number: str) -> AmendForm:
    """What the form for a rule starts with. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    _require_amendable(snapshot.competition)
    number = number.strip()
    if not _NUMBER.fullmatch(number):
        raise RuleError(texts.BAD_NUMBER)
    rulebook = rulebook_of(snapshot)
    has_started = snapshot.competition.state in STARTED
    return AmendForm(snapshot.competition, rulebook.version, number, find_rule(rulebook, number), has_started)


async def amend_rule(
    tx: Transaction, asker: Asker, competition_id: str, version: str, draft: DraftRule, reason: str | None
) -> Amended:
    """Change or add one rule; `version` is the one that the form was opened with (D9, ruling 107).

    Raises NotFound, NotAllowed, RuleError, or Conflict where the rule was changed meanwhile.
    """
    snapshot = await change_competition(tx, asker, competition_id)
    require_director(asker, snapshot.competition)
    seen = int(version) if version.isascii() and version.isdigit() else 0
    newer = [amendment for amendment in snapshot.amendments if amendment.number == draft.number]
    if newer and newer[-1].version > seen:
        raise Conflict(texts.changed_meanwhile(newer[-1], draft.text))
    return await amend_rules(tx, asker, snapshot, (draft,), reason)


async def amend_from_file(tx: Transaction, asker: Asker, chosen: str | None, text: str, reason: str | None) -> Amended:
    """Add and replace all rules of a file at once, as one version; what the rules say already is left out.

    Raises NotFound, NotAllowed, or RuleError, which names the line or rule.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    rulebook = rulebook_of(snapshot)
    drafts = [draft for draft in parse_rules_file(text) if not _is_said_already(rulebook, draft)]
    if not drafts:
        raise RuleError(texts.NOTHING_NEW)
    return await amend_rules(tx, asker, snapshot, drafts, reason)


def _is_said_already(rulebook: Rulebook, draft: DraftRule) -> bool:
    rule = find_rule(rulebook, draft.number)
    return rule is not None and (rule.title, rule.text) == (draft.title, draft.text.strip())


async def amend_rules(
    tx: Transaction, asker: Asker, snapshot: Snapshot, drafts: Sequence[DraftRule], reason: str | None
) -> Amended:
    """The next version of the rules, for a competition that is being changed. Raises NotFound or RuleError."""
    competition = snapshot.competition
    _require_amendable(competition)
    rulebook = rulebook_of(snapshot)
    amended = amend(rulebook, drafts, tx.now, has_started=competition.state in STARTED, reason=reason)
    amendments = amended.amendments[len(rulebook.amendments) :]
    rows = [
        {
            "competition_id": competition.id,
            "version": amendment.version,
            "number": amendment.number,
            "title": amendment.title,
            "old_text": amendment.old_text,
            "new_text": amendment.new_text,
            "is_after_start": amendment.is_after_start,
            "reason": amendment.reason,
            "amended_by": asker.user_id,
            "amended_at": amendment.amended_at,
        }
        for amendment in amendments
    ]
    await tx.connection.execute(insert(tables.amendment), rows)
    await record_change(
        tx, asker, competition, "rules amend", version=amended.version, is_after_start=amendments[0].is_after_start
    )
    called = await tell_of_amendment(tx, snapshot, amendments)
    return Amended(competition, amended.version, amendments, called.captains, called.without_account)


def _require_amendable(competition: Competition) -> None:
    if competition.state in ENDED:
        raise RuleError(texts.has_ended(competition.name, competition.state))
