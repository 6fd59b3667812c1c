"""Finding a match by what somebody chose or typed: its id, its title, or the two teams."""

from collections.abc import Iterator

from bot.db.snapshot import Snapshot
from bot.ui.bracket_view import team_id_of
from bot.ui.texts import dodgeball as texts
from core.errors import NotFound, RuleError
from core.names import name_key, search_key
from core.scoring.bracket import Bracket, Match

BETWEEN = ("v", "vs", "vs.", "against", "-", "–", "/", "and", "")


def find_match(snapshot: Snapshot, bracket: Bracket, text: str) -> Match:
    """The match that is meant. Raises NotFound, which names those of a team that was typed, else those that are ready.

    Two teams can meet twice in double elimination: then the match that is not decided yet is meant, else the last one.
    """
    wanted = search_key(text)
    for match in bracket.matches:
        if text.strip() == match.id or wanted in map(search_key, (match.title, texts.match_choice(snapshot, match))):
            return match
    between = [match for match in bracket.matches if wanted in _name_pair(snapshot, match)]
    if between:
        return next((match for match in between if not match.is_decided), between[-1])
    of_team = [m for m in bracket.matches if wanted in [search_key(name) for name in _names(snapshot, m)]]
    raise NotFound(texts.unknown_match(snapshot, text, of_team or bracket.ready, is_of_team=bool(of_team)))


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
