"""How captains are called."""

from collections.abc import Sequence

DIRECT_ON = (
    "You get direct messages from now on, besides the mentions in channels, when captains are called. "
    "`/notify direct:False` switches them off again."
)
DIRECT_OFF = "You get no direct messages when captains are called; the mentions in channels stay."


def mention_all(captains: Sequence[int]) -> str:
    """Mentions in one line."""
    return " ".join(f"<@{captain}>" for captain in captains)


def see_above(captains: Sequence[int]) -> str:
    """The mentions under a text that has no room for them."""
    return f"{mention_all(captains)}: please read the message above."
