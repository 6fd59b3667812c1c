"""Moments as Discord shows them: in the reader's own zone."""

from datetime import datetime


def show_moment(moment: datetime) -> str:
    """The full date and time, and how far away it is."""
    seconds = int(moment.timestamp())
    return f"<t:{seconds}:F> (<t:{seconds}:R>)"
