"""Bowling: two games a player, by total or by rolls (G33-G35, G40-G46).

Ten frames; a strike is 10 and the next two balls, a spare 10 and the next one. In a game stopped by injury every
ball not rolled is 0, also as a bonus (G35): nine strikes and then hurt is 240.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, cast

from core.errors import RuleError
from core.scoring.event import Count
from core.scoring.faults import Faults, Place, quote
from core.scoring.games import Round, make_round
from core.scoring.json_fields import are_counts, is_count, read_flag, read_list, read_record, refuse, refuse_counts
from core.scoring.json_reader import describe
from core.scoring.notation import count_units, doubt_total, find_numbers, refusal, split_words
from core.scoring.ranking import Unit
from core.scoring.summed_rounds import SummedRounds

_PINS = 10
_FRAMES = 10
_KEYS = frozenset({"rolls", "stopped"})
_PERFECT = 300
_RARE_ABOVE = 279
_PIN = Unit("pin", "pins")
_NOUN = "bowling game"
_MARKS = {"X": _PINS, "-": 0, "F": 0, **{str(pins): pins for pins in range(_PINS)}}
_BELOW_ZERO = re.compile("-[0-9]+")
_STOPPED = re.compile(r"\bstop(ped)?\s*$", re.IGNORECASE)
_EXAMPLE = (
    "the total, like 151, or the rolls frame by frame, like X 9/ 8- 72 (X strike, / spare, - miss), with stopped at "
    "the end of a game stopped by injury"
)


class Rolls(NamedTuple):
    """A game ball by ball."""

    pins: tuple[int, ...]
    is_stopped: bool


class RollFault(Exception):
    """Rolls that no game has; `index` of the roll, None for the game."""

    def __init__(self, index: int | None, text: str) -> None:
        super().__init__(text)
        self.index = index
        self.text = text


class UnfinishedGame(RollFault):
    """Rolls that end in `frame`, of a game that nobody stopped."""

    def __init__(self, frame: int) -> None:
        super().__init__(None, f'the game ends in frame {frame} and is not marked "stopped"')
        self.frame = frame


def score_rolls(rolls: Rolls) -> int:
    """Pins of a game. Raises RollFault where no game goes like this, or an unfinished one is not marked stopped."""
    pins, is_stopped = rolls
    starts = _find_starts(pins)
    if not is_stopped and not (len(starts) == _FRAMES and _is_complete(pins[starts[-1] :], _FRAMES)):
        raise UnfinishedGame(max(len(starts), 1))
    total = sum(pins)
    balls = (*pins, 0, 0)  # not rolled
    for start in starts[: _FRAMES - 1]:
        if balls[start] == _PINS:
            total += balls[start + 1] + balls[start + 2]
        elif balls[start] + balls[start + 1] == _PINS:
            total += balls[start + 2]
    return total


def split_frames(pins: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The balls of each frame. Raises RollFault for more pins than stand, or a ball too many."""
    return [pins[start:end] for start, end in pairwise([*_find_starts(pins), len(pins)])]


def _find_starts(pins: tuple[int, ...]) -> list[int]:
    """The first ball of each frame. Raises RollFault."""
    starts: list[int] = []
    start, end = 0, len(pins)
    for _ in range(_FRAMES - 1):
        if start >= end:
            return starts
        starts.append(start)
        if pins[start] == _PINS:
            start += 1
        elif start + 1 < end and pins[start] + pins[start + 1] > _PINS:
            raise _too_many_pins(start + 1, pins[start + 1], _PINS - pins[start])
        else:
            start += 2
    if start < end:
        starts.append(start)
        _check_last_frame(pins[start:], start)
    return starts


def _check_last_frame(frame: tuple[int, ...], start: int) -> None:
    if len(frame) <= 2 and sum(frame) < _PINS:
        return
    for index, fallen in enumerate(frame):
        if _is_complete(frame[:index], _FRAMES):
            raise RollFault(start + index, "a roll after the last frame")
        standing = _PINS - sum(_get_rack(frame[:index]))
        if fallen > standing:
            raise _too_many_pins(start + index, fallen, standing)


def _too_many_pins(index: int, fallen: int, standing: int) -> RollFault:
    return RollFault(index, f"{fallen} is more than the {count_units(standing, _PIN)} standing")


def _is_complete(frame: tuple[int, ...], number: int) -> bool:
    if number < _FRAMES:
        return len(frame) == 2 or frame == (_PINS,)
    return len(frame) == 3 or (len(frame) == 2 and sum(frame) < _PINS)


def _get_rack(frame: tuple[int, ...]) -> tuple[int, ...]:
    """The balls since the pins were last set up; only the tenth frame sets them up again."""
    rack: tuple[int, ...] = ()
    for fallen in frame:
        rack = () if sum(rack) + fallen == _PINS else (*rack, fallen)
    return rack


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A `RoundEntry` by total or by rolls."""

    noun: str = _NOUN
    round_name: str = "game"
    unit: Unit = _PIN
    counts: tuple[Count, ...] = (Count("Pins", 1, 0, _PERFECT),)
    highest_total: int = _PERFECT
    rare_above: int | None = _RARE_ABOVE
    example: str = _EXAMPLE

    def parse(self, text: str) -> Round:
        """`151`, or `X 9/ 8- 72 ...` with `stopped` at the end of a stopped game. Raises RuleError."""
        written = _STOPPED.sub("", text)
        is_stopped = written != text
        words = split_words(written.upper().replace("—", "--").replace("–", "-").replace("×", "X"))
        if not words and not is_stopped:
            raise refusal(text, _NOUN, _EXAMPLE)
        if _BELOW_ZERO.fullmatch(" ".join(words)) and not is_stopped:
            raise RuleError(
                f"{quote(text.strip())} is below zero: a bowling game has 0 to {_PERFECT} pins. Type {_EXAMPLE}."
            )
        numbers = find_numbers(words) or []
        if len(numbers) > 1 and max(numbers) > 99:
            raise RuleError(f"{quote(text.strip())} is more than one game, and here stands one. Type {_EXAMPLE}.")
        if len(numbers) == 1 and not is_stopped:
            return self.from_counts(numbers)
        if len(numbers) == 1 and numbers[0] > 9:
            meant = f"{words[0]} alone for the total, or {' '.join(words[0])} stopped for the rolls"
            raise RuleError(f"{quote(text.strip())} can be read in two ways. Type {meant}.")
        try:
            rolls = Rolls(_read_marks(text, words), is_stopped)
            return Round(score_rolls(rolls), rolls)
        except UnfinishedGame as fault:
            missing = f"the rolls end in frame {fault.frame}. Type the other frames too, or stopped at the end"
            raise RuleError(f"{quote(text.strip())}: {missing} if the player had to stop (G35).") from None
        except RollFault as fault:
            raise RuleError(f"{quote(text.strip())}: {fault.text}. Type {_EXAMPLE}.") from None

    def from_counts(self, counts: Sequence[int]) -> Round:
        """A game by its total. Raises RuleError."""
        (total,) = counts
        if not is_count(total, 0, _PERFECT):
            raise RuleError(f"{describe(total)} is not a bowling game (0 to {_PERFECT}). Type {_EXAMPLE}.")
        return Round(total, total)

    def show(self, entered: Round) -> str:
        """`151`, or `X 9/ 8- 72 ...`."""
        match entered.entered:
            case Rolls(pins, is_stopped):
                marks = " ".join(map(_write_marks, split_frames(pins)))
                spaced = " ".join(marks) if marks.isdecimal() else marks
                return f"{spaced} stopped".strip() if is_stopped else spaced
            case total:
                return str(total)

    def find_doubt(self, entered: Round) -> str | None:
        """Ruling 115."""
        if entered.points <= _RARE_ABOVE:
            return None
        return doubt_total(entered, self.show(entered), self.noun, self.unit, _RARE_ABOVE)

    def read(self, value: object) -> Round | None:
        """The total, or `{"rolls": [...], "stopped": true}`."""
        if type(value) is int:
            return make_round((value, value)) if 0 <= value <= _PERFECT else None
        rolls = _find_rolls(value)
        try:
            return None if rolls is None else Round(score_rolls(rolls), rolls)
        except RollFault:
            return None

    def refuse(self, value: object, place: Place, faults: Faults) -> None:
        """Why it is neither."""
        if isinstance(value, dict):
            _refuse_rolls(cast("dict[str, object]", value), place, faults)
        else:
            refuse(value, place, f"a bowling game (0 to {_PERFECT})", faults)

    def write(self, entered: Round) -> object:
        """What `read` reads."""
        match entered.entered:
            case Rolls(pins, is_stopped):
                return {"rolls": list(pins), **({"stopped": True} if is_stopped else {})}
            case total:
                return total


def _find_rolls(value: object) -> Rolls | None:
    """The rolls, if they are written as they should be, whether or not a game can go like this."""
    if not isinstance(value, dict):
        return None
    written = cast("dict[str, Any]", value)
    pins, is_stopped = written.get("rolls"), written.get("stopped", False)
    if written.keys() <= _KEYS and type(is_stopped) is bool and are_counts(pins, None, 0, _PINS):
        return Rolls(tuple(pins), is_stopped)
    return None


def _refuse_rolls(value: dict[str, object], place: Place, faults: Faults) -> None:
    record = read_record(value, place, faults, required=("rolls",), optional=("stopped",)) or {}
    is_stopped = read_flag(record.get("stopped", False), (*place, "stopped"), faults)
    rolls_place = (*place, "rolls")
    written = read_list(record["rolls"], rolls_place, faults, "a list of rolls") if "rolls" in record else None
    if written is None:
        return
    if not are_counts(written, None, 0, _PINS):
        one = "a count of pins"
        refuse_counts(written, rolls_place, faults, count=len(written), highest=_PINS, one=one, all_of="rolls")
        return
    try:
        score_rolls(Rolls(tuple(written), is_stopped is not False))
    except RollFault as fault:
        faults.add(rolls_place if fault.index is None else (*rolls_place, fault.index), fault.text)


def _read_marks(text: str, words: list[str]) -> tuple[int, ...]:
    """Pins of each ball from bowlers' marks. Raises RuleError, RollFault."""
    if "10" in words:
        raise RuleError(f"{quote(text.strip())}: a strike is written X, not 10. Type {_EXAMPLE}.")
    pins: list[int] = []
    for mark in "".join(words):
        fallen = _find_spare(pins) if mark == "/" else _MARKS.get(mark)
        if fallen is None:
            raise refusal(text, _NOUN, _EXAMPLE)
        pins.append(fallen)
    return tuple(pins)


def _find_spare(before: list[int]) -> int | None:
    """The pins left standing by the one ball at this rack; None where a spare cannot be. Raises RollFault."""
    frames = split_frames(tuple(before))
    rack = _get_rack(frames[-1]) if frames and not _is_complete(frames[-1], len(frames)) else ()
    return _PINS - rack[0] if len(rack) == 1 else None


def _write_marks(frame: tuple[int, ...]) -> str:
    marks = ""
    for index, fallen in enumerate(frame):
        rack = _get_rack(frame[:index])
        if sum(rack) + fallen == _PINS:
            marks += "/" if rack else "X"
        else:
            marks += str(fallen) if fallen else "-"
    return marks


EVENT = SummedRounds(
    key="bowling",
    title="Bowling",
    order=1,
    rounds=2,
    default_ties="split",
    highest_round=_PERFECT,
    entry=GameEntry(),
)
