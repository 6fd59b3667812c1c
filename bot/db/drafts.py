"""Drafts: what somebody was shown before confirming it, kept until then, for a day at most.

Their ids are drawn, not counted: SQLite would count a deleted one again, and an old button would confirm another draft.
"""

import secrets
from datetime import timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, insert, select

from bot.db.engine import Transaction
from bot.db.tables import draft

KEPT = timedelta(days=1)
NO_DRAFT, LARGEST_ID = -1, 2**62


class DraftPurpose(StrEnum):
    """What a draft is confirmed for."""

    AMENDMENT = "amendment"
    ANNOUNCEMENT = "announcement"
    BELATED_MATCH = "belated match"
    BRACKET_DRAW = "bracket draw"
    BRACKET_IMPORT = "bracket import"
    CANCELLATION = "cancellation"
    CARD = "card"
    CARD_ARRANGEMENT = "cards"
    CARD_RULING = "card ruling"
    CLOSING = "closing"
    CORRECTION = "correction"
    DESK_ROUND = "desk round"
    ENDING = "ending"
    FORFEIT = "forfeit"
    IMPORT = "import"
    MATCH_CORRECTION = "match correction"
    OFFENCE = "offence"
    SCORE = "score"
    SEATS_DRAW = "seats draw"
    STROKE_INDEX = "stroke index"
    TEAM_SHEET = "team sheet"
    TYPED_ARRANGEMENT = "typed cards"


async def insert_draft(
    tx: Transaction, competition_id: int, user_id: int, purpose: DraftPurpose, value: dict[str, Any]
) -> int:
    """Keep a draft; gives its id. Those of everybody that are too old go."""
    await tx.connection.execute(delete(draft).where(draft.c.drafted_at <= tx.now - KEPT))
    draft_id = secrets.randbits(62)
    values = {"id": draft_id, "competition_id": competition_id, "user_id": user_id, "purpose": purpose, "value": value}
    await tx.connection.execute(insert(draft).values(values | {"drafted_at": tx.now}))
    return draft_id


async def take_draft(
    tx: Transaction, competition_id: int, user_id: int, purpose: DraftPurpose, draft_id: str
) -> dict[str, Any] | None:
    """Take out a user's own draft, so that it is used once; None if it was used or has expired."""
    own = _own(tx, competition_id, user_id, purpose, draft_id)
    return (await tx.connection.execute(delete(draft).where(own).returning(draft.c.value))).scalar_one_or_none()


async def find_draft(
    tx: Transaction, competition_id: int, user_id: int, purpose: DraftPurpose, draft_id: str
) -> dict[str, Any] | None:
    """A user's own draft, left where it is; None if it was used or has expired."""
    own = _own(tx, competition_id, user_id, purpose, draft_id)
    return (await tx.connection.execute(select(draft.c.value).where(own))).scalar_one_or_none()


def _own(
    tx: Transaction, competition_id: int, user_id: int, purpose: DraftPurpose, draft_id: str
) -> ColumnElement[bool]:
    is_number = draft_id.isascii() and draft_id.isdigit() and len(draft_id) < 20
    return and_(
        draft.c.id == (min(int(draft_id), LARGEST_ID) if is_number else NO_DRAFT),
        draft.c.competition_id == competition_id,
        draft.c.user_id == user_id,
        draft.c.purpose == purpose,
        draft.c.drafted_at > tx.now - KEPT,
    )
