"""One websocket of a bot: its frames in and out, heartbeats, IDENTIFY and RESUME."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from rehearsal import payloads
from rehearsal.compression import Compression
from rehearsal.guild import GUILDS_INTENT
from rehearsal.opcodes import (
    ALL_INTENTS,
    ALREADY_AUTHENTICATED,
    AUTHENTICATION_FAILED,
    DECODE_ERROR,
    DISALLOWED_INTENTS,
    HEARTBEAT,
    HEARTBEAT_ACK,
    HELLO,
    IDENTIFY,
    INVALID_INTENTS,
    INVALID_SEQUENCE,
    INVALID_SESSION,
    INVALID_SHARD,
    NOT_AUTHENTICATED,
    PRESENCE,
    PRIVILEGED_INTENTS,
    RATE_LIMITED,
    REQUEST_MEMBERS,
    RESUME,
    SESSION_TIMED_OUT,
    SHARDING_REQUIRED,
    UNKNOWN_OPCODE,
    VOICE_STATE,
)
from rehearsal.shapes import is_snowflake
from rehearsal.world import Audience

if TYPE_CHECKING:
    from rehearsal.gateway import Gateway, Session

COMMANDS_PER_MINUTE = 120
IDENTIFY_BYTES = 4096
MISSED_HEARTBEATS = 1.5


class Connection:
    """One websocket. Frames leave through a queue, so that events keep their order."""

    def __init__(
        self,
        gateway: Gateway,
        transport: asyncio.Transport | None,
        socket: web.WebSocketResponse,
        compression: Compression,
    ) -> None:
        self.gateway, self.socket, self.compression = gateway, socket, compression
        self._transport = transport
        self._closed_by_us = False
        self.session: Session | None = None
        self.payload_compression = False
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._heartbeat = asyncio.Event()
        self._received = deque[float](maxlen=COMMANDS_PER_MINUTE)

    async def run(self) -> None:
        """Send and receive until either side ends it."""
        self.send(HELLO, {"heartbeat_interval": int(self.gateway.heartbeat_seconds * 1000)})
        writer = asyncio.create_task(self._write())
        watch = asyncio.create_task(self._watch_heartbeats())
        try:
            async for message in self.socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                code = self._receive(message.data)
                if code:
                    await self.close(code)
        finally:
            writer.cancel()
            watch.cancel()
            await asyncio.gather(writer, watch, return_exceptions=True)

    def end(self) -> None:
        """The connection is over; a session stays resumable unless the bot said goodbye (1000, 1001)."""
        session = self.session
        if session is None or session.connection is not self:
            return
        session.connection = None
        if self.socket.close_code in (1000, 1001) and not self._closed_by_us:
            self.gateway.sessions.pop(session.id, None)

    async def close(self, code: int) -> None:
        self._closed_by_us = True
        await self.socket.close(code=code)

    def cut(self) -> None:
        """End it without a close frame."""
        self._closed_by_us = True
        if self._transport is not None:
            self._transport.abort()

    def send(self, op: int, data: Any) -> None:
        self.send_text(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, frame: str) -> None:
        self._outgoing.put_nowait(frame)

    async def _write(self) -> None:
        try:
            while True:
                frame = await self._outgoing.get()
                data = self.compression.compress(frame, whole=self.payload_compression)
                if isinstance(data, bytes):
                    await self.socket.send_bytes(data)
                else:
                    await self.socket.send_str(data)
        except ConnectionError:
            # The bot is gone; what it misses is kept in the session for a resume.
            return

    async def _watch_heartbeats(self) -> None:
        allowed = self.gateway.heartbeat_seconds * MISSED_HEARTBEATS
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(allowed):
                    await self._heartbeat.wait()
                self._heartbeat.clear()
        await self.close(SESSION_TIMED_OUT)

    def _receive(self, data: str | bytes) -> int | None:
        """Handle one frame; the close code if it ends the connection."""
        now = asyncio.get_running_loop().time()
        self._received.append(now)
        if len(self._received) == COMMANDS_PER_MINUTE and now - self._received[0] < 60:
            return RATE_LIMITED
        try:
            frame = json.loads(data)
            op, body = frame["op"], frame.get("d")
        except (ValueError, TypeError, KeyError):
            return DECODE_ERROR
        if len(data) > IDENTIFY_BYTES:
            return DECODE_ERROR
        if op == HEARTBEAT:
            self._heartbeat.set()
            self.send(HEARTBEAT_ACK, None)
            return None
        if op == IDENTIFY:
            return self._identify(body)
        if op == RESUME:
            return self._resume(body)
        if op not in (PRESENCE, VOICE_STATE, REQUEST_MEMBERS):
            return UNKNOWN_OPCODE
        if self.session is None:
            return NOT_AUTHENTICATED
        return self._send_members(body) if op == REQUEST_MEMBERS else None

    def _identify(self, body: Any) -> int | None:
        gateway = self.gateway
        if self.session is not None:
            return ALREADY_AUTHENTICATED
        if not isinstance(body, dict) or not {"token", "intents", "properties"} <= set(body):
            return DECODE_ERROR
        if body["token"] != gateway.token:
            return AUTHENTICATION_FAILED
        shard = body.get("shard", [0, 1])
        if not _is_shard(shard):
            return INVALID_SHARD
        shard_id, shard_count = shard
        if shard_count < gateway.shards:
            return SHARDING_REQUIRED
        intents = body["intents"]
        if not isinstance(intents, int) or intents & ~ALL_INTENTS:
            return INVALID_INTENTS
        if intents & ~gateway.allowed_intents:
            return DISALLOWED_INTENTS
        if not gateway.may_identify_now():
            self.send(INVALID_SESSION, False)
            return None
        self.payload_compression = bool(body.get("compress"))
        self.session = gateway.open_session(shard_id, shard_count, intents)
        self.session.connection = self
        self._welcome(self.session)
        return None

    def _welcome(self, session: Session) -> None:
        world = self.gateway.world
        guilds = [g for g in world.guilds.values() if world.bot.id in g.members]
        mine = [g for g in guilds if session.hears(Audience(g.id, 0))]
        ready = {
            "v": 10,
            "user": {**payloads.user(world.bot), "verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": str(g.id), "unavailable": True} for g in mine],
            "session_id": session.id,
            "resume_gateway_url": self.gateway.url,
            "shard": [session.shard_id, session.shard_count],
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
        }
        session.dispatch("READY", json.dumps(ready))
        if session.intents & GUILDS_INTENT:
            for guild in mine:
                session.dispatch("GUILD_CREATE", json.dumps(payloads.guild_create(guild)))

    def _resume(self, body: Any) -> int | None:
        if self.session is not None:
            return ALREADY_AUTHENTICATED
        if not isinstance(body, dict) or not {"token", "session_id", "seq"} <= set(body):
            return DECODE_ERROR
        if body["token"] != self.gateway.token:
            return AUTHENTICATION_FAILED
        session = self.gateway.sessions.get(body["session_id"])
        if session is None:
            self.send(INVALID_SESSION, False)
            return None
        if not isinstance(body["seq"], int) or body["seq"] > session.sequence:
            return INVALID_SEQUENCE
        self.gateway.resumes += 1
        self.session, session.connection = session, self
        for sequence, frame in list(session.sent):
            if sequence > body["seq"]:
                self.send_text(frame)
        session.dispatch("RESUMED", "{}")
        return None

    def _send_members(self, body: Any) -> int | None:
        """Answer a request for members; without the members intent only those asked for by id."""
        if not isinstance(body, dict) or not is_snowflake(body.get("guild_id")):
            return DECODE_ERROR
        guild = self.gateway.world.guilds.get(int(body["guild_id"]))
        if guild is None or self.session is None:
            return None
        wanted = body.get("user_ids") or []
        listed: list[Any] = wanted if isinstance(wanted, list) else [wanted]
        ids = [int(one) for one in listed if is_snowflake(one)]
        if not ids and self.session.intents & PRIVILEGED_INTENTS["members"]:
            ids = list(guild.members)
        chunk = {
            "guild_id": str(guild.id),
            "members": [payloads.member(guild.members[i]) for i in ids if i in guild.members],
            "not_found": [str(i) for i in ids if i not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": body.get("nonce"),
        }
        self.session.dispatch("GUILD_MEMBERS_CHUNK", json.dumps(chunk))
        return None


def _is_shard(shard: Any) -> bool:
    """Whether it is [number, count] with the number below the count."""
    is_pair = isinstance(shard, list) and len(shard) == 2 and all(type(part) is int for part in shard)
    return is_pair and 0 <= shard[0] < shard[1]
