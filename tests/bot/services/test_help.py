"""What `/help` shows to whom: all that is of use now, the next step first, and nothing else."""

from datetime import UTC, datetime

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import captaincy, closing, linking, registration, scores, withdrawing
from bot.services.access import Asker
from bot.services.help import show_help
from bot.services.scores import TypedRound
from bot.ui.facts.help import Commands, HelpCommand
from bot.ui.message import Message
from bot.ui.steps import LABELS, TABLE, list_placed
from bot.ui.texts import help as texts
from core.competition import State, Step
from core.errors import NotFound
from tests.builders import (
    amend_rule,
    asker,
    captain,
    change_settings,
    create_competition,
    director,
    facilitator,
    register_team,
    start,
    stranger,
    take_steps,
)
from tools.commands import list_commands, load_client

CO_CAPTAIN, PLAYER = 71, 72


@pytest.fixture
async def commands() -> Commands:
    """The commands that are registered."""
    client = await load_client()
    return {
        command.qualified_name: HelpCommand(command.qualified_name, command.description, command.extras["who"])
        for command in list_commands(client)
    }


async def ask(database: Database, who: Asker, commands: Commands, chosen: str | None = None) -> Message:
    async with database.reading() as tx:
        return texts.shown(await show_help(tx, who, chosen), commands)


async def list_for(database: Database, who: Asker, commands: Commands) -> dict[str, list[str]]:
    async with database.reading() as tx:
        (standing,) = (await show_help(tx, who, None)).standings
    return texts.list_shown(standing, commands)


async def test_every_command_has_its_place(commands: Commands) -> None:
    assert commands.keys() == list_placed(), "place it in bot/ui/steps.py"


async def test_no_command_is_placed_twice_in_one_state() -> None:
    for state in State:
        placed = [command for row in TABLE if state in row.states for command in row]
        assert len(placed) == len(set(placed)), state


async def test_a_button_needs_no_option_and_changes_nothing(commands: Commands) -> None:
    client = await load_client()
    for command in list_commands(client):
        if command.qualified_name in LABELS:
            assert not any(parameter.required for parameter in command.parameters)
            assert "competition" in [parameter.display_name for parameter in command.parameters]
    changing = {"competition open", "competition cancel", "team withdraw", "team leave", "team place", "score undo"}
    assert not changing & LABELS.keys()


class TestNobodyYet:
    async def test_a_server_without_a_competition(self, sqlite_database: Database, commands: Commands) -> None:
        more = "\n`/privacy show` says what is kept about you, and `/notify` sends you direct messages."
        assert (await ask(sqlite_database, stranger(), commands)).text == (
            "There is no competition in this server yet. Somebody who may manage this server creates one with "
            f"`/competition create`.{more}"
        )
        assert (await ask(sqlite_database, director(), commands)).text == (
            f"There is no competition in this server yet. `/competition create` creates one.{more}"
        )


async def in_state(database: Database, state: State, kind: str = "getaway") -> Competition:
    """A competition with two teams, in a state that it came to by the steps of a director."""
    games = await create_competition(database, kind)
    for number in (1, 2):
        await register_team(database, games, f"Team {number}", captain_id=number)
    steps = {
        State.REGISTRATION_OPEN: (),
        State.REGISTRATION_CLOSED: (Step.CLOSE_REGISTRATION,),
        State.RUNNING: (Step.CLOSE_REGISTRATION, Step.START),
        State.FINISHED: (Step.CLOSE_REGISTRATION, Step.START, Step.FINISH),
        State.CANCELLED: (Step.CANCEL,),
        State.ARCHIVED: (Step.CANCEL, Step.ARCHIVE),
    }
    return await take_steps(database, games, *steps[state])


# fmt: off
FOR_ALL = [
    "competition show", "schedule show", "settings show", "rules show", "ruling list", "notify", "privacy show",
    "privacy delete",
]
SHOWN_TO_A_STRANGER = {
    State.REGISTRATION_OPEN: ["team register", "team start", "team list", "captain claim", "team show"],
    State.REGISTRATION_CLOSED: ["clock show", "team list", "captain claim", "team show"],
    State.RUNNING: [
        "standings", "why", "clock show", "team list", "card show", "blinds show", "holdem seat", "holdem room",
        "holdem button", "captain claim", "team show",
    ],
    State.FINISHED: ["standings", "why", "team list", "team show"],
    State.CANCELLED: ["team list", "team show"],
    State.ARCHIVED: ["standings", "why", "team list", "team show"],
}
# fmt: on
FIRST_FOR_A_DIRECTOR = {
    State.REGISTRATION_OPEN: "competition close",
    State.REGISTRATION_CLOSED: "competition start",
    State.RUNNING: "fee list",
    State.FINISHED: "competition archive",
    State.CANCELLED: "competition archive",
}


class TestStates:
    @pytest.mark.parametrize("state", SHOWN_TO_A_STRANGER)
    async def test_somebody_without_a_team(self, sqlite_database: Database, commands: Commands, state: State) -> None:
        await in_state(sqlite_database, state)
        shown = await list_for(sqlite_database, stranger(), commands)
        assert shown == {"anybody": [*SHOWN_TO_A_STRANGER[state], *FOR_ALL]}

    @pytest.mark.parametrize("state", FIRST_FOR_A_DIRECTOR)
    async def test_a_director(self, sqlite_database: Database, commands: Commands, state: State) -> None:
        await in_state(sqlite_database, state)
        shown = await list_for(sqlite_database, director(), commands)
        assert shown["director"][0] == FIRST_FOR_A_DIRECTOR[state]
        assert "captain" not in shown
        said = (await ask(sqlite_database, director(), commands)).text
        assert len(said) <= 1600, "more than a screen or two of a phone"
        first = shown["staff"][0] if state is State.RUNNING else shown["director"][0]
        assert f"- **Next:** `/{first}`: " in said.splitlines()[2]

    async def test_the_desk_on_the_day(self, sqlite_database: Database, commands: Commands, clock: Clock) -> None:
        await in_state(sqlite_database, State.RUNNING)
        shown = await list_for(sqlite_database, facilitator(), commands)
        assert shown["staff"][:2] == ["desk show", "score bowling"]
        assert "checkin missing" not in shown["staff"]
        assert shown.keys() == {"staff", "anybody"}
        clock.set(datetime(2027, 6, 12, 12, tzinfo=UTC))
        assert "checkin missing" in (await list_for(sqlite_database, facilitator(), commands))["staff"]

    async def test_the_next_step_follows_what_is_played(self, sqlite_database: Database, commands: Commands) -> None:
        games = await create_competition(sqlite_database)
        await register_team(sqlite_database, games, "Trio", ["A", "B", "C"])
        games = await start(sqlite_database, await change_settings(sqlite_database, games, events=("golf",)))

        async def find_next() -> str:
            return (await ask(sqlite_database, director(), commands)).text.split("**Next:** `")[1].split("`")[0]

        begun = await find_next()
        async with sqlite_database.transaction() as tx:
            card = TypedRound("golf", "Trio", 1, text=" ".join("4" * 18))
            await scores.submit_round(tx, facilitator(), str(games.id), card)
        complete = await find_next()
        async with sqlite_database.transaction() as tx:
            asked = await closing.preview_closing(tx, director(), str(games.id), "golf")
        async with sqlite_database.transaction() as tx:
            await closing.confirm_closing(tx, director(), str(games.id), str(asked.draft_id))
        assert (begun, complete, await find_next()) == ("/desk show", "/event close", "/competition finish")

    async def test_closing_is_offered_to_those_who_may(self, sqlite_database: Database, commands: Commands) -> None:
        await in_state(sqlite_database, State.RUNNING)
        offered = [(await list_for(sqlite_database, who, commands))["staff"] for who in (facilitator(), director())]
        assert ["event close" in names for names in offered] == [False, True]

    async def test_a_dodgeball_tournament(self, sqlite_database: Database, commands: Commands) -> None:
        await in_state(sqlite_database, State.RUNNING, "dodgeball")
        shown = await list_for(sqlite_database, director(), commands)
        assert shown["staff"][:3] == ["desk show", "match result", "match forfeit"]
        assert shown["anybody"][:2] == ["bracket", "why"]
        assert "clock start" not in shown["staff"]
        named = [name for names in shown.values() for name in names if name.startswith(("score", "event", "standings"))]
        assert named == ["event sheets", "event export"]

    async def test_a_registration_whose_time_is_over(
        self, sqlite_database: Database, commands: Commands, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database)
        await change_settings(sqlite_database, games, registration_closes_at=datetime(2027, 5, 2, tzinfo=UTC))
        assert "team register" in (await list_for(sqlite_database, stranger(), commands))["anybody"]
        clock.set(datetime(2027, 5, 2, tzinfo=UTC))
        assert "team register" not in (await list_for(sqlite_database, stranger(), commands))["anybody"]
        said = (await ask(sqlite_database, stranger(), commands)).text
        assert said.startswith("**\u2068Games\u2069** is: registration closed at its deadline.\n")

    async def test_a_draft_is_set_up_before_anything_else(self, sqlite_database: Database, commands: Commands) -> None:
        await create_competition(sqlite_database, state=State.DRAFT)
        shown = (await list_for(sqlite_database, director(), commands))["director"]
        assert shown[:3] == ["competition open", "settings set", "schedule set"]
        assert (await ask(sqlite_database, director(), commands)).text.endswith(texts.CREATE_ANOTHER)
        assert texts.CREATE_ANOTHER not in (await ask(sqlite_database, facilitator(), commands)).text


class TestTeams:
    async def test_a_captain_reads_what_is_missing_and_how_it_comes(
        self, sqlite_database: Database, commands: Commands
    ) -> None:
        cup = await create_competition(sqlite_database, "dodgeball", "Cup")
        team = await register_team(sqlite_database, cup, "**Łódź** 👑")
        shown = await ask(sqlite_database, captain(team), commands)
        assert shown.text.splitlines()[:6] == [
            "**\u2068Cup\u2069** is: registration open.",
            "Your team \u2068\\*\\*Łódź\\*\\* 👑\u2069: pending until its fee is recorded.",
            "❗ Still missing: the fee of 80.00 USD, which a director records once you have paid it.",
            "**As captain**",
            "- **Next:** `/team add`: Let somebody join your team",
            "- `/player link`: Say which accounts your players are",
        ]
        assert [button.label for button in shown.buttons[:2]] == ["Link players", "My team"]

    async def test_a_full_team_adds_nobody_and_a_small_one_loses_nobody(
        self, sqlite_database: Database, commands: Commands
    ) -> None:
        games = await create_competition(sqlite_database)
        small = await register_team(sqlite_database, games, "Trio", ["A", "B", "C"])
        full = await register_team(sqlite_database, games, "Quad", ["D", "E", "F", "G"])
        shown = (await list_for(sqlite_database, captain(small), commands))["captain"]
        assert ("team add" in shown, "team remove" in shown, "team swap" in shown) == (True, False, True)
        shown = (await list_for(sqlite_database, captain(full), commands))["captain"]
        assert ("team add" in shown, "team remove" in shown, "player invite" in shown) == (False, True, False)

    async def test_a_co_captain_does_not_choose_who_leads(self, sqlite_database: Database, commands: Commands) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Trio")
        async with sqlite_database.transaction() as tx:
            await captaincy.name_co_captain(tx, captain(team), "Games", None, CO_CAPTAIN)
        shown = await list_for(sqlite_database, asker(CO_CAPTAIN), commands)
        assert "team swap" in shown["captain"]
        assert not {"captain appoint", "captain handover"} & set(shown["captain"])
        assert "**As co-captain**" in (await ask(sqlite_database, asker(CO_CAPTAIN), commands)).text

    async def test_a_player_may_leave_until_the_rosters_lock(
        self, sqlite_database: Database, commands: Commands, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Trio", ["A", "B", "C"])
        async with sqlite_database.transaction() as tx:
            await linking.link_players(tx, captain(team), "Games", f"#{team.id}", {"A": PLAYER})
        assert "You play for \u2068Trio\u2069." in (await ask(sqlite_database, asker(PLAYER), commands)).text
        assert "team leave" in (await list_for(sqlite_database, asker(PLAYER), commands))["anybody"]
        clock.set(datetime(2027, 6, 12, 5, tzinfo=UTC))
        assert "team leave" not in (await list_for(sqlite_database, asker(PLAYER), commands))["anybody"]
        assert "team swap" not in (await list_for(sqlite_database, captain(team), commands))["captain"]

    async def test_a_player_is_led_to_their_team_and_never_to_registering(
        self, sqlite_database: Database, commands: Commands
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Squad", ["Ned", "B", "C"])
        async with sqlite_database.transaction() as tx:
            await linking.link_players(tx, captain(team), "Games", f"#{team.id}", {"Ned": PLAYER})
        helped = await ask(sqlite_database, asker(PLAYER), commands)
        assert "- **Next:** `/team show`: Who plays for a team" in helped.text
        assert "/team register" not in helped.text
        assert [button.label for button in helped.buttons][:1] == ["My team"]
        await start(sqlite_database, games)
        assert (await list_for(sqlite_database, asker(PLAYER), commands))["anybody"][:2] == ["standings", "why"]

    async def test_who_leads_one_team_and_plays_for_another(
        self, sqlite_database: Database, commands: Commands
    ) -> None:
        games = await create_competition(sqlite_database)
        squad = await register_team(sqlite_database, games, "Squad", ["Ned", "B", "C"])
        await register_team(sqlite_database, games, "Trio", captain_id=PLAYER)
        async with sqlite_database.transaction() as tx:
            await linking.link_players(tx, captain(squad), "Games", f"#{squad.id}", {"Ned": PLAYER})
        said = (await ask(sqlite_database, asker(PLAYER), commands)).text.splitlines()
        assert said[1:3] == ["Your team \u2068Trio\u2069: confirmed.", "You play for \u2068Squad\u2069."]
        shown = await list_for(sqlite_database, asker(PLAYER), commands)
        assert "team swap" in shown["captain"]
        assert "team leave" in shown["anybody"]

    async def test_a_captain_who_withdrew_is_led_to_the_standings(
        self, sqlite_database: Database, commands: Commands
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Trio")
        await start(sqlite_database, games)
        async with sqlite_database.transaction() as tx:
            await withdrawing.withdraw_team(tx, captain(team), "Games", None, team.status.value)
        shown = await list_for(sqlite_database, captain(team), commands)
        assert next(iter(shown.items()))[1][0] == "standings"
        assert shown["captain"] == ["team mine"]

    async def test_no_team_begins_that_nobody_could_fill(
        self, sqlite_database: Database, commands: Commands, clock: Clock
    ) -> None:
        await create_competition(sqlite_database)
        clock.set(datetime(2027, 6, 12, 5, tzinfo=UTC))
        shown = (await list_for(sqlite_database, stranger(), commands))["anybody"]
        assert ("team register" in shown, "team start" in shown) == (True, False)

    async def test_unread_rules_are_named_with_their_button(
        self, sqlite_database: Database, commands: Commands
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Trio")
        assert texts.UNREAD not in (await ask(sqlite_database, captain(team), commands)).text
        await amend_rule(sqlite_database, games)
        assert texts.UNREAD in (await ask(sqlite_database, captain(team), commands)).text

    async def test_only_whose_word_counts_is_asked_to_read_the_rules(
        self, sqlite_database: Database, commands: Commands
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Trio")
        async with sqlite_database.transaction() as tx:
            await captaincy.name_co_captain(tx, captain(team), "Games", None, CO_CAPTAIN)
            await registration.found_team(tx, asker(PLAYER), "Games", "Half")
        await amend_rule(sqlite_database, games)
        for user_id in (CO_CAPTAIN, PLAYER):
            assert texts.UNREAD not in (await ask(sqlite_database, asker(user_id), commands)).text

    async def test_a_team_that_was_not_complete_in_time_is_led_nowhere(
        self, sqlite_database: Database, commands: Commands, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await registration.found_team(tx, asker(PLAYER), "Games", "Half")
        assert (await list_for(sqlite_database, asker(PLAYER), commands))["captain"][0] == "team add"
        await take_steps(sqlite_database, games, Step.CLOSE_REGISTRATION)
        clock.set(datetime(2027, 6, 12, 4, tzinfo=UTC))
        said = (await ask(sqlite_database, asker(PLAYER), commands)).text
        assert said.splitlines()[2] == (
            "❗ Still missing: players. 0 players: a team has 3 or 4 players. Registration has ended, so it takes no "
            "part unless a director opens it again."
        )
        asleep = ["team mine", "captain appoint", "captain handover", "team withdraw"]
        assert (await list_for(sqlite_database, asker(PLAYER), commands))["captain"] == asleep
        await take_steps(sqlite_database, games, Step.START)
        clock.set(datetime(2027, 6, 12, 15, tzinfo=UTC))
        assert (await list_for(sqlite_database, asker(PLAYER), commands))["captain"] == asleep
        assert "so it takes no part.\n" in (await ask(sqlite_database, asker(PLAYER), commands)).text

    async def test_after_the_lock_a_director_is_asked(
        self, sqlite_database: Database, commands: Commands, clock: Clock
    ) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Trio", ["A", "B", "C"])
        await start(sqlite_database, games)
        await change_settings(sqlite_database, games, minimum_age=60)
        clock.set(datetime(2027, 6, 12, 5, tzinfo=UTC))
        said = (await ask(sqlite_database, captain(team), commands)).text
        assert "too young on the first day. Rosters are locked: ask a director." in said


class TestSeveral:
    async def test_each_gets_its_next_steps_and_a_button(self, sqlite_database: Database, commands: Commands) -> None:
        await create_competition(sqlite_database, name="Games")
        await create_competition(sqlite_database, "dodgeball", "Cup", state=State.DRAFT)
        shown = await ask(sqlite_database, director(), commands)
        assert shown.text == (
            "**\u2068Games\u2069** is: registration open.\n"
            "- `/competition close`: End the registration\n"
            "- `/roster export`: All rosters as a CSV file\n"
            "- `/team register`: Register your team with one form\n"
            "**\u2068Cup\u2069** is: draft.\n"
            "- `/competition open`: Let captains register\n"
            "- `/audit`: Who did what, and when\n"
            "- `/competition show`: Where a competition stands\n"
            "Say which competition you mean in the last option of a command, `competition:`.\n"
            "`/competition create` creates another competition."
        )
        assert [(button.label, button.custom_id) for button in shown.buttons] == [
            ("Games", "help-run:1:help"),
            ("Cup", "help-run:2:help"),
        ]

    async def test_one_is_named_or_has_the_channel(self, sqlite_database: Database, commands: Commands) -> None:
        await create_competition(sqlite_database, name="Games")
        await create_competition(sqlite_database, "dodgeball", "Cup", state=State.DRAFT)
        named = await ask(sqlite_database, stranger(), commands, "cup")
        assert named.text.startswith("**\u2068Cup\u2069** is: draft.\n**Everybody**")
        with pytest.raises(NotFound, match="There is no competition \u2068Nope\u2069 in this server"):
            await ask(sqlite_database, stranger(), commands, "Nope")

    async def test_more_than_an_answer_holds(self, sqlite_database: Database, commands: Commands) -> None:
        for number in range(7):
            await create_competition(sqlite_database, name=f"{number} {'G' * 78}")
        shown = await ask(sqlite_database, director(), commands)
        assert len(shown.text) <= 2000
        assert "`competition:`.\nAnd 2 more: name one in the option `competition`.\n" in shown.text
        assert len(shown.buttons) == 5

    async def test_those_that_are_over_give_way(self, sqlite_database: Database, commands: Commands) -> None:
        await create_competition(sqlite_database, name="Old", state=State.ARCHIVED)
        assert "**\u2068Old\u2069** is: archived." in (await ask(sqlite_database, stranger(), commands)).text
        await create_competition(sqlite_database, name="New")
        assert (await ask(sqlite_database, stranger(), commands)).text.startswith("**\u2068New\u2069** is:")
