"""Answers interactions: the one way from a use case to what somebody reads.

Discord waits three seconds. Most work is done long before, and is answered directly; a watchdog defers what takes
longer. Answer and deferral share one lock and look again inside it, since discord.py does not count an answer that is
under way.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import aiohttp
import discord
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.db.answers import find_answer, save_answer
from bot.db.engine import Transaction
from bot.db.outage import CommitUnknown, is_outage
from bot.deps import Deps
from bot.services.access import Asker
from bot.ui.discord_view import Content, to_content
from bot.ui.message import Attachment, Message, OfferingConflict
from bot.ui.painting import paint_all
from bot.ui.picks import PICKED
from bot.ui.texts import access as access_texts
from bot.ui.texts import faults as texts
from bot.ui.wire import refuse_unknown
from core.errors import NotAllowed, UserError

log = logging.getLogger(__name__)

DEFER_AFTER_SECONDS = 1.5
UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060

T = TypeVar("T")
Interaction = discord.Interaction[Any]


async def answer_change(
    deps: Deps,
    interaction: Interaction,
    use_case: Callable[[Transaction, Asker], Awaitable[T]],
    wording: Callable[[T], Message],
    prepare: Callable[[], Awaitable[None]] | None = None,
    *,
    is_in_place: bool = False,
) -> None:
    """Run a use case in a transaction of its own, once for each interaction, and answer in these words.

    What has to be fetched from Discord, such as a file, is fetched by `prepare`, before the transaction.
    `is_in_place` as for `answer`.
    """

    async def work() -> Message:
        asker = to_asker(interaction)
        if prepare is not None:
            await prepare()
        try:
            async with deps.database.transaction() as tx:
                message = wording(await use_case(tx, asker))
                await save_answer(tx, asker.interaction_id, message.to_json())
                tx.on_commit.append(deps.wake_relay)
        except (UserError, IntegrityError):
            # A second delivery finds its own work done, and is answered as the first one was.
            earlier = await _find_earlier(deps, asker)
            if earlier is None:
                raise
            return earlier
        except CommitUnknown:
            with suppress(DBAPIError, OSError):
                if (saved := await _find_earlier(deps, asker)) is not None:
                    deps.wake_relay()
                    return saved  # it did come through, with its answer
            raise
        await asyncio.sleep(0)  # the next writer begins first: while the disk keeps its work, this answer is sent
        return message

    await answer(deps, interaction, work, is_in_place=is_in_place)


async def _find_earlier(deps: Deps, asker: Asker) -> Message | None:
    """What was answered to this interaction before."""
    async with deps.database.reading() as tx:
        earlier = await find_answer(tx.connection, asker.interaction_id)
    return None if earlier is None else Message.from_json(earlier)


async def answer_question(
    deps: Deps,
    interaction: Interaction,
    use_case: Callable[[Transaction, Asker], Awaitable[T]],
    wording: Callable[[T], Message],
    *,
    is_in_place: bool = False,
) -> None:
    """Run a use case that only reads, and answer in these words; `is_in_place` as for `answer`."""

    async def work() -> Message:
        asker = to_asker(interaction)
        async with deps.database.reading() as tx:
            found = await use_case(tx, asker)
        return wording(found)

    await answer(deps, interaction, work, is_in_place=is_in_place)


async def answer(
    deps: Deps, interaction: Interaction, work: Callable[[], Awaitable[Message]], *, is_in_place: bool = False
) -> None:
    """Do the work and answer with its message; an error becomes a sentence.

    With `is_in_place`, a press on an answer that the asker alone sees turns that answer into the new one, as pages do;
    a press on a post for everybody, and an error, are answered by a message of their own.
    """
    reply = _Reply(interaction, is_in_place=is_in_place and _is_on_own_answer(interaction))
    reply.watch()
    try:
        message, is_error = await _word_errors(interaction, work)
        await reply.send(message, await paint_all(deps.renderer.render, message), is_error=is_error)
    finally:
        reply.stop_watching()


async def answer_error(deps: Deps, interaction: Interaction, error: BaseException) -> None:
    """Answer with an error's sentence; a fault of ours is logged, and the answer refers to the log."""

    async def work() -> Message:
        raise error

    await answer(deps, interaction, work)


async def show_modal(
    deps: Deps,
    interaction: Interaction,
    use_case: Callable[[Transaction, Asker], Awaitable[T]],
    form: Callable[[T], discord.ui.Modal | Message],
) -> None:
    """Open a form filled from what a use case reads, or answer where there is a question first.

    It cannot be deferred, so the use case only reads.
    """
    try:
        if interaction.type is discord.InteractionType.modal_submit:
            raise refuse_unknown(interaction)  # no form opens another: a client sent a button's custom_id as a form
        asker = to_asker(interaction)
        async with deps.database.reading() as tx:
            found = await use_case(tx, asker)
        modal = form(found)
        if isinstance(modal, Message):
            await answer(deps, interaction, partial(_give, modal))
            return
        modal.stop()  # the router handles what is sent; discord.py need not keep the form
        with _may_be_lost(interaction):
            await interaction.response.send_modal(modal)
    except Exception as error:
        await answer_error(deps, interaction, error)


async def _give(message: Message) -> Message:
    return message


def to_asker(interaction: Interaction) -> Asker:
    """Who it is, by what Discord says of them. Raises NotAllowed outside a server."""
    if interaction.guild_id is None or not isinstance(interaction.user, discord.Member):
        raise NotAllowed(access_texts.NOT_IN_SERVER)
    return Asker(
        user_id=interaction.user.id,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        role_ids=frozenset(interaction.user._roles),  # pyright: ignore[reportPrivateUsage] - ids need no cached roles
        has_manage_guild=interaction.permissions.manage_guild,
        interaction_id=interaction.id,
        picked=interaction.extras.get(PICKED, frozenset()),
    )


def _is_on_own_answer(interaction: Interaction) -> bool:
    is_component = interaction.type is discord.InteractionType.component
    return is_component and interaction.message is not None and interaction.message.flags.ephemeral


async def _word_errors(interaction: Interaction, work: Callable[[], Awaitable[Message]]) -> tuple[Message, bool]:
    """What is to be answered, and whether it is an error."""
    try:
        return await work(), False
    except UserError as error:
        return Message(error.sentence, error.buttons if isinstance(error, OfferingConflict) else ()), True
    except Exception as error:
        return Message(_choose_word(error)(log_fault(interaction, error))), True


def _choose_word(error: Exception) -> Callable[[str], str]:
    """What is said of a fault of ours, with its reference."""
    if isinstance(error, CommitUnknown):
        return texts.outcome_unknown
    is_away = is_outage(error) and not isinstance(error, aiohttp.ClientError)  # a file that Discord did not give
    return texts.unreachable if is_away else texts.fault


def log_fault(interaction: Interaction, error: BaseException) -> str:
    """Log a fault of ours; gives the reference that the user is shown."""
    reference = secrets.token_hex(4).upper()
    what = (interaction.command.qualified_name if interaction.command else None) or interaction.type.name
    log.error("fault %s in %s", reference, what, exc_info=error)
    return reference


class _Reply:
    """One interaction's answer, given once, directly or after a deferral."""

    def __init__(self, interaction: Interaction, *, is_in_place: bool) -> None:
        self._interaction = interaction
        self._is_in_place = is_in_place
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None

    def watch(self) -> None:
        """Defer by itself if the work takes long."""
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER_SECONDS, self._start_deferral)

    def stop_watching(self) -> None:
        """The answer is out, or never will be."""
        if self._timer is not None:
            self._timer.cancel()
        if self._deferral is not None:
            self._deferral.cancel()

    def _start_deferral(self) -> None:
        self._deferral = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._lock:
            if self._interaction.response.is_done():
                return
            with _may_be_lost(self._interaction):
                if self._is_in_place:
                    await self._interaction.response.defer()
                else:
                    await self._interaction.response.defer(ephemeral=True, thinking=True)

    async def send(self, message: Message, attachments: tuple[Attachment, ...], *, is_error: bool) -> None:
        """Give the answer."""
        content = to_content(message, attachments)
        async with self._lock:
            with _may_be_lost(self._interaction):
                await self._send(content, is_new=is_error or not self._is_in_place)

    async def _send(self, content: Content, *, is_new: bool) -> None:
        text, view, files, mentions = content
        interaction, response = self._interaction, self._interaction.response
        if is_new and (not response.is_done() or self._is_in_place):
            send = interaction.followup.send if response.is_done() else response.send_message
            shown = view if view is not None else discord.utils.MISSING
            await send(text, view=shown, files=files, ephemeral=True, allowed_mentions=mentions)
        elif response.is_done():
            await interaction.edit_original_response(
                content=text, view=view, attachments=files, allowed_mentions=mentions
            )
        else:
            await response.edit_message(content=text, view=view, attachments=files, allowed_mentions=mentions)


@contextmanager
def _may_be_lost(interaction: Interaction) -> Generator[None]:
    """Nobody reads an answer that fails; what was done stands. A second delivery of one click ends here too.

    At the end of the bot the connection to Discord is closed under answers that are still under way.
    """
    try:
        yield
    except (discord.HTTPException, aiohttp.ClientError, OSError, RuntimeError) as error:
        is_ending = interaction.client.is_closed()
        if isinstance(error, RuntimeError) and not is_ending:
            raise
        expected = is_ending or getattr(error, "code", None) in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED)
        log.log(
            logging.INFO if expected else logging.ERROR, "interaction %d was not answered: %s", interaction.id, error
        )
