"""A bracket as a picture and as text. In the rules a team is `#id`; here it gets its name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from bot.ui.pictures import values as pictures
from core.scoring.bracket import Bracket, Entrant, Match, get_match
from core.scoring.bracket_layout import LoserOf, WinnerOf

SECTIONS: Mapping[str, str] = {
    "winners": "Winners' side",
    "losers": "Losers' side",
    "third": "Third place",
    "final": "Final",
}
NUMBER_IN_ROUND = re.compile(r"(match|quarter-final|semi-final) (\d+)$", re.IGNORECASE)
SHORT: Mapping[str, str] = {"match": "match", "quarter-final": "QF", "semi-final": "SF"}
MATCH_NUMBER = re.compile(r", match \d+$")
COUNT = re.compile(r" \d+$")
NOTES: Mapping[str, str] = {
    "forfeit": "forfeit",
    "walkover": "walkover",
    "double_forfeit": "both forfeited",
    "void": "not played",
}


def team_key(team_id: int) -> str:
    """How the bracket knows a team."""
    return f"#{team_id}"


def team_id_of(key: str) -> int:
    """The id of a team that the bracket knows by this key."""
    return int(key.removeprefix("#"))


def match_key(match: Match) -> str:
    """What menus and buttons call a match; nobody types it."""
    return f"#{match.id}"


def label_of(match: Match) -> str:
    """How the picture names it under the heading of its round: `match 2`, `QF 3`; empty where it is alone there."""
    numbered = NUMBER_IN_ROUND.search(match.title)
    return f"{SHORT[numbered[1].lower()]} {numbered[2]}" if numbered else ""


def draw_bracket(title: str, subtitle: str, bracket: Bracket, names: Mapping[str, str]) -> pictures.BracketPicture:
    """The picture of a bracket; `names` by the keys of the teams."""
    sections: list[pictures.Section] = []
    for side, heading in SECTIONS.items():
        matches = [match for match in bracket.matches if match.side == side]
        if matches:
            sections.append(pictures.Section(heading, _to_rounds(matches, bracket, names)))
    if len(sections) == 1:
        sections = [replace(sections[0], title="")]
    champion = names[bracket.champion] if bracket.champion else None
    return pictures.BracketPicture(title=title, subtitle=subtitle, sections=tuple(sections), champion=champion)


def _to_rounds(matches: Iterable[Match], bracket: Bracket, names: Mapping[str, str]) -> tuple[pictures.Round, ...]:
    rounds: list[pictures.Round] = []
    for _, listed in groupby(sorted(matches, key=lambda match: match.round), key=lambda match: match.round):
        members = list(listed)
        drawn = tuple(_to_match(match, bracket, names) for match in members)
        rounds.append(pictures.Round(head_round(members), drawn))
    return tuple(rounds)


def head_round(matches: Sequence[Match]) -> str:
    """`Quarter-finals` for `Quarter-final 1` and its kin, `Round 1` for `Round 1, match 3`."""
    numbered = MATCH_NUMBER.sub("", matches[0].title)
    if numbered != matches[0].title:
        return numbered
    alone = COUNT.sub("", numbered)
    return f"{alone}s" if len(matches) > 1 else alone


def _to_match(match: Match, bracket: Bracket, names: Mapping[str, str]) -> pictures.Match:
    upper, lower = (_to_side(match, entrant, bracket, names) for entrant in match.entrants)
    note = NOTES.get(match.how or "", "")
    return pictures.Match(match.id, (upper, lower), _state_of(match), match.next_id, note, label_of(match))


def _to_side(match: Match, entrant: Entrant, bracket: Bracket, names: Mapping[str, str]) -> pictures.Side:
    team = entrant.team
    if team is None:
        return pictures.Side(None, waiting_for="nobody" if entrant.is_settled else name_source(bracket, entrant))
    won = match.score[0 if team == match.winner else 1] if match.score is not None else None
    return pictures.Side(
        names[team],
        seed=bracket.seed_of(team),
        games_won=won,
        is_winner=team == match.winner,
    )


def name_source(bracket: Bracket, entrant: Entrant) -> str:
    """`winner of round 1, match 4`: who comes, by the title that people read everywhere."""
    source = entrant.source
    if not isinstance(source, WinnerOf | LoserOf):
        return ""
    title = get_match(bracket, source.match_id).title
    return f"{'winner' if isinstance(source, WinnerOf) else 'loser'} of {title[0].lower()}{title[1:]}"


def _state_of(match: Match) -> pictures.MatchState:
    if match.how == "void":
        return pictures.MatchState.VOID
    if match.is_decided:
        return pictures.MatchState.DECIDED
    return pictures.MatchState.READY if match.is_ready else pictures.MatchState.WAITING
