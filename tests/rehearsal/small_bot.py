"""A small, unmodified discord.py bot, with one command for everything that the stand-in must understand."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from rehearsal.server import StandIn


def connect(standin: StandIn) -> None:
    """Point discord.py at the stand-in: the API, and the gateway that it falls back to."""
    Route.BASE = standin.url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(standin.gateway.url)


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Count", custom_id="count")
    async def count(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        assert interaction.message is not None
        await interaction.response.edit_message(content=interaction.message.content + "|")

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later is now")

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(TeamForm())

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        custom_id="event",
        placeholder="Which event?",
        options=[discord.SelectOption(label="Bowling", value="b"), discord.SelectOption(label="Bags", value="g")],
    )
    async def event(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(f"chose {select.values[0]}", ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who", placeholder="Who?", max_values=2)
    async def who(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Any]) -> None:
        names = ", ".join(user.display_name for user in select.values)
        await interaction.response.send_message(f"chose {names}", ephemeral=True)


class TeamForm(discord.ui.Modal, title="Register a team"):
    name = discord.ui.Label(text="Name", component=discord.ui.TextInput(max_length=20))
    kind = discord.ui.Label(
        text="Kind",
        component=discord.ui.Select(options=[discord.SelectOption(label="Open", value="o")]),
    )
    notes = discord.ui.Label(
        text="Notes",
        component=discord.ui.TextInput(style=discord.TextStyle.paragraph, required=False, default="none yet"),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.name.component, discord.ui.TextInput)
        assert isinstance(self.kind.component, discord.ui.Select)
        assert isinstance(self.notes.component, discord.ui.TextInput)
        text = f"{self.name.component.value} / {self.kind.component.values} / {self.notes.component.value}"
        if interaction.message is not None:
            await interaction.response.edit_message(content=text)
        else:
            await interaction.response.send_message(text)


class SmallBot(commands.AutoShardedBot):
    def __init__(self, **options: Any) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, **options)
        self.ready = asyncio.Event()
        self.events: list[str] = []

    async def setup_hook(self) -> None:
        add_commands(self.tree)
        self.add_view(Panel())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait 5 s between shards, as Discord would want."""

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_resumed(self) -> None:
        self.events.append("resumed")

    async def on_connect(self) -> None:
        self.events.append("connected")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.events.append(f"joined {guild.name}")


@app_commands.command(description="Submit a game")
@app_commands.describe(player="Who", game="Which game", by="By whom", where="Where", role="Role")
async def bowling(
    interaction: discord.Interaction,
    player: str,
    game: app_commands.Range[int, 1, 3],
    by: discord.Member | None = None,
    where: discord.TextChannel | None = None,
    role: discord.Role | None = None,
) -> None:
    parts = [player, str(game)]
    parts += [by.display_name] if by else []
    parts += [where.name] if where else []
    parts += [role.name] if role else []
    await interaction.response.send_message(" ".join(parts), ephemeral=True)


@bowling.autocomplete("player")
async def players(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    found = [name for name in ["Lodge", "Loft", "Harbour"] if current.lower() in name.lower()]
    return [app_commands.Choice(name=name, value=name.lower()) for name in found]


@app_commands.command(description="Nothing")
async def noop(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("done")


@app_commands.command(description="Buttons and menus")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("|", view=Panel())


@app_commands.command(description="A form")
async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(TeamForm())


@app_commands.command(description="Think, answer, add")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="first", embed=discord.Embed(title="Embed"))
    more = await interaction.followup.send("second", ephemeral=True, wait=True)
    await more.edit(content="second, edited")


@app_commands.command(description="Think, then only a follow-up")
async def thinking(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.followup.send("thought")


@app_commands.command(description="A file")
async def file(interaction: discord.Interaction) -> None:
    picture = discord.File(io.BytesIO(b"\x89PNG picture"), "standings.png", description="The standings")
    embed = discord.Embed(title="Standings").set_image(url="attachment://standings.png")
    await interaction.response.send_message(file=picture, embed=embed)


@app_commands.command(description="Never answers")
async def mute(_: discord.Interaction) -> None:
    return


@app_commands.command(description="Only defers")
async def stuck(interaction: discord.Interaction) -> None:
    await interaction.response.defer()


@app_commands.command(description="Directors only")
@app_commands.default_permissions(manage_guild=True)
@app_commands.choices(kind=[app_commands.Choice(name="Getaway Games", value="getaway")])
async def create(interaction: discord.Interaction, kind: app_commands.Choice[str], team: str = "") -> None:
    await interaction.response.send_message(f"created {kind.value} {team}".strip())


@app_commands.command(description="A file of the captain")
async def upload(interaction: discord.Interaction, sheet: discord.Attachment) -> None:
    await interaction.response.send_message(f"{sheet.filename}: {(await sheet.read()).decode()}")


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    score = app_commands.Group(name="score", description="Scores")
    score.add_command(bowling)
    for command in (noop, panel, form, slow, thinking, file, mute, stuck, create, upload, score):
        tree.add_command(command)


@contextlib.asynccontextmanager
async def running(standin: StandIn, **options: Any) -> AsyncIterator[SmallBot]:
    """A small bot that is connected and ready."""
    connect(standin)
    bot = SmallBot(**options)
    async with bot:
        task = asyncio.create_task(bot.start(standin.token))
        ready = asyncio.create_task(bot.ready.wait())
        await asyncio.wait([task, ready], timeout=10, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        assert ready.done(), "the bot did not get ready"
        yield bot
        await bot.close()
        await task
