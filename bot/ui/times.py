"""Moments as Discord shows them: in the reader's own zone."""

from datetime import datetime


def show_moment(moment: datetime) -> str:
    """The full date and time, and how far away it is."""
    seconds = int(moment.timestamp())
    return f"<t:{seconds}:F> (<t:{seconds}:R>)"


def show_time(moment: datetime) -> str:
    """The time of day, and how long ago it was."""
    seconds = int(moment.timestamp())
    return f"<t:{seconds}:t> (<t:{seconds}:R>)"
