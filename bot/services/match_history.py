"""What was entered for a match, corrected and taken back, by whom, and under which rules; for staff."""

from bot.db.competitions import TAKEN_BACK, load_match_revisions
from bot.db.engine import Transaction
from bot.services.access import Asker, read_competition, require_staff
from bot.services.bracket import build_from
from bot.services.dodgeball import require_dodgeball
from bot.services.game_table import find_table
from bot.services.match_lookup import find_match
from bot.services.rules import rules_in_force
from bot.ui.facts.matches import MatchHistory, MatchRevision


async def show_match_history(tx: Transaction, asker: Asker, chosen: str | None, named: str) -> MatchHistory:
    """Every revision of a match's result. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    require_dodgeball(snapshot)
    match = find_match(snapshot, build_from(snapshot), named, is_decided=True)
    revisions = [
        MatchRevision(result, result.how == TAKEN_BACK, rules_in_force(snapshot, result.submitted_at))
        for result in await load_match_revisions(tx.connection, snapshot.competition.id)
        if result.match == match.id
    ]
    return MatchHistory(snapshot, match, tuple(revisions), await find_table(tx, snapshot, match))
