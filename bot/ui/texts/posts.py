"""What staff read about posts that could not be delivered."""

REASONS = {
    "channel gone": "the channel is gone. Choose another one with `/competition channels`",
    "forbidden": "Skipper may not post there. Give it the permissions that `/competition check` lists",
    "dms closed": "they do not accept direct messages. Please tell them in person",
}


def undelivered(place: str, reason: str) -> str:
    """The note to staff about a post that will not arrive; what it tells stands all the same."""
    return f"A post for {place} could not be delivered, because {REASONS[reason]}. What it tells stands all the same."
