"""A competition of two teams, and what is recorded against their players."""

import pytest
from sqlalchemy import insert, select, update

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, SheetKey, Team
from bot.services import conduct
from bot.services.access import Asker
from bot.ui.facts.conduct import Decided, Lifted, OffencePreview, RecordedOffence
from core.conduct import Decision, OffenceKind
from core.errors import UserError
from tests.builders import CHANNELS, create_competition, director, facilitator, load, register_team, start

EVENTS = ("bowling", "derby", "bags", "basketball", "golf", "holdem")
TALK, PUNCH = OffenceKind.TRASH_TALK, OffenceKind.PUNCH
PLAYED_BEFORE = (
    "If this round was played before that, a director enters it with `/score`; if not, it counts 0 once the event is "
    "closed."
)


async def started(database: Database, kind: str = "getaway") -> tuple[Competition, Team, Team]:
    competition = await create_competition(database, kind)
    more = ["Di", "Ed", "Flo"] if kind == "dodgeball" else []
    lodge = await register_team(database, competition, "Lodge", ["Ann", "Bo", "Cy", *more])
    aces = await register_team(database, competition, "Aces", ["Kim", "Lee", "Mo", *(f"{name} K" for name in more)])
    return await start(database, competition), lodge, aces


async def preview(
    database: Database,
    competition: Competition,
    player: str,
    kind: OffenceKind = TALK,
    event: str | None = None,
    note: str | None = None,
    by: Asker | None = None,
) -> OffencePreview:
    async with database.transaction() as tx:
        return await conduct.preview_offence(
            tx, by or facilitator(), str(competition.id), kind, player, event=event, note=note
        )


async def confirm(
    database: Database, shown: OffencePreview, by: Asker | None = None
) -> RecordedOffence | OffencePreview:
    async with database.transaction() as tx:
        return await conduct.record_offence(
            tx, by or facilitator(), str(shown.snapshot.competition.id), str(shown.draft_id)
        )


async def record(
    database: Database,
    competition: Competition,
    player: str,
    kind: OffenceKind = TALK,
    event: str | None = None,
    note: str | None = None,
) -> RecordedOffence:
    done = await confirm(database, await preview(database, competition, player, kind, event, note))
    assert isinstance(done, RecordedOffence)
    return done


async def decide(database: Database, competition: Competition, team: str, decision: Decision) -> Decided:
    async with database.reading() as tx:
        shown = await conduct.preview_team_ejection(tx, director(), str(competition.id), team)
    async with database.transaction() as tx:
        return await conduct.decide_team_ejection(tx, director(), str(competition.id), str(shown.offence.id), decision)


async def lift(
    database: Database, competition: Competition, offence_id: int, reason: str = "a mix-up", by: Asker | None = None
) -> Lifted:
    async with database.transaction() as tx:
        return await conduct.lift_offence(tx, by or director(), str(competition.id), f"#{offence_id}", reason)


async def link(database: Database, name: str, user_id: int) -> None:
    """Tie a player to a Discord account."""
    async with database.transaction() as tx:
        await tx.connection.execute(update(tables.player).where(tables.player.c.name == name).values(user_id=user_id))


async def add_sheet(database: Database, competition: Competition, key: SheetKey, value: object) -> None:
    async with database.transaction() as tx:
        values = {"event": key.event, "team_id": key.team_id, "player_id": key.player_id, "round": key.round}
        await tx.connection.execute(
            insert(tables.sheet).values(
                **values, competition_id=competition.id, value=value, submitted_by=1, submitted_at=tx.now
            )
        )
        await tx.connection.execute(update(tables.competition).values(revision=tables.competition.c.revision + 1))


async def posts(database: Database, *, public: bool = False) -> list[tuple[int | None, int | None, str]]:
    """The notices as (channel, user, text)."""
    async with database.reading() as tx:
        rows = await tx.connection.execute(select(tables.post).where(~tables.post.c.is_live).order_by(tables.post.c.id))
        found = [(row.channel_id, row.user_id, row.payload["text"]) for row in rows if "conduct:" in row.subject]
    return [post for post in found if not public or post[0] == CHANNELS.announcements]


async def refusal_of(database: Database, competition: Competition, **options: object) -> UserError:
    with pytest.raises(UserError) as refusal:
        await preview(database, competition, **options)  # pyright: ignore[reportArgumentType]
    return refusal.value


async def player_id(database: Database, competition: Competition, name: str) -> int:
    return next(p.id for p in (await load(database, competition)).players.values() if p.name == name)
