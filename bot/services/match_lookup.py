"""Finding a match by what somebody chose or typed: its title, short or whole, or the two teams."""

import re
from collections.abc import Iterator

from bot.db.snapshot import Snapshot
from bot.ui.bracket_view import label_of, match_key, team_id_of
from bot.ui.texts import dodgeball as texts
from core.errors import NotFound, RuleError
from core.names import name_key, search_key
from core.scoring.bracket import Bracket, Match

WORDS = re.compile(r"[^\W\d_]+|\d+")
SPELLED = {
    "r": ("round",),
    "m": ("match",),
    "qf": ("quarter", "final"),
    "sf": ("semi", "final"),
    "quarterfinal": ("quarter", "final"),
    "semifinal": ("semi", "final"),
    "w": ("winners", "round"),
    "l": ("losers", "round"),
}
SIDES = ("winners", "losers")
BETWEEN = ("v", "vs", "vs.", "against", "-", "–", "/", "and", "")


def find_match(snapshot: Snapshot, bracket: Bracket, text: str, *, is_decided: bool = False) -> Match:
    """The match that is meant: by a menu's value, the title, the teams, or short as in the picture (`R1-2`, `QF 3`).

    Two teams can meet twice in double elimination: then the match that is open is meant, with `is_decided` the one that
    has a result. Raises NotFound, which names those that could be meant: where several are, else those of a team that
    was typed, else those that are ready.
    """
    wanted = search_key(text)
    for match in bracket.matches:
        if text == match_key(match) or wanted in map(search_key, (match.title, texts.match_choice(snapshot, match))):
            return match
    between = [match for match in bracket.matches if wanted in _name_pair(snapshot, match)]
    meant = [match for match in between if match.is_decided is is_decided] or between or _find_short(bracket, wanted)
    if len(meant) > 1:
        raise NotFound(texts.ambiguous_match(snapshot, text, meant))
    if meant:
        return meant[0]
    of_team = [m for m in bracket.matches if wanted in [search_key(name) for name in _names(snapshot, m)]]
    raise NotFound(texts.unknown_match(snapshot, text, of_team or bracket.ready, is_of_team=bool(of_team)))


def _find_short(bracket: Bracket, wanted: str) -> list[Match]:
    """The matches that a short form can mean: `R1-2` is the second one that is played in the first round."""
    words = [] if wanted.startswith("#") else _split(wanted)
    return [match for match in bracket.matches if words and words in (_split(way) for way in _shorten(match))]


def _shorten(match: Match) -> Iterator[str]:
    label = label_of(match)
    number = label.rpartition(" ")[2] or "1"
    yield match.title
    if label:
        yield label
    if match.side in SIDES:
        yield from (f"round {match.round} {number}", f"round {match.round} match {number}")
        yield f"{match.side} round {match.round} {number}"


def _split(text: str) -> list[str]:
    """Words and numbers: `r1-2` and `Round 1, 2` are the same."""
    found = WORDS.findall(text.casefold().replace("'", ""))
    return [part for word in found for part in SPELLED.get(word, (word,))]


def find_side(snapshot: Snapshot, match: Match, text: str) -> str:
    """One of a match's teams, by its key or its name. Raises RuleError."""
    pair = get_pair(match)
    names = {team: snapshot.teams[team_id_of(team)].name for team in pair}
    for key in (name_key, search_key):  # accents count only where they tell the two teams apart
        meant = [team for team in pair if text == team or key(text) == key(names[team])]
        if len(meant) == 1:
            return meant[0]
    raise RuleError(texts.which_side(snapshot, match))


def get_pair(match: Match) -> tuple[str, str]:
    """The two teams of a match. Raises RuleError where they are not both known."""
    if match.pair is None:
        raise RuleError(texts.not_ready(match))
    return match.pair


def _names(snapshot: Snapshot, match: Match) -> list[str]:
    return [snapshot.teams[team_id_of(team)].name for team in match.teams if team is not None]


def _name_pair(snapshot: Snapshot, match: Match) -> Iterator[str]:
    """Both teams as people write a match: `Aces v Bats`, `Bats vs. Aces`."""
    if match.pair is None:
        return
    first, second = _names(snapshot, match)
    for one, other in ((first, second), (second, first)):
        yield from (search_key(f"{one} {word} {other}") for word in BETWEEN)
