"""In which direction each character of a line runs: the Unicode Bidirectional Algorithm (UAX #9).

Marks that switch the direction by hand are gone from our texts (`bot.ui.names`), so that a line is one level
run and the rules for embeddings and isolates (X1 to X8) have nothing to do. Letters are those of the standard:
L and R are directions, AL an Arabic letter, EN and AN digits, ES, ET and CS what stands between digits,
NSM a combining mark, ON and WS neutral.
"""

from unicodedata import bidirectional

_BRACKETS = {"(": ")", "[": "]", "{": "}", "（": "）", "［": "］", "「": "」", "『": "』", "【": "】"}
_NEUTRAL = frozenset({"ON", "WS", "S", "B"})
_STRONG_SIDE = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # a digit counts as R between neutrals


def embedding_levels(text: str) -> list[int]:
    """Return a level per character: even runs to the right, odd to the left; higher ones lie within lower."""
    classes = [_class_of(character) for character in text]
    first_strong = next((each for each in classes if each in {"L", "R", "AL"}), "L")
    base = 0 if first_strong == "L" else 1
    base_side = "LR"[base]

    kinds = list(classes)
    _resolve_weak(kinds, base_side)
    _resolve_brackets(text, kinds, base_side)
    _resolve_neutral(kinds, base_side)
    levels = [_level_of(kind, base) for kind in kinds]
    for at in reversed(range(len(text))):  # L1: white space at the end belongs to the line
        if classes[at] != "WS":
            break
        levels[at] = base
    return levels


def visual_order(levels: list[int]) -> list[int]:
    """Return the places of `levels` from left to right (L2): every stretch of a level or higher is turned."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def _class_of(character: str) -> str:
    found = bidirectional(character)
    if found == "BN":
        return "NSM"  # a joiner goes with the letter before it
    return found or "L"  # a character newer than this Python's tables


def _resolve_weak(kinds: list[str], base_side: str) -> None:
    """Settle marks and digits (W1 to W7)."""
    _resolve_marks_and_arabic(kinds, base_side)
    for at in range(1, len(kinds) - 1):
        before, kind, after = kinds[at - 1 : at + 2]
        joins_digits = kind == "CS" or (kind == "ES" and before == "EN")
        if joins_digits and before == after and before in {"EN", "AN"}:
            kinds[at] = before
    for steps in (range(len(kinds)), reversed(range(len(kinds)))):  # W5, from either side
        before = ""
        for at in steps:
            if kinds[at] == "ET" and before == "EN":
                kinds[at] = "EN"
            before = kinds[at]
    strong = base_side
    for at, kind in enumerate(kinds):
        if kind in {"ES", "ET", "CS"}:
            kinds[at] = "ON"
        elif kind in {"L", "R"}:
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def _resolve_marks_and_arabic(kinds: list[str], base_side: str) -> None:
    """Give marks the class of their base (W1), digits after Arabic theirs (W2), and Arabic its side (W3)."""
    before = strong = base_side
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = before
        before = kinds[at]
        if before in {"L", "R", "AL"}:
            strong = before
        elif before == "EN" and strong == "AL":
            kinds[at] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]


def _resolve_brackets(text: str, kinds: list[str], base_side: str) -> None:
    """Give both brackets of a pair one side (N0)."""
    for start, end in _bracket_pairs(text, kinds):
        inside = {_STRONG_SIDE[kind] for kind in kinds[start + 1 : end] if kind in _STRONG_SIDE}
        if not inside:
            continue
        side = base_side
        if base_side not in inside:
            before = [_STRONG_SIDE[kind] for kind in kinds[:start] if kind in _STRONG_SIDE]
            side = before[-1] if before else base_side
        kinds[start] = kinds[end] = side


def _bracket_pairs(text: str, kinds: list[str]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[int, str]] = []
    for at, character in enumerate(text):
        if kinds[at] != "ON":
            continue
        if character in _BRACKETS:
            opened.append((at, _BRACKETS[character]))
            continue
        for depth in reversed(range(len(opened))):
            if opened[depth][1] == character:
                pairs.append((opened[depth][0], at))
                del opened[depth:]
                break
    return sorted(pairs)


def _resolve_neutral(kinds: list[str], base_side: str) -> None:
    """Give neutrals the side that surrounds them, or the line's (N1, N2)."""
    at = 0
    before = base_side
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > at:
            after = _STRONG_SIDE[kinds[end]] if end < len(kinds) else base_side
            kinds[at:end] = [before if before == after else base_side] * (end - at)
        if end < len(kinds):
            before = _STRONG_SIDE[kinds[end]]
        at = end + 1


def _level_of(kind: str, base: int) -> int:
    """Return the level of a resolved class (I1, I2)."""
    if kind == "L":
        return base + base % 2
    if kind == "R":
        return base + 1 - base % 2
    return base + 2 - base % 2
