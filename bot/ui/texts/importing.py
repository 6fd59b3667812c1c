"""Scores from a file: what would be entered, what differs from what is here, and what is wrong, by its line."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.db.snapshot import SheetKey, Snapshot
from bot.ui.facts.importing import Clash, ImportDone, ImportPlan, Wanted
from bot.ui.message import Attachment, Button, Message, custom_id
from bot.ui.names import for_prose, mention_account
from bot.ui.texts.listing import count
from bot.ui.texts.scores import name_round
from bot.ui.times import show_time
from core.csv_table import MOST_ROWS, TableFault
from core.score_table import HEADINGS
from core.scoring.event import Event, RoundsEvent, get_event
from core.scoring.games import Round

CONFIRM, REPLACE, SUBMIT = "import-confirm", "import-replace", "import-reason"
REASON = "reason"
FORM_TITLE = "Replace what differs"
REASON_LABEL = "Why the file is right"
REASON_MISSING = "Replacing needs a reason: press the button again and fill it in."
PLAYED_BEFORE = "played before the ejection or withdrawal"
MOST_SHOWN = 12
LONGEST_TEXT = 1900
LONGEST_ECHO = 60
TABLE_FAULTS = {
    TableFault.TOO_LARGE: "is larger than 1 MiB",
    TableFault.NOT_UTF8: "is not in UTF-8: save it as “CSV UTF-8”",
    TableFault.NOT_CSV: "is not a table, or has a quotation mark that is not closed",
    TableFault.HEADINGS: f"needs these headings in its first line, each once: {', '.join(HEADINGS)}",
    TableFault.TOO_MANY_ROWS: f"has more than {MOST_ROWS:,} rows",
    TableFault.EMPTY: "has no rows",
}


def table_fault(fault: TableFault) -> str:
    """The refusal of a file that is neither a results file nor a table of score sheets."""
    return f"Nothing was entered: the file {TABLE_FAULTS[fault]}. `/event sheets` gives a table to fill in."


def escape(text: str) -> str:
    """Something out of a file, as it may be read anywhere."""
    return for_prose(text)


def line(number: int) -> str:
    """Where something stands in a table."""
    return f"Line {number}"


def fault_at(where: str, sentence: str) -> str:
    """A fault with its place."""
    return f"{where}: {sentence}"


def bad_code(code: str) -> str:
    """A code with a slip in it, or none."""
    if not code:
        return "the code is missing; copy it from the sheet."
    return f"the code {_echo(code)} has a slip in it; copy it from the sheet."


def foreign_code(code: str) -> str:
    """A code of another competition, or of a team or event that is not here."""
    return f"the code {_echo(code)} belongs to another competition, or to a team or event that is not in this one."


def no_rounds(event: Event[Any]) -> str:
    """An event that is not scored by rounds."""
    return f"{event.title} has no rounds; enter who is out with `/score holdem`, or bring in a results file."


def bad_round(event: Event[Any], typed: str) -> str:
    """A round that there is not."""
    rounds = "1" if event.rounds == 1 else f"1 to {event.rounds}"
    return f"there is no round {_echo(typed)} in {event.title}; it is {rounds}."


def formula(typed: str) -> str:
    """A cell in which a spreadsheet computes."""
    return f"{_echo(typed)} is a formula; type the number itself."


def other_total(event: RoundsEvent[Any], entered: Round, total: str) -> str:
    """Counts that do not make the total beside them."""
    shown = event.entry.show(entered)
    return f"the counts {_echo(shown)} make {entered.points}, and the total says {_echo(total)}; correct one of them."


def twice(first: int) -> str:
    """A round that a file holds twice."""
    return f"this round stands in line {first} already; delete one of them."


def unknown_event(key: str) -> str:
    """Results of an event that this competition does not hold."""
    return f"results.{key}: {get_event(key).title} is not part of this competition."


def unknown_team(name: str) -> str:
    """A team of a file that is not here."""
    return f"teams: no team here is called {for_prose(name)}; names have to be the same to the letter."


def unknown_player(name: str, team: str) -> str:
    """A player of a file who is not here."""
    return (
        f"teams: nobody in {for_prose(team)} is called {for_prose(name)} here; names have to be the same to the letter."
    )


def other_competition(name: str) -> str:
    """A file that says it is about something else."""
    return f"The file says that it is of {for_prose(name)}."


def cancelled_there(event: str) -> str:
    """An event that a file counts as cancelled."""
    return f"Cancelled in the file and not here: {get_event(event).title}. If that is right, use `/event cancel`."


def ejected_there(name: str) -> str:
    """Somebody of whom a file says other than what follows here."""
    return f"Ejected or withdrawn in the file, and otherwise here: {for_prose(name)}. Files bring in scores alone."


def doubt_at(snapshot: Snapshot, wanted: Wanted, doubt: str) -> str:
    """Something implausible with whose it is."""
    return f"{name_sheet(snapshot, wanted.key)}: {for_prose(doubt)}"


def not_any_more(faults: Sequence[str]) -> str:
    """The refusal of a file that could be entered when it was shown."""
    return "\n".join(("Nothing was entered, since something has changed:", *faults[:MOST_SHOWN]))


def planned(plan: ImportPlan) -> Message:
    """What a file would bring; every list whole in a file beside it where it is long."""
    if plan.faults:
        heading = f"Nothing was entered: {count(len(plan.faults), 'fault')} in the file. Correct it and send it again."
        return with_list(heading, [(None, list(plan.faults))], (), "faults.txt")
    counted = f"new {len(plan.new)}, unchanged {plan.unchanged}, different from what is here {len(plan.clashes)}"
    heading = f"Only a look, nothing is entered yet: {counted}."
    if not (plan.new or plan.clashes or plan.unchanged):
        heading = "Nothing is filled in in this file. Fill in the column Counts or Total, then send it again."
    if plan.is_anew:
        heading = f"Something was entered since you looked, so nothing was done. Now: {counted}."
    lists = [
        (
            "Of those who are out now. Confirm only what was played before that; it stands:",
            [f"⚠️ {name_sheet(plan.snapshot, wanted.key)}" for wanted in plan.belated],
        ),
        ("Implausible, please check:", [f"⚠️ {doubt}" for doubt in plan.doubts]),
        ("Different (here → file):", [_word_clash(plan.snapshot, clash) for clash in plan.clashes]),
        ("New:", [_word_new(plan.snapshot, wanted) for wanted in plan.new]),
        ("Not brought in:", list(plan.notes)),
    ]
    return with_list(heading, lists, tuple(_buttons(plan)), "import.txt")


def brought_in(done: ImportDone) -> Message:
    """What was entered."""
    parts = ["1 new entry" if done.entered == 1 else f"{done.entered} new entries"]
    parts += [f"{done.replaced} replaced"] if done.replaced else []
    parts += [f"{done.left} left as they were"] if done.left else []
    return Message(f"✅ Entered: {', '.join(parts)}. `/standings` shows what came of it.")


def name_sheet(snapshot: Snapshot, key: SheetKey) -> str:
    """`Bowling, game 1 of Ann (Trio)`"""
    event = get_event(key.event)
    if key.player_id is None and key.team_id is None:
        return event.title
    if key.player_id is None:
        return f"{event.title}, {name_round(event, key.round)} of {for_prose(snapshot.teams[key.team_id or 0].name)}"
    player = snapshot.players[key.player_id]
    team = for_prose(snapshot.teams[player.team_id].name)
    return f"{event.title}, {name_round(event, key.round)} of {for_prose(player.name)} ({team})"


def _buttons(plan: ImportPlan) -> Iterator[Button]:
    if plan.draft_id is None:
        return
    ids = plan.snapshot.competition.id, plan.draft_id
    if plan.new:
        left = f", leave the {len(plan.clashes)}" if plan.clashes else ""
        yield Button(f"Enter the {len(plan.new)} new{left}", custom_id(CONFIRM, *ids), "success")
    if plan.clashes:
        both = f"Enter all, replace the {len(plan.clashes)}" if plan.new else f"Replace the {len(plan.clashes)}"
        yield Button(both, custom_id(REPLACE, *ids), "danger")


def _word_new(snapshot: Snapshot, wanted: Wanted) -> str:
    return f"{name_sheet(snapshot, wanted.key)}: {_show(snapshot, wanted.key, wanted.value)}"


def _word_clash(snapshot: Snapshot, clash: Clash) -> str:
    key, standing = clash.wanted.key, clash.standing
    here = "a forfeit" if standing.is_forfeit else _show(snapshot, key, standing.value)
    there = _show(snapshot, key, clash.wanted.value)
    by = f"by {mention_account(standing.submitted_by)} {show_time(standing.submitted_at)}"
    return f"{name_sheet(snapshot, key)}: {here} ({by}) → {there}"


def _show(snapshot: Snapshot, key: SheetKey, value: Any) -> str:
    event = get_event(key.event)
    if event.entry is None:
        names = [for_prose(snapshot.players[id_].name) for id_ in value["out"] if id_ in snapshot.players]
        last = f", last {names[-1]}" if names else ""
        return f"{len(names)} out{last}, {len(value['late'])} late"
    if key.round == 0:
        return "stroke index " + " ".join(map(str, value["stroke_index"]))
    entered = event.entry.read(value)
    if entered is None:
        return "?"
    shown = event.entry.show(entered)
    return str(entered.points) if shown == str(entered.points) else f"{entered.points} (`{shown}`)"


def with_list(
    heading: str, lists: Sequence[tuple[str | None, Sequence[str]]], buttons: tuple[Button, ...], name: str
) -> Message:
    """A heading with lists below; where they are long, a file of this name has all of them."""
    lists = [(title, entries) for title, entries in lists if entries]
    whole = [line for title, entries in lists for line in (*([title] if title else []), *entries)]
    if len("\n".join((heading, *whole))) <= LONGEST_TEXT:
        return Message("\n".join((heading, *whole)), buttons)
    shown = [
        line
        for title, entries in lists
        for line in (
            *([title] if title else []),
            *entries[:MOST_SHOWN],
            *([f"... and {len(entries) - MOST_SHOWN} more"] if len(entries) > MOST_SHOWN else []),
        )
    ]
    text = "\n".join((heading, *shown))
    if len(text) > LONGEST_TEXT:
        text = text[: LONGEST_TEXT - 60].rsplit("\n", 1)[0]
    files = (Attachment(name, "\n".join(whole).encode()),)
    return Message(f"{text}\nThe file has all of them.", buttons, attachments=files)


def _echo(text: str) -> str:
    return for_prose(text[:LONGEST_ECHO])
