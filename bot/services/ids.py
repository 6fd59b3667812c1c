"""Ids that come from a client: numbers of our own rows, or anything else."""

NO_ID, MOST_DIGITS = 0, 18


def read_id(text: str) -> int:
    """The id that a text holds, with or without `#`; one that no row has where it is none."""
    digits = text.removeprefix("#")
    is_id = digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS
    return int(digits) if is_id else NO_ID
