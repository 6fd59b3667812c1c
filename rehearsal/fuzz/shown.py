"""The steps by which everything is shown once, as data: commands, and what people do with what they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FIRST, SECOND = object(), object()  # stand for the first and second value that the bot offers


@dataclass(frozen=True)
class Step:
    """A command in a competition, and the buttons that are pressed then, each on the answer to the one before."""

    where: str
    who: str
    command: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    taps: tuple[str, ...] = ()


# What decides something is shown, and left for the inputs to press.
DECISIONS = frozenset(
    {
        *("competition-confirm", "event-close", "event-cancel", "match-draw", "match-confirm", "clock-forfeit"),
        *("team-withdraw-now", "privacy-delete", "privacy-delete-player", "score-undo", "correction-confirm"),
        *("captain-decline", "co-captain-decline", "invited-decline", "invited-back", "team-withdraw", "place-take"),
        *("import-confirm", "match-belated", "desk-sheet-confirm", "holdem-draw", "holdem-moved"),
        *("table-note", "table-enter"),
    }
)
# Others are pressed once by everybody, or once for each of so many arguments after the competition.
TOLD_APART_BY: Mapping[str, int] = {
    "desk-open": 1,  # purpose
    "desk-event": 1,
    "desk-team": 2,  # purpose, event
    "desk-station": 1,  # event
    "conduct-record": 1,  # draft
}
EVERY_CHOICE = ("desk-event",)  # of other menus the first choice is enough
# What is shown only to more teams, to larger ones, or after more mistakes than there are here.
MADE_UP: Mapping[str, str] = {
    "card-rule-again": "1",
    "desk-page": "score:bowling:1",
    "link-more": "27",
    "why": "27:28:2",
}
CARDS = ("card-enter", "desk-sheet-typed")
FILLED: Mapping[str, str] = {"players": "\n".join(f"New Player {letter}, 1990-01-01" for letter in "ABC")}
STROKES = "7 15 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 10"
OTHER_STROKES = "15 7 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 10"

GAMES, MATCHES = "Getaway crowded", "Dodgeball crowded"
FORFEITED = ("Forfeit: Team 5", "Forfeit: Team 5")
OPEN, RUNNING, DRAWN = "Getaway registration open", "Getaway running", "Dodgeball registration closed"
STEPS = [
    Step(GAMES, "facilitator", "score holdem", {"player": "Ace B"}),  # by the seed of the seats at one table with Bat B
    Step(GAMES, "facilitator", "score holdem", {"player": "Bat B"}),
    Step(GAMES, "director", "help"),
    Step(GAMES, "captain", "checkin team"),
    Step(GAMES, "facilitator", "checkin missing"),
    Step(GAMES, "facilitator", "clock late", {"event": "bags", "team": "Bats"}),
    Step(GAMES, "director", "card lanes"),
    Step(GAMES, "director", "card pairs"),
    Step(GAMES, "captain", "card enter", {"event": "bowling", "team": FIRST}),
    Step(GAMES, "other captain", "card enter", {"event": "bowling", "team": "Aces"}),
    Step(GAMES, "captain", "card view", {"event": "bowling", "team": FIRST}),
    Step(GAMES, "director", "announce new", {"to": "All captains", "at": "2027-06-01 09:00"}),
    Step(GAMES, "director", "announce edit", {"announcement": FIRST}),
    Step(GAMES, "facilitator", "conduct warn", {"player": "Bat A"}),
    Step(GAMES, "facilitator", "conduct warn", {"player": "Bat A"}),
    Step(GAMES, "facilitator", "conduct warn", {"player": "Bat B"}),
    Step(GAMES, "other captain", "appeal submit", {"offence": FIRST, "text": "He fell."}),
    Step(GAMES, "facilitator", "blinds start"),
    Step(GAMES, "facilitator", "desk show"),
    Step(
        GAMES,
        "facilitator",
        "score correct",
        {"event": "basketball", "entrant": "Ace A", "round": 1, "score": "2 0 0 0", "reason": "miscounted"},
    ),
    Step(GAMES, "director", "event close", {"event": "basketball"}),
    Step(GAMES, "director", "event stroke-index", {"holes": STROKES}),
    Step(GAMES, "director", "event stroke-index", {"holes": OTHER_STROKES, "reason": "misread"}),
    Step(GAMES, "director", "privacy delete", {"player": "Ace A"}),
    Step(GAMES, "captain", "privacy delete"),
    Step(GAMES, "captain", "team withdraw"),
    Step(GAMES, "director", "rules show", {"section": "1"}),
    Step(GAMES, "director", "standings", {"list": "players"}),
    Step(GAMES, "director", "team list"),
    Step(GAMES, "facilitator", "score history"),
    Step(GAMES, "director", "audit"),
    Step(GAMES, "captain", "captain appoint", {"member": "stranger"}),
    Step(GAMES, "captain", "captain handover", {"member": "stranger"}),
    Step(RUNNING, "director", "rules receipts"),
    Step(RUNNING, "facilitator", "score bowling", {"player": "Ace A", "game": 1, "score": "99"}),
    Step(OPEN, "captain", "player invite", {"member": "stranger"}),
    Step(OPEN, "captain", "player link"),
    Step(OPEN, "captain", "team mine"),
    Step(OPEN, "director", "settings set", {"places": "2"}),
    Step(OPEN, "stranger", "team register"),
    Step(OPEN, "player", "team register"),
    Step(OPEN, "other captain", "team withdraw", {"team": "Bats"}, taps=("Withdraw the team",)),
    Step(DRAWN, "captain", "player link"),
    Step(DRAWN, "director", "match draw"),
    Step(DRAWN, "director", "match draw"),
    Step(MATCHES, "director", "desk show"),
    Step(MATCHES, "director", "match result", {"match": FIRST, "game1": FIRST, "game2": FIRST}),
    Step(MATCHES, "director", "match correct", {"match": FIRST, "game1": SECOND, "game2": SECOND, "reason": "misread"}),
    Step(MATCHES, "captain", "team withdraw", {"team": "Aces"}, taps=("Withdraw the team",)),
    Step(MATCHES, "director", "match result", {"match": "#R2-2", "game1": FIRST, "game2": FIRST}),
    Step(MATCHES, "facilitator", "match table", {"match": "#R1-6"}, ("Flip the coin", "Left")),
    Step(MATCHES, "facilitator", "match table", {"match": "#R1-8"}, ("Flip the coin", "Left", "Start game 1")),
    Step(MATCHES, "facilitator", "match table", {"match": "#R2-1"}, ("Flip the coin", "Left", *FORFEITED)),
]
