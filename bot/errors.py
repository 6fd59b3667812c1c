"""Why the process ends: two errors whose text is the one line that whoever runs the bot reads."""


class CannotStart(Exception):
    """The bot does not start: the reason, and how to go on."""


class Stopped(Exception):
    """The running bot ends by itself: the reason, and how to go on."""
