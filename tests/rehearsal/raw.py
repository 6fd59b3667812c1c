"""HTTP and gateway without discord.py: what a stand-in answers must not depend on a polite client."""

from __future__ import annotations

import asyncio
import io
import json
import zlib
from typing import Any, Self

import aiohttp

from rehearsal.server import StandIn


class Answer:
    """Status, body and headers of one answer."""

    def __init__(self, status: int, body: Any, headers: Any) -> None:
        self.status, self.body, self.headers = status, body, headers

    def __repr__(self) -> str:
        return f"<Answer {self.status} {self.body}>"

    @property
    def code(self) -> int | None:
        return self.body.get("code") if isinstance(self.body, dict) else None

    def refused(self, status: int, code: int) -> bool:
        """Whether it is this refusal, in the form that Discord gives to all of them."""
        assert isinstance(self.body, dict), self
        assert isinstance(self.body["message"], str), self
        return (self.status, self.code) == (status, code)

    def faults(self) -> dict[str, list[str]]:
        """The inner codes of 50035, by the place of the field: {"embeds.0.title": [...]}."""
        found: dict[str, list[str]] = {}

        def walk(node: dict[str, Any], place: str) -> None:
            for key, inner in node.items():
                if key == "_errors":
                    assert all(set(error) == {"code", "message"} for error in inner)
                    found[place] = [error["code"] for error in inner]
                else:
                    walk(inner, f"{place}.{key}" if place else key)

        assert self.refused(400, 50035), self
        walk(self.body["errors"], "")
        return found


class RawApi:
    """Requests to the API with the bot's token (or another one)."""

    def __init__(self, standin: StandIn) -> None:
        self.standin, self.token = standin, standin.token
        self._session = aiohttp.ClientSession()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        data: Any = None,
        headers: dict[str, str] | None = None,
        timeout: float = 10.0,
    ) -> Answer:
        url = self.standin.url + path
        sent = {"Authorization": f"Bot {self.token}", **(headers or {})}
        limit = aiohttp.ClientTimeout(total=timeout)
        if body is not None:
            data = json.dumps(body)
            sent["Content-Type"] = "application/json"
        async with self._session.request(method, url, data=data, headers=sent, timeout=limit) as response:
            text = await response.text()
            if response.status != 204:
                assert response.headers["Content-Type"] == "application/json"
            return Answer(response.status, json.loads(text) if text else None, response.headers)

    async def get(self, path: str) -> Answer:
        return await self.request("GET", path)

    async def post(self, path: str, body: Any) -> Answer:
        return await self.request("POST", path, body)

    async def put(self, path: str, body: Any = None) -> Answer:
        return await self.request("PUT", path, body)

    async def patch(self, path: str, body: Any) -> Answer:
        return await self.request("PATCH", path, body)

    async def delete(self, path: str) -> Answer:
        return await self.request("DELETE", path)

    async def upload(
        self, path: str, body: Any, files: dict[str, tuple[str, bytes]], *, method: str = "POST"
    ) -> Answer:
        """A multipart request: `files` maps "files[0]" to (filename, content)."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        for name, (filename, content) in files.items():
            form.add_field(name, io.BytesIO(content), filename=filename, content_type="application/octet-stream")
        return await self.request(method, path, data=form)

    async def send(self, channel: Any, **body: Any) -> Answer:
        """Send a message to a channel."""
        return await self.post(f"/channels/{channel.id}/messages", body)

    async def fetch(self, url: str) -> bytes:
        async with self._session.get(url) as response:
            return await response.read()

    def gateway(self, query: str = "v=10&encoding=json") -> RawGateway:
        return RawGateway(self._session, f"{self.standin.gateway.url}?{query}", self.token)


class RawGateway:
    """One websocket to the gateway, frame by frame."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        self._session, self._url, self.token = session, url, token
        self._unpacker = zlib.decompressobj()
        self.kinds: list[aiohttp.WSMsgType] = []
        self.sequence: int | None = None

    async def __aenter__(self) -> Self:
        self.socket = await self._session.ws_connect(self._url)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close(code=4000)

    async def send(self, op: int, body: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": body}))

    async def receive(self) -> dict[str, Any]:
        """The next frame."""
        async with asyncio.timeout(5):
            message = await self.socket.receive()
        self.kinds.append(message.type)
        if message.type is aiohttp.WSMsgType.BINARY:
            is_stream = "zlib-stream" in self._url
            text = self._unpacker.decompress(message.data) if is_stream else zlib.decompress(message.data)
            frame = json.loads(text)
        else:
            assert message.type is aiohttp.WSMsgType.TEXT, message
            frame = json.loads(message.data)
        self.sequence = frame["s"] or self.sequence
        return frame

    async def closed_with(self) -> int | None:
        """The close code, after whatever still comes before it."""
        async with asyncio.timeout(5):
            async for _ in self.socket:
                pass
        return self.socket.close_code

    async def identify(self, **changes: Any) -> None:
        """HELLO, then IDENTIFY."""
        hello = await self.receive()
        assert hello["op"] == 10
        body = {"token": self.token, "intents": 1, "properties": {}, **changes}
        await self.send(2, body)

    async def until(self, event: str) -> dict[str, Any]:
        """The next frame of this event."""
        while True:
            frame = await self.receive()
            if frame["t"] == event:
                return frame
