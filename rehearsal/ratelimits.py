"""Rate limits: buckets with the headers that Discord sends, and 429 beyond them.

Discord does not publish its numbers and asks clients to read the headers; these are the ones that bots see.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

GLOBAL_PER_SECOND = 50


@dataclass(frozen=True)
class Limit:
    """So many requests in so many seconds, counted for each channel, guild or webhook by itself."""

    requests: int
    seconds: float


DEFAULT = Limit(50, 1.0)
LIMITS: dict[str, Limit] = {
    "POST /channels/{channel_id}/messages": Limit(5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": Limit(5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": Limit(5, 1.0),
    "POST /channels/{channel_id}/messages/bulk-delete": Limit(1, 1.0),
    "PUT /channels/{channel_id}/messages/pins/{message_id}": Limit(5, 4.0),
    "DELETE /channels/{channel_id}/messages/pins/{message_id}": Limit(5, 4.0),
    "PUT /channels/{channel_id}/pins/{message_id}": Limit(5, 4.0),
    "DELETE /channels/{channel_id}/pins/{message_id}": Limit(5, 4.0),
    "POST /channels/{channel_id}/typing": Limit(5, 5.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": Limit(5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": Limit(5, 2.0),
    "POST /users/@me/channels": Limit(10, 10.0),
}
# Interaction callbacks have no bucket and do not count against the global limit.
UNLIMITED = frozenset({"POST /interactions/{interaction_id}/{interaction_token}/callback"})


@dataclass
class _Window:
    limit: Limit
    ends_at: float
    used: int = 0


@dataclass
class Decision:
    """What one request gets: headers, and if it is refused, the body of the 429."""

    headers: dict[str, str]
    retry_after_seconds: float | None = None
    is_global: bool = False

    @property
    def body(self) -> dict[str, object]:
        return {
            "message": "You are being rate limited.",
            "retry_after": round(self.retry_after_seconds or 0.0, 3),
            "global": self.is_global,
        }


@dataclass
class RateLimits:
    """The buckets of one bot. `enforced` False still sends headers, from buckets nobody can empty."""

    enforced: bool = True
    limits: dict[str, Limit] = field(default_factory=lambda: dict(LIMITS))
    _windows: dict[tuple[str, str], _Window] = field(default_factory=dict, repr=False)
    _names: dict[str, str] = field(default_factory=dict, repr=False)

    def take(self, route: str, major: str, *, counts_globally: bool) -> Decision:
        """Count one request against its bucket and the global limit."""
        if route in UNLIMITED:
            return Decision({})
        now = time.monotonic()
        limit = self.limits.get(route, DEFAULT) if self.enforced else Limit(1_000_000, 1.0)
        if self.enforced and counts_globally:
            whole = self._window("global", "", Limit(GLOBAL_PER_SECOND, 1.0), now)
            if whole.used >= GLOBAL_PER_SECOND:
                headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
                return self._refused(headers, whole.ends_at - now, is_global=True)
            whole.used += 1
        window = self._window(route, major, limit, now)
        refused = window.used >= limit.requests
        window.used += not refused
        left = window.ends_at - now
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(limit.requests - window.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": self._bucket(route),
        }
        return self._refused({**headers, "X-RateLimit-Scope": "user"}, left) if refused else Decision(headers)

    def _refused(self, headers: dict[str, str], seconds: float, *, is_global: bool = False) -> Decision:
        # Clients take a 429 without Via for a ban by the proxy in front of Discord.
        headers = {**headers, "Retry-After": f"{seconds:.3f}", "Via": "1.1 google"}
        return Decision(headers, seconds, is_global)

    def _window(self, route: str, major: str, limit: Limit, now: float) -> _Window:
        key = (route, major)
        window = self._windows.get(key)
        if window is None or window.ends_at <= now:
            window = self._windows[key] = _Window(limit, now + limit.seconds)
        return window

    def _bucket(self, route: str) -> str:
        if route not in self._names:
            self._names[route] = hashlib.md5(route.encode(), usedforsecurity=False).hexdigest()
        return self._names[route]
