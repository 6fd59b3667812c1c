"""Results of matches that were played before a team was out, and came in afterwards."""

from datetime import datetime
from typing import Protocol

from bot.db.snapshot import Snapshot, TeamStatus
from bot.ui.bracket_view import team_id_of
from bot.ui.names import for_prose
from bot.ui.texts.dodgeball import describe_match
from bot.ui.times import show_time
from core.scoring.bracket import Match, Result

CONFIRM = "Yes, played before"


class Asked(Protocol):
    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def match(self) -> Match: ...
    @property
    def team_id(self) -> int: ...
    @property
    def gone_at(self) -> datetime: ...
    @property
    def result(self) -> Result: ...
    @property
    def draft_id(self) -> int: ...


def asked(question: Asked) -> str:
    """The question whether a match was played before a team was out."""
    snapshot = question.snapshot
    team = snapshot.teams[question.team_id]
    how = "withdrew" if team.status is TeamStatus.WITHDRAWN else "was ejected"
    winners = [for_prose(snapshot.teams[team_id_of(key)].name) for key in question.result.games or ()]
    return (
        f"**{describe_match(snapshot, question.match)}** counts as a walkover: {for_prose(team.name)} {how} "
        f"{show_time(question.gone_at)}. Was it played before that? Then it counts as it was played: games to "
        f"{', '.join(winners)}. If it was not, leave it as it is."
    )
