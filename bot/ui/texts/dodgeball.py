"""Dodgeball: results, and who plays whom next."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from bot.db.snapshot import Competition, Snapshot, Team
from bot.ui.bracket_view import team_id_of
from bot.ui.names import for_prose, visible_name
from bot.ui.shortening import NamesTogether, utf16_length
from core.competition import State
from core.scoring.bracket import Bracket, Match
from core.scoring.bracket_following import Following

NO_BRACKET = (
    "This competition is not a dodgeball tournament, so it has no bracket. `/standings` shows where teams stand."
)
NOT_DRAWN = (
    "The bracket is not drawn yet. A director draws it with `/match draw`, or it is drawn by `/competition start`."
)
REASON_MISSING = "A correction needs a reason: fill in the option `reason`."
BOTH_TEAMS = "Both teams"
LONGEST_CHOICE = 100
MOST_LISTED = 8
TEAM_KEY = re.compile(r'"?#(\d+)"?')


class _Done(Protocol):
    @property
    def bracket(self) -> Bracket: ...
    @property
    def match(self) -> Match: ...
    @property
    def following(self) -> Following: ...
    @property
    def is_correction(self) -> bool: ...
    @property
    def noted(self) -> tuple[int, ...]: ...


class _Undone(Protocol):
    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def match(self) -> Match: ...
    @property
    def bracket(self) -> Bracket: ...
    @property
    def following(self) -> Following: ...


def name_teams(sentence: str, snapshot: Snapshot) -> str:
    """A sentence of the bracket with the names of the teams instead of their keys."""

    def name(found: re.Match[str]) -> str:
        team = snapshot.teams.get(int(found[1]))
        return for_prose(team.name) if team else found[0]

    return TEAM_KEY.sub(name, sentence)


def not_running(competition: Competition) -> str:
    """The refusal of a result while no results are taken."""
    if competition.state is State.FINISHED:
        return "The tournament is finished. A director reopens it with `/competition resume` if a result is wrong."
    return "The tournament has not started yet. A director starts it with `/competition start`."


def not_ready(match: Match) -> str:
    """The refusal of a result for a match whose teams are not both known."""
    return f"{match.title} cannot be played yet: its teams are not known. `/bracket` shows the matches that are ready."


def decided_already(snapshot: Snapshot, match: Match) -> str:
    """The refusal of a second result."""
    result = describe_unplayed(snapshot, match).rstrip(".")
    return (
        f"This match is decided already: {result}. If that is wrong, a director corrects it with `/match correct`, or "
        "takes it back with `/match undo`."
    )


def unknown_match(snapshot: Snapshot, text: str, instead: Sequence[Match], *, is_of_team: bool) -> str:
    """The refusal of a match that is not there, with those that could be meant."""
    heading = "Its matches are" if is_of_team else "Ready to be played are"
    listed = "; ".join(describe_match(snapshot, match) for match in instead[:MOST_LISTED])
    known = f" {heading}: {listed}." if listed else ""
    return f"There is no match {for_prose(text[:100])}.{known} Choose one from the list, or type both teams: `A v B`."


def ambiguous_match(snapshot: Snapshot, text: str, meant: Sequence[Match]) -> str:
    """The refusal of what more than one match is called."""
    listed = "; ".join(describe_match(snapshot, match) for match in meant[:MOST_LISTED])
    return f"{for_prose(text[:100])} can mean several matches: {listed}. Type the whole title, or choose from the list."


def which_side(snapshot: Snapshot, match: Match) -> str:
    """The refusal of a team that does not play in a match."""
    return f"{describe_match(snapshot, match)}. Choose one of these two teams from the list."


def describe_match(snapshot: Snapshot, match: Match) -> str:
    """A match by its title and its teams."""
    if match.pair is None:
        return match.title
    first, second = (for_prose(snapshot.teams[team_id_of(team)].name) for team in match.pair)
    return f"{match.title}: {first} v {second}"


def describe_unplayed(snapshot: Snapshot, match: Match) -> str:
    """How a match is decided that nobody plays."""
    if match.pair is not None:
        return f"{match.title}: {_outcome(snapshot, match)}"
    if match.winner is None or match.next_id is None:
        return f"{match.title} is not played."
    return (
        f"{match.title} is not played: {for_prose(snapshot.teams[team_id_of(match.winner)].name)} goes on without it."
    )


def match_entered(snapshot: Snapshot, done: _Done) -> str:
    """The answer to a result."""
    following = done.following
    said = [f"Entered: {_outcome(snapshot, done.match)}"]
    said += [describe_unplayed(snapshot, match) for match in following.unplayed]
    said += [f"Next: {describe_match(snapshot, match)}." for match in following.ready]
    return " ".join(said) + (_warn_of_table(snapshot, done.noted) if done.noted else "")


def _warn_of_table(snapshot: Snapshot, noted: Sequence[int]) -> str:
    return (
        f"\n⚠️ The game table has it otherwise: {list_noted(snapshot.teams[id_] for id_ in noted)}. "
        "If the table is right, a director corrects the result with `/match correct`."
    )


def list_noted(winners: Iterable[Team]) -> str:
    """Who won the games that were noted at the table: `game 1 Aces, game 2 Bats`"""
    return ", ".join(f"game {number} {for_prose(team.name)}" for number, team in enumerate(winners, 1))


def match_undone(undone: _Undone) -> str:
    """What everybody reads about a result that was taken back."""
    snapshot, match = undone.snapshot, undone.match
    open_again = ""
    if match.is_ready:
        open_again = f"; the match is open again. {_mention_captains(snapshot, match.teams)}"
    others = tuple(ready for ready in undone.following.ready if ready.id != match.id)
    lines = list_following(snapshot, undone.bracket, replace(undone.following, ready=others))
    head = f"**Taken back: {describe_match(snapshot, match)}.** Its result does not count{open_again or '.'}"
    return "\n".join((head.rstrip(), *lines))


def match_announced(snapshot: Snapshot, done: _Done) -> str:
    """What everybody reads about a result."""
    corrected = "Corrected result: " if done.is_correction else ""
    result = f"**{corrected}{done.match.title}**: {_outcome(snapshot, done.match)}"
    return "\n".join((result, *list_following(snapshot, done.bracket, done.following)))


def list_following(snapshot: Snapshot, bracket: Bracket, following: Following) -> list[str]:
    """Who goes on without playing, which matches wait again, which can be played, and the end of the tournament."""
    lines = [
        f"{describe_unplayed(snapshot, match)} {_mention_captains(snapshot, [match.winner])}"
        for match in following.unplayed
    ]
    lines += [
        f"{match.title} has to wait again. {_mention_captains(snapshot, match.teams)}" for match in following.waiting
    ]
    lines += [
        f"Next: {describe_match(snapshot, match)} {_mention_captains(snapshot, match.teams)}"
        for match in following.ready
    ]
    if following.is_end and bracket.champion is not None:
        champion = for_prose(snapshot.teams[team_id_of(bracket.champion)].name)
        lines.append(f"**{champion} wins {for_prose(snapshot.competition.name)}!**")
    elif following.is_end:
        lines.append("The tournament is over, without a champion.")
    return [line.rstrip() for line in lines]


def list_called(snapshot: Snapshot, following: Following) -> tuple[int, ...]:
    """The captains whom `list_following` mentions."""
    teams = [team for match in (*following.waiting, *following.ready) for team in match.teams]
    return tuple(sorted({*_list_captains(snapshot, [*teams, *(match.winner for match in following.unplayed)])}))


def bracket_title(snapshot: Snapshot) -> str:
    """The title of the bracket."""
    return f"{snapshot.competition.name}: bracket"


def bracket_state(bracket: Bracket) -> str:
    """Which matches can be played now, in plain text."""
    if bracket.is_finished:
        return "All matches are played"
    ready = "; ".join(match.title for match in bracket.ready)
    return f"Ready: {ready}" if ready else "No match is ready"


def bracket_cut(pages: Sequence[str]) -> str:
    """As much of the bracket as one message holds."""
    note = "\nThe rest is in the picture; `/why` tells the way of one team."
    return pages[0] if len(pages) == 1 else pages[0] + note


def _outcome(snapshot: Snapshot, match: Match) -> str:
    names = {team: for_prose(snapshot.teams[team_id_of(team)].name) for team in match.teams if team}
    if match.winner is None or match.loser is None:
        return f"{' and '.join(names.values())} both forfeited."
    score = f" {match.score[0]}-{match.score[1]}" if match.score else ""
    by = {"forfeit": " by forfeit", "walkover": " by walkover"}.get(match.how or "", "")
    return f"{names[match.winner]} beat {names[match.loser]}{score}{by}."


def _mention_captains(snapshot: Snapshot, teams: Iterable[str | None]) -> str:
    return " ".join(f"<@{captain}>" for captain in _list_captains(snapshot, teams))


def _list_captains(snapshot: Snapshot, teams: Iterable[str | None]) -> list[int]:
    captains = [snapshot.teams[team_id_of(team)].captain_id for team in teams if team is not None]
    return [captain for captain in captains if captain is not None]


def match_choice(snapshot: Snapshot, match: Match) -> str:
    """A match in a list of choices: plain text, since Discord shows no markdown there; no two teams look the same."""
    room = (LONGEST_CHOICE - len(f"{match.title}:  v ")) // 2
    names = NamesTogether((visible_name(snapshot.teams[id_].name) for id_ in snapshot.seeds), utf16_length)
    return f"{match.title}: {' v '.join(names.fit(_visible(snapshot, team), room) for team in match.pair or ())}"


def _visible(snapshot: Snapshot, team: str) -> str:
    return visible_name(snapshot.teams[team_id_of(team)].name)
