"""`/competition` over the wire."""

from tests.bot.conftest import Town, eventually


async def test_a_director_creates_and_opens_a_competition(town: Town) -> None:
    opened = await town.create_competition()
    assert opened.ephemeral
    assert opened.text.startswith("**\u2068Games\u2069** is now: registration open.")
    shown = await town.ann.slash("competition show")
    assert "Getaway Games): registration open" in shown.text


async def test_who_may_not_is_told_who_may(town: Town) -> None:
    await town.create_competition()
    refused = await town.ann.slash("competition close")
    assert refused.text == ("Only a director can do this: somebody who may manage this server. Please ask one of them.")
    shown = await town.ann.slash("competition show")
    assert "registration open" in shown.text


async def test_a_step_that_is_not_possible_names_those_that_are(town: Town) -> None:
    await town.create_competition()
    refused = await town.director.slash("competition start")
    assert refused.text == (
        "Registration for **\u2068Games\u2069** is still open: close it with `/competition close` first."
    )


async def test_cancelling_and_archiving_are_asked_back(town: Town) -> None:
    await town.create_competition()
    asked = await town.director.slash("competition cancel", reason="The lake has risen.")
    assert asked.ephemeral
    assert asked.buttons == ["Cancel the competition"]
    first = await town.director.click(asked, "Cancel the competition")
    again = await town.director.click(asked, "Cancel the competition")

    assert first.text.startswith("**\u2068Games\u2069** is cancelled and announced.")
    assert again.text.startswith("This was done already")
    await eventually(lambda: len(town.announcements.messages) == 2)
    opened, post = town.announcements.messages
    await eventually(lambda: opened.text.endswith("**Registration is closed.**"))
    assert post.text == "**\u2068Games\u2069 is cancelled.** \u2068The lake has risen\\.\u2069"
    asked = await town.director.slash("competition archive")
    assert "Nobody is told." in asked.text
    archived = await town.director.click(asked, "Archive it, erase birth dates")
    assert archived.text == "**\u2068Games\u2069** is archived: birth dates are erased, and its results stay."


async def test_days_that_are_over_are_refused(town: Town) -> None:
    refused = await town.create_competition(first_day="2020-06-12")
    assert "There is no competition" in refused.text
    answer = await town.director.slash(
        "competition create",
        kind="dodgeball",
        name="Late",
        first_day="2020-06-12",
        time_zone="Europe/Berlin",
        announcements=town.announcements,
        standings=town.standings,
        captains=town.captains,
        staff=town.staff,
        facilitator_role=town.facilitator_role,
    )
    assert answer.text == "The last day, 2020-06-12, is over already. Check the year."


async def test_a_staff_channel_that_everybody_can_read_is_warned_of(town: Town) -> None:
    await town.create_competition()
    quiet = await town.director.slash("competition check")
    plaza = town.guild.create_channel("plaza")
    moved = await town.director.slash("competition channels", staff=plaza)
    checked = await town.director.slash("competition check")

    assert quiet.text == "Skipper may do all that it needs in each of the channels."
    warning = (
        "⚠️ Everybody in this server can read #plaza, where staff are told of fees, offences and appeals. "
        "Take View Channel from the role `everyone` in the channel's settings and give it to staff and Skipper, or "
        "name another channel with `/competition channels`."
    )
    assert moved.text.splitlines()[-1] == warning
    assert checked.text.splitlines()[-1] == warning


async def test_a_captains_channel_that_captains_cannot_read_is_warned_of(town: Town) -> None:
    await town.create_competition()
    staff_only = town.guild.create_channel("lounge", only=[town.facilitator_role])
    captains_role = town.guild.create_role("Captains")
    for_captains = town.guild.create_channel("huddle", only=[town.facilitator_role, captains_role])
    closed = await town.director.slash("competition channels", captains=staff_only)
    narrow = await town.director.slash("competition channels", captains=for_captains)

    assert closed.text.splitlines()[-1] == (
        "⚠️ Only staff can read #lounge, where captains are told what concerns their teams. Give View Channel to the "
        "role `everyone`, or to a role that captains have, in the channel's settings, or name another channel with "
        "`/competition channels`."
    )
    assert narrow.text.splitlines()[-1] == (
        "Besides staff, only @Captains can read #huddle: see to it that each captain is among them."
    )


async def test_staff_share_their_channel_with_nobody(town: Town) -> None:
    refused = (
        "Nothing was changed. Staff need a channel of their own, which nobody else can read: choose another one for "
        "`staff` than for announcements, standings and captains."
    )
    not_opened = await town.create_competition(staff=town.captains)
    await town.create_competition()
    moved = await town.director.slash("competition channels", captains=town.staff)

    assert "There is no competition" in not_opened.text
    assert moved.text == refused


async def test_what_is_picked_from_the_lists_of_several_competitions_names_its_own(town: Town) -> None:
    await town.create_competition()
    await town.create_competition("dodgeball", "Cup")
    plaza = town.guild.create_channel("plaza")
    for captain, name, competition in ((town.ann, "Aces", "Games"), (town.bob, "Bats", "Cup")):
        await captain.slash("team start", name=name, competition=competition, in_channel=plaza)
    both = await town.director.autocomplete("team show", focus="team", in_channel=plaza)
    bats = dict(both)["Bats · Cup"]
    newcomer = {"name": "Cy", "birth_date": "1990-01-01"}
    added = await town.director.slash("team add", in_channel=plaza, team=bats, **newcomer)
    members = await town.director.autocomplete("team remove", focus="player", in_channel=plaza, team=bats)
    contradicted = await town.director.slash("team show", in_channel=plaza, team=bats, competition="Games")
    own = await town.bob.autocomplete("team show", focus="team", in_channel=plaza)
    free = await town.director.slash(
        "team start", in_channel=plaza, competition="Cup", name="1::Odd", captain_name="Eve Else"
    )

    assert [name for name, _ in both] == ["Aces · Games", "Bats · Cup"]
    assert "Cy" in added.text
    assert "Cy" in [name for name, _ in members]
    assert contradicted.text.startswith("What you chose belongs to \u2068Cup\u2069, but the option `competition` says")
    assert [name for name, _ in own] == ["Bats"]
    assert "1\\:\\:Odd" in free.text
