"""Corrections, histories and closed events over the wire, as staff press them, and the live messages that follow."""

import asyncio

from sqlalchemy import select

from bot.db.tables import post
from rehearsal.people import Reply
from rehearsal.state import Channel, Message
from tests.bot.conftest import Town, eventually

TEAMS = {
    "Gutter Gang": ["Ann", "Bo", "Cy"],
    "Łódź Lions": ["Hal", "Ina", "Jo"],
    "**Bold** @everyone": ["Ed", "Flo", "Gus"],
}


def posted(town: Town, channel: Channel) -> list[Message]:
    """What the bot has posted in a channel since play began."""
    own = [m for m in town.guild.channel_messages(channel) if m.author.is_bot and m.kind == 0]
    return [m for m in own if "**Registration for" not in m.text and "has started." not in m.text]


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "").replace("\\", "")


async def count_kept_pictures(town: Town) -> int:
    """The announcements that keep their pictures, once all are marked as sent."""
    statement = select(post.c.status, post.c.payload).where(post.c.subject.startswith("closing:"))
    while True:
        async with town.bot.deps.database.reading() as tx:
            rows = (await tx.connection.execute(statement)).all()
        if all(row.status == "sent" for row in rows):
            return sum("pictures" in row.payload for row in rows)
        await asyncio.sleep(0.02)


async def correct(town: Town, score: str, who: str = "Ann") -> Reply:
    return await town.facilitator.slash(
        "score correct", event="bowling", entrant=who, score=score, reason="a digit was missing"
    )


async def test_a_correction_is_shown_then_confirmed_once(town: Town) -> None:
    await town.start_games(TEAMS)
    await town.facilitator.slash("score bowling", player="Ann", game=1, score="24")
    await town.facilitator.slash("score bowling", player="Hal", game=1, score="200")
    shown = await correct(town, "240")
    assert shown.ephemeral
    assert shown.buttons == ["Confirm"]
    assert "Overall: teams Gutter Gang 2 → 1, Łódź Lions 1 → 2" in plain(shown.text)
    other = await town.director.slash(
        "score correct", event="bowling", entrant="Ann", score="204", reason="I read something else"
    )
    assert "has **204 pins**" in (await town.director.click(other, "Confirm")).text
    anew = await town.facilitator.click(shown, "Confirm")
    assert anew.text.startswith("Something has changed since you were asked, so please look again.")
    made = await town.facilitator.click(anew, "Confirm")
    assert plain(made.text) == (
        "Corrected: **Bowling**, game 1: Ann (Gutter Gang) has **240 pins**, instead of 204 pins. Total 240, place 1."
    )
    again = await town.facilitator.click(anew, "Confirm")
    assert again.text.startswith("This was done already")
    history = await town.facilitator.slash("score history", player="Ann")
    assert [line for line in plain(history.text).splitlines() if line.startswith("- **")][-1].startswith(
        "- **240 pins**, instead of 204 pins: @Fay 12:00 UTC"
    )


async def test_a_captain_sees_neither_histories_nor_closings(town: Town) -> None:
    await town.start_games(TEAMS)
    for refused in (await town.ann.slash("score history"), await town.ann.slash("event close", event="bowling")):
        assert refused.text.startswith("Only a facilitator (the role")


async def test_a_long_history_turns_its_pages_in_place(town: Town) -> None:
    await town.start_games(TEAMS)
    for who in ("Ann", "Bo", "Cy", "Hal", "Ina", "Jo", "Ed", "Flo", "Gus"):
        for game in (1, 2):
            await town.facilitator.slash("score bowling", player=who, game=game, score="24")
    first = await town.director.slash("score history", event="bowling")
    assert first.buttons == ["Next page"]
    assert first.text.endswith("Page 1 of 2")
    second = await town.director.click(first, "Next page")
    assert second.buttons == ["Previous page"]
    assert second.text.endswith("Page 2 of 2")
    assert "Ann" in second.text


async def test_an_event_closes_with_pictures_and_opens_again(town: Town) -> None:
    await town.start_games(TEAMS)
    await town.facilitator.slash("score bowling", player="Ann", game=1, score="24")
    asked = await town.director.slash("event close", event="bowling")
    assert "⚠️ **17 games are missing, and will count as 0:**" in asked.text
    closed = await town.director.click(asked, "Close it")
    assert closed.text.startswith("Bowling is closed and its ranking announced.")
    await eventually(lambda: len(posted(town, town.announcements)) == 2)
    teams, players = posted(town, town.announcements)
    assert plain(teams.text).startswith("🏁 **Games: Bowling is over.** The final ranking:\n**Bowling: teams**")
    assert [len(message.attachments) for message in (teams, players)] == [1, 1]
    assert await count_kept_pictures(town) == 0, "once sent, names stand in texts alone"
    late = await town.facilitator.slash("score bowling", player="Bo", game=1, score="90")
    assert late.text.startswith("Bowling is closed: its final ranking is out.")
    shown = await town.director.slash("score correct", event="bowling", entrant="Bo", score="90", reason="found")
    await town.director.click(shown, "Confirm")
    await eventually(lambda: len(posted(town, town.announcements)) == 3)
    assert plain(posted(town, town.announcements)[-1].text).startswith("**Games: Bowling is corrected.**\nBo (Gutter")
    reopened = await town.director.slash("event reopen", event="bowling", reason="a sheet was found")
    assert reopened.text.startswith("Bowling takes scores again")


async def test_voiding_an_event_is_asked_back(town: Town) -> None:
    await town.start_games(TEAMS)
    card = " ".join("4" * 18)
    await town.facilitator.slash("score golf", team="Gutter Gang", score=card)
    asked = await town.director.slash("event cancel", event="golf", reason="thunder")
    assert asked.buttons == ["Cancel the event"]
    assert "1 card entered so far would be kept as a record and not count." in asked.text
    done = await town.director.click(asked, "Cancel the event")
    assert "is cancelled and announced" in done.text
    back = await town.director.slash("event restore", event="golf", reason="the sun is out")
    restored = await town.director.click(back, "Let it count again")
    assert "counts again" in restored.text


async def test_teams_and_players_each_have_a_live_message_that_follows(town: Town) -> None:
    await town.start_games(TEAMS)
    town.bot.relay.wake()
    await eventually(lambda: len(posted(town, town.standings)) == 2)
    await town.facilitator.slash("score bowling", player="Ann", game=1, score="24")

    def texts() -> list[str]:
        return [plain(message.text) for message in posted(town, town.standings)]

    await eventually(lambda: all("17 games missing (Ann, Bo, Cy, ...)" in text for text in texts()))
    teams, players = texts()
    assert teams.startswith("**Games: teams**")
    assert players.startswith("**Games: players**")
    assert all(message.pinned_at is not None for message in posted(town, town.standings))
    assert [line.split()[0] for line in teams.split("```")[1].strip().splitlines()[1:]] == ["1", "–", "–"]
