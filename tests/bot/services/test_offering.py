"""Lists while typing, and which competition is meant, where a server has several."""

from dataclasses import replace

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Channels, Competition, Team
from bot.services import facilitators, lookup, match_choices, registration, teams
from bot.services.access import Asker
from bot.services.offering import OfferedNames, list_offered
from bot.ui.message import OfferingConflict
from core.competition import State, Step
from core.errors import NotFound
from tests.builders import (
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    asker,
    captain,
    create_competition,
    director,
    register_team,
    register_teams,
    stranger,
    take_steps,
)

OTHER_CHANNELS = Channels(announcements=31, standings=32, captains=33, staff=34)
OTHER_ROLE = 91


async def make_two(database: Database) -> tuple[Competition, Competition]:
    games = await create_competition(database)
    cup = await create_competition(
        database, "dodgeball", "Cup", channels=OTHER_CHANNELS, facilitator_role_id=OTHER_ROLE, director_role_id=None
    )
    return games, cup


async def offer(
    database: Database, who: Asker, named: OfferedNames, typed: str = "", chosen: str | None = None
) -> list[tuple[str, str]]:
    async with database.reading() as tx:
        return await list_offered(tx, who, chosen, named, typed)


async def show(database: Database, who: Asker, chosen: str | None, team: str | None) -> Team:
    async with database.reading() as tx:
        return (await teams.show_team(tx, who, chosen, team)).team


async def test_the_lists_of_two_competitions_are_offered_together(database: Database) -> None:
    games, cup = await make_two(database)
    (aces,) = await register_teams(database, games, ["Aces"])
    (bats,) = await register_teams(database, cup, ["Bats"])

    both = await offer(database, stranger(), lookup.list_team_choices)
    assert both == [("Aces · Games", f"{games.id}::#{aces.id}"), ("Bats · Cup", f"{cup.id}::#{bats.id}")]
    assert await offer(database, stranger(), lookup.list_team_choices, typed="cup") == both[1:]
    assert await offer(database, stranger(), lookup.list_team_choices, typed="ace") == both[:1]
    assert await offer(database, stranger(), lookup.list_team_choices, chosen="Cup") == [("Bats", f"#{bats.id}")]


async def test_a_competition_that_alone_offers_something_is_not_named_but_carried(sqlite_database: Database) -> None:
    games, _cup = await make_two(sqlite_database)
    (aces,) = await register_teams(sqlite_database, games, ["Aces"])
    assert await offer(sqlite_database, stranger(), lookup.list_team_choices) == [("Aces", f"{games.id}::#{aces.id}")]
    assert await offer(sqlite_database, stranger(), match_choices.name_ready_matches) == []


async def test_each_competition_has_its_share_and_namesakes_are_told_apart(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    long = "Team of the very long name that nobody could ever read aloud in a single breath"

    async def named(_tx: object, _asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
        count = 40 if chosen == str(games.id) else 3
        return [(f"{long} {n:02}"[-80:], f"#{n}") for n in range(count)]

    games = replace(games, settings=replace(games.settings, name="Games " * 10))
    offered = await offer(sqlite_database, stranger(), named)
    assert [value.split("::")[0] for _, value in offered] == [str(games.id)] * 22 + [str(cup.id)] * 3
    assert len({name for name, _ in offered}) == 25
    assert all(len(name) <= 100 for name, _ in offered)


async def test_ones_own_competition_decides_alone(database: Database) -> None:
    games, cup = await make_two(database)
    aces = await register_team(database, games, "Aces")
    bats = await register_team(database, cup, "Bats")
    keeper = asker(FACILITATOR_ID, OTHER_ROLE)

    assert await offer(database, captain(aces), lookup.list_team_choices) == [("Aces", f"#{aces.id}")]
    assert await show(database, captain(aces), None, None) == aces
    assert await show(database, captain(bats), None, "Bats") == bats
    assert await show(database, keeper, None, "Bats") == bats
    with pytest.raises(NotFound, match=r"There is no team \u2068Aces\u2069 in this competition"):
        await show(database, keeper, None, "Aces")
    assert await show(database, captain(aces), "Cup", "Bats") == bats


async def test_whoever_takes_part_in_both_is_asked_and_offered_both(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    aces = await register_team(sqlite_database, games, "Aces")
    await register_team(sqlite_database, cup, "Bats", captain_id=aces.captain_id)
    for who in (captain(aces), director()):
        assert len(await offer(sqlite_database, who, lookup.list_team_choices)) == 2
        with pytest.raises(NotFound) as refusal:
            await show(sqlite_database, who, None, "Aces")
        assert refusal.value.sentence == (
            "Which competition do you mean? Fill in the option `competition`. "
            "Here are: \u2068Games\u2069, \u2068Cup\u2069."
        )


async def test_where_two_are_open_registering_asks_with_a_button_for_each(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    draft = await create_competition(sqlite_database, name="Draft", channels=OTHER_CHANNELS, state=State.DRAFT)
    async with sqlite_database.reading() as tx:
        with pytest.raises(OfferingConflict) as asked:
            await registration.read_form(tx, asker(5), None)
        assert (await registration.read_form(tx, asker(5), str(cup.id))).competition.id == cup.id
    assert asked.value.sentence == "In which competition? Several take teams just now: press its name."
    assert [(button.label, button.custom_id) for button in asked.value.buttons] == [
        ("Games", f"register-again:{games.id}"),
        ("Cup", f"register-again:{cup.id}"),
    ]
    await take_steps(sqlite_database, cup, Step.CLOSE_REGISTRATION)
    async with sqlite_database.reading() as tx:
        assert (await registration.read_form(tx, asker(5), None)).competition.id == games.id
    await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION)
    async with sqlite_database.reading() as tx:
        with pytest.raises(NotFound, match="Which competition do you mean"):
            await registration.read_form(tx, asker(5), None)
    assert draft.state is State.DRAFT


async def test_ones_own_two_come_before_the_third(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    last = await create_competition(sqlite_database, name="Last", channels=OTHER_CHANNELS, facilitator_role_id=93)
    for competition, name in ((games, "Aces"), (cup, "Bats"), (last, "Cats")):
        await register_team(sqlite_database, competition, name)
    offered = await offer(sqlite_database, asker(5, OTHER_ROLE, 93), lookup.list_team_choices)
    assert [name for name, _ in offered] == ["Bats · Cup", "Cats · Last", "Aces · Games"]


async def test_a_bound_facilitator_without_the_role_belongs_there(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    (aces,) = await register_teams(sqlite_database, games, ["Aces"])
    await register_teams(sqlite_database, cup, ["Bats"])
    async with sqlite_database.transaction() as tx:
        roles = frozenset({FACILITATOR_ROLE})
        await facilitators.bind_facilitator(tx, director(), str(games.id), "bowling", 77, roles)
    assert await show(sqlite_database, asker(77), None, "Aces") == aces


async def test_the_channel_goes_before_the_person(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    aces = await register_team(sqlite_database, games, "Aces")
    bats = await register_team(sqlite_database, cup, "Bats")
    there = replace(captain(aces), channel_id=OTHER_CHANNELS.captains)
    assert await show(sqlite_database, there, None, "Bats") == bats


async def test_what_was_picked_names_the_competition(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    aces = await register_team(sqlite_database, games, "Aces")
    bats = await register_team(sqlite_database, cup, "Bats")
    picking = replace(captain(aces), picked=frozenset({str(cup.id)}))
    assert await show(sqlite_database, picking, None, f"#{bats.id}") == bats
    assert await show(sqlite_database, picking, "cup", f"#{bats.id}") == bats
    with pytest.raises(NotFound):
        await show(sqlite_database, picking, None, f"#{aces.id}")


async def test_contradictions_are_told(sqlite_database: Database) -> None:
    games, cup = await make_two(sqlite_database)
    elsewhere = await create_competition(sqlite_database, guild_id=2)
    of_cup, of_both = frozenset({str(cup.id)}), frozenset({str(games.id), str(cup.id)})
    nowhere = (
        "What you chose belongs to no competition of this server. Choose again from the list that appears while you "
        "type."
    )
    cases = (
        (
            of_cup,
            "Games",
            "What you chose belongs to \u2068Cup\u2069, but the option `competition` says \u2068Games\u2069. Leave "
            "`competition` empty, or choose again from the list, which then shows \u2068Games\u2069 alone.",
        ),
        (
            of_both,
            None,
            "What you chose belongs to different competitions: \u2068Games\u2069 and \u2068Cup\u2069. "
            "Choose everything from one of them.",
        ),
        (frozenset({str(elsewhere.id)}), None, nowhere),
        (frozenset({"9" * 18}), "Games", nowhere),
    )
    for picked, chosen, sentence in cases:
        with pytest.raises(NotFound) as refusal:
            await show(sqlite_database, replace(stranger(), picked=picked), chosen, "#1")
        assert refusal.value.sentence == sentence


async def test_a_part_of_a_name_is_enough_where_only_one_competition_has_it(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database, name="Getaway Games 2027")
    cup = await create_competition(sqlite_database, "dodgeball", "Łódź Cup 2027")
    (aces,) = await register_teams(sqlite_database, games, ["Aces"])
    (bats,) = await register_teams(sqlite_database, cup, ["Bats"])
    assert await show(sqlite_database, stranger(), "getaway", "Aces") == aces
    assert await show(sqlite_database, stranger(), " lodz", "Bats") == bats
    for unclear in ("2027", "aw", "7", "", "cup games"):
        with pytest.raises(NotFound) as refused:
            await show(sqlite_database, stranger(), unclear, "Aces")
        assert refused.value.sentence.startswith("There is no competition ")
