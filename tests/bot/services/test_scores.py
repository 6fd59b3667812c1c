"""Scores: entering, correcting, taking back, and what is refused."""

import random
from datetime import timedelta

import pytest

from bot.clock import Clock
from bot.db.competitions import get_competition, load_snapshot
from bot.db.engine import Database
from bot.db.snapshot import Competition, Snapshot
from bot.services import conduct, corrections, events, holdem, scores, undoing
from bot.services.progress import list_missing
from bot.services.results import build_games
from bot.services.scores import TypedRound
from bot.services.standings import StandingsAsked, ask_standings, standings_of
from bot.ui.facts.scores import RoundDoubted, RoundEntered, RoundUndone
from bot.ui.texts import holdem as holdem_texts
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import Conflict, NotAllowed, NotFound, RuleError, UserError
from core.scoring.event import get_event
from core.scoring.results_file import read_results_file, write_results_file
from core.scoring.standings import compute_standings
from tests.builders import create_competition, director, facilitator, register_team, stranger, take_steps

TEAMS = {
    "Gutter Gang": ["Ann", "Bo", "Cy", "Di"],
    "Łódź Lions": ["Hal", "Ina", "Jo", "Kim"],
    "Trio": ["Ed", "Flo", "Gus"],
}


async def start(database: Database) -> Competition:
    competition = await create_competition(database)
    for name, players in TEAMS.items():
        await register_team(database, competition, name, players)
    return await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)


async def load(database: Database, competition: Competition) -> Snapshot:
    async with database.reading() as tx:
        return await load_snapshot(tx.connection, await get_competition(tx.connection, competition.id))


async def submit(
    database: Database, competition: Competition, event: str, entrant: str, number: int, text: str
) -> RoundEntered | RoundDoubted:
    async with database.transaction() as tx:
        typed = TypedRound(event, entrant, number, text=text)
        return await scores.submit_round(tx, facilitator(), str(competition.id), typed)


async def test_what_is_kept_from_one_score_to_the_next_is_what_the_database_holds(sqlite_database: Database) -> None:
    """Sheets by event and the field are carried on; an ejection and a cancelled event come in between."""
    competition = await start(sqlite_database)
    await submit(sqlite_database, competition, "golf", "Trio", 1, "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5")
    for number, then in enumerate((_eject_ann, _cancel_golf), 1):
        await then(sqlite_database, competition)
        for name, event, text in (("Bo", "bowling", "131"), ("Jo", "derby", "0 0 0 1 0"), ("Hal", "bowling", "99")):
            done = await submit(sqlite_database, competition, event, name, number, text)
            assert isinstance(done, RoundEntered)
            loaded = await load(sqlite_database, competition)
            assert build_games(done.snapshot) == build_games(loaded)
            assert done.snapshot.sheets_of(event) == loaded.sheets_of(event)
            players = standings_of(loaded).events[event].players
            assert players is not None
            assert players.find(name) == done.standing


async def _eject_ann(database: Database, competition: Competition) -> None:
    async with database.transaction() as tx:
        shown = await conduct.preview_offence(tx, director(), None, OffenceKind.PUNCH, "Ann", "golf")
        await conduct.record_offence(tx, director(), str(competition.id), str(shown.draft_id))


async def _cancel_golf(database: Database, competition: Competition) -> None:
    async with database.transaction() as tx:
        asked = await events.preview_cancelling(tx, director(), str(competition.id), "golf", "thunder")
        await events.confirm_cancellation(tx, director(), str(competition.id), str(asked.draft_id))


async def test_each_event_is_entered_and_exported_as_the_contract_says(database: Database) -> None:
    competition = await start(database)
    for event, entrant, number, text in [
        ("bowling", "Ann", 1, "151"),
        ("bowling", "Bo", 2, "131"),
        ("derby", "Ann", 1, "1 0 2 0 3"),
        ("bags", "Ina", 3, "1/0 2/1 0/3"),
        ("basketball", "Kim", 1, "3 2 1 0"),
        ("golf", "Trio", 1, "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"),
    ]:
        await submit(database, competition, event, entrant, number, text)
    for name in ["Ed", "Cy", "Jo", "Flo", "Di", "Hal", "Ann", "Bo", "Gus", "Ina"]:
        async with database.transaction() as tx:
            done = await holdem.put_out(tx, facilitator(), str(competition.id), name)
    assert done.winner == "Kim"
    snapshot = await load(database, competition)
    written = write_results_file(build_games(snapshot))
    again = read_results_file(written)
    assert write_results_file(again) == written
    assert compute_standings(again) == compute_standings(build_games(snapshot))
    assert again.results["bowling"]["Bo"][0].points == 0
    assert again.results["holdem"].out[-1] == "Kim"


async def test_kept_snapshots_are_what_the_database_holds(database: Database) -> None:
    competition = await start(database)
    chance = random.Random(7)
    people = [name for players in TEAMS.values() for name in players]
    for _ in range(40):
        who, number, pins = chance.choice(people), chance.randint(1, 2), str(chance.randint(0, 279))
        typed = TypedRound("bowling", who, number, text=pins)
        try:
            async with database.transaction() as tx:
                match chance.randrange(3):
                    case 0:
                        await scores.submit_round(tx, facilitator(), str(competition.id), typed)
                    case 1:
                        who = director()
                        shown = await corrections.propose_correction(tx, who, str(competition.id), typed, "why")
                        await corrections.confirm_correction(tx, who, str(competition.id), str(shown.draft_id))
                    case _:
                        await undoing.take_back_own(tx, facilitator(), str(competition.id))
        except UserError:
            continue
        loaded = await load(database, competition)
        async with database.reading() as tx:
            kept = tx.snapshots.find(competition.id, loaded.competition.revision)
        assert kept == loaded


async def test_undo_takes_back_ones_own_latest_within_ten_minutes(sqlite_database: Database, clock: Clock) -> None:
    competition = await start(sqlite_database)
    await submit(sqlite_database, competition, "bowling", "Ann", 1, "24")
    with pytest.raises(NotFound) as nothing:
        async with sqlite_database.transaction() as tx:
            await undoing.take_back_own(tx, director(), str(competition.id))
    assert nothing.value.sentence.startswith("There is nothing of yours from the last ten minutes")
    clock.advance(timedelta(minutes=10, seconds=1).total_seconds())
    with pytest.raises(NotFound):
        async with sqlite_database.transaction() as tx:
            await undoing.take_back_own(tx, facilitator(), str(competition.id))
    await submit(sqlite_database, competition, "bowling", "Ann", 2, "30")
    async with sqlite_database.transaction() as tx:
        undone = await undoing.take_back_own(tx, facilitator(), str(competition.id))
    assert isinstance(undone, RoundUndone)
    assert (undone.entrant, undone.round, undone.taken_back.points, undone.counts_now) == ("Ann", 2, 30, None)


REFUSED = [
    (
        "bowling",
        "Ann",
        3,
        "100",
        RuleError,
        "Bowling has 2 games per player; there is no game 3. Choose one from 1 to 2.",
    ),
    ("bowling", "Zoe", 1, "100", NotFound, "There is no player"),
    ("bowling", "Ann", 1, " ", RuleError, "Nothing was entered. Type"),
    ("bowling", "Ann", 1, "301", RuleError, "301 is not a bowling game (0 to 300)"),
    ("bags", "Ann", 1, "4/1 0/0 0/0", RuleError, "Tier 1"),
    (
        "holdem",
        "Ann",
        1,
        "1",
        RuleError,
        "Texas Hold'em is entered by who went out, not by rounds. Use `/score holdem`.",
    ),
    ("curling", "Ann", 1, "1", NotFound, "There is no event curling."),
]


@pytest.mark.parametrize(("event", "who", "number", "text", "kind", "words"), REFUSED, ids=[r[5][:30] for r in REFUSED])
async def test_refusals_say_what_is_wrong_and_change_nothing(
    sqlite_database: Database, event: str, who: str, number: int, text: str, kind: type[UserError], words: str
) -> None:
    competition = await start(sqlite_database)
    with pytest.raises(kind) as refused:
        await submit(sqlite_database, competition, event, who, number, text)
    assert words in refused.value.sentence
    assert (await load(sqlite_database, competition)).sheets == {}


async def test_the_same_round_by_two_facilitators_counts_once(database: Database) -> None:
    competition = await start(database)
    await submit(database, competition, "bowling", "Ann", 1, "150")
    with pytest.raises(Conflict) as refused:
        await submit(database, competition, "bowling", "Ann", 1, "150")
    assert "has 150 pins in game 1 of Bowling already, entered by <@102>" in refused.value.sentence


async def test_before_the_start_and_by_others_nothing_is_entered(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    await register_team(sqlite_database, competition, "Trio", ["Ed", "Flo", "Gus"])
    with pytest.raises(RuleError) as early:
        await submit(sqlite_database, competition, "bowling", "Ed", 1, "150")
    assert early.value.sentence == (
        "The competition has not started yet. A director starts it with `/competition start`."
    )
    with pytest.raises(NotAllowed) as refused:
        async with sqlite_database.transaction() as tx:
            typed = TypedRound("bowling", "Ed", 1, text="150")
            await scores.submit_round(tx, stranger(), str(competition.id), typed)
    assert refused.value.sentence.startswith("Only a facilitator (the role <@&11>) or a director can do this.")


async def test_holdem_refusals_and_putting_back(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    chosen = str(competition.id)
    async with sqlite_database.transaction() as tx:
        done = await holdem.put_out(tx, facilitator(), chosen, "Ed")
    assert (done.place, done.left) == (11, 10)
    async with sqlite_database.transaction() as tx:
        done = await holdem.mark_late(tx, facilitator(), chosen, "Flo")
    assert (done.is_late, done.left) == (True, 9)
    for act, name, words in [
        (holdem.put_out, "Ed", "is out already, in place 10."),
        (holdem.put_out, "Flo", "was entered as late already."),
        (holdem.take_back, "Gus", "is still in."),
    ]:
        with pytest.raises(UserError) as refused:
            async with sqlite_database.transaction() as tx:
                await act(tx, facilitator(), chosen, name)
        assert words in refused.value.sentence
    async with sqlite_database.transaction() as tx:
        done = await holdem.take_back(tx, facilitator(), chosen, "Ed")
    assert done.left == 10


async def test_standings_are_paged_and_mark_ones_own_team(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    await submit(sqlite_database, competition, "bowling", "Ann", 1, "150")
    async with sqlite_database.reading() as tx:
        message = await ask_standings(tx, stranger(), str(competition.id), StandingsAsked())
    assert "Gutter Gang" in message.text
    assert len(message.text) <= 2000
    for asked, words in [
        (StandingsAsked(page=9), "This list has 1 page: choose one from 1 to 1."),
        (StandingsAsked(event="golf"), "Golf Scramble has no results yet."),
        (StandingsAsked(event="curling"), "This event is not part of the competition."),
    ]:
        with pytest.raises(UserError) as refused:
            async with sqlite_database.reading() as tx:
                await ask_standings(tx, stranger(), str(competition.id), asked)
        assert refused.value.sentence.startswith(words)
    assert standings_of(await load(sqlite_database, competition)).counted == ("bowling",)


async def test_holes_that_are_left_blank_are_missing_not_zero(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    for counts, words in (
        ((4, *[None] * 17), "Of 18 numbers, 17 are missing: Hole 2, Hole 3, Hole 4 and 14 more. Type the strokes of"),
        ((*[4] * 17, None), "Of 18 numbers, 1 is missing: Hole 18. Type the strokes of"),
    ):
        with pytest.raises(RuleError) as refused:
            async with sqlite_database.transaction() as tx:
                typed = TypedRound("golf", "Trio", 1, counts=counts)
                await scores.submit_round(tx, facilitator(), str(competition.id), typed)
        assert refused.value.sentence.startswith(words)


async def test_a_round_entered_in_two_ways_has_to_agree(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    both = TypedRound("derby", "Ann", 1, text="10", counts=(1, 0, 0, 0, 0))
    with pytest.raises(RuleError) as refused:
        async with sqlite_database.transaction() as tx:
            await scores.submit_round(tx, facilitator(), str(competition.id), both)
    assert refused.value.sentence == (
        "The option `score` says 10 points, the other options say 1 point (`1 0 0 0 0`). Enter it in one way only."
    )
    agreeing = TypedRound("derby", "Ann", 1, text="10", counts=(0, 0, 0, 0, 2))
    async with sqlite_database.transaction() as tx:
        done = await scores.submit_round(tx, facilitator(), str(competition.id), agreeing)
    assert isinstance(done, RoundEntered)
    assert done.sheet.value == [0, 0, 0, 0, 2]


async def test_a_round_played_before_an_ejection_is_entered_by_a_director(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    await submit(sqlite_database, competition, "basketball", "Ann", 1, "4")
    async with sqlite_database.transaction() as tx:
        shown = await conduct.preview_offence(tx, director(), None, OffenceKind.PUNCH, "Ann", "golf")
        await conduct.record_offence(tx, director(), str(competition.id), str(shown.draft_id))
    snapshot = await load(sqlite_database, competition)
    ann = next(player.id for player in snapshot.players.values() if player.name == "Ann")
    assert (ann, 2) in list_missing(snapshot, get_event("basketball"))

    with pytest.raises(RuleError) as refused:
        await submit(sqlite_database, competition, "basketball", "Ann", 2, "3")
    assert refused.value.sentence == (
        "\u2068Ann\u2069 was ejected and takes no part any more; what was scored before stands. If this round was "
        "played before that, a director enters it with `/score`; if not, it counts 0 once the event is closed."
    )
    async with sqlite_database.transaction() as tx:
        typed = TypedRound("basketball", "Ann", 2, text="3")
        done = await scores.submit_round(tx, director(), str(competition.id), typed)
    assert isinstance(done, RoundEntered)
    assert done.standing.total == 7
    after = await load(sqlite_database, competition)
    assert ann not in {entrant for entrant, _ in list_missing(after, get_event("basketball"))}


async def test_namesakes_go_out_of_holdem_by_name_and_team(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    await register_team(sqlite_database, competition, "Gutter Gang", ["Ann Archer, 1990-01-02", "Bo", "Cy"])
    await register_team(sqlite_database, competition, "Gutter Gäng", ["Ann Archer, 1991-02-03", "Di", "Ed"])
    await take_steps(sqlite_database, competition, Step.CLOSE_REGISTRATION, Step.START)
    async with sqlite_database.transaction() as tx:
        done = await holdem.put_out(tx, facilitator(), str(competition.id), "Ann Archer (Gutter Gäng)")
    assert holdem_texts.entered(done) == ("\u2068Ann Archer \\(Gutter Gäng\\)\u2069 is out in place 6. 5 players left.")
