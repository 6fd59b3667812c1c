"""What is kept about people: who sees it, and that it goes."""

import logging
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import JSON, Table, Text, insert, select, update

from bot.clock import Clock
from bot.db import notice_tables, registration_tables, tables
from bot.db.engine import Database
from bot.db.privacy import CLEARED
from bot.db.snapshot import Competition, Team
from bot.logs import AT_LEAST
from bot.posts.outbox import PostStatus, load_due
from bot.services import captaincy, eligibility, linking, privacy, registration, roster, teams, withdrawing
from bot.services.access import Asker
from bot.services.joining import Newcomer
from bot.ui.message import Message
from bot.ui.texts import captaincy as captaincy_texts
from bot.ui.texts import privacy as texts
from bot.ui.texts import registration as registration_texts
from bot.ui.texts import teams as team_texts
from core.competition import Step
from core.errors import NotAllowed, RuleError, UserError
from tests.builders import (
    ADULT,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    send_form,
    start,
    stranger,
    take_steps,
)

ANN, BOB, EVE = 1, 77, 78
PLANTED = date(1987, 11, 23)
TRACES = ("1987-11-23", "1987, 11, 23", "23.11.1987", "11/23/1987", "19871123")


async def lodge(database: Database) -> tuple[Competition, Team]:
    """A team whose second player is Bob, who has an account."""
    games = await create_competition(database)
    team = await register_team(database, games, "Lodge", ["A", f"Bob Ray {PLANTED}", "C"], captain_id=ANN)
    async with database.transaction() as tx:
        await linking.link_players(tx, captain(team), "Games", f"#{team.id}", {"Bob Ray": BOB})
    return games, team


async def insert_pending_edit(database: Database, games: Competition, text: str) -> int:
    """A post that was sent and is to be edited; its id."""
    payload = Message(text).to_json()
    values = {"competition_id": games.id, "subject": "x", "payload": payload, "is_live": False, "is_pinned": False}
    state = {"wanted_revision": 2, "shown_revision": 1, "status": PostStatus.SENT, "nonce": 1, "message_id": 5}
    async with database.transaction() as tx:
        return (await tx.connection.execute(insert(tables.post).values(**values, **state))).inserted_primary_key[0]


async def show(database: Database, who: Asker) -> str:
    async with database.reading() as tx:
        return texts.shown(await privacy.show_kept(tx, who))


async def forget(database: Database, user_id: int) -> str:
    async with database.transaction() as tx:
        return texts.forgotten(await privacy.forget_asker(tx, asker(user_id)))


async def rows(database: Database, table: Table) -> str:
    async with database.reading() as tx:
        return str((await tx.connection.execute(select(table))).all())


class TestShowing:
    async def test_everybody_sees_what_is_kept_about_them(self, database: Database) -> None:
        _games, team = await lodge(database)
        async with database.transaction() as tx:
            await captaincy.name_co_captain(tx, captain(team), "Games", None, EVE)
        assert await show(database, asker(BOB)) == (
            "**\u2068Games\u2069**\n- you play as \u2068Bob Ray\u2069 in \u2068Lodge\u2069: born 1987-11-23\n"
            + texts.TERM
        )
        assert await show(database, asker(EVE)) == (
            "**\u2068Games\u2069**\n- you are the co-captain of \u2068Lodge\u2069\n" + texts.TERM
        )
        assert await show(database, asker(ANN)) == (
            "**\u2068Games\u2069**\n- you entered \u2068A\u2069 in \u2068Lodge\u2069: born 1990-01-01\n- you entered "
            "\u2068Bob Ray\u2069 in \u2068Lodge\u2069: born 1987-11-23\n- you entered \u2068C\u2069 in \u2068Lodge"
            "\u2069: born 1990-01-01\n- you are the captain of \u2068Lodge\u2069\n"
            + f"{texts.TERM}\n{texts.recorded(3)}"
        )
        for who in (stranger(), asker(BOB, guild_id=2), facilitator()):
            assert await show(database, who) == texts.NOTHING_KEPT

    async def test_staff_who_act_for_a_captain_do_not_see_the_dates_again(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        async with sqlite_database.transaction() as tx:
            form = "A 1987-11-23\nB 1987-11-24\nC 1987-11-25"
            await registration.register_team(tx, facilitator(), "Games", "Lodge", form, "Olde Tom")
        async with sqlite_database.transaction() as tx:
            await roster.add_player(tx, facilitator(), "Games", "Lodge", Newcomer("D", "1987-11-26"), None)
        assert "1987" not in await show(sqlite_database, facilitator())

    async def test_a_kept_form_is_shown(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        await send_form(sqlite_database, games, "Lodge", "Ann", user_id=ANN)
        assert "- 1 form that was not accepted yet, with what you typed" in await show(sqlite_database, asker(ANN))

    async def test_a_new_captain_does_not_see_the_dates_that_another_entered(self, sqlite_database: Database) -> None:
        _games, team = await lodge(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await captaincy.hand_over(tx, captain(team), "Games", None, EVE)
        assert "1987" not in await show(sqlite_database, asker(EVE))
        async with sqlite_database.reading() as tx:
            mine = team_texts.shown_to_captain(await teams.show_own_team(tx, asker(EVE), "Games"))
        assert "1987" not in mine

    async def test_directors_alone_see_those_of_others(self, sqlite_database: Database) -> None:
        _games, team = await lodge(sqlite_database)
        async with sqlite_database.reading() as tx:
            shown = texts.player_shown(await privacy.show_player(tx, director(), "Games", "Bob Ray"))
            assert shown == (
                "\u2068Bob Ray\u2069 (\u2068Lodge\u2069): born 1987-11-23, entered by <@1>, account <@77>."
            )
            for who in (facilitator(), captain(team), stranger()):
                with pytest.raises(NotAllowed, match="Only a director"):
                    await privacy.show_player(tx, who, "Games", "Bob Ray")
                with pytest.raises(NotAllowed, match="Only a director"):
                    await privacy.find_named(tx, who, "Games", "Bob Ray")


class TestDeleting:
    async def test_before_the_lock_a_player_leaves_without_a_trace(self, database: Database) -> None:
        games, team = await lodge(database)
        async with database.reading() as tx:
            asked = texts.asked(await privacy.show_kept(tx, asker(BOB)))
        assert asked.text == (
            "Erase what is kept about you in \u2068Games\u2069? Until the rosters lock you leave your team; after that "
            'your results stay under "Former player". Teams that you lead go to a co-captain, else to staff. Messages '
            "that were posted stay in their channels. This cannot be taken back."
        )
        assert asked.buttons[0].custom_id == "privacy-delete"
        assert await forget(database, BOB) == "✅ It is erased. If somebody else leads the team, they are told."
        assert [player.name for player in (await load(database, games)).roster(team.id)] == ["A", "C"]
        assert await show(database, asker(BOB)) == f"{texts.NOTHING_TO_ERASE}\n{texts.recorded(1)}"
        kept = await rows(database, tables.player)
        assert "Bob" not in kept
        assert "1987" not in kept
        assert await forget(database, BOB) == texts.NOTHING_TO_ERASE

    async def test_after_the_beginning_the_results_stay(self, database: Database, clock: Clock) -> None:
        games, team = await lodge(database)
        await start(database, games)
        clock.set(datetime(2027, 6, 12, 12, tzinfo=UTC))
        async with database.transaction() as tx:
            texts_of = {"text": "\u2068Bob Ray\u2069 threw well"}
            values = {"competition_id": games.id, "subject": "x", "payload": texts_of, "is_live": False}
            state = {"wanted_revision": 1, "shown_revision": 1, "status": PostStatus.SENT, "nonce": 1}
            await tx.connection.execute(insert(tables.post).values(**values, **state, is_pinned=False))
        assert await forget(database, BOB) == '✅ It is erased. Results stay under "Former player".'
        assert [player.name for player in (await load(database, games)).roster(team.id)] == ["A", "Former player", "C"]
        assert "Bob" not in await rows(database, tables.post)

    async def test_an_edit_still_to_come_goes_with_its_text(self, database: Database, clock: Clock) -> None:
        games, _ = await lodge(database)
        await start(database, games)
        clock.set(datetime(2027, 6, 12, 12, tzinfo=UTC))
        post = await insert_pending_edit(database, games, "\u2068Bob Ray\u2069 threw well")
        await forget(database, BOB)
        assert "Bob" not in await rows(database, tables.post)
        async with database.reading() as tx:
            assert post not in [due.id for due in await load_due(tx.connection)]

    async def test_a_captain_is_followed_and_their_form_goes(self, database: Database) -> None:
        games, team = await lodge(database)
        other = await create_competition(database, name="Others")
        await send_form(database, other, "Second", "Ann", user_id=ANN)
        async with database.transaction() as tx:
            await captaincy.name_co_captain(tx, captain(team), "Games", None, EVE)
        assert await forget(database, ANN) == "✅ It is erased."
        assert (await load(database, games)).teams[team.id].captain_id == EVE
        assert await rows(database, registration_tables.registration_draft) == "[]"
        assert await show(database, asker(ANN)) == f"{texts.NOTHING_TO_ERASE}\n{texts.recorded(5)}"
        async with database.reading() as tx:
            entered = set((await tx.connection.execute(select(tables.player.c.entered_by))).scalars())
        assert entered == {None}

    async def test_a_director_does_it_for_somebody_without_an_account(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        async with sqlite_database.reading() as tx:
            asked = texts.asked_for_player(*await privacy.find_named(tx, director(), "Games", "C"))
        assert asked.text.startswith("Erase what is kept about \u2068C\u2069?")
        for who in (captain(team), facilitator()):
            with pytest.raises(NotAllowed, match="Only a director"):
                async with sqlite_database.transaction() as tx:
                    await privacy.forget_player(tx, who, "Games", "C")
        async with sqlite_database.transaction() as tx:
            await privacy.forget_player(tx, director(), "Games", "C")
        assert [player.name for player in (await load(sqlite_database, games)).roster(team.id)] == ["A", "Bob Ray"]

    async def test_other_servers_and_people_keep_theirs(self, sqlite_database: Database) -> None:
        games, team = await lodge(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await privacy.forget_asker(tx, asker(BOB, guild_id=2))
            await privacy.forget_asker(tx, stranger())
        assert len((await load(sqlite_database, games)).roster(team.id)) == 3


class TestTerm:
    async def test_archiving_forgets_people_and_keeps_results(self, database: Database) -> None:
        games, team = await lodge(database)
        async with database.transaction() as tx:
            await eligibility.grant_exception(tx, director(), "Games", None, "Kid", "2009-06-13", "her mother said so")
            await eligibility.ban_player(tx, director(), "Games", None, EVE, "shouts at people")
            await registration.found_team(tx, facilitator(), "Games", "Second", "Olde Tom")
            values = {"competition_id": games.id, "team_id": team.id, "kind": "punch", "note": "hit somebody"}
            player_id = (await load(database, games)).roster(team.id)[0].id
            more = {"player_id": player_id, "recorded_by": 1, "recorded_at": tx.now, "decision": "pending"}
            await tx.connection.execute(insert(tables.offence).values(**values, **more))
            sent = {"status": PostStatus.SENT, "attempted_text": "she shouts", "shown_revision": 1}
            await tx.connection.execute(update(tables.post).values(sent))
            of, by = {"competition_id": games.id}, {"submitted_by": 1, "submitted_at": tx.now, "reason": "she erred"}
            who = {"event": "bowling", "team_id": team.id, "player_id": player_id, "round": 1, "value": 1}
            await tx.connection.execute(insert(tables.sheet).values(**of, **who, **by))
            pair = {"first_team_id": team.id, "second_team_id": team.id, "how": "played", "games": []}
            await tx.connection.execute(insert(tables.match_result).values(**of, **pair, **by))
            offence_id = await tx.connection.scalar(select(tables.offence.c.id))
            said = {"text": "she was provoked", "reason": "she was not", "appealed_by": 1, "appealed_at": tx.now}
            await tx.connection.execute(insert(notice_tables.appeal).values(offence_id=offence_id, **said))
            written = {
                "audience": "all",
                "text": "Bob is ill",
                "due_at": tx.now,
                "late_limit_seconds": 1,
                "status": "sent",
            }
            more = {"written_by": 1, "written_at": tx.now}
            await tx.connection.execute(insert(notice_tables.announcement).values(**of, **written, **more))
        await take_steps(database, games, Step.CANCEL, Step.ARCHIVE)
        kept = "".join([await rows(database, table) for table in tables.metadata.sorted_tables])
        for trace in (*TRACES, "her mother", "shouts", "Olde Tom", "hit somebody", "has become", "she ", "Bob is ill"):
            assert trace not in kept
        names = [player.name for player in (await load(database, games)).roster(team.id)]
        assert names == ["A", "Bob Ray", "C"]

    async def test_a_planted_date_is_in_no_log_ledger_post_answer_or_error(
        self, database: Database, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        for name, least in AT_LEAST.items():
            caplog.set_level(least, logger=name)
        games, team = await lodge(database)
        said = [repr(await load(database, games)), repr(team)]
        forms = (f"Bob Ray {PLANTED}", f"A {ADULT}\nB {ADULT}\nBob Ray {PLANTED}")
        said += [repr(await send_form(database, games, "Other", form, user_id=9)) for form in forms]
        for duplicate in (f"Bob Ray {PLANTED}", "x"):
            with pytest.raises(UserError) as refusal:
                async with database.transaction() as tx:
                    await eligibility.grant_exception(tx, director(), "Games", None, "Bob Ray", duplicate, "why")
            said += [str(refusal.value), repr(refusal.value)]
        with pytest.raises(Exception, match=r"(?i)unique") as fault:
            async with database.transaction() as tx:
                query = update(tables.player).values(birth_date=PLANTED, person_key="x")
                await tx.connection.execute(query)
        said += [str(fault.value), repr(fault.value)]
        said += [await rows(database, table) for table in (tables.ledger, tables.post, tables.answer, tables.draft)]
        for trace in TRACES:
            assert trace not in caplog.text
            assert all(trace not in text for text in said), trace


class TestGuessing:
    """Whoever types a name of another team and tries birth dates learns nothing from it, after a few tries."""

    LIMIT = (
        "another team has somebody of this name, and you have tried several birth dates for it today. So that nobody "
        "can guess them, ask a director to enter this player with `/team add`."
    )

    async def tried(
        self, database: Database, games: Competition, user_id: int, born: str, name: str = "bob  RÁY"
    ) -> str:
        """What is said of Bob in a form that is never accepted, since one line of it has no date."""
        made = await send_form(database, games, "Spies", f"{name} {born}\nX {ADULT}\nY", user_id)
        return registration_texts.not_registered(made).splitlines()[2]

    async def test_a_form_does_not_become_an_oracle(self, sqlite_database: Database, clock: Clock) -> None:
        games, _team = await lodge(sqlite_database)
        for day in range(1, 6):
            assert (await self.tried(sqlite_database, games, EVE, f"1987-11-0{day}")).startswith("✅")
        limit = f"❌ Line 1, \u2068bob RÁY\u2069: {self.LIMIT}"
        for born in ("1987-11-23", "1987-11-24", "2015-01-01"):
            assert await self.tried(sqlite_database, games, EVE, born) == limit
        assert (await self.tried(sqlite_database, games, EVE, "1987-11-01")).startswith("✅")  # the same try again
        assert "is entered in" in await self.tried(sqlite_database, games, ANN + 500, str(PLANTED))  # another captain
        clock.advance(86_400)
        assert "is entered in" in await self.tried(sqlite_database, games, EVE, str(PLANTED))

    async def test_a_team_of_namesakes_is_no_guessing(self, sqlite_database: Database) -> None:
        names = [f"P{number}" for number in range(8)]
        cup = await create_competition(sqlite_database, "dodgeball", "Cup")
        await register_team(sqlite_database, cup, "Lodge", names, captain_id=ANN)
        form = "\n".join(f"{name} 1990-02-0{number}" for number, name in enumerate(names, 1))
        made = await send_form(sqlite_database, cup, "Twins", form, EVE)
        assert made.team is not None

    async def test_nor_does_adding_player_by_player(self, sqlite_database: Database) -> None:
        games, _team = await lodge(sqlite_database)
        spies = await register_team(sqlite_database, games, "Spies", ["X", "Y", "Z"], captain_id=EVE)
        for day in range(1, 6):
            newcomer = roster.Newcomer("Bob Ray", f"1987-11-0{day}")
            async with sqlite_database.transaction() as tx:
                await roster.add_player(tx, captain(spies), "Games", None, newcomer, None)
            async with sqlite_database.transaction() as tx:
                await roster.remove_player(tx, captain(spies), "Games", None, "Bob Ray", None)
        with pytest.raises(RuleError) as refusal:
            async with sqlite_database.transaction() as tx:
                newcomer = roster.Newcomer("Bob Ray", str(PLANTED))
                await roster.add_player(tx, captain(spies), "Games", None, newcomer, None)
        assert refusal.value.sentence == f"Nothing was changed. \u2068Bob Ray\u2069: {self.LIMIT}"
        async with sqlite_database.transaction() as tx:  # a director enters the namesake
            newcomer = roster.Newcomer("Bob Ray", "1999-01-01")
            done = await roster.add_player(tx, director(), "Games", f"#{spies.id}", newcomer, None)
        assert done.count == 4

    async def test_a_team_that_gave_up_comes_back_whole(self, sqlite_database: Database) -> None:
        cup = await create_competition(sqlite_database, "dodgeball", "Cup")
        names = [f"P{number}" for number in range(9)]
        team = await register_team(sqlite_database, cup, "Lodge", names, captain_id=ANN)
        async with sqlite_database.transaction() as tx:
            await withdrawing.withdraw_team(tx, captain(team), "Cup", None, team.status)
        assert (await register_team(sqlite_database, cup, "Lodge", names, captain_id=ANN)).name == "Lodge"


class TestAnswers:
    async def test_a_code_and_a_date_are_shown_and_not_kept(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        async with sqlite_database.transaction() as tx:
            made = await registration.found_team(tx, facilitator(), "Games", "Old", "Olde Tom")
            assert made.team is not None
            issued = await captaincy.issue_code(tx, facilitator(), "Games", f"#{made.team.id}")
        answer = captaincy_texts.code_issued(issued)
        assert issued.code in answer.text
        assert issued.code not in str(answer.to_json())
        assert answer.to_json()["text"] == (
            "A code for **\u2068Old\u2069** was made, and is shown once. `/captain code` makes another one."
        )
        sent = await send_form(sqlite_database, games, "Lodge", f"A 03/05/2001\nB {ADULT}\nC {ADULT}")
        answer = registration_texts.answered(sent)
        assert "✅ \u2068A\u2069, read as born on 3 May 2001" in answer.text
        assert "2001" not in str(answer.to_json())
        refused = registration_texts.answered(await send_form(sqlite_database, games, "Aces", "D 03/05/2001", EVE))
        assert "read as born on 3 May 2001" in refused.text
        assert "2001" not in str(refused.to_json())


KEPT_TEXTS = {
    "amendment.new_text", "amendment.old_text", "amendment.reason", "ruling.text",  # the rules of the competition
    "answer.content",  # a day
    "competition.settings", "installation.value", "ledger.facts",  # nothing about persons but ids
    "event_closing.team_ranks", "event_closing.player_ranks", "match_result.games", "sheet.value",  # results, by ids
    "game_event.value", "card_revision.value", "card_revision.disputed",
}  # fmt: skip
DELETED_TEXTS = {
    "draft.value", "registration_draft.team_name", "registration_draft.players", "registration_draft.captain_name",
    "age_exception.reason", "post.payload", "post.attempted_text",
}  # fmt: skip


def test_of_each_text_somebody_decided_whether_the_archive_keeps_it() -> None:
    texts_in = {
        f"{table.name}.{column.name}"
        for table in tables.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, Text | JSON)
    }
    cleared = {f"{table.name}.{column}" for table, columns in CLEARED.items() for column in columns}
    assert texts_in - cleared == KEPT_TEXTS | DELETED_TEXTS, "a new text: erase it in bot/db/privacy.py, or say why not"
