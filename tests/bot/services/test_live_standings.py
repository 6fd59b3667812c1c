"""The live standings: how far each event is, whose sheets are missing, who has moved; a blank never looks ranked."""

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition, TeamStatus
from bot.services import closing, conduct, events, holdem, scores
from bot.services.live import DRAWERS
from bot.services.progress import blanks_of, progress_of
from bot.services.rounds import TypedRound
from bot.services.standings import StandingsAsked, draw_list, draw_player_standings, draw_team_standings
from bot.services.withdrawing import withdraw_team
from bot.ui.facts.progress import Stage
from bot.ui.message import Message
from bot.ui.shortening import display_width
from core.competition import Kind, Step
from core.conduct import OffenceKind
from core.scoring.ranking import show_rank
from tests.bot.ui.worst_names import WORST_NAMES
from tests.builders import (
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
    start_games,
    take_steps,
)

TEAMS = {"Gutter Gang": ["Ann", "Bo", "Cy"], "Łódź Lions": ["Hal", "Ina", "Jo"], "Trio": ["Ed", "Flo", "Gus"]}
PLAYERS = [name for players in TEAMS.values() for name in players]
ROUNDS = {"bowling": "150", "derby": "1 0 2 0 1", "bags": "1/0 2/1 0/3", "basketball": "3 2 1 0"}


async def submit(
    database: Database, competition: Competition, who: str, text: str, event: str = "bowling", number: int = 1
) -> None:
    async with database.transaction() as tx:
        typed = TypedRound(event, who, number, text=text)
        await scores.submit_round(tx, facilitator(), str(competition.id), typed)


async def close(database: Database, competition: Competition, event: str = "bowling") -> None:
    by = director()
    async with database.transaction() as tx:
        asked = await closing.preview_closing(tx, by, str(competition.id), event)
        await closing.confirm_closing(tx, by, str(competition.id), str(asked.draft_id))


def plain(message: Message) -> str:
    return message.text.replace("\u2068", "").replace("\u2069", "").replace("\\", "").replace("\u200b", "")


async def read_teams(database: Database, competition: Competition) -> str:
    return plain(draw_team_standings(await load(database, competition)))


async def test_there_is_one_live_message_for_each_list() -> None:
    assert {"standings", "standings:players"} <= {*DRAWERS[Kind.GETAWAY]}


async def test_nobody_without_a_score_looks_ranked(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    assert "No event counts yet" in await read_teams(database, competition)
    await submit(database, competition, "Hal", "150")
    assert await read_teams(database, competition) == (
        "**Games: teams**\n"
        "Provisional. Bowling: 17 games missing (Ann, Bo, Cy, ...). To come: Home Run Derby, Bags Sure Toss, "
        "Basketball Sure Shot, Golf Scramble, Texas Hold'em\n"
        "```\n"
        "  Team                  Sum Bowl\n"
        "1 Łódź Lions              1    1\n"
        "– Gutter Gang             –    –\n"
        "– Trio                    –    –\n"
        "```"
    )
    snapshot = await load(database, competition)
    table = draw_list(snapshot, StandingsAsked("bowling", is_players=True), None)
    assert [row.rank for row in table.rows] == ["1", *("–" for _ in range(8))]
    assert table.subtitle == "Provisional: 17 games missing (Ann, Bo, Cy, ...)"


async def test_who_is_out_is_marked_in_place_of_a_rank(sqlite_database: Database) -> None:
    """Rulings 20, 21 and 116: ejected alone or with the team, or withdrawn."""
    competition = await start_games(sqlite_database, TEAMS)
    chosen = str(competition.id)
    await submit(sqlite_database, competition, "Hal", "150")
    await submit(sqlite_database, competition, "Ed", "140")
    async with sqlite_database.transaction() as tx:
        seen = await conduct.preview_offence(tx, director(), chosen, OffenceKind.PUNCH, "Hal")
        await conduct.record_offence(tx, director(), chosen, str(seen.draft_id))
        await withdraw_team(tx, director(), chosen, "Trio", TeamStatus.CONFIRMED.value)
    snapshot = await load(sqlite_database, competition)
    teams = draw_list(snapshot, StandingsAsked(), None)
    assert [(row.rank, row.name) for row in teams.rows] == [("1", "Łódź Lions"), ("–", "Gutter Gang"), ("WD", "Trio")]
    listed = draw_list(snapshot, StandingsAsked(is_players=True), None)
    assert listed.footnote == "EJ: ejected. WD: withdrawn"
    players = {row.name: row.rank for row in listed.rows}
    assert {name: players[name] for name in ("Hal", "Ed", "Flo", "Ann")} == {
        "Hal": "EJ",
        "Ed": "WD",
        "Flo": "WD",
        "Ann": "–",
    }
    assert (await read_teams(sqlite_database, competition)).endswith("```\nWD: withdrawn")


async def test_once_an_event_is_closed_a_blank_is_ranked_as_the_rules_say(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Hal", "150")
    await close(database, competition)
    snapshot = await load(database, competition)
    assert blanks_of(snapshot).teams == {}
    ranks = [row.rank for row in draw_list(snapshot, StandingsAsked(), None).rows]
    assert ranks == ["1", "T2", "T2"]


async def test_movements_are_counted_from_the_last_closed_event(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    for place, who in enumerate(PLAYERS):
        for number in (1, 2):
            await submit(database, competition, who, str(200 - 10 * place), number=number)
    table = draw_list(await load(database, competition), StandingsAsked(), None)
    assert [row.movement for row in table.rows] == ["", "", ""]
    assert table.footnote == ""
    await close(database, competition)
    await submit(database, competition, "Ed", "3 0 2 0 1", "derby")
    table = draw_list(await load(database, competition), StandingsAsked(), None)
    assert [(row.rank, row.name, row.movement) for row in table.rows] == [
        ("1", "Gutter Gang", ""),
        ("2", "Trio", "▲1"),
        ("3", "Łódź Lions", "▼1"),
    ]
    assert table.footnote == (
        "▲▼ since Bowling was closed. In brackets: nothing is in yet, so the last place counts for now"
    )
    for row in table.rows:
        total, *ranks = row.values
        assert int(total) == sum(int(rank.strip("()")) for rank in ranks)
    assert table.rows[0].values == ("3", "1", "(2)")
    players = draw_list(await load(database, competition), StandingsAsked(is_players=True), None)
    assert next(row.movement for row in players.rows if row.name == "Ed").startswith("▲")


async def test_a_round_that_is_not_in_is_no_zero(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Hal", "200")
    await submit(database, competition, "Ed", "0")
    await submit(database, competition, "Ed", "120", number=2)

    async def read_rows(*, is_players: bool) -> dict[str, tuple[str, ...]]:
        table = draw_list(await load(database, competition), StandingsAsked("bowling", is_players=is_players), None)
        return {row.name: row.values for row in table.rows}

    players, teams = [await read_rows(is_players=is_players) for is_players in (True, False)]
    assert players["Hal"] == ("200", "200", "–")
    assert players["Ed"] == ("120", "0", "120")
    assert teams["Łódź Lions"] == ("200", "200", "–")
    await close(database, competition)
    closed = await read_rows(is_players=True)
    assert closed["Hal"] == ("200", "200", "–")
    assert closed["Ann"] == ("0", "–", "–")


async def test_a_preview_moves_nobody_who_has_no_rank_in_the_list(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "Trio", " ".join(["4"] * 18), "golf")
    async with sqlite_database.transaction() as tx:
        asked = await events.preview_cancelling(tx, director(), str(competition.id), "golf", "thunder")
    moves = asked.preview.consequences
    assert [(move.name, show_rank(move.before), show_rank(move.after)) for move in moves.teams if move.before] == [
        ("Trio", "1", "–")
    ]
    assert (len(moves.teams), moves.players) == (1, ())


async def test_holdem_under_way_is_to_be_seen(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Hal", "150")
    for name in ("Ann", "Bo"):
        async with database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), str(competition.id), name)
    assert "Texas Hold'em: 7 still in (Cy, Hal, Ina, ...), it counts at its end" in await read_teams(
        database, competition
    )
    stages = {each.event.key: each.stage for each in progress_of(await load(database, competition))}
    assert (stages["holdem"], stages["bags"]) == (Stage.UNDER_WAY, Stage.TO_COME)


async def test_stages_follow_what_is_entered(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    for event, text in ROUNDS.items():
        for who in PLAYERS:
            for number in range(1, 4 if event == "bags" else 3):
                await submit(sqlite_database, competition, who, text, event, number)
    await submit(sqlite_database, competition, "Trio", " ".join("4" * 18), "golf")
    by = director()
    async with sqlite_database.transaction() as tx:
        asked = await events.preview_cancelling(tx, by, str(competition.id), "golf", "thunder")
        await events.confirm_cancellation(tx, by, str(competition.id), str(asked.draft_id))
    await close(sqlite_database, competition, "bags")
    stages = {each.event.key: each.stage for each in progress_of(await load(sqlite_database, competition))}
    assert stages == {
        "bowling": Stage.COMPLETE,
        "derby": Stage.COMPLETE,
        "bags": Stage.CLOSED,
        "basketball": Stage.COMPLETE,
        "golf": Stage.CANCELLED,
        "holdem": Stage.TO_COME,
    }
    text = await read_teams(sqlite_database, competition)
    assert "Complete: Bowling, Home Run Derby, Basketball Sure Shot. Closed: Bags Sure Toss. " in text
    assert "To come: Texas Hold'em. Cancelled: Golf Scramble" in text
    await take_steps(sqlite_database, competition, Step.FINISH)
    text = await read_teams(sqlite_database, competition)
    assert "Final. Counted: Bowling" in text
    assert "▲" not in text


@pytest.mark.parametrize("is_players", [False, True])
async def test_worst_names_fit_a_phone_and_a_message(sqlite_database: Database, is_players: bool) -> None:
    competition = await create_competition(sqlite_database)
    names = [name for name in WORST_NAMES if name.strip() and name.isprintable()][:12]
    for number, name in enumerate(names):
        team = [f"{name[:70]} {number}{letter}" for letter in "abcd"]
        try:
            await register_team(sqlite_database, competition, name, team)
        except AssertionError:
            continue
    competition = await start(sqlite_database, competition)
    snapshot = await load(sqlite_database, competition)
    assert len(snapshot.teams) > 6
    players = list(snapshot.players.values())
    for event, text in ROUNDS.items():
        for player in players[:3]:
            await submit(sqlite_database, competition, f"#{player.id}", text, event)
    draw = draw_player_standings if is_players else draw_team_standings
    message = draw(await load(sqlite_database, competition))
    assert len(message.text.encode("utf-16-le")) // 2 <= 2000
    assert all(display_width(line) <= 32 for line in message.text.split("```")[1].splitlines())
    assert "missing" in message.text
    assert 1 <= len(message.pictures) <= 4
