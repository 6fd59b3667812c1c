"""The blinds as messages, with the buttons of the clock."""

from bot.ui.facts.blinds import BlindsView
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import blinds as texts
from core.holdem.blinds import Press

PRESS = "blinds-press"


def draw_level(view: BlindsView, *, is_staff: bool) -> Message:
    """What is posted of a level."""
    return Message(texts.announced(view), _buttons(view) if is_staff else ())


def say_pressed(view: BlindsView) -> Message:
    """The answer to whoever pressed."""
    return Message(texts.shown(view), _buttons(view))


def _buttons(view: BlindsView) -> tuple[Button, ...]:
    if view.state is None:
        return ()
    press, label = (Press.RESUME, texts.RESUME) if view.state.is_paused else (Press.PAUSE, texts.PAUSE)
    return (Button(label, custom_id(PRESS, view.snapshot.competition.id, press.value, view.mark)),)
