"""What must hold after each input, whoever sent it and whatever it held."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator

from rehearsal.fuzz.changes import Watcher
from rehearsal.fuzz.inputs import AUTOCOMPLETE, Input
from rehearsal.fuzz.rights import Rights
from rehearsal.fuzz.town import FuzzTown
from rehearsal.people import Reply
from rehearsal.state import Message

LONGEST_TEXT = 2000
LONGEST_NAME = 100
MOST_CHOICES = 25
OUR_FAULT = "Something went wrong on our side"


class FaultLog(logging.Handler):
    """Counts what is logged as an error: a fault of ours, an exception that nobody caught, a post that failed."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.found.append(record.getMessage() + (f": {type(error).__name__}: {error}" if error else ""))


class Watch:
    """Looks at everything that an input may have touched."""

    def __init__(self, town: FuzzTown, watcher: Watcher, log: FaultLog) -> None:
        self.town, self._watcher, self._log = town, watcher, log
        self._rights = Rights(town, watcher)
        self._rights.remember()
        self._rows = watcher.read()
        watcher.has_commits()
        self._last_ids = {
            channel.id: max(channel.history, default=0) for channel in town.standin.world.channels.values()
        }
        self.changes = 0

    def find_problems(self, sent: Input, reply: Reply, *, is_starved: bool = False) -> list[str]:
        """What is wrong after an input was answered, each told once; where the bot could not work, silence is not."""
        is_excused = is_starved and reply.kind == "silence"
        return [
            *(() if is_excused else self._check_answer(sent, reply)),
            *self._check_rows(sent),
            *self._find_at_large(),
        ]

    async def find_problems_of_posts(self) -> list[str]:
        """What came to light only when every post was out."""
        try:
            await self._watcher.settle()
        except TimeoutError as error:
            return [str(error), *self._find_at_large()]
        return self._find_at_large()

    async def find_late_problems(self) -> list[str]:
        """What came to light only at the end."""
        gc.collect()  # tasks whose exception nobody fetched say so when they go
        return await self.find_problems_of_posts()

    def _find_at_large(self) -> list[str]:
        problems = [*self._check_pings(), *(f"logged: {line}" for line in self._log.found)]
        problems += [f"refused by Discord: {v.route}: {v.code} {v.reason}" for v in self.town.standin.violations]
        self._log.found.clear()
        self.town.standin.violations.clear()
        return problems

    def _check_answer(self, sent: Input, reply: Reply) -> Iterator[str]:
        if reply.kind in ("silence", "deferred"):
            yield f"no answer within 3 s ({reply.kind})"
        elif sent.kind == AUTOCOMPLETE:
            choices = reply.interaction.choices or []
            names = [choice["name"] for choice in choices]
            if len(choices) > MOST_CHOICES or not all(0 < len(name) <= LONGEST_NAME for name in names):
                yield f"choices that Discord does not show: {names}"
        elif not reply.text.strip():
            yield "an empty answer"
        elif reply.message is not None:
            if len(reply.message.content) > LONGEST_TEXT:
                yield f"an answer of {len(reply.message.content)} characters"
            if not reply.ephemeral:
                yield "an answer that everybody sees"
            if reply.text.startswith(OUR_FAULT):
                yield "an answer that blames us"

    def _is_captain(self, user_id: int) -> bool:
        """Whether somebody was made the captain of a team, and is told so."""
        return bool(self._watcher.select("SELECT 1 FROM team WHERE captain_id = ?", user_id))

    def _check_pings(self) -> Iterator[str]:
        for message in self._read_new_messages():
            pings = message.pings
            if pings.everyone:
                yield f"@everyone is pinged: {message.text[:200]!r}"
            is_person_pinged = self.town.bystander.id in pings.users and not self._is_captain(self.town.bystander.id)
            if is_person_pinged or self.town.bystander_role.id in pings.roles:
                yield f"somebody is pinged who is not concerned: {message.text[:200]!r}"

    def _read_new_messages(self) -> Iterator[Message]:
        for channel in list(self.town.standin.world.channels.values()):
            last_id = self._last_ids.get(channel.id, 0)
            for message in reversed(channel.history.values()):
                if message.id <= last_id:
                    break
                self._last_ids[channel.id] = max(self._last_ids.get(channel.id, 0), message.id)
                yield message

    def _check_rows(self, sent: Input) -> Iterator[str]:
        if not self._watcher.has_commits():
            return
        before, self._rows = self._rows, self._watcher.read()
        changed = self._watcher.list_changes(before, self._rows)
        self.changes += bool(changed)
        forbidden = self._rights.find_forbidden(sent, changed) if changed else None
        if forbidden is not None:
            yield f"a change that is not theirs to make: {forbidden}"
