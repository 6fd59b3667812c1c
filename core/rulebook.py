"""The official rules: numbered, searchable, and amended in versions that keep what they replaced.

Version 1 is the organisers' rulebook in our own words (`core/rules/`). Every amendment, of one rule or of several
at once from a file, makes the next version. A file of rules looks like this:

    ## 2.4 Team ranking
    The most pins of all players and games win.

    ## 8.1 Quiet hours
    No music on the course after ten.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from types import MappingProxyType
from typing import TypeVar

from core.competition import Kind
from core.errors import NotFound, RuleError
from core.names import find_name_fault, search_key, tidy_name
from core.rules.dodgeball import COURT, PLAY, REGISTRATION
from core.rules.getaway import BOWLING, GENERAL
from core.rules.getaway_stations import BAGS, BASKETBALL, DERBY, GOLF
from core.rules.holdem import HOLDEM
from core.rules.rule import Rule, Section
from core.rules.rulings import RULINGS

_Numbered = TypeVar("_Numbered", Rule, Section)

TEXT_MAX_CHARACTERS = 1500
TITLE_MAX_CHARACTERS = 80
MOST_NEAR = 3
OWN_SECTION_TITLE = "House rules"

_OFFICIAL: Mapping[Kind, tuple[Section, ...]] = MappingProxyType(
    {
        Kind.GETAWAY: (GENERAL, BOWLING, DERBY, BAGS, BASKETBALL, GOLF, HOLDEM),
        Kind.DODGEBALL: (REGISTRATION, COURT, PLAY),
    }
)


@dataclass(frozen=True, slots=True)
class DraftRule:
    """What an organiser wants a rule to say; without a title the old one stays."""

    number: str
    text: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Amendment:
    """One rule as changed in one version; `old_text` is None for a new rule.

    One made after the start carries the reason for which the director insisted, and is marked so.
    """

    version: int
    number: str
    title: str
    old_text: str | None
    new_text: str
    amended_at: datetime
    is_after_start: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules in force, their version, and how they came about."""

    kind: Kind
    sections: tuple[Section, ...]
    version: int = 1
    amendments: tuple[Amendment, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules, in the order of their numbers."""
        return tuple(rule for section in self.sections for rule in section.rules)


def get_official_rulebook(kind: Kind) -> Rulebook:
    """Return version 1 of the rules of a kind of competition."""
    return Rulebook(kind, _OFFICIAL[kind])


def restore_rulebook(kind: Kind, amendments: Iterable[Amendment]) -> Rulebook:
    """Return the rulebook after the amendments, in the order in which they were made."""
    rulebook = get_official_rulebook(kind)
    for amendment in amendments:
        rulebook = _apply(rulebook, amendment)
    return rulebook


def find_rule(rulebook: Rulebook, number: str) -> Rule | None:
    """Return the rule of that number, or None."""
    return next((rule for rule in rulebook.rules if rule.number == number), None)


def find_near_rules(rulebook: Rulebook, number: str) -> tuple[Rule, ...]:
    """Return the rules whose numbers are most like one that was mistyped, the likest first; three at most."""
    near = get_close_matches(number, [rule.number for rule in rulebook.rules], n=MOST_NEAR, cutoff=0.6)
    return tuple(rule for candidate in near if (rule := find_rule(rulebook, candidate)) is not None)


def get_section(rulebook: Rulebook, number: str) -> Section:
    """Return a section; NotFound names the sections there are."""
    for section in rulebook.sections:
        if section.number == number:
            return section
    there_are = ", ".join(f"{section.number} {section.title}" for section in rulebook.sections)
    raise NotFound(f"There is no such section; there are: {there_are}.")


def list_rulings(rule: Rule) -> tuple[tuple[int, str], ...]:
    """Return the rulings in force under a rule, with their numbers."""
    return tuple((number, RULINGS[number]) for number in rule.rulings)


def search_rules(rulebook: Rulebook, words: str) -> tuple[Rule, ...]:
    """Return the rules that hold every word: in number or title first, then in the text, then in their rulings.

    Case and accents do not matter, and the beginning of a word is enough; a sentence id such as G42 finds its rule.
    """
    wanted = search_key(words).split()
    found = [(depth, rule) for rule in rulebook.rules if wanted and (depth := _find_depth(rule, wanted)) is not None]
    return tuple(rule for _, rule in sorted(found, key=lambda pair: pair[0]))


def holds_words(text: str, words: str) -> bool:
    """Say whether a text holds every word, or one that begins with it; case and accents do not matter."""
    held, wanted = _list_words(text), [_list_words(word).rstrip() for word in search_key(words).split()]
    return bool(wanted) and all(word and word in held for word in wanted)


def amend(
    rulebook: Rulebook,
    drafts: Sequence[DraftRule],
    amended_at: datetime,
    *,
    has_started: bool,
    reason: str | None = None,
) -> Rulebook:
    """Return the next version of a rulebook, with one amendment for each draft (D9).

    After the start a director has to insist by giving a reason. Raises RuleError, or NotFound for a number that
    is not there, and then nothing has changed.
    """
    reason = reason.strip() if reason else None
    if has_started and not reason:
        raise RuleError("Play has started: to change a rule now, insist on it and give a reason.")
    if len({draft.number for draft in drafts}) < len(drafts):
        raise RuleError("A rule is there twice: give each number once.")
    version = rulebook.version + 1
    for draft in drafts:
        old = find_rule(rulebook, draft.number)
        title, text = _check_draft(draft, old)
        old_text = old.text if old else None
        amendment = Amendment(version, draft.number, title, old_text, text, amended_at, has_started, reason)
        rulebook = _apply(rulebook, amendment)
    return rulebook


def parse_rules_file(text: str) -> tuple[DraftRule, ...]:
    """Read a file of rules; RuleError names the line that cannot be read."""
    drafts: list[DraftRule] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        if heading := _HEADING.fullmatch(line.strip()):
            drafts.append(DraftRule(heading["number"], "", heading["title"]))
        elif drafts:
            drafts[-1] = replace(drafts[-1], text=f"{drafts[-1].text}\n{line}")
        elif line.strip():
            raise RuleError(f"Line {number} belongs to no rule: begin each with a heading such as ## 2.4 Team ranking.")
    if not drafts:
        raise RuleError("There is no rule in the file: begin each with a heading such as ## 2.4 Team ranking.")
    return tuple(drafts)


_NUMBER = re.compile(r"[1-9][0-9]?\.[1-9][0-9]?")
_WORD = re.compile(r"\d+(?:\.\d+)+|\w+")
_HEADING = re.compile(rf"#+\s*(?P<number>{_NUMBER.pattern})\s+(?P<title>\S.*)")


def _find_depth(rule: Rule, words: Sequence[str]) -> int | None:
    """Return how deep one has to look for all words: 0 in the heading, 1 in the text, 2 in ids and rulings."""
    ruling_texts = " ".join(text for _, text in list_rulings(rule))
    places = (_list_words(rule.title), _list_words(rule.text), _list_words(ruling_texts))
    sentence_ids = {sentence_id.casefold() for sentence_id in rule.restates}
    deepest = 0
    for word in words:
        if word == rule.number or rule.number.startswith(f"{word}."):
            continue
        beginning = _list_words(word).rstrip()
        depth = next((depth for depth, place in enumerate(places) if beginning and beginning in place), None)
        if depth is None and word not in sentence_ids:
            return None
        deepest = max(deepest, 2 if depth is None else depth)
    return deepest


def _list_words(text: str) -> str:
    """Return the words in search form with a space before each, so that a word's beginning can be looked for.

    Where a script writes no spaces, every character counts as a word.
    """
    spaced = "".join(f" {c} " if unicodedata.east_asian_width(c) == "W" else c for c in search_key(text))
    return f" {' '.join(_WORD.findall(spaced))} "


def _check_draft(draft: DraftRule, old: Rule | None) -> tuple[str, str]:
    """Return the title and the text that a rule gets; RuleError or NotFound where it cannot."""
    if not _NUMBER.fullmatch(draft.number):
        raise RuleError("A rule has a number such as 2.4: the section, a point, and its place in it.")
    if old is None and draft.title is None:
        raise NotFound(f"There is no rule {draft.number}: choose one that is there, or add it with a title.")
    title = old.title if old and draft.title is None else tidy_name(draft.title or "")
    text = re.sub(r"\r\n?", "\n", draft.text).strip()
    if find_name_fault(title) or len(title) > TITLE_MAX_CHARACTERS:
        raise RuleError(f"The title of rule {draft.number} has to be 1 to 80 readable characters on one line.")
    if not 1 <= len(text) <= TEXT_MAX_CHARACTERS:
        raise RuleError(f"The text of rule {draft.number} has to be 1 to {TEXT_MAX_CHARACTERS} characters long.")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in text.replace("\n", "")):
        raise RuleError(f"The text of rule {draft.number} holds control characters: type it anew without them.")
    if old and (old.title, old.text) == (title, text):
        raise RuleError(f"Rule {draft.number} says that already; nothing changed.")
    return title, text


def _apply(rulebook: Rulebook, amendment: Amendment) -> Rulebook:
    """Return the rulebook with one rule replaced or added."""
    old = find_rule(rulebook, amendment.number)
    section_number = amendment.number.split(".")[0]
    others = tuple(section for section in rulebook.sections if section.number != section_number)
    section = next(
        (section for section in rulebook.sections if section.number == section_number),
        Section(section_number, OWN_SECTION_TITLE, ()),
    )
    rule = replace(old or Rule(amendment.number, amendment.title, ""), title=amendment.title, text=amendment.new_text)
    rules = (*(other for other in section.rules if other.number != rule.number), rule)
    return replace(
        rulebook,
        sections=_in_order((*others, replace(section, rules=_in_order(rules)))),
        version=amendment.version,
        amendments=(*rulebook.amendments, amendment),
    )


def _in_order(numbered: Iterable[_Numbered]) -> tuple[_Numbered, ...]:
    return tuple(sorted(numbered, key=lambda item: [int(part) for part in item.number.split(".")]))
