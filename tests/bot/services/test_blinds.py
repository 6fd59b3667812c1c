"""The clock of the blinds: levels by themselves, breaks, and who presses."""

import re

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.posts.outbox import load_about
from bot.services import blinds, holdem
from bot.services.access import Asker
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.ui.facts.blinds import BlindsView, LevelChanged
from bot.ui.texts import blinds as texts
from core.errors import Conflict, NotAllowed, RuleError
from core.holdem.blinds import SHORTER
from tests.bot.services.keepers import Games, play
from tests.builders import captain, create_competition, director, facilitator, stranger


def without_times(text: str) -> str:
    """The clock goes on while a test runs."""
    return re.sub(r"<t:\d+:\w>", "TIME", text)


async def start(games: Games, who: Asker | None = None) -> BlindsView:
    async with games.database.transaction() as tx:
        return await blinds.start_clock(tx, who or facilitator(), games.chosen)


async def press(games: Games, what: str, mark: str | None = None, who: Asker | None = None) -> BlindsView:
    async with games.database.transaction() as tx:
        return await blinds.press_clock(tx, who or facilitator(), games.chosen, what, mark)


async def show(games: Games) -> BlindsView:
    async with games.database.reading() as tx:
        return await blinds.show_blinds(tx, stranger(), games.chosen)


async def list_posts(games: Games, place: str = "all") -> list[str]:
    async with games.database.reading() as tx:
        posts = await load_about(tx.connection, games.competition.id, "blinds:")
    return [without_times(post.payload["text"]) for post in posts if post.payload and post.subject.endswith(place)]


async def tick(games: Games, clock: Clock, minutes: float) -> None:
    clock.advance(minutes * 60)
    await Jobs(games.database, clock, KINDS, lambda: None).do_due()


FIRST = "**Level 1: 5/10** until TIME (TIME). It holds from the next hand on.\nNext: 10/20."
SECOND = "**Level 2: 10/20** until TIME (TIME). It holds from the next hand on.\nNext: 20/40."


async def test_levels_follow_each_other_and_everybody_sees_them(database: Database, clock: Clock) -> None:
    """G135, G136, G141: staff and the channel that everybody reads get a new post for each level."""
    games = await play(database)
    view = await start(games)
    assert without_times(texts.shown(view)) == (
        "**Level 1: 5/10** until TIME (TIME).\nNext: 10/20.\n"
        "11,000 in chips: the rulebook foresees 25,000 to 60,000, so the nearest list is played."
    )
    assert await list_posts(games) == await list_posts(games, "staff") == [FIRST]
    await tick(games, clock, 14)
    assert await list_posts(games) == [FIRST]
    await tick(games, clock, 1)
    await tick(games, clock, 0)
    assert await list_posts(games) == await list_posts(games, "staff") == [FIRST, SECOND]
    await tick(games, clock, 15)
    assert len(await list_posts(games)) == 3


async def test_breaks_stop_the_clock_and_edit_the_posts(database: Database, clock: Clock) -> None:
    """G138-G140, ruling 78."""
    games = await play(database)
    await start(games)
    await tick(games, clock, 5)
    view = await press(games, "pause")
    assert view.state is not None
    assert re.sub(r"\d:\d\d left", "LEFT", (await list_posts(games))[0]) == (
        "**Level 1: 5/10**. The clock stands still, LEFT.\nFinish the hands that are being played, and begin no other."
    )
    await tick(games, clock, 60)
    assert len(await list_posts(games)) == 1
    with pytest.raises(Conflict) as twice:
        await press(games, "pause")
    assert twice.value.sentence == "The clock stands still already. `/blinds resume` lets it go on."
    await press(games, "resume")
    with pytest.raises(Conflict) as twice:
        await press(games, "resume")
    assert twice.value.sentence == "The clock runs already. `/blinds pause` stops it for a break or a dispute."
    assert await list_posts(games) == [FIRST]
    await tick(games, clock, 9)
    assert await list_posts(games) == [FIRST]
    await tick(games, clock, 1)
    assert await list_posts(games) == [FIRST, SECOND]


async def test_a_bot_that_was_away_tells_the_level_of_now_alone(sqlite_database: Database, clock: Clock) -> None:
    games = await play(sqlite_database)
    await start(games)
    await tick(games, clock, 47)
    assert [text.partition("**. ")[0].partition("** until")[0] for text in await list_posts(games)] == [
        "**Level 1: 5/10",
        "**Level 4: 40/80",
    ]
    await tick(games, clock, 13)
    assert len(await list_posts(games)) == 3


async def test_a_stale_button_changes_nothing(sqlite_database: Database) -> None:
    games = await play(sqlite_database)
    mark = str((await start(games)).mark)
    await press(games, "pause", mark)
    with pytest.raises(Conflict) as stale:
        await press(games, "resume", mark)
    assert stale.value.sentence.startswith(
        "Somebody pressed before you, so nothing was changed. This is it now:\n**Lev"
    )
    with pytest.raises(RuleError) as unknown:
        await press(games, "stop")
    assert unknown.value.sentence == ("The clock can be paused or go on. Use `/blinds pause` or `/blinds resume`.")


async def test_the_list_is_shown_to_everybody(sqlite_database: Database) -> None:
    games = await play(sqlite_database)
    assert texts.listed(await show(games)) == texts.NOT_STARTED
    await start(games)
    listed = texts.listed(await show(games))
    assert "```\n> 1      5/10     15 min\n  2     10/20     15 min\n" in listed
    assert " 15  1,000/2,000  to the end\n```" in listed
    assert max(len(line) for line in listed.split("```")[1].splitlines()) <= 32


async def test_the_clock_ends_with_the_tournament(sqlite_database: Database, clock: Clock) -> None:
    games = await play(sqlite_database)
    await start(games)
    for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ina", "Jo"):
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), games.chosen, name)
    await tick(games, clock, 15)
    assert len(await list_posts(games)) == 1


async def test_late_players_have_no_chips(sqlite_database: Database) -> None:
    """G134, ruling 68: what counts are the chips at the first hand."""
    games = await play(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await holdem.mark_late(tx, facilitator(), games.chosen, "Ann")
    view = await start(games)
    assert view.state is not None
    assert view.state.chips == 10_000


async def test_alone_nobody_plays(sqlite_database: Database) -> None:
    games = await play(sqlite_database)
    for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ina", "Jo"):
        async with sqlite_database.transaction() as tx:
            await holdem.mark_late(tx, facilitator(), games.chosen, name)
    with pytest.raises(RuleError) as refused:
        await start(games)
    assert refused.value.sentence == texts.TOO_FEW


async def test_a_director_stops_it_to_start_anew(sqlite_database: Database, clock: Clock) -> None:
    games = await play(sqlite_database)
    with pytest.raises(RuleError) as nothing:
        async with sqlite_database.transaction() as tx:
            await blinds.stop_clock(tx, director(), games.chosen)
    assert nothing.value.sentence == texts.NOT_STARTED
    await start(games)
    with pytest.raises(Conflict) as running:
        await start(games)
    assert running.value.sentence == (
        "The clock of the blinds runs already. A director stops it with `/blinds stop` if it was a mistake."
    )
    with pytest.raises(NotAllowed, match="Only a director"):
        async with sqlite_database.transaction() as tx:
            await blinds.stop_clock(tx, facilitator(), games.chosen)
    async with sqlite_database.transaction() as tx:
        await blinds.stop_clock(tx, director(), games.chosen)
    await tick(games, clock, 20)
    assert await list_posts(games) == [FIRST]
    await start(games)
    assert await list_posts(games) == [FIRST, FIRST]


async def change(
    games: Games, number: int, small: int | None = None, minutes: int | None = None, who: Asker | None = None
) -> LevelChanged:
    async with games.database.transaction() as tx:
        return await blinds.change_level(tx, who or director(), games.chosen, number, small, minutes)


async def test_a_level_that_lies_ahead_is_changed(database: Database, clock: Clock) -> None:
    """G172, ruling 69: it is posted where the blinds are, and the clock goes by it."""
    games = await play(database)
    await start(games)
    await change(games, 2, small=15, minutes=10)
    told = "**Level 2 is changed: 15/30 for 10 min**, instead of 10/20 for 15 min."
    first = FIRST.replace("Next: 10/20.", "Next: 15/30.")
    assert await list_posts(games) == await list_posts(games, "staff") == [first, told]
    listed = texts.listed(await show(games))
    assert "\n  2     15/30     10 min\n  3     20/40     15 min\n" in listed
    await tick(games, clock, 15)
    assert (await list_posts(games))[-1] == SECOND.replace("10/20", "15/30")
    await tick(games, clock, 10)
    assert (await list_posts(games))[-1].startswith("**Level 3: 20/40**")
    await change(games, 15, small=2000)
    assert (await list_posts(games))[-1] == (
        "**Level 15 is changed: 2,000/4,000 to the end**, instead of 1,000/2,000 to the end."
    )


async def test_what_cannot_be_changed_says_why(sqlite_database: Database, clock: Clock) -> None:
    games = await play(sqlite_database)
    with pytest.raises(RuleError) as not_begun:
        await change(games, 2, small=15)
    assert not_begun.value.sentence == texts.NOT_STARTED
    await start(games)
    with pytest.raises(NotAllowed, match="Only a director"):
        await change(games, 2, small=15, who=facilitator())
    await tick(games, clock, 15)
    for number, small, minutes, sentence in (
        (2, 15, None, "Level 2 cannot be changed: level 2 is played now, and 3 to 15 lie ahead."),
        (16, 15, None, "Level 16 cannot be changed: level 2 is played now, and 3 to 15 lie ahead."),
        (15, None, 20, "Level 15 holds to the end, so it has no length. Change its blinds with `small`."),
        (3, 20, 15, texts.NOTHING_CHANGED),
        (3, None, None, texts.NOTHING_CHANGED),
        (
            3,
            9,
            None,
            "Blinds do not fall: the small one has to be at least 10, as in level 2, and at most 40, as in level 4. "
            "Change the other level first.",
        ),
        (
            15,
            400,
            None,
            "Blinds do not fall: the small one has to be at least 500, as in level 14. Change the other level first.",
        ),
    ):
        with pytest.raises(RuleError) as refused:
            await change(games, number, small, minutes)
        assert refused.value.sentence == sentence
    assert texts.not_ahead(15, 15, 15) == (
        "Level 15 is the last one and has begun, so no level lies ahead that could be changed."
    )
    assert texts.not_ahead(3, 14, 15) == "Level 3 cannot be changed: level 14 is played now, and 15 lies ahead."


async def test_a_clock_that_is_started_anew_has_the_list_of_the_rulebook(sqlite_database: Database) -> None:
    games = await play(sqlite_database)
    await start(games)
    await change(games, 2, minutes=5)
    async with sqlite_database.transaction() as tx:
        await blinds.stop_clock(tx, director(), games.chosen)
    view = await start(games)
    assert view.state is not None
    assert view.state.levels == SHORTER


async def test_who_may_press(sqlite_database: Database) -> None:
    games = await play(sqlite_database)
    for who in (captain(games.gang), stranger()):
        with pytest.raises(NotAllowed, match="Only a facilitator"):
            await start(games, who)
        with pytest.raises(NotAllowed, match="Only a facilitator"):
            await press(games, "pause", who=who)
    with pytest.raises(RuleError) as refused:
        await press(games, "pause")
    assert refused.value.sentence == (
        "The clock of the blinds does not run. Staff start it with the first hand: `/blinds start`."
    )
    matches = await create_competition(sqlite_database, "dodgeball", "Dodge")
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError) as other:
            await blinds.show_blinds(tx, stranger(), str(matches.id))
    assert other.value.sentence == texts.NO_HOLDEM
