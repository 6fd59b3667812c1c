"""The preview of an offence, with the button that records it."""

from bot.ui.facts.conduct import OffencePreview
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import conduct as texts

RECORD = "conduct-record"


def say_preview(found: OffencePreview) -> Message:
    """What would follow; nothing is recorded yet."""
    confirm = custom_id(RECORD, found.snapshot.competition.id, found.draft_id)
    return Message(texts.previewed(found), (Button(texts.RECORD, confirm, "danger"),))
