"""What is kept about a person, and forgetting it: by request, or for everybody when a competition is put away."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, delete, func, null, or_, select, update

from bot.db import card_tables, closing_tables, desk_tables, notice_tables, tables
from bot.db import registration_tables as registration
from bot.db.engine import Transaction
from bot.db.snapshot import Player

FORMER_PLAYER = "Former player"
SENT = "sent"
FAILED = "failed"
UNDER_WAY = ("waiting", "sending")
RULING = "ruling"

CLEARED: Mapping[Table, Mapping[str, Any]] = MappingProxyType(
    {
        tables.player: {
            "birth_date": None,
            "person_key": None,
            "entered_by": None,
            "of_age_on": None,
            "of_age_by": None,
        },
        tables.team: {"captain_name": None},
        tables.sheet: {"reason": None},
        tables.match_result: {"reason": None},
        closing_tables.cancellation: {"reason": None},
        tables.offence: {"note": None, "lift_reason": None},
        closing_tables.event_closing: {"reason": None},
        card_tables.card_revision: {"reason": None},
        notice_tables.appeal: {"text": "", "reason": None},
        notice_tables.announcement: {"text": ""},
        registration.payment: {"reason": None},
        registration.ban: {"reason": ""},
        registration.roster_override: {"reason": ""},
    }
)
"""What the archive empties in rows that stay."""
DELETED = (registration.age_exception, registration.invitation, tables.draft, desk_tables.event_facilitator)
OWNERS: Mapping[str, tuple[str, Table]] = MappingProxyType(
    {
        "appeal": ("offence_id", tables.offence),
        "card_revision": ("card_id", card_tables.card),
        "co_captain": ("team_id", tables.team),
    }
)
"""Through which other row some rows belong to a competition."""

ERASED_ACCOUNT = 0
"""What stands where an account was, in rows that stay and need one; nobody on Discord has this number."""
OWN_ROWS: Mapping[Column[Any], str] = MappingProxyType(
    {
        registration.registration_draft.c.user_id: "forms",
        registration.invitation.c.user_id: "invitations",
        tables.receipt.c.user_id: "receipts",
        tables.draft.c.user_id: "questions",
        registration.co_captain.c.user_id: "co-captain",
    }
)
"""Rows that an account has erased whole, by the column that holds it, with the name of the kind."""
EMPTIED = (tables.team.c.captain_id, tables.player.c.user_id, tables.player.c.entered_by)
"""Columns in which nobody stands where the account stood."""
REPLACED: Mapping[Column[Any], str] = MappingProxyType(
    {
        notice_tables.appeal.c.appealed_by: "appeals",
        card_tables.card_revision.c.written_by: "cards",
        registration.invitation.c.invited_by: "invited",
        tables.post.c.user_id: "messages",
    }
)
"""Columns in which `ERASED_ACCOUNT` stands instead, with the name of the kind."""
ERASED_IDS = (*OWN_ROWS, *EMPTIED, *REPLACED, notice_tables.direct_opt_in.c.user_id)
"""All columns out of which `/privacy delete` takes an account; docs/privacy.md names the others, and why they stay."""


@dataclass(frozen=True, slots=True)
class KeptPlayer:
    """What is kept about one player."""

    name: str
    team: str
    birth_date: date | None = field(repr=False)
    of_age_on: date | None
    of_age_by: int | None
    user_id: int | None
    entered_by: int | None


async def load_kept_players(tx: Transaction, competition_id: int, user_id: int) -> list[KeptPlayer]:
    """The players that an account is, or whom it entered with their birth dates."""
    return await _load_players(
        tx,
        tables.player.c.competition_id == competition_id,
        (tables.player.c.user_id == user_id)
        | ((tables.player.c.entered_by == user_id) & tables.player.c.birth_date.is_not(None)),
    )


async def load_kept_player(tx: Transaction, player_id: int) -> KeptPlayer:
    """What is kept about a player."""
    (found,) = await _load_players(tx, tables.player.c.id == player_id)
    return found


async def count_kept(tx: Transaction, competition_id: int, user_id: int) -> dict[str, int]:
    """How many rows of other kinds are about an account, by the name of the kind."""
    kinds = {**OWN_ROWS, **REPLACED, desk_tables.event_facilitator.c.user_id: "events"}
    counts: dict[str, int] = {}
    for column, kind in kinds.items():
        statement = select(func.count()).where(*_rows_of(column, competition_id, user_id))
        counts[kind] = await tx.connection.scalar(statement) or 0
    return counts


async def count_recorded(tx: Transaction, guild_id: int, user_id: int) -> int:
    """How many rows of the ledger say that an account did something in a server; they stay."""
    mine = (tables.ledger.c.guild_id == guild_id, tables.ledger.c.actor_id == user_id)
    return await tx.connection.scalar(select(func.count()).where(*mine)) or 0


async def rename_former(tx: Transaction, player: Player) -> None:
    """Let only the results remember a player, under no name; the digest stays for the check of one team per person."""
    values = {"name": FORMER_PLAYER, "birth_date": None, "user_id": None, "entered_by": None}
    more = {"of_age_on": None, "of_age_by": None}
    await tx.connection.execute(update(tables.player).where(tables.player.c.id == player.id).values(values | more))
    await tx.connection.execute(
        update(tables.offence).where(tables.offence.c.player_id == player.id).values(note=None, lift_reason=None)
    )
    await tx.connection.execute(delete(registration.presence).where(registration.presence.c.player_id == player.id))


async def forget_account(tx: Transaction, competition_id: int, user_id: int) -> None:
    """Take an account out of everything but the record of who did what."""
    written = select(card_tables.card_revision.c.written_at).where(
        *_rows_of(card_tables.card_revision.c.written_by, competition_id, user_id),
        card_tables.card_revision.c.author != RULING,
    )
    by_card = (
        *_rows_of(tables.sheet.c.submitted_by, competition_id, user_id),
        tables.sheet.c.submitted_at.in_(written),
    )
    await tx.connection.execute(update(tables.sheet).where(*by_card).values(submitted_by=ERASED_ACCOUNT))
    mine = _rows_of(notice_tables.appeal.c.appealed_by, competition_id, user_id)
    await tx.connection.execute(update(notice_tables.appeal).where(*mine).values(text=""))
    for column in OWN_ROWS:
        await tx.connection.execute(delete(column.table).where(*_rows_of(column, competition_id, user_id)))
    for column in (*EMPTIED, *REPLACED):
        values = {column.name: ERASED_ACCOUNT if column in REPLACED else None}
        mine = _rows_of(column, competition_id, user_id)
        await tx.connection.execute(update(column.table).where(*mine).values(values))


async def redact_posts(tx: Transaction, competition_id: int, word: str, user_id: int | None = None) -> None:
    """Forget the texts of notices that were sent and hold a word, or went to an account; the messages are Discord's.

    An edit that was still to come goes with its text.
    """
    posts = tables.post
    sent = (posts.c.competition_id == competition_id, posts.c.status == SENT, ~posts.c.is_live)
    rows = (await tx.connection.execute(select(posts.c.id, posts.c.user_id, posts.c.payload).where(*sent))).all()
    for row in rows:
        is_theirs = user_id is not None and row.user_id == user_id
        if row.payload is not None and (is_theirs or word in row.payload["text"]):
            await tx.connection.execute(
                update(posts)
                .where(posts.c.id == row.id)
                .values(payload=null(), attempted_text=None, wanted_revision=posts.c.shown_revision)
            )


async def forget_persons(tx: Transaction, competition_id: int) -> None:
    """Forget birth dates, digests, free texts about people, kept forms and the texts of notices of a competition."""
    of = competition_id
    for table, values in CLEARED.items():
        column, owner = OWNERS.get(table.name, ("id", table))
        mine = table.c[column].in_(select(owner.c.id).where(owner.c.competition_id == of))
        await tx.connection.execute(update(table).where(mine).values(values))
    for table in DELETED:
        await tx.connection.execute(delete(table).where(table.c.competition_id == of))
    players = select(tables.player.c.id).where(tables.player.c.competition_id == of)
    await tx.connection.execute(delete(registration.presence).where(registration.presence.c.player_id.in_(players)))
    teams = select(tables.team.c.id).where(tables.team.c.competition_id == of)
    await tx.connection.execute(delete(registration.claim_code).where(registration.claim_code.c.team_id.in_(teams)))
    left = (tables.player.c.competition_id == of, tables.player.c.left_at.is_not(None))
    await tx.connection.execute(update(tables.player).where(*left).values(name=FORMER_PLAYER))
    posts = tables.post.c
    ended = (posts.competition_id == of, posts.status.not_in(UNDER_WAY), ~posts.is_live)
    await tx.connection.execute(update(tables.post).where(*ended).values(attempted_text=None))
    is_done = or_(posts.status == FAILED, posts.shown_revision >= posts.wanted_revision)  # no edit is still to come
    await tx.connection.execute(update(tables.post).where(*ended, is_done).values(payload=null()))


def _rows_of(column: Column[Any], competition_id: int, user_id: int) -> tuple[ColumnElement[bool], ...]:
    """The rows of a competition in which an account stands; a message that is still being sent needs its receiver."""
    name, owner = OWNERS.get(column.table.name, ("competition_id", None))
    of = column.table.c[name]
    is_of = (
        of == competition_id
        if owner is None
        else of.in_(select(owner.c.id).where(owner.c.competition_id == competition_id))
    )
    is_done = (tables.post.c.status.not_in(UNDER_WAY),) if column.table is tables.post else ()
    return (is_of, column == user_id, *is_done)


async def _load_players(tx: Transaction, *conditions: Any) -> list[KeptPlayer]:
    columns = tables.player.c
    statement = (
        select(
            columns.name,
            tables.team.c.name,
            columns.birth_date,
            columns.of_age_on,
            columns.of_age_by,
            columns.user_id,
            columns.entered_by,
        )
        .join(tables.team, tables.team.c.id == columns.team_id)
        .where(*conditions, columns.left_at.is_(None))
        .order_by(columns.id)
    )
    return [KeptPlayer(*row) for row in await tx.connection.execute(statement)]
