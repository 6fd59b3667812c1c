"""The record of what the bot did wrong: everything that Discord refused it, and every silence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rehearsal.errors import ApiError


@dataclass(frozen=True)
class Violation:
    """Something that Discord does not accept: the route, Discord's code, and what was wrong."""

    route: str
    status: int
    code: int
    reason: str
    at: float


@dataclass
class Record:
    found: list[Violation] = field(default_factory=list)
    _expectations: list[tuple[frozenset[int], list[Violation]]] = field(default_factory=list)

    @contextmanager
    def expect(self, *codes: int) -> Iterator[list[Violation]]:
        """Inside, violations with these codes are collected apart."""
        expectation: tuple[frozenset[int], list[Violation]] = (frozenset(codes), [])
        self._expectations.append(expectation)
        try:
            yield expectation[1]
        finally:
            self._expectations.remove(expectation)

    def note(self, route: str, error: ApiError, at: float) -> None:
        if error.is_expected:
            return
        violation = Violation(route, error.status, error.code, error.reason, at)
        for codes, collected in reversed(self._expectations):
            if error.code in codes:
                collected.append(violation)
                return
        self.found.append(violation)
