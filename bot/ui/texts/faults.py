"""What people read when something is wrong on our side, or with what Discord sent."""

from bot.ui.names import for_prose

STALE = "Skipper has no such command, button or form (any more), and nothing was done. `/help` says what you can do."
UNREADABLE = (
    "Discord's own app would not send this: a text is longer than it allows, or something is not of the right kind. "
    "Nothing was done. Please fill it in again, shorter if it was long."
)


def fault(reference: str) -> str:
    """The answer to a fault of ours; the reference leads to the log."""
    return (
        f"Something went wrong on our side, and nothing was changed. Please try again; if it happens again, tell the "
        f"director this reference: `{reference}`."
    )


def unreachable(reference: str) -> str:
    """The answer while the database is away; the reference leads to the log."""
    return (
        "The database cannot be reached just now; nothing was changed. Please try again in a minute; if it lasts, tell "
        f"the director this reference: `{reference}`."
    )


def outcome_unknown(reference: str) -> str:
    """The answer where nobody knows whether something was saved; the reference leads to the log."""
    return (
        "The connection to the database broke while this was being saved, so it is not known whether it counts. Look "
        "first, and send it again only if it is not there; if you cannot tell, give the director this reference: "
        f"`{reference}`."
    )


def bad_option(name: str) -> str:
    """The refusal of an option whose value Discord's own app would not have sent."""
    return (
        f"The option {for_prose(name[:50])} is missing or holds what cannot be used there, and nothing was done. "
        f"Please send the command again with a value that Discord offers or accepts."
    )


def unusable(value: str) -> str:
    """The refusal of a channel, role or member that is gone or of the wrong kind."""
    return f"Skipper cannot use {for_prose(value)} here: it is gone, or of another kind. Please choose another one."
