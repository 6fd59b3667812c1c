"""What a change of a bracket leads to for the teams that wait: to be announced as it happens."""

from dataclasses import dataclass

from core.scoring.bracket import Bracket, find_newly_ready
from core.scoring.bracket_match import Match


@dataclass(frozen=True, slots=True)
class Following:
    """The matches with which something else is to be done than before, each in playing order."""

    ready: tuple[Match, ...] = ()
    """They can be played from now on."""
    unplayed: tuple[Match, ...] = ()
    """Nobody plays them: a walkover of a team that is out, or left void by a double forfeit (rulings 14, 116)."""
    waiting: tuple[Match, ...] = ()
    """They could be played before, and have to wait again."""
    is_end: bool = False
    """Whether the tournament is over by this, or has another champion."""


def find_following(before: Bracket, after: Bracket) -> Following:
    """What is to be announced after a change; both are the same tournament."""
    known = {(match.id, match.teams, match.winner) for match in _list_unplayed(before)}
    open_ids = {match.id for match in after.matches if not match.is_decided and not match.is_ready}
    return Following(
        find_newly_ready(before, after),
        tuple(match for match in _list_unplayed(after) if (match.id, match.teams, match.winner) not in known),
        tuple(match for match in before.ready if match.id in open_ids),
        after.is_finished and (not before.is_finished or before.champion != after.champion),
    )


def _list_unplayed(bracket: Bracket) -> list[Match]:
    automatic = {decision.match_id for decision in bracket.course.decisions if decision.is_automatic}
    return [match for match in bracket.matches if match.id in automatic or match.how == "void"]
