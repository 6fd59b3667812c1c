"""What people read when something is wrong on our side, or with what Discord sent."""

STALE = "This button or form is from an older version and does nothing any more. Type `/help` to see what you can do."


def fault(reference: str) -> str:
    """The answer to a fault of ours; the reference leads to the log."""
    return (
        f"Something went wrong on our side, and nothing was changed. Please try again; if it happens again, tell the "
        f"director this reference: `{reference}`."
    )


def bad_option(name: str) -> str:
    """The refusal of an option's value that Discord's own client would not have sent."""
    return f"The option `{name}` does not hold a value that can be used here. Please choose it again from the list."
