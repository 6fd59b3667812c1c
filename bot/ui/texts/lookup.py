"""What people read when a team or player that they named is not here, or not the only one."""

import re
from collections.abc import Sequence

from bot.ui.names import for_prose
from bot.ui.texts.listing import name_some

MOST_NAMED = 10
LONGEST_ECHO = 100
_CHOSEN = re.compile(r"#[0-9]+")  # what a choice or a button stands for, which nobody typed
NO_OWN_TEAM = (
    "You are not the captain of a team here. `/team register` registers one; a director names the team in the option "
    "`team`."
)
NO_TEAM_TO_SHOW = (
    "You lead no team here, and your account is linked to no player: the captain of your team does that with `/player "
    "link`. Name a team in the option `team`; `/team list` shows all of them."
)


def unknown_team(text: str, near: Sequence[str]) -> str:
    """The refusal of a team that does not exist."""
    return _unknown("team", text, near, "`/team list` shows all of them.")


def unknown_player(text: str, near: Sequence[str]) -> str:
    """The refusal of a player who does not exist."""
    return _unknown("player", text, near, "`/team show` shows who plays for a team.")


def unknown_in_team(team: str, text: str, near: Sequence[str]) -> str:
    """The refusal of a player who is not in the team that was named."""
    hint = f"Did you mean {_list(near)}?" if near else "`/team show` shows who does."
    return f"{_echo(text)} does not play for {for_prose(team)}. {hint}"


def ambiguous(text: str, names: Sequence[str]) -> str:
    """The question which of several is meant."""
    return (
        f"{_echo(text)} can be any of these: {name_some(names, MOST_NAMED)}. "
        "Choose one from the list that appears while you type."
    )


def _unknown(what: str, text: str, near: Sequence[str], otherwise: str) -> str:
    if _CHOSEN.fullmatch(text):
        return f"There is no {what} behind this button or choice any more. {otherwise}"
    hint = f"Did you mean {_list(near)}?" if near else otherwise
    return f"There is no {what} {_echo(text)} in this competition. {hint}"


def _list(names: Sequence[str]) -> str:
    return ", ".join(for_prose(name) for name in names)


def _echo(text: str) -> str:
    return for_prose(text[:LONGEST_ECHO])
