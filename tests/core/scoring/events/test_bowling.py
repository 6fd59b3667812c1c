"""Bowling by rolls (G35) against the canonical cases, and by bowlers' marks on a phone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RuleError
from core.scoring.event import get_event
from core.scoring.events.bowling import RollFault, Rolls, score_rolls, split_frames
from core.scoring.games import Round

ENTRY: Any = get_event("bowling").entry
TYPE = (
    "Type the total, like 151, or the rolls frame by frame, like X 9/ 8- 72 (X strike, / spare, - miss), "
    "with stopped at the end of a game stopped by injury."
)

# Exercism problem-specifications, exercises/bowling/canonical-data.json: rolls and what they are worth.
CANONICAL = {
    "all zeros": ([0] * 20, 0),
    "no strikes or spares": ([3, 6] * 10, 90),
    "a spare followed by zeros": ([6, 4] + [0] * 18, 10),
    "the roll after a spare counts twice": ([6, 4, 3] + [0] * 17, 16),
    "consecutive spares": ([5, 5, 3, 7, 4] + [0] * 15, 31),
    "a spare in the last frame": ([0] * 18 + [7, 3, 7], 17),
    "a strike is a frame of one roll": ([10] + [0] * 18, 10),
    "the two rolls after a strike count twice": ([10, 5, 3] + [0] * 16, 26),
    "consecutive strikes": ([10, 10, 10, 5, 3] + [0] * 12, 81),
    "a strike in the last frame": ([0] * 18 + [10, 7, 1], 18),
    "a spare with the two bonus rolls": ([0] * 18 + [10, 7, 3], 20),
    "strikes with the two bonus rolls": ([0] * 18 + [10, 10, 10], 30),
    "last two strikes, then no strike": ([0] * 16 + [10, 10, 0, 1], 31),
    "a strike after a spare in the last frame": ([0] * 18 + [7, 3, 10], 20),
    "all strikes": ([10] * 12, 300),
    "two bonus rolls of more than ten": ([0] * 18 + [10, 10, 6], 26),
}

# The same source: what no game allows, the roll that is refused, and why.
CANONICAL_FAULTS = {
    "two rolls of a frame above ten": ([5, 6], 1, "6 is more than the 5 pins standing"),
    "two bonus rolls above ten": ([0] * 18 + [10, 5, 6], 20, "6 is more than the 5 pins standing"),
    "a second bonus strike on standing pins": ([0] * 18 + [10, 6, 10], 20, "10 is more than the 4 pins standing"),
    "no rolls": ([], None, 'the game ends in frame 1 and is not marked "stopped"'),
    "an unfinished game": ([0, 0], None, 'the game ends in frame 1 and is not marked "stopped"'),
    "a roll after ten frames": ([0] * 21, 20, "a roll after the last frame"),
    "no bonus roll after a last strike": (
        [0] * 18 + [10],
        None,
        'the game ends in frame 10 and is not marked "stopped"',
    ),
    "one bonus roll after a last strike": (
        [0] * 18 + [10, 10],
        None,
        'the game ends in frame 10 and is not marked "stopped"',
    ),
    "no bonus roll after a last spare": (
        [0] * 18 + [7, 3],
        None,
        'the game ends in frame 10 and is not marked "stopped"',
    ),
    "two bonus rolls after a last spare": ([0] * 18 + [7, 3, 2, 2], 21, "a roll after the last frame"),
    "three bonus rolls after a last strike": ([0] * 18 + [10, 3, 2, 2], 21, "a roll after the last frame"),
}


@pytest.mark.parametrize(("rolls", "pins"), CANONICAL.values(), ids=CANONICAL)
def test_finished_games(rolls: list[int], pins: int) -> None:
    assert score_rolls(Rolls(tuple(rolls), is_stopped=False)) == pins
    assert score_rolls(Rolls(tuple(rolls), is_stopped=True)) == pins


@pytest.mark.parametrize(("rolls", "index", "text"), CANONICAL_FAULTS.values(), ids=CANONICAL_FAULTS)
def test_rolls_that_no_game_has(rolls: list[int], index: int | None, text: str) -> None:
    with pytest.raises(RollFault) as fault:
        score_rolls(Rolls(tuple(rolls), is_stopped=False))
    assert (fault.value.index, fault.value.text) == (index, text)


@pytest.mark.parametrize(
    ("rolls", "pins"),
    [
        ([10] * 9, 240),
        ([10] * 10, 270),
        ([10] * 11, 290),
        ([], 0),
        ([9], 9),
        ([9, 1], 10),
        ([9, 1, 10], 30),
        ([10, 3, 4, 9, 1, 5, 2], 46),
        ([0] * 18 + [7, 3], 10),
    ],
)
def test_g35_balls_not_rolled_are_0_bonus_balls_too(rolls: list[int], pins: int) -> None:
    assert score_rolls(Rolls(tuple(rolls), is_stopped=True)) == pins


@st.composite
def games(draw: st.DrawFn) -> list[int]:
    """The rolls of a finished game."""
    rolls: list[int] = []
    for _ in range(9):
        first = draw(st.integers(0, 10))
        rolls += [first] if first == 10 else [first, draw(st.integers(0, 10 - first))]
    last = [draw(st.integers(0, 10))]
    last.append(draw(st.integers(0, 10 if last[0] == 10 else 10 - last[0])))
    if sum(last) >= 10:
        standing = 10 - last[1] if last[0] == 10 and last[1] < 10 else 10
        last.append(draw(st.integers(0, standing)))
    return rolls + last


@given(games(), st.integers(0, 21))
def test_a_stopped_game_is_the_game_with_misses_to_its_end(rolls: list[int], stop: int) -> None:
    """The frames begun stand; every ball after them counts 0."""
    begun = tuple(rolls[:stop])
    stopped = score_rolls(Rolls(begun, is_stopped=True))
    filled = list(begun)
    while True:
        try:
            assert stopped == score_rolls(Rolls(tuple(filled), is_stopped=False))
            break
        except RollFault as fault:
            if fault.index is not None:
                raise
            filled.append(0)


@given(games(), st.integers(0, 21), st.booleans())
def test_what_is_shown_is_read_again(rolls: list[int], stop: int, is_whole: bool) -> None:
    pins = tuple(rolls if is_whole else rolls[:stop])
    game = Rolls(pins, is_stopped=not is_whole or stop % 2 == 0)
    try:
        entered = Round(score_rolls(game), game)
    except RollFault:
        return
    assert ENTRY.parse(ENTRY.show(entered)) == entered
    assert ENTRY.parse(f" {ENTRY.show(entered).lower()}\n") == entered


@given(st.integers(0, 300))
def test_totals_are_read_again(total: int) -> None:
    assert ENTRY.parse(str(total)) == ENTRY.from_counts([total]) == Round(total, total)
    assert ENTRY.show(Round(total, total)) == str(total)


@pytest.mark.parametrize(
    ("text", "rolls", "pins", "shown"),
    [
        ("X X X X X X X X X XXX", [10] * 12, 300, "X X X X X X X X X XXX"),
        ("XXXXXXXXXXXX", [10] * 12, 300, "X X X X X X X X X XXX"),
        ("x 9/ 8- 72 x 9/ 8- 72 x 9/8", [10, 9, 1, 8, 0, 7, 2, 10, 9, 1, 8, 0, 7, 2, 10, 9, 1, 8], 148, None),
        ("-/ -- " * 5, [0, 10, 0, 0] * 5, 50, "-/ -- -/ -- -/ -- -/ -- -/ --"),
        ("—, 9–; " * 5, [0, 0, 9, 0] * 5, 45, "-- 9- -- 9- -- 9- -- 9- -- 9-"),
        ("F9 " * 10, [0, 9] * 10, 90, None),
        ("09 " * 10, [0, 9] * 10, 90, None),
        ("-- " * 9 + "X-/", [0] * 18 + [10, 0, 10], 20, "-- -- -- -- -- -- -- -- -- X-/"),
        ("-- " * 9 + "-/X", [0] * 18 + [0, 10, 10], 20, None),
        ("-- " * 9 + "X4/", [0] * 18 + [10, 4, 6], 20, None),
        ("4 5 stopped", [4, 5], 9, "4 5 stopped"),
        ("-1 stopped", [0, 1], 1, "-1 stopped"),
        ("Ｘ ９／ stopped", [10, 9, 1], 30, "X 9/ stopped"),
        ("9 Stop", [9], 9, "9 stopped"),
        ("X 3 stopped", [10, 3], 16, "X 3 stopped"),
        ("stopped", [], 0, "stopped"),
        ("× 9/ stopped", [10, 9, 1], 30, "X 9/ stopped"),
    ],
)
def test_bowlers_marks(text: str, rolls: list[int], pins: int, shown: str | None) -> None:
    entered = ENTRY.parse(text)
    assert (entered.points, entered.entered.pins) == (pins, tuple(rolls))
    assert entered.entered.is_stopped == ("stop" in text.lower())
    assert shown is None or ENTRY.show(entered) == shown


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f'"" is not a bowling game. {TYPE}'),
        ("fun", f'"fun" is not a bowling game. {TYPE}'),
        ("301", f"301 is not a bowling game (0 to 300). {TYPE}"),
        ("-5", f'"-5" is below zero: a bowling game has 0 to 300 pins. {TYPE}'),
        ("\u221212", f'"\u221212" is below zero: a bowling game has 0 to 300 pins. {TYPE}'),
        ("151 120", f'"151 120" is more than one game, and here stands one. {TYPE}'),
        (
            "X 9/ 8-",
            '"X 9/ 8-": the rolls end in frame 3. Type the other frames too, or stopped at the end if the player had '
            "to stop (G35).",
        ),
        ("10 3 4 9 1 stopped", f'"10 3 4 9 1 stopped": a strike is written X, not 10. {TYPE}'),
        ("X 3 8 stopped", f'"X 3 8 stopped": 8 is more than the 7 pins standing. {TYPE}'),
        ("/ stopped", f'"/ stopped" is not a bowling game. {TYPE}'),
        ("X/ stopped", f'"X/ stopped" is not a bowling game. {TYPE}'),
        ("X 9/ 8/ /", f'"X 9/ 8/ /" is not a bowling game. {TYPE}'),
        ("5 6 / stopped", f'"5 6 / stopped": 6 is more than the 5 pins standing. {TYPE}'),
        ("X" * 13, f'"{"X" * 13}": a roll after the last frame. {TYPE}'),
        (
            "45 stopped",
            '"45 stopped" can be read in two ways. Type 45 alone for the total, or 4 5 stopped for the rolls.',
        ),
        (
            "151 stopped",
            '"151 stopped" can be read in two ways. Type 151 alone for the total, or 1 5 1 stopped for the rolls.',
        ),
        ("9" * 4_000, f'"{"9" * 80}…": 9 is more than the 1 pin standing. {TYPE}'),
    ],
)
def test_what_is_no_game_is_refused_with_what_to_type(text: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        ENTRY.parse(text)
    assert refused.value.sentence == sentence


@pytest.mark.parametrize("total", [-1, 301, True])
def test_a_total_out_of_range_is_refused_wherever_it_comes_from(total: int) -> None:
    shown = "true" if total is True else total
    with pytest.raises(RuleError) as refused:
        ENTRY.from_counts([total])
    assert refused.value.sentence == f"{shown} is not a bowling game (0 to 300). {TYPE}"


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("279", None),
        ("280", "280 is read as 280 pins, and a bowling game above 279 is rare: 280 or 28?"),
        ("X X X X X X X X X XXX", "X X X X X X X X X XXX is read as 300 pins, and a bowling game above 279 is rare"),
    ],
)
def test_ruling_115_a_game_above_279_is_asked_about(text: str, doubt: str | None) -> None:
    assert ENTRY.find_doubt(ENTRY.parse(text)) == doubt


def test_frames_hold_their_balls() -> None:
    assert split_frames((10, 3, 7, 4)) == [(10,), (3, 7), (4,)]
