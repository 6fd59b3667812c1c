"""Reading the rules: by number or by a search, and which version was in force at a moment (D9)."""

from datetime import datetime

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, read_competition
from bot.ui.facts.rules import RulesInForce, RulesView
from bot.ui.texts import rules as texts
from core.errors import NotFound
from core.rulebook import (
    Rulebook,
    find_rule,
    get_section,
    holds_words,
    restore_rulebook,
    search_rules,
)
from core.rules.rule import Rule

FIRST_VERSION = 1


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
    if number is None and words is not None:
        return _search(snapshot, rulebook, words[:100])
    heading, rules = _find_rules(rulebook, number)
    return RulesView(snapshot.competition, rulebook, heading, rules, snapshot.rulings)


def _search(snapshot: Snapshot, rulebook: Rulebook, words: str) -> RulesView:
    """The rules and the director's rulings that hold the words; a ruling with its rule where that is found, too."""
    found = search_rules(rulebook, words)
    shown_with_rule = {rule.number for rule in found}
    rulings = tuple(ruling for ruling in snapshot.rulings if holds_words(ruling.text, words))
    if not (found or rulings):
        raise NotFound(texts.nothing_found(words))
    heading = texts.found(words, len(found), len(rulings))
    apart = tuple(ruling for ruling in rulings if ruling.rule_number not in shown_with_rule)
    return RulesView(snapshot.competition, rulebook, heading, found, snapshot.rulings, apart)


def _find_rules(rulebook: Rulebook, number: str | None) -> tuple[str | None, tuple[Rule, ...] | None]:
    if number is not None:
        number = number.strip()
        if (rule := find_rule(rulebook, number)) is not None:
            return None, (rule,)
        section = get_section(rulebook, number)
        return f"{section.number} {section.title}", section.rules
    return texts.CONTENTS, None


async def name_sections_and_rules(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """Sections first, then the rules, to choose from. Raises NotFound."""
    rulebook = rulebook_of(await read_competition(tx, asker, chosen))
    numbered = (*rulebook.sections, *rulebook.rules)
    return [(f"{item.number} {item.title}", item.number) for item in numbered]


async def name_rules(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The rules, to choose from. Raises NotFound."""
    rulebook = rulebook_of(await read_competition(tx, asker, chosen))
    return [(f"{rule.number} {rule.title}", rule.number) for rule in rulebook.rules]
