"""What staff read about posts that could not be delivered."""

NOT_PINNED = "not pinned"
REASONS = {
    "channel gone": "the channel is gone. Choose another one with `/competition channels`",
    "forbidden": "Skipper may not post there. Give it the permissions that `/competition check` lists",
    "refused": "Discord refused it. The log says more; please tell it to whom it concerns",
    "dms closed": "they do not accept direct messages. Please tell them in person",
}


def undelivered(place: str, reason: str) -> str:
    """The note to staff about a post that will not arrive; what it tells stands all the same."""
    if reason == NOT_PINNED:
        return f"The live message in {place} is there but could not be pinned. Allow it, or unpin an old message there."
    return f"A post for {place} could not be delivered, because {REASONS[reason]}. What it tells stands all the same."
