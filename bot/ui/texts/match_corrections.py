"""Corrections of dodgeball matches: what would follow."""

from collections.abc import Sequence
from typing import Protocol

from bot.db.snapshot import MatchResult, Snapshot
from bot.ui.bracket_view import team_id_of
from bot.ui.names import for_prose, mention_account
from bot.ui.texts.dodgeball import describe_match
from bot.ui.times import show_time
from core.scoring.bracket import Match

CONFIRM = "Confirm"
GAMES_OR_ABSENT = (
    "Say what the result should be: who won `game1` and `game2` (and `game3` after 1-1), or in `absent` alone who "
    "forfeits."
)


class _Asked(Protocol):
    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def before(self) -> Match: ...
    @property
    def after(self) -> Match: ...
    @property
    def standing(self) -> MatchResult: ...
    @property
    def later(self) -> Sequence[tuple[Match, Match]]: ...
    @property
    def is_anew(self) -> bool: ...


def asked(question: _Asked) -> str:
    """The preview of a correction."""
    snapshot, standing = question.snapshot, question.standing
    before, after = question.before, question.after
    is_same = (before.winner, before.how, before.score) == (after.winner, after.how, after.score)
    now, then = (_games(snapshot, match) if is_same else "" for match in (before, after))
    lines = ["Somebody has changed it since you were asked, so please look again."] if question.is_anew else []
    lines += [
        f"**Correct {describe_match(snapshot, before)}?** Nothing has changed yet.",
        f"Now: {_outcome(snapshot, before)}{now}, entered by {mention_account(standing.submitted_by)} "
        f"{show_time(standing.submitted_at)}.",
        f"Then: **{_outcome(snapshot, after)}**{then}.",
    ]
    lines += [_later_line(snapshot, old, new) for old, new in question.later]
    if not question.later:
        lines.append("No other match changes.")
    lines.append("It is announced as corrected.")
    return "\n".join(lines)


def changes_nothing(snapshot: Snapshot, match: Match) -> str:
    """The refusal of a correction to what is there."""
    return (
        f"{describe_match(snapshot, match)} has this result already, so nothing would change. Choose who won each game "
        "as it should be, or who forfeits."
    )


def _outcome(snapshot: Snapshot, match: Match) -> str:
    if match.winner is None:
        return "both forfeited" if match.how == "double_forfeit" else "nobody won"
    score = f" {match.score[0]}-{match.score[1]}" if match.score else ""
    by = {"forfeit": " by forfeit", "walkover": " by walkover"}.get(match.how or "", "")
    return f"{_name(snapshot, match.winner)} won{score}{by}"


def _games(snapshot: Snapshot, match: Match) -> str:
    """` (games: Aces, Bats, Aces)`, which tells two results of one score apart."""
    return f" (games: {', '.join(_name(snapshot, team) for team in match.games)})" if match.games else ""


def _later_line(snapshot: Snapshot, old: Match, new: Match) -> str:
    """`Final: Bats instead of Aces; it was ready to be played.`"""
    gone = [team for team in old.teams if team and team not in new.teams]
    come = [team for team in new.teams if team and team not in old.teams]
    names = " and ".join(_name(snapshot, team) for team in come) or "nobody yet"
    instead = " and ".join(_name(snapshot, team) for team in gone) or "nobody yet"
    return f"{new.title}: {names} instead of {instead}{_call(old, new)}."


def _call(old: Match, new: Match) -> str:
    if new.is_ready:
        return "; it was ready, and its captains are called again" if old.is_ready else "; its captains are called"
    if old.is_ready:
        return "; it was ready, and nobody plays it" if new.is_decided else "; it was ready, and waits again"
    return ""


def _name(snapshot: Snapshot, team: str) -> str:
    return for_prose(snapshot.teams[team_id_of(team)].name)
