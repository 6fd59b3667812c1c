"""A dodgeball tournament: match results, forfeits, and who plays whom next.

The bracket itself is `core.scoring.bracket`; it knows teams as `#id`, and its sentences get the names here.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import insert

from bot.db import tables
from bot.db.engine import Transaction
from bot.db.snapshot import MatchResult, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.access import (
    Asker,
    change_competition,
    keep_after_commit,
    record_change,
    require_staff,
)
from bot.services.bracket import build_from
from bot.services.live import refresh_all
from bot.services.match_lookup import find_match, find_side, get_pair
from bot.services.noted_games import load_noted_winners
from bot.services.short_teams import require_players
from bot.ui.bracket_view import team_id_of
from bot.ui.message import Message
from bot.ui.texts import dodgeball as texts
from core.competition import Kind, State
from core.errors import RuleError, UserError
from core.scoring.bracket import (
    Bracket,
    Match,
    Result,
    get_match,
    record_result,
)
from core.scoring.bracket_following import Following, find_following

BOTH = "both"
Games = tuple[str, str, str | None]
"""Who won game 1, 2 and 3, each by key or name."""


@dataclass(frozen=True, slots=True)
class MatchDone:
    """What a result led to; `noted` are the winners of games at the match's table, where they are others."""

    snapshot: Snapshot
    bracket: Bracket
    match: Match
    following: Following
    is_correction: bool
    noted: tuple[int, ...] = ()


async def submit_match(tx: Transaction, asker: Asker, chosen: str | None, match_id: str, games: Games) -> MatchDone:
    """Enter the winner of each game of a match that can be played now. Raises NotFound, NotAllowed or RuleError."""
    snapshot, bracket, match = await _open_match(tx, asker, chosen, match_id)
    require_players(snapshot, match)
    with named(snapshot):
        result = read_played(snapshot, match, games)
        after = record_result(bracket, result)
    return await save_result(tx, asker, snapshot, bracket, after, match, result, reason=None)


async def forfeit_match(tx: Transaction, asker: Asker, chosen: str | None, match_id: str, absent: str) -> MatchDone:
    """Enter that a team, or both, forfeit a match (rulings 14, 105). Raises NotFound, NotAllowed or RuleError."""
    snapshot, bracket, match = await _open_match(tx, asker, chosen, match_id)
    result = read_forfeit(snapshot, match, absent)
    with named(snapshot):
        after = record_result(bracket, result)
    return await save_result(tx, asker, snapshot, bracket, after, match, result, reason=None)


async def _open_match(
    tx: Transaction, asker: Asker, chosen: str | None, match_id: str
) -> tuple[Snapshot, Bracket, Match]:
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    bracket = open_bracket(snapshot)
    match = find_match(snapshot, bracket, match_id)
    if match.is_decided:
        raise RuleError(texts.decided_already(snapshot, match))
    return snapshot, bracket, match


def open_bracket(snapshot: Snapshot) -> Bracket:
    """The bracket of a tournament that takes results. Raises RuleError."""
    require_dodgeball(snapshot)
    if snapshot.competition.state is not State.RUNNING:
        raise RuleError(texts.not_running(snapshot.competition))
    return build_from(snapshot)


async def save_result(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    before: Bracket,
    after: Bracket,
    match: Match,
    result: Result,
    reason: str | None,
    played_before: datetime | None = None,
) -> MatchDone:
    """Add a result, which replaces an earlier one where there is a reason, and tell everybody.

    `played_before` is when a team was out, of a match that it had played by then and that is entered only now.
    """
    replaced = find_result(snapshot, match) if reason is not None else None
    counts_from = replaced.played_before if replaced else played_before
    row: dict[str, Any] = {
        "competition_id": snapshot.competition.id,
        "first_team_id": team_id_of(result.teams[0]),
        "second_team_id": team_id_of(result.teams[1]),
        "winner_id": team_id_of(result.winner) if result.winner else None,
        "how": result.how,
        "games": [team_id_of(team) for team in result.games or ()],
        "submitted_by": asker.user_id,
        "submitted_at": tx.now,
        "reason": reason,
        "replaces_id": replaced.id if replaced else None,
        "match": match.id,
        "played_before": counts_from,
    }
    statement = insert(tables.match_result).values(row).returning(tables.match_result.c.id)
    row_id = (await tx.connection.execute(statement)).scalar_one()
    saved = MatchResult(
        row_id,
        (row["first_team_id"], row["second_team_id"]),
        row["winner_id"],
        result.how,
        tuple(row["games"]),
        asker.user_id,
        tx.now,
        replaced.decided_at if replaced else counts_from or tx.now,
        reason,
        row["replaces_id"],
        match.id,
        counts_from,
    )
    results = tuple(saved if r is replaced else r for r in snapshot.results)
    changed = replace(snapshot, results=results if replaced else (*results, saved))
    noted = await load_noted_winners(tx, snapshot, match) if reason is None and saved.games else ()
    is_otherwise = noted != saved.games[: len(noted)]
    following, decided = find_following(before, after), get_match(after, match.id)
    done = MatchDone(changed, after, decided, following, reason is not None, noted if is_otherwise else ())
    await record_change(tx, asker, snapshot.competition, "match result", result=row_id, match=match.id)
    await _announce(tx, done, row_id)
    keep_after_commit(tx, changed)
    return done


def find_result(snapshot: Snapshot, match: Match) -> MatchResult | None:
    """The result that counts for a match; the same teams' result of another match is not meant."""
    return next((result for result in snapshot.results if result.match == match.id), None)


async def _announce(tx: Transaction, done: MatchDone, row_id: int) -> None:
    competition = done.snapshot.competition
    called = texts.list_called(done.snapshot, done.following)
    notice = Message(texts.match_announced(done.snapshot, done), user_mentions=called)
    await enqueue_notice(tx, competition.id, f"match:{row_id}", notice, channel_id=competition.channels.announcements)
    await refresh_all(tx, competition)


def read_played(snapshot: Snapshot, match: Match, games: Games) -> Result:
    """The result that who won each game makes. Raises NotFound or RuleError."""
    pair = get_pair(match)
    winners = tuple(find_side(snapshot, match, game) for game in games if game is not None)
    return Result(pair, max(pair, key=winners.count), "played", winners)


def read_forfeit(snapshot: Snapshot, match: Match, absent: str) -> Result:
    """The result of a match that a team, or both, forfeit. Raises RuleError."""
    pair = get_pair(match)
    gone = set(pair) if absent == BOTH else {find_side(snapshot, match, absent)}
    winner = next((team for team in pair if team not in gone), None)
    return Result(pair, winner, "forfeit" if winner else "double_forfeit")


@contextmanager
def named(snapshot: Snapshot) -> Generator[None]:
    """Put the names of the teams into the bracket's sentences."""
    try:
        yield
    except UserError as error:
        raise type(error)(texts.name_teams(error.sentence, snapshot)) from None


def require_dodgeball(snapshot: Snapshot) -> None:
    """Raise RuleError for a competition that has no bracket."""
    if snapshot.competition.settings.kind is not Kind.DODGEBALL:
        raise RuleError(texts.NO_BRACKET)
