"""Who may write a card, what cannot be read on it, and golf's cards."""

import pytest
from sqlalchemy import update

from bot.db import tables
from bot.db.cards import Author
from bot.db.competitions import raise_revision
from bot.db.drafts import DraftPurpose
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import card_arrangement, card_rulings, card_writing, facilitators
from bot.services.cards import list_disputed
from bot.services.standings import standings_of
from bot.ui.card_view import say_seen
from bot.ui.facts.cards import CardState, CardUnread, CardWritten
from bot.ui.texts import cards as texts
from bot.ui.texts.drafts import is_gone
from core.errors import NotAllowed, NotFound, RuleError
from tests.bot.services.keepers import GANG, HOLES, bowl, play
from tests.builders import (
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    captain,
    create_competition,
    director,
    facilitator,
    stranger,
)


class TestWhoMayWrite:
    async def test_only_keepers_and_the_sentence_says_who(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        sentence = (
            "Only the captain of \u2068Gutter Gang\u2069 or of \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 can do this"
            ": they keep this card. So can the manager of Bowling and a director."
        )
        for who in (captain(games.lions), stranger(), facilitator()):
            with pytest.raises(NotAllowed) as refused:
                await games.write(who, games.gang, GANG)
            assert refused.value.sentence == sentence
            async with sqlite_database.reading() as tx:
                with pytest.raises(NotAllowed):
                    await card_writing.open_named_form(tx, who, games.chosen, "bowling", "Gutter Gang", None)
        with pytest.raises(NotAllowed):
            await games.write(captain(games.gang), games.gang, GANG, "second")
        with pytest.raises(NotAllowed):
            await games.see(captain(games.lions), games.gang)
        assert say_seen(await games.see(facilitator(), games.gang)).buttons == ()

    async def test_the_last_lane_is_the_event_managers(self, sqlite_database: Database) -> None:
        """G39: a facilitator who is bound to the event, else a director."""
        games = await bowl(sqlite_database)
        await games.write(captain(games.lions), games.lions, "Hal: 1 2\nIna: 3 4\nJo: 5 6\nKim: 7 8")
        with pytest.raises(NotAllowed):
            await games.write(facilitator(), games.lions, "Hal: 1 2", "second")
        async with sqlite_database.transaction() as tx:
            await facilitators.bind_facilitator(
                tx, director(), games.chosen, "bowling", FACILITATOR_ID, frozenset({FACILITATOR_ROLE})
            )
        async with sqlite_database.reading() as tx:
            form = await card_writing.open_named_form(tx, facilitator(), games.chosen, "bowling", "東京 Lions", None)
        assert form.author is Author.SECOND
        assert form.text == "Hal:\nIna:\nJo:\nKim:"
        done = await games.write(facilitator(), games.lions, "Hal: 1 2\nIna: 3 4\nJo: 5 6\nKim: 7 9", "second")
        assert isinstance(done, CardWritten)
        assert done.view.state is CardState.DISPUTED
        staff, _ = await games.posts()
        assert staff.startswith(f"24: <@{FACILITATOR_ID}> The Bowling card of \u2068東京 Lions\u2069 is disputed.")

    async def test_staff_write_for_a_keeper_without_an_account(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await without_account(sqlite_database, games.bold, games.competition)
        await games.arrange()
        async with sqlite_database.reading() as tx:
            form = await card_writing.open_named_form(tx, facilitator(), games.chosen, "bowling", "Gutter Gang", None)
        assert form.author is Author.SECOND
        await games.write(captain(games.gang), games.gang, GANG)
        done = await games.write(facilitator(), games.gang, GANG.replace("120", "12"), "second")
        assert isinstance(done, CardWritten)
        staff, captains = await games.posts()
        assert (
            "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069 has no captain with an account: tell them in person." in staff
        )
        assert captains.startswith(f"23: <@{games.gang.captain_id}>\n")

    async def test_a_director_says_for_which_keeper(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        async with sqlite_database.reading() as tx:
            with pytest.raises(RuleError) as asked:
                await card_writing.open_named_form(tx, director(), games.chosen, "bowling", "Gutter Gang", None)
            form = await card_writing.open_named_form(tx, director(), games.chosen, "bowling", "Gutter Gang", "own")
        assert asked.value.sentence == (
            "Whose card are you writing: the one that \u2068Gutter Gang\u2069 kept, or the one of "
            "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069? Fill in the option `keeper`."
        )
        assert form.author is Author.OWN
        seen = say_seen(await games.see(director(), games.gang))
        assert [button.label for button in seen.buttons] == ["Write for Gutter Gang", "Write for **Bold** @everyone"]

    async def test_nobody_while_machines_score(self, sqlite_database: Database) -> None:
        """G36, ruling 60."""
        games = await bowl(sqlite_database)
        async with sqlite_database.transaction() as tx:
            done = await card_arrangement.set_scoring(tx, director(), games.chosen, "bowling", True)
        assert done.is_automatic
        mentions = " ".join(f"<@{team.captain_id}>" for team in games.teams)
        told = (
            f"23: {mentions}\n**Bowling**: machines keep the score from now on, so you enter nothing. If a score is "
            "wrong, call the event manager."
        )
        assert await games.posts() == [told]
        for who, author in ((captain(games.gang), "own"), (captain(games.bold), "second"), (director(), "own")):
            with pytest.raises(RuleError) as refused:
                await games.write(who, games.gang, GANG, author)
            assert refused.value.sentence == (
                "Bowling is scored by machines here, so teams enter nothing. If a score is wrong, call the event "
                "manager, who corrects it."
            )
        async with sqlite_database.transaction() as tx:
            await card_arrangement.set_scoring(tx, director(), games.chosen, "bowling", False)
        assert await games.posts() == [
            told,
            f"23: {mentions}\n**Bowling**: the score is kept by hand from now on. Enter your cards with `/card enter`; "
            "`/card show` says which are yours.",
        ]
        assert isinstance(await games.write(captain(games.gang), games.gang, GANG), CardWritten)


async def without_account(database: Database, team: Team, competition: Competition) -> None:
    """The captain of this team has no account (any more)."""
    async with database.transaction() as tx:
        await raise_revision(tx, competition)
        await tx.connection.execute(update(tables.team).where(tables.team.c.id == team.id).values(captain_id=None))


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("", "Nothing is written yet. Type the scores, then send it."),
            ("Ann: -", "Nothing is written yet. Type the scores, then send it."),
            ("Ann 120 131", '"Ann 120 131" has no colon. Write the name, a colon and the games.'),
            ("Hal: 1 2", 'Nobody in this team is called "Hal". Keep the names as they were.'),
            ("Ann: 120 131\nann: 120 131", '"Ann" is there twice. Keep one line a player.'),
        ],
    )
    async def test_line_by_line(self, sqlite_database: Database, text: str, fault: str) -> None:
        games = await bowl(sqlite_database)
        done = await games.write(captain(games.gang), games.gang, text)
        assert isinstance(done, CardUnread)
        assert texts.unread(done) == (
            "The card of \u2068Gutter Gang\u2069 was not entered. What you typed is kept: press **Mend it**.\n" + fault
        )
        async with sqlite_database.reading() as tx:
            who = captain(games.gang)
            form = await card_writing.reopen_form(tx, who, games.chosen, str(done.draft_id))
            with pytest.raises(NotFound) as gone:
                await card_writing.reopen_form(tx, captain(games.bold), games.chosen, str(done.draft_id))
        assert form.text == text
        assert gone.value.sentence == is_gone(DraftPurpose.CARD)

    async def test_every_fault_at_once(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        done = await games.write(captain(games.gang), games.gang, "Ann: 301 1\nBo: 1 2 3\nCy: x")
        assert isinstance(done, CardUnread)
        assert [fault[:4] for fault in done.faults] == ['"Ann', '"Bo"', '"Cy"']

    @pytest.mark.parametrize("card_id", ["0", "-1", "9" * 30, "x", "²"])
    async def test_a_card_that_there_is_not(self, sqlite_database: Database, card_id: str) -> None:
        games = await bowl(sqlite_database)
        async with sqlite_database.transaction() as tx:
            with pytest.raises(NotFound) as gone:
                await card_writing.write_card(tx, director(), games.chosen, card_id, "own", GANG)
        assert gone.value.sentence == (
            "There is no such card (any more): the lanes or pairs were changed. `/card show` says who keeps which."
        )

    async def test_a_card_of_another_server(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        other = await create_competition(sqlite_database, name="Other", guild_id=2)
        card_id = await games.card_id(games.gang)
        async with sqlite_database.transaction() as tx:
            with pytest.raises(NotFound):
                await card_writing.write_card(tx, director(2), str(other.id), card_id, "own", GANG)

    async def test_before_anybody_said_who_keeps_it(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        async with sqlite_database.reading() as tx:
            with pytest.raises(NotFound) as missing:
                await card_writing.see_card(tx, captain(games.gang), games.chosen, "bowling", "Gutter Gang")
            with pytest.raises(NotAllowed):
                await card_writing.see_card(tx, captain(games.bold), games.chosen, "bowling", "Gutter Gang")
        assert missing.value.sentence == (
            "The lanes of Bowling are not set yet, so nobody keeps the card of \u2068Gutter Gang\u2069. A director "
            "sets them with `/card lanes`."
        )


class TestGolf:
    async def test_partners_keep_each_others_card(self, database: Database) -> None:
        """G119; a difference is shown hole by hole."""
        games = await play(database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone\n東京 Lions")
        await games.write(captain(games.gang), games.gang, HOLES, event="golf")
        swapped = HOLES.replace("4 4 3", "4 3 4", 1)
        done = await games.write(captain(games.bold), games.gang, swapped, "second", event="golf")
        assert isinstance(done, CardWritten)
        assert "Hole 2: **4 · 3**\nHole 3: **3 · 4**\n" in texts.written(done)
        snapshot = await games.load()
        assert list_disputed(snapshot, "golf") == (snapshot.teams[games.gang.id],)
        done = await games.write(captain(games.bold), games.gang, HOLES.replace(" ", ""), "second", event="golf")
        assert isinstance(done, CardWritten)
        assert f"`{HOLES}` = 72\n✅ Both cards agree, so it counts." in texts.written(done)
        assert standings_of(await games.load()).counted == ("golf",)

    async def test_the_one_who_plays_alone_has_the_manager_for_a_marker(self, sqlite_database: Database) -> None:
        """Ruling 54."""
        games = await play(sqlite_database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone\n東京 Lions")
        await games.write(captain(games.lions), games.lions, HOLES, event="golf")
        done = await games.write(director(), games.lions, HOLES, "second", event="golf")
        assert isinstance(done, CardWritten)
        assert done.view.state is CardState.COUNTS

    async def test_alone_on_a_hole_only_one_team_is_spoken_to(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone\n東京 Lions")
        await games.write(captain(games.lions), games.lions, HOLES, event="golf")
        await games.write(director(), games.lions, HOLES.replace("5", "6", 1), "second", event="golf")
        assert (await games.posts())[-1] == (
            f"23: <@{games.lions.captain_id}>\nThe Golf Scramble card of \u2068東京 Lions\u2069 and the one that the "
            "event manager kept differ in 1 place. Neither counts yet. Look again: if you were wrong, write it again; "
            "else the event manager rules."
        )
        view = (await games.see(director(), games.lions, "golf")).view
        async with sqlite_database.transaction() as tx:
            done = await card_rulings.rule_card(
                tx, director(), games.chosen, str(view.card.id), str(view.card.mark), "own", "", "I looked"
            )
        assert isinstance(done, CardWritten)
        assert texts.ruled(done).endswith("= 72\nThe team is told, with your reason.")

    async def test_what_is_no_card(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await games.arrange("golf", "Gutter Gang, **Bold** @everyone")
        done = await games.write(captain(games.gang), games.gang, "4 4", event="golf")
        assert isinstance(done, CardUnread)
        assert done.faults[0].startswith("That is 2 holes, and a golf card has 18.")
