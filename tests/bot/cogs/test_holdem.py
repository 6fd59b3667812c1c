"""An evening of hold'em over the wire: the draw, eliminations, moves, the button, a restart in between."""

from bot.db.snapshot import Competition
from bot.services.room import find_room
from tests.bot.conftest import Town, eventually
from tests.builders import load

TEAMS = {f"Team {n}": [f"P{n}{letter}" for letter in "abc"] for n in (1, 2, 3)}
NAMES = ["**Bold**", "@everyone", "東京" * 40]


def room_of(town: Town) -> str:
    found = [m.text for m in town.guild.channel_messages(town.standings) if "who sits where" in m.text]
    assert len(found) <= 1
    return found[0] if found else ""


async def players_at(town: Town, competition: Competition, table: int) -> list[str]:
    view = find_room(await load(town.bot.deps.database, competition))
    assert view is not None
    return [view.names[player] for player in view.list_tables()[table].values()]


async def test_an_evening(town: Town) -> None:
    held = await town.start_games({**TEAMS, "Names": NAMES}, [town.ann, town.bob])
    assert (await town.facilitator.slash("holdem draw")).text.startswith("Only a director can do this")
    drawn = await town.director.slash("holdem draw", seed="1 2 3 4")
    assert drawn.text.startswith("The seats are drawn and announced.\nWith 2 tables, team-mates cannot all sit apart")
    await eventually(lambda: "12 of 12 players are in" in room_of(town))
    assert not any(message.pings for message in town.guild.channel_messages(town.announcements))
    own = await town.ann.slash("holdem seat")
    assert [line.count("table") for line in own.text.splitlines()] == [1, 1, 1]

    again = await town.director.slash("holdem draw")
    assert again.buttons == ["Draw again"]
    at_two = await players_at(town, held, 2)
    assert len(at_two) == 6

    out = await town.facilitator.slash("score holdem", player=at_two[0])
    assert (await town.director.click(again, "Draw again")).text.startswith("Somebody is out already")
    noted = await town.facilitator.choose(out, "Who took the chips?", at_two[1])
    assert "knocked out by" in noted.text
    out = await town.facilitator.slash("score holdem", player=at_two[1])
    assert "Please move:" in out.text

    await town.stop_bot()
    await town.start_bot()
    await eventually(lambda: "Please move" in room_of(town))
    notices = [m for m in town.guild.channel_messages(town.staff) if "Please move" in m.text]
    assert len(notices) == 1
    done = await town.facilitator.click(out, "They have moved", deliver_twice=True)
    assert done.text.startswith("Noted:")
    assert done.buttons == ["Next one out"]
    await eventually(lambda: "Please move" not in room_of(town))
    await eventually(lambda: "moved, says" in notices[0].text)

    form = await town.bob.slash("holdem button", table=1)
    dealt = await town.bob.fill(form, {"Seat of the small blind": "2", "Seat of the big blind": "3"})
    assert dealt.text.startswith("**Table 1, the next hand**")
    same = await town.bob.fill(form, {"small": "3", "big": "3"})
    assert same.text == "The two blinds of a hand are two different seats. Choose them again."
    assert (await town.ann.slash("holdem move", player=at_two[2], table=1)).text.startswith("Only a facilitator")
    audit = await town.director.slash("audit")
    assert "as proposed" in audit.text
    assert "drew the seats of Texas Hold'em for 12 players (seed 1 2 3 4)" in audit.text
