"""Corrections of dodgeball matches by directors: what was drawn from a result is shown first; one can be taken back.

A result on which later ones rest stays until those are taken back: the refusal names them in order.
"""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import insert

from bot.db import tables
from bot.db.competitions import TAKEN_BACK
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import MatchResult, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.dodgeball import (
    Games,
    MatchDone,
    find_result,
    named,
    open_bracket,
    read_forfeit,
    read_played,
    save_result,
)
from bot.services.drafts import keep_draft, take_draft
from bot.services.live import refresh_all
from bot.services.match_lookup import find_match
from bot.ui.bracket_view import match_key
from bot.ui.message import Message
from bot.ui.texts import dodgeball as texts
from bot.ui.texts import match_corrections as correction_texts
from core.errors import RuleError
from core.scoring.bracket import Bracket, Match, Result, correct_result, get_match, remove_result
from core.scoring.bracket_following import Following, find_following

Wish = Games | str
"""What a result should be: who won each game, or who forfeits, as `read_forfeit` reads it."""


@dataclass(frozen=True, slots=True)
class MatchUndone:
    """A match whose result was taken back, as it is without it, and what follows."""

    snapshot: Snapshot
    match: Match
    bracket: Bracket
    following: Following


@dataclass(frozen=True, slots=True)
class MatchCorrectionAsked:
    """A correction before it counts: the match as it stands and as it would be, and the later ones that change with it.

    `is_anew` where the result changed since it was first shown.
    """

    snapshot: Snapshot
    before: Match
    after: Match
    standing: MatchResult
    later: tuple[tuple[Match, Match], ...]
    draft_id: int
    is_anew: bool = False


async def preview_correction(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    match_id: str,
    games: tuple[str | None, str | None, str | None],
    reason: str,
    absent: str | None = None,
) -> MatchCorrectionAsked:
    """Show what would follow if a match had been played otherwise, or forfeited; later results in the way refuse it.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    bracket, match = _open(asker, snapshot, match_id)
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    return await _ask(tx, asker, snapshot, bracket, match, _choose_wish(games, absent), reason.strip())


async def confirm_correction(
    tx: Transaction, asker: Asker, chosen: str | None, draft_id: str
) -> MatchDone | MatchCorrectionAsked:
    """Let a correction count that was shown; where the result changed meanwhile, show it anew.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.MATCH_CORRECTION, draft_id)
    bracket, match = _open(asker, snapshot, draft["match"])
    wish: Wish = draft["games"] if isinstance(draft["games"], str) else tuple(draft["games"])
    result, after = _weigh(snapshot, bracket, match, wish)
    if _get_standing(snapshot, match).id != draft["replaces"]:
        asked = await _ask(tx, asker, snapshot, bracket, match, wish, draft["reason"])
        return replace(asked, is_anew=True)
    return await save_result(tx, asker, snapshot, bracket, after, match, result, reason=draft["reason"])


async def undo_match(tx: Transaction, asker: Asker, chosen: str | None, match_id: str, reason: str) -> MatchUndone:
    """Take a match's result back, so that it can be played or entered anew; later results must go first.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    bracket, match = _open(asker, snapshot, match_id)
    if not reason.strip():
        raise RuleError(texts.REASON_MISSING)
    with named(snapshot):
        after = remove_result(bracket, match.id)
    earlier = _get_standing(snapshot, match)
    row: dict[str, Any] = {
        "competition_id": snapshot.competition.id,
        "first_team_id": earlier.team_ids[0],
        "second_team_id": earlier.team_ids[1],
        "winner_id": None,
        "how": TAKEN_BACK,
        "games": [],
        "submitted_by": asker.user_id,
        "submitted_at": tx.now,
        "reason": reason.strip(),
        "replaces_id": earlier.id,
        "match": match.id,
    }
    statement = insert(tables.match_result).values(row).returning(tables.match_result.c.id)
    row_id = (await tx.connection.execute(statement)).scalar_one()
    undone = MatchUndone(snapshot, get_match(after, match.id), after, find_following(bracket, after))
    await record_change(tx, asker, snapshot.competition, "match undo", result=row_id, match=match.id)
    await enqueue_notice(
        tx,
        snapshot.competition.id,
        f"match:{row_id}",
        Message(texts.match_undone(undone), user_mentions=texts.list_called(snapshot, undone.following)),
        channel_id=snapshot.competition.channels.announcements,
    )
    await refresh_all(tx, snapshot.competition)
    return undone


def _open(asker: Asker, snapshot: Snapshot, match_id: str) -> tuple[Bracket, Match]:
    require_director(asker, snapshot.competition)
    bracket = open_bracket(snapshot)
    return bracket, find_match(snapshot, bracket, match_id, is_decided=True)


def _choose_wish(games: tuple[str | None, str | None, str | None], absent: str | None) -> Wish:
    """One of both has to be said. Raises RuleError."""
    first, second, third = games
    if absent is not None and games == (None, None, None):
        return absent
    if absent is None and first is not None and second is not None:
        return first, second, third
    raise RuleError(correction_texts.GAMES_OR_ABSENT)


def _weigh(snapshot: Snapshot, bracket: Bracket, match: Match, wish: Wish) -> tuple[Result, Bracket]:
    """The bracket as it would be. Raises NotFound or RuleError where it cannot be, or would be the same."""
    with named(snapshot):
        result = read_forfeit(snapshot, match, wish) if isinstance(wish, str) else read_played(snapshot, match, wish)
        after = correct_result(bracket, match.id, result)
    corrected = get_match(after, match.id)
    if (corrected.winner, corrected.how, corrected.games) == (match.winner, match.how, match.games):
        raise RuleError(correction_texts.changes_nothing(snapshot, match))
    return result, after


async def _ask(
    tx: Transaction, asker: Asker, snapshot: Snapshot, bracket: Bracket, match: Match, wish: Wish, reason: str
) -> MatchCorrectionAsked:
    _, after = _weigh(snapshot, bracket, match, wish)
    standing = _get_standing(snapshot, match)
    draft = {"match": match_key(match), "games": wish, "reason": reason, "replaces": standing.id}
    later = tuple(
        (old, new)
        for old, new in zip(bracket.matches, after.matches, strict=True)
        if old.id != match.id and old.teams != new.teams
    )
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.MATCH_CORRECTION, draft)
    return MatchCorrectionAsked(snapshot, match, get_match(after, match.id), standing, later, draft_id)


def _get_standing(snapshot: Snapshot, match: Match) -> MatchResult:
    """The result that counts, of a match that has one of its own."""
    standing = find_result(snapshot, match)
    assert standing is not None, "whoever asks has looked at the bracket"
    return standing
