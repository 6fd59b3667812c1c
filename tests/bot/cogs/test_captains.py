"""A captain's other paths over the wire: inviting, linking, handing over, withdrawing, captains without accounts."""

from typing import Any

from rehearsal.interactions import COMPONENT
from rehearsal.people import Person, Reply
from rehearsal.state import Channel, Message
from tests.bot.conftest import Town, eventually

TRIO = "Ann Lee 2001-05-03\nBo 1990-01-01\nCy 1990-01-01"


async def register(person: Person, name: str, players: str = TRIO) -> Reply:
    return await person.fill(await person.slash("team register"), {"name": name, "players": players})


async def read_last(person: Person, channel: Channel, holding: str) -> Message:
    """The newest message with these words, once it is there."""
    await eventually(lambda: any(holding in message.text for message in person.read(channel)))
    return [message for message in person.read(channel) if holding in message.text][-1]


async def test_a_captain_invites_and_the_member_answers(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    plaza = town.guild.create_channel("plaza")
    invited = await town.ann.slash("player invite", member=town.bob, in_channel=plaza)
    assert invited.ephemeral
    invitation = await read_last(town.bob, plaza, "invites you to play for")
    assert invitation in town.bob.pinged_by
    refused = await town.facilitator.click(invitation, "Accept")
    assert refused.ephemeral
    assert refused.text == "This invitation is for @Bob, and nobody answers for somebody else."
    (decline,) = [c["custom_id"] for row in invitation.components for c in row["components"] if c["label"] == "Decline"]
    form = await town.bob.click(invitation, "Accept")
    joined = await town.bob.fill(form, {"Your birth date": "2000-02-29"})
    assert joined.text.startswith("✅ You play for **\u2068Lodge\u2069** in **\u2068Games\u2069** as \u2068Bob\u2069.")
    assert "2000" not in joined.text
    press = {"type": 3, "data": {"custom_id": decline, "component_type": 2}}  # the buttons may be gone by now
    again = await town.bob.send_interaction(press, message=invitation)
    assert again.text == "This invitation to \u2068Lodge\u2069 was accepted already. Ask the captain for another one."
    assert (await town.bob.slash("team leave")).text.startswith("✅ You left **\u2068Lodge\u2069**")


async def test_players_are_linked_by_user_selects(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    form = await town.ann.slash("player link")
    linked = await town.ann.fill(form, {"Ann Lee": town.ann, "Bo": town.bob})
    assert linked.text == ("✅ \u2068Ann Lee\u2069 is @Ann\n✅ \u2068Bo\u2069 is @Bob\nNot linked yet: 1.")
    more = await town.ann.click(linked, "Link more")
    assert more.modal is not None
    assert "Cy" in more.text
    one = await town.ann.slash("player link", player="Bo")
    cleared = await town.ann.fill(one, {"Bo": []})
    assert cleared.text == "✅ \u2068Bo\u2069 is linked to nobody\nNot linked yet: 2."


async def test_a_waiting_team_takes_the_place_of_one_that_withdraws(town: Town) -> None:
    await town.create_competition("dodgeball", "Open")
    people = [town.guild.join(f"Cap{number}") for number in range(13)]
    for number, person in enumerate(people):
        await register(person, f"Team {number}", "\n".join(f"P{number}x{n} 1990-01-01" for n in range(6)))
    asked = await people[0].slash("team withdraw")
    assert "Withdraw **\u2068Team 0\u2069**?" in asked.text
    done = await people[0].click(asked, "Withdraw the team")
    assert done.text == "✅ **\u2068Team 0\u2069** has withdrawn."
    offer = await read_last(people[12], town.captains, "has become free for \u2068Team 12\u2069")
    assert offer in people[12].pinged_by
    refused = await people[1].click(offer, "Take the place")
    assert refused.text.startswith("Only the captain of \u2068Team 12\u2069")
    taken = await people[12].click(offer, "Take the place", deliver_twice=True)
    assert taken.text.startswith("✅ \u2068Team 12\u2069 has its place.")
    again = await people[12].click(offer, "Take the place")
    assert again.text.startswith("\u2068Team 12\u2069 has its place already.")


async def test_a_captain_without_an_account_and_one_who_leaves_the_server(town: Town) -> None:
    await town.create_competition()
    begun = await town.facilitator.slash("team start", name="Lodge", captain_name="Olde Tom")
    assert begun.text.startswith("**\u2068Lodge\u2069** is begun")
    for number in range(2):
        await town.facilitator.slash("team add", name=f"P{number}", birth_date="1990-01-01", team="Lodge")
    added = await town.facilitator.slash("team add", name="P2", birth_date="1990-01-01", team="Lodge")
    assert added.text.endswith("The team is complete, and registered. Your place is confirmed.")
    code = (await town.facilitator.slash("captain code", team="Lodge")).text.split("`")[1]
    assert (await town.ann.slash("captain claim", code=code)).text.startswith("✅ You are the captain o")
    assert (await town.ann.slash("captain appoint", member=town.bob)).text.startswith("✅ @Bob")
    for command in ("captain appoint", "captain handover", "player invite"):
        refused = await town.ann.slash(command, member=town.guild.bot)
        assert refused.text == (
            f"@{town.guild.bot.name} is a bot, and only people lead teams and play. Nothing was changed; choose "
            "somebody else."
        )
    town.ann.leave()
    checked = await town.facilitator.slash("captain check")
    assert checked.text.startswith("@Ann of \u2068Lodge\u2069 has left this server.")
    assert await read_last(town.bob, town.captains, "is gone, so you are its captain now") in town.bob.pinged_by
    assert (await town.bob.slash("team mine")).text.startswith("**\u2068Lodge\u2069**")
    assert (await town.facilitator.slash("captain check")).text == "✅ Every captain is still in this server."
    assert [violation.code for violation in town.standin.violations] == [10007]  # how Discord says that Ann is gone
    town.standin.violations.clear()


async def test_who_may_not_is_told_who_may(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    captain_only = "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."
    staff_only = "Only a facilitator (the role @Facilitator) or a director can do this. Please ask one of them."
    director_only = "Only a director can do this: somebody who may manage this server. Please ask one of them."
    commands: list[tuple[Person, str, dict[str, Any], str]] = [
        (town.bob, "player invite", {"member": town.bob, "team": "Lodge"}, captain_only),
        (town.bob, "player link", {"team": "Lodge"}, captain_only),
        (town.bob, "captain handover", {"member": town.bob, "team": "Lodge"}, captain_only),
        (town.bob, "captain appoint", {"member": town.bob, "team": "Lodge"}, captain_only),
        (town.bob, "captain dismiss", {"member": town.ann, "team": "Lodge"}, captain_only),
        (town.bob, "team withdraw", {"team": "Lodge"}, captain_only),
        (town.bob, "team place", {"team": "Lodge"}, captain_only),
        (town.bob, "captain code", {"team": "Lodge"}, staff_only),
        (town.bob, "captain check", {}, staff_only),
        (town.facilitator, "player except", {"name": "K", "birth_date": "2009-06-13", "reason": "x"}, director_only),
        (town.facilitator, "player ban", {"player": "Bo", "reason": "x"}, director_only),
        (town.facilitator, "player unban", {"ban": "#1"}, director_only),
        (town.facilitator, "competition move", {"first_day": "2027-06-13"}, director_only),
    ]
    for who, command, options, words in commands:
        assert (await who.slash(command, **options)).text == words, command


async def test_buttons_that_a_client_made_up(town: Town) -> None:
    await town.create_competition()
    await register(town.ann, "Lodge")
    shown = await town.ann.slash("team mine")
    for custom_id, words in (
        ("place-take:1:x", "There is no team"),
        ("place-take:2:1", "There is no competition"),
        ("team-withdraw-now:1:1:waitlisted", "has changed since you were asked"),
        ("invited:1:99999999999999999999999", "This invitation does not exist any more."),
        ("invited-decline:1:-1", "This invitation does not exist any more."),
        ("link-more:1:2", "There is no team"),
        ("link-again:1:1:99", "does not play for"),
    ):
        data = {"component_type": 2, "custom_id": custom_id}
        reply = await town.ann.send_interaction({"type": COMPONENT, "data": data}, message=shown.message)
        assert words in reply.text, custom_id
    assert (await town.ann.slash("team list")).text.endswith("\u2068Lodge\u2069: 3 players, confirmed")


async def test_whoever_did_not_want_to_lead_hands_it_back_with_one_tap(town: Town) -> None:
    await town.create_competition()
    form = await town.ann.slash("team register")
    await town.ann.fill(form, {"name": "Lodge", "players": "A 1990-01-01\nB 1990-01-01\nC 1990-01-01"})
    assert (await town.ann.slash("captain handover", member=town.bob)).text.startswith("✅ @Bob is the captain")
    note = await read_last(town.bob, town.captains, "you are the captain of")
    refused = await town.facilitator.click(note, "I do not lead it")
    assert refused.text == "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."
    declined = await town.bob.click(note, "I do not lead it", deliver_twice=True)
    assert declined.text.startswith("✅ You do not lead **\u2068Lodge\u2069** any more.")
    assert await read_last(town.ann, town.captains, "you are its captain again") in town.ann.pinged_by
    assert "Nothing is missing." in (await town.ann.slash("team mine")).text
    await town.ann.slash("captain appoint", member=town.bob)
    note = await read_last(town.bob, town.captains, "you are a co-captain of")
    assert (await town.bob.click(note, "I am no co-captain")).text.startswith("✅ @Bob is no co-captain")
    assert await read_last(town.ann, town.captains, "is no co-captain of") in town.ann.pinged_by
