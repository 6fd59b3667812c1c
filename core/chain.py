"""A chain of records: each link's digest covers the digest before it, so that no record changes or goes unnoticed.

The digest is SHA-256 over the digest before and the record's canonical JSON (sorted keys, no spaces, ASCII).
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a chain: how many links it has, and the digest of the last one."""

    length: int
    digest: str


@dataclass(frozen=True, slots=True)
class Link:
    """A record as it is kept, with the place and the digest that it was given."""

    id: int
    position: int
    digest: str
    content: Mapping[str, Any]


class Fault(StrEnum):
    """How a chain is broken."""

    CHANGED = "changed"
    MOVED = "moved"
    REMOVED = "removed"
    REMOVED_AT_END = "removed at the end"
    ADDED = "added"
    HEAD_CHANGED = "head changed"


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where a chain is broken; no link where those from there on are gone.

    `position` counts from 1; `missing` is how many links are gone there.
    """

    fault: Fault
    position: int
    link: Link | None = None
    missing: int = 0


START = Head(0, "0" * 64)
"""The head of a chain without links."""


def extend(head: Head, content: Mapping[str, Any]) -> Head:
    """The head after one more record; what is in it has to be JSON."""
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return Head(head.length + 1, hashlib.sha256(f"{head.digest}\n{canonical}".encode()).hexdigest())


def find_break(links: Iterable[Link], kept: Head) -> Break | None:
    """The first fault of a chain whose links come in the order of their positions; None for one that is whole.

    `kept` is the head that was noted apart from the links: it shows what is missing at the end.
    """
    head, last_id = START, 0
    for link in links:
        position = head.length + 1
        if link.position > position:
            return Break(Fault.REMOVED, position, link, link.position - position)
        if link.position < position:
            return Break(Fault.ADDED, position, link)
        if position > kept.length:
            return Break(Fault.ADDED, position, link)
        if link.digest != extend(head, link.content).digest:
            return Break(Fault.CHANGED, position, link)
        if link.id < last_id:
            return Break(Fault.MOVED, position, link)
        head, last_id = Head(position, link.digest), link.id
    if head.length < kept.length:
        return Break(Fault.REMOVED_AT_END, head.length + 1, None, kept.length - head.length)
    return None if head == kept else Break(Fault.HEAD_CHANGED, head.length)
