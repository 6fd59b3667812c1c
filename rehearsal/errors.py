"""What can go wrong: the bot's requests (ApiError), and people's actions (PeopleError).

ApiError             a refusal, answered to the bot with Discord's status, code and message
PeopleError          a person cannot do this in Discord's client, or sees nothing there
    NoAnswerError         the bot did not acknowledge, or did not finish
"""

from __future__ import annotations

from typing import Any


class PeopleError(AssertionError):
    """A person tried what Discord's client does not allow; the text names what and why."""


class NoAnswerError(PeopleError):
    """The bot left a person without an answer; the text names the action."""


class ApiError(Exception):
    """A refusal of the HTTP API.

    Args:
        status: the HTTP status.
        code: Discord's JSON error code.
        message: Discord's text for it.
        errors: for 50035, the tree of faulty fields.
        reason: for people who read the violations, what was wrong in this request.
        retry_after_seconds: for a 429, when to try again.
        is_expected: the bot could not know better, so that this is no violation.
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: dict[str, Any] | None = None,
        reason: str = "",
        retry_after_seconds: float | None = None,
        is_expected: bool = False,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.status, self.code, self.message, self.errors = status, code, message, errors
        self.reason = reason or message
        self.retry_after_seconds, self.is_expected = retry_after_seconds, is_expected

    @property
    def headers(self) -> dict[str, str]:
        """What clients look for before they wait: without Via they take a 429 for a ban by the proxy before Discord."""
        if self.status != 429:
            return {}
        after = {} if self.retry_after_seconds is None else {"Retry-After": f"{self.retry_after_seconds:.3f}"}
        return {**after, "Via": "1.1 google"}

    def payload(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.retry_after_seconds is not None:
            body |= {"retry_after": round(self.retry_after_seconds, 3), "global": False}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


CODES: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown Overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30003: (400, "Maximum number of pinned messages in a channel has been reached (250)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40003: (403, "You are opening direct messages too fast."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50016: (400, "Provided too few or too many messages to delete. Must provide at least 2 and at most 100"),
    50021: (403, "Cannot execute action on a system message"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50035: (400, "Invalid Form Body"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    50109: (400, "The request body contains invalid JSON."),
}


def refusal(code: int, reason: str = "", **details: Any) -> ApiError:
    """Discord's refusal with this JSON error code; `details` as in ApiError."""
    if code not in CODES:
        raise ValueError(f"no refusal of Discord has the code {code}")
    status, message = CODES[code]
    return ApiError(status, code, message, reason=reason, **details)
