"""Cards that are kept twice: who keeps which, and what each keeper wrote last."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, func, insert, select, update

from bot.db.card_tables import card as cards
from bot.db.card_tables import card_revision as revisions
from bot.db.card_tables import scoring_mode as modes
from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.snapshot import DisputedRound, SheetKey
from core.cards import Keeping


class Author(StrEnum):
    """Whose word a revision of a card is: its own team's, the second keeper's, or the event manager's ruling."""

    OWN = "own"
    SECOND = "second"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Revision:
    """What somebody wrote on a card: a round's JSON value by its sheet; rounds that were not taken are left out."""

    id: int
    author: Author
    value: Mapping[SheetKey, Any]
    disputed: frozenset[DisputedRound]
    written_by: int
    written_at: datetime
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A team's card in an event; `second_keeper_id` None is the event manager. `newest` are revisions by author."""

    id: int
    event: str
    place: int
    team_id: int
    second_keeper_id: int | None
    newest: Mapping[Author, Revision] = field(default_factory=dict[Author, Revision])

    @property
    def mark(self) -> int:
        """The id of the newest revision, 0 where nothing was written: tells whether the card moved meanwhile."""
        return max((revision.id for revision in self.newest.values()), default=0)


async def load_cards(connection: Connection, competition_id: int, event: str) -> tuple[Card, ...]:
    """The cards of an event in the order of their places, each with what its keepers wrote last."""
    current = (cards.c.competition_id == competition_id, cards.c.event == event, cards.c.replaced_at.is_(None))
    rows = (await connection.execute(select(cards).where(*current).order_by(cards.c.place, cards.c.id))).all()
    newest = (
        select(func.max(revisions.c.id))
        .join(cards, cards.c.id == revisions.c.card_id)
        .where(*current)
        .group_by(revisions.c.card_id, revisions.c.author)
    )
    teams = {row.id: row.team_id for row in rows}
    written: dict[int, dict[Author, Revision]] = {}
    for row in await connection.execute(select(revisions).where(revisions.c.id.in_(newest))):
        revision = _read_revision(row, event, teams[row.card_id])
        written.setdefault(row.card_id, {})[revision.author] = revision
    return tuple(
        Card(row.id, row.event, row.place, row.team_id, row.second_keeper_id, written.get(row.id, {})) for row in rows
    )


async def find_event_of(connection: Connection, competition_id: int, card_id: int) -> str | None:
    """The event of a card, which may have been set aside; None where the competition has no such card."""
    own = (cards.c.competition_id == competition_id, cards.c.id == card_id)
    return await connection.scalar(select(cards.c.event).where(*own))


async def load_disputed(connection: Connection, competition_id: int) -> frozenset[DisputedRound]:
    """What the newest words on a competition's cards leave to be settled."""
    newest = (
        select(func.max(revisions.c.id))
        .join(cards, cards.c.id == revisions.c.card_id)
        .where(cards.c.competition_id == competition_id, cards.c.replaced_at.is_(None))
        .group_by(revisions.c.card_id)
    )
    statement = (
        select(cards.c.event, cards.c.team_id, revisions.c.disputed)
        .join(cards, cards.c.id == revisions.c.card_id)
        .where(revisions.c.id.in_(newest))
    )
    rows = (await connection.execute(statement)).all()
    return frozenset(_to_disputed(row.event, row.team_id, *line) for row in rows for line in row.disputed)


async def insert_cards(
    tx: Transaction, competition_id: int, event: str, keepings: Iterable[Keeping[int]], by: int
) -> None:
    """Save who keeps which card, by ids of teams."""
    rows = [
        {
            "competition_id": competition_id,
            "event": event,
            "place": keeping.place,
            "team_id": keeping.team,
            "second_keeper_id": keeping.second,
            "arranged_by": by,
            "arranged_at": tx.now,
        }
        for keeping in keepings
    ]
    if rows:
        await tx.connection.execute(insert(cards), rows)


async def replace_cards(tx: Transaction, card_ids: Iterable[int]) -> None:
    """Set cards aside, with what was written on them."""
    await tx.connection.execute(update(cards).where(cards.c.id.in_(list(card_ids))).values(replaced_at=tx.now))


async def move_card(tx: Transaction, card_id: int, place: int) -> None:
    """Number a card's place anew; its keepers are the same."""
    await tx.connection.execute(update(cards).where(cards.c.id == card_id).values(place=place))


async def insert_revision(
    tx: Transaction,
    card_id: int,
    author: Author,
    value: Mapping[SheetKey, Any],
    disputed: frozenset[DisputedRound],
    by: int,
    reason: str | None = None,
) -> Revision:
    """Save what somebody wrote on a card, and which rounds are disputed from now on."""
    row = {
        "card_id": card_id,
        "author": author.value,
        "value": [[key.player_id, key.round, written] for key, written in value.items()],
        "disputed": [[each.key.player_id, each.key.round, each.standing_id] for each in sorted(disputed, key=_order)],
        "reason": reason,
        "written_by": by,
        "written_at": tx.now,
    }
    revision_id = (await tx.connection.execute(insert(revisions).values(row).returning(revisions.c.id))).scalar_one()
    return Revision(revision_id, author, dict(value), disputed, by, tx.now, reason)


async def is_automatic(connection: Connection, competition_id: int, event: str) -> bool:
    """Whether an event's scores come from machines, so that teams enter nothing (G36)."""
    own = (modes.c.competition_id == competition_id, modes.c.event == event)
    newest = select(modes.c.is_automatic).where(*own).order_by(modes.c.id.desc()).limit(1)
    return bool(await connection.scalar(newest))


async def insert_mode(tx: Transaction, competition_id: int, event: str, *, is_automatic: bool, by: int) -> None:
    """Save how an event is scored from now on."""
    row = {"competition_id": competition_id, "event": event, "is_automatic": is_automatic}
    await tx.connection.execute(insert(modes).values(row | {"decided_by": by, "decided_at": tx.now}))


def _read_revision(row: Row[Any], event: str, team_id: int) -> Revision:
    return Revision(
        row.id,
        Author(row.author),
        {_to_key(event, team_id, player_id, number): value for player_id, number, value in row.value},
        frozenset(_to_disputed(event, team_id, *line) for line in row.disputed),
        row.written_by,
        row.written_at,
        row.reason,
    )


def _to_key(event: str, team_id: int, player_id: int | None, number: int) -> SheetKey:
    """The sheet that a line of a card becomes: a player's round, or the team's own card."""
    return SheetKey(event, team_id if player_id is None else None, player_id, number)


def _to_disputed(
    event: str, team_id: int, player_id: int | None, number: int, standing_id: int | None
) -> DisputedRound:
    return DisputedRound(_to_key(event, team_id, player_id, number), standing_id)


def _order(disputed: DisputedRound) -> tuple[int, int]:
    return disputed.key.player_id or 0, disputed.key.round
