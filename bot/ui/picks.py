"""What somebody picks from a list of several competitions' things: its value carries the competition, as `17::#5`."""

import re

PICKED = "picked"
"""Where an interaction keeps the competitions that its options carried."""

_MARKED = re.compile(r"(\d{1,18})::(.*)", re.DOTALL)


def mark(competition_id: int, value: str) -> str:
    """The value of a choice that is of this competition."""
    return f"{competition_id}::{value}"


def read_mark(value: object) -> tuple[str, str] | None:
    """The competition that a value carries, and the value without it; None where it carries none."""
    marked = _MARKED.fullmatch(value) if isinstance(value, str) else None
    return (marked[1], marked[2]) if marked is not None else None
