"""The history of scores: every revision with who, when, why, what it replaced, and under which rules."""

import re

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import corrections, holdem, rulings, scores, undoing
from bot.services.rounds import TypedRound
from bot.services.score_history import HistoryAsked, read_history
from bot.ui.texts import score_history as texts
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import create_competition, director, facilitator, start_games, stranger

TEAMS = {"Gutter Gang": ["Ann", "Bo", "Cy"], "Łódź Lions": ["Hal", "Ina", "Jo"]}


async def submit(database: Database, competition: Competition, event: str, who: str, text: str) -> None:
    async with database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), str(competition.id), TypedRound(event, who, 1, text=text))


async def correct(database: Database, competition: Competition, who: str, text: str, reason: str) -> None:
    by, chosen = director(), str(competition.id)
    async with database.transaction() as tx:
        typed = TypedRound("bowling", who, 1, text=text)
        shown = await corrections.propose_correction(tx, by, chosen, typed, reason)
        await corrections.confirm_correction(tx, by, chosen, str(shown.draft_id))


async def read(database: Database, competition: Competition, **asked: str) -> list[str]:
    """The pages, without times and the marks around names."""
    async with database.reading() as tx:
        found = await read_history(tx, facilitator(), str(competition.id), HistoryAsked(**asked))
    pages = texts.pages(found)
    assert all(len(page) <= 2000 for page in pages)
    return [re.sub(r" <t:\d+:t> \(<t:\d+:R>\)|[\u2068\u2069]", "", page) for page in pages]


async def test_every_revision_is_told_with_what_it_replaced_and_the_rules(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "bowling", "Ann", "24")
    async with database.transaction() as tx:
        await rulings.add_ruling(tx, director(), str(competition.id), "Misread digits are corrected.", None)
    await correct(database, competition, "Ann", "240", "a *digit* was missing")
    await submit(database, competition, "derby", "Hal", "1 0 2 0 3")
    async with database.transaction() as tx:
        await undoing.take_back_own(tx, facilitator(), str(competition.id))
    assert await read(database, competition) == [
        "**Scores of Games**\n"
        "**Home Run Derby, round 1**: Hal (Łódź Lions)\n"
        "- **22 points (`1 0 2 0 3`)**: <@102> (rules version 1, 1 ruling)\n"
        "- **nothing (missing)**, instead of 22 points (`1 0 2 0 3`): <@102>, because: taken back "
        "(rules version 1, 1 ruling)\n"
        "**Bowling, game 1**: Ann (Gutter Gang)\n"
        "- **24 pins**: <@102> (rules version 1, 0 rulings)\n"
        "- **240 pins**, instead of 24 pins: <@101>, because: a \\*digit\\* was missing (rules version 1, 1 ruling)"
    ]


async def test_by_event_player_and_team(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "bowling", "Ann", "24")
    await submit(sqlite_database, competition, "bowling", "Hal", "25")
    await submit(sqlite_database, competition, "golf", "Gutter Gang", " ".join("4" * 18))
    for name in ("Ann", "Hal"):
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), str(competition.id), name)
    (bowling,) = await read(sqlite_database, competition, event="bowling")
    assert bowling.startswith("**Scores of Games in Bowling**\n**Bowling, game 1**: Hal (Łódź Lions)\n")
    assert "golf" not in bowling.lower()
    (ann,) = await read(sqlite_database, competition, player="Ann")
    assert ann == (
        "**Scores of Ann**\n"
        "**Texas Hold'em**\n- **Ann out**: <@102> (rules version 1, 0 rulings)\n"
        "**Bowling, game 1**: Ann (Gutter Gang)\n- **24 pins**: <@102> (rules version 1, 0 rulings)"
    )
    (team,) = await read(sqlite_database, competition, team="Gutter Gang")
    assert "**Golf Scramble**: Gutter Gang\n- **72 strokes (`4 4" in team
    assert "Hal" not in team
    for asked, words in [
        ({"player": "Bo"}, "Nothing has been entered for \u2068Bo\u2069 yet."),
        ({"event": "bags"}, "Nothing has been entered in Bags Sure Toss yet."),
        ({"player": "Zoe"}, "There is no player"),
        ({"event": "curling"}, "There is no event curling."),
    ]:
        with pytest.raises(NotFound) as refused:
            await read(sqlite_database, competition, **asked)
        assert refused.value.sentence.startswith(words)


async def test_the_order_of_holdem_is_told_by_what_changed(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    chosen = str(competition.id)
    for act, name in [
        (holdem.put_out, "Ann"),
        (holdem.put_out, "Bo"),
        (holdem.mark_late, "Hal"),
        (holdem.take_back, "Hal"),
    ]:
        async with database.transaction() as tx:
            await act(tx, facilitator(), chosen, name)
    async with database.transaction() as tx:
        by = facilitator()
        shown = await corrections.propose_place(tx, by, chosen, "Ann", 5, "swapped")
        await corrections.confirm_correction(tx, by, chosen, str(shown.draft_id))
    (told,) = await read(database, competition, event="holdem")
    assert re.sub(r" \(rules version 1, 0 rulings\)", "", told) == (
        "**Scores of Games in Texas Hold'em**\n**Texas Hold'em**\n"
        "- **Ann out**: <@102>\n- **Bo out**: <@102>\n- **Hal late**: <@102>\n- **Hal back in**: <@102>\n"
        "- **Bo place 5 → 6; Ann place 6 → 5**: <@102>, because: swapped"
    )


async def test_a_long_history_has_pages(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "bowling", "Ann", "0")
    for pins in range(1, 40):
        await correct(sqlite_database, competition, "Ann", str(pins), f"reason {pins} " + "*" * 60)
    pages = await read(sqlite_database, competition, player="Ann")
    assert len(pages) > 3
    assert pages[1].endswith(f"Page 2 of {len(pages)}")
    assert sum(page.count("because: reason") for page in pages) == 39


async def test_for_staff_of_games_alone(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    with pytest.raises(NotAllowed):
        async with sqlite_database.reading() as tx:
            await read_history(tx, stranger(), str(competition.id), HistoryAsked())
    dodgeball = await create_competition(sqlite_database, "dodgeball", "Cup")
    with pytest.raises(RuleError) as other:
        await read(sqlite_database, dodgeball)
    assert other.value.sentence == texts.NOT_GAMES
