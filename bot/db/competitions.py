"""Load and save competitions: rows in, frozen values out."""

from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Row, Select, Table, bindparam, insert, select, update

from bot.db import tables
from bot.db.cards import load_disputed
from bot.db.closings import load_cancelled, load_closed
from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.facilitators import load_bindings
from bot.db.registration_tables import co_captain
from bot.db.rulings import load_rulings
from bot.db.snapshot import (
    Channels,
    Competition,
    MatchResult,
    Offence,
    Player,
    Receipt,
    Sheet,
    SheetKey,
    Snapshot,
    Team,
    TeamStatus,
)
from core.chain import Head
from core.competition import CompetitionSettings, State
from core.conduct import Decision, OffenceKind
from core.rulebook import Amendment

SETTINGS = TypeAdapter(CompetitionSettings)
TAKEN_BACK = "taken_back"
"""How a match result ends that is to be as if it had not been."""


REVISIONS = (
    select(tables.competition.c.id, tables.competition.c.revision)
    .where(tables.competition.c.guild_id == bindparam("guild_id"))
    .order_by(tables.competition.c.id)
)
RAISE = (
    update(tables.competition)
    .where(tables.competition.c.id == bindparam("competition_id"))
    .values(revision=tables.competition.c.revision + 1)
    .returning(tables.competition.c.revision, tables.competition.c.ledger_length, tables.competition.c.ledger_digest)
)


async def list_competitions(tx: Transaction, guild_id: int) -> list[Competition]:
    """The competitions of a server, oldest first."""
    competitions: list[Competition] = []
    for id_, revision in (await tx.connection.execute(REVISIONS, {"guild_id": guild_id})).all():
        kept = tx.snapshots.find_competition(id_, revision)
        if kept is None:
            kept = await get_competition(tx.connection, id_)
            if id_ not in tx.heads:  # else this is what may yet be undone
                tx.snapshots.keep_competition(kept)
        competitions.append(kept)
    return competitions


async def get_competition(connection: Connection, competition_id: int) -> Competition:
    """A competition by its id, which must come from our own rows and never from a client."""
    table = tables.competition
    return _read_competition((await connection.execute(select(table).where(table.c.id == competition_id))).one())


async def insert_competition(tx: Transaction, competition: Competition, name_key: str) -> Competition:
    """Save a new competition; gives it back with its id. Raises IntegrityError for a name that is taken."""
    values = _competition_columns(competition) | {"name_key": name_key, "created_at": tx.now}
    statement = insert(tables.competition).values(values).returning(tables.competition.c.id)
    return replace(competition, id=(await tx.connection.execute(statement)).scalar_one())


async def update_competition(tx: Transaction, competition: Competition) -> None:
    """Save what changed in a competition's own row (not its revision, which `raise_revision` counts)."""
    columns = _competition_columns(competition)
    del columns["revision"]
    await tx.connection.execute(
        update(tables.competition).where(tables.competition.c.id == competition.id).values(columns)
    )


async def raise_revision(tx: Transaction, competition: Competition) -> Competition:
    """Count one more change, and keep other writers of this competition out until the transaction ends.

    Gives the competition as it is in the database now, with the new revision.
    """
    revision, length, digest = (await tx.connection.execute(RAISE, {"competition_id": competition.id})).one()
    tx.heads[competition.id] = Head(length, digest)
    if revision == competition.revision + 1:
        return replace(competition, revision=revision)
    return await get_competition(tx.connection, competition.id)


async def load_snapshot(connection: Connection, competition: Competition) -> Snapshot:
    """Everything about a competition, from the database."""
    teams = await _load_teams(connection, competition.id)
    columns = tables.player.c
    statement = (
        select(columns.id, columns.team_id, columns.name, columns.user_id, columns.joined_at, columns.left_at)
        .where(columns.competition_id == competition.id)
        .order_by(columns.id)
    )
    players = [Player(*row) for row in await connection.execute(statement) if row.team_id in teams]
    sheets = [read_sheet(row) for row in await connection.execute(_all_of(tables.sheet, competition.id))]
    results = await load_match_revisions(connection, competition.id)
    seeds = await connection.execute(
        select(tables.seed.c.team_id).where(tables.seed.c.competition_id == competition.id).order_by(tables.seed.c.seed)
    )
    return Snapshot(
        competition=competition,
        teams=teams,
        players={player.id: player for player in players},
        sheets={sheet.key: sheet for sheet in sheets},
        results=_keep_newest(results),
        seeds=tuple(seeds.scalars()),
        offences=tuple(
            [
                _read_offence(row)
                for row in await connection.execute(_all_of(tables.offence, competition.id))
                if row.team_id in teams
            ]
        ),
        cancelled=await load_cancelled(connection, competition.id),
        closed=await load_closed(connection, competition.id),
        amendments=tuple(
            [_read_amendment(row) for row in await connection.execute(_all_of(tables.amendment, competition.id))]
        ),
        receipts=tuple(
            [
                _read_receipt(row)
                for row in await connection.execute(_receipts_of(competition.id))
                if row.team_id in teams
            ]
        ),
        rulings=await load_rulings(connection, competition.id),
        facilitators=await load_bindings(connection, competition.id),
        disputed=await load_disputed(connection, competition.id),
    )


async def _load_teams(connection: Connection, competition_id: int) -> dict[int, Team]:
    """The teams by id; one that gave up before anything was played is as if it had never been."""
    columns = co_captain.c
    named = (
        select(columns.team_id, columns.user_id)
        .join(tables.team, tables.team.c.id == columns.team_id)
        .where(tables.team.c.competition_id == competition_id)
        .order_by(columns.named_at, columns.user_id)
    )
    co_captains: dict[int, list[int]] = {}
    for row in await connection.execute(named):
        co_captains.setdefault(row.team_id, []).append(row.user_id)
    return {
        row.id: Team(
            row.id,
            row.name,
            TeamStatus(row.status),
            row.captain_id,
            row.registered_at,
            row.withdrawn_at,
            row.queued_at,
            row.offered_until,
            tuple(co_captains.get(row.id, ())),
        )
        for row in await connection.execute(_all_of(tables.team, competition_id))
        if row.gone_at is None
    }


def _all_of(table: Table, competition_id: int) -> Select[Any]:
    return select(table).where(table.c.competition_id == competition_id).order_by(table.c.id)


def _receipts_of(competition_id: int) -> Select[Any]:
    columns = tables.receipt.c
    return select(tables.receipt).where(columns.competition_id == competition_id).order_by(columns.read_at)


def _keep_newest(results: list[MatchResult]) -> tuple[MatchResult, ...]:
    """Each result in the place of the one that it replaces, so that the order of decisions stays; none taken back."""
    chains: dict[int, MatchResult] = {}
    first_of: dict[int, int] = {}
    for result in results:
        first = first_of.get(result.replaces_id or 0, result.id)
        first_of[result.id] = first
        earliest = chains.get(first, result)
        chains[first] = replace(result, decided_at=earliest.decided_at)
    return tuple(result for result in chains.values() if result.how != TAKEN_BACK)


def _read_competition(row: Row[Any]) -> Competition:
    return Competition(
        id=row.id,
        guild_id=row.guild_id,
        revision=row.revision,
        state=State(row.state),
        settings=SETTINGS.validate_python(row.settings),
        channels=Channels(
            row.announcements_channel_id, row.standings_channel_id, row.captains_channel_id, row.staff_channel_id
        ),
        facilitator_role_id=row.facilitator_role_id,
        director_role_id=row.director_role_id,
        created_by=row.created_by,
    )


def _competition_columns(competition: Competition) -> dict[str, Any]:
    return {
        "guild_id": competition.guild_id,
        "kind": competition.settings.kind.value,
        "name": competition.settings.name,
        "state": competition.state.value,
        "revision": competition.revision,
        "settings": SETTINGS.dump_python(competition.settings, mode="json"),
        "announcements_channel_id": competition.channels.announcements,
        "standings_channel_id": competition.channels.standings,
        "captains_channel_id": competition.channels.captains,
        "staff_channel_id": competition.channels.staff,
        "facilitator_role_id": competition.facilitator_role_id,
        "director_role_id": competition.director_role_id,
        "created_by": competition.created_by,
    }


def read_sheet(row: Row[Any]) -> Sheet:
    """A sheet from its row."""
    return Sheet.of(
        row.id,
        SheetKey(row.event, row.team_id, row.player_id, row.round),
        row.value,
        row.submitted_by,
        row.submitted_at,
        row.reason,
        row.replaces_id,
        row.interaction_id,
    )


async def load_match_revisions(connection: Connection, competition_id: int) -> list[MatchResult]:
    """Every revision of every match's result, the earliest first; `TAKEN_BACK` is how one ends that takes back."""
    return [read_result(row) for row in await connection.execute(_all_of(tables.match_result, competition_id))]


def read_result(row: Row[Any]) -> MatchResult:
    """One revision of a match's result from its row."""
    return MatchResult(
        row.id,
        (row.first_team_id, row.second_team_id),
        row.winner_id,
        row.how,
        tuple(row.games),
        row.submitted_by,
        row.submitted_at,
        row.played_before or row.submitted_at,
        row.reason,
        row.replaces_id,
        row.match,
        row.played_before,
    )


def _read_offence(row: Row[Any]) -> Offence:
    return Offence(
        id=row.id,
        team_id=row.team_id,
        player_id=row.player_id,
        kind=OffenceKind(row.kind),
        event=row.event,
        note=row.note,
        recorded_by=row.recorded_by,
        recorded_at=row.recorded_at,
        decision=Decision(row.decision),
        decided_by=row.decided_by,
        decided_at=row.decided_at,
        lifted_by=row.lifted_by,
        lifted_at=row.lifted_at,
        lift_reason=row.lift_reason,
    )


def _read_amendment(row: Row[Any]) -> Amendment:
    return Amendment(
        version=row.version,
        number=row.number,
        title=row.title,
        old_text=row.old_text,
        new_text=row.new_text,
        amended_at=row.amended_at,
        is_after_start=row.is_after_start,
        reason=row.reason,
    )


def _read_receipt(row: Row[Any]) -> Receipt:
    return Receipt(row.version, row.team_id, row.user_id, row.read_at, row.told_by)
