"""Discord accounts: invited members enter themselves, captains link the others."""

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.posts.outbox import load_about
from bot.services import eligibility, invitations, linking, registration, roster, teams, withdrawing
from bot.services.access import Asker
from bot.services.help import show_help
from bot.services.joining import Newcomer
from bot.ui.facts.teams import Invited, Linked, RosterChange
from bot.ui.message import Message, OfferingConflict
from bot.ui.texts import help as help_texts
from bot.ui.texts import linking as texts
from bot.ui.texts import teams as team_texts
from core.errors import Conflict, NotAllowed, NotFound, RuleError, UserError
from tests.builders import ADULT, asker, captain, create_competition, director, load, register_team, send_form, stranger

BOB, EVE = 77, 78
LOCK_AT = datetime(2027, 6, 12, 5, 0, tzinfo=UTC)


async def invite(database: Database, who: Asker, *user_ids: int, team: str | None = None) -> Invited:
    async with database.transaction() as tx:
        return await invitations.invite_members(tx, who, "Games", team, user_ids)


async def accept(
    database: Database, user_id: int, number: int = 1, name: str = "Bob", birth_date: str = ADULT
) -> RosterChange:
    async with database.transaction() as tx:
        return await invitations.accept_invitation(tx, asker(user_id), "Games", str(number), name, birth_date)


async def decline(database: Database, user_id: int, number: int = 1) -> str:
    async with database.transaction() as tx:
        return texts.declined(await invitations.decline_invitation(tx, asker(user_id), "Games", str(number)))


async def link(database: Database, who: Asker, team: Team, links: dict[str, int | None]) -> Linked:
    async with database.transaction() as tx:
        return await linking.link_players(tx, who, "Games", f"#{team.id}", links)


async def posts(database: Database, channel_id: int) -> list[tuple[str, list[int]]]:
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.channel_id == channel_id).order_by(tables.post.c.id)
        return [(payload["text"], payload["users"]) for payload in (await tx.connection.execute(query)).scalars()]


async def trio(database: Database) -> tuple[Competition, Team]:
    games = await create_competition(database)
    return games, await register_team(database, games, "Lodge", ["A", "B", "C"])


class TestInviting:
    async def test_a_member_enters_their_own_birth_date_and_joins(self, database: Database) -> None:
        games, team = await trio(database)
        who = asker(team.captain_id or 0, channel_id=55)
        assert texts.invited(await invite(database, who, BOB)) == (
            "✅ <@77>: invited in <#55> to play for \u2068Lodge\u2069. You are told who joins."
        )
        assert await posts(database, 55) == [
            (
                f"<@77>, <@{team.captain_id}> invites you to play for **\u2068Lodge\u2069** in **\u2068Games\u2069** "
                "(2027-06-12). You enter your birth date yourself, and nobody answers for you. Rosters lock "
                "<t:1812776400:F> (<t:1812776400:R>).",
                [BOB],
            )
        ]
        done = await accept(database, BOB, name="Bob Ray", birth_date="3 May 2001")
        assert texts.joined(done).text.startswith(
            "✅ You play for **\u2068Lodge\u2069** in **\u2068Games\u2069** as \u2068Bob Ray\u2069."
        )
        (*_, bob) = (await load(database, games)).roster(team.id)
        assert (bob.name, bob.user_id) == ("Bob Ray", BOB)
        assert await posts(database, games.channels.captains) == [
            (
                f"<@{team.captain_id}>, the roster of \u2068Lodge\u2069 was changed: \u2068Bob Ray\u2069 joined.",
                [team.captain_id],
            )
        ]

    async def test_invited_members_complete_a_team_that_is_forming(self, database: Database) -> None:
        games = await create_competition(database)
        async with database.transaction() as tx:
            await registration.found_team(tx, asker(1), "Games", "Lodge")
        await invite(database, asker(1), 1, BOB, EVE)
        people = enumerate(((1, "Ann"), (BOB, "Bob"), (EVE, "Eve")), 1)
        joined = [await accept(database, user_id, number, name) for number, (user_id, name) in people]
        assert [change.registered is not None for change in joined] == [False, False, True]
        assert (await posts(database, games.channels.captains))[-1] == (
            "<@1>, the roster of \u2068Lodge\u2069 was changed: \u2068Eve\u2069 joined.\nThe team is complete, and "
            "registered. Your place is confirmed.",
            [1],
        )

    async def test_somebody_declines(self, database: Database) -> None:
        games, team = await trio(database)
        await invite(database, captain(team), BOB)
        assert await decline(database, BOB) == "You declined to play for \u2068Lodge\u2069. The captain is told."
        assert await posts(database, games.channels.captains) == [
            (
                f"<@{team.captain_id}>, <@77> does not play for \u2068Lodge\u2069. `/player invite` invites somebody "
                "else.",
                [team.captain_id],
            )
        ]
        await invite(database, captain(team), BOB)

    async def test_nobody_answers_for_another_or_twice(self, database: Database) -> None:
        games, team = await trio(database)
        await invite(database, captain(team), BOB)
        for step in (accept(database, EVE), decline(database, EVE), accept(database, team.captain_id or 0)):
            with pytest.raises(NotAllowed) as refusal:
                await step
            assert refusal.value.sentence == "This invitation is for <@77>, and nobody answers for somebody else."
        done = await asyncio.gather(*(accept(database, BOB) for _ in (1, 2)), return_exceptions=True)
        (error,) = [one for one in done if isinstance(one, UserError)]
        assert error.sentence == (
            "This invitation to \u2068Lodge\u2069 was accepted already. Ask the captain for another one."
        )
        with pytest.raises(Conflict):
            await decline(database, BOB)
        assert len((await load(database, games)).roster(team.id)) == 4

    @pytest.mark.parametrize("number", [0, -1, 99, 10**30])
    async def test_an_invitation_that_does_not_exist(self, sqlite_database: Database, number: int) -> None:
        await trio(sqlite_database)
        with pytest.raises(NotFound) as refusal:
            await accept(sqlite_database, BOB, number)
        assert refusal.value.sentence == texts.UNKNOWN_INVITATION

    @pytest.mark.parametrize(
        ("name", "birth_date", "words"),
        [
            ("Bob", "2015-01-01", "too young"),
            ("Bob", "2009-02-30", "the calendar does not have this birth date"),
            (
                "a",
                ADULT,
                "\u2068a\u2069: a team-mate has this name already. Is that you\\? Then your captain links your account"
                ": `/player link`. If not, add something that tells the two apart, such as a number.",
            ),
        ],
    )
    async def test_who_may_not_play_may_not_accept(
        self, sqlite_database: Database, name: str, birth_date: str, words: str
    ) -> None:
        games, team = await trio(sqlite_database)
        await invite(sqlite_database, captain(team), BOB)
        with pytest.raises(RuleError, match=words):
            await accept(sqlite_database, BOB, name=name, birth_date=birth_date)
        assert len((await load(sqlite_database, games)).roster(team.id)) == 3
        await accept(sqlite_database, BOB)

    async def test_whom_a_captain_cannot_invite(self, sqlite_database: Database) -> None:
        games, team = await trio(sqlite_database)
        other = await register_team(sqlite_database, games, "Other", ["X", "Y", "Z"])
        await link(sqlite_database, captain(other), other, {"X": EVE})
        async with sqlite_database.transaction() as tx:
            await eligibility.ban_player(tx, director(), "Games", None, 80, "fights")
        await invite(sqlite_database, captain(other), BOB)
        for user_ids, words in (
            ((), "Choose at least one member to invite."),
            ((EVE,), "Nothing was changed. <@78> plays for \u2068Other\u2069 already, as \u2068X\u2069, and a person "
             "plays for one team. `/team leave` lets them leave it."),
            ((80,), "Nothing was changed. <@80> was banned from this competition. Ask a director."),
            ((81, 82, 83), "\u2068Lodge\u2069 may have 4 players: 1 position is free, and you named 3. "
             "Nobody was invited."),
        ):  # fmt: skip
            with pytest.raises(RuleError) as refusal:
                await invite(sqlite_database, captain(team), *user_ids)
            assert refusal.value.sentence == words
        await invite(sqlite_database, captain(team), BOB)  # another team's invitation does not bind anybody
        with pytest.raises(RuleError) as refusal:
            await invite(sqlite_database, captain(team), 81)
        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 may have 4 players: no position is free, and you named 1. Nobody was invited. Positions "
            "are kept for those who are invited (1) until they answer: **Decline** under the invitation, which only "
            "they can press, frees one, or you take the invitations back: `/team mine`."
        )
        await accept(sqlite_database, BOB, 1)
        with pytest.raises(RuleError, match="<@77> plays for \u2068Other\u2069 already"):
            await accept(sqlite_database, BOB, 2)

    async def test_a_captain_takes_back_what_nobody_answers(self, sqlite_database: Database) -> None:
        games, team = await trio(sqlite_database)
        await invite(sqlite_database, captain(team), BOB)
        async with sqlite_database.reading() as tx:
            mine = team_texts.mine(await teams.show_own_team(tx, captain(team), "Games"))
            asked = help_texts.shown(await show_help(tx, asker(BOB), "Games"), {})
        assert "Invited, and has not answered: <@77>.\n" in mine.text
        assert mine.buttons[-1].custom_id == f"invited-back:{games.id}:{team.id}:1"
        assert (
            "❗ \u2068Lodge\u2069 invites you: press **Accept** or **Decline** in the post that mentions you."
        ) in asked.text

        async def take_back(who: Asker, newest: str) -> str:
            async with sqlite_database.transaction() as tx:
                return texts.taken_back(await invitations.take_back(tx, who, "Games", f"#{team.id}", newest))

        with pytest.raises(NotAllowed, match="Only the captain of"):
            await take_back(asker(BOB), "1")
        assert await take_back(captain(team), "1") == (
            "✅ <@77>: invited to \u2068Lodge\u2069 no more. `/player invite` invites somebody else, or them once more."
        )
        with pytest.raises(Conflict, match="This invitation to \u2068Lodge\u2069 was withdrawn already"):
            await accept(sqlite_database, BOB)
        await invite(sqlite_database, captain(team), EVE)
        for stale in ("1", "", "x", "²", "-1"):
            with pytest.raises(Conflict) as refused:
                await take_back(captain(team), stale)
            assert refused.value.sentence == texts.NONE_TO_TAKE_BACK
        await accept(sqlite_database, EVE, 2, name="Eve")

    async def test_a_post_says_what_became_of_it_and_loses_its_buttons(self, sqlite_database: Database) -> None:
        games, team = await trio(sqlite_database)
        await invite(sqlite_database, captain(team), BOB)
        await accept(sqlite_database, BOB)
        async with sqlite_database.transaction() as tx:
            await roster.remove_player(tx, captain(team), "Games", None, "Bob", None)
        await invite(sqlite_database, captain(team), BOB)
        await decline(sqlite_database, BOB, 2)
        await invite(sqlite_database, captain(team), BOB)
        async with sqlite_database.transaction() as tx:
            await invitations.take_back(tx, captain(team), "Games", f"#{team.id}", "3")
        await invite(sqlite_database, captain(team), BOB)
        async with sqlite_database.transaction() as tx:
            await withdrawing.withdraw_team(tx, captain(team), "Games", None, "confirmed")
            found = await load_about(tx.connection, games.id, "invitation:")
        said = [Message.from_json(post.payload) for post in found if post.payload]
        assert [(message.text.rsplit("\n", 1)[-1], message.buttons) for message in said] == [
            ("✅ <@77> has joined.", ()),
            ("<@77> has declined.", ()),
            ("This invitation was taken back.", ()),
            ("The team has withdrawn.", ()),
        ]

    async def test_the_last_position_may_be_gone_by_then(self, sqlite_database: Database) -> None:
        _games, team = await trio(sqlite_database)
        await invite(sqlite_database, captain(team), BOB)
        async with sqlite_database.transaction() as tx:
            await roster.add_player(tx, captain(team), "Games", None, Newcomer("Di", ADULT), None)
        with pytest.raises(RuleError) as refusal:
            await accept(sqlite_database, BOB)
        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 is full by now, and nothing was changed. Tell your captain, who can make room."
        )

    async def test_nobody_is_invited_twice(self, sqlite_database: Database) -> None:
        open_ = await create_competition(sqlite_database, "dodgeball", "Games")
        team = await register_team(sqlite_database, open_, "Lodge")
        await invite(sqlite_database, captain(team), BOB)
        with pytest.raises(RuleError) as refusal:
            await invite(sqlite_database, captain(team), EVE, BOB)
        assert refusal.value.sentence == "<@77> is invited already, and has not answered yet. Nothing was changed."

    async def test_after_the_lock_nobody_joins(self, sqlite_database: Database, clock: Clock) -> None:
        _games, team = await trio(sqlite_database)
        await invite(sqlite_database, captain(team), BOB)
        clock.set(LOCK_AT)
        for step in (accept(sqlite_database, BOB), invite(sqlite_database, captain(team), EVE)):
            with pytest.raises(NotAllowed, match="Rosters locked"):
                await step

    async def test_strangers_invite_nobody(self, sqlite_database: Database) -> None:
        await trio(sqlite_database)
        with pytest.raises(NotAllowed, match="Only the captain of"):
            await invite(sqlite_database, stranger(), BOB, team="Lodge")


class TestNamesakes:
    async def test_two_accounts_are_two_people_whatever_they_are_called(self, database: Database) -> None:
        games, team = await trio(database)
        other = await register_team(database, games, "Other", ["Bob Ray 2001-05-03", "Y", "Z"])
        await invite(database, captain(team), BOB)
        with pytest.raises(RuleError, match="is entered in \u2068Other\u2069 already"):
            await accept(database, BOB, name="Bob Ray", birth_date="2001-05-03")
        await link(database, captain(other), other, {"Bob Ray": EVE})
        await accept(database, BOB, name="Bob Ray", birth_date="2001-05-03")
        again = await send_form(database, games, "Third", f"bob ray 2001-05-03\nP {ADULT}\nQ {ADULT}")
        assert again.team is None


class TestLinking:
    async def test_a_captain_links_and_unlinks(self, database: Database) -> None:
        games, team = await trio(database)
        done = await link(database, captain(team), team, {"A": BOB, "B": EVE})
        assert texts.linked(done) == "✅ \u2068A\u2069 is <@77>\n✅ \u2068B\u2069 is <@78>\nNot linked yet: 1."
        done = await link(database, captain(team), team, {"A": EVE, "B": BOB})  # exchanged at once
        assert texts.linked(done).startswith("✅ \u2068A\u2069 is <@78>\n✅ \u2068B\u2069 is <@77>")
        done = await link(database, captain(team), team, {"A": None, "B": BOB})
        assert texts.linked(done) == "✅ \u2068A\u2069 is linked to nobody\nNot linked yet: 2."
        assert [player.user_id for player in (await load(database, games)).roster(team.id)] == [None, BOB, None]

    async def test_who_is_linked_by_a_director_is_told(self, sqlite_database: Database) -> None:
        games, team = await trio(sqlite_database)
        await link(sqlite_database, captain(team), team, {"A": EVE})
        await link(sqlite_database, director(), team, {"A": None, "B": BOB, "C": director().user_id})
        async with sqlite_database.reading() as tx:
            (told,) = await load_about(tx.connection, games.id, "linked:")
        assert (told.user_id, told.payload and told.payload["text"]) == (
            BOB,
            "**\u2068Games\u2069**: a director noted that you are \u2068B\u2069 of \u2068Lodge\u2069. `/privacy show` "
            "there shows what is kept about you. Not you? Tell a director.",
        )

    async def test_the_form_shows_the_next_five_or_one(self, sqlite_database: Database) -> None:
        open_ = await create_competition(sqlite_database, "dodgeball", "Games")
        team = await register_team(sqlite_database, open_, "Lodge")
        async with sqlite_database.reading() as tx:
            five = await linking.read_links(tx, captain(team), "Games", None, None)
            one = await linking.read_links(tx, captain(team), "Games", None, "Lodge 6")
        assert [player.name for player in five.players] == [f"Lodge {number}" for number in range(1, 6)]
        assert [player.name for player in one.players] == ["Lodge 6"]
        await link(sqlite_database, captain(team), team, {f"Lodge {number}": 900 + number for number in range(1, 7)})
        async with sqlite_database.reading() as tx:
            with pytest.raises(RuleError) as refusal:
                await linking.read_links(tx, captain(team), "Games", None, None)
        assert refusal.value.sentence == (
            "Everybody in \u2068Lodge\u2069 is linked. To change one, name the player in the option `player`."
        )

    async def test_refusals(self, sqlite_database: Database) -> None:
        games, team = await trio(sqlite_database)
        other = await register_team(sqlite_database, games, "Other", ["X", "Y", "Z"])
        await link(sqlite_database, captain(other), other, {"X": EVE})
        with pytest.raises(OfferingConflict) as twice:
            await link(sqlite_database, captain(team), team, {"A": BOB, "B": BOB})
        assert twice.value.sentence == texts.ONE_ACCOUNT_TWICE
        with pytest.raises(
            OfferingConflict, match="<@78> plays for \u2068Other\u2069 already, as \u2068X\u2069"
        ) as taken:
            await link(sqlite_database, captain(team), team, {"A": EVE})
        (again,) = taken.value.buttons
        assert (again.label, again.custom_id) == ("Choose again", f"link-again:{games.id}:{team.id}:1")
        async with sqlite_database.reading() as tx:
            form = await linking.read_links_again(tx, captain(team), str(games.id), f"#{team.id}", "2-1-1")
            assert [player.name for player in form.players] == ["B", "A"]
            for ids in ("", "x", "1-99", "4"):
                with pytest.raises(NotFound, match="does not play for \u2068Lodge\u2069"):
                    await linking.read_links_again(tx, captain(team), str(games.id), f"#{team.id}", ids)
        with pytest.raises(NotFound, match="\u2068X\u2069 does not play for \u2068Lodge\u2069"):
            await link(sqlite_database, captain(team), team, {"X": BOB})
        for who in (stranger(), captain(other)):
            with pytest.raises(NotAllowed, match="Only the captain of \u2068Lodge\u2069"):
                await link(sqlite_database, who, team, {"A": BOB})
        assert {player.user_id for player in (await load(sqlite_database, games)).roster(team.id)} == {None}

    def test_labels_fit(self) -> None:
        assert texts.link_label("x" * 100) == "x" * 44 + "…"
        assert texts.link_label("Ann") == "Ann"
