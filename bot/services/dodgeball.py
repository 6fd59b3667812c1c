"""A dodgeball tournament: drawing the bracket, match results, corrections, and who plays whom next.

The bracket itself is `core.scoring.bracket`; it knows teams as `#id`, and its sentences get the names here.
"""

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, insert

from bot.db import tables
from bot.db.engine import Transaction
from bot.db.snapshot import MatchResult, Snapshot, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import (
    Asker,
    change_competition,
    keep_after_commit,
    record_change,
    require_director,
    require_staff,
)
from bot.services.bracket import build_from
from bot.services.live import refresh_all
from bot.services.match_lookup import find_match, find_side, get_pair
from bot.ui.bracket_view import team_id_of, team_key
from bot.ui.message import Message
from bot.ui.texts import dodgeball as texts
from core.competition import Kind, State
from core.draw import shuffle
from core.errors import RuleError, UserError
from core.scoring.bracket import (
    Bracket,
    Match,
    Result,
    find_newly_ready,
    get_match,
    record_result,
)

BOTH = "both"
HOLD_A_PLACE = (TeamStatus.CONFIRMED, TeamStatus.PENDING)
Games = tuple[str, str, str | None]
"""Who won game 1, 2 and 3, each by key or name."""


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """The seeds that were drawn, by the ids of the teams, and the published seed of the draw."""

    snapshot: Snapshot
    team_ids: tuple[int, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class MatchDone:
    """What a result led to."""

    snapshot: Snapshot
    bracket: Bracket
    match: Match
    newly_ready: tuple[Match, ...]
    is_correction: bool


async def draw_bracket(
    tx: Transaction, asker: Asker, chosen: str | None, public_seed: str | None = None
) -> DrawnBracket:
    """Draw the seeds of all teams that hold a place, paid or not (rulings 83, 84).

    A new draw replaces the old one until the first result. A seed that everybody could see come about, such as
    tonight's lottery numbers, shows that nobody chose the outcome; without one, chance gives it.

    Raises NotFound, NotAllowed, or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    return await draw_seeds(tx, asker, snapshot, public_seed)


async def draw_seeds(tx: Transaction, asker: Asker, snapshot: Snapshot, public_seed: str | None = None) -> DrawnBracket:
    """The draw itself, for a competition that is being changed. Raises RuleError."""
    require_dodgeball(snapshot)
    if snapshot.competition.state not in (State.REGISTRATION_CLOSED, State.RUNNING):
        raise RuleError(texts.DRAW_LATER)
    if snapshot.results:
        raise RuleError(texts.DRAWN_AND_PLAYED)
    competition = snapshot.competition
    entered = [team.id for team in snapshot.teams.values() if team.status in HOLD_A_PLACE]
    if len(entered) < 2:
        raise RuleError(texts.TOO_FEW_TO_DRAW)
    seed = public_seed.strip() if public_seed else f"{competition.id}-{secrets.token_hex(8)}"
    drawn = shuffle(seed, entered)
    await tx.connection.execute(delete(tables.seed).where(tables.seed.c.competition_id == competition.id))
    rows = [{"competition_id": competition.id, "seed": n, "team_id": id_} for n, id_ in enumerate(drawn, 1)]
    await tx.connection.execute(insert(tables.seed), rows)
    await record_change(tx, asker, competition, "bracket draw", seed=seed, teams=list(drawn))
    drawn_snapshot = replace(snapshot, seeds=drawn)
    build_from(drawn_snapshot)  # refuses more teams than a bracket holds
    notice = Message(texts.bracket_drawn(drawn_snapshot, seed, entered, is_again=bool(snapshot.seeds)))
    await enqueue_notice(
        tx, competition.id, f"draw:{competition.revision}", notice, channel_id=competition.channels.announcements
    )
    await refresh_all(tx, competition)
    return DrawnBracket(drawn_snapshot, drawn, seed)


async def submit_match(tx: Transaction, asker: Asker, chosen: str | None, match_id: str, games: Games) -> MatchDone:
    """Enter the winner of each game of a match that can be played now. Raises NotFound, NotAllowed or RuleError."""
    snapshot, bracket, match = await _open_match(tx, asker, chosen, match_id)
    with named(snapshot):
        result = read_played(snapshot, match, games)
        after = record_result(bracket, result)
    return await save_result(tx, asker, snapshot, bracket, after, match, result, reason=None)


async def forfeit_match(tx: Transaction, asker: Asker, chosen: str | None, match_id: str, absent: str) -> MatchDone:
    """Enter that a team, or both, forfeit a match (rulings 14, 105). Raises NotFound, NotAllowed or RuleError."""
    snapshot, bracket, match = await _open_match(tx, asker, chosen, match_id)
    pair = get_pair(match)
    gone = set(pair) if absent == BOTH else {find_side(snapshot, match, absent)}
    with named(snapshot):
        winner = next((team for team in pair if team not in gone), None)
        result = Result(pair, winner, "forfeit" if winner else "double_forfeit")
        after = record_result(bracket, result)
    return await save_result(tx, asker, snapshot, bracket, after, match, result, reason=None)


async def _open_match(
    tx: Transaction, asker: Asker, chosen: str | None, match_id: str
) -> tuple[Snapshot, Bracket, Match]:
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    bracket = open_bracket(snapshot)
    return snapshot, bracket, find_match(snapshot, bracket, match_id)


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
) -> MatchDone:
    """Add a result, which replaces an earlier one where there is a reason, and tell everybody."""
    earlier = next((r for r in snapshot.results if {team_key(id_) for id_ in r.team_ids} == set(result.teams)), None)
    replaced = earlier if reason is not None else None
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
        replaced.decided_at if replaced else tx.now,
        reason,
        row["replaces_id"],
    )
    results = tuple(saved if r is replaced else r for r in snapshot.results)
    changed = replace(snapshot, results=results if replaced else (*results, saved))
    done = MatchDone(changed, after, get_match(after, match.id), find_newly_ready(before, after), reason is not None)
    await record_change(tx, asker, snapshot.competition, "match result", result=row_id, match=match.id)
    await _announce(tx, done, row_id)
    keep_after_commit(tx, changed)
    return done


async def _announce(tx: Transaction, done: MatchDone, row_id: int) -> None:
    competition = done.snapshot.competition
    captains = {
        captain_id
        for match in done.newly_ready
        for team in match.teams
        if team is not None and (captain_id := done.snapshot.teams[team_id_of(team)].captain_id) is not None
    }
    notice = Message(texts.match_announced(done.snapshot, done), user_mentions=tuple(sorted(captains)))
    await enqueue_notice(tx, competition.id, f"match:{row_id}", notice, channel_id=competition.channels.announcements)
    await refresh_all(tx, competition)


def read_played(snapshot: Snapshot, match: Match, games: Games) -> Result:
    """The result that who won each game makes. Raises NotFound or RuleError."""
    pair = get_pair(match)
    winners = tuple(find_side(snapshot, match, game) for game in games if game is not None)
    return Result(pair, max(pair, key=winners.count), "played", winners)


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
