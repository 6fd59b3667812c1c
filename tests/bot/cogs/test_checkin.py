"""`/checkin` over the wire, by buttons."""

from datetime import UTC, datetime

from rehearsal.people import Person, Reply
from tests.bot.conftest import Town, eventually

TRIO = "Ann Lee 2001-05-03\nBo 1990-01-01\nCy 1990-01-01"


async def register(person: Person, name: str, players: str = TRIO) -> Reply:
    return await person.fill(await person.slash("team register"), {"name": name, "players": players})


async def test_a_team_is_checked_in_by_buttons(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    town.clock.set(datetime(2027, 6, 12, 12, tzinfo=UTC))
    shown = await town.ann.slash("checkin team")
    assert shown.ephemeral
    one = await town.ann.click(shown, "Bo")
    assert "ID seen" not in one.buttons
    assert "\u2068Bo\u2069** (\u2068Lodge\u2069): here" in (await town.ann.click(one, "Here")).text
    staff_view = await town.facilitator.click(await town.facilitator.slash("checkin team", team="Lodge"), "Ann Lee")
    assert "born on or before 2009-06-12" in staff_view.text
    seen = await town.facilitator.click(staff_view, "ID seen", deliver_twice=True)
    assert seen.text.startswith("**\u2068Ann Lee\u2069** (\u2068Lodge\u2069): here, ID seen")
    assert "2001" not in seen.text
    assert seen.kind == "update"  # one message from the team to its players and back
    missing = await town.facilitator.slash("checkin missing")
    assert missing.text == "Not here yet: 1 in 1 teams.\n\u2068Lodge\u2069: \u2068Cy\u2069"
    assert (await town.facilitator.click(missing, "Call their captains")).text == "✅ Captains called: 1."
    await eventually(lambda: any("1 not here" in message.text for message in town.ann.pinged_by))
    sheet = await town.facilitator.slash("checkin sheet")
    assert [attachment.filename for attachment in sheet.attachments] == ["sign-in.csv", "sign-in.html"]


async def test_a_captain_who_has_left_is_followed_before_anybody_is_called(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    await town.ann.slash("captain appoint", member=town.bob)
    town.clock.set(datetime(2027, 6, 12, 12, tzinfo=UTC))
    town.ann.leave()
    missing = await town.facilitator.slash("checkin missing")
    assert (await town.facilitator.click(missing, "Call their captains")).text == "✅ Captains called: 1."
    await eventually(lambda: any("3 not here" in message.text for message in town.bob.pinged_by))
    assert [violation.code for violation in town.standin.violations] == [10007]  # how Discord says that Ann is gone
    town.standin.violations.clear()


async def test_who_may_not_is_told_who_may(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    town.clock.set(datetime(2027, 6, 12, 12, tzinfo=UTC))
    staff_only = "Only a facilitator (the role @Facilitator) or a director can do this. Please ask one of them."
    for command in ("checkin missing", "checkin sheet"):
        assert (await town.ann.slash(command)).text == staff_only
    refused = await town.bob.slash("checkin team", team="Lodge")
    assert refused.text == "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."
