"""Texts in files show what Discord would show."""

import pytest

from bot.ui.discord_view import REST_IN_FILE, to_content
from bot.ui.message import Attachment, Message
from bot.ui.names import for_prose
from bot.ui.plain import to_plain


@pytest.mark.parametrize(
    "name", ["Bold**", "**Bold**", "a\\**", "*x*", "_a_", "(a)", "a`b", "Łódź", "東京", "👑", "@everyone"]
)
def test_a_name_is_read_as_it_was_typed(name: str) -> None:
    assert to_plain(f"**{for_prose(name)}** has `/team mine`") == f"{name} has /team mine"


def test_times_and_code_blocks() -> None:
    assert to_plain("Rosters lock <t:1812776400:F> (<t:1812776400:R>).\n```a\\*b **c**```") == (
        "Rosters lock 2027-06-12 05:00 UTC (2027-06-12 05:00 UTC).\na\\*b **c**"
    )


def test_a_long_answer_is_whole_in_a_plain_file() -> None:
    lines = [f"**{for_prose(f'Team (no. {n}) *')}** is here" for n in range(100)]
    content = to_content(Message("\n".join(lines)), [Attachment("a.csv", b"x")])
    assert len(content.text) <= 2000
    assert content.text.endswith(REST_IN_FILE)
    assert [file.filename for file in content.files] == ["a.csv", "answer.txt"]
    whole = content.files[1].fp.read().decode()
    assert whole == "\n".join(f"Team (no. {n}) * is here" for n in range(100))
    assert to_content(Message("short"), []).files == []
