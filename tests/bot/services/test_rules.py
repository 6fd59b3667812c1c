"""The rules: shown, searched and amended; every captain is asked to read a change, and counted once."""

import pytest
from sqlalchemy import select, update

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import amending, receipts, rules
from bot.services.access import Asker
from bot.ui.facts.rules import Acknowledged, Amended, AmendForm, Receipts, RulesView
from bot.ui.texts import amending as amend_texts
from bot.ui.texts import rules as texts
from bot.ui.texts.pages import paginate
from core.competition import State, Step
from core.errors import Conflict, NotAllowed, NotFound, RuleError
from core.rulebook import TEXT_MAX_CHARACTERS, find_rule
from tests.builders import (
    CHANNELS,
    amend_rule,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    stranger,
    take_steps,
)

NEW_TEXT = "A team has four players, all of one town."


async def town(database: Database) -> tuple[Competition, Team, Team]:
    competition = await create_competition(database)
    lodge = await register_team(database, competition, "Lodge")
    return competition, lodge, await register_team(database, competition, "Aces")


async def amend(
    database: Database,
    competition: Competition,
    number: str = "1.1",
    text: str = NEW_TEXT,
    *,
    title: str | None = None,
    reason: str | None = None,
    seen: int = 1,
    by: Asker | None = None,
) -> Amended:
    return await amend_rule(database, competition, number, text, title=title, reason=reason, seen=seen, by=by)


async def read(database: Database, competition: Competition, by: Asker, version: str = "2") -> Acknowledged:
    async with database.transaction() as tx:
        return await receipts.acknowledge(tx, by, str(competition.id), version)


async def show(
    database: Database, competition: Competition, number: str | None = None, words: str | None = None
) -> RulesView:
    async with database.reading() as tx:
        return await rules.show_rules(tx, stranger(), str(competition.id), number, words)


async def show_receipts(database: Database, competition: Competition, version: str | None = None) -> Receipts:
    async with database.reading() as tx:
        return await receipts.show_receipts(tx, director(), str(competition.id), version)


async def posts(database: Database, channel_id: int) -> list[dict[str, object]]:
    async with database.reading() as tx:
        rows = await tx.connection.execute(
            select(tables.post.c.payload)
            .where(tables.post.c.subject.startswith("rules:"), tables.post.c.channel_id == channel_id)
            .order_by(tables.post.c.id)
        )
        return list(rows.scalars())


class TestShowing:
    async def test_without_anything_the_contents(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)

        lines = list(texts.shown_lines(await show(sqlite_database, competition)))

        assert lines[0] == "**Rules of \u2068Games\u2069**: contents"
        assert lines[1] == "**1 General**"
        assert lines[2].startswith("1.1 Teams · 1.2 Age · ")

    async def test_a_rule_with_its_rulings(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)

        lines = list(texts.shown_lines(await show(sqlite_database, competition, "1.2")))

        assert lines[1] == "**1.2 \u2068Age\u2069**"
        assert lines[-1] == "- Ruling 4: Age counts on the first day of the competition, not when somebody registers."

    async def test_a_section(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)

        view = await show(sqlite_database, competition, "2")

        assert view.heading == "2 Bowling"
        assert view.rules is not None
        assert {rule.number.split(".")[0] for rule in view.rules} == {"2"}

    async def test_a_search(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)

        view = await show(sqlite_database, competition, words="TRASH")

        assert view.rules is not None
        assert view.rules[0].number == "1.7"

    @pytest.mark.parametrize("number", ["99", "1.99", "", "x" * 6000, "\x00"])
    async def test_what_is_not_there(self, sqlite_database: Database, number: str) -> None:
        competition, _, _ = await town(sqlite_database)

        with pytest.raises(NotFound) as refusal:
            await show(sqlite_database, competition, number)

        assert refusal.value.sentence.startswith("There is no such section; there are: 1 General, 2 Bowling")

    async def test_a_search_without_a_result(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)

        with pytest.raises(NotFound) as refusal:
            await show(sqlite_database, competition, words="@everyone")

        assert refusal.value.sentence == (
            "No rule and no director's ruling holds words that begin with \u2068@\u200beveryone\u2069. Try fewer or "
            "shorter words; `/rules show` alone lists all rules."
        )

    async def test_every_page_fits(self, sqlite_database: Database) -> None:
        for kind in ("getaway", "dodgeball"):
            competition = await create_competition(sqlite_database, kind, kind)
            for number in (None, "1", "2", "3"):
                pages = paginate(texts.shown_lines(await show(sqlite_database, competition, number)))
                assert all(0 < len(page) <= 1900 for page in pages)


class TestAmending:
    async def test_a_new_version_with_old_and_new_text(self, database: Database) -> None:
        competition, _, _ = await town(database)
        official = find_rule(rules.rulebook_of(await load(database, competition)), "1.1")
        assert official is not None

        done = await amend(database, competition)

        assert amend_texts.amended(done) == (
            "Version 2 of the rules is in force (1.1). It is posted in <#21>, and 2 captains are asked to read it. "
            "`/rules receipts` shows who has."
        )
        snapshot = await load(database, competition)
        assert rules.rulebook_of(snapshot).version == 2
        changed = find_rule(rules.rulebook_of(snapshot), "1.1")
        assert changed is not None
        assert (changed.title, changed.text) == ("Teams", NEW_TEXT)
        assert snapshot.amendments[0].old_text == official.text
        lines = list(texts.shown_lines(await show(database, competition, "1.1")))
        assert lines[0] == "**Rules of \u2068Games\u2069**, version 2"
        assert lines[3].startswith("*Changed in version 2, <t:")

    async def test_it_is_announced_and_captains_alone_are_mentioned(self, database: Database) -> None:
        competition, lodge, aces = await town(database)

        await amend(database, competition)

        (announced,) = await posts(database, CHANNELS.announcements)
        assert str(announced["text"]).startswith(
            "**The rules of \u2068Games\u2069 have changed: version 2.**\n"
            "**1.1 \u2068Teams\u2069**\nUntil now:\n> A team"
        )
        assert str(announced["text"]).endswith(f"From now on:\n> {NEW_TEXT}")
        assert announced["users"] == announced["roles"] == []
        (asked,) = await posts(database, CHANNELS.captains)
        assert asked["users"] == [lodge.captain_id, aces.captain_id]
        assert asked["text"] == (
            f"<@{lodge.captain_id}> <@{aces.captain_id}>\nThe rules of \u2068Games\u2069 have changed (version 2): "
            "please read it in <#21>, then press the button in <#23>."
        )
        assert asked["buttons"] == [["I have read this", f"rules-read:{competition.id}:2", "primary", None]]

    async def test_long_texts_are_posted_whole(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        long_text = "\n".join(f"{number:03} " + "x" * 20 for number in range(62))[:TEXT_MAX_CHARACTERS]
        await amend(sqlite_database, competition, text=long_text)
        await amend(sqlite_database, competition, text=long_text.replace("x", "y"), seen=2)

        announced = [str(post["text"]) for post in await posts(sqlite_database, CHANNELS.announcements)]

        assert all(len(text) <= 2000 for text in announced)
        of_version_3 = "\n".join(announced[announced.index(next(t for t in announced if "version 3" in t)) :])
        for line in long_text.split("\n"):
            assert f"> {line}" in of_version_3
            assert f"> {line.replace('x', 'y')}" in of_version_3

    async def test_a_new_rule(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)

        done = await amend(sqlite_database, competition, "9.1", "No music after ten.", title="Quiet hours")

        assert done.amendments[0].old_text is None
        lines = list(texts.shown_lines(await show(sqlite_database, competition, "9")))
        assert lines[0] == "**Rules of \u2068Games\u2069**, version 2: 9 House rules"
        assert lines[2] == "No music after ten."
        assert lines[3].startswith("*Added in version 2, <t:")

    async def test_after_the_start_it_needs_a_reason_and_is_marked(self, database: Database) -> None:
        competition, _, _ = await town(database)
        await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)
        with pytest.raises(RuleError) as refusal:
            await amend(database, competition)
        assert refusal.value.sentence == "Play has started: to change a rule now, insist on it and give a reason."
        assert await posts(database, CHANNELS.announcements) == []

        done = await amend(database, competition, reason="the lanes flooded")

        assert done.amendments[0].is_after_start
        lines = list(texts.shown_lines(await show(database, competition, "1.1")))
        assert lines[3].startswith(
            "*Changed in version 2, **after the start**, because: \u2068the lanes flooded\u2069, <t:"
        )
        (announced,) = await posts(database, CHANNELS.announcements)
        assert "**Changed after the start**, because: \u2068the lanes flooded\u2069" in str(announced["text"])

    async def test_somebody_else_was_quicker(self, database: Database) -> None:
        competition, _, _ = await town(database)
        await amend(database, competition, text="First.")

        with pytest.raises(Conflict) as refusal:
            await amend(database, competition, text="Second.", seen=1)

        assert refusal.value.sentence == (
            "Rule 1.1 was changed meanwhile, in version 2; yours was not saved. It says now:\n> First.\n"
            "You wrote:\n> Second.\nOpen `/rules amend` again if it still has to change."
        )

    async def test_another_rule_may_have_changed_meanwhile(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        await amend(sqlite_database, competition, "1.2", "Twenty.")

        assert (await amend(sqlite_database, competition, "1.1", seen=1)).version == 3

    @pytest.mark.parametrize(
        ("number", "text", "sentence"),
        [
            ("1.1", "", "The text of rule 1.1 has to be 1 to 1500 characters long."),
            ("1.1", "x" * 1501, "The text of rule 1.1 has to be 1 to 1500 characters long."),
            ("1.1", "a\x00b", "The text of rule 1.1 holds control characters: type it anew without them."),
            ("9.1", "x", "There is no rule 9.1: choose one that is there, or add it with a title."),
            ("x", "x", "A rule has a number such as 2.4. Choose one from the list, or type a new one to add a rule."),
        ],
    )
    async def test_refused(self, sqlite_database: Database, number: str, text: str, sentence: str) -> None:
        competition, _, _ = await town(sqlite_database)

        with pytest.raises((RuleError, NotFound)) as refusal:
            await amend(sqlite_database, competition, number, text)

        assert refusal.value.sentence == sentence
        assert (await load(sqlite_database, competition)).amendments == ()

    async def test_only_directors(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        for by in (facilitator(), captain(lodge), stranger()):
            with pytest.raises(NotAllowed):
                await amend(sqlite_database, competition, by=by)
            with pytest.raises(NotAllowed):
                async with sqlite_database.reading() as tx:
                    await amending.read_amend_form(tx, by, str(competition.id), "1.1")
            with pytest.raises(NotAllowed):
                async with sqlite_database.reading() as tx:
                    await receipts.show_receipts(tx, by, str(competition.id))

    async def test_the_form_starts_with_the_rule(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)
        async with sqlite_database.reading() as tx:
            form = await amending.read_amend_form(tx, director(), str(competition.id), " 1.2 ")
            new = await amending.read_amend_form(tx, director(), str(competition.id), "9.9", may_be_new=True)
            with pytest.raises(RuleError) as refusal:
                await amending.read_amend_form(tx, director(), str(competition.id), "2")

        assert isinstance(form, AmendForm)
        assert isinstance(new, AmendForm)
        assert form.rule is not None
        assert (form.rule.title, form.version, form.has_started) == ("Age", 1, False)
        assert new.rule is None
        assert refusal.value.sentence == (
            "A rule has a number such as 2.4. Choose one from the list, or type a new one to add a rule."
        )

    async def test_not_in_an_archived_competition(self, sqlite_database: Database) -> None:
        competition = await create_competition(sqlite_database, state=State.ARCHIVED)

        with pytest.raises(RuleError) as refusal:
            await amend(sqlite_database, competition)

        assert refusal.value.sentence == "\u2068Games\u2069 is archived: its rules stay as they were."


class TestReceipts:
    async def test_each_captain_counts_once(self, database: Database) -> None:
        competition, lodge, aces = await town(database)
        await amend(database, competition)

        first = await read(database, competition, captain(lodge))
        again = await read(database, competition, captain(lodge))
        other = await read(database, competition, captain(aces))

        assert texts.acknowledged(first) == "Thank you: 1 of 2 teams have read version 2 of the rules."
        assert texts.acknowledged(again) == "You had said so already: 1 of 2 teams have read version 2 of the rules."
        assert texts.acknowledged(other) == "Thank you: 2 of 2 teams have read version 2 of the rules."

    async def test_nobody_else_counts(self, database: Database) -> None:
        competition, _, _ = await town(database)
        await amend(database, competition)

        for by in (stranger(), director(), facilitator()):
            with pytest.raises(NotAllowed) as refusal:
                await read(database, competition, by)
            assert refusal.value.sentence == (
                "Only the captains of registered teams are asked to read this, so nothing was counted. "
                "`/rules show` shows the rules to everybody."
            )
        assert (await show_receipts(database, competition)).read == ()

    @pytest.mark.parametrize("status", ["waitlisted", "withdrawn"])
    async def test_a_team_without_a_place_does_not_count(self, sqlite_database: Database, status: str) -> None:
        competition, lodge, _ = await town(sqlite_database)
        await amend(sqlite_database, competition)
        async with sqlite_database.transaction() as tx:
            await tx.connection.execute(update(tables.team).where(tables.team.c.id == lodge.id).values(status=status))
            await tx.connection.execute(update(tables.competition).values(revision=tables.competition.c.revision + 1))

        with pytest.raises(NotAllowed):
            await read(sqlite_database, competition, captain(lodge))
        assert [entry.team.name for entry in (await show_receipts(sqlite_database, competition)).teams] == ["Aces"]

    async def test_an_older_version_names_the_newer(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        await amend(sqlite_database, competition)
        await amend(sqlite_database, competition, "1.2", "Twenty.")

        assert texts.acknowledged(await read(sqlite_database, competition, captain(lodge), "2")) == (
            "Thank you: 1 of 2 teams have read version 2 of the rules. There is a newer version, 3: please read that, "
            "too."
        )

    @pytest.mark.parametrize("version", ["1", "3", "x", "-2", "٢", ""])
    async def test_a_forged_version_is_not_found(self, sqlite_database: Database, version: str) -> None:
        competition, lodge, _ = await town(sqlite_database)
        await amend(sqlite_database, competition)

        with pytest.raises(NotFound) as refusal:
            await read(sqlite_database, competition, captain(lodge), version)

        assert refusal.value.sentence == (
            "There is no such version of these rules. `/rules receipts` without a version shows the newest."
        )

    async def test_from_another_server_nothing_is_found(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        await amend(sqlite_database, competition)

        with pytest.raises(NotFound):
            await read(sqlite_database, competition, captain(lodge, guild_id=2))

    async def test_a_new_captain_reads_anew(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await town(sqlite_database)
        await amend(sqlite_database, competition)
        await read(sqlite_database, competition, captain(lodge))
        async with sqlite_database.transaction() as tx:
            await tx.connection.execute(update(tables.team).where(tables.team.c.id == lodge.id).values(captain_id=777))
            await tx.connection.execute(update(tables.competition).values(revision=tables.competition.c.revision + 1))
        assert len((await show_receipts(sqlite_database, competition)).missing) == 2

        done = await read(sqlite_database, competition, asker(777))

        assert (done.read, done.is_repeated) == (1, False)

    async def test_directors_see_who_has_not(self, database: Database) -> None:
        competition, lodge, aces = await town(database)
        await amend(database, competition)
        await read(database, competition, captain(aces))

        lines = list(texts.receipts_lines(await show_receipts(database, competition)))

        assert lines[0].endswith("read by 1 of 2 teams.")
        assert lines[1:3] == ["Not yet:", f"- \u2068Lodge\u2069 (<@{lodge.captain_id}>)"]
        assert lines[3] == "Read:"
        assert lines[4].startswith(f"- \u2068Aces\u2069 (<@{aces.captain_id}>) <t:")

    async def test_never_amended(self, sqlite_database: Database) -> None:
        competition, _, _ = await town(sqlite_database)

        with pytest.raises(RuleError) as refusal:
            await show_receipts(sqlite_database, competition)

        assert refusal.value.sentence == (
            "The rules have not been amended, so there is nothing to read. `/rules amend` changes a rule."
        )


async def test_two_competitions_have_their_own_rules(sqlite_database: Database) -> None:
    competition, lodge, _ = await town(sqlite_database)
    other = await create_competition(sqlite_database, name="Other")
    await amend(sqlite_database, competition)

    assert (await load(sqlite_database, other)).amendments == ()
    with pytest.raises(NotFound):
        await read(sqlite_database, other, captain(lodge))
