"""The relay: sends what the outbox holds, each post once, whatever happens in between.

A post is marked `sending` before Discord is asked. If the process dies then, the next attempt uses the same nonce,
which Discord answers with the message that it already has; once that window may be over, the channel's history is
searched first.
Live posts are edited at most once in ten seconds, and always end on the newest state.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from bot.db.answers import forget_old_answers
from bot.db.engine import Database
from bot.db.outage import Outage
from bot.posts.outbox import (
    Post,
    PostStatus,
    advance_post,
    change_post,
    load_due,
    load_known_messages,
    note_shown,
    recheck_live,
)
from bot.posts.publisher import EditsExhausted, MessageGone, Publisher, Unavailable, Undeliverable
from bot.ui.message import Message
from bot.ui.painting import RenderPicture, paint_all
from core.errors import Conflict

log = logging.getLogger(__name__)

EDIT_PAUSE_SECONDS = 10.0
COALESCE_SECONDS = 0.05
"""Commits that come so close together are one look into the outbox."""
NONCE_WINDOW_SECONDS = 60.0
RECHECK_SECONDS = 3600.0
FIRST_RECHECK_SECONDS = 60.0
LONGEST_BACKOFF_SECONDS = 60.0
DATABASE_PAUSE_SECONDS = 1.0

DrawLive = Callable[[int, str], Awaitable[tuple[int, Message]]]
ReportFailure = Callable[[Post, str], Awaitable[None]]


class Relay:
    """Delivers posts; channels do not wait for one another, and within one the order is kept."""

    def __init__(
        self,
        database: Database,
        publisher: Publisher,
        draw_live: DrawLive,
        render: RenderPicture,
        report_failure: ReportFailure,
        edit_pause_seconds: float = EDIT_PAUSE_SECONDS,
    ) -> None:
        self._database = database
        self._publisher = publisher
        self._draw_live = draw_live
        self._render = render
        self._report_failure = report_failure
        self._edit_pause_seconds = edit_pause_seconds
        self._outage = Outage("the outbox")
        self._woken = asyncio.Event()
        self._couriers: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._retry_at: dict[int, float] = {}
        self._failures: dict[int, int] = {}
        self._reopens_at: dict[tuple[str, int], float] = {}
        self._next_recheck_at = time.monotonic() + FIRST_RECHECK_SECONDS

    def wake(self) -> None:
        """Look into the outbox now."""
        self._woken.set()

    async def run(self) -> None:
        """Deliver until cancelled; sends under way end with it."""
        try:
            while True:
                self._woken.clear()
                wait_seconds = await self._dispatch_if_possible()
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait_seconds):  # wait_for swallows a cancellation as it is woken
                        await self._woken.wait()
                await asyncio.sleep(COALESCE_SECONDS)
        finally:
            couriers = list(self._couriers.values())
            for courier in couriers:
                courier.cancel()
            await asyncio.gather(*couriers, return_exceptions=True)

    async def _dispatch_if_possible(self) -> float:
        try:
            wait_seconds = await self._dispatch()
        except (Conflict, SQLAlchemyError, OSError) as error:  # held by another process, or away for a while
            self._outage.note(error)
            return DATABASE_PAUSE_SECONDS
        self._outage.end()
        return wait_seconds

    async def _dispatch(self) -> float:
        """Give each place with due posts a courier; gives the seconds until the next look."""
        now = time.monotonic()
        if now >= self._next_recheck_at:
            self._next_recheck_at = now + RECHECK_SECONDS
            async with self._database.transaction() as tx:
                await recheck_live(tx)
                await forget_old_answers(tx)
        async with self._database.reading() as tx:
            due = await load_due(tx.connection)
        next_at = self._next_recheck_at
        by_place: dict[tuple[str, int], list[Post]] = {}
        for post in due:
            ready_at = max(self._retry_at.get(post.id, 0.0), self._reopens_at.get(post.place, 0.0))
            if ready_at <= now:
                by_place.setdefault(post.place, []).append(post)
            else:
                next_at = min(next_at, ready_at)
        for place, posts in by_place.items():
            if place not in self._couriers:
                courier = asyncio.create_task(self._deliver_all(posts), name=f"courier {place}")
                self._couriers[place] = courier
                courier.add_done_callback(lambda task, place=place: self._retire(task, place))
        return max(0.0, next_at - time.monotonic())

    def _retire(self, courier: asyncio.Task[None], place: tuple[str, int]) -> None:
        if not courier.cancelled() and (error := courier.exception()) is not None:
            log.error("a courier failed", exc_info=error)
        self._couriers.pop(place, None)
        self.wake()

    async def _deliver_all(self, posts: Sequence[Post]) -> None:
        for post in posts:
            try:
                await self._deliver(post)
                self._failures.pop(post.id, None)
            except Unavailable as error:
                # What was to be read first is sent first, so the whole place waits.
                self._reopens_at[post.place] = self._put_off(post, str(error))
                return
            except Undeliverable as error:
                await self._give_up(post, error.reason)
            except EditsExhausted:
                self._put_off(post, "edits exhausted")  # it stands there as it was, so the others go on
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("post %d (%s) failed", post.id, post.subject)
                self._put_off(post, "fault")

    def _put_off(self, post: Post, why: str) -> float:
        failures = self._failures[post.id] = self._failures.get(post.id, 0) + 1
        wait_seconds = min(LONGEST_BACKOFF_SECONDS, 2.0 ** (failures - 1))
        log.warning("post %d (%s) waits %.0f s: %s", post.id, post.subject, wait_seconds, why)
        retry_at = self._retry_at[post.id] = time.monotonic() + wait_seconds
        return retry_at

    async def _give_up(self, post: Post, reason: str) -> None:
        log.warning("post %d (%s) cannot be delivered: %s", post.id, post.subject, reason)
        async with self._database.transaction() as tx:
            await change_post(tx, post.id, status=PostStatus.FAILED)
        await self._report_failure(post, reason)
        self.wake()

    async def _deliver(self, post: Post) -> None:
        if not post.is_live:
            message = Message.from_json(post.payload or {})
            if post.message_id is None:
                await self._send(post, message, post.wanted_revision)
            else:
                await self._edit_notice(post, post.message_id, message)
            return
        revision, message = await self._draw_live(post.competition_id, post.subject)
        if post.message_id is None:
            await self._send(post, message, revision)
            return
        if not post.is_pinned:  # before any edit: one that fails would start anew, and forget what is to be removed
            await self._pin(post, post.message_id)
        else:
            await self._edit(post, post.message_id, message, revision)

    async def _edit_notice(self, post: Post, message_id: int, message: Message) -> None:
        """A notice that was deleted stays so, since a second one would mention everybody again."""
        try:
            await self._publisher.edit(post.place, message_id, message, ())
        except MessageGone:
            log.info("post %d (%s) was deleted, so it is not edited", post.id, post.subject)
        async with self._database.transaction() as tx:
            await change_post(tx, post.id, shown_revision=post.wanted_revision)

    async def _edit(self, post: Post, message_id: int, message: Message, revision: int) -> None:
        try:
            await self._publisher.edit(post.place, message_id, message, await paint_all(self._render, message))
        except MessageGone:
            await self._start_anew(post, replaced_message_id=None)
        except EditsExhausted:
            await self._start_anew(post, replaced_message_id=message_id)
        else:
            self._retry_at[post.id] = time.monotonic() + self._edit_pause_seconds
            async with self._database.transaction() as tx:
                await note_shown(tx, post, message_id, revision)

    async def _start_anew(self, post: Post, replaced_message_id: int | None) -> None:
        nonce = post.nonce + 1
        async with self._database.transaction() as tx:
            await change_post(
                tx,
                post.id,
                message_id=None,
                is_pinned=False,
                shown_revision=0,
                status=PostStatus.WAITING,
                nonce=nonce,
                replaced_message_id=replaced_message_id,
                replaced_in_id=None,
            )

    async def _send(self, post: Post, message: Message, revision: int) -> None:
        wanted_text = message.text
        is_repeated = post.status is PostStatus.SENDING
        is_in_window = is_repeated and time.time() - (post.attempted_at or 0.0) < NONCE_WINDOW_SECONDS
        message_id = await self._find_earlier(post) if is_repeated and not is_in_window else None
        if message_id is None:
            if is_in_window:
                # Still the first attempt: the same nonce and text, and the time from which its message may be there.
                message = replace(message, text=post.attempted_text or message.text)
            else:
                attempt = {"status": PostStatus.SENDING, "attempted_at": time.time(), "attempted_text": message.text}
                async with self._database.transaction() as tx:
                    if not await advance_post(tx, post, **attempt):
                        return
            attachments = await paint_all(self._render, message)
            message_id = await self._publisher.send(post.place, message, attachments, post.nonce)
        # After a repeated attempt nobody knows which state the message shows: where that matters, it is edited.
        is_stale = is_repeated and (post.is_live or post.attempted_text != wanted_text)
        shown = 0 if is_stale else revision
        sent: dict[str, Any] = {
            "status": PostStatus.SENT,
            "message_id": message_id,
            "shown_revision": shown,
            "sent_at": time.time(),
        }
        if message.pictures and not post.is_live:
            sent["payload"] = replace(message, text=wanted_text).to_json()  # erasing a person reads texts only
        async with self._database.transaction() as tx:
            is_in_place = await advance_post(tx, post, **sent)
        if not is_in_place:  # moved while it was sent, so nothing else would ever find this message
            await self._publisher.delete(post.place, message_id)
        elif post.is_live:
            self._retry_at[post.id] = time.monotonic() + self._edit_pause_seconds
            await self._pin(post, message_id)

    async def _find_earlier(self, post: Post) -> int | None:
        """The message of an attempt that nobody saw end, now that the nonce may no longer find it."""
        since = datetime.fromtimestamp((post.attempted_at or 0.0) - 5, UTC)
        found = await self._publisher.find_own(post.place, post.attempted_text or "", since)
        async with self._database.reading() as tx:
            known = await load_known_messages(tx.connection, post.channel_id or 0)
        return next((id_ for id_ in found if id_ not in known), None)

    async def _pin(self, post: Post, message_id: int) -> None:
        """Pin it, and remove the message that it takes over from; neither can hold back what it shows."""
        try:
            await self._publisher.pin(post.place, message_id)
        except (Undeliverable, MessageGone) as error:
            log.warning("post %d (%s) was sent but not pinned: %r", post.id, post.subject, error)
            if isinstance(error, Undeliverable):
                await self._report_failure(post, "not pinned")
        try:
            if post.replaced_message_id is not None:
                await self._publisher.delete(post.replaced_place, post.replaced_message_id)
        except Undeliverable as error:
            log.warning("post %d (%s): the earlier message stays: %r", post.id, post.subject, error)
        async with self._database.transaction() as tx:
            await advance_post(tx, post, is_pinned=True, replaced_message_id=None, replaced_in_id=None)
