"""What is said where a draft is no longer kept."""

from bot.db.drafts import DraftPurpose
from bot.ui.texts.drafts import WHAT_NOW


def test_every_purpose_says_what_to_do_now() -> None:
    assert set(WHAT_NOW) == set(DraftPurpose)
    assert all(sentence.endswith(".") for sentence in WHAT_NOW.values())
