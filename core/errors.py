"""The errors that people may see.

UserError            a sentence that the asker can act on: what is wrong, and what to do
├── RuleError        a rule of the competition forbids it
├── NotFound         what was named is not here
├── NotAllowed       somebody else may do this; the sentence says who
└── Conflict         somebody was quicker; the sentence shows the present state

Anything else is a fault of ours: it is logged with a reference, and only the reference is shown.
"""


class UserError(Exception):
    """A sentence that is safe to show; it never holds a birth date."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class RuleError(UserError):
    """A rule of the competition forbids it."""


class NotFound(UserError):
    """What was named is not here."""


class NotAllowed(UserError):
    """The asker may not do this; the sentence says who may."""


class Conflict(UserError):
    """The state moved meanwhile; the sentence shows the present one."""
