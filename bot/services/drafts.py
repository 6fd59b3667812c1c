"""What somebody was shown before it counts: kept as a draft, and taken up once, by its author alone."""

import hashlib
from typing import Any

from bot.db import drafts
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker
from bot.ui.texts import drafts as texts
from core.errors import NotFound


async def keep_draft(
    tx: Transaction, asker: Asker, snapshot: Snapshot, purpose: DraftPurpose, value: dict[str, Any]
) -> int:
    """Keep what was shown until it is confirmed; gives the id that its button carries."""
    return await drafts.insert_draft(tx, snapshot.competition.id, asker.user_id, purpose, value)


async def take_draft(
    tx: Transaction, asker: Asker, snapshot: Snapshot, purpose: DraftPurpose, draft_id: str
) -> dict[str, Any]:
    """What was shown, now that it is confirmed. Raises NotFound where that was done already, or is too old."""
    return _require(purpose, await drafts.take_draft(tx, snapshot.competition.id, asker.user_id, purpose, draft_id))


async def get_draft(
    tx: Transaction, asker: Asker, snapshot: Snapshot, purpose: DraftPurpose, draft_id: str
) -> dict[str, Any]:
    """What was shown, which stays to be confirmed. Raises NotFound as `take_draft` does."""
    return _require(purpose, await drafts.find_draft(tx, snapshot.competition.id, asker.user_id, purpose, draft_id))


def fingerprint(shown: str) -> str:
    """Tells apart what was shown from what would be shown now, and holds nothing of it."""
    return hashlib.sha256(shown.encode()).hexdigest()


def _require(purpose: DraftPurpose, draft: dict[str, Any] | None) -> dict[str, Any]:
    if draft is None:
        raise NotFound(texts.is_gone(purpose))
    return draft
