"""A database that cannot be reached for a while: what runs by itself waits for it, and says so once."""

import logging

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from core.errors import Conflict

log = logging.getLogger(__name__)

# PostgreSQL's own words for it: connections that broke (class 08), a server that stops or starts (class 57P).
UNREACHABLE_STATES = ("08", "57P")


class CommitUnknown(ConnectionError):
    """The connection broke while a transaction was committed: it counts, or it does not."""


def is_outage(error: BaseException) -> bool:
    """Whether an error says that the database is away or held by somebody else, and not that a statement is wrong."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, (Conflict, OSError))
    if error.connection_invalidated or isinstance(error, (InterfaceError, OperationalError)):
        return True
    return str(getattr(error.orig, "sqlstate", None) or "").startswith(UNREACHABLE_STATES)


class Outage:
    """What one part of the bot knows of it; logs its beginning and its end, however often it is tried in between."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._has_begun = False

    def note(self, error: BaseException) -> None:
        """It cannot be reached."""
        if not self._has_begun:
            log.warning("%s: the database cannot be reached just now (%s)", self._part, type(error).__name__)
        self._has_begun = True

    def end(self) -> None:
        """It was reached."""
        if self._has_begun:
            log.warning("%s: the database can be reached again", self._part)
        self._has_begun = False
