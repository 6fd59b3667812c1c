"""Who leads a team and who is invited to it, as rows."""

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from bot.db.engine import Transaction
from bot.db.registration_tables import claim_code, co_captain, invitation
from bot.db.tables import competition, ledger, player, team
from bot.db.upsert import upsert

OPEN, ACCEPTED, DECLINED, WITHDRAWN = None, "accepted", "declined", "withdrawn"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A Discord account that is asked to play for a team; `answer` None while it is open."""

    id: int
    competition_id: int
    team_id: int
    user_id: int
    invited_by: int
    answer: str | None


async def insert_invitation(
    tx: Transaction, competition_id: int, team_id: int, user_id: int, invited_by: int
) -> Invitation:
    """Save an invitation."""
    values = {"competition_id": competition_id, "team_id": team_id, "user_id": user_id, "invited_by": invited_by}
    statement = insert(invitation).values(**values, invited_at=tx.now).returning(invitation.c.id)
    id_ = (await tx.connection.execute(statement)).scalar_one()
    return Invitation(id_, competition_id, team_id, user_id, invited_by, OPEN)


async def load_invitations(tx: Transaction, competition_id: int) -> list[Invitation]:
    """Every invitation of a competition, oldest first."""
    columns = invitation.c
    statement = (
        select(columns.id, columns.competition_id, columns.team_id, columns.user_id, columns.invited_by, columns.answer)
        .where(columns.competition_id == competition_id)
        .order_by(columns.id)
    )
    return [Invitation(*row) for row in await tx.connection.execute(statement)]


async def answer_invitation(tx: Transaction, invitation_id: int, answer: str) -> None:
    """Save what became of an invitation."""
    values = {"answer": answer, "answered_at": tx.now}
    await tx.connection.execute(update(invitation).where(invitation.c.id == invitation_id).values(values))


async def load_open_invitations(
    tx: Transaction, competition_id: int, *, team_id: int | None = None, user_id: int | None = None
) -> tuple[Invitation, ...]:
    """The invitations that nobody has answered, of a team or to an account, oldest first."""
    return tuple(
        one
        for one in await load_invitations(tx, competition_id)
        if one.answer is OPEN and team_id in (None, one.team_id) and user_id in (None, one.user_id)
    )


async def close_invitations(tx: Transaction, team_id: int) -> None:
    """Withdraw the invitations of a team that nobody has answered."""
    mine = (invitation.c.team_id == team_id, invitation.c.answer.is_(None))
    await tx.connection.execute(update(invitation).where(*mine).values(answer=WITHDRAWN, answered_at=tx.now))


async def insert_co_captain(tx: Transaction, team_id: int, user_id: int) -> None:
    """Name somebody a co-captain."""
    await tx.connection.execute(insert(co_captain).values(team_id=team_id, user_id=user_id, named_at=tx.now))


async def find_followers(tx: Transaction, competition_id: int, team_id: int, captain_id: int) -> list[int | None]:
    """Who led a team after this captain was ejected, the latest first; None where nobody followed."""
    columns = ledger.c
    statement = (
        select(columns.facts)
        .where(columns.competition_id == competition_id, columns.action == "captain follow")
        .order_by(columns.position.desc())
    )
    facts = (await tx.connection.execute(statement)).scalars()
    return [one["user"] for one in facts if (one["team"], one["captain"]) == (team_id, captain_id)]


async def delete_co_captain(tx: Transaction, team_id: int, user_id: int) -> None:
    """Somebody is no co-captain any more."""
    mine = (co_captain.c.team_id == team_id, co_captain.c.user_id == user_id)
    await tx.connection.execute(delete(co_captain).where(*mine))


async def link_player(tx: Transaction, player_id: int, user_id: int | None) -> None:
    """Link a player to a Discord account, or to none. Raises IntegrityError where it is linked already."""
    await tx.connection.execute(update(player).where(player.c.id == player_id).values(user_id=user_id))


async def replace_claim_code(tx: Transaction, team_id: int, code_digest: str, issued_by: int) -> None:
    """Save the digest of the code by which a team can be claimed; an earlier one no longer works."""
    values = {"code_digest": code_digest, "issued_by": issued_by, "issued_at": tx.now}
    await upsert(tx, claim_code, {"team_id": team_id}, values)


async def find_claimed_team(tx: Transaction, guild_id: int, code_digest: str) -> tuple[int, int] | None:
    """The competition of a server, and its team, that a code claims, as ids."""
    statement = (
        select(team.c.competition_id, team.c.id)
        .join(claim_code, team.c.id == claim_code.c.team_id)
        .join(competition, competition.c.id == team.c.competition_id)
        .where(competition.c.guild_id == guild_id, claim_code.c.code_digest == code_digest)
    )
    found = (await tx.connection.execute(statement)).one_or_none()
    return None if found is None else (found.competition_id, found.id)


async def delete_claim_code(tx: Transaction, team_id: int) -> None:
    """A code works once."""
    await tx.connection.execute(delete(claim_code).where(claim_code.c.team_id == team_id))


async def dissolve_team(tx: Transaction, team_id: int) -> None:
    """A team gives up before anything was played: it is as if it had never been, and its name and people are free.

    The name that stands for it then is none that a team can bear, since names are tidied.
    """
    for table in (co_captain, claim_code):
        await tx.connection.execute(delete(table).where(table.c.team_id == team_id))
    await close_invitations(tx, team_id)
    gone = {"gone_at": tx.now, "name_key": f" {team_id}", "captain_id": None, "offered_until": None, "queued_at": None}
    await tx.connection.execute(update(team).where(team.c.id == team_id).values(gone))
    persons = {"birth_date": None, "person_key": None, "user_id": None, "entered_by": None, "of_age_on": None}
    persons["of_age_by"] = None
    present = (player.c.team_id == team_id, player.c.left_at.is_(None))
    await tx.connection.execute(update(player).where(*present).values(**persons, left_at=tx.now))
