"""Amending the rules: the form, the preview, what is announced, and what is refused."""

from collections.abc import Iterator, Sequence

from bot.db.snapshot import Competition
from bot.ui.facts.rules import Amended, AmendForm, AmendPreview, UnknownRule
from bot.ui.names import for_prose
from bot.ui.texts.captains import mention_all
from bot.ui.texts.rules import in_person, quote
from core.competition import State
from core.rulebook import Amendment
from core.rules.rule import Rule

TITLE_LABEL, TEXT_LABEL, REASON_LABEL = (
    "Title",
    "What the rule says from now on",
    "Why it has to change after the start",
)
REASON_HINT = "It is shown with the rule, which is marked as changed after the start."

BAD_NUMBER = "A rule has a number such as 2.4. Choose one from the list, or type a new one to add a rule."
NOT_A_TEXT = "This is not a text file in UTF-8. Save it as plain text, and send it again."
FILE_TOO_LARGE = "The file is larger than 256 KiB. Send a smaller one, or several one after another."
NOTHING_NEW = "The rules say all that is in the file already; nothing changed."
CONFIRM, CHANGE = "Put it in force", "Change the text"
MOST_MENTIONED = 20
LONGEST_LABEL = 80


def has_ended(name: str, state: State) -> str:
    """The refusal to amend the rules of a competition that is over and put away."""
    return f"{for_prose(name)} is {state}: its rules stay as they were."


def changed_meanwhile(newest: Amendment, typed: str) -> str:
    """The refusal of an amendment to a rule that somebody else has changed since the form was opened."""
    return (
        f"Rule {newest.number} was changed meanwhile, in version {newest.version}; yours was not saved. "
        f"It says now:\n{quote(newest.new_text)}\nYou wrote:\n{quote(typed)}\n"
        f"Open `/rules amend` again if it still has to change."
    )


def amendment_lines(competition: Competition, amendments: Sequence[Amendment]) -> Iterator[str]:
    """What is announced of a new version, line by line."""
    yield f"**The rules of {for_prose(competition.name)} have changed: version {amendments[0].version}.**"
    for amendment in amendments:
        mark = ""
        if amendment.is_after_start:
            mark = f" **Changed after the start**, because: {for_prose(amendment.reason or '')}"
        yield f"**{amendment.number} {for_prose(amendment.title)}**{mark}"
        if amendment.old_text is not None:
            yield "Until now:"
            yield from quote(amendment.old_text).split("\n")
        yield "From now on:" if amendment.old_text is not None else "New:"
        yield from quote(amendment.new_text).split("\n")


def previewed(found: AmendPreview) -> str:
    """What would be posted, and who would be asked to read it."""
    channels, count = found.competition.channels, len(found.called)
    named = mention_all(found.called[:MOST_MENTIONED])
    more = f" and {count - MOST_MENTIONED} more" if count > MOST_MENTIONED else ""
    who = f"{'1 captain is' if count == 1 else f'{count} captains are'} mentioned in <#{channels.captains}>"
    lines = [
        f"This would be posted in <#{channels.announcements}>:",
        *amendment_lines(found.competition, found.amendments),
        f"{who}: {named}{more}." if count else "Nobody is mentioned.",
        *([in_person(found.without_account).strip()] if found.without_account else []),
        "Nothing is in force until you confirm it.",
    ]
    return "\n".join(lines)


def asked(found: AmendPreview) -> str:
    """The preview, or what is wrong with what was typed."""
    if found.fault is not None:
        return found.fault
    moved = ["**Something changed meanwhile, and nothing was done. This would follow now:**"] if found.is_anew else []
    return "\n".join((*moved, previewed(found)))


def unknown_rule(found: UnknownRule) -> str:
    """The question whether a number that is not there is meant."""
    near = " Or did you mean one of these?" if found.near else ""
    return f"There is no rule {found.number} in {for_prose(found.competition.name)}. Add it as a new rule?{near}"


def add_label(number: str) -> str:
    """The button that adds a rule."""
    return f"Add rule {number}"


def near_label(rule: Rule) -> str:
    """The button for a rule with a similar number."""
    return f"{rule.number} {rule.title}"[:LONGEST_LABEL]


def form_title(form: AmendForm) -> str:
    """The title of the form; at most 45 characters."""
    return f"Amend rule {form.number}" if form.rule else f"Add rule {form.number}"


def amended(done: Amended) -> str:
    """The answer to an amendment."""
    changed = ", ".join(amendment.number for amendment in done.amendments)
    count = len(done.called)
    told = "1 captain is" if count == 1 else f"{count} captains are"
    return (
        f"Version {done.version} of the rules is in force ({changed}). It is posted in "
        f"<#{done.competition.channels.announcements}>, and {told} asked to read it.{in_person(done.without_account)} "
        "`/rules receipts` shows who has."
    )
