"""Steps that the tests of brackets share: results in short, and a bracket as lines of text."""

import json
from typing import Any

import pytest

from core.scoring.bracket import Bracket, Result, record_result

FIVE = ("Aces", "Bees", "Cats", "Dogs", "Elks")
FOUR = FIVE[:4]
EIGHT = (*FIVE, "Foxes", "Gnus", "Hares")


def win(winner: str, loser: str, how="played") -> Result:
    return Result((winner, loser), winner, how)


def nobody(first: str, second: str) -> Result:
    return Result((first, second), None, "double_forfeit")


def play(bracket: Bracket, *results: Result) -> Bracket:
    for result in results:
        bracket = record_result(bracket, result)
    return bracket


def show(bracket: Bracket) -> list[str]:
    """One line a match: id, sides, outcome."""
    return [
        f"{match.id} {match.teams[0] or '-'} v {match.teams[1] or '-'}"
        + (f": {match.winner or 'nobody'} ({match.how})" if match.how else "")
        for match in bracket.matches
    ]


def show_places(bracket: Bracket) -> dict[int, str]:
    return {place.place: " ".join(place.teams) for place in bracket.places}


def refuse(error: type[Exception], act, *arguments) -> str:
    with pytest.raises(error) as refusal:
        act(*arguments)
    return refusal.value.sentence


TEAMS = ["Aces", "Bees", "Cats", "Dogs"]
FIRST = {"teams": ["Aces", "Dogs"], "winner": "Aces"}
SECOND = {"teams": ["Bees", "Cats"], "winner": "Cats"}
FINAL = {"teams": ["Aces", "Cats"], "winner": "Aces"}


def dump(**keys: Any) -> bytes:
    return json.dumps({"teams": TEAMS, **keys}).encode()
