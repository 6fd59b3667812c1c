"""Teams and their players as rows: who is entered, and the drafts of forms that were refused.

Birth dates stand in these rows alone; nothing here shows them in a repr.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.db.engine import Transaction
from bot.db.registration_tables import registration_draft, roster_override
from bot.db.snapshot import Player, Team
from bot.db.tables import installation, player, team
from bot.db.upsert import insert_once, upsert

PERSON_SECRET = "person secret"


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """Somebody who joins a team."""

    name: str
    birth_date: date = field(repr=False)
    person_key: str = field(repr=False)
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody sent with a form that was refused; it holds birth dates.

    Staff who register for a captain without a Discord account name the captain.
    """

    team_name: str
    players: str = field(repr=False)
    captain_name: str | None = None


async def load_person_secret(tx: Transaction) -> bytes:
    """The key of this installation's digests of persons; made when it is first needed in a change."""
    await insert_once(tx, installation, {"name": PERSON_SECRET, "value": secrets.token_hex(32)})
    query = select(installation.c.value).where(installation.c.name == PERSON_SECRET)
    return bytes.fromhex((await tx.connection.execute(query)).scalar_one())


async def load_person_keys(tx: Transaction, competition_id: int) -> dict[str, int]:
    """The people who are entered in a competition, or may not be entered again: player ids by person keys."""
    statement = select(player.c.person_key, player.c.id).where(
        player.c.competition_id == competition_id, player.c.person_key.is_not(None)
    )
    return {row.person_key: row.id for row in await tx.connection.execute(statement)}


async def insert_team(
    tx: Transaction, competition_id: int, new: Team, name_key: str, captain_name: str | None = None
) -> Team:
    """Save a new team; gives it back with its id. Raises IntegrityError for a name that is taken."""
    values = {
        "competition_id": competition_id,
        "name": new.name,
        "name_key": name_key,
        "status": new.status,
        "captain_id": new.captain_id,
        "captain_name": captain_name,
        "registered_at": new.registered_at,
        "queued_at": new.queued_at,
    }
    team_id = (await tx.connection.execute(insert(team).values(values).returning(team.c.id))).scalar_one()
    return replace(new, id=team_id)


async def update_team(tx: Transaction, team_id: int, **values: Any) -> None:
    """Save what changed of a team."""
    await tx.connection.execute(update(team).where(team.c.id == team_id).values(values))


async def load_captain_names(tx: Transaction, competition_id: int) -> dict[int, str]:
    """The names of the captains who have no Discord account, by team id."""
    statement = select(team.c.id, team.c.captain_name).where(
        team.c.competition_id == competition_id, team.c.captain_name.is_not(None)
    )
    return {row.id: row.captain_name for row in await tx.connection.execute(statement)}


async def insert_players(
    tx: Transaction, competition_id: int, team_id: int, entered_by: int | None, newcomers: Sequence[NewPlayer]
) -> tuple[Player, ...]:
    """Save players who join a team, in this order. Raises IntegrityError for a person who is entered already."""
    players: list[Player] = []
    for newcomer in newcomers:
        values = {
            "competition_id": competition_id,
            "team_id": team_id,
            "name": newcomer.name,
            "birth_date": newcomer.birth_date,
            "person_key": newcomer.person_key,
            "user_id": newcomer.user_id,
            "entered_by": entered_by,
            "joined_at": tx.now,
        }
        player_id = (await tx.connection.execute(insert(player).values(values).returning(player.c.id))).scalar_one()
        players.append(Player(player_id, team_id, newcomer.name, newcomer.user_id, tx.now, None))
    return tuple(players)


async def release_player(tx: Transaction, player_id: int, *, is_banned: bool = False) -> None:
    """Let a player leave; what told who it is goes with them, so that another team may enter them.

    The digest of somebody who is banned stays, so that nobody enters them again.
    """
    values: dict[str, Any] = {"left_at": tx.now, "birth_date": None, "user_id": None, "entered_by": None}
    values |= {"of_age_on": None, "of_age_by": None}
    if not is_banned:
        values["person_key"] = None
    await tx.connection.execute(update(player).where(player.c.id == player_id).values(values))


async def insert_override(tx: Transaction, values: Mapping[str, Any]) -> None:
    """Keep why a director changed a roster after its lock."""
    await tx.connection.execute(insert(roster_override).values(**values, decided_at=tx.now))


async def find_draft(tx: Transaction, competition_id: int, user_id: int) -> Draft | None:
    """What somebody sent last, if it was refused."""
    table = registration_draft.c
    columns = (table.team_name, table.players, table.captain_name)
    row = (await tx.connection.execute(select(*columns).where(*_draft_of(competition_id, user_id)))).one_or_none()
    return None if row is None else Draft(row.team_name, row.players, row.captain_name)


async def save_draft(tx: Transaction, competition_id: int, user_id: int, content: Draft) -> None:
    """Keep what somebody sent, instead of what they sent before."""
    values = {
        "team_name": _storable(content.team_name),
        "players": _storable(content.players),
        "captain_name": content.captain_name and _storable(content.captain_name),
        "saved_at": tx.now,
    }
    await upsert(tx, registration_draft, {"competition_id": competition_id, "user_id": user_id}, values)


async def erase_draft(tx: Transaction, competition_id: int, user_id: int) -> None:
    """Forget what somebody sent."""
    await tx.connection.execute(delete(registration_draft).where(*_draft_of(competition_id, user_id)))


async def erase_drafts(tx: Transaction, competition_id: int) -> None:
    """Forget what everybody sent."""
    await tx.connection.execute(delete(registration_draft).where(registration_draft.c.competition_id == competition_id))


def _storable(text: str) -> str:
    """The text with a question mark for what a database cannot hold: broken characters and NUL."""
    return text.encode(errors="replace").decode().replace("\0", "?")


def _draft_of(competition_id: int, user_id: int) -> tuple[Any, Any]:
    return registration_draft.c.competition_id == competition_id, registration_draft.c.user_id == user_id
