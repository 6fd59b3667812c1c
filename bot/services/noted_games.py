"""Who won the games that a referee noted at the table of a dodgeball match; results that are entered go beside it."""

from bot.db.engine import Transaction
from bot.db.game_events import MatchAt, load_events
from bot.db.snapshot import Snapshot
from bot.services.match_lookup import get_pair
from bot.ui.bracket_view import team_id_of
from core.dodgeball.play import read_table
from core.scoring.bracket import Match


async def load_noted_winners(tx: Transaction, snapshot: Snapshot, match: Match) -> tuple[int, ...]:
    """The winning team of each game that is over at the match's table, in order. Raises RuleError without two teams."""
    first, second = map(team_id_of, get_pair(match))
    noted = await load_events(tx.connection, MatchAt(snapshot.competition.id, match.id, (first, second)))
    return read_table((first, second), [one.event for one in noted]).winners
