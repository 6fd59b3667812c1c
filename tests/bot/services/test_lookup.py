"""Finding teams and players by what somebody chose or typed."""

import pytest

from bot.db.engine import Database
from bot.services import lookup
from core.errors import NotFound
from tests.builders import asker, create_competition, load, register_team, stranger


async def test_names_are_found_as_people_type_them(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    team = await register_team(sqlite_database, games, "Łódź Lions", ["Zoë Ångström", "B", "C"])
    snapshot = await load(sqlite_database, games)
    for text in (f"#{team.id}", "łódź  lions", "lodz lions", "LODZ LIONS "):
        assert lookup.find_team(snapshot, text) == team
    for text in ("zoe angstrom", "Zoë Ångström (Łódź Lions)", "zoe angstrom (lodz lions)"):
        assert lookup.find_player(snapshot, text).name == "Zoë Ångström"


async def test_an_exact_name_goes_before_one_without_its_accents(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    await register_team(sqlite_database, games, "Łódź", ["A", "B", "C"])
    plain = await register_team(sqlite_database, games, "Lodz", ["D", "E", "F"])
    assert lookup.find_team(await load(sqlite_database, games), "lodz") == plain


async def test_namesakes_are_told_apart_by_their_teams(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    first = await register_team(sqlite_database, games, "First", ["Ann 1990-01-01", "B", "C"])
    await register_team(sqlite_database, games, "Second", ["Ann 1991-01-01", "D", "E"])
    snapshot = await load(sqlite_database, games)
    assert lookup.find_player(snapshot, "ann (first)").team_id == first.id
    assert lookup.find_player(snapshot, "Ann", first).team_id == first.id
    with pytest.raises(NotFound) as refusal:
        lookup.find_player(snapshot, "Ann")
    assert refusal.value.sentence == (
        "\u2068Ann\u2069 can be any of these: \u2068Ann \\(First\\)\u2069, \u2068Ann \\(Second\\)\u2069. Choose one "
        "from the list that appears while you type."
    )


async def test_a_part_of_a_name_is_a_hint_and_no_choice(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    await register_team(sqlite_database, games, "Gutter Gang", ["Bobby", "B", "C"])
    snapshot = await load(sqlite_database, games)
    with pytest.raises(NotFound) as refusal:
        lookup.find_team(snapshot, "gutter")
    assert refusal.value.sentence == (
        "There is no team \u2068gutter\u2069 in this competition. Did you mean \u2068Gutter Gang\u2069?"
    )
    with pytest.raises(NotFound, match=r"Did you mean \u2068Bobby \\\(Gutter Gang\\\)\u2069\?"):
        lookup.find_player(snapshot, "Bob")


@pytest.mark.parametrize(
    "text", ["", "#", "#0", "#999999999999999999999", "# 1", "\x00", "x" * 6000, "\ud800", "@everyone"]
)
async def test_hostile_texts_find_nothing(sqlite_database: Database, text: str) -> None:
    games = await create_competition(sqlite_database)
    await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"])
    snapshot = await load(sqlite_database, games)
    with pytest.raises(NotFound) as team:
        lookup.find_team(snapshot, text)
    assert team.value.sentence.endswith("`/team list` shows all of them.")
    assert len(team.value.sentence) < 400
    with pytest.raises(NotFound) as player:
        lookup.find_player(snapshot, text)
    assert player.value.sentence.endswith("`/team show` shows who plays for a team.")


async def test_choices_are_of_the_right_competition_and_team(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    await create_competition(sqlite_database, name="Others")
    team = await register_team(sqlite_database, games, "Lodge", ["A", "B", "C"], captain_id=5)
    a, b, c = (await load(sqlite_database, games)).roster(team.id)
    async with sqlite_database.reading() as tx:
        assert await lookup.list_team_choices(tx, stranger(), "Games") == [("Lodge", f"#{team.id}")]
        assert await lookup.list_team_choices(tx, stranger(), "Others") == []
        assert (await lookup.list_player_choices(tx, stranger(), "Games"))[0] == ("A (Lodge)", f"#{a.id}")
        members = await lookup.list_member_choices(tx, asker(5), "Games", None)
        assert members == [("A", f"#{a.id}"), ("B", f"#{b.id}"), ("C", f"#{c.id}")]
