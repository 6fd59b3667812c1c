"""The official clock: announced starts, calls, and what a late team forfeits."""

import re

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import SheetKey
from bot.posts.outbox import load_about
from bot.services import corrections, facilitators, punctuality, scores, undoing
from bot.services.access import Asker
from bot.services.desk_message import draw_desk
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.services.progress import find_progress
from bot.services.rounds import TypedRound
from bot.services.score_history import HistoryAsked, read_history
from bot.services.standings import StandingsAsked, draw_list, standings_of
from bot.services.why import ask_why
from bot.services.withdrawing import withdraw_team
from bot.ui.facts.corrections import CorrectionMade
from bot.ui.facts.punctuality import Forfeited, ForfeitPreview, StartSet
from bot.ui.facts.scores import RoundUndone
from bot.ui.texts import corrections as correction_texts
from bot.ui.texts import punctuality as texts
from bot.ui.texts import score_history as history_texts
from bot.ui.texts import undoing as undo_texts
from core.errors import Conflict, NotAllowed, NotFound, RuleError
from core.scoring.event import get_event
from tests.bot.services.keepers import HOLES, Games, play
from tests.builders import (
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    captain,
    create_competition,
    director,
    facilitator,
    stranger,
)

NOON = 1809172800
"""2027-05-01 12:00 UTC, which is 07:00 in Chicago."""


def without_times(text: str) -> str:
    """The clock goes on while a test runs."""
    return re.sub(r"<t:\d+:\w>", "TIME", text)


async def announce(games: Games, event: str, at: str, number: int = 1, who: Asker | None = None) -> StartSet:
    async with games.database.transaction() as tx:
        return await punctuality.set_start(tx, who or facilitator(), games.chosen, event, number, at)


async def preview(
    games: Games, event: str, team: str = "Gutter Gang", number: int = 1, who: Asker | None = None
) -> ForfeitPreview:
    async with games.database.transaction() as tx:
        return await punctuality.preview_forfeit(tx, who or facilitator(), games.chosen, event, number, team)


async def record(games: Games, shown: ForfeitPreview) -> Forfeited:
    async with games.database.transaction() as tx:
        return await punctuality.record_forfeit(tx, facilitator(), games.chosen, str(shown.draft_id))


async def list_posts(games: Games, prefix: str) -> list[str]:
    async with games.database.reading() as tx:
        posts = await load_about(tx.connection, games.competition.id, prefix)
    return [post.payload["text"] for post in posts if post.payload]


async def tick(games: Games, clock: Clock, seconds: float) -> None:
    """Let the official clock go on, and the jobs do what is due."""
    clock.advance(seconds)
    await Jobs(games.database, clock, KINDS, lambda: None).do_due()


async def test_a_team_forfeits_the_round_once_it_is_strictly_late(database: Database, clock: Clock) -> None:
    """G8; rulings 10, 13: zero for that round only, by the official clock, after a confirmation."""
    games = await play(database)
    done = await announce(games, "bowling", "now")
    assert done.announced.start.starts_at <= clock.now()
    assert without_times(texts.start_set(done)) == (
        "Game 1 of Bowling begins now. Captains are told. Whoever is not there by TIME forfeits."
    )
    clock.advance(270)
    with pytest.raises(RuleError) as early:
        await preview(games, "bowling")
    assert without_times(early.value.sentence) == (
        "\u2068Gutter Gang\u2069 is not late yet: game 1 of Bowling begins at TIME, and a team is late after TIME. By "
        "the official clock it is TIME."
    )
    clock.advance(102)
    shown = await preview(games, "bowling")
    assert re.sub(r"6:\d\d", "6:DD", without_times(texts.previewed(shown))) == (
        "\u2068Gutter Gang\u2069 is late for game 1 of Bowling: it began at TIME, late after TIME; now it is TIME, "
        "6:DD later.\n"
        "0 counts in game 1 for \u2068Ann\u2069, \u2068Bo\u2069, \u2068Cy\u2069, \u2068Di\u2069.\n"
        "Nothing is recorded until you press the button. Other rounds are not touched."
    )
    assert await games.points("Ann") == [None, None]
    recorded = await record(games, shown)
    assert texts.recorded(recorded) == (
        "Recorded: \u2068Gutter Gang\u2069 forfeits game 1 of Bowling. Its captain is told. `/score correct` changes "
        "it, with a reason."
    )
    assert [await games.points(name) for name in ("Ann", "Di", "Ed")] == [[0, None], [0, None], [None, None]]
    assert [without_times(text) for text in await list_posts(games, "forfeit:")] == [
        f"<@{games.gang.captain_id}>\n\u2068Gutter Gang\u2069 was not there for game 1 of Bowling, which began at "
        "TIME, and forfeits it. 0 counts in game 1 for \u2068Ann\u2069, \u2068Bo\u2069, \u2068Cy\u2069, \u2068Di\u2069."
        " If that is wrong, speak to a director."
    ]
    loaded = await games.load()
    async with database.reading() as tx:
        assert tx.snapshots.find(games.competition.id, loaded.competition.revision) == loaded
    with pytest.raises(NotFound) as again:
        await record(games, shown)
    assert again.value.sentence == (
        "This was done already, or it is older than a day; nothing was changed now. "
        "Use `/clock late` again if it is still so."
    )


@pytest.mark.parametrize("event", ["bowling", "derby", "bags", "basketball"])
async def test_every_event_of_rounds_knows_a_forfeited_one(sqlite_database: Database, clock: Clock, event: str) -> None:
    games = await play(sqlite_database)
    await announce(games, event, "now", 2)
    clock.advance(301)
    await record(games, await preview(games, event, "**Bold** @everyone", 2))
    snapshot = await games.load()
    names = {snapshot.players[key.player_id or 0].name: key.round for key in snapshot.sheets}
    assert names == {"Ed": 2, "Flo": 2, "Gus": 2}
    assert standings_of(snapshot).counted == (event,)


async def test_a_late_golf_team_has_no_card(sqlite_database: Database, clock: Clock) -> None:
    """Ruling 13: last rank in golf, which is what no card means."""
    games = await play(sqlite_database)
    await announce(games, "golf", "now")
    clock.advance(301)
    shown = await preview(games, "golf")
    assert "In Golf Scramble it has no card, so it takes the last rank. Enter none for it." in texts.previewed(shown)
    done = await record(games, shown)
    assert texts.recorded(done) == (
        "Recorded: \u2068Gutter Gang\u2069 forfeits the round of Golf Scramble. Its captain is told. `/score correct` "
        "changes it, with a reason."
    )
    snapshot = await games.load()
    sheet = snapshot.sheets[SheetKey("golf", games.gang.id, None, 1)]
    assert (sheet.value, sheet.is_forfeit) == (None, True)
    async with sqlite_database.reading() as tx:
        assert tx.snapshots.find(games.competition.id, snapshot.competition.revision) == snapshot
    with pytest.raises(RuleError) as again:
        await preview(games, "golf")
    assert again.value.sentence == (
        "\u2068Gutter Gang\u2069 has forfeited the round of Golf Scramble already, so nothing was changed. If it was "
        "there, `/score correct` enters its card, with a reason."
    )


async def enter_card(games: Games, team: str) -> None:
    async with games.database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), games.chosen, TypedRound("golf", team, 1, text=HOLES))


async def correct_card(games: Games, team: str, text: str) -> tuple[str, str]:
    """The question and the answer to a correction."""
    async with games.database.transaction() as tx:
        typed = TypedRound("golf", team, 1, text=text)
        asked = await corrections.propose_correction(tx, facilitator(), games.chosen, typed, "it was there")
    async with games.database.transaction() as tx:
        made = await corrections.confirm_correction(tx, facilitator(), games.chosen, str(asked.draft_id))
    assert isinstance(made, CorrectionMade)
    return correction_texts.proposed(asked), correction_texts.made(made)


async def forfeit_golf(games: Games, clock: Clock) -> None:
    await announce(games, "golf", "now")
    clock.advance(301)
    await record(games, await preview(games, "golf"))


async def test_a_forfeited_card_is_shown_before_golf_closes(sqlite_database: Database, clock: Clock) -> None:
    games = await play(sqlite_database)
    await forfeit_golf(games, clock)
    await enter_card(games, "東京 Lions")
    snapshot = await games.load()
    rows = draw_list(snapshot, StandingsAsked("golf"), None).rows
    assert [(row.rank, row.name, row.values[0]) for row in rows] == [
        ("1", "東京 Lions", "72"),
        ("T3", "Gutter Gang", "forfeit"),
        ("–", "**Bold** @everyone", "–"),
    ]
    desk = draw_desk(snapshot).text
    assert f"{'Golf Scramble':<20}{'1/2 in':>12}" in desk
    assert "Golf Scramble: forfeited by \u2068Gutter Gang\u2069\n" in desk
    async with sqlite_database.reading() as tx:
        (why,) = (await ask_why(tx, facilitator(), games.chosen, "Gutter Gang")).pages
    forfeits = "\u2068Gutter Gang\u2069 came too late and forfeits it, so takes the last rank (G8, ruling 13)."
    assert f"**Golf Scramble: T3 of 3**\n{forfeits}" in why
    assert [each.name for each in find_progress(snapshot, get_event("golf")).missing] == ["**Bold** @everyone"]


async def test_a_forfeited_card_is_changed_by_a_correction_alone(sqlite_database: Database, clock: Clock) -> None:
    games = await play(sqlite_database)
    await forfeit_golf(games, clock)
    await games.arrange("golf", "Gutter Gang, **Bold** @everyone\n東京 Lions")
    with pytest.raises(RuleError) as kept:
        await games.write(captain(games.bold), games.gang, HOLES, "second", "golf")
    assert kept.value.sentence == (
        "\u2068Gutter Gang\u2069 came too late and has forfeited Golf Scramble, so its card is not needed. If it was "
        "there, call the event manager, who enters it with `/score correct`."
    )
    with pytest.raises(Conflict) as refused:
        await enter_card(games, "Gutter Gang")
    assert without_times(refused.value.sentence) == (
        "\u2068Gutter Gang\u2069 came too late and has forfeited Golf Scramble, as <@102> recorded TIME (TIME). If it "
        "was there, `/score correct` enters its card, with a reason."
    )
    asked, made = await correct_card(games, "Gutter Gang", HOLES)
    assert "Now: a forfeit, entered by <@102>" in asked
    assert f"has **72 strokes (`{HOLES}`)**, instead of a forfeit." in made
    async with sqlite_database.transaction() as tx:
        undone = await undoing.take_back_own(tx, facilitator(), games.chosen)
    assert isinstance(undone, RoundUndone)
    assert undo_texts.undone(undone).endswith("The card is forfeited again.")
    assert (await games.load()).has_forfeited(games.gang.id, "golf")
    _, made = await correct_card(games, "Gutter Gang", "missing")
    assert "has **nothing (missing)**, instead of a forfeit." in made
    assert not (await games.load()).has_forfeited(games.gang.id, "golf")
    await enter_card(games, "Gutter Gang")
    async with sqlite_database.reading() as tx:
        history = await read_history(tx, facilitator(), games.chosen, HistoryAsked("golf", team="Gutter Gang"))
    (page,) = history_texts.pages(history)
    assert page.count("a forfeit") == 4


async def test_captains_are_called_by_the_official_clock(database: Database, clock: Clock) -> None:
    """G7, G9; ruling 11: at the start, and a minute before it is too late; moving the start moves the calls."""
    games = await play(database)
    done = await announce(games, "bowling", "07:10")
    at = NOON + 600
    assert texts.start_set(done) == (
        f"Game 1 of Bowling begins at <t:{at}:T>. Captains are told. Whoever is not there by <t:{at + 300}:T> forfeits."
    )
    await announce(games, "bowling", "2027-05-01 07:20")
    at = NOON + 1200
    mentions = " ".join(f"<@{team.captain_id}>" for team in games.teams)
    assert (await list_posts(games, "start:"))[1] == (
        f"{mentions}\n**Game 1 of Bowling** begins at <t:{at}:T> (<t:{at}:R>). Whoever is not there by "
        f"<t:{at + 300}:T> forfeits. The official clock counts."
    )
    await tick(games, clock, 600)
    assert len(await list_posts(games, "start:")) == 2, "the start was moved"
    await tick(games, clock, 600)
    await tick(games, clock, 240)
    assert (await list_posts(games, "start:"))[2:] == [
        f"{mentions}\n**Game 1 of Bowling begins now.** Whoever is not there by <t:{at + 300}:T> forfeits.",
        f"One minute left: whoever is not there for game 1 of Bowling by <t:{at + 300}:T> forfeits it "
        f"(<t:{at + 300}:R>).",
    ]


async def test_captains_are_reminded_to_come_warmed_up(sqlite_database: Database) -> None:
    """G62, G63, G84, G85, G101, G102; before bowling there is time (G31)."""
    games = await play(sqlite_database)
    for event in ("bowling", "derby", "bags", "basketball"):
        await announce(games, event, "07:10")
    reminded = [
        post.endswith("Come warmed up: the schedule has no time for it.") for post in await list_posts(games, "start:")
    ]
    assert reminded == [False, True, True, True]


async def test_a_call_that_comes_too_late_is_not_made(sqlite_database: Database, clock: Clock) -> None:
    games = await play(sqlite_database)
    await announce(games, "bowling", "07:10")
    await tick(games, clock, 3600)
    assert len(await list_posts(games, "start:")) == 1


async def test_the_official_clock_is_shown_to_everybody(sqlite_database: Database, clock: Clock) -> None:
    """G9, D7."""
    games = await play(sqlite_database)

    async def show(chosen: str) -> str:
        async with sqlite_database.reading() as tx:
            return texts.shown(await punctuality.show_clock(tx, stranger(), chosen))

    assert without_times(await show(games.chosen)) == (
        "By the official clock it is **TIME**.\n"
        "No start is announced yet. A facilitator announces one with `/clock start`."
    )
    await announce(games, "derby", "07:30", 2)
    title = get_event("derby").title
    at = NOON + 1800
    assert (await show(games.chosen)).split("\n")[1:] == [
        f"Round 2 of {title}: <t:{at}:T> (<t:{at}:R>), late after <t:{at + 300}:T>"
    ]
    matches = await create_competition(sqlite_database, "dodgeball", "Dodge")
    assert (await show(str(matches.id))).split("\n")[1:] == [
        "Play starts <t:1812812400:F>. Whoever is not there then forfeits.",
        "Who is not there forfeits the match: `/match forfeit`.",
    ]


class TestRefusals:
    async def test_who_may(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        for who in (captain(games.gang), stranger()):
            with pytest.raises(NotAllowed, match="Only a facilitator"):
                await announce(games, "bowling", "now", who=who)
            with pytest.raises(NotAllowed, match="Only a facilitator"):
                await preview(games, "bowling", who=who)
            with pytest.raises(NotAllowed):
                async with sqlite_database.transaction() as tx:
                    await punctuality.record_forfeit(tx, who, games.chosen, "1")
        async with sqlite_database.transaction() as tx:
            await facilitators.bind_facilitator(
                tx, director(), games.chosen, "golf", FACILITATOR_ID, frozenset({FACILITATOR_ROLE})
            )
        with pytest.raises(NotAllowed, match="You keep Golf Scramble"):
            await announce(games, "bowling", "now")

    async def test_a_team_that_has_a_score_forfeits_nothing(self, sqlite_database: Database, clock: Clock) -> None:
        games = await play(sqlite_database)
        await announce(games, "bowling", "now")
        clock.advance(301)
        shown = await preview(games, "bowling")
        async with sqlite_database.transaction() as tx:
            await scores.submit_round(tx, facilitator(), games.chosen, TypedRound("bowling", "Bo", 1, text="99"))
        for attempt in (preview(games, "bowling"), record(games, shown)):
            with pytest.raises(RuleError) as refused:
                await attempt
            assert refused.value.sentence == (
                "\u2068Gutter Gang\u2069 has a score in game 1 of Bowling already, or has forfeited it, so nothing was "
                "recorded. If what is in is wrong, use `/score correct`."
            )

    async def test_a_forfeit_recorded_twice_is_not_called_presence(
        self, sqlite_database: Database, clock: Clock
    ) -> None:
        games = await play(sqlite_database)
        await announce(games, "bowling", "now")
        clock.advance(301)
        await record(games, await preview(games, "bowling"))
        with pytest.raises(RuleError, match="or has forfeited it, so nothing was recorded"):
            await preview(games, "bowling")

    async def test_a_start_that_was_moved_back_meanwhile(self, sqlite_database: Database, clock: Clock) -> None:
        games = await play(sqlite_database)
        await announce(games, "bowling", "now")
        clock.advance(301)
        shown = await preview(games, "bowling")
        await announce(games, "bowling", "now")
        with pytest.raises(RuleError, match="is not late yet"):
            await record(games, shown)

    async def test_without_a_start_nobody_is_late(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await announce(games, "bowling", "now")
        with pytest.raises(NotFound) as refused:
            await preview(games, "bowling", number=2)
        assert refused.value.sentence == (
            "No official start of game 2 of Bowling was announced, so nobody can be late. Announce it with "
            "`/clock start`."
        )

    async def test_a_team_that_is_out(self, sqlite_database: Database, clock: Clock) -> None:
        games = await play(sqlite_database)
        await announce(games, "bowling", "now")
        async with sqlite_database.transaction() as tx:
            await withdraw_team(tx, captain(games.gang), games.chosen, games.gang.name, "confirmed")
        clock.advance(301)
        with pytest.raises(RuleError) as refused:
            await preview(games, "bowling")
        assert refused.value.sentence == (
            "\u2068Gutter Gang\u2069 takes no part in Bowling any more, so it forfeits nothing."
        )

    @pytest.mark.parametrize(
        ("event", "number", "at", "sentence"),
        [
            ("bowling", 3, "now", "Bowling has 2 games per player; there is no game 3. Choose one from 1 to 2."),
            ("bowling", 1, "06:59", "<t:1809172740:T> is over by the official clock. Type a later time, or `now`."),
            (
                "holdem",
                1,
                "now",
                "Texas Hold'em has no grace: whoever is not there at the first hand is out. Use `/score holdem-late`.",
            ),
        ],
    )
    async def test_what_cannot_begin(
        self, sqlite_database: Database, event: str, number: int, at: str, sentence: str
    ) -> None:
        games = await play(sqlite_database)
        with pytest.raises(RuleError) as refused:
            await announce(games, event, at, number)
        assert refused.value.sentence == sentence

    @pytest.mark.parametrize("at", ["soon", "25:00", "2027-13-01 10:00", "\u0661\u0662:00", "9:60"])
    async def test_what_is_no_time(self, sqlite_database: Database, at: str) -> None:
        games = await play(sqlite_database)
        with pytest.raises(RuleError):
            await announce(games, "bowling", at)
