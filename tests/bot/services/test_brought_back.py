"""An ejection is lifted after an event was over: its ranking stays, who is back counts as not having played in it."""

import json

import pytest
from sqlalchemy import select

from bot.db.engine import Database
from bot.db.snapshot import Competition, Snapshot
from bot.db.tables import post
from bot.services import closing, conduct, corrections, ending, holdem, scores
from bot.services.results import build_games, read_holdem
from bot.services.rounds import TypedRound
from bot.services.standings import standings_of
from bot.services.why import ask_why
from bot.ui.facts.conduct import BroughtBack, Lifted, RecordedOffence
from bot.ui.facts.corrections import CorrectionMade
from bot.ui.facts.ending import EndingAsked
from bot.ui.texts import conduct as texts
from bot.ui.texts import ending as ending_texts
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import RuleError
from core.scoring.results_file import read_results_file, write_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from tests.builders import director, load, plain, start_games
from tests.second.results import standings as second_standings

TEAMS = {"Aces": ["Ann", "Al", "Abe"], "Bats": ["Bo", "Bea", "Ben"]}
OUT = ["Bea", "Ann", "Al", "Ben"]
"""Who goes out while Bo is ejected; Abe is left and wins."""


async def eject(database: Database, held: Competition, player: str) -> int:
    async with database.transaction() as tx:
        shown = await conduct.preview_offence(tx, director(), str(held.id), OffenceKind.PUNCH, player)
    async with database.transaction() as tx:
        done = await conduct.record_offence(tx, director(), str(held.id), str(shown.draft_id))
    assert isinstance(done, RecordedOffence)
    return done.offence.id


async def lift(database: Database, held: Competition, offence_id: int) -> Lifted:
    async with database.transaction() as tx:
        return await conduct.lift_offence(tx, director(), str(held.id), f"#{offence_id}", "a mix-up")


async def put_out(database: Database, held: Competition, *players: str) -> None:
    for player in players:
        async with database.transaction() as tx:
            await holdem.put_out(tx, director(), str(held.id), player)


async def close(database: Database, held: Competition, event: str) -> None:
    async with database.transaction() as tx:
        asked = await closing.preview_closing(tx, director(), str(held.id), event)
        await closing.confirm_closing(tx, director(), str(held.id), str(asked.draft_id))


async def move(database: Database, held: Competition, player: str, place: int | None) -> None:
    async with database.transaction() as tx:
        shown = await corrections.propose_place(tx, director(), str(held.id), player, place, "he did play")
        made = await corrections.confirm_correction(tx, director(), str(held.id), str(shown.draft_id))
    assert isinstance(made, CorrectionMade)


async def ask_to_finish(database: Database, held: Competition) -> EndingAsked:
    async with database.transaction() as tx:
        return await ending.preview_ending(tx, director(), str(held.id), Step.FINISH)


def ranks_of(snapshot: Snapshot) -> dict[str, float | None]:
    players = standings_of(snapshot).events["holdem"].players
    assert players is not None
    return {row.name: None if row.rank is None else row.rank / 2 for row in players.rows}


def check_files(snapshot: Snapshot) -> None:
    """The file can be read again, and both scorers find the same in it."""
    written = write_results_file(build_games(snapshot))
    again = compute_standings(read_results_file(written))
    assert again == standings_of(snapshot)
    assert json.loads(render_standings(again)) == second_standings(written)


@pytest.mark.parametrize("is_closed", [True, False])
async def test_the_ranking_of_holdem_stays(database: Database, *, is_closed: bool) -> None:
    held = await start_games(database, TEAMS)
    offence_id = await eject(database, held, "Bo")
    await put_out(database, held, *OUT)
    if is_closed:
        await close(database, held, "holdem")
    before = ranks_of(await load(database, held))
    done = await lift(database, held, offence_id)
    assert done.brought_back == (BroughtBack("holdem", "Bo"),)
    said = (
        "Texas Hold'em was over before an ejection was lifted, and its ranking stays: Bo counts as not having played, "
        "on the last rank. A director gives a place with `/score holdem-correct`."
    )
    assert plain(texts.lifted(done)).endswith(f"The captain is told.\n{said}")
    async with database.reading() as tx:
        payloads = await tx.connection.execute(select(post.c.payload).where(post.c.subject.startswith("conduct:back:")))
        (told,) = payloads.scalars()
    assert plain(told["text"]) == f"**Games**: an ejection was lifted.\n{said}"
    snapshot = await load(database, held)
    assert standings_of(snapshot).counted == ("holdem",)
    assert before == {"Abe": 1, "Ben": 2, "Al": 3, "Ann": 4, "Bea": 5}
    assert ranks_of(snapshot) == {**before, "Bo": 8}
    check_files(snapshot)
    async with database.reading() as tx:
        why = await ask_why(tx, director(), str(held.id), "Bo")
        last_but_one = await ask_why(tx, director(), str(held.id), "Bea")
    cause = (
        "came back by a lifted ejection when hold'em was over, so counts as not having played and shares the last rank."
    )
    for page, line in ((why, f"\nBo {cause}"), (last_but_one, f"\n\u2022 Bo {cause}")):
        assert line in plain("\n".join(page.pages))
        assert "not there at the start" not in "\n".join(page.pages)
    assert f"- {said}" in plain(ending_texts.asked(await ask_to_finish(database, held)))


async def test_a_director_gives_who_came_back_a_place(database: Database) -> None:
    held = await start_games(database, TEAMS)
    first, second = await eject(database, held, "Bo"), await eject(database, held, "Bea")
    await put_out(database, held, "Ann", "Al", "Ben")
    await lift(database, held, first)
    await lift(database, held, second)
    for act in (holdem.put_out, holdem.mark_late, holdem.take_back):
        async with database.transaction() as tx:
            with pytest.raises(RuleError) as refused:
                await act(tx, director(), str(held.id), "Bo")
        assert plain(refused.value.sentence) == (
            "Hold'em is over: Bo came back when an ejection was lifted afterwards, and has the last rank. Give a place "
            "with `/score holdem-correct`."
        )
    await move(database, held, "Bo", 2)
    snapshot = await load(database, held)
    assert ranks_of(snapshot) == {"Abe": 1, "Bo": 2, "Ben": 3, "Al": 4, "Ann": 5, "Bea": 8}
    assert [one.entrant for one in (await ask_to_finish(database, held)).preview.loose_ends.brought_back] == ["Bea"]
    await move(database, held, "Bea", None)
    snapshot = await load(database, held)
    assert read_holdem(snapshot).late == (next(p.id for p in snapshot.players.values() if p.name == "Bea"),)
    assert not (await ask_to_finish(database, held)).preview.loose_ends.brought_back
    check_files(snapshot)


async def test_taking_back_the_end_lets_who_came_back_play(sqlite_database: Database) -> None:
    held = await start_games(sqlite_database, TEAMS)
    offence_id = await eject(sqlite_database, held, "Bo")
    await put_out(sqlite_database, held, *OUT)
    await lift(sqlite_database, held, offence_id)
    async with sqlite_database.transaction() as tx:
        done = await holdem.take_back(tx, director(), str(held.id), "Ben")
    assert done.left == 3
    await put_out(sqlite_database, held, "Abe", "Ben")
    assert ranks_of(await load(sqlite_database, held))["Bo"] == 1


async def test_while_it_is_under_way_who_comes_back_is_in(sqlite_database: Database) -> None:
    held = await start_games(sqlite_database, TEAMS)
    offence_id = await eject(sqlite_database, held, "Bo")
    await put_out(sqlite_database, held, *OUT[:2])
    assert (await lift(sqlite_database, held, offence_id)).brought_back == ()
    await put_out(sqlite_database, held, "Bo")


async def test_rounds_of_a_closed_event_count_as_not_played_and_are_named(database: Database) -> None:
    held = await start_games(database, TEAMS)
    async with database.transaction() as tx:
        typed = TypedRound("bowling", "Ann", 1, text="100")
        await scores.submit_round(tx, director(), str(held.id), typed)
    offence_id = await eject(database, held, "Bo")
    await close(database, held, "bowling")
    done = await lift(database, held, offence_id)
    said = (
        "Bowling was closed before an ejection was lifted, and stays closed: what is missing of Bo counts as not "
        "played. A director enters it with `/score correct`."
    )
    assert plain(texts.lifted(done)).endswith(said)
    assert f"- {said}" in plain(ending_texts.asked(await ask_to_finish(database, held)))
    for number in (1, 2):
        async with database.transaction() as tx:
            typed = TypedRound("bowling", "Bo", number, text="90")
            shown = await corrections.propose_correction(tx, director(), str(held.id), typed, "he did play")
            await corrections.confirm_correction(tx, director(), str(held.id), str(shown.draft_id))
    assert not (await ask_to_finish(database, held)).preview.loose_ends.brought_back
