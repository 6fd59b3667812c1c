"""What one turn is worth: a game of bowling, a round of derby, bags or basketball."""

from typing import Any

from tests.second.reading import is_list_of_whole, is_whole

TURNS = {"bowling": 2, "derby": 2, "bags": 3, "basketball": 2}
HIGHEST_TOTAL = {"bowling": 300, "derby": 99999, "bags": 72, "basketball": 99999}


def turn_total(event: str, turn: Any) -> int | None:
    """The points (or pins) of one turn as the file gives it; None where the file may not give that."""
    if type(turn) is int:
        return turn if is_whole(turn, 0, HIGHEST_TOTAL[event]) else None
    if event == "bowling":
        return bowling_total(turn)
    if event == "derby":
        return weighted(turn, [1, 2, 3, 4, 5])
    if event == "bags":
        return bags_total(turn)
    return weighted(turn, [1, 2, 5, 10])


def weighted(counts: Any, worth: list[int]) -> int | None:
    if not is_list_of_whole(counts, len(worth), 0, 999):
        return None
    total = 0
    for position in range(len(worth)):
        total = total + counts[position] * worth[position]
    return total


def bags_total(turn: Any) -> int | None:
    if type(turn) is not dict or sorted(turn) != ["in", "on"]:
        return None
    if not is_list_of_whole(turn["on"], 3, 0, 4) or not is_list_of_whole(turn["in"], 3, 0, 4):
        return None
    total = 0
    for tier in (1, 2, 3):
        on_the_board = turn["on"][tier - 1]
        in_the_hole = turn["in"][tier - 1]
        if on_the_board + in_the_hole > 4:
            return None
        total = total + tier * on_the_board + 3 * tier * in_the_hole
    return total


def bowling_total(game: Any) -> int | None:
    if type(game) is not dict or "rolls" not in game:
        return None
    for key in game:
        if key not in ("rolls", "stopped"):
            return None
    rolls = game["rolls"]
    stopped = game.get("stopped", False)
    if type(rolls) is not list or type(stopped) is not bool:
        return None
    return score_rolls(rolls, stopped)


def score_rolls(rolls: list[Any], stopped: bool) -> int | None:
    """Pins of a game, frame by frame: each frame takes the balls it needs from what is left."""
    if not all(is_whole(roll, 0, 10) for roll in rolls):
        return None
    left = list(rolls)
    frames: list[list[int]] = []
    while left and len(frames) < 9:
        if left[0] == 10:
            frames.append([left.pop(0)])
        else:
            frames.append(left[:2])
            left = left[2:]
    if len(frames) == 9:
        frames.append(left)
        left = []
    if not all(is_possible_frame(frame) for frame in frames[:9]):
        return None
    if len(frames) == 10 and not is_possible_last_frame(frames[9]):
        return None
    if not stopped and not is_finished(frames):
        return None
    return sum_frames(frames)


def is_possible_frame(frame: list[int]) -> bool:
    return sum(frame) <= 10


def is_possible_last_frame(frame: list[int]) -> bool:
    """A strike earns two more balls, a spare one more; pins are set up again when all are down."""
    if len(frame) <= 1:
        return True
    first, second = frame[0], frame[1]
    if first < 10 and first + second > 10:
        return False
    if len(frame) == 2:
        return True
    if len(frame) > 3:
        return False
    if first < 10:
        return first + second == 10
    return second == 10 or second + frame[2] <= 10


def is_finished(frames: list[list[int]]) -> bool:
    if len(frames) < 10:
        return False
    last = frames[9]
    if len(last) < 2:
        return False
    return len(last) == 3 or last[0] + last[1] < 10


def sum_frames(frames: list[list[int]]) -> int:
    """Every frame with its bonus balls; a ball that was never rolled is a zero."""
    total = 0
    for number, frame in enumerate(frames):
        total = total + sum(frame)
        if number == 9:
            continue
        later = [ball for following in frames[number + 1 :] for ball in following] + [0, 0]
        if frame[0] == 10:
            total = total + later[0] + later[1]
        elif sum(frame) == 10:
            total = total + later[0]
    return total
