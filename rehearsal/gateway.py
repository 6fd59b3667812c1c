"""The gateway's sessions: which events a bot hears, and what it missed and may resume."""

from __future__ import annotations

import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSCloseCode, web

from rehearsal.compression import make_compression
from rehearsal.connection import Connection
from rehearsal.opcodes import ALL_INTENTS, DISPATCH, INVALID_SESSION, INVALID_VERSION, PRIVILEGED_INTENTS, RECONNECT
from rehearsal.world import Audience, World

REPLAYED_EVENTS = 2000
IDENTIFY_EVERY_SECONDS = 5.0
SESSIONS_REMEMBERED = 16
SESSION_STARTS = 1000
CLOSE_SECONDS = 1.0


@dataclass(eq=False)
class Session:
    """What a bot has with the gateway; it outlives its connections, so that a bot can resume it."""

    id: str
    shard_id: int
    shard_count: int
    intents: int
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED_EVENTS))
    connection: Connection | None = None

    def hears(self, audience: Audience) -> bool:
        if audience.intent and not self.intents & audience.intent:
            return False
        shard = (audience.guild_id >> 22) % self.shard_count if audience.guild_id else 0
        return shard == self.shard_id

    def dispatch(self, event: str, payload: str) -> None:
        """Send an event (`payload` is JSON already: it may go to many sessions)."""
        self.sequence += 1
        frame = f'{{"op":{DISPATCH},"t":"{event}","s":{self.sequence},"d":{payload}}}'
        self.sent.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send_text(frame)


class Gateway:
    """All sessions. `drop`, `reconnect` and `invalidate` do to the bot what Discord does on a bad day."""

    def __init__(
        self,
        world: World,
        token: str,
        *,
        shards: int = 1,
        heartbeat_seconds: float = 41.25,
        privileged_intents: frozenset[str] = frozenset(),
        limits_identify: bool = False,
    ) -> None:
        self.world, self.token, self.shards = world, token, shards
        self.heartbeat_seconds = heartbeat_seconds
        self.allowed_intents = ALL_INTENTS
        for name, bit in PRIVILEGED_INTENTS.items():
            if name not in privileged_intents:
                self.allowed_intents &= ~bit
        self.limits_identify = limits_identify
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified_at = 0.0
        self.starts_left = SESSION_STARTS
        self.resumes = 0
        self.url = ""
        world.announce = self.announce
        world.is_heard = lambda audience: any(s.hears(audience) for s in self.sessions.values())
        world.is_bot_connected = lambda: any(s.connection for s in self.sessions.values())

    def announce(self, event: str, payload: Any, audience: Audience) -> None:
        """Send an event to every session of that shard that asked for it."""
        hearing = [session for session in self.sessions.values() if session.hears(audience)]
        if hearing:
            packed = json.dumps(payload)
            for session in hearing:
                session.dispatch(event, packed)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from HELLO to its end."""
        socket = web.WebSocketResponse(timeout=CLOSE_SECONDS, max_msg_size=1 << 20, compress=False)
        await socket.prepare(request)
        connection = Connection(self, request.transport, socket, make_compression(request.query.get("compress")))
        if request.query.get("v") not in ("9", "10") or request.query.get("encoding", "json") != "json":
            await socket.close(code=INVALID_VERSION)
            return socket
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
            connection.end()
        return socket

    # What Discord does on a bad day

    async def drop(self, code: int = WSCloseCode.GOING_AWAY, *, shard: int | None = None) -> None:
        """Close the bot's websockets; the sessions can be resumed."""
        for connection in self._live(shard):
            await connection.close(code)

    def cut(self, *, shard: int | None = None) -> None:
        """Cut the bot's connections without a word, as a failing network does."""
        for connection in self._live(shard):
            connection.cut()

    def reconnect(self, *, shard: int | None = None) -> None:
        """Ask the bot to reconnect and resume (opcode 7)."""
        for connection in self._live(shard):
            connection.send(RECONNECT, None)

    def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """Tell the bot that its session is invalid (opcode 9)."""
        for connection in self._live(shard):
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
                connection.session.connection = connection.session = None
            connection.send(INVALID_SESSION, resumable)

    def _live(self, shard: int | None) -> list[Connection]:
        return [c for c in self.connections if c.session is not None and (shard is None or c.session.shard_id == shard)]

    async def close(self) -> None:
        for connection in list(self.connections):
            await connection.close(WSCloseCode.GOING_AWAY)

    # Sessions

    def open_session(self, shard_id: int, shard_count: int, intents: int) -> Session:
        forgotten = [s for s in self.sessions.values() if s.connection is None][:-SESSIONS_REMEMBERED]
        for session in forgotten:
            del self.sessions[session.id]
        session = Session(secrets.token_hex(16), shard_id, shard_count, intents)
        self.sessions[session.id] = session
        self.starts_left -= 1
        return session

    def may_identify_now(self) -> bool:
        """One IDENTIFY in 5 s, when the stand-in was told to hold bots to it."""
        now = self.world.clock.now()
        last, self.identified_at = self.identified_at, now
        return not self.limits_identify or now - last >= IDENTIFY_EVERY_SECONDS
