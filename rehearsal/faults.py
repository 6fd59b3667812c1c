"""Faults on demand: statuses, time-outs, slow answers, and requests that were performed but answered 502."""

from __future__ import annotations

import asyncio
import contextlib
import fnmatch
from collections.abc import Callable
from dataclasses import dataclass, field

from rehearsal.errors import ApiError, refusal
from rehearsal.state import Channel

HANG_SECONDS = 300.0

_TEXTS = {
    403: "Missing Access",
    404: "404: Not Found",
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "upstream connect error or disconnect/reset before headers",
    504: "504: Gateway Timeout",
}


@dataclass(eq=False)
class Fault:
    """What shall go wrong with the next requests that match.

    Args:
        route: a method and path as in Discord's documentation, with wildcards:
            "POST /channels/*/messages", "PATCH /webhooks/*", "* *".
        status: the HTTP status to answer with; None leaves the answer as it is (for slow answers).
        code: a JSON error code to answer with instead (its status comes with it).
        times: how many requests it hits; None means all of them.
        performed: do what was asked first, then answer with the fault.
        hangs: do not answer for 5 minutes, or until the client gives up.
        delay_seconds: wait before answering.
        retry_after_seconds: when a client that is answered 429 is to try again; None does not say.
        channel: only requests on this channel.
        only_if: only requests whose path passes this.
    """

    route: str
    status: int | None = None
    code: int | None = None
    times: int | None = 1
    performed: bool = False
    hangs: bool = False
    delay_seconds: float = 0.0
    retry_after_seconds: float | None = 600.0
    channel: Channel | None = None
    only_if: Callable[[str], bool] | None = None
    hits: int = 0

    def __post_init__(self) -> None:
        self.error()  # an unknown code is the test's mistake, and shows at once

    @property
    def is_spent(self) -> bool:
        return self.times is not None and self.hits >= self.times

    def fits(self, method: str, path: str, channel_id: int | None) -> bool:
        """Whether this request is to be hit."""
        return (
            not self.is_spent
            and (self.channel is None or self.channel.id == channel_id)
            and fnmatch.fnmatchcase(f"{method} {path}", self.route)
            and (self.only_if is None or self.only_if(path))
        )

    def error(self) -> ApiError | None:
        if self.code is not None:
            error = refusal(self.code, "a fault of the rehearsal")
        else:
            status = 504 if self.hangs else self.status  # by then nobody waits, and it must not be done after all
            if status is None:
                return None
            error = ApiError(status, 0, _TEXTS.get(status, f"{status}: Error"))
        if error.status == 429:
            error.retry_after_seconds = self.retry_after_seconds
        return error


@dataclass
class FaultList:
    """The faults that are switched on."""

    faults: list[Fault] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def add(self, fault: Fault) -> Fault:
        self.faults.append(fault)
        return fault

    def clear(self) -> None:
        self.faults.clear()

    def hit(self, method: str, path: str, channel_id: int | None) -> Fault | None:
        """The fault for this request, counted as hit."""
        for fault in self.faults:
            if fault.fits(method, path, channel_id):
                fault.hits += 1
                return fault
        return None

    async def delay(self, fault: Fault) -> None:
        """Let time pass as the fault says; a hanging request ends at the latest with the stand-in."""
        seconds = HANG_SECONDS if fault.hangs else fault.delay_seconds
        if seconds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.over.wait(), seconds)
