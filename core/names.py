"""Names of teams and people: which are allowed, which are the same, and which only look the same.

| question                                 | function         |
|------------------------------------------|------------------|
| How is it written, once tidied?          | `tidy_name`      |
| What is wrong with it?                   | `find_name_fault`|
| Are two names the same name?             | `name_key`       |
| Does somebody searching for it find it?  | `search_key`     |
| Could people take one for the other?     | `look_alike_key` |
"""

import unicodedata
from enum import Enum

NAME_MAX_CHARACTERS = 100  # the longest choice that Discord can offer

# Marks that switch the direction of the text around them (Unicode property Bidi_Control).
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and symbols that are drawn as nothing.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_INVISIBLE_CATEGORIES = frozenset({"Zs", "Cf", "Mn", "Me"})

# Latin letters that Unicode does not take apart into a base letter and an accent.
_BARE_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T"}
    | {"ı": "i", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
)
_LOOKS_LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԚԜҮӀ" + "асԁеһіјԛорѕԝхуѵү" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αεηικνορτυχγ",
    "ABESIJKMHOPCTYXQWYl" + "acdehijqopswxyvy" + "ABEZHIKMNOPTYX" + "aenikvoptuxy",
)
# After case folding: digits for letters, and one upright stroke for another.
_LOOKS_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "$": "s", "8": "b", "@": "a"})
_EMOJI_VARIATIONS = frozenset({*range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400)})  # selectors, skin tones


class NameFault(Enum):
    """Why a name cannot be used."""

    EMPTY = "empty"
    INVISIBLE = "invisible"
    CONTROL_CHARACTER = "control character"
    DIRECTION_MARK = "direction mark"
    BROKEN_CHARACTER = "broken character"
    TOO_LONG = "too long"


def tidy_name(text: str) -> str:
    """Return a name in NFC, without white space around it and with single spaces inside.

    Only spaces are tidied: a tab or a line break stays, for `find_name_fault` to refuse.
    """
    text = unicodedata.normalize("NFC", text).strip()
    spaced = "".join(" " if unicodedata.category(character) == "Zs" else character for character in text)
    return " ".join(part for part in spaced.split(" ") if part)


def find_name_fault(name: str) -> NameFault | None:
    """Return what is wrong with a tidied name, or None."""
    categories = {unicodedata.category(character) for character in name}
    if not name:
        return NameFault.EMPTY
    if "Cc" in categories or categories & {"Zl", "Zp"}:
        return NameFault.CONTROL_CHARACTER
    if "Cs" in categories:
        return NameFault.BROKEN_CHARACTER
    if _BIDI_CONTROLS & set(name):
        return NameFault.DIRECTION_MARK
    if not any(_is_visible(character) for character in name):
        return NameFault.INVISIBLE
    if len(name) > NAME_MAX_CHARACTERS:
        return NameFault.TOO_LONG
    return None


def name_key(name: str) -> str:
    """Return what two spellings of one name share: case, composed letters and white space do not count."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", tidy_name(name)).casefold())


def search_key(name: str) -> str:
    """Return a name as somebody types it in search of it: `lodz` for `Łódź`."""
    bare = _without_accents(tidy_name(name)).translate(_BARE_LETTERS)
    return unicodedata.normalize("NFC", bare.casefold())


def look_alike_key(name: str) -> str:
    """Return what two names share that people could take for each other; staff are asked to look at them.

    Alike are O and 0, l and 1, Latin letters and their Cyrillic or Greek doubles, accented and bare letters,
    emoji with and without a variation or skin tone, and names that differ in spaces or punctuation only.
    """
    bare = _without_accents(tidy_name(name)).translate(_BARE_LETTERS).translate(_LOOKS_LATIN)
    folded = bare.casefold().translate(_LOOKS_ALIKE)
    kept = "".join(character for character in folded if _tells_apart(character))
    return unicodedata.normalize("NFC", kept.replace("rn", "m").replace("vv", "w") or folded)


def _is_visible(character: str) -> bool:
    return unicodedata.category(character) not in _INVISIBLE_CATEGORIES and character not in _BLANKS


def _without_accents(text: str) -> str:
    """Drop accents of European scripts only: elsewhere a combining mark makes another letter."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(character for character in decomposed if not "\u0300" <= character <= "\u036f")


def _tells_apart(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] not in "ZP" and category != "Cf" and ord(character) not in _EMOJI_VARIATIONS
