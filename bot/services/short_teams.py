"""Dodgeball teams with too few players left: staff hear of it, and one with nobody left wins nothing (ruling 80)."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.ejections import ejections_of
from bot.ui.bracket_view import team_id_of
from bot.ui.message import Message
from bot.ui.texts import short_teams as texts
from core.competition import Kind
from core.dodgeball.table import MOST_PLAYERS, START_WITH
from core.errors import RuleError
from core.scoring.bracket import Match


def count_eligible(snapshot: Snapshot, team_id: int) -> int:
    """How many players of a team may still play."""
    ejected = ejections_of(snapshot).players
    return sum(player.id not in ejected for player in snapshot.roster(team_id))


def count_startable(snapshot: Snapshot, team_id: int) -> int:
    """How many players a team may line up: it plays short for each who is ejected, whoever is on the bench."""
    may = count_eligible(snapshot, team_id)
    return min(may, MOST_PLAYERS - (len(snapshot.roster(team_id)) - may))


def require_players(snapshot: Snapshot, match: Match) -> None:
    """Raise RuleError for a match that was to be played by a team with nobody left."""
    for key in match.teams:
        if key is not None and not count_eligible(snapshot, team_id_of(key)):
            raise RuleError(texts.nobody_left(snapshot.teams[team_id_of(key)].name, match.title))


async def tell_too_few(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    """Tell staff which teams have become too few to start a game, once for each change."""
    competition = after.competition
    if competition.settings.kind is not Kind.DODGEBALL:
        return
    out = ejections_of(after).teams
    lines: list[str] = []
    for team in after.taking_part():
        had, has = count_startable(before, team.id), count_startable(after, team.id)
        if has < had and has < START_WITH and team.id not in out:
            lines.append(texts.too_few(team.name, has))
    if lines:
        notice, subject = Message("\n".join(lines)), f"short:{competition.revision}"
        await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.staff)
