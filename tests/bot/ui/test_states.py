"""Steps of a competition that are not possible now: plain sentences that lead on."""

import re
from collections.abc import Iterator

import pytest

from bot.db.snapshot import Channels, Competition
from bot.ui.texts.competition import STEP_COMMANDS
from bot.ui.texts.states import step_refused
from core.competition import Kind, State, Step, initial_settings, possible_steps
from tests.builders import FIRST_DAY

X = "**\u2068X\u2069**"


def in_state(state: State) -> Competition:
    settings = initial_settings(Kind.GETAWAY, "X", FIRST_DAY, FIRST_DAY, "America/Chicago")
    return Competition(1, 1, 1, state, settings, Channels(1, 2, 3, 4), 5, None, 6)


def impossible() -> Iterator[tuple[State, Step]]:
    for state in State:
        yield from ((state, step) for step in STEP_COMMANDS if step not in possible_steps(state))


@pytest.mark.parametrize(
    ("state", "step", "sentence"),
    [
        (State.DRAFT, Step.CLOSE_REGISTRATION, f"{X} is still a draft: open its registration with `/competition open` "
         "first."),
        (State.REGISTRATION_OPEN, Step.START, f"Registration for {X} is still open: close it with `/competition close` "
         "first."),
        (State.REGISTRATION_OPEN, Step.OPEN_REGISTRATION, f"Registration for {X} is open already: `/competition close` "
         "closes it."),
        (State.REGISTRATION_CLOSED, Step.ARCHIVE, f"{X} has not started yet, and only what is finished or cancelled is "
         "archived: start it with `/competition start`, or use `/competition cancel`."),
        (State.RUNNING, Step.OPEN_REGISTRATION, f"{X} has started, so its registration stays closed."),
        (State.FINISHED, Step.START, f"{X} is finished: take it up again with `/competition resume`."),
        (State.FINISHED, Step.CANCEL, f"{X} is finished: take it up again with `/competition resume` first."),
        (State.CANCELLED, Step.START, f"{X} is cancelled, which cannot be undone: `/competition archive` puts it "
         "away."),
        (State.ARCHIVED, Step.RESUME, f"{X} is archived, which cannot be undone: its results stay to be read."),
    ],
)  # fmt: skip
def test_the_way_to_a_step_is_said(state: State, step: Step, sentence: str) -> None:
    assert step_refused(in_state(state), step) == sentence


@pytest.mark.parametrize(("state", "step"), [*impossible()])
def test_the_first_command_that_is_named_is_possible_now(state: State, step: Step) -> None:
    said = step_refused(in_state(state), step)
    named = re.findall("`/competition ([a-z]+)`", said)
    possible = [STEP_COMMANDS[each] for each in possible_steps(state)]
    assert named[:1] == [] or named[0] in possible
    assert "registration open" not in said
    assert "registration closed" not in said
