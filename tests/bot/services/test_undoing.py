"""Taking back: a team's whole sheet at once, and who went out in hold'em; what has changed since stays."""

from datetime import timedelta

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import Competition, SheetKey
from bot.services import conduct, corrections, holdem, scores, undoing
from bot.services.access import Asker
from bot.services.audit import AuditAsked, ask_audit
from bot.services.holdem_order import find_place
from bot.services.results import read_holdem
from bot.services.rounds import TypedRound
from bot.services.score_history import HistoryAsked, read_history
from bot.services.team_sheets import confirm_sheet, preview_sheet
from bot.ui.facts.desk import SheetEntered
from bot.ui.facts.scores import HoldemEntered, RoundUndone, Undoable, Undone
from bot.ui.score_view import say_undone
from bot.ui.texts import audit as audit_texts
from bot.ui.texts import score_history as history_texts
from bot.ui.texts import undoing as texts
from core.conduct import OffenceKind
from core.errors import Conflict, NotAllowed, NotFound
from tests.builders import (
    FACILITATOR_ROLE,
    asker,
    create_competition,
    director,
    facilitator,
    load,
    plain,
    register_team,
    start,
)

GANG = "Gutter Gang"
SHEET = "Ann: 120 131\nBo: - 90\nCy: 100 101\nDi: 99"


@pytest.fixture
async def games(sqlite_database: Database) -> Competition:
    return await start_games(sqlite_database)


async def start_games(database: Database) -> Competition:
    competition = await create_competition(database)
    await register_team(database, competition, GANG, ["Ann", "Bo", "Cy", "Di"])
    await register_team(database, competition, "Trio", ["Ed", "Flo", "Gus"])
    return await start(database, competition)


async def enter_sheet(database: Database, text: str = SHEET) -> SheetEntered:
    async with database.transaction() as tx:
        read = await preview_sheet(tx, facilitator(), None, "bowling", GANG, text)
    async with database.transaction() as tx:
        done = await confirm_sheet(tx, facilitator(), None, str(read.draft_id))
    assert isinstance(done, SheetEntered)
    return done


async def submit(database: Database, who: str, number: int, text: str) -> None:
    async with database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), None, TypedRound("bowling", who, number, text=text))


async def undo(database: Database, sheet_id: int | None = None, who: Asker | None = None) -> Undone:
    async with database.transaction() as tx:
        return await undoing.take_back_own(tx, who or facilitator(), None, None if sheet_id is None else str(sheet_id))


async def put_out(database: Database, name: str, user_id: int = 102) -> HoldemEntered:
    async with database.transaction() as tx:
        return await holdem.put_out(tx, asker(user_id, FACILITATOR_ROLE), None, name)


async def places(database: Database, competition: Competition) -> dict[str, int | None]:
    snapshot = await load(database, competition)
    state = read_holdem(snapshot)
    return {snapshot.players[id_].name: find_place(snapshot, state, id_) for id_ in state.out}


async def test_a_teams_sheet_is_taken_back_as_a_whole(database: Database) -> None:
    competition = await start_games(database)
    await submit(database, "Bo", 1, "80")
    done = await enter_sheet(database)
    async with database.reading() as tx:
        found = await undoing.find_undoable(tx, facilitator(), None)
    assert plain(texts.question(found.undone)) == (
        "The latest that you entered: **6 games of Gutter Gang in Bowling**. Take all of it back?"
    )
    undone = await undo(database, found.sheet_id)
    assert plain(texts.undone(undone)) == "Taken back: 6 games of Gutter Gang in Bowling. They are missing again."
    loaded = await load(database, competition)
    async with database.reading() as tx:
        kept = tx.snapshots.find(competition.id, loaded.competition.revision)
    assert kept == loaded
    assert [sheet.value for sheet in loaded.sheets.values() if sheet.value is not None] == [80]
    for again in (None, done.sheet_id):
        with pytest.raises((NotFound, Conflict)):
            await undo(database, again)


async def test_a_sheet_of_which_something_was_changed_stays_and_says_what(
    sqlite_database: Database, games: Competition
) -> None:
    done = await enter_sheet(sqlite_database)
    for player, text in (("Bo", "91"), ("Cy", "111")):
        async with sqlite_database.transaction() as tx:
            typed = TypedRound("bowling", player, 2, text=text)
            shown = await corrections.propose_correction(tx, director(), None, typed, "misread")
        async with sqlite_database.transaction() as tx:
            await corrections.confirm_correction(tx, director(), None, str(shown.draft_id))
    with pytest.raises(Conflict) as refused:
        await undo(sqlite_database, done.sheet_id)
    assert plain(refused.value.sentence) == (
        "Nothing was taken back, since this has been changed meanwhile: game 2 of Bo, game 2 of Cy. Use "
        "`/score correct` for each round that is wrong."
    )
    assert len((await load(sqlite_database, games)).sheets) == 6


async def test_a_correction_that_was_itself_taken_back_stands_in_nobodys_way(database: Database) -> None:
    competition = await start_games(database)
    done = await enter_sheet(database)
    for _ in range(2):
        async with database.transaction() as tx:
            typed = TypedRound("bowling", "Bo", 2, text="91")
            shown = await corrections.propose_correction(tx, director(), None, typed, "taken back")
        async with database.transaction() as tx:
            await corrections.confirm_correction(tx, director(), None, str(shown.draft_id))
        with pytest.raises(Conflict):
            await undo(database, done.sheet_id)
        await undo(database, who=director())
    undone = await undo(database, done.sheet_id)
    assert plain(texts.undone(undone)) == "Taken back: 6 games of Gutter Gang in Bowling. They are missing again."
    assert all(sheet.value is None for sheet in (await load(database, competition)).sheets.values())
    for again in (None, done.sheet_id):
        with pytest.raises((NotFound, Conflict)):
            await undo(database, again)


async def test_rounds_of_several_are_taken_back_only_after_a_question(
    sqlite_database: Database, games: Competition
) -> None:
    await submit(sqlite_database, "Ed", 1, "80")
    await enter_sheet(sqlite_database)
    async with sqlite_database.transaction() as tx:
        asked = await undoing.take_back_latest(tx, facilitator(), None)
    assert isinstance(asked, Undoable)
    assert [button.custom_id for button in say_undone(asked).buttons] == [f"score-undo:{games.id}:{asked.sheet_id}"]
    assert plain(texts.question(asked.undone)) == (
        "The latest that you entered: **6 games of Gutter Gang in Bowling**. Take all of it back?"
    )
    assert len((await load(sqlite_database, games)).sheets) == 7
    await undo(sqlite_database, asked.sheet_id)
    await submit(sqlite_database, "Ed", 2, "90")
    async with sqlite_database.transaction() as tx:
        done = await undoing.take_back_latest(tx, facilitator(), None)
    assert isinstance(done, RoundUndone)
    assert plain(texts.undone(done)) == "Taken back: 90 pins of Ed in Bowling. Game 2 is missing again."


async def test_a_correction_is_told_apart_from_undoing_whatever_its_reason(
    sqlite_database: Database, games: Competition
) -> None:
    await submit(sqlite_database, "Ann", 1, "120")
    typed = TypedRound("bowling", "Ann", 1, text="121")
    async with sqlite_database.transaction() as tx:
        shown = await corrections.propose_correction(tx, facilitator(), None, typed, texts.UNDO_REASON)
        await corrections.confirm_correction(tx, facilitator(), None, str(shown.draft_id))
    undone = await undo(sqlite_database)
    assert plain(texts.undone(undone)) == "Taken back: 121 pins of Ann in Bowling. Game 1 is 120 pins again."
    with pytest.raises(NotFound) as refused:
        await undo(sqlite_database)
    assert refused.value.sentence == texts.NOTHING_TO_UNDO


async def test_the_whole_sheet_only_for_its_author_and_for_ten_minutes(
    sqlite_database: Database, games: Competition, clock: Clock
) -> None:
    done = await enter_sheet(sqlite_database)
    with pytest.raises(NotFound) as other:
        await undo(sqlite_database, done.sheet_id, asker(300, FACILITATOR_ROLE))
    clock.advance(timedelta(minutes=10, seconds=1).total_seconds())
    with pytest.raises(NotFound) as late:
        await undo(sqlite_database, done.sheet_id)
    assert other.value.sentence == late.value.sentence == texts.NOTHING_TO_UNDO


async def test_history_and_audit_tell_a_sheet_as_one(sqlite_database: Database, games: Competition) -> None:
    await enter_sheet(sqlite_database, "Ann: 120 131")
    await undo(sqlite_database)
    async with sqlite_database.reading() as tx:
        history = await read_history(tx, facilitator(), None, HistoryAsked(player="Ann"))
        told = await ask_audit(tx, facilitator(), None, AuditAsked(event="bowling"))
    (page,) = history_texts.pages(history)
    assert page.count(", one of 2 rounds at once") == 4
    assert plain(page).count(", one of 2 rounds at once, because: taken back") == 2
    assert ("took back Bowling, game 1 of Ann: 120 → nothing and Bowling, game 2 of Ann: 131 → nothing") in plain(
        audit_texts.shown(told).text
    )


async def test_who_went_out_is_taken_back(database: Database) -> None:
    competition = await start_games(database)
    await put_out(database, "Ann")
    second = await put_out(database, "Ed")
    async with database.reading() as tx:
        found = await undoing.find_undoable(tx, facilitator(), None)
    assert plain(texts.question(found.undone)) == (
        "The latest that you entered, in Texas Hold'em: **Ed out**. Take it back?"
    )
    undone = await undo(database, second.sheet_id)
    assert plain(texts.undone(undone)) == "Taken back in Texas Hold'em: Ed out. 6 players left."
    assert await places(database, competition) == {"Ann": 7}
    with pytest.raises(NotFound):
        await undo(database)
    loaded = await load(database, competition)
    async with database.reading() as tx:
        assert tx.snapshots.find(competition.id, loaded.competition.revision) == loaded


async def test_what_others_entered_in_holdem_since_stays(sqlite_database: Database, games: Competition) -> None:
    first = await put_out(sqlite_database, "Ann")
    await put_out(sqlite_database, "Ed", user_id=300)
    await put_out(sqlite_database, "Bo", user_id=300)
    undone = await undo(sqlite_database, first.sheet_id)
    assert plain(texts.undone(undone)) == "Taken back in Texas Hold'em: Ann out. 5 players left."
    assert await places(sqlite_database, games) == {"Ed": 7, "Bo": 6}
    with pytest.raises(Conflict) as gone:
        await undo(sqlite_database, first.sheet_id)
    assert gone.value.sentence == texts.ORDER_CHANGED


async def test_the_winner_is_back_in_too(sqlite_database: Database, games: Competition) -> None:
    entered = [await put_out(sqlite_database, name) for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")]
    assert entered[-1].winner == "Gus"
    await undo(sqlite_database, entered[-1].sheet_id)
    assert await places(sqlite_database, games) == {"Ann": 7, "Bo": 6, "Cy": 5, "Di": 4, "Ed": 3}
    await put_out(sqlite_database, "Flo", user_id=300)
    with pytest.raises(NotAllowed, match="Only a director"):
        await undo(sqlite_database, entered[-2].sheet_id)
    assert (await places(sqlite_database, games))["Gus"] == 1


async def test_an_ejection_since_is_kept_when_the_order_is_taken_back(
    sqlite_database: Database, games: Competition
) -> None:
    await put_out(sqlite_database, "Ann")
    async with sqlite_database.transaction() as tx:
        shown = await conduct.preview_offence(tx, director(), None, OffenceKind.PUNCH, "Bo", event="bags")
    async with sqlite_database.transaction() as tx:
        await conduct.record_offence(tx, director(), str(games.id), str(shown.draft_id))
    undone = await undo(sqlite_database)
    assert texts.undone(undone).endswith("6 players left.")
    sheet = (await load(sqlite_database, games)).sheets[SheetKey("holdem", None, None, 0)]
    assert sheet.value is None
