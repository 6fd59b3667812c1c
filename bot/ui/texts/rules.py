"""The rules: showing, amending, and who has read them."""

from collections.abc import Iterator, Sequence

from bot.db.snapshot import Competition, Snapshot, Team
from bot.ui.facts.rules import Acknowledged, Receipts, RulesInForce, RulesView, TeamReceipt
from bot.ui.names import for_prose
from bot.ui.texts.listing import count
from bot.ui.texts.rulings import ruling_line
from bot.ui.times import show_moment
from core.rulebook import Amendment, Rulebook, list_rulings
from core.rules.rule import Rule

CONTENTS = "contents"
HAVE_READ = "I have read this"
PREVIOUS, NEXT = "Previous page", "Next page"
ONLY_CAPTAINS_COUNT = (
    "Only the captains of registered teams are asked to read this, so nothing was counted. "
    "`/rules show` shows the rules to everybody."
)
NOBODY_TO_REMIND = "All captains have read this version, so nobody was reminded."
REMIND = "Remind the rest"
NEVER_AMENDED = "The rules have not been amended, so there is nothing to read. `/rules amend` changes a rule."
UNKNOWN_VERSION = "There is no such version of these rules. `/rules receipts` without a version shows the newest."


def nothing_found(words: str) -> str:
    """The answer to a search without a result."""
    return (
        f"No rule and no director's ruling holds words that begin with {for_prose(words[:100])}. Try fewer or shorter "
        "words; `/rules show` alone lists all rules."
    )


def found(words: str, rules: int, rulings: int) -> str:
    """The heading of a search's result."""
    named = [count(rules, "rule")] if rules or not rulings else []
    named += [count(rulings, "director's ruling")] if rulings else []
    return f"{' and '.join(named)} with {for_prose(words[:100])}"


def shown_lines(view: RulesView) -> Iterator[str]:
    """What was asked for, line by line."""
    marks = [f"version {view.rulebook.version}"] if view.rulebook.version > 1 else []
    title = ", ".join([f"**Rules of {for_prose(view.competition.name)}**", *marks])
    yield f"{title}: {view.heading}" if view.heading is not None else title
    if view.rules is None:
        for section in view.rulebook.sections:
            yield f"**{section.number} {section.title}**"
            yield " · ".join(f"{rule.number} {rule.title}" for rule in section.rules)
        yield "`/rules show section:2.4` shows a rule, `/rules show search:lane` finds it."
        return
    for ruling in view.rulings_found:
        about = f" (rule {ruling.rule_number})" if ruling.rule_number else ""
        yield f"- {ruling_line(ruling)}{about}"
    for rule in view.rules:
        yield from _rule_lines(view.rulebook, rule)
        yield from (f"- {ruling_line(ruling)}" for ruling in view.rulings if ruling.rule_number == rule.number)


def _rule_lines(rulebook: Rulebook, rule: Rule) -> Iterator[str]:
    yield f"**{rule.number} {for_prose(rule.title)}**"
    yield from rule.text.split("\n")
    changes = [amendment for amendment in rulebook.amendments if amendment.number == rule.number]
    if changes:
        newest = changes[-1]
        yield f"*{_how_changed(newest)}, {show_moment(newest.amended_at)}.*"
    for number, text in list_rulings(rule):
        yield f"- Ruling {number}: {text}"


def in_force(facts: RulesInForce) -> str:
    """Under which rules something came about; rulings are numbered, and none is ever taken back."""
    few = {0: "no director's ruling", 1: "director's ruling 1"}
    rulings = few.get(facts.rulings, f"director's rulings 1 to {facts.rulings}")
    return f"Rules: version {facts.version}; {rulings}."


def _how_changed(amendment: Amendment) -> str:
    what = "Added" if amendment.old_text is None else "Changed"
    if not amendment.is_after_start:
        return f"{what} in version {amendment.version}"
    return f"{what} in version {amendment.version}, **after the start**, because: {for_prose(amendment.reason or '')}"


def asked_to_read(competition: Competition, version: int) -> str:
    """The notice to captains."""
    return (
        f"The rules of {for_prose(competition.name)} have changed (version {version}): please read it in "
        f"<#{competition.channels.announcements}>, then press the button in <#{competition.channels.captains}>."
    )


def in_person(teams: Sequence[Team]) -> str:
    """Whom to tell in person, at the end of an answer."""
    if not teams:
        return ""
    names = ", ".join(for_prose(team.name) for team in teams)
    return f" Without a Discord account are the captains of {names}: tell them in person, then `/rules told`."


def acknowledged(done: Acknowledged) -> str:
    """The answer to a captain who has read a version."""
    thanks = "You had said so already" if done.is_repeated else "Thank you"
    newer = ""
    if done.newest > done.version:
        newer = f" There is a newer version, {done.newest}: please read that, too."
    return f"{thanks}: {done.read} of {done.teams} teams have read version {done.version} of the rules.{newer}"


def receipts_lines(found: Receipts) -> Iterator[str]:
    """Who has read a version and who has not, line by line."""
    yield (
        f"**Version {found.version} of the rules**, {show_moment(found.amended_at)}: read by {len(found.read)} of "
        f"{len(found.teams)} teams."
    )
    if found.missing:
        yield "Not yet:"
        yield from (f"- {_with_captain(team)}" for team in found.missing)
    if found.read:
        yield "Read:"
        yield from (f"- {_receipt(entry)}" for entry in found.read)


def version_choice(snapshot: Snapshot, version: int) -> str:
    """A version in a list to choose from."""
    changed = [amendment.number for amendment in snapshot.amendments if amendment.version == version]
    return f"version {version}: {', '.join(changed)}"


def _receipt(entry: TeamReceipt) -> str:
    receipt = entry.receipt
    assert receipt is not None, "only teams that have read it are listed"
    told = f", told in person by <@{receipt.told_by}>" if receipt.told_by is not None else ""
    return f"{_with_captain(entry.team)} {show_moment(receipt.read_at)}{told}"


def _with_captain(team: Team) -> str:
    captain = f"<@{team.captain_id}>" if team.captain_id is not None else "captain without Discord: tell them in person"
    return f"{for_prose(team.name)} ({captain})"


def quote(text: str) -> str:
    """A text as a quotation."""
    return "\n".join(f"> {line}" for line in text.split("\n"))


def page_of(page: int, pages: int) -> str:
    """Which page it is."""
    return f"-# Page {page} of {pages}"


def not_registered(team: Team) -> str:
    """The refusal of a receipt for a team that holds no place."""
    return f"{for_prose(team.name)} holds no place in this competition, so its captain need not read the rules."


def told_in_person(done: Acknowledged, team: Team) -> str:
    """The answer to staff who told a captain in person."""
    noted = "It was noted already" if done.is_repeated else f"Noted: {for_prose(team.name)} was told in person"
    return f"{noted}. {done.read} of {done.teams} teams have read version {done.version} of the rules."


def reminded(captains: Sequence[int], without_account: Sequence[Team]) -> str:
    """The answer to the button that reminds the rest."""
    count = len(captains)
    told = "1 captain is" if count == 1 else f"{count} captains are"
    return f"{told} reminded in the captains' channel.{in_person(without_account)}"
