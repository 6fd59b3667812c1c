"""`/team` over the wire: the main path of a captain, and what a client that lies achieves."""

import re
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from bot.db import registration_tables, tables
from rehearsal.interactions import COMPONENT, MODAL_SUBMIT
from rehearsal.people import Person, Reply
from tests.bot.conftest import Town

TRIO = "Ann Lee 2001-05-03\nBo 1990-01-01\nCy 1990-01-01"


async def register(person: Person, name: str, players: str) -> Reply:
    return await person.fill(await person.slash("team register"), {"name": name, "players": players})


class TestRegistering:
    async def test_a_captain_corrects_the_form_until_the_team_stands(self, town: Town) -> None:
        await town.create_competition()
        refused = await register(town.ann, "Lodge", TRIO.replace("Bo 1990-01-01", "Bo 2009-02-30"))
        assert refused.ephemeral
        assert "✅ \u2068Ann Lee\u2069\n❌ Line 2 holds a date that the calendar does not have." in refused.text
        again = await town.ann.click(refused, "Change the form")
        assert again.modal is not None
        assert "Bo 2009-02-30" in str(again.modal)
        made = await town.ann.fill(again, {"players": TRIO})
        assert made.ephemeral
        assert made.text.startswith(
            "**\u2068Lodge\u2069** is registered for **\u2068Games\u2069**.\n✅ \u2068Ann Lee\u2069"
        )
        assert "2001" not in made.text
        shown = await town.bob.slash("team show", team="lodge")
        assert shown.text == (
            "**\u2068Lodge\u2069** in \u2068Games\u2069: confirmed\n"
            "1. \u2068Ann Lee\u2069\n2. \u2068Bo\u2069\n3. \u2068Cy\u2069"
        )

    async def test_the_same_form_delivered_twice_makes_one_team(self, town: Town) -> None:
        await town.create_competition()
        form = await town.ann.slash("team register")
        made = await town.ann.fill(form, {"name": "Lodge", "players": TRIO}, deliver_twice=True)
        assert made.text.startswith("**\u2068Lodge\u2069** is registered")
        assert (await town.bob.slash("team list")).text == (
            "**\u2068Games\u2069**: 1 team. Page 1 of 1.\n\u2068Lodge\u2069: 3 players, confirmed"
        )

    async def test_a_closed_registration_opens_no_form(self, town: Town) -> None:
        await town.create_competition()
        await town.director.slash("competition close")
        refused = await town.ann.slash("team register")
        assert refused.text == (
            "The registration of \u2068Games\u2069 is closed. Ask a director whether your team can still get in. "
            "`/competition open` opens it again."
        )

    async def test_a_form_that_no_client_would_send(self, town: Town) -> None:
        await town.create_competition()
        field = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "name", "value": "x" * 5000}}
        forms: list[tuple[str, list[Any], str]] = [
            ("register:1", [field], "Discord's own app would not send this"),
            ("register:1", [], "❌ The team name is empty."),
            ("register:1", [{"component": {"custom_id": "players", "values": [1, None, {}]}}], "Discord's own app"),
            ("register:999", [], "There is no competition \u2068999\u2069 in this server."),
            ("register", [], "Skipper has no such command, button or form"),
        ]
        for custom_id, components, words in forms:
            data = {"custom_id": custom_id, "components": components}
            reply = await town.ann.send_interaction({"type": MODAL_SUBMIT, "data": data})
            assert words in reply.text
        assert (await town.ann.slash("team list")).text.startswith("No team is registered for \u2068Games\u2069 yet.")


class TestRoster:
    async def test_add_swap_remove(self, town: Town) -> None:
        await town.create_competition()
        await register(town.ann, "Lodge", TRIO)
        added = await town.ann.slash("team add", name="Di", birth_date="3 May 1999")
        assert added.text == "✅ \u2068Di\u2069 joined. **\u2068Lodge\u2069** has 4 players now."
        (choice,) = await town.ann.autocomplete("team swap", focus="leaving", typed="bo", name="x", birth_date="y")
        assert choice[0] == "Bo"
        swapped = await town.ann.slash("team swap", leaving=choice[1], name="Ed", birth_date="1999-05-03")
        assert swapped.text.startswith("✅ \u2068Ed\u2069 plays instead of \u2068Bo\u2069.")
        removed = await town.ann.slash("team remove", player="Di")
        assert removed.text == "✅ \u2068Di\u2069 left. **\u2068Lodge\u2069** has 3 players now."
        mine = await town.ann.slash("team mine")
        assert mine.text.splitlines()[1:5] == [
            "1. \u2068Ann Lee\u2069",
            "2. \u2068Cy\u2069",
            "3. \u2068Ed\u2069",
            "Nothing is missing.",
        ]

    async def test_somebody_else_changes_nothing(self, town: Town) -> None:
        await town.create_competition()
        await register(town.ann, "Lodge", TRIO)
        words = "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."
        for who in (town.bob, town.facilitator):
            assert (await who.slash("team add", name="Di", birth_date="1999-05-03", team="Lodge")).text == words
            assert (await who.slash("team remove", player="Bo", team="Lodge")).text == words
            swapped = await who.slash("team swap", leaving="Bo", name="Di", birth_date="1999-05-03", team="Lodge")
            assert swapped.text == words
            assert await who.autocomplete("team remove", focus="player", team="Lodge") == []
        assert "3 players" in (await town.ann.slash("team list")).text

    async def test_at_the_lock_only_a_director_with_a_reason(self, town: Town) -> None:
        await town.create_competition()
        await register(town.ann, "Lodge", TRIO)
        town.clock.set(datetime(2027, 6, 12, 5, tzinfo=UTC))
        refused = await town.ann.slash("team add", name="Di", birth_date="1999-05-03")
        assert refused.text.startswith("Rosters locked Saturday, 12 June 2027 05:00 UTC")
        done = await town.director.slash("team add", name="Di", birth_date="1999-05-03", team="Lodge", reason="ill")
        assert done.text.endswith("has 4 players now. Your reason is kept with it.")


class TestReading:
    async def test_a_hundred_and_thirty_teams_with_long_names(self, town: Town) -> None:
        await town.create_competition()
        async with town.bot.deps.database.transaction() as tx:
            for number in range(130):
                name = f"{number:03} {'Łódź Lions ' * 7}"
                values = {"competition_id": 1, "name": name, "name_key": str(number), "status": "confirmed"}
                await tx.connection.execute(tables.team.insert().values(**values, registered_at=tx.now))
            await tx.connection.execute(tables.competition.update().values(revision=tables.competition.c.revision + 1))
        offered = await town.bob.autocomplete("team show", focus="team", typed="lodz")
        assert len(offered) == 25
        (choice,) = await town.bob.autocomplete("team show", focus="team", typed="129 lodz")
        assert (await town.bob.slash("team show", team=choice[1])).text.startswith("**\u2068129 Łódź Lions")
        page, seen = await town.bob.slash("team list"), 0
        while True:
            seen += page.text.count("Łódź Lions \u2069") + page.text.count("Lions\u2069")
            assert not page.attachments
            if "Next page" not in page.buttons:
                break
            page = await town.bob.click(page, "Next page")
        assert seen == 130
        assert "Page 13 of 13." in page.text
        back = await town.bob.click(page, "Previous page")
        assert "Page 12 of 13." in back.text
        assert back.kind == "update"  # the one message turns its pages
        assert len(back.edits) == 13

    async def test_a_page_that_a_client_made_up(self, town: Town) -> None:
        await town.create_competition()
        shown = await town.bob.slash("team list")
        for page in ("0", "-1", "9999", "99999999999999999999", "x", "²"):
            data = {"component_type": 2, "custom_id": f"teams:1:{page}"}
            reply = await town.bob.send_interaction({"type": COMPONENT, "data": data}, message=shown.message)
            assert reply.text.startswith("No team is registered for \u2068Games\u2069 yet.")

    async def test_another_server_knows_nothing_of_it(self, town: Town) -> None:
        await town.create_competition()
        await register(town.ann, "Lodge", TRIO)
        elsewhere = town.standin.create_guild("Elsewhere")
        eve = elsewhere.join("Eve")
        await town.bot.client.sync_commands(elsewhere.id)
        refused = await eve.slash("team show", team="#1", competition="1")
        assert refused.text.startswith("There is no competition \u20681\u2069 in this server.")
        assert await eve.autocomplete("team show", focus="team", competition="1") == []


async def test_nothing_of_a_form_stays_in_the_rows_that_outlive_it(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge", TRIO + "\nKid 2015-11-23")
    await register(town.ann, "Lodge", TRIO)
    async with town.bot.deps.database.reading() as tx:
        for table in (tables.answer, tables.post, tables.ledger, registration_tables.registration_draft):
            kept = str((await tx.connection.execute(select(table))).all())
            without_example = kept.replace("Ann Lee 2001-05-03`", "")
            assert not re.search(r"\b(2015|2001)\b", without_example)  # ids and digests may hold these digits
