"""The connection to Discord: commands, presses, one way out for errors, and commands synced only when they changed."""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands
from sqlalchemy import delete, select

from bot.db.tables import guild as guilds
from bot.db.upsert import upsert
from bot.deps import Deps
from bot.ui.answering import Interaction, answer_error
from bot.ui.router import Router, is_press
from bot.ui.texts import access as access_texts
from bot.ui.texts import faults as texts
from bot.ui.wire import find_misfit, guard, refuse_unknown, take_marks
from core.errors import NotAllowed, NotFound, UserError

log = logging.getLogger(__name__)

LONGEST_RATE_LIMIT_SECONDS = 30.0  # what lasts longer is an error, such as too many edits of an old message


class SkipperTree(app_commands.CommandTree["SkipperClient"]):
    """The slash commands."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether it comes from a server, and Discord's own app could have sent it; else no command sees it."""
        if interaction.guild_id is None:
            await self._refuse(interaction, NotAllowed(access_texts.NOT_IN_SERVER))
            return False
        take_marks(interaction)
        misfit = find_misfit(interaction)
        if misfit is None:
            return True
        await self._refuse(interaction, NotFound(texts.bad_option(misfit)) if misfit else refuse_unknown(interaction))
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer what went wrong before a command's own work began, such as a channel that is gone."""
        cause = getattr(error, "original", None) or error.__cause__ or error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            cause = refuse_unknown(interaction)
        elif isinstance(error, app_commands.TransformerError) and not isinstance(cause, UserError):
            cause = NotFound(texts.unusable(str(error.value)[:100]))
        await self._refuse(interaction, cause)

    async def _refuse(self, interaction: Interaction, error: BaseException) -> None:
        """Say why not; whoever is typing is offered nothing."""
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await answer_error(self.client.deps, interaction, error)


class SkipperClient(commands.AutoShardedBot):
    """Skipper, connected."""

    def __init__(self, deps: Deps, load_cogs: Callable[["SkipperClient"], Awaitable[None]]) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=SkipperTree,
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_RATE_LIMIT_SECONDS,
        )
        parsers = self._connection.parsers
        parsers["INTERACTION_CREATE"] = guard(parsers["INTERACTION_CREATE"])
        self.deps = deps
        self.router = Router()
        self._load_cogs = load_cogs

    async def setup_hook(self) -> None:
        """Load the cogs and bring every server's commands up to date."""
        await self._load_cogs(self)
        async for joined in self.fetch_guilds(limit=None):
            await self.sync_commands(joined.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server invited the bot."""
        await self.sync_commands(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server removed the bot; its commands are gone with it."""
        async with self.deps.database.transaction() as tx:
            await tx.connection.execute(delete(guilds).where(guilds.c.id == guild.id))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Hand buttons, selects and forms to the router; the command tree sees to the rest."""
        if is_press(interaction):
            await self.router.dispatch(self.deps, interaction)

    async def on_message(self, message: discord.Message, /) -> None:
        """Skipper reads no messages: it has slash commands only."""

    async def sync_commands(self, guild_id: int) -> None:
        """Register the commands in a server if they are not what it has already."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        async with self.deps.database.reading() as tx:
            known = await tx.connection.scalar(select(guilds.c.command_hash).where(guilds.c.id == guild_id))
        if known == digest:
            return
        try:
            await self.http.bulk_upsert_guild_commands(self.application_id or 0, guild_id, payload=payload)
        except discord.Forbidden:
            log.warning("server %d did not allow commands; invite the bot with applications.commands", guild_id)
            return
        except (discord.HTTPException, discord.RateLimited):
            # One server must not keep the bot from the others; its commands are synced at the next start.
            log.exception("the commands of server %d could not be synced", guild_id)
            return
        async with self.deps.database.transaction() as tx:
            await upsert(tx, guilds, {"id": guild_id}, {"command_hash": digest})
        log.info("the commands of server %d were synced", guild_id)
