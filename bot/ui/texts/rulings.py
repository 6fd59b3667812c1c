"""The event director's rulings."""

from collections.abc import Iterator

from bot.db.snapshot import Competition, Ruling
from bot.ui.facts.rulings import Ruled, RulingsView
from bot.ui.names import for_prose
from bot.ui.times import show_moment

TEXT_NEEDED = "Write the ruling in at most 1,000 characters."
RULEBOOK_TOO = "The numbered rulings of the rulebook itself stand with its rules: `/rules show`."
NONE_YET = f"The event director has made no ruling of their own yet; `/ruling add` keeps one. {RULEBOOK_TOO}"


def unknown_rule(number: str) -> str:
    """The refusal of a rule that is not there."""
    return f"There is no rule {for_prose(number[:20])}. Choose one from the list, or leave the option `rule` empty."


def added(done: Ruled) -> str:
    """The answer to a new ruling."""
    where = f" It is posted in <#{done.competition.channels.announcements}>." if done.is_announced else ""
    return f"Ruling {done.ruling.number} is kept; `/ruling list` and the rules show it.{where}"


def announced(competition: Competition, ruling: Ruling) -> str:
    """The post in the announcements."""
    return f"**{for_prose(competition.name)}**: {ruling_line(ruling)}"


def listed_lines(view: RulingsView) -> Iterator[str]:
    """All rulings, line by line."""
    if not view.rulings:
        yield NONE_YET
        return
    yield f"**The event director's rulings in {for_prose(view.competition.name)}**"
    for ruling in view.rulings:
        about = f" (rule {ruling.rule_number})" if ruling.rule_number else ""
        yield f"{ruling_line(ruling)}{about} (<@{ruling.decided_by}>, {show_moment(ruling.decided_at)})"
    yield f"-# {RULEBOOK_TOO}"


def ruling_line(ruling: Ruling) -> str:
    """A ruling by its number."""
    return f"Director's ruling {ruling.number}: {for_prose(ruling.text)}"
