"""The stroke index is entered once; another one is shown with what follows from it, and has a reason (G120)."""

import pytest
from sqlalchemy import select

from bot.db.drafts import DraftPurpose
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.db.tables import sheet
from bot.services import course, scores
from bot.services.results import read_stroke_index
from bot.services.rounds import TypedRound
from bot.services.standings import standings_of
from bot.ui.facts.events import StrokeIndexAsked, StrokeIndexSet
from bot.ui.texts import course as texts
from bot.ui.texts.drafts import is_gone
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import create_competition, director, facilitator, load, register_teams, start

FIRST_HARDEST, LAST_HARDEST = tuple(range(1, 19)), tuple(range(18, 0, -1))


def spell(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


async def start_games(database: Database) -> Competition:
    """Two equal cards: One is better at the first hole, Two at the last."""
    competition = await create_competition(database)
    await register_teams(database, competition, ["One", "Two"])
    await start(database, competition)
    for team, card in (("One", (3, *(4,) * 16, 5)), ("Two", (5, *(4,) * 16, 3))):
        async with database.transaction() as tx:
            await scores.submit_round(tx, facilitator(), None, TypedRound("golf", team, 1, text=spell(card)))
    return competition


async def set_index(
    database: Database, numbers: tuple[int, ...], reason: str | None = None
) -> StrokeIndexSet | StrokeIndexAsked:
    async with database.transaction() as tx:
        return await course.set_stroke_index(tx, director(), None, spell(numbers), reason)


async def ask(database: Database, numbers: tuple[int, ...]) -> StrokeIndexAsked:
    asked = await set_index(database, numbers, "read upside down")
    assert isinstance(asked, StrokeIndexAsked)
    return asked


async def confirm(database: Database, draft_id: int) -> StrokeIndexSet | StrokeIndexAsked:
    async with database.transaction() as tx:
        return await course.confirm_stroke_index(tx, director(), None, str(draft_id))


async def first_team(database: Database, competition: Competition) -> str:
    return standings_of(await load(database, competition)).events["golf"].teams.rows[0].name


async def test_another_index_is_shown_with_its_consequences_and_kept_with_its_reason(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database)
    assert isinstance(await set_index(sqlite_database, FIRST_HARDEST), StrokeIndexSet)
    assert await first_team(sqlite_database, competition) == "One"
    asked = await ask(sqlite_database, LAST_HARDEST)
    assert texts.asked(asked).replace("\u2068", "").replace("\u2069", "") == (
        "**Replace the stroke index?** Nothing has changed yet.\n"
        f"Now: `{spell(FIRST_HARDEST)}`\nThen: `{spell(LAST_HARDEST)}`\n"
        "Golf Scramble: teams Two 2 → 1, One 1 → 2.\nOverall: teams Two 2 → 1, One 1 → 2."
    )
    assert await first_team(sqlite_database, competition) == "One"
    done = await confirm(sqlite_database, asked.draft_id)
    assert isinstance(done, StrokeIndexSet)
    assert done.snapshot == await load(sqlite_database, competition)
    assert await first_team(sqlite_database, competition) == "Two"
    async with sqlite_database.reading() as tx:
        kept = select(sheet.c.reason).where(sheet.c.team_id.is_(None), sheet.c.player_id.is_(None)).order_by(sheet.c.id)
        assert list((await tx.connection.execute(kept)).scalars()) == [None, "read upside down"]


async def test_what_was_shown_is_what_is_replaced(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database)
    await set_index(sqlite_database, FIRST_HARDEST)
    mine, other = await ask(sqlite_database, LAST_HARDEST), await ask(sqlite_database, (2, 1, *range(3, 19)))
    await confirm(sqlite_database, other.draft_id)
    anew = await confirm(sqlite_database, mine.draft_id)
    assert isinstance(anew, StrokeIndexAsked)
    assert texts.asked(anew).startswith("Something has changed since you were asked, so please look again.\n**Replace")
    assert read_stroke_index(await load(sqlite_database, competition)) == (2, 1, *range(3, 19))
    assert isinstance(await confirm(sqlite_database, anew.draft_id), StrokeIndexSet)
    with pytest.raises(NotFound) as twice:
        await confirm(sqlite_database, anew.draft_id)
    assert twice.value.sentence == is_gone(DraftPurpose.STROKE_INDEX)


@pytest.mark.parametrize(
    ("numbers", "reason", "sentence"),
    [
        (FIRST_HARDEST, "again", texts.STANDS_ALREADY),
        (LAST_HARDEST, None, texts.REASON_MISSING),
        (LAST_HARDEST, "  ", texts.REASON_MISSING),
    ],
)
async def test_refusals(sqlite_database: Database, numbers: tuple[int, ...], reason: str | None, sentence: str) -> None:
    await start_games(sqlite_database)
    await set_index(sqlite_database, FIRST_HARDEST)
    with pytest.raises(RuleError) as refused:
        await set_index(sqlite_database, numbers, reason)
    assert refused.value.sentence == sentence


async def test_only_directors(sqlite_database: Database) -> None:
    await start_games(sqlite_database)
    with pytest.raises(NotAllowed):
        async with sqlite_database.transaction() as tx:
            await course.set_stroke_index(tx, facilitator(), None, spell(FIRST_HARDEST))
