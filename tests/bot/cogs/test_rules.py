"""`/rules` over the wire."""

from bot.db.snapshot import Competition
from core.competition import Step
from tests.bot.conftest import Town, eventually
from tests.builders import create_competition, register_team, take_steps


async def begin(town: Town) -> Competition:
    """Two teams; Ann and Bob are their captains, registration is open."""
    database = town.bot.deps.database
    competition = await create_competition(
        database, guild_id=town.guild.id, channels=town.channels, facilitator_role_id=town.facilitator_role.id
    )
    await register_team(database, competition, "Lodge", ["Al", "Bo", "Cy"], captain_id=town.ann.id)
    await register_team(database, competition, "Aces", ["Kim", "Lee", "Mo"], captain_id=town.bob.id)
    return competition


async def test_a_change_reaches_every_captain(town: Town) -> None:
    await begin(town)
    ((_, number),) = await town.director.autocomplete("rules amend", focus="section", typed="1.2 age")
    form = await town.director.slash("rules amend", section=number)
    text = "Every player is 20 or older. @everyone"
    shown = await town.director.fill(form, {"What the rule says from now on": text})
    assert shown.text.endswith("Nothing is in force until you confirm it.")
    assert shown.buttons == ["Put it in force", "Change the text"]
    assert shown.message is not None
    assert not shown.message.pings
    form = await town.director.click(shown, "Change the text")
    assert form.modal is not None
    shown = await town.director.fill(form, {"What the rule says from now on": text})
    await eventually(lambda: len(town.announcements.messages) == 1)  # that registration is open
    done = await town.director.click(shown, "Put it in force")
    assert done.text.startswith("Version 2 of the rules is in force (1.2).")

    await eventually(lambda: len(town.ann.read(town.captains)) == 1 and len(town.ann.read(town.announcements)) == 2)
    (_, announced), (asked,) = town.ann.read(town.announcements), town.ann.read(town.captains)
    assert "> Every player is 18 or older." in announced.text
    assert "> Every player is 20 or older." in announced.text
    assert not announced.pings.everyone
    assert town.ann.pinged_by == town.bob.pinged_by == [asked]
    assert town.facilitator.pinged_by == []

    assert "1 of 2 teams have read version 2" in (await town.ann.click(asked, "I have read this")).text
    assert "1 of 2 teams have read version 2" in (await town.ann.click(asked, "I have read this")).text
    refused = await town.facilitator.click(asked, "I have read this")
    assert refused.text.startswith("Only the captains of registered teams are asked to read this")
    shown = await town.director.slash("rules receipts")
    assert "read by 1 of 2 teams" in shown.text
    assert shown.text.index("Aces") < shown.text.index("Lodge")


async def test_after_the_start_a_director_insists(town: Town) -> None:
    competition = await begin(town)
    await take_steps(town.bot.deps.database, competition, Step.CLOSE_REGISTRATION, Step.START)
    form = await town.director.slash("rules amend", section="1.2")
    refused = await town.director.fill(form, {"text": "Twenty."})
    assert refused.text == "Play has started: to change a rule now, insist on it and give a reason."
    assert refused.buttons == ["Change the text"]
    form = await town.director.click(refused, "Change the text")
    shown = await town.director.fill(form, {"reason": "the bar says so"})
    assert "> Twenty." in shown.text
    done = await town.director.click(shown, "Put it in force")
    assert done.text.startswith("Version 2")
    shown = await town.ann.slash("rules show", section="1.2")
    assert "**after the start**, because: \u2068the bar says so\u2069" in shown.text


async def test_everybody_reads_and_turns_pages(town: Town) -> None:
    await begin(town)
    contents = await town.bob.slash("rules show")
    assert contents.ephemeral
    assert "**1 General**" in contents.text
    first = await town.bob.slash("rules show", section="1")
    assert first.buttons == ["Next page"]
    second = await town.bob.click(first, "Next page")
    assert "Page 2 of " in second.text
    assert second.buttons[0] == "Previous page"
    found = await town.bob.slash("rules show", search="punch")
    assert "1.8" in found.text


async def test_who_may(town: Town) -> None:
    await begin(town)
    for person in (town.ann, town.facilitator):
        for reply in (await person.slash("rules amend", section="1.2"), await person.slash("rules receipts")):
            assert reply.text.startswith("Only a director can do this")
            assert reply.ephemeral


async def test_the_button_works_after_a_restart(town: Town) -> None:
    await begin(town)
    form = await town.director.slash("rules amend", section="1.2")
    await town.director.click(await town.director.fill(form, {"text": "Twenty."}), "Put it in force")
    await eventually(lambda: len(town.ann.read(town.captains)) == 1)
    await town.stop_bot()
    await town.start_bot()
    (asked,) = town.ann.read(town.captains)
    assert "1 of 2 teams" in (await town.ann.click(asked, "I have read this")).text


async def test_the_rest_is_reminded_and_told_in_person(town: Town) -> None:
    await begin(town)
    await town.ann.slash("notify", direct=True)
    form = await town.director.slash("rules amend", section="1.2")
    await town.director.click(await town.director.fill(form, {"text": "Twenty."}), "Put it in force")
    await eventually(lambda: len(town.ann.read(town.captains)) == 1 and len(town.ann.dms) == 1)
    assert town.bob.dms == []
    told = await town.facilitator.slash("rules told", team="Aces")
    assert told.text.startswith("Noted: \u2068Aces\u2069 was told in person. 1 of 2 teams")
    shown = await town.director.slash("rules receipts")
    reminded = await town.director.click(shown, "Remind the rest")
    assert reminded.text == "1 captain is reminded in the captains' channel."
    await town.director.click(shown, "Remind the rest")
    await eventually(lambda: len(town.ann.read(town.captains)) == 2)
    assert town.ann.read(town.captains)[1].pings.users == {town.ann.id}
    assert "2 of 2 teams" in (await town.ann.click(town.ann.read(town.captains)[1], "I have read this")).text


async def test_a_captain_who_has_left_is_followed_before_the_rest_is_reminded(town: Town) -> None:
    await begin(town)
    form = await town.director.slash("rules amend", section="1.2")
    await town.director.click(await town.director.fill(form, {"text": "Twenty."}), "Put it in force")
    await town.ann.slash("captain appoint", member=town.facilitator)
    town.ann.leave()
    shown = await town.director.slash("rules receipts")
    assert (await town.director.click(shown, "Remind the rest")).text.startswith("2 captains are reminded")
    await eventually(lambda: any("please read it" in message.text for message in town.facilitator.pinged_by))
    assert [violation.code for violation in town.standin.violations] == [10007]  # how Discord says that Ann is gone
    town.standin.violations.clear()


async def test_a_file_of_rules(town: Town) -> None:
    await begin(town)
    text = "## 9.1 Quiet hours\nNo music after ten.\n## 9.2 Dogs\nOn a lead.\n"
    shown = await town.director.slash("rules upload", file=("rules.txt", text.encode()))
    assert shown.buttons == ["Put it in force"]
    done = await town.director.click(shown, "Put it in force")
    assert done.text.startswith("Version 2 of the rules is in force (9.1, 9.2).")
    shown = await town.ann.slash("rules show", section="9")
    assert "No music after ten." in shown.text
    refused = await town.director.slash("rules upload", file=("rules.txt", b"\xff\xfe\x00"))
    assert refused.text == "This is not a text file in UTF-8. Save it as plain text, and send it again."
    large = await town.director.slash("rules upload", file=("rules.txt", b"x" * (256 * 1024 + 1)))
    assert large.text == "The file is larger than 256 KiB. Send a smaller one, or several one after another."


async def test_a_mistyped_number_is_asked_about_first(town: Town) -> None:
    await begin(town)
    asked = await town.director.slash("rules amend", section="2.44")
    assert asked.text == (
        "There is no rule 2.44 in \u2068Games\u2069. Add it as a new rule? Or did you mean one of these?"
    )
    assert asked.buttons == ["Add rule 2.44", "2.4 Team ranking"]
    meant = await town.director.click(asked, "2.4 Team ranking")
    assert meant.modal is not None
    assert meant.modal["title"] == "Amend rule 2.4"
    added = await town.director.click(asked, "Add rule 2.44")
    shown = await town.director.fill(added, {"title": "Lights", "text": "They stay on."})
    assert "**2.44 \u2068Lights\u2069**\nNew:\n> They stay on." in shown.text


async def test_rulings(town: Town) -> None:
    await begin(town)
    ((_, rule),) = await town.director.autocomplete("ruling add", focus="rule", typed="2.1 ")
    added = await town.director.slash("ruling add", text="A foot on the line is no foul.", rule=rule, announce=True)
    assert added.text.startswith("Ruling 1 is kept")
    await eventually(lambda: any("Director's ruling 1" in m.text for m in town.bob.read(town.announcements)))
    listed = await town.bob.slash("ruling list")
    assert "(rule 2.1)" in listed.text
    refused = await town.ann.slash("ruling add", text="Mine.")
    assert refused.text.startswith("Only a director can do this")
