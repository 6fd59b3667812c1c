"""Forms that are sent to register a team, and how they are answered."""

from bot.db.engine import Database
from bot.db.rosters import Draft, find_draft
from bot.db.snapshot import Competition
from bot.ui.facts.teams import Registration
from bot.ui.texts import registration as texts
from core.competition import Kind, initial_settings
from tests.builders import ADULT, FIRST_DAY, load

LOCK = "<t:1812776400:F> (<t:1812776400:R>)"  # 12 June 2027, 00:00 in Chicago
GAMES = initial_settings(Kind.GETAWAY, "Games", FIRST_DAY, FIRST_DAY, "America/Chicago")
OPEN = initial_settings(Kind.DODGEBALL, "Open", FIRST_DAY, FIRST_DAY, "America/Chicago")
TRIO = f"Ann {ADULT}\nBo {ADULT}\nCy {ADULT}"


def answer(made: Registration) -> list[str]:
    """The lines with which a form that was not right is answered."""
    assert made.team is None
    return texts.not_registered(made).split("\n")


async def is_empty(database: Database, competition: Competition) -> bool:
    snapshot = await load(database, competition)
    return not snapshot.teams and not snapshot.players


async def draft_of(database: Database, competition: Competition, user_id: int = 1) -> Draft | None:
    async with database.reading() as tx:
        return await find_draft(tx, competition.id, user_id)
