"""A whole team's sheet as text: one line a player, in the short notation of the event's rounds, as on paper.

`Ann Lee: 120 131` are two rounds given by one word each. A round of several words stands between bars:
`Ann Lee: 1 0 2 0 3 | 0 1 0 0 1`. A round that is still missing is left out at the end, or is a dash: `Ann Lee: - 131`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from core.errors import RuleError
from core.names import name_key, search_key
from core.scoring.event import RoundEntry
from core.scoring.faults import quote
from core.scoring.games import Round
from core.scoring.notation import find_numbers, split_words

LINES_AT_MOST = 30
_HIGHEST_IN_ROLLS = 99
"""Two balls that are written as one word."""
_BAR = "|"
_MISSING = ("-", "\u2013", "\u2014")


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """What was understood: for each name the rounds in order, None for one that is missing; and what was not."""

    rounds: Mapping[str, tuple[Round | None, ...]]
    faults: tuple[str, ...]


def write_team_sheet(rounds: Mapping[str, Sequence[Round | None]], entry: RoundEntry) -> str:
    """The sheet with what is known already; `read_team_sheet` gives the same rounds back."""
    return "\n".join(f"{name}: {_write_rounds(taken, entry)}".rstrip() for name, taken in rounds.items())


def read_team_sheet(text: str, names: Sequence[str], entry: RoundEntry, rounds: int) -> TeamSheet:
    """Each line read for itself, so that every fault is told at once; `names` are the players of the team."""
    found: dict[str, tuple[Round | None, ...]] = {}
    faults: list[str] = []
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > LINES_AT_MOST:
        return TeamSheet({}, (f"The sheet has {len(lines)} lines. Send one line a player: {len(names)} players.",))
    for line in lines:
        try:
            name, taken = _read_line(line, names, entry, rounds)
            if name in found:
                raise RuleError(f"{quote(name)} is there twice. Keep one line a player.")
        except RuleError as fault:
            faults.append(fault.sentence)
        else:
            found[name] = taken
    return TeamSheet(found, tuple(faults))


def _write_rounds(taken: Sequence[Round | None], entry: RoundEntry) -> str:
    shown = ["-" if one is None else entry.show(one) for one in taken]
    while shown and shown[-1] == "-":
        shown.pop()
    is_long = any(len(split_words(one)) > 1 for one in shown)
    return f" {_BAR} ".join(shown) + (f" {_BAR}" if is_long and len(shown) == 1 else "") if is_long else " ".join(shown)


def _read_line(line: str, names: Sequence[str], entry: RoundEntry, rounds: int) -> tuple[str, tuple[Round | None, ...]]:
    written, colon, values = line.replace("\uff1a", ":").rpartition(":")
    if not colon:
        raise RuleError(f"{quote(line)} has no colon. Write the name, a colon and the {entry.round_name}s.")
    name = _find_name(written, names)
    parts = _split_rounds(values, rounds, entry)
    if len(parts) > rounds:
        has = f"{rounds} {entry.round_name}{'s' if rounds > 1 else ''}"
        raise RuleError(f"{quote(name)}: that is {len(parts)}, and a player has {has}. {_how_to_split(entry)}")
    taken: list[Round | None] = []
    for number, part in enumerate(parts, start=1):
        try:
            taken.append(None if not part.strip() or part.strip() in _MISSING else entry.parse(part))
        except RuleError as fault:
            raise RuleError(f"{quote(name)}, {entry.round_name} {number}: {fault.sentence}") from None
    return name, (*taken, *(None,) * (rounds - len(taken)))


def _split_rounds(values: str, rounds: int, entry: RoundEntry) -> list[str]:
    """Between bars where there are any; else a word each, or one round of more words than there are rounds.

    Where only a total can be so high, each word is one: `120 131 99` are three games, `9 1 8 2` are rolls.
    """
    if _BAR in values:
        parts = values.split(_BAR)
        return parts[:-1] if not parts[-1].strip() else parts
    words = values.split()
    numbers = find_numbers(words) or [0]
    are_totals = len(entry.counts) == 1 and max(numbers) > _HIGHEST_IN_ROLLS
    return words if len(words) <= rounds or are_totals else [values]


def _find_name(written: str, names: Sequence[str]) -> str:
    """The player who is meant: the same name, or one that differs in case and accents alone. Raises RuleError."""
    for key in (name_key, search_key):
        meant = [name for name in names if key(name) == key(written)]
        if len(meant) == 1:
            return meant[0]
    near = get_close_matches(search_key(written), [search_key(name) for name in names], 1, cutoff=0.5)
    hint = next((f" Did you mean {quote(name)}?" for name in names if search_key(name) in near), "")
    raise RuleError(f"Nobody in this team is called {quote(written.strip())}.{hint or ' Keep the names as they were.'}")


def _how_to_split(entry: RoundEntry) -> str:
    return f"Put a bar | between {entry.round_name}s of several numbers."
