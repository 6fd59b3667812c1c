"""Why somebody stands where they do: the words, whom a name stands for, and pages that fit."""

import re

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import dodgeball, drawing, registration, scores, why
from bot.services.access import Asker
from bot.services.rounds import TypedRound
from core.competition import Step
from core.errors import NotFound, RuleError
from tests.bot.ui.worst_names import WORST_NAMES
from tests.builders import (
    asker,
    create_competition,
    director,
    facilitator,
    register_team,
    register_teams,
    start,
    stranger,
    take_steps,
)


async def ask(database: Database, competition: Competition, name: str | None, who: Asker | None = None) -> why.Why:
    async with database.reading() as tx:
        return await why.ask_why(tx, who or stranger(), str(competition.id), name)


async def words(database: Database, competition: Competition, name: str | None, who: Asker | None = None) -> list[str]:
    """What is said, all pages, without marks of direction."""
    asked = await ask(database, competition, name, who)
    return re.sub("[\u2068\u2069]", "", "\n".join(asked.pages)).splitlines()


async def enter(database: Database, competition: Competition, event: str, rounds: dict[str, list[str]]) -> None:
    for who, values in rounds.items():
        for number, text in enumerate(values, start=1):
            async with database.transaction() as tx:
                typed = TypedRound(event, who, number, text=text)
                await scores.submit_round(tx, facilitator(), str(competition.id), typed)


async def games(database: Database) -> Competition:
    competition = await create_competition(database)
    await register_team(database, competition, "Gutter Gang", ["Ann", "Bo", "Cy"], captain_id=55)
    await register_team(database, competition, "**Łódź**", ["Hal", "Ina", "Trio"], captain_id=56)
    await register_team(database, competition, "Trio", ["Ed", "Flo", "Ann, 1991-02-03"], captain_id=57)
    return await start(database, competition)


async def test_the_sum_the_ties_the_neighbours_and_the_smallest_change(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    await enter(sqlite_database, competition, "bowling", {"Bo": ["150", "100"], "Hal": ["140", "110"], "Ed": ["90"]})
    await enter(sqlite_database, competition, "derby", {"Bo": ["3"], "Hal": ["7"], "Ed": ["9"]})
    said = await words(sqlite_database, competition, "gutter gang")
    assert said[:22] == [
        "**Gutter Gang** (team)",
        "Provisional: this changes with every result until the end.",
        "**Overall: T1 of 3**, sum of ranks 4",
        "Bowling 1 + Home Run Derby 3",
        "Level with Trio in every comparison: they share the rank.",
        "▲ Nobody is above.",
        "▼ Below: \\*\\*Łódź\\*\\* (3)",
        "• Sum of ranks: 4 to 4, equal",
        "• Best rank: 1 to 2, decides, lower is better",
        "• With 1 rank more there (2 instead of 1), all else equal, Gutter Gang would be behind \\*\\*Łódź\\*\\*.",
        "",
        "**Bowling: 1 of 3**, 250 pins (150, 100)",
        "▲ Nobody is above.",
        "▼ Below: \\*\\*Łódź\\*\\* (2)",
        "• Total: 250 to 250, equal",
        "• Best team game: 150 to 140, decides, higher is better",
        "• With 10 pins fewer there (140 instead of 150), all else equal, Gutter Gang would be behind "
        "\\*\\*Łódź\\*\\*.",
        "",
        "**Home Run Derby: 3 of 3**, 3 points (3, 0)",
        "▲ Above: \\*\\*Łódź\\*\\* (2)",
        "• Total: 3 to 7, decides, higher is better",
        "• With 5 points more there (8 instead of 3), all else equal, Gutter Gang would be ahead of \\*\\*Łódź\\*\\*.",
    ]
    assert "▼ Nobody is below." in said
    assert said[-1] == "Not played yet: Bags Sure Toss, Basketball Sure Shot, Golf Scramble, Texas Hold'em."


async def test_without_a_name_it_is_the_own_team(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    assert (await words(sqlite_database, competition, None, asker(57)))[0] == "**Trio** (team)"
    with pytest.raises(NotFound) as refused:
        await ask(sqlite_database, competition, None)
    assert str(refused.value) == "You are in no team here. Name a team or a player in the option `name`."


async def test_a_name_of_a_team_and_a_player_is_explained_for_both(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    await enter(sqlite_database, competition, "bowling", {"Bo": ["150", "100"]})
    said = await words(sqlite_database, competition, "TRIO")
    assert "**Trio** (team)" in said
    assert "**Trio** (player of \\*\\*Łódź\\*\\*)" in said
    assert said.count("Nothing is in yet, which counts as it stands.") == 2


async def test_namesakes_are_asked_for_and_told_apart(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    with pytest.raises(NotFound, match="can be any of these"):
        await ask(sqlite_database, competition, "Ann")
    assert (await words(sqlite_database, competition, "Ann (Trio)"))[0] == "**Ann \\(Trio\\)** (player of Trio)"


async def test_who_is_offered_and_what_the_choices_stand_for(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    async with sqlite_database.reading() as tx:
        choices = dict(await why.list_why_choices(tx, stranger(), str(competition.id)))
    assert len(choices) == 12
    for name, value in choices.items():
        first = (await words(sqlite_database, competition, value))[0].replace("\\", "")
        assert first.startswith(f"**{name.split(' (')[0]}"), name
        assert first.endswith("(team)") == value.startswith("team #")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "Gut",
            "No team or player is called Gut in this competition. Did you mean Gutter Gang, Ann \\(Gutter Gang\\), ",
        ),
        ("Guter Gnag", "No team or player is called Guter Gnag in this competition. Did you mean Gutter Gang"),
        ("zzz", "No team or player is called zzz in this competition. `/standings` shows everybody."),
        ("@everyone " * 30, "`/standings` shows everybody."),
        ("team #999", "There is no team behind this button or choice any more."),
        ("player #x", "There is no player \\#x in this competition."),
    ],
)
async def test_unknown_names(sqlite_database: Database, name: str, sentence: str) -> None:
    competition = await games(sqlite_database)
    with pytest.raises(NotFound) as refused:
        await ask(sqlite_database, competition, name)
    said = re.sub("[\u2068\u2069]", "", str(refused.value))
    assert sentence in said
    assert "@everyone" not in said


async def test_a_team_without_a_place(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    await register_team(sqlite_database, competition, "Early")
    async with sqlite_database.transaction() as tx:
        await registration.found_team(tx, asker(77), str(competition.id), "Forming")
    with pytest.raises(RuleError) as refused:
        await ask(sqlite_database, competition, "Forming")
    assert re.sub("[\u2068\u2069]", "", str(refused.value)) == (
        "Forming holds no place in this competition, so there is nothing to explain yet."
    )


async def test_every_page_fits_with_the_worst_names(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    names = [name for name in WORST_NAMES if 1 < len(name.strip()) <= 80 and name.strip().isprintable()][:12]
    teams: list[Team] = []
    for number, name in enumerate(names):
        teams.append(
            await register_team(sqlite_database, competition, name, [f"P{number}a", f"P{number}b", f"P{number}c"])
        )
    await start(sqlite_database, competition)
    everybody = {f"P{number}a": ["100", "100"] for number in range(len(teams))}
    await enter(sqlite_database, competition, "bowling", everybody)
    await enter(sqlite_database, competition, "derby", {who: ["3"] for who in everybody})
    for team in teams:
        asked = await ask(sqlite_database, competition, f"team #{team.id}")
        for page in asked.pages:
            assert len(page) <= 1900
        async with sqlite_database.reading() as tx:
            last = await why.turn_page(tx, stranger(), str(competition.id), str(team.id), "", len(asked.pages))
        assert last.page == len(asked.pages)


async def test_once_it_is_over_nothing_is_provisional(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    await enter(sqlite_database, competition, "bowling", {"Bo": ["150", "100"]})
    await take_steps(sqlite_database, competition, Step.FINISH)
    assert not any("Provisional" in line for line in await words(sqlite_database, competition, "Bo"))


async def test_a_course_through_the_bracket(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    await register_teams(sqlite_database, competition, ["Reds", "Blues", "Greens", "Whites"])
    await take_steps(sqlite_database, competition, Step.CLOSE_REGISTRATION)
    async with sqlite_database.transaction() as tx:
        drawn = await drawing.draw_bracket(tx, director(), str(competition.id))
    assert isinstance(drawn, drawing.DrawnBracket)
    await take_steps(sqlite_database, competition, Step.START)
    order = [drawn.snapshot.teams[id_].name for id_ in drawn.snapshot.seeds]
    one, two, three, four = order
    assert await words(sqlite_database, competition, one) == [
        f"**{one}**",
        "Seed 1 of 4.",
        "Provisional: this changes with every result until the end.",
        f"• Semi-final 1: next, against {four}",
        "Still in: first place is possible.",
    ]
    chosen = str(competition.id)
    async with sqlite_database.transaction() as tx:
        await dodgeball.submit_match(tx, facilitator(), chosen, "R1-1", (one, four, one))
    assert (await words(sqlite_database, competition, one))[3:] == [
        f"• Semi-final 1: beat {four}, 2 to 1",
        "• Final: waits for the winner of semi-final 2",
        "Still in: first place is possible.",
    ]
    async with sqlite_database.transaction() as tx:
        await dodgeball.forfeit_match(tx, facilitator(), chosen, "R1-2", two)
    async with sqlite_database.transaction() as tx:
        await dodgeball.submit_match(tx, facilitator(), chosen, "R2-1", (three, three, None))
    assert (await words(sqlite_database, competition, four))[2:] == [
        f"• Semi-final 1: lost to {one}, 1 to 2",
        "**Places 3 to 4**, shared by those who went out in the same round.",
    ]
    assert (await words(sqlite_database, competition, two))[
        2
    ] == f"• Semi-final 2: lost to {three}, 0 to 2 (by forfeit)"
    assert (await words(sqlite_database, competition, three))[-1] == "**Place 1: champion.**"
    assert (await words(sqlite_database, competition, one))[-1] == "**Place 2.**"
    assert await words(sqlite_database, competition, f"{three} 1") == await words(sqlite_database, competition, three)


async def test_a_match_that_nobody_plays_is_no_victory(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    teams = await register_teams(sqlite_database, competition, ["Reds", "Blues", "Greens"])
    await start(sqlite_database, competition)
    async with sqlite_database.transaction() as tx:
        done = await dodgeball.forfeit_match(tx, facilitator(), str(competition.id), "semi-final", "both")
    champion = next(team.name for team in teams if f"#{team.id}" == done.bracket.champion)
    said = await words(sqlite_database, competition, champion)
    assert said[2:] == ["• Final: not played", "**Place 1: champion.**"]
