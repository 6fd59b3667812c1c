"""A whole team's sheet: what was understood, and what is wrong with a line."""

from typing import Any

from bot.ui.facts.desk import SheetEntered, SheetForm, SheetRead
from bot.ui.names import for_prose, visible_name
from bot.ui.texts.listing import count
from bot.ui.texts.scores import end_sentence, show_amount
from core.scoring.event import Event, RoundsEvent
from core.scoring.games import Round
from core.scoring.ranking import Row, show_rank

CONFIRM, FIX = "Confirm", "Fix"
NOTHING_NEW = "Nothing on this sheet is new. Type the rounds after the names."
LABEL = "One line a player"
MOST_FAULTS = 10


def form_title(form: SheetForm) -> str:
    """The title of the form, at most 45 characters."""
    title = f"{form.event.title}: {visible_name(form.team.name)}"
    return title if len(title) <= 45 else f"{title[:44]}\u2026"


def form_hint(form: SheetForm) -> str:
    """What a line looks like, at most 100 characters: no name of a round is longer than `round`."""
    entry, one = form.event.entry, form.event.entry.round_name
    example = " ".join(["-", *["17"] * (form.event.rounds - 1)])
    several = f"{one}s of several numbers" if len(entry.counts) > 1 else f"{one}s typed in rolls: 9/ X … | 72 X …"
    return f"Ann: {example} (- is a missing {one}). A bar | between {several}"


def read(sheet: SheetRead) -> str:
    """What was understood, before it counts; or what is wrong."""
    if sheet.faults:
        return _refused(sheet)
    lines = [f"**{sheet.event.title}**: {for_prose(sheet.team.name)}"]
    if sheet.is_anew:
        lines.insert(0, "Something came in meanwhile. This is the sheet now:")
    for player_id, taken in sheet.rounds.items():
        shown = ", ".join(_show(sheet, player_id, number, one) for number, one in enumerate(taken, start=1))
        total = sum(one.points for one in taken if one is not None)
        lines.append(f"- {for_prose(sheet.snapshot.players[player_id].name)}: {shown} (total {total})")
    lines += [f"\u26a0 {doubt}" for doubt in sheet.doubts]
    lines.append(f"{_stands(sheet.row)} Is this right? Nothing counts yet.")
    return "\n".join(lines)


def entered(done: SheetEntered) -> str:
    """The answer once it counts."""
    missing = f" {done.missing} still missing." if done.missing else " Nothing is missing."
    rounds = count(done.count, done.event.entry.round_name)
    return f"**{done.event.title}**: {for_prose(done.team.name)}, {rounds} entered. {_stands(done.row)}{missing}"


def changed(event: RoundsEvent[Any], label: str, number: int, standing: Round, typed: Round) -> str:
    """The refusal of a round that would be corrected by the way."""
    counts = f"{show_amount(event, standing.points)} already, not {typed.points}"
    return (
        f'"{label}", {event.entry.round_name} {number} is {counts}. Leave it as it is here; /score correct changes it, '
        "with a reason."
    )


def doubted(name: str, doubt: str) -> str:
    """An implausible round."""
    return f"{for_prose(name)}: {end_sentence(doubt)}"


def one_card(event: Event[Any]) -> str:
    """The refusal of a sheet where a team has one card."""
    return f"In {event.title} a team has one card. Choose the team, and type the card."


def _refused(sheet: SheetRead) -> str:
    faults = [f"- {for_prose(fault)}" for fault in sheet.faults[:MOST_FAULTS]]
    more = len(sheet.faults) - len(faults)
    rest = [f"- and {more} more"] if more > 0 else []
    moved = "Something came in meanwhile. " if sheet.is_anew else ""
    head = f"{moved}**{sheet.event.title}**: {for_prose(sheet.team.name)}. Nothing was entered:"
    return "\n".join([head, *faults, *rest, "Your text is kept: press Fix."])


def _show(sheet: SheetRead, player_id: int, number: int, one: Round | None) -> str:
    """`**120**` where it is new."""
    if one is None:
        return "missing"
    return f"**{one.points}**" if (player_id, number) in sheet.entered else str(one.points)


def _stands(row: Row | None) -> str:
    if row is None:
        return ""
    total = "" if row.total is None else f"Team total {row.total}, "
    return f"{total}place {show_rank(row)}." if total else f"Place {show_rank(row)}."
