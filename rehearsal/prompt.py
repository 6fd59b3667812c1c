"""The line prompt of `make run` without a token: type what people type in Discord, and read what they read."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.clock import Clock
from rehearsal import client_commands, reading
from rehearsal.client_commands import visible_commands
from rehearsal.people import PeopleError, Person, Reply
from rehearsal.stage import Stage
from rehearsal.state import Channel, Json, Message

SETTLED_SECONDS = 0.4
OPTION = re.compile(r"\s[\w-]+:")
STEP = re.compile(r"([+-]?)(\d+)\s*([smhd])")
ESCAPED = re.compile(r"\\([\W_])")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
INTEGER, BOOLEAN, CHANNEL_OPTION, ROLE_OPTION, USER_OPTION, FILE_OPTION = 4, 5, 7, 8, 6, 11

HELP = """\
/team register            a slash command; options as in Discord: /score bowling player:Ann Archer game:1 score:151
/                         the commands that this person is offered
/roster import file:./teams.csv   a file is an option by its path on this machine
press LABEL               press a button of the last message that has it
choose OPTION             choose an option, by its label, in a menu of the last message that has it
as director               speak for somebody else: {people}
                          (as members they are called {names})
dms                       what Skipper wrote to this person alone
read #standings           a channel, as this person sees it: {channels}
clock +1h                 move the official clock (s, m, h, d), or set it: clock 2027-06-12T09:00:00-05:00
help, quit
Try: as captain, /team register; as director, /competition close, /competition start, press Start it;
     as facilitator, /score bowling player:Hal Hudson game:1 score:200; /standings"""

ReadLine = Callable[[str], Awaitable[str | None]]


class Prompt:
    """One conversation. `read_line` gives what is typed after a prompt, None at the end; `write` shows a line."""

    def __init__(
        self, stage: Stage, clock: Clock, folder: Path, read_line: ReadLine, write: Callable[[str], None]
    ) -> None:
        self._stage, self._clock, self._folder = stage, clock, folder
        self._read_line, self._write = read_line, write
        self._role = "captain"
        self._last: Reply | None = None
        self._shown: dict[int, str] = {}

    @property
    def person(self) -> Person:
        """Who speaks."""
        return self._stage.people[self._role]

    @property
    def _channels(self) -> dict[str, Channel]:
        return {channel.name: channel for channel in self._stage.guild.channels.values()}

    async def run(self) -> None:
        """Read lines until the end."""
        self._remember_all()
        while (line := await self._read_line(f"{self._role}> ")) is not None:
            line = line.strip()
            if line in ("quit", "exit"):
                return
            try:
                await self._obey(line)
            except PeopleError as error:
                self._write(f"(Discord would not send this: {error})")

    async def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line.startswith("/"):
            await self._slash(line[1:])
        elif word in ("", "help"):
            self._help()
        elif word == "as" and rest in self._stage.people:
            self._role = rest
        elif word == "press":
            await self._press(rest)
        elif word == "choose":
            await self._choose(rest)
        elif word == "dms":
            for message in self.person.dms:
                self._write(readable(message.text))
                self._write_extras(message)
        elif word == "read":
            self._read(rest.removeprefix("#"))
        elif word == "clock":
            await self._move_clock(rest)
        else:
            self._write(f"There is no {word!r} here. Type help.")

    def _help(self) -> None:
        channels = " ".join(f"#{name}" for name in self._channels)
        self._write(HELP.format(people=", ".join(self._stage.people), names=self._name_people(), channels=channels))

    def _name_people(self) -> str:
        return ", ".join(person.name for person in self._stage.people.values())

    async def _slash(self, line: str) -> None:
        if not line:
            self._write("\n".join(self._list_commands()))
            return
        first = OPTION.search(line)
        head = line[: first.start()].strip() if first else line
        found = client_commands.find_command(self.person.member, self._stage.guild.default_channel, head)
        kinds = {option["name"]: option["type"] for option in found.options}
        options = split_options(line[len(head) :], kinds)
        if first and not options:
            self._write(f"/{head} has these options: {', '.join(kinds) or 'none'}.")
            return
        given = {name: self._read_value(kinds[name], text) for name, text in options.items()}
        await self._show(await self.person.slash(head, **given))

    def _list_commands(self) -> list[str]:
        offered = visible_commands(self.person.member, self._stage.guild.default_channel)
        lines: list[str] = []
        for command in offered.values():
            inner = [option for option in command.get("options") or [] if option["type"] == 1]
            for option in inner or [command]:
                name = f"{command['name']} {option['name']}" if inner else command["name"]
                lines.append(f"/{name:<28} {option['description']}")
        return sorted(lines)

    def _read_value(self, kind: int, text: str) -> Any:
        guild = self._stage.guild
        found: Any = text
        if kind == INTEGER:
            found = int(text) if re.fullmatch(r"-?\d{1,9}", text) else text
        elif kind == BOOLEAN:
            found = {"yes": True, "no": False}.get(text.casefold(), text)
        elif kind == CHANNEL_OPTION:
            found = next((c for c in guild.channels.values() if c.name == text.removeprefix("#")), text)
        elif kind == ROLE_OPTION:
            found = next((r for r in guild.roles.values() if r.name == text.removeprefix("@")), text)
        elif kind == FILE_OPTION:
            found = read_file(Path(text).expanduser())
        elif kind == USER_OPTION:
            wanted = text.removeprefix("@").casefold()
            found = self._stage.people.get(wanted) or next(
                (p for p in guild.people.values() if p.name.casefold() == wanted), text
            )
        return found

    async def _press(self, label: str) -> None:
        for message in self._list_seen():
            if label in message.buttons:
                await self._show(await self.person.click(message, label))
                return
        self._write(f"There is no button {label!r} to be seen.")

    async def _choose(self, label: str) -> None:
        for message in self._list_seen():
            for select in reading.selects_of(message.components):
                if label in labels_of(select):
                    await self._show(await self.person.choose(message, select["custom_id"], label))
                    return
        self._write(f"There is no option {label!r} to be seen.")

    def _list_seen(self) -> list[Message]:
        """The last answer, then the messages of the channels, the newest first."""
        seen = [self._last.message] if self._last and self._last.message else []
        return seen + [m for channel in self._channels.values() for m in reversed(self.person.read(channel))]

    async def _show(self, reply: Reply) -> None:
        if reply.modal is not None:
            answers = await self._ask_fields(reply.modal)
            if answers is None:
                return
            reply = await self.person.fill(reply, answers)
        self._last = reply
        self._write(readable(f"Skipper (only you see this): {reply.text}"))
        self._write_extras(reply.message)
        await self._show_posts()

    async def _ask_fields(self, modal: Json) -> dict[str, str] | None:
        self._write(f"--- {modal['title']} (an empty line ends a field, CANCEL leaves the form) ---")
        answers: dict[str, str] = {}
        for label in modal["components"]:
            field = label.get("component", {})
            if "custom_id" not in field:
                continue
            hint = f" ({label['description']})" if label.get("description") else ""
            self._write(f"{label.get('label', '')}{hint}")
            if field.get("value"):
                self._write(f"(now, kept by an empty line:)\n{field['value']}")
            text = await self._read_field(is_long=field.get("style") == 2)
            if text is None:
                return None
            if text or not field.get("value"):
                answers[field["custom_id"]] = text
        return answers

    async def _read_field(self, *, is_long: bool) -> str | None:
        lines: list[str] = []
        while True:
            line = await self._read_line("| ")
            if line is None or line == "CANCEL":
                return None
            if line:
                lines.append(line)
            if not is_long or not line:
                return "\n".join(lines)

    def _read(self, name: str) -> None:
        channel = self._channels.get(name)
        if channel is None:
            self._write(f"There is no channel #{name}.")
            return
        for message in self.person.read(channel):
            self._write_message(channel, message)

    async def _move_clock(self, text: str) -> None:
        step = STEP.fullmatch(text.strip())
        if step:
            sign = -1 if step[1] == "-" else 1
            self._clock.advance(sign * int(step[2]) * UNITS[step[3]])
        elif text:
            try:
                self._clock.set(datetime.fromisoformat(text))
            except ValueError:
                self._write("Write: clock +1h, or clock 2027-06-12T09:00:00-05:00")
                return
        self._write(f"The official time is {self._clock.now():%A, %d %B %Y %H:%M:%S} UTC.")
        await self._show_posts()

    def _remember_all(self) -> None:
        for channel in self._channels.values():
            for message in channel.messages:
                self._shown[message.id] = message.text

    async def _show_posts(self) -> None:
        """Print what is new or changed in the channels, as far as this person sees it."""
        await asyncio.sleep(SETTLED_SECONDS)
        for channel in self._channels.values():
            for message in self.person.read(channel):
                if self._shown.get(message.id) != message.text:
                    self._shown[message.id] = message.text
                    self._write_message(channel, message)

    def _write_message(self, channel: Channel, message: Message) -> None:
        if message.kind == 0:
            self._write(readable(f"#{channel.name}: {message.text}"))
            self._write_extras(message)

    def _write_extras(self, message: Message | None) -> None:
        if message is None:
            return
        if message.buttons:
            self._write("  " + " ".join(f"[ {label} ]" for label in message.buttons))
        for select in reading.selects_of(message.components):
            self._write(f"  ( {select.get('placeholder') or 'menu'}: {' | '.join(labels_of(select))} )")
        for attachment in message.attachments:
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._folder / f"{message.channel.name}-{attachment.id}-{Path(attachment.filename).name}"
            path.write_bytes(attachment.content)
            self._write(f"  saved: {path}")


def split_options(text: str, names: Iterable[str]) -> dict[str, str]:
    """`player:Ann Archer game:1` as options by name; a colon after anything else is part of a value."""
    known = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
    found = list(re.finditer(rf"(?:^|\s)({known}):", text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return {match[1]: text[match.end() : end].strip() for match, end in zip(found, ends, strict=False)}


def read_file(path: Path) -> tuple[str, bytes]:
    """A file of this machine as it is sent: its name and what it holds. Raises PeopleError."""
    try:
        return path.name, path.read_bytes()
    except OSError:
        raise PeopleError(f"there is no file {str(path)!r} here") from None


def labels_of(select: Json) -> list[str]:
    """The options of a menu."""
    options: list[Json] = select.get("options") or []
    return [option["label"] for option in options]


def readable(text: str) -> str:
    """Text for a terminal: markdown's backslashes taken as Discord does, and no control or direction marks."""
    parts = text.split("```")
    parts[::2] = [ESCAPED.sub(r"\1", part) for part in parts[::2]]
    kept = "```".join(parts)
    return "".join(c for c in kept if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf") or c == "\u200d")
