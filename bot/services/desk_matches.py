"""A dodgeball match at the desk: which one, who won which game, and a look before it counts."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team
from bot.services.access import Asker
from bot.services.belated_matches import BelatedAsked, enter_result, is_walkover, list_walkovers
from bot.services.desk import show_desk
from bot.services.dodgeball import Games, MatchDone, open_bracket
from bot.services.match_lookup import find_match
from bot.services.noted_games import load_noted_winners
from bot.ui.bracket_view import team_id_of
from bot.ui.facts.desk import MatchList, MatchView
from bot.ui.texts import desk_matches as texts
from core.errors import Conflict, NotFound

MOST_GAMES = 3


async def list_matches(tx: Transaction, asker: Asker, chosen: str | None) -> MatchList:
    """The matches that can be played now, and the walkovers that can be entered late.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await show_desk(tx, asker, chosen)
    bracket = open_bracket(snapshot)
    return MatchList(snapshot, bracket.ready, list_walkovers(bracket))


async def view_match(
    tx: Transaction, asker: Asker, chosen: str | None, match_id: str, games: str | None = None
) -> MatchView:
    """A match that can be played now or entered late, with the winners of its games, if they were named.

    Raises NotFound, NotAllowed, RuleError, or Conflict where it is decided or has other teams meanwhile.
    """
    snapshot = await show_desk(tx, asker, chosen)
    bracket = open_bracket(snapshot)
    match = find_match(snapshot, bracket, match_id)
    if match.pair is None or not (match.is_ready or is_walkover(bracket, match)):
        raise Conflict(texts.NOT_READY)
    first, second = (snapshot.teams[team_id_of(key)] for key in match.pair)
    winners = () if games is None else _read_games(snapshot, (first, second), games)
    noted = tuple(snapshot.teams[id_] for id_ in await load_noted_winners(tx, snapshot, match))
    return MatchView(snapshot, match, (first, second), winners, noted)


async def enter_match(
    tx: Transaction, asker: Asker, chosen: str | None, match_id: str, games: str
) -> MatchDone | BelatedAsked:
    """Let the result count that was shown; of a walkover, ask first whether it was played before.

    Raises NotFound, NotAllowed or RuleError.
    """
    await show_desk(tx, asker, chosen)
    return await enter_result(tx, asker, chosen, match_id, _read_winners(games))


def _read_winners(games: str) -> Games:
    keys = games.split(".")
    if not 2 <= len(keys) <= MOST_GAMES:
        raise NotFound(texts.UNKNOWN_GAMES)
    return keys[0], keys[1], keys[2] if len(keys) == MOST_GAMES else None


def _read_games(snapshot: Snapshot, pair: tuple[Team, Team], games: str) -> tuple[Team, ...]:
    by_key = {f"#{team.id}": team for team in pair}
    keys = [key for key in _read_winners(games) if key is not None]
    if any(key not in by_key for key in keys):
        raise Conflict(texts.NOT_READY)
    return tuple(by_key[key] for key in keys)
