"""Events voided by weather, and what is exported."""

import pytest
from sqlalchemy import select

from bot.db.competitions import get_competition, load_snapshot
from bot.db.engine import Database, Transaction
from bot.db.snapshot import Competition, Snapshot
from bot.db.tables import post
from bot.services import course, events, scores
from bot.services.dodgeball import submit_match
from bot.services.export import export_results
from bot.services.scores import TypedRound
from bot.services.standings import StandingsAsked, draw_list, standings_of
from bot.ui.texts import events as texts
from core.competition import Step
from core.errors import NotAllowed, UserError
from core.scoring.bracket_file import read_bracket_file
from core.scoring.results_file import read_results_file
from tests.builders import create_competition, director, facilitator, register_team, take_steps

CARD = " ".join("4" * 18)


async def start(database: Database, kind: str = "getaway") -> Competition:
    competition = await create_competition(database, kind)
    for name in ("One", "Two"):
        await register_team(database, competition, name)
    return await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)


async def load(database: Database, competition: Competition) -> Snapshot:
    async with database.reading() as tx:
        return await load_snapshot(tx.connection, await get_competition(tx.connection, competition.id))


async def enter_card(database: Database, competition: Competition, team: str) -> None:
    async with database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), str(competition.id), TypedRound("golf", team, 1, text=CARD))


async def cancel(tx: Transaction, competition: Competition) -> None:
    who = director()
    asked = await events.preview_cancelling(tx, who, str(competition.id), "golf", "thunder")
    await events.confirm_cancellation(tx, who, str(competition.id), str(asked.draft_id))


async def test_a_half_played_event_is_voided_kept_as_a_record_and_restored(database: Database) -> None:
    competition = await start(database)
    await enter_card(database, competition, "One")
    async with database.transaction() as tx:
        await cancel(tx, competition)
    standings = standings_of(await load(database, competition))
    assert (standings.counted, standings.cancelled) == ((), ("golf",))
    assert standings.events["golf"].teams.rows[0].name == "One"
    async with database.transaction() as tx:
        who = director()
        asked = await events.preview_restoring(tx, who, str(competition.id), "golf", "the sun is out")
        await events.confirm_cancellation(tx, who, str(competition.id), str(asked.draft_id))
    assert standings_of(await load(database, competition)).counted == ("golf",)
    async with database.reading() as tx:
        of_events = post.c.subject.startswith("cancellation:")
        rows = await tx.connection.execute(select(post.c.payload).where(of_events).order_by(post.c.id))
        told = [payload["text"] for payload in rows.scalars()]
    assert "Golf Scramble is cancelled because of the weather." in told[0]
    assert "Golf Scramble takes place after all." in told[1]


async def test_what_cannot_be_cancelled_is_refused_in_words(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    chosen = str(competition.id)
    for act, event, reason, words in [
        (
            events.preview_cancelling,
            "bowling",
            "rain",
            "Bowling is not cancelled by weather: only Home Run Derby and Golf",
        ),
        (events.preview_cancelling, "derby", " ", "Say why: fill in the option `reason`."),
        (events.preview_restoring, "derby", "sun", "Home Run Derby is not cancelled: there is nothing to restore."),
        (events.preview_cancelling, "curling", "rain", "There is no event curling."),
    ]:
        with pytest.raises(UserError) as refused:
            async with sqlite_database.transaction() as tx:
                await act(tx, director(), chosen, event, reason)
        assert refused.value.sentence.startswith(words)
    with pytest.raises(NotAllowed) as other:
        async with sqlite_database.transaction() as tx:
            await events.preview_cancelling(tx, facilitator(), chosen, "derby", "rain")
    assert other.value.sentence.startswith("Only a director can do this")


async def test_once_every_team_has_finished_nothing_is_cancelled(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    for team in ("One", "Two"):
        await enter_card(sqlite_database, competition, team)
    with pytest.raises(UserError) as refused:
        async with sqlite_database.transaction() as tx:
            await cancel(tx, competition)
    assert refused.value.sentence.startswith("Every team has finished Golf Scramble, so it counts")


async def test_a_cancelled_event_takes_no_scores(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await cancel(tx, competition)
    with pytest.raises(UserError) as refused:
        await enter_card(sqlite_database, competition, "One")
    assert refused.value.sentence.startswith("Golf Scramble is cancelled, so it takes no scores.")


async def test_exports_read_back_and_hold_no_birth_date(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    await enter_card(sqlite_database, competition, "One")
    async with sqlite_database.reading() as tx:
        export = await export_results(tx, director(), str(competition.id))
    assert read_results_file(export.data).results["golf"]["One"][0].points == 72
    assert b"1990" not in export.data


async def test_a_bracket_is_exported_under_the_names_of_its_teams(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, "dodgeball")
    async with sqlite_database.transaction() as tx:
        await submit_match(tx, facilitator(), str(competition.id), "R1-1", ("One", "Two", "One"))
    async with sqlite_database.reading() as tx:
        export = await export_results(tx, director(), str(competition.id))
    assert read_bracket_file(export.data).bracket.champion == "One"


async def test_equal_cards_need_the_stroke_index_before_they_are_exported_to_be_read_back(
    sqlite_database: Database,
) -> None:
    competition = await start(sqlite_database)
    chosen = str(competition.id)
    for team in ("One", "Two"):
        await enter_card(sqlite_database, competition, team)
    async with sqlite_database.reading() as tx:
        export = await export_results(tx, director(), chosen)
    assert export.data is None
    assert texts.exported("Games", export.name, export.fault) == (
        "All results of **\u2068Games\u2069** as they stand now. No file holds birth dates.\n"
        "⚠️ Without `results.json`: Two golf cards are equal, so the stroke index decides. "
        "Enter it with `/event stroke-index` first."
    )
    for holes in ("1 2 3", " ".join("1" * 18), "7 15 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 ten"):
        with pytest.raises(UserError) as bad:
            async with sqlite_database.transaction() as tx:
                await course.set_stroke_index(tx, director(), chosen, holes)
        assert bad.value.sentence.startswith("The stroke index is eighteen numbers, hole by hole")
    async with sqlite_database.transaction() as tx:
        await course.set_stroke_index(tx, director(), chosen, "7,15,3,11,1,17,5,13,9,8,16,4,12,2,18,6,14,10")
    async with sqlite_database.reading() as tx:
        export = await export_results(tx, director(), chosen)
    assert read_results_file(export.data).stroke_index == (
        7,
        15,
        3,
        11,
        1,
        17,
        5,
        13,
        9,
        8,
        16,
        4,
        12,
        2,
        18,
        6,
        14,
        10,
    )


async def test_level_cards_say_that_they_wait_for_the_stroke_index(sqlite_database: Database) -> None:
    """Until then the list shows a shared rank that does not last (G120)."""
    competition = await start(sqlite_database)
    await enter_card(sqlite_database, competition, "One")
    shown = draw_list(await load(sqlite_database, competition), StandingsAsked("golf"), None)
    assert "Equal cards" not in shown.subtitle
    await enter_card(sqlite_database, competition, "Two")
    shown = draw_list(await load(sqlite_database, competition), StandingsAsked("golf"), None)
    assert shown.subtitle == (
        "Provisional: complete, and not closed yet. Equal cards share a rank until a director enters the stroke index"
    )
    holes = " ".join(map(str, range(1, 19)))
    async with sqlite_database.transaction() as tx:
        await course.set_stroke_index(tx, director(), str(competition.id), holes)
    shown = draw_list(await load(sqlite_database, competition), StandingsAsked("golf"), None)
    assert shown.subtitle == "Provisional: complete, and not closed yet"
