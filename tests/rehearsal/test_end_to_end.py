"""The unmodified discord.py client against the stand-in, driven by people."""

import io
from typing import Any

import discord
import pytest

from rehearsal import limits
from rehearsal.guild import Guild
from rehearsal.people import NoAnswerError, PeopleError, Person
from rehearsal.server import StandIn
from rehearsal.state import Channel
from tests.rehearsal.raw import RawApi
from tests.rehearsal.small_bot import Panel, SmallBot, running


@pytest.fixture(autouse=True)
async def no_violations(standin: StandIn) -> Any:
    """Nothing that discord.py does for these commands may be refused."""
    yield
    assert standin.violations == []


async def test_slash(bot: SmallBot, guild: Guild, ann: Person, channel: Channel) -> None:
    reply = await ann.slash("score bowling", player="Lodge", game=2)
    assert (reply.kind, reply.text, reply.ephemeral) == ("message", "Lodge 2", True)
    assert 0 < reply.acknowledged_in <= reply.final_in < 3
    assert channel.messages == []


async def test_slash_resolves_people_roles_and_channels(
    bot: SmallBot, guild: Guild, ann: Person, channel: Channel
) -> None:
    captain = guild.create_role("Captain")
    ben = guild.join("Ben", roles=[captain])
    reply = await ann.slash("score bowling", player="x", game=1, by=ben, where=channel, role=captain)
    assert reply.text == "x 1 Ben scores Captain"


async def test_attachment_option(bot: SmallBot, ann: Person) -> None:
    reply = await ann.slash("upload", sheet=("sheet.csv", b"Ann,200"))
    assert reply.text == "sheet.csv: Ann,200"


async def test_autocomplete(bot: SmallBot, ann: Person) -> None:
    offered = await ann.autocomplete("score bowling", focus="player", typed="lo", game=1)
    assert offered == [("Lodge", "lodge"), ("Loft", "loft")]


async def test_public_answers_are_read_by_all_and_ephemeral_ones_by_one(
    bot: SmallBot, guild: Guild, ann: Person
) -> None:
    ben = guild.join("Ben")
    public = await ann.slash("noop")
    private = await ann.slash("score bowling", player="Lodge", game=1)
    assert public.message
    assert private.message
    assert [m.text for m in ben.read(guild.default_channel)] == ["done"]
    assert ben.can_see(public.message)
    assert not ben.can_see(private.message)
    assert ann.can_see(private.message)


async def test_buttons(bot: SmallBot, ann: Person) -> None:
    panel = await ann.slash("panel")
    assert panel.buttons == ["Count", "Whisper", "Later", "Form", "Off"]
    counted = await ann.click(panel, "Count")
    assert (counted.kind, counted.text, counted.edits) == ("update", "||", ["|"])
    assert (await ann.click(panel, "count")).text == "|||"
    whispered = await ann.click(panel, "Whisper")
    assert (whispered.kind, whispered.text, whispered.ephemeral) == ("message", "psst", True)
    later = await ann.click(panel, "Later")
    assert (later.kind, later.text) == ("update", "later is now")


async def test_menus(bot: SmallBot, guild: Guild, ann: Person) -> None:
    panel = await ann.slash("panel")
    assert (await ann.choose(panel, "Which event?", "Bags")).text == "chose g"
    assert (await ann.choose(panel, "event", "b")).text == "chose b"
    ben = guild.join("Ben")
    assert (await ann.choose(panel, "Who?", [ann, ben])).text == "chose Ann, Ben"


async def test_modal_with_labels_after_a_command(bot: SmallBot, ann: Person) -> None:
    form = await ann.slash("form")
    assert form.kind == "modal"
    assert form.text == "Register a team\nName\nKind\nNotes"
    reply = await ann.fill(form, {"Name": "Lodge", "Kind": "Open"})
    assert (reply.kind, reply.text) == ("message", "Lodge / ['o'] / none yet")


async def test_modal_after_a_button_updates_its_message(bot: SmallBot, ann: Person) -> None:
    panel = await ann.slash("panel")
    form = await ann.click(panel, "Form")
    reply = await ann.fill(form, {"Name": "Lodge", "Kind": "o", "Notes": "two\nlines"})
    assert reply.kind == "update"
    assert panel.text == "Lodge / ['o'] / two\nlines"


async def test_defer_edit_follow_up(bot: SmallBot, ann: Person) -> None:
    reply = await ann.slash("slow")
    assert reply.kind == "message"
    assert reply.ephemeral
    await reply.changed()
    await reply.changed()
    assert reply.text == "first\nEmbed\nsecond, edited"
    assert reply.acknowledged_in <= reply.final_in
    assert reply.followups[0].edits == ["second"]


async def test_first_follow_up_takes_the_place_of_thinking(bot: SmallBot, ann: Person, guild: Guild) -> None:
    reply = await ann.slash("thinking")
    assert (reply.kind, reply.text, reply.followups) == ("message", "thought", [])
    assert [m.text for m in guild.default_channel.messages] == ["thought"]


async def test_files(bot: SmallBot, api: RawApi, ann: Person) -> None:
    reply = await ann.slash("file")
    (picture,) = reply.attachments
    assert (picture.filename, picture.content, picture.content_type) == (
        "standings.png",
        b"\x89PNG picture",
        "image/png",
    )
    assert picture.description == "The standings"
    assert await api.fetch(picture.url) == b"\x89PNG picture"


async def test_channel_work_of_discord_py(bot: SmallBot, guild: Guild, channel: Channel, ann: Person) -> None:
    town = bot.get_channel(channel.id)
    assert isinstance(town, discord.TextChannel)
    posts = [await town.send(f"post {n}") for n in range(5)]
    await posts[0].edit(content="post zero", view=None)
    await posts[1].pin()
    await posts[2].pin()
    await posts[4].delete()
    assert [m.text for m in channel.messages if m.kind == 0] == ["post zero", "post 1", "post 2", "post 3"]
    assert [m.content async for m in town.pins()] == ["post 2", "post 1"]
    await posts[1].unpin()
    assert [m.text for m in channel.pins] == ["post 2"]
    assert (await town.fetch_message(posts[0].id)).content == "post zero"
    texts = [m.content async for m in town.history(limit=3, after=posts[0])]
    assert texts == ["post 1", "post 2", "post 3"]
    with_file = await town.send(file=discord.File(io.BytesIO(b"1,2"), "table.csv"))
    assert await with_file.attachments[0].read() == b"1,2"
    changed = await with_file.edit(attachments=[discord.File(io.BytesIO(b"3,4"), "table.csv")])
    assert await changed.attachments[0].read() == b"3,4"
    assert len(channel.messages[-1].attachments) == 1
    async with town.typing():
        pass


async def test_layout_view(bot: SmallBot, channel: Channel) -> None:
    town = bot.get_channel(channel.id)
    assert isinstance(town, discord.TextChannel)
    view = discord.ui.LayoutView()
    box = discord.ui.Container[Any](discord.ui.TextDisplay("# Standings"), discord.ui.Separator())
    box.add_item(discord.ui.Section("Lodge <t:0:D>", accessory=discord.ui.Button(label="More", custom_id="more")))
    view.add_item(box)
    await town.send(view=view)
    assert channel.messages[0].text == "# Standings\nLodge 01 January 1970 UTC"
    assert channel.messages[0].buttons == ["More"]


async def test_enforced_nonce_of_discord_py(bot: SmallBot, channel: Channel) -> None:
    town = bot.get_channel(channel.id)
    assert isinstance(town, discord.TextChannel)
    first = await town.send("once", nonce=42)
    again = await town.send("twice", nonce=42)
    assert first.id == again.id
    assert [m.text for m in channel.messages] == ["once"]


async def test_members_who_left_and_closed_dms(bot: SmallBot, standin: StandIn, guild: Guild, ann: Person) -> None:
    town = bot.get_guild(guild.id)
    assert town is not None
    member = await town.fetch_member(ann.id)
    await member.send("hello")
    assert [m.text for m in ann.dms] == ["hello"]
    ann.close_dms()
    with standin.expect(50007, 10007) as refused:
        with pytest.raises(discord.Forbidden) as forbidden:
            await member.send("again")
        assert forbidden.value.code == 50007
        ann.leave()
        with pytest.raises(discord.NotFound) as gone:
            await town.fetch_member(ann.id)
        assert gone.value.code == 10007
    assert [r.code for r in refused] == [50007, 10007]


async def test_buttons_in_direct_messages(bot: SmallBot, ann: Person) -> None:
    user = await bot.fetch_user(ann.id)
    await user.send("|", view=Panel())
    (message,) = ann.dms
    assert (await ann.click(message, "Count")).text == "||"
    assert (await ann.click(message, "Whisper")).text == "psst"
    form = await ann.click(message, "Form")
    assert (await ann.fill(form, {"Name": "x", "Kind": "Open"})).kind == "update"
    assert (await ann.slash("noop", in_channel=message.channel)).text == "done"


async def test_pins_leave_a_notice(bot: SmallBot, channel: Channel, ann: Person) -> None:
    town = bot.get_channel(channel.id)
    assert isinstance(town, discord.TextChannel)
    await (await town.send("live")).pin()
    assert [m.text for m in ann.read(channel)] == ["live", "Skipper pinned a message to this channel."]
    async for message in town.history(limit=1):
        await message.delete()
    assert [m.text for m in ann.read(channel)] == ["live"]


async def test_allowed_mentions(bot: SmallBot, guild: Guild, channel: Channel, ann: Person) -> None:
    captain = guild.create_role("Captain", mentionable=True)
    ben = guild.join("Ben", roles=[captain])
    town = bot.get_channel(channel.id)
    assert isinstance(town, discord.TextChannel)
    text = f"{ann.mention} {ben.mention} {captain.mention} @everyone"
    await town.send(text, allowed_mentions=discord.AllowedMentions.none())
    only_ann = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(ann.id)])
    await town.send(text, allowed_mentions=only_ann)
    only_roles = discord.AllowedMentions(everyone=False, users=False, roles=True)
    await town.send(text, allowed_mentions=only_roles)
    nobody, one, role = channel.messages
    assert not nobody.pings
    assert ann.pinged_by == [one]
    assert ben.pinged_by == [role]
    assert nobody.text == "@Ann @Ben @Captain @everyone"


async def test_same_interaction_twice(bot: SmallBot, guild: Guild, ann: Person) -> None:
    """A bot that does not look at the id answers twice; only the first answer counts, and none is held against it."""
    reply = await ann.slash_twice("noop")
    panel = await ann.slash("panel")
    await ann.click(panel, "Count", deliver_twice=True)
    assert reply.text == "done"
    assert [m.text for m in guild.default_channel.messages] == ["done", "||"]


async def test_silence_is_named(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    with pytest.raises(NoAnswerError, match=r"^/mute by Ann: the application did not respond within 3 s$"):
        await ann.slash("mute")
    assert [v.reason for v in standin.violations] == ["/mute by Ann: not acknowledged within 3 s"]
    standin.violations.clear()


async def test_thinking_for_ever_is_named(bot: SmallBot, standin: StandIn, ann: Person) -> None:
    message = r"^/stuck by Ann: deferred, but nothing followed within 0.2 s$"
    with pytest.raises(NoAnswerError, match=message):
        await ann.slash("stuck", within=0.2)
    assert [v.reason for v in standin.violations] == ["/stuck by Ann: deferred and never answered"]
    standin.violations.clear()


async def test_hidden_commands(bot: SmallBot, guild: Guild, ann: Person) -> None:
    with pytest.raises(PeopleError, match=r"^Ann is not offered /create in #general; offered are: .*noop"):
        await ann.slash("create", kind="Getaway Games")
    director = guild.join("Dee", roles=[guild.create_role("Director", "manage_guild")])
    assert (await director.slash("create", kind="Getaway Games")).text == "created getaway"
    assert (await guild.owner.slash("create", kind="getaway")).text == "created getaway"


HOSTILE: list[dict[str, Any]] = [
    {},
    {"type": 2, "data": {"name": "noop", "options": [{"name": "x", "type": 3, "value": 5}]}},
    {"type": 2, "data": {"name": "score", "options": [{"name": "bowling", "type": 1, "options": []}]}},
    {
        "type": 2,
        "data": {
            "name": "score",
            "options": [
                {
                    "name": "bowling",
                    "type": 1,
                    "options": [
                        {"name": "player", "type": 3, "value": "\u202e" * 6000},
                        {"name": "game", "type": 4, "value": 200},
                        {"name": "by", "type": 6, "value": "1"},
                    ],
                }
            ],
        },
    },
    {"type": 3, "data": {"custom_id": "count", "component_type": 99}},
    {"type": 3, "data": {"custom_id": "\0"}},
    {"type": 4, "data": {"name": "score"}},
    {"type": 5, "data": {"custom_id": "none"}},
    {"type": 2, "data": {"name": "noop"}, "guild_id": "1"},
]


async def test_hostile_interactions_do_not_end_the_connection(
    monkeypatch: pytest.MonkeyPatch, bot: SmallBot, ann: Person
) -> None:
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 0.2)
    for payload in HOSTILE:
        await ann.send_interaction(payload)
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 3.0)
    assert (await ann.slash("noop")).text == "done"
    assert bot.events == ["connected"]


async def test_several_guilds_and_shards() -> None:
    async with StandIn(shards=2, rate_limits=False) as standin:
        guilds = [standin.create_guild(f"Town {n}") for n in range(6)]
        people = [guild.join(f"Ann {n}") for n, guild in enumerate(guilds)]
        async with running(standin) as bot:
            assert sorted(bot.shards) == [0, 1]
            assert sorted(g.name for g in bot.guilds) == [g.name for g in guilds]
            for person in people:
                assert (await person.slash("noop")).text == "done"
        assert len({(g.id >> 22) % 2 for g in guilds}) == 2
        assert standin.violations == []


async def test_guild_joined_later(bot: SmallBot, standin: StandIn) -> None:
    other = standin.create_guild("Village")
    assert (await other.join("Cy").slash("noop")).text == "done"
    assert "joined Village" in bot.events
