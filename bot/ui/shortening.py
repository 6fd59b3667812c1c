"""Names in less room than they need: cut with `…`, and those that would look the same cut so that they do not.

Room is whatever a measure counts: columns of a code block, pixels of a picture, characters of a choice.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

import wcwidth

from bot.ui.names import tidy_text

Measure = Callable[[str], float]
Shorten = Callable[[str, float, Measure], str]

ELLIPSIS = "…"
MAX_GRAPHEME = 16  # code points: more than any family or flag needs, fewer than a heap of accents has
_MAX_PER_COLUMN = 6  # code points, on the average of a line
_MOST_DIFFERENCES = 3  # places at which names that begin alike are told apart


def display_width(text: str) -> int:
    """Return how many columns a text takes: the sum over its graphemes, so that parts add up to the whole."""
    return sum(map(wcwidth.width, wcwidth.iter_graphemes(text)))


def columns(text: str) -> float:
    """Return what a text takes of a line of columns, where heaps of marks without a width count too."""
    return max(display_width(text), len(text) / _MAX_PER_COLUMN)


def utf16_length(text: str) -> int:
    """Return the length as Discord's clients count it, which is never less than Python's."""
    return len(text.encode("utf-16-le")) // 2


def shorten(text: str, room: float, measure: Measure = columns) -> str:
    """Return a text in at most `room`, cut at its end with `…` if it must be."""
    return cut(text, lambda part: measure(part) <= room)


def shorten_middle(text: str, room: float, measure: Measure = columns) -> str:
    """Return a text in at most `room`, cut in its middle if it must be: its last third stays."""
    graphemes = list(split_graphemes(text))
    whole = "".join(graphemes)
    if measure(whole) <= room:
        return whole
    starts = range(len(graphemes))
    start = bisect_left(starts, True, key=lambda at: measure("".join(graphemes[at:])) <= room / 3)
    return _shorten_before(graphemes, start, room, measure)


def shorten_apart(
    names: Iterable[str], room: float, measure: Measure = columns, alone: Shorten = shorten
) -> dict[str, str]:
    """Return names by themselves in at most `room`; those that would look the same lose their middle instead.

    `alone` shortens a name that looks like no other.

    `Ann Archer (Gutter Gang)` and `Ann Archer (Gutter Gäng)` become `Ann Archer…Gang)` and `Ann Archer…Gäng)`.
    """
    short = {name: alone(name, room, measure) for name in names}
    for _ in range(_MOST_DIFFERENCES):
        alike: dict[str, list[str]] = {}
        for name, shown in short.items():
            alike.setdefault(shown, []).append(name)
        for group in (group for group in alike.values() if len(group) > 1):
            difference = _find_difference(group)
            for name in group:
                graphemes = list(split_graphemes(name))
                start = _find_word(graphemes, difference, room, measure)
                short[name] = _shorten_before(graphemes, start, room, measure)
    return short


class NamesTogether:
    """Names that stand in one place; each is shortened for the room that it has there, and told from the others."""

    def __init__(self, names: Iterable[str], measure: Measure = columns, alone: Shorten = shorten) -> None:
        self._names = tuple(dict.fromkeys(names))
        self._measure = measure
        self._alone = alone
        self._short: dict[float, dict[str, str]] = {}

    def fit(self, name: str, room: float) -> str:
        """Return one of the names in at most `room`."""
        if self._measure(name) <= room:
            return name
        if room not in self._short:
            self._short[room] = shorten_apart(self._names, room, self._measure, self._alone)
        return self._short[room][name]


def cut(text: str, is_fitting: Callable[[str], bool]) -> str:
    """Return a text if it fits, else as many of its graphemes as fit with `…`, or nothing."""
    graphemes = list(split_graphemes(text))
    if is_fitting("".join(graphemes)):
        return "".join(graphemes)

    def beginning(count: int) -> str:
        return "".join(graphemes[:count]).rstrip() + ELLIPSIS

    fitting = bisect_left(range(len(graphemes)), True, key=lambda count: not is_fitting(beginning(count)))
    return beginning(fitting - 1) if fitting else ""


def split_graphemes(text: str) -> Iterator[str]:
    """Yield what readers see as single characters, none of them a heap of accents."""
    return (grapheme[:MAX_GRAPHEME] for grapheme in wcwidth.iter_graphemes(tidy_text(text)))


def _find_difference(names: Sequence[str]) -> int:
    """Return how many graphemes all names begin with."""
    beginnings = zip(*map(split_graphemes, names), strict=False)
    return sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, beginnings))


def _find_word(graphemes: list[str], difference: int, room: float, measure: Measure) -> int:
    """Return where the word begins in which a name differs from another, or a little before the difference."""
    start = difference
    while start > 0 and graphemes[start - 1].isalnum():
        if measure("".join(graphemes[start - 1 : difference])) > room // 3:
            break
        start -= 1
    return start


def _shorten_before(graphemes: list[str], start: int, room: float, measure: Measure) -> str:
    """Return a name from one grapheme on, with as much of what is before it as there is room for."""
    end = shorten("".join(graphemes[start:]), room * 2 // 3, measure)
    return cut("".join(graphemes[:start]), lambda part: measure(part + end) <= room) + end
