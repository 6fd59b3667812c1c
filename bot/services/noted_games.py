"""What a referee noted at the table of a dodgeball match, for those who enter results or draw beside it."""

from bot.db.engine import Transaction
from bot.db.game_events import MatchAt, load_events
from bot.db.snapshot import Snapshot
from bot.services.match_lookup import get_pair
from bot.ui.bracket_view import team_id_of
from core.dodgeball.play import list_standing, read_table
from core.dodgeball.table import GameEvent
from core.scoring.bracket import Bracket, Match


async def list_under_way(tx: Transaction, snapshot: Snapshot, bracket: Bracket) -> tuple[Match, ...]:
    """The matches that can be played now and at whose table something stands noted."""
    return tuple([match for match in bracket.ready if list_standing(await _load(tx, snapshot, match))])


async def load_noted_winners(tx: Transaction, snapshot: Snapshot, match: Match) -> tuple[int, ...]:
    """The winning team of each game that is over at the match's table, in order. Raises RuleError without two teams."""
    return read_table(_teams_of(match), await _load(tx, snapshot, match)).winners


async def _load(tx: Transaction, snapshot: Snapshot, match: Match) -> list[GameEvent]:
    noted = await load_events(tx.connection, MatchAt(snapshot.competition.id, match.id, _teams_of(match)))
    return [one.event for one in noted]


def _teams_of(match: Match) -> tuple[int, int]:
    first, second = get_pair(match)
    return team_id_of(first), team_id_of(second)
