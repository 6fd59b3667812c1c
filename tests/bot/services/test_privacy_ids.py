"""Every place where an account may stand: erased by `/privacy delete`, or named in docs/privacy.md with its reason."""

import re
from pathlib import Path

from sqlalchemy import BigInteger, insert, select, update

from bot.db import card_tables, notice_tables, registration_tables, tables
from bot.db.direct import load_opted_in, set_direct
from bot.db.engine import Database
from bot.db.privacy import ERASED_ACCOUNT, ERASED_IDS
from bot.posts.outbox import PostStatus
from bot.services import appeals, conduct, conduct_history, facilitators, linking, privacy
from bot.services.access import Asker
from bot.ui.texts import conduct_history as history_texts
from bot.ui.texts import privacy as texts
from core.conduct import OffenceKind
from tests.builders import (
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    register_team,
    start,
    stranger,
)

DOCS = Path(__file__).parents[3] / "docs" / "privacy.md"
NO_ACCOUNTS = {
    "competition.guild_id", "ledger.guild_id", "direct_opt_in.guild_id",  # servers
    "competition.announcements_channel_id", "competition.standings_channel_id", "competition.captains_channel_id",
    "competition.staff_channel_id", "post.channel_id", "post.replaced_in_id",  # channels
    "competition.facilitator_role_id", "competition.director_role_id",  # roles
    "post.message_id", "post.replaced_message_id", "post.nonce",  # messages
    "answer.interaction_id", "ledger.interaction_id", "sheet.interaction_id",  # interactions
}  # fmt: skip
CASEY = 4711


def test_of_each_account_somebody_decided_whether_it_can_be_erased() -> None:
    numbers = {
        f"{table.name}.{column.name}"
        for table in tables.metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger) and column.name != "id" and not column.foreign_keys
    }
    erased = {f"{column.table.name}.{column.name}" for column in ERASED_IDS}
    kept = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", DOCS.read_text(encoding="utf-8")))
    assert not erased & kept
    assert numbers - NO_ACCOUNTS == erased | kept, "erase it in bot/db/privacy.py, or say in docs/privacy.md why not"


async def forget(database: Database, who: Asker) -> str:
    async with database.transaction() as tx:
        return texts.forgotten(await privacy.forget_asker(tx, who))


async def show(database: Database, who: Asker) -> str:
    async with database.reading() as tx:
        return texts.shown(await privacy.show_kept(tx, who))


async def test_direct_messages_alone_can_be_erased(sqlite_database: Database) -> None:
    async with sqlite_database.transaction() as tx:
        await set_direct(tx, 1, CASEY, is_wanted=True)
    async with sqlite_database.reading() as tx:
        asked = texts.asked(await privacy.show_kept(tx, asker(CASEY)))
    assert asked.text == (
        "Erase that you want direct messages when captains are called? Nothing else about you can be erased."
    )
    assert [button.label for button in asked.buttons] == ["Erase it"]
    assert await forget(sqlite_database, asker(CASEY)) == "✅ It is erased."
    async with sqlite_database.reading() as tx:
        assert await load_opted_in(tx.connection, 1) == set()


async def test_a_facilitator_reads_what_stays(sqlite_database: Database) -> None:
    await create_competition(sqlite_database)
    async with sqlite_database.transaction() as tx:
        await facilitators.bind_facilitator(tx, director(), "Games", "bowling", FACILITATOR_ID, (FACILITATOR_ROLE,))
    shown = await show(sqlite_database, facilitator())
    assert "- 1 event that you keep as a facilitator, until a director releases you" in shown
    assert await forget(sqlite_database, facilitator()) == texts.NOTHING_TO_ERASE
    assert await show(sqlite_database, stranger()) == texts.NOTHING_KEPT


async def test_no_place_keeps_a_captain_who_was_erased(database: Database) -> None:
    games = await create_competition(database)
    team = await register_team(database, games, "Caseys", ["Ann", "Bo", "Cy"], captain_id=CASEY)
    games = await start(database, games)
    async with database.transaction() as tx:
        shown = await conduct.preview_offence(tx, facilitator(), "Games", OffenceKind.PUNCH, "Ann")
    async with database.transaction() as tx:
        await conduct.record_offence(tx, facilitator(), "Games", str(shown.draft_id))
    async with database.transaction() as tx:
        await appeals.submit_appeal(tx, captain(team), "Games", "#1", "She only waved.")
        at = {"arranged_by": 101, "arranged_at": tx.now}
        card = {"id": 1, "competition_id": games.id, "event": "bowling", "place": 1, "team_id": team.id}
        await tx.connection.execute(insert(card_tables.card).values(card | at))
        by = {"written_by": CASEY, "written_at": tx.now}
        said = {"card_id": 1, "author": "own", "value": [], "disputed": []}
        await tx.connection.execute(insert(card_tables.card_revision).values(said | by))
        sheet = {"competition_id": games.id, "event": "bowling", "team_id": team.id, "round": 1, "value": 1}
        sent = {"submitted_by": CASEY, "submitted_at": tx.now}
        await tx.connection.execute(insert(tables.sheet).values(sheet | sent))
        who = {"competition_id": games.id, "team_id": team.id, "user_id": 5, "invited_by": CASEY}
        await tx.connection.execute(insert(registration_tables.invitation).values(who | {"invited_at": tx.now}))
        read = {"competition_id": games.id, "version": 1, "team_id": team.id, "user_id": CASEY, "read_at": tx.now}
        await tx.connection.execute(insert(tables.receipt).values(read))
        await set_direct(tx, 1, CASEY, is_wanted=True)
        await tx.connection.execute(update(tables.post).values(status=PostStatus.SENT))
    kept = await show(database, captain(team))
    for line in (
        "- 1 appeal, with what you wrote",
        "- 1 entry on a score card",
        "- 1 invitation that you sent",
        "- 1 note that you have read a change of the rules",
        "- you get direct messages when captains are called; `/notify direct:False` ends it",
        "The number of your account stays beside 2 entries of the ledger and the histories (who entered or decided "
        "what), also after `/privacy delete`, so that disputes can be settled.",
    ):
        assert line in kept.splitlines()
    assert await forget(database, captain(team)) == "✅ It is erased."
    assert await show(database, captain(team)) == (
        "This server's competitions keep nothing about you that can be erased.\nThe number of your account stays "
        "beside 3 entries of the ledger and the histories (who entered or decided what), also after "
        "`/privacy delete`, so that disputes can be settled."
    )
    async with database.reading() as tx:
        for column in (*ERASED_IDS, tables.sheet.c.submitted_by):
            assert CASEY not in set((await tx.connection.execute(select(column))).scalars()), column
        assert (await tx.connection.execute(select(notice_tables.appeal.c.text))).scalar_one() == ""
        assert (await tx.connection.execute(select(tables.sheet.c.submitted_by))).scalar_one() == ERASED_ACCOUNT
        history = await conduct_history.show_history(tx, director(), "Games")
        said = history_texts.shown(history)
    assert "Appeal by somebody who was erased, <t:" in str(said)
    assert "; what was said in it is erased." in str(said)
    assert "She only waved" not in str(said)
    assert await forget(database, captain(team)) == texts.NOTHING_TO_ERASE


async def test_the_captain_hears_of_a_player_who_was_erased(sqlite_database: Database) -> None:
    games = await create_competition(sqlite_database)
    team = await register_team(sqlite_database, games, "Lodge", ["Ann", "Bo", "Cy", "Di"], captain_id=CASEY)
    async with sqlite_database.transaction() as tx:
        await linking.link_players(tx, captain(team), "Games", f"#{team.id}", {"Bo": 77, "Di": 78})
    assert (
        await forget(sqlite_database, asker(77)) == "✅ It is erased. If somebody else leads the team, they are told."
    )
    await start(sqlite_database, games)
    async with sqlite_database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.subject.like("erased:%"))
        told = [(payload["text"], payload["users"]) for payload in (await tx.connection.execute(query)).scalars()]
    assert told == [("<@4711>, a player of \u2068Lodge\u2069 had themselves erased, and left.", [CASEY])]
