"""`/standings`, `/why` and `/audit` over the wire: what is read page by page, in place."""

from tests.bot.conftest import Town
from tests.builders import create_competition, register_team, start


def name_team(number: int) -> str:
    return f"Team {number} **@everyone** 東京 {'wide ' * 10}wide"


async def open_games(town: Town, teams: int) -> None:
    database = town.bot.deps.database
    role = town.facilitator_role.id
    competition = await create_competition(
        database, guild_id=town.guild.id, channels=town.channels, facilitator_role_id=role
    )
    for number in range(1, teams + 1):
        players = [f"{letter}{number} {'Long name ' * 5}{letter}" for letter in "abcd"]
        captain = town.ann.id if number == 1 else None
        await register_team(database, competition, name_team(number), players, captain_id=captain)
    await start(database, competition)


async def test_a_long_list_is_turned_in_place_with_the_own_team_marked(town: Town) -> None:
    await open_games(town, 30)
    await town.facilitator.slash("score bowling", player=(await offered(town, "a1")), game=1, score="200")
    shown = await town.ann.slash("standings", event="bowling", list="players")
    assert shown.ephemeral
    first = shown.text
    assert ">" in first
    assert "Page 1 of " in first
    assert len(first) <= 2000
    again = await town.ann.click(shown, "Next")
    assert again.kind == "update"
    assert "Page 2 of " in again.text
    assert again.text != first
    back = await town.ann.click(again, "Previous")
    assert back.text == first


async def test_why_for_everybody(town: Town) -> None:
    await open_games(town, 3)
    for event, number in (("bowling", "game"), ("derby", "round"), ("bags", "round"), ("basketball", "round")):
        for who, score in (("a1", "20"), ("b2", "21"), ("c3", "19")):
            player = await offered(town, who)
            await town.facilitator.slash(f"score {event}", player=player, score=score, **{number: 1})
    choices = await town.bob.autocomplete("why", focus="name", typed="team 2")
    assert len(choices) == 5
    assert choices[0][0] == name_team(2)
    named = await town.bob.slash("why", name=choices[0][1])
    assert named.ephemeral
    assert "Team 2 \\*\\*@\u200beveryone\\*\\* 東京" in named.text
    own = await town.ann.slash("why")
    assert own.text.startswith("**\u2068Team 1 ")
    assert len(own.text) <= 2000
    assert "Page 1 of " in own.text
    turned = await town.ann.click(own, "Next")
    assert turned.kind == "update"
    assert "Page 2 of " in turned.text
    nobody = await town.bob.slash("why")
    assert nobody.text == "You are in no team here. Name a team or a player in the option `name`."


async def test_audit_is_for_staff_and_turned_in_place(town: Town) -> None:
    await open_games(town, 30)
    refused = await town.ann.slash("audit")
    assert refused.text.startswith("Only a facilitator (the role @Facilitator) or a director can do this")
    await town.facilitator.slash("score bowling", player=(await offered(town, "a1")), game=1, score="200")
    shown = await town.director.slash("audit")
    assert shown.ephemeral
    assert "\n• @Fay (facilitator) entered Bowling, game 1 of \u2068a1 " in shown.text
    turned = await town.director.click(shown, "Older")
    assert turned.kind == "update"
    assert turned.text.splitlines()[-1].startswith("Page 2 of ")
    mine = await town.director.slash("audit", by=town.ann, team=name_team(1), since="2027-01-01")
    assert mine.text.splitlines()[0] == "**\u2068Games\u2069**, newest first: 1 entry."
    assert "registered \u2068Team 1 " in mine.text


async def offered(town: Town, typed: str) -> str:
    """The value of the player who is offered first."""
    return (await town.facilitator.autocomplete("score bowling", focus="player", typed=f"{typed} "))[0][1]
