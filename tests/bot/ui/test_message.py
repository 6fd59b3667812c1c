"""What is kept of a message is read again."""

from bot.ui.message import Button, Message, Option, Select


def test_menus_and_buttons_are_kept() -> None:
    message = Message(
        "Which team?",
        (Button("Later teams", "desk-page:1:score:derby:1", "primary", 4),),
        user_mentions=(7,),
        selects=(Select("desk-team:1:score:derby:0", "Team", (Option("Aces", "#1", "all in"),), ("#1",), 0, 1),),
    )
    assert Message.from_json(message.to_json()) == message


def test_what_was_kept_before_there_were_menus_is_read() -> None:
    kept = Message("Done.").to_json()
    del kept["selects"]
    assert Message.from_json(kept) == Message("Done.")
