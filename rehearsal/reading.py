"""How people read a message: the visible text with mentions and times as Discord's client draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rehearsal.guild import Guild
    from rehearsal.state import Message

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
PIN_NOTICE = 6
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})

_MARKUP = re.compile(
    r"<@!?(?P<user>\d+)>|<@&(?P<role>\d+)>|<#(?P<channel>\d+)>"
    r"|</(?P<command>[^:<>]+):\d+>|<t:(?P<time>-?\d+)(?::(?P<style>[tTdDfFR]))?>"
)
_TIME_FORMATS = {
    "t": "%H:%M",
    "T": "%H:%M:%S",
    "d": "%d/%m/%Y",
    "D": "%d %B %Y",
    "f": "%d %B %Y %H:%M",
    "F": "%A, %d %B %Y %H:%M",
    "R": "%d %B %Y %H:%M",
}

Json = dict[str, Any]


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, from the outside in, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for single in ("accessory", "component"):
            if component.get(single):
                yield from walk([component[single]])


def buttons_of(components: list[Json]) -> list[Json]:
    return [c for c in walk(components) if c["type"] == BUTTON]


def selects_of(components: list[Json]) -> list[Json]:
    return [c for c in walk(components) if c["type"] in SELECTS]


def text_of(message: Message) -> str:
    """Everything that a person reads in a message, one part a line (no button labels, no pictures)."""
    if message.kind == PIN_NOTICE:
        return f"{message.author.name} pinned a message to this channel."
    parts = [message.content]
    for embed in message.embeds:
        parts += _embed_lines(embed)
    parts += [c["content"] for c in walk(message.components) if c["type"] == TEXT_DISPLAY]
    return as_read("\n".join(part for part in parts if part), message.guild)


def modal_text(modal: Json, guild: Guild | None) -> str:
    """A modal's title, labels and texts."""
    parts = [modal["title"]]
    for component in walk(modal["components"]):
        parts += [component[key] for key in ("label", "description", "content") if component.get(key)]
    return as_read("\n".join(parts), guild)


def _embed_lines(embed: Json) -> list[str]:
    lines = [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
    for item in embed.get("fields") or []:
        lines += [item["name"], item["value"]]
    lines.append((embed.get("footer") or {}).get("text"))
    return [line for line in lines if line]


def as_read(text: str, guild: Guild | None) -> str:
    """Text with `<@1>` read as @Ann, `<#1>` as #scores and `<t:...:F>` as a date (in UTC)."""
    return _MARKUP.sub(lambda match: _read_markup(match, guild), text)


def _read_markup(match: re.Match[str], guild: Guild | None) -> str:
    kind = match.lastgroup
    if kind in ("time", "style"):
        when = datetime.fromtimestamp(int(match["time"]), UTC)
        return when.strftime(_TIME_FORMATS[match["style"] or "f"]) + " UTC"
    if kind == "command":
        return f"/{match['command']}"
    if guild is None:
        return match[0]
    found = int(match[kind or ""])
    if kind == "user":
        member = guild.members.get(found)
        return f"@{member.name}" if member else f"@{guild.world.name_of(found)}"
    if kind == "role":
        role = guild.roles.get(found)
        return f"@{role.name}" if role else "@deleted-role"
    channel = guild.channels.get(found)
    return f"#{channel.name}" if channel else "#deleted-channel"
