"""Who leads a team."""

import pytest
from sqlalchemy import select

from bot.db import registration_tables, tables
from bot.db.engine import Database
from bot.db.rosters import load_captain_names
from bot.db.snapshot import Competition, Team
from bot.services import appeals, captaincy, conduct, linking, registration, roster
from bot.services.access import Asker
from bot.services.joining import Newcomer
from bot.ui.facts.conduct import Lifted, RecordedOffence
from bot.ui.facts.teams import LedTeam
from bot.ui.texts import captaincy as texts
from bot.ui.texts import conduct as conduct_texts
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import NotAllowed, NotFound, RuleError, UserError
from tests.builders import (
    ADULT,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
    stranger,
    take_steps,
)

ANN, BOB, EVE = 1, 77, 78


async def lodge(database: Database) -> tuple[Competition, Team]:
    games = await create_competition(database)
    return games, await register_team(database, games, "Lodge", ["A", "B", "C"], captain_id=ANN)


async def lodge_with_player(database: Database) -> tuple[Competition, Team]:
    """The captain plays, too."""
    games, team = await lodge(database)
    async with database.transaction() as tx:
        await linking.link_players(tx, captain(team), "Games", f"#{team.id}", {"A": ANN})
    return games, team


async def lift(database: Database, competition: Competition, done: RecordedOffence) -> Lifted:
    async with database.transaction() as tx:
        return await conduct.lift_offence(tx, director(), str(competition.id), str(done.offence.id), "a mix-up")


async def hand_over(database: Database, who: Asker, user_id: int, team: str | None = None) -> LedTeam:
    async with database.transaction() as tx:
        return await captaincy.hand_over(tx, who, "Games", team, user_id)


async def appoint(database: Database, who: Asker, user_id: int, team: str | None = None) -> LedTeam:
    async with database.transaction() as tx:
        return await captaincy.name_co_captain(tx, who, "Games", team, user_id)


async def dismiss(database: Database, who: Asker, user_id: int) -> LedTeam:
    async with database.transaction() as tx:
        return await captaincy.dismiss_co_captain(tx, who, "Games", None, user_id)


async def issue(database: Database, who: Asker, team: str) -> str:
    async with database.transaction() as tx:
        return (await captaincy.issue_code(tx, who, "Games", team)).code


async def claim(database: Database, user_id: int, code: str) -> LedTeam:
    async with database.transaction() as tx:
        return await captaincy.claim_team(tx, asker(user_id), "Games", code)


async def leaders(database: Database, competition: Competition, team: Team) -> tuple[int | None, tuple[int, ...]]:
    found = (await load(database, competition)).teams[team.id]
    return found.captain_id, found.co_captain_ids


async def notices(database: Database, channel_id: int) -> list[tuple[str, list[int]]]:
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.channel_id == channel_id).order_by(tables.post.c.id)
        return [(payload["text"], payload["users"]) for payload in (await tx.connection.execute(query)).scalars()]


class TestHandingOver:
    async def test_the_new_captain_is_told_and_leads(self, database: Database) -> None:
        games, team = await lodge(database)
        await appoint(database, captain(team), BOB)
        done = await hand_over(database, captain(team), BOB)
        assert texts.handed_over(done) == "✅ <@77> is the captain of **\u2068Lodge\u2069** now, and is told."
        assert await leaders(database, games, team) == (BOB, ())
        assert (await notices(database, games.channels.captains))[-1] == (
            "<@77>, you are the captain of **\u2068Lodge\u2069** in \u2068Games\u2069 now. `/team mine` shows what it "
            "still needs. Not you? Press the button.",
            [BOB],
        )
        with pytest.raises(NotAllowed):
            await hand_over(database, captain(team), ANN, "Lodge")

    async def test_refusals(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        await register_team(sqlite_database, games, "Other", captain_id=EVE)
        await appoint(sqlite_database, captain(team), BOB)
        for user_id, words in (
            (ANN, "<@1> is the captain of \u2068Lodge\u2069 already. Nothing was changed."),
            (EVE, "<@78> is the captain of \u2068Other\u2069, and a captain has one team. Nothing was changed."),
        ):
            with pytest.raises(RuleError) as refusal:
                await hand_over(sqlite_database, captain(team), user_id)
            assert refusal.value.sentence == words
        with pytest.raises(NotAllowed) as co_captain:
            await hand_over(sqlite_database, asker(BOB), BOB)
        assert co_captain.value.sentence == (
            "Only the captain of \u2068Lodge\u2069 decides who leads it, or a director for them."
        )
        await hand_over(sqlite_database, director(), BOB, "Lodge")

    async def test_who_may_is_said_before_it_is_too_late(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        await take_steps(sqlite_database, games, Step.CANCEL)
        for who, words in (
            (stranger(), "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."),
            (captain(team), "\u2068Games\u2069 is cancelled: its teams stay as they are."),
        ):
            with pytest.raises(UserError) as refusal:
                await hand_over(sqlite_database, who, BOB, "Lodge")
            assert refusal.value.sentence == words


class TestDirectors:
    async def test_the_captain_who_was_replaced_is_told(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        await hand_over(sqlite_database, director(), BOB, f"#{team.id}")
        assert (await notices(sqlite_database, games.channels.captains))[-1] == (
            "<@1>, a director made <@77> the captain of **\u2068Lodge\u2069** in \u2068Games\u2069. Ask staff if that "
            "is wrong.",
            [ANN],
        )


class TestCoCaptains:
    async def test_two_at_most_who_act_like_the_captain(self, database: Database) -> None:
        games, team = await lodge(database)
        assert texts.named_co_captain(await appoint(database, captain(team), BOB)).startswith(
            "✅ <@77> is a co-captain of **\u2068Lodge\u2069** now, and is told."
        )
        await appoint(database, captain(team), EVE)
        with pytest.raises(RuleError) as third:
            await appoint(database, captain(team), 79)
        assert third.value.sentence == (
            "\u2068Lodge\u2069 has two co-captains, <@77> and <@78>. `/captain dismiss` makes room. Nothing was "
            "changed."
        )
        async with database.transaction() as tx:
            await roster.add_player(tx, asker(BOB), "Games", None, Newcomer("Di", ADULT), None)
        assert texts.dismissed(await dismiss(database, asker(BOB), BOB)) == (
            "✅ <@77> is no co-captain of **\u2068Lodge\u2069** any more."
        )
        await dismiss(database, captain(team), EVE)
        assert await leaders(database, games, team) == (ANN, ())

    async def test_refusals(self, sqlite_database: Database) -> None:
        _games, team = await lodge(sqlite_database)
        await appoint(sqlite_database, captain(team), BOB)
        await appoint(sqlite_database, captain(team), EVE)
        with pytest.raises(RuleError, match="<@77> leads \u2068Lodge\u2069 already"):
            await appoint(sqlite_database, captain(team), BOB)
        with pytest.raises(RuleError, match="<@79> is no co-captain of \u2068Lodge\u2069"):
            await dismiss(sqlite_database, captain(team), 79)
        with pytest.raises(NotAllowed, match="decides who leads it"):
            await dismiss(sqlite_database, asker(BOB), EVE)
        with pytest.raises(NotAllowed):
            await appoint(sqlite_database, stranger(), 79, "Lodge")


async def eject(database: Database, games: Competition) -> RecordedOffence:
    """The player A throws a punch."""
    async with database.transaction() as tx:
        preview = await conduct.preview_offence(tx, facilitator(), "Games", OffenceKind.PUNCH, "A")
    async with database.transaction() as tx:
        done = await conduct.record_offence(tx, facilitator(), str(games.id), str(preview.draft_id))
    assert isinstance(done, RecordedOffence)
    return done


async def direct(database: Database, user_id: int) -> list[str]:
    """What somebody is told by direct message."""
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.user_id == user_id)
        return [payload["text"] for payload in (await tx.connection.execute(query)).scalars()]


class TestSuccession:
    async def test_the_first_co_captain_follows_one_who_left_the_server(self, database: Database) -> None:
        games, team = await lodge(database)
        await appoint(database, captain(team), EVE)
        await appoint(database, captain(team), BOB)
        async with database.reading() as tx:
            assert await captaincy.list_leaders(tx, facilitator(), "Games") == {ANN, BOB, EVE}
        async with database.transaction() as tx:
            replaced = await captaincy.replace_departed(tx, facilitator(), "Games", {ANN, EVE})
        assert texts.departed(replaced) == (
            "<@1> of \u2068Lodge\u2069 has left this server.\nTheir co-captains follow and are told; a team that has "
            "none is named in the staff channel."
        )
        assert await leaders(database, games, team) == (BOB, ())
        assert (await notices(database, games.channels.captains))[-1] == (
            "<@77>, the captain of **\u2068Lodge\u2069** is gone, so you are its captain now. `/team mine` shows what "
            "it still needs.",
            [BOB],
        )
        async with database.transaction() as tx:
            assert texts.departed(await captaincy.replace_departed(tx, facilitator(), "Games", ())) == texts.ALL_HERE
            await captaincy.replace_departed(tx, facilitator(), "Games", {BOB})
        assert await leaders(database, games, team) == (None, ())
        assert await notices(database, games.channels.staff) == [
            (
                "The captain of \u2068Lodge\u2069 is gone, and no co-captain follows. Name another one with `/captain "
                "handover`; until then staff act for the team.",
                [],
            )
        ]
        async with database.transaction() as tx:
            await roster.add_player(tx, facilitator(), "Games", "Lodge", Newcomer("Di", ADULT), None)

    async def test_an_ejected_captain_is_followed(self, database: Database) -> None:
        games, team = await lodge_with_player(database)
        await appoint(database, captain(team), BOB)
        await start(database, games)
        done = await eject(database, games)
        assert await leaders(database, games, team) == (BOB, ())
        assert (await notices(database, games.channels.captains))[-1][1] == [BOB]
        appeal_with = f"`/appeal submit` and the number #{done.offence.id}."
        assert [appeal_with in text for text in await direct(database, BOB)] == [True]
        assert [appeal_with in text for text in await direct(database, ANN)] == [False]
        async with database.transaction() as tx:
            await appeals.submit_appeal(tx, asker(BOB), "Games", f"#{done.offence.id}", "It was self-defence.")

    async def test_an_ejected_captain_leads_again_once_it_is_lifted(self, database: Database) -> None:
        games, team = await lodge_with_player(database)
        await appoint(database, captain(team), BOB)
        await start(database, games)
        lifted = await lift(database, games, await eject(database, games))
        assert conduct_texts.lifted(lifted).endswith("\n<@1> is the captain of \u2068Lodge\u2069 again, and is told.")
        assert await leaders(database, games, team) == (ANN, (BOB,))
        assert (await notices(database, games.channels.captains))[-1] == (
            "<@1>, you are the captain of **\u2068Lodge\u2069** again. <@77>, who followed, is a co-captain again.",
            [ANN, BOB],
        )

    async def test_where_nobody_followed_too(self, sqlite_database: Database) -> None:
        games, team = await lodge_with_player(sqlite_database)
        await start(sqlite_database, games)
        await lift(sqlite_database, games, await eject(sqlite_database, games))
        assert await leaders(sqlite_database, games, team) == (ANN, ())

    async def test_whoever_was_named_since_stays(self, sqlite_database: Database) -> None:
        games, team = await lodge_with_player(sqlite_database)
        await start(sqlite_database, games)
        done = await eject(sqlite_database, games)
        await hand_over(sqlite_database, director(), EVE, "Lodge")
        lifted = await lift(sqlite_database, games, done)
        assert conduct_texts.lifted(lifted).endswith(
            "\n<@78> leads \u2068Lodge\u2069 now: `/captain handover` changes that."
        )
        assert await leaders(sqlite_database, games, team) == (EVE, ())

    async def test_nobody_becomes_the_captain_of_two_teams(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        await register_team(sqlite_database, games, "Aces", captain_id=EVE)
        await appoint(sqlite_database, captain(team), EVE)
        await appoint(sqlite_database, captain(team), BOB)
        async with sqlite_database.transaction() as tx:
            await captaincy.replace_departed(tx, facilitator(), "Games", {ANN})
        assert await leaders(sqlite_database, games, team) == (BOB, (EVE,))
        async with sqlite_database.transaction() as tx:
            await captaincy.replace_departed(tx, facilitator(), "Games", {BOB})
        assert await leaders(sqlite_database, games, team) == (None, (EVE,))

    async def test_an_ejected_captain_whom_nobody_follows_is_told_of_in_person(self, sqlite_database: Database) -> None:
        games, team = await lodge_with_player(sqlite_database)
        await start(sqlite_database, games)
        assert (await eject(sqlite_database, games)).unreachable == ("the captain of Lodge",)
        assert await leaders(sqlite_database, games, team) == (None, ())

    async def test_staff_alone_look_for_them(self, sqlite_database: Database) -> None:
        _games, team = await lodge(sqlite_database)
        for who in (stranger(), captain(team)):
            async with sqlite_database.transaction() as tx:
                with pytest.raises(NotAllowed, match="Only a facilitator"):
                    await captaincy.list_leaders(tx, who, "Games")
                with pytest.raises(NotAllowed, match="Only a facilitator"):
                    await captaincy.replace_departed(tx, who, "Games", {ANN})


class TestCodes:
    async def test_a_captain_without_an_account_claims_the_team_later(self, database: Database) -> None:
        games = await create_competition(database)
        async with database.transaction() as tx:
            made = await registration.found_team(tx, facilitator(), "Games", "Lodge", "Olde Tom")
        assert made.team is not None
        old, code = await issue(database, facilitator(), "Lodge"), await issue(database, facilitator(), "Lodge")
        with pytest.raises(NotFound) as unknown:
            await claim(database, BOB, old)
        assert unknown.value.sentence == texts.UNKNOWN_CODE
        assert texts.claimed(await claim(database, BOB, f" {code[:5].lower()} {code[5:]}")) == (
            "✅ You are the captain of **\u2068Lodge\u2069** now. `/team mine` shows what it still needs."
        )
        assert await leaders(database, games, made.team) == (BOB, ())
        async with database.reading() as tx:
            assert await load_captain_names(tx, games.id) == {}
            assert (await tx.connection.execute(select(registration_tables.claim_code))).all() == []
        with pytest.raises(NotFound):
            await claim(database, EVE, code)

    async def test_refusals(self, sqlite_database: Database) -> None:
        _games, team = await lodge(sqlite_database)
        with pytest.raises(RuleError) as led:
            await issue(sqlite_database, director(), "Lodge")
        assert led.value.sentence == (
            "\u2068Lodge\u2069 has a captain with an account. `/captain handover` makes somebody else its captain."
        )
        for who in (captain(team), stranger()):
            with pytest.raises(NotAllowed, match="Only a facilitator"):
                await issue(sqlite_database, who, "Lodge")
        for code in ("", "x" * 6000, "\x00", "\ud800"):
            with pytest.raises(NotFound):
                await claim(sqlite_database, BOB, code)
        async with sqlite_database.transaction() as tx:
            await registration.found_team(tx, facilitator(), "Games", "Second", "Tom")
        code = await issue(sqlite_database, facilitator(), "Second")
        with pytest.raises(RuleError, match="<@1> is the captain of \u2068Lodge\u2069, and a captain has one team"):
            await claim(sqlite_database, ANN, code)

    async def test_the_database_does_not_hold_the_code(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await registration.found_team(tx, facilitator(), "Games", "Lodge", "Tom")
        code = await issue(sqlite_database, facilitator(), "Lodge")
        async with sqlite_database.reading() as tx:
            for table in (registration_tables.claim_code, tables.ledger):
                assert code not in str((await tx.connection.execute(select(table))).all())

    async def test_the_code_says_in_which_competition_it_is_good(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await create_competition(sqlite_database, "dodgeball", "Cup")
        async with sqlite_database.transaction() as tx:
            made = await registration.found_team(tx, facilitator(), "Games", "Lodge", "Tom")
        assert made.team is not None
        code = await issue(sqlite_database, facilitator(), "Lodge")
        for who, chosen, typed in (
            (asker(BOB), "Cup", code),
            (asker(BOB), None, "WRONG"),
            (asker(BOB, guild_id=8), None, code),
        ):
            async with sqlite_database.transaction() as tx:
                with pytest.raises(NotFound) as unknown:
                    await captaincy.claim_team(tx, who, chosen, typed)
            assert unknown.value.sentence == texts.UNKNOWN_CODE
        async with sqlite_database.transaction() as tx:
            await captaincy.claim_team(tx, asker(BOB), None, code)
        assert await leaders(sqlite_database, games, made.team) == (BOB, ())


class TestDeclining:
    """Nobody asked the new captain: a button under the note hands the team back."""

    async def decline(self, database: Database, who: Asker, team: Team, previous: object) -> LedTeam:
        async with database.transaction() as tx:
            return await captaincy.hand_back(tx, who, "Games", f"#{team.id}", str(previous))

    async def test_whoever_led_it_before_leads_it_again(self, database: Database) -> None:
        games, team = await lodge(database)
        note = texts.told_captain(await hand_over(database, captain(team), BOB))
        assert [(button.label, button.custom_id) for button in note.buttons] == [
            ("I do not lead it", f"captain-decline:{games.id}:{team.id}:{ANN}")
        ]
        done = await self.decline(database, asker(BOB), team, ANN)
        assert texts.handed_back(done) == (
            "✅ You do not lead **\u2068Lodge\u2069** any more. Whoever leads it now is told."
        )
        assert await leaders(database, games, team) == (ANN, ())
        assert (await notices(database, games.channels.captains))[-1] == (
            "<@1>, <@77> declined to lead **\u2068Lodge\u2069**: you are its captain again. `/captain handover` names "
            "somebody else.",
            [ANN],
        )
        with pytest.raises(NotAllowed, match="Only the captain of"):
            await self.decline(database, asker(BOB), team, ANN)

    async def test_somebody_who_leads_another_team_by_now_is_not_given_two(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        await appoint(sqlite_database, captain(team), EVE)
        await hand_over(sqlite_database, captain(team), BOB)
        await register_team(sqlite_database, games, "Other", captain_id=ANN)
        await self.decline(sqlite_database, asker(BOB), team, ANN)
        assert await leaders(sqlite_database, games, team) == (EVE, ())

    @pytest.mark.parametrize("previous", ["0", "x", "-1", "9" * 30, "²", str(BOB)])
    async def test_with_nobody_left_staff_are_told(self, sqlite_database: Database, previous: str) -> None:
        games, team = await lodge(sqlite_database)
        await hand_over(sqlite_database, director(), BOB, "Lodge")
        await self.decline(sqlite_database, asker(BOB), team, previous)
        assert await leaders(sqlite_database, games, team) == (None, ())
        ((told, _),) = await notices(sqlite_database, games.channels.staff)
        assert told.startswith("The captain of \u2068Lodge\u2069 is gone, and no co-captain follows.")

    async def test_only_who_leads_it_or_a_director_hands_it_back(self, sqlite_database: Database) -> None:
        _games, team = await lodge(sqlite_database)
        await appoint(sqlite_database, captain(team), EVE)
        for who in (asker(EVE), stranger(), facilitator()):
            with pytest.raises(NotAllowed, match="Only the captain of \u2068Lodge\u2069"):
                await self.decline(sqlite_database, who, team, BOB)

    async def test_a_co_captain_steps_down_and_the_captain_is_told(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        note = texts.told_co_captain(await appoint(sqlite_database, captain(team), BOB))
        assert note.buttons[0].custom_id == f"co-captain-decline:{games.id}:{team.id}"
        await dismiss(sqlite_database, asker(BOB), BOB)
        assert (await notices(sqlite_database, games.channels.captains))[-1] == (
            "<@1>, <@77> is no co-captain of **\u2068Lodge\u2069** any more. `/captain appoint` names another one.",
            [ANN],
        )
