"""Finishing: what is missing, who has won, and the post of the final result."""

from typing import Any

from sqlalchemy import update

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import closing, competition, conduct, corrections, course, scores
from bot.services.bracket import build_from
from bot.services.dodgeball import submit_match
from bot.services.scores import TypedRound
from bot.ui.facts.conduct import RecordedOffence
from bot.ui.facts.ending import DisputedCards, Ended, EndingAsked, EndingPreview, EventGap, LooseEnds
from bot.ui.names import for_prose
from bot.ui.texts import ending as texts
from core.competition import Step
from core.conduct import Decision, OffenceKind
from tests.bot.services.endings import ask, confirm, posts
from tests.bot.services.offences import decide, record
from tests.builders import (
    CHANNELS,
    amend_rule,
    change_settings,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
)


async def small_games(database: Database, events: tuple[str, ...] = ("bowling", "holdem")) -> Competition:
    held = await create_competition(database)
    held = await change_settings(database, held, events=events)
    await register_team(database, held, "Aces", ["Ann", "Al", "Abe"])
    await register_team(database, held, "Bats", ["Bo", "Bea", "Ben"])
    return await start(database, held)


async def bowl(database: Database, held: Competition, player: str, game: int, pins: int) -> None:
    async with database.transaction() as tx:
        typed = TypedRound("bowling", player, game, text=str(pins))
        await scores.submit_round(tx, facilitator(), str(held.id), typed)


class TestFinishGames:
    async def test_it_warns_of_all_that_is_missing(self, database: Database) -> None:
        held = await small_games(database, ("bowling", "derby", "holdem"))
        await bowl(database, held, "Ann", 1, 150)
        async with database.transaction() as tx:
            await tx.connection.execute(
                update(tables.competition).where(tables.competition.c.id == held.id).values(director_role_id=None)
            )
        for _ in range(3):  # Bo is warned, then ejected, and the next offence asks for the whole team
            async with database.transaction() as tx:
                who = "Bo" if _ < 2 else "Bea"
                seen = await conduct.preview_offence(tx, director(), str(held.id), OffenceKind.TRASH_TALK, who)
                await conduct.record_offence(tx, director(), str(held.id), str(seen.draft_id))
        offence = (await load(database, held)).offences[-1]

        lines = texts.asked(await ask(database, held, Step.FINISH)).split("\n")

        assert lines[:5] == [
            "⚠️ **Not everything is in:**",
            "- Bowling: something is missing of 5 players, and counts 0",
            "- Home Run Derby has no result, so it does not count",
            "- Texas Hold'em has no result, so it does not count",
            f"- A team's ejection waits for your decision (offence #{offence.id}): `/conduct team-eject`",
        ]

    async def test_it_names_disputed_cards_and_equal_ones_without_a_stroke_index(
        self, sqlite_database: Database
    ) -> None:
        """G120: with no stroke index equal cards share a rank, and no file can be exported of it."""
        held = await small_games(sqlite_database, ("golf",))
        card = "4 4 3 4 5 3 4 4 5 4 3 4 5 4 3 4 4 5"
        for team in ("Aces", "Bats"):
            async with sqlite_database.transaction() as tx:
                await scores.submit_round(tx, facilitator(), str(held.id), TypedRound("golf", team, 1, text=card))
        lines = texts.asked(await ask(sqlite_database, held, Step.FINISH)).split("\n")
        equal = "- Golf Scramble: equal cards share a rank until the stroke index decides: `/event stroke-index`"
        assert lines[:2] == ["⚠️ **Not everything is in:**", equal]
        async with sqlite_database.transaction() as tx:
            await course.set_stroke_index(tx, director(), str(held.id), " ".join(map(str, range(1, 19))))
        assert texts.asked(await ask(sqlite_database, held, Step.FINISH)).startswith("Everything is in.")
        ends = LooseEnds(gaps=(EventGap("golf", 1, has_results=True),), disputed=(DisputedCards("golf", ("A_b",)),))
        snapshot = await load(sqlite_database, held)
        assert texts.previewed(EndingPreview(snapshot, Step.FINISH, loose_ends=ends)).split("\n")[1:3] == [
            "- Golf Scramble: something is missing of 1 team, and counts as the last rank",
            "- Golf Scramble: disputed are the cards of \u2068A\\_b\u2069: `/card rule`",
        ]

    async def test_whoever_closed_an_event_has_seen_what_was_missing(self, sqlite_database: Database) -> None:
        held = await small_games(sqlite_database, ("bowling",))
        await bowl(sqlite_database, held, "Ann", 1, 150)
        assert "- Bowling: something is missing of 6 players, and counts 0" in texts.asked(
            await ask(sqlite_database, held, Step.FINISH)
        )
        async with sqlite_database.transaction() as tx:
            shown = await closing.preview_closing(tx, director(), str(held.id), "bowling")
            await closing.confirm_closing(tx, director(), str(held.id), str(shown.draft_id))
        assert texts.asked(await ask(sqlite_database, held, Step.FINISH)).startswith("Everything is in.\n")

    async def test_the_podium_is_shown_first_and_posted_then(self, database: Database) -> None:
        held = await small_games(database, ("bowling",))
        pins = {"Ann": 200, "Al": 100, "Abe": 90, "Bo": 200, "Bea": 150, "Ben": 60}
        for player, each in pins.items():
            for game in (1, 2):
                await bowl(database, held, player, game, each)
        await amend_rule(database, held, "2.1", reason="lanes")
        await load(database, held)

        asked = await ask(database, held, Step.FINISH)

        result = [
            "🏆 **Final result of \u2068Games\u2069**",
            "**Teams**",
            "1. \u2068Bats\u2069, sum of ranks 1",
            "2. \u2068Aces\u2069, sum of ranks 2",
            "**Players**",
            "T1. \u2068Ann\u2069 (\u2068Aces\u2069), sum of ranks 1.5",
            "T1. \u2068Bo\u2069 (\u2068Bats\u2069), sum of ranks 1.5",
            "3. \u2068Bea\u2069 (\u2068Bats\u2069), sum of ranks 3",
            "-# Final. Counted: Bowling",
            "-# Rules: version 2; no director's ruling.",
        ]
        assert texts.asked(asked).split("\n") == [
            "Everything is in.",
            "If you finish **\u2068Games\u2069**, no more scores are taken, and this is posted in <#21>:",
            *[f"> {line}" for line in result],
            "`/competition resume` opens it again.",
            "Nothing is done until you confirm it.",
        ]
        ended = await confirm(database, held, asked)
        assert isinstance(ended, Ended)
        assert await posts(database, "final:") == [(CHANNELS.announcements, None, "\n".join(result))]

    async def test_a_score_that_came_meanwhile_is_shown_anew(self, sqlite_database: Database) -> None:
        held = await small_games(sqlite_database, ("bowling",))
        asked = await ask(sqlite_database, held, Step.FINISH)
        await bowl(sqlite_database, held, "Ann", 1, 150)
        anew = await confirm(sqlite_database, held, asked)
        assert isinstance(anew, EndingAsked)
        assert anew.is_anew

    async def test_opened_again_everybody_hears_that_it_goes_on(self, database: Database) -> None:
        held = await small_games(database)
        await confirm(database, held, await ask(database, held, Step.FINISH))
        async with database.transaction() as tx:
            await competition.step_competition(tx, director(), str(held.id), Step.RESUME)
        assert await posts(database, "resumed:") == [
            (
                CHANNELS.announcements,
                None,
                "**\u2068Games\u2069 goes on.** The final result above does not hold; a new one will follow.",
            )
        ]
        await confirm(database, held, await ask(database, held, Step.FINISH))
        assert len(await posts(database, "final:")) == 2


class TestChangedAfterTheEnd:
    async def test_the_result_is_posted_anew_where_a_correction_moves_the_winners(self, database: Database) -> None:
        held = await small_games(database, ("bowling",))
        await bowl(database, held, "Ann", 1, 200)
        await bowl(database, held, "Bo", 1, 150)
        await confirm(database, held, await ask(database, held, Step.FINISH))
        await self.correct(database, held, "149")
        assert len(await posts(database, "final:")) == 1, "nobody has moved"
        await self.correct(database, held, "250")
        *_, (channel_id, _, text) = await posts(database, "final:")
        assert channel_id == CHANNELS.announcements
        assert text.split("\n")[:5] == [
            "🏆 **Final result of \u2068Games\u2069, corrected**",
            "The one above does not hold any more.",
            "**Teams**",
            "1. \u2068Bats\u2069, sum of ranks 1",
            "2. \u2068Aces\u2069, sum of ranks 2",
        ]

    async def test_an_ejection_and_its_lifting_move_them_too(self, sqlite_database: Database) -> None:
        held = await small_games(sqlite_database, ("bowling",))
        await bowl(sqlite_database, held, "Ann", 1, 200)
        await confirm(sqlite_database, held, await ask(sqlite_database, held, Step.FINISH))
        async with sqlite_database.transaction() as tx:
            seen = await conduct.preview_offence(tx, director(), str(held.id), OffenceKind.PUNCH, "Ann")
            done = await conduct.record_offence(tx, director(), str(held.id), str(seen.draft_id))
        assert isinstance(done, RecordedOffence)
        async with sqlite_database.transaction() as tx:
            await conduct.lift_offence(tx, director(), str(held.id), str(done.offence.id), "It was not her.")
        first, ejected, lifted = [text for _, _, text in await posts(sqlite_database, "final:")]
        assert "Ann" in first
        assert "Ann" not in ejected
        assert lifted.split("\n")[2:] == first.split("\n")[1:]

    async def correct(self, database: Database, held: Competition, pins: str) -> None:
        async with database.transaction() as tx:
            typed = TypedRound("bowling", "Bo", 1, text=pins)
            shown = await corrections.propose_correction(tx, director(), str(held.id), typed, "read anew")
            await corrections.confirm_correction(tx, director(), str(held.id), str(shown.draft_id))


class TestFinishDodgeball:
    async def play(self, database: Database, held: Competition, *, at_most: int = 99) -> None:
        for _ in range(at_most):
            ready = build_from(await load(database, held)).ready
            if not ready:
                return
            first, _second = ready[0].pair or ("", "")
            async with database.transaction() as tx:
                await submit_match(tx, facilitator(), str(held.id), ready[0].id, (first, first, None))

    async def tournament(self, database: Database, teams: int) -> Competition:
        held = await create_competition(database, "dodgeball", "Ten Ugly")
        for number in range(teams):
            await register_team(database, held, f"T{number}")
        return await start(database, held)

    async def test_champion_runner_up_and_third(self, database: Database) -> None:
        held = await self.tournament(database, 4)
        await self.play(database, held)
        snapshot = await load(database, held)
        names: dict[int, list[str]] = {
            place.place: [for_prose(snapshot.teams[id_].name) for id_ in snapshot.seeds if f"#{id_}" in place.teams]
            for place in build_from(snapshot).places
        }

        asked = await ask(database, held, Step.FINISH)
        await confirm(database, held, asked)

        ((_, _, text),) = await posts(database, "final:")
        assert text.split("\n") == [
            "🏆 **Final result of \u2068Ten Ugly\u2069**",
            f"Champion: {names[1][0]}",
            f"Runner-up: {names[2][0]}",
            f"Third: {names[3][0]} and {names[3][1]}",
            "-# Rules: version 1; no director's ruling.",
        ]
        assert texts.asked(asked).startswith("Everything is in.\n")

    async def test_an_ejected_team_is_not_honoured_unawares(self, sqlite_database: Database) -> None:
        held = await self.tournament(sqlite_database, 2)
        await self.play(sqlite_database, held)
        snapshot = await load(sqlite_database, held)
        second = next(place for place in build_from(snapshot).places if place.place == 2).teams[0]
        out = snapshot.teams[int(second[1:])]
        one, two = (player.name for player in snapshot.roster(out.id)[:2])
        for name in (one, one, two):
            await record(sqlite_database, held, name)
        await decide(sqlite_database, held, out.name, Decision.CONFIRMED)
        asked = texts.asked(await ask(sqlite_database, held, Step.FINISH))
        assert f"> Runner-up: {for_prose(out.name)} (ejected)" in asked.splitlines()

    async def test_matches_that_were_not_played(self, sqlite_database: Database) -> None:
        held = await self.tournament(sqlite_database, 4)
        await self.play(sqlite_database, held, at_most=1)
        lines: Any = texts.asked(await ask(sqlite_database, held, Step.FINISH)).split("\n")
        assert lines[:2] == ["⚠️ **Not everything is in:**", "- Not played: Semi-final 2, Final"]
        assert "> There is no champion." in lines
