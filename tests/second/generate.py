"""Valid files of all kinds, with ties on purpose; `breaking.py` makes broken ones of them."""

import json
import unicodedata
from collections.abc import Callable
from typing import Any

from tests.second.bracket import settle
from tests.second.bracket_file import Decision
from tests.second.checking import ALL_EVENTS
from tests.second.choices import Choices
from tests.second.layouts import Layout, double_matches, single_matches
from tests.second.turns import TURNS

TEAM_NAMES = [
    "Aces", "aces", "Łódź Lions", "Zoë", "Ångström", "🎳 Strikers", "ﬁre", "Éclair", "E", "Ωmega", "Ann",
    "Ünder par", "한글", "The \u200dJoiners",
]  # fmt: skip
PLAYER_NAMES = [
    "Ann", "ann", "Ann (Aces)", "Ann (Zoë)", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ina", "Jo", "Kim",
    "Zoë", "Zoe", "José", "Jose\u0301e", "Ở", "Ö", "Øy", "𝔄da", "ﬀ", "Z", "a b", "Σίσυφος", "İpek", "Lea\u00ad",
    "Ångström", "1", "end", "golf", "Nguyễn", "O'Neil", 'Al "Ace"', "back\\slash", "~", "Émile", "한", "😀",
    "Max", "Max (E)", "Mia", "Noa", "Oli", "Pia", "Quy", "Rex", "Sam", "Tom", "Uma", "Val", "Wim", "Xia", "Yul",
]  # fmt: skip
ZONES = ["America/Chicago", "Europe/Berlin", "UTC"]


def encode(choices: Choices, value: Any) -> bytes:
    """The file in one of the ways in which it may be written."""
    text = json.dumps(value, ensure_ascii=choices.happens(30), indent=choices.one_of([None, 2]), allow_nan=True)
    return (b"\xef\xbb\xbf" if choices.happens(10) else b"") + text.encode("utf-8", "surrogatepass")


def spell(choices: Choices, name: str) -> str:
    """The same name as somebody else's keyboard writes it."""
    if choices.happens(80):
        return name
    if choices.happens(50):
        name = unicodedata.normalize("NFD", name)
    return choices.one_of(["", " ", "\t", "\u00a0"]) + name + choices.one_of(["", " \n"])


def results_file(choices: Choices, most_teams: int = 6) -> dict[str, Any]:
    """A valid results file."""
    file: dict[str, Any] = {}
    events = list(ALL_EVENTS)
    if choices.happens(60):
        events = choices.shuffled(ALL_EVENTS)[: choices.whole(1, 6)]
    if events != ALL_EVENTS or choices.happens(30):
        file["events"] = events
    teams = make_teams(choices, choices.whole(2, most_teams))
    file["teams"] = [
        {"name": spell(choices, team), "players": [spell(choices, player) for player in players]}
        for team, players in teams.items()
    ]
    players_absent, team_absent = add_ejections(choices, file, events, teams)
    if choices.happens(60):
        file["rulings"] = make_rulings(choices)
    cancelled = choices.some_of([event for event in events if event in ("derby", "golf")], 25)
    if cancelled:
        file["cancelled"] = choices.shuffled(cancelled)
    results: dict[str, Any] = {}
    for event in choices.shuffled(choices.some_of(events, 80)):
        playing = {
            team: [player for player in players if event not in players_absent.get(player, [])]
            for team, players in teams.items()
            if event not in team_absent.get(team, [])
        }
        if event == "golf":
            results["golf"] = make_golf(choices, file, list(playing))
        elif event == "holdem":
            results["holdem"] = make_holdem(choices, [player for team in playing.values() for player in team])
        else:
            results[event] = make_turns(choices, event, [player for team in playing.values() for player in team])
    if results or choices.happens(50):
        file["results"] = results
    add_heading(choices, file)
    return {key: file[key] for key in choices.shuffled(list(file))}


def add_heading(choices: Choices, file: dict[str, Any]) -> None:
    if choices.happens(30):
        file["competition"] = spell(choices, "Getaway Games")
    if choices.happens(30):
        file["date"] = choices.one_of(["2026-06-13", "2024-02-29"])
    if choices.happens(30):
        file["timezone"] = choices.one_of(ZONES)
    if "course" not in file and choices.happens(20):
        file["course"] = {"stroke_index": choices.shuffled(range(1, 19))}


def make_teams(choices: Choices, count: int) -> dict[str, list[str]]:
    names = choices.shuffled(PLAYER_NAMES)
    spare = [f"p{number}" for number in range(4 * count)]
    teams: dict[str, list[str]] = {}
    team_names = choices.shuffled(TEAM_NAMES) + [f"Team {number}" for number in range(count)]
    for team in team_names[:count]:
        size = choices.one_of([4, 4, 3])
        teams[unicodedata.normalize("NFC", team)] = [
            unicodedata.normalize("NFC", (names or spare).pop()) for _ in range(size)
        ]
    return teams


def add_ejections(
    choices: Choices, file: dict[str, Any], events: list[str], teams: dict[str, list[str]]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Ejects some players and teams; returns from which events each of them is absent."""
    absent: list[dict[str, list[str]]] = []
    players = [player for team in teams.values() for player in team]
    for key, who, known in (("ejections", "player", players), ("team_ejections", "team", list(teams))):
        found: dict[str, list[str]] = {}
        entries: list[dict[str, Any]] = []
        percent = choices.one_of([0, 0, 10, 40])
        for name in choices.some_of(known, percent):
            entry: dict[str, Any] = {who: spell(choices, name)}
            if choices.happens(50):
                entry["from"] = choices.one_of(["end", *events])
                found[name] = [] if entry["from"] == "end" else events[events.index(entry["from"]) :]
            else:
                entry["forfeits"] = choices.some_of(choices.shuffled(events), choices.one_of([0, 30, 60, 100]))
                found[name] = entry["forfeits"]
            entries.append(entry)
        if entries or choices.happens(10):
            file[key] = entries
        absent.append(found)
    return absent[0], absent[1]


def make_rulings(choices: Choices) -> dict[str, Any]:
    rulings: dict[str, Any] = {}
    if choices.happens(60):
        rulings["team_round"] = choices.one_of(["team", "individual"])
    if choices.happens(70):
        rulings["ties"] = {event: choices.one_of(["split", "share"]) for event in choices.some_of(ALL_EVENTS, 60)}
    return rulings


def make_turns(choices: Choices, event: str, players: list[str]) -> dict[str, Any]:
    """Turns of most players; a small range of points makes ties, now and then a wide one."""
    low = choices.one_of([0, 0, 10, 58])
    high = low + choices.one_of([0, 1, 2, 2, 4, 14])
    entries: dict[str, Any] = {}
    for player in choices.shuffled(choices.some_of(players, choices.one_of([60, 90, 100]))):
        count = choices.whole(0, TURNS[event])
        entries[spell(choices, player)] = [make_turn(choices, event, low, high) for _ in range(count)]
    return entries


def make_turn(choices: Choices, event: str, low: int, high: int) -> Any:
    if choices.happens(75):
        return choices.whole(low, high)
    if event == "bowling":
        return make_game(choices)
    if event == "derby":
        return [choices.one_of([0, 0, 1, 2, choices.whole(0, 999)]) for _ in range(5)]
    if event == "basketball":
        return [choices.one_of([0, 0, 1, 2, choices.whole(0, 999)]) for _ in range(4)]
    on = [choices.whole(0, 4) for _ in range(3)]
    return {"on": on, "in": [choices.whole(0, 4 - bags) for bags in on]}


def make_game(choices: Choices) -> dict[str, Any]:
    """A game of bowling by rolls, in every fourth case stopped by an injury."""
    rolls: list[int] = []
    strikes = choices.one_of([0, 30, 100])
    for frame in range(1, 11):
        first = 10 if choices.happens(strikes) else choices.whole(0, 10)
        balls = [first]
        if first < 10:
            balls.append(choices.one_of([10 - first, choices.whole(0, 10 - first)]))
        if frame == 10 and first == 10:
            second = choices.one_of([10, choices.whole(0, 10)])
            balls += [second, choices.whole(0, 10 if second == 10 else 10 - second)]
        elif frame == 10 and sum(balls) == 10:
            balls.append(choices.whole(0, 10))
        rolls += balls
    if choices.happens(25):
        return {"rolls": rolls[: choices.whole(0, len(rolls))], "stopped": True}
    return {"rolls": rolls, "stopped": False} if choices.happens(20) else {"rolls": rolls}


def make_golf(choices: Choices, file: dict[str, Any], teams: list[str]) -> dict[str, list[int]]:
    """Cards of most teams, many of them with the holes of another one's in another order."""
    cards: dict[str, list[int]] = {}
    base = [choices.whole(3, 5) for _ in range(18)]
    for team in choices.some_of(teams, choices.one_of([50, 100])):
        card = list(base)
        for _ in range(choices.whole(0, 2)):
            here, there = choices.whole(0, 17), choices.whole(0, 17)
            card[here], card[there] = card[there], card[here]
        if choices.happens(30):
            card[choices.whole(0, 17)] = choices.one_of([1, 2, 6, 20])
        cards[team] = card
    totals = [sum(card) for card in cards.values()]
    if len(set(totals)) < len(totals):
        file["course"] = {"stroke_index": choices.shuffled(range(1, 19))}
    return {spell(choices, team): card for team, card in cards.items()}


def make_holdem(choices: Choices, players: list[str]) -> dict[str, Any]:
    late = choices.some_of(players, choices.one_of([0, 0, 15, 100]))
    out = choices.shuffled([player for player in players if player not in late])
    entry: dict[str, Any] = {"out": [spell(choices, player) for player in out]}
    if late or choices.happens(20):
        entry["late"] = [spell(choices, player) for player in late]
    if choices.happens(20):
        entry["log"] = [make_log_entry(choices, player, out) for player in choices.some_of(out)]
    return entry


def make_log_entry(choices: Choices, player: str, out: list[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": spell(choices, player)}
    if choices.happens(50):
        entry["by"] = choices.some_of(out, 20)
    if choices.happens(50):
        entry["at"] = choices.one_of(["2026-06-13T21:04:05-05:00", "2026-06-13T23:59:59+00:00"])
    return entry


def bracket_file(
    choices: Choices, double_sizes: list[int], layout_of: Callable[[int], Layout], most_teams: int = 20
) -> dict[str, Any]:
    """A valid bracket file, played up to some moment; double elimination of the given sizes only."""
    kind = "double" if double_sizes and choices.happens(50) else "single"
    count = choices.whole(2, most_teams) if kind == "single" else choices.one_of(double_sizes)
    third_place = kind == "single" and choices.happens(50)
    file: dict[str, Any] = {}
    if kind == "double" or choices.happens(30):
        file["kind"] = kind
    if third_place or choices.happens(20):
        file["third_place"] = third_place
    names = choices.shuffled(TEAM_NAMES) + [f"Team {number}" for number in range(count)]
    teams = [unicodedata.normalize("NFC", name) for name in names[:count]]
    file["teams"] = [spell(choices, team) for team in teams]
    matches = single_matches(count, third_place) if kind == "single" else double_matches(layout_of(count))
    decided: dict[str, Decision] = {}
    results: list[dict[str, Any]] = []
    trouble = choices.one_of([0, 0, 20, 50])
    stop_percent = choices.one_of([0, 0, 5])
    while not choices.happens(stop_percent):
        state = settle(teams, matches, decided)
        ready = [match for match, outcome in state.outcomes.items() if outcome.is_ready]
        if not ready:
            break
        match = choices.one_of(ready)
        pair = [team for team in state.outcomes[match].teams if team is not None]
        decided[match], entry = make_decision(choices, pair, trouble)
        entry["teams"] = [spell(choices, team) for team in choices.shuffled(pair)]
        results.append(entry)
    if results or choices.happens(50):
        file["results"] = results
    if choices.happens(20):
        file["competition"] = "Dodgeball"
    return {key: file[key] for key in choices.shuffled(list(file))}


def make_decision(choices: Choices, pair: list[str], trouble: int) -> tuple[Decision, dict[str, Any]]:
    winner, loser = choices.shuffled(pair)
    how = "played"
    if choices.happens(trouble):
        how = choices.one_of(["forfeit", "walkover", "double_forfeit"])
    entry: dict[str, Any] = {"winner": None if how == "double_forfeit" else spell(choices, winner)}
    if how != "played" or choices.happens(10):
        entry["how"] = how
    elif choices.happens(60):
        games = choices.one_of([[winner, winner], [winner, loser, winner], [loser, winner, winner]])
        entry["games"] = [spell(choices, game) for game in games]
    return Decision(pair, None if how == "double_forfeit" else winner, how, None), entry
