"""What is offered while somebody types a match or a team of it, and the bracket for whoever asks."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, read_competition
from bot.services.belated_matches import list_walkovers
from bot.services.bracket import build_from
from bot.services.dodgeball import require_dodgeball
from bot.services.match_lookup import find_match
from bot.ui.bracket_view import match_key, team_id_of
from bot.ui.texts import dodgeball as texts


async def read_bracket(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition whose bracket somebody asks for. Raises NotFound or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_dodgeball(snapshot)
    return snapshot


async def name_ready_matches(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The matches that can be played now, by name. Raises NotFound or RuleError."""
    snapshot = await read_bracket(tx, asker, chosen)
    return [(texts.match_choice(snapshot, match), match_key(match)) for match in build_from(snapshot).ready]


async def name_enterable_matches(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The matches that can be played now, then the walkovers that may have been played before a team was out."""
    snapshot = await read_bracket(tx, asker, chosen)
    bracket = build_from(snapshot)
    enterable = (*bracket.ready, *list_walkovers(bracket))
    return [(texts.match_choice(snapshot, match), match_key(match)) for match in enterable]


async def name_decided_matches(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The matches that have a result, the latest first. Raises NotFound or RuleError."""
    snapshot = await read_bracket(tx, asker, chosen)
    decided = [match for match in reversed(build_from(snapshot).matches) if match.is_decided]
    return [(texts.match_choice(snapshot, match), match_key(match)) for match in decided]


async def name_sides(tx: Transaction, asker: Asker, chosen: str | None, match_id: str) -> list[tuple[str, str]]:
    """The two teams of a match. Raises NotFound or RuleError."""
    snapshot = await read_bracket(tx, asker, chosen)
    match = find_match(snapshot, build_from(snapshot), match_id)
    return [(snapshot.teams[team_id_of(team)].name, team) for team in match.pair or ()]
