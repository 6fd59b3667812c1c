"""A dodgeball match refereed over the wire, on one phone and then on another."""

from rehearsal.people import Person
from rehearsal.reply import Reply
from rehearsal.state import Message
from tests.bot.conftest import Town, eventually

BATS = [f"Bat {letter}" for letter in "ABCDEF"]


class Phone:
    """Somebody whose screen shows the newest state of a table."""

    def __init__(self, person: Person, shown: Reply) -> None:
        self.person, self.shown = person, shown

    async def tap(self, *labels: str) -> str:
        for label in labels:
            self.shown = await self.person.click(self.shown, label)
        return self.shown.text


def plain(text: str) -> str:
    """Without the marks of direction around names."""
    return text.replace("\u2068", "").replace("\u2069", "")


async def test_a_match_from_the_coin_to_the_announcement(town: Town) -> None:
    await town.start_games(
        {"Łódź": ["Ann", "Bo", "**Cy**", "@everyone", "東京", "X" * 80, "Gus"], "Bats": BATS}, kind="dodgeball"
    )
    refused = await town.ann.slash("match table", match="final")
    assert refused.text.startswith("Only a facilitator")
    phone = Phone(town.facilitator, await town.facilitator.slash("match table", match="final"))
    assert phone.shown.ephemeral
    flipped = await phone.tap("Flip the coin")
    side = "Left" if plain(flipped).splitlines()[-1].startswith("Łódź") else "Right"
    assert "Łódź (left): **choose who begins**, in the menu." in plain(await phone.tap(side))
    six = ["Ann", "Bo", "**Cy**", "@everyone", "東京", "X" * 19 + "…"]
    phone.shown = await town.facilitator.choose(phone.shown, "Line-up: Łódź", six)
    assert "Łódź (left), 6 players: Ann, Bo, \\*\\*Cy\\*\\*, @\u200beveryone, 東京, " in plain(phone.shown.text)
    await phone.tap("Start game 1")
    for name in ("Bat A", "Bat B", "Bat C", "Bat D", "Bat E"):
        await phone.tap(name, "Hit")
    twice = await town.facilitator.click(phone.shown, "Bat F", deliver_twice=True)
    phone.shown = await town.facilitator.click(twice, "Throw caught", deliver_twice=True)
    assert "Game 1: **Łódź** (all of Bats out, 6 left)." in plain(phone.shown.text)
    await town.stop_bot()
    await town.start_bot()
    await phone.tap("Start game 2", "Bat A", "Hit a head")
    town.clock.advance(301)
    notices: list[Message] = []

    def is_called() -> bool:
        notices[:] = [one for one in town.guild.channel_messages(town.staff) if "Time!" in one.text]
        return bool(notices)

    await eventually(is_called)
    assert len(notices) == 1
    called = plain(notices[0].text)
    in_either_order = ("Final, game 2: Łódź v Bats, 6 to 5 still in.", "Final, game 2: Bats v Łódź, 5 to 6 still in.")
    assert any(sentence in called for sentence in in_either_order)
    other = Phone(town.director, await town.director.click(notices[0], "Game table"))
    assert other.shown.ephemeral
    assert "**Łódź beat Bats 2-0.** It counts once you tap “Enter the result”." in plain(await other.tap("Time is up"))
    stale = await phone.tap("Bat B")
    assert "The match had moved on, so this press changed nothing." in stale
    assert plain(await phone.tap("Enter the result")) == "Entered: Łódź beat Bats 2-0."
    await eventually(lambda: any("wins" in one.text for one in town.guild.channel_messages(town.announcements)))
    assert "This match is decided already" in await other.tap("Enter the result")


async def test_the_desk_leads_to_the_table(town: Town) -> None:
    await town.start_games({"One": (), "Two": ()}, kind="dodgeball")
    desk = await town.facilitator.slash("desk show")
    matches = await town.facilitator.click(desk, "Match result")
    games = await town.facilitator.choose(matches, "Match", "#R1-1")
    table = await town.facilitator.click(games, "Game table")
    assert sorted(table.buttons) == ["Flip the coin", "One won it", "Refresh", "Two won it"]
