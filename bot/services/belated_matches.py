"""A match that was played before one of its teams was out, and whose sheet came in afterwards: it counts as played.

The bracket gives the opponent a walkover the moment a team is ejected or withdraws. Whoever enters a result of such a
match is asked whether it was played before that; what was played stands (ruling 21).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, change_competition, read_competition, require_staff
from bot.services.bracket import find_gone
from bot.services.dodgeball import Games, MatchDone, named, open_bracket, read_played, save_result, submit_match
from bot.services.drafts import keep_draft, take_draft
from bot.services.match_lookup import find_match, get_pair
from bot.ui.bracket_view import match_key, team_id_of
from bot.ui.texts import drafts as texts
from core.errors import NotFound
from core.scoring.bracket import Bracket, Match, Result, Withdrawal, record_earlier_result


@dataclass(frozen=True, slots=True)
class BelatedAsked:
    """A match that counts as a walkover since a team was out, and what it would be if it was played before that."""

    snapshot: Snapshot
    match: Match
    team_id: int
    gone_at: datetime
    result: Result
    draft_id: int


async def enter_result(
    tx: Transaction, asker: Asker, chosen: str | None, match_id: str, games: Games
) -> MatchDone | BelatedAsked:
    """Enter who won each game; of a match that a walkover has decided, ask first whether it was played before.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    bracket = open_bracket(snapshot)
    match = find_match(snapshot, bracket, match_id)
    if not is_walkover(bracket, match):
        return await submit_match(tx, asker, chosen, match_id, games)
    result, _, team_id, gone_at = _weigh(snapshot, bracket, match, games)
    draft = {"match": match_key(match), "games": list(games)}
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.BELATED_MATCH, draft)
    return BelatedAsked(snapshot, match, team_id, gone_at, result, draft_id)


async def confirm_result(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> MatchDone:
    """Enter what was played before a team was out. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.BELATED_MATCH, draft_id)
    bracket = open_bracket(snapshot)
    match = find_match(snapshot, bracket, draft["match"])
    if not is_walkover(bracket, match):
        raise NotFound(texts.is_gone(DraftPurpose.BELATED_MATCH))
    result, after, _, gone_at = _weigh(snapshot, bracket, match, cast("Games", tuple(draft["games"])))
    return await save_result(tx, asker, snapshot, bracket, after, match, result, reason=None, played_before=gone_at)


def is_walkover(bracket: Bracket, match: Match) -> bool:
    """Whether nobody has entered how a match ended, and it is decided since a team is out."""
    return any(one.match_id == match.id and one.is_automatic for one in bracket.course.decisions)


def list_walkovers(bracket: Bracket) -> tuple[Match, ...]:
    """The walkovers whose teams are both known, so that they may have been played before."""
    return tuple(match for match in bracket.matches if match.pair and is_walkover(bracket, match))


def _weigh(snapshot: Snapshot, bracket: Bracket, match: Match, games: Games) -> tuple[Result, Bracket, int, datetime]:
    """What was played, the bracket with it, who is out, and since when. Raises NotFound or RuleError."""
    gone = find_gone(snapshot)
    team_id = min((team_id_of(key) for key in get_pair(match) if team_id_of(key) in gone), key=lambda one: gone[one])
    withdrawal = next(
        entry for entry in bracket.entries if isinstance(entry, Withdrawal) and team_id_of(entry.team) == team_id
    )
    with named(snapshot):
        result = read_played(snapshot, match, games)
        after = record_earlier_result(bracket, match.id, result, withdrawal)
    return result, after, team_id, gone[team_id]
