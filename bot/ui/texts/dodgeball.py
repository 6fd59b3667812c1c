"""Dodgeball: results, and who plays whom next."""

import re
from collections.abc import Sequence
from typing import Protocol

from bot.db.snapshot import Competition, Snapshot
from bot.ui.bracket_view import team_id_of
from bot.ui.names import for_prose, visible_name
from core.competition import State
from core.scoring.bracket import Bracket, Match

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
    def newly_ready(self) -> Sequence[Match]: ...
    @property
    def is_correction(self) -> bool: ...


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


def match_entered(snapshot: Snapshot, done: _Done) -> str:
    """The answer to a result."""
    return f"Entered: {_outcome(snapshot, done.match)} {_following(snapshot, done)}".strip()


def match_undone(snapshot: Snapshot, match: Match) -> str:
    """What everybody reads about a result that was taken back."""
    return f"**Taken back: {describe_match(snapshot, match)}.** Its result does not count; the match is open again."


def match_announced(snapshot: Snapshot, done: _Done) -> str:
    """What everybody reads about a result."""
    corrected = "Corrected result: " if done.is_correction else ""
    result = f"**{corrected}{done.match.title}**: {_outcome(snapshot, done.match)}"
    return "\n".join((result, *list_following(snapshot, done.bracket, done.newly_ready)))


def list_following(snapshot: Snapshot, bracket: Bracket, newly_ready: Sequence[Match]) -> list[str]:
    """The matches that can be played from now on, with their captains, and the end of the tournament."""
    lines = [
        f"Next: {describe_match(snapshot, match)} {_mention_captains(snapshot, match)}".rstrip()
        for match in newly_ready
    ]
    if bracket.champion is not None:
        champion = for_prose(snapshot.teams[team_id_of(bracket.champion)].name)
        lines.append(f"**{champion} wins {for_prose(snapshot.competition.name)}!**")
    elif bracket.is_finished:
        lines.append("The tournament is over, without a champion.")
    return lines


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
    note = "\nThe rest: `/bracket`, or the picture."
    return pages[0] if len(pages) == 1 else pages[0] + note


def _outcome(snapshot: Snapshot, match: Match) -> str:
    names = {team: for_prose(snapshot.teams[team_id_of(team)].name) for team in match.teams if team}
    if match.winner is None or match.loser is None:
        return f"{' and '.join(names.values())} both forfeited."
    score = f" {match.score[0]}-{match.score[1]}" if match.score else ""
    by = {"forfeit": " by forfeit", "walkover": " by walkover"}.get(match.how or "", "")
    return f"{names[match.winner]} beat {names[match.loser]}{score}{by}."


def _following(snapshot: Snapshot, done: _Done) -> str:
    return " ".join(f"Next: {describe_match(snapshot, match)}." for match in done.newly_ready)


def _mention_captains(snapshot: Snapshot, match: Match) -> str:
    captains = (snapshot.teams[team_id_of(team)].captain_id for team in match.teams if team)
    return " ".join(f"<@{captain}>" for captain in captains if captain)


def match_choice(snapshot: Snapshot, match: Match) -> str:
    """A match in a list of choices: plain text, since Discord shows no markdown there."""
    longest = (LONGEST_CHOICE - len(f"{match.title}:  v ")) // 2
    names = [_cut(visible_name(snapshot.teams[team_id_of(team)].name), longest) for team in match.pair or ()]
    return f"{match.title}: {' v '.join(names)}"


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}\u2026"
