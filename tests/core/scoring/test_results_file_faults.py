"""Every fault of the results file, with its exact line: the contract's example is changed in one way at a time."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.core.scoring.documents import THREE, TWO, Document, changed, document, example, fault_lines, read

Change = Callable[[Document], object]


def put(*path: str | int, value: object) -> Change:
    """Set the field at `path`."""

    def change(content: Document) -> None:
        target: Any = content
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    """Delete the field at `path`."""

    def change(content: Document) -> None:
        target: Any = content
        for step in path[:-1]:
            target = target[step]
        del target[path[-1]]

    return change


TOP = "competition, date, timezone, events, course, results, ejections, team_ejections, cancelled, rulings"
EVENTS = "bowling, derby, bags, golf, holdem, basketball"
ALL_EVENTS = "bowling, derby, bags, basketball, golf, holdem"

FRAME: dict[str, tuple[Change, list[str]]] = {
    "an unknown key": (put("venue", value="Bowl"), [f'file: unknown key "venue" (known here: teams, {TOP})']),
    "teams missing": (drop("teams"), ['file: the key "teams" is missing']),
    "competition not text": (put("competition", value=5), ["competition: 5 is not a name"]),
    "competition empty": (put("competition", value=" \t"), ["competition: a name is empty"]),
    "competition null": (put("competition", value=None), ["competition: null is not a name"]),
    "date not real": (
        put("date", value="2026-02-30"),
        ['date: "2026-02-30" is not a date of the calendar (YYYY-MM-DD)'],
    ),
    "date in another form": (
        put("date", value="20260613"),
        ['date: "20260613" is not a date of the calendar (YYYY-MM-DD)'],
    ),
    "date in other digits": (
        put("date", value="２０２６-06-13"),
        ['date: "２０２６-06-13" is not a date of the calendar (YYYY-MM-DD)'],
    ),
    "date a number": (put("date", value=2026), ["date: 2026 is not a date of the calendar (YYYY-MM-DD)"]),
    "time zone unknown": (
        put("timezone", value="America/Gotham"),
        ['timezone: "America/Gotham" is not an IANA time zone, like America/Chicago'],
    ),
    "time zone that counts leap seconds": (
        put("timezone", value="right/UTC"),
        ['timezone: "right/UTC" is not an IANA time zone, like America/Chicago'],
    ),
    "time zone not set": (
        put("timezone", value="Factory"),
        ['timezone: "Factory" is not an IANA time zone, like America/Chicago'],
    ),
    "time zone a folder": (
        put("timezone", value="America"),
        ['timezone: "America" is not an IANA time zone, like America/Chicago'],
    ),
    "time zone a path": (
        put("timezone", value="../etc/passwd"),
        ['timezone: "../etc/passwd" is not an IANA time zone, like America/Chicago'],
    ),
    "time zone of this machine": (
        put("timezone", value="localtime"),
        ['timezone: "localtime" is not an IANA time zone, like America/Chicago'],
    ),
    "time zone a number": (
        put("timezone", value=-5),
        ["timezone: -5 is not an IANA time zone, like America/Chicago"],
    ),
    "events no list": (put("events", value="golf"), ['events: "golf" is not a list of events']),
    "no events": (put("events", value=[]), ["events: a competition has at least one event"]),
    "an unknown event": (
        put("events", 0, value="chess"),
        [
            f'events[0]: "chess" is not an event ({ALL_EVENTS})',
            "results.bowling: bowling is not an event of this competition (derby, bags, golf, holdem, basketball)",
        ],
    ),
    "an event twice": (
        lambda content: content["events"].append("golf"),
        ['events[6]: "golf" is there twice'],
    ),
    "an event that is a list": (
        lambda content: content["events"].append([]),
        [f"events[6]: a list is not an event ({ALL_EVENTS})"],
    ),
    "course no object": (put("course", value=[]), ["course: a list is not an object"]),
    "course with an unknown key": (
        put("course", "par", value=72),
        ['course: unknown key "par" (known here: stroke_index)'],
    ),
    "stroke index no list": (
        put("course", "stroke_index", value="7"),
        ['course.stroke_index: "7" is not a list of 18 stroke indexes'],
    ),
    "17 stroke indexes": (
        drop("course", "stroke_index", 17),
        ["course.stroke_index: a list of 17 is not a stroke index for each of 18 holes"],
    ),
    "a stroke index twice": (
        put("course", "stroke_index", 1, value=7),
        ["course.stroke_index[1]: 7 is there twice"],
    ),
    "a stroke index of 19": (
        put("course", "stroke_index", 2, value=19),
        ["course.stroke_index[2]: 19 is not a stroke index (1 to 18)"],
    ),
    "a stroke index that is no number": (
        put("course", "stroke_index", 2, value=True),
        ["course.stroke_index[2]: true is not a stroke index (1 to 18)"],
    ),
    "equal strokes without a stroke index": (
        drop("course"),
        ['course.stroke_index: needed, since "Gutter Gang" and "Łódź Lions" have 72 strokes each'],
    ),
    "equal strokes with an empty course": (
        put("course", value={}),
        ['course.stroke_index: needed, since "Gutter Gang" and "Łódź Lions" have 72 strokes each'],
    ),
    "results no object": (put("results", value=[]), ["results: a list is not an object"]),
    "results of an unknown event": (
        put("results", "chess", value={}),
        [f'results: unknown key "chess" (known here: {ALL_EVENTS})'],
    ),
    "results of an event that is not in events": (
        put("events", value=EVENTS.split(", ")[:-2]),
        [
            'ejections[1].from: "holdem" is not one of bowling, derby, bags, golf, end',
            "results.holdem: holdem is not an event of this competition (bowling, derby, bags, golf)",
        ],
    ),
    "cancelled no list": (put("cancelled", value="golf"), ['cancelled: "golf" is not a list of events']),
    "bowling cancelled": (
        put("cancelled", value=["golf", "bowling"]),
        ['cancelled[1]: "bowling" cannot be cancelled (only derby, golf)'],
    ),
    "an event cancelled twice": (
        put("cancelled", value=["golf", "golf"]),
        ['cancelled[1]: "golf" is there twice'],
    ),
    "an unknown event cancelled": (
        put("cancelled", value=["chess"]),
        [f'cancelled[0]: "chess" is not an event of this competition ({EVENTS})'],
    ),
    "rulings no object": (put("rulings", value=[]), ["rulings: a list is not an object"]),
    "an unknown ruling": (
        put("rulings", "weights", value={}),
        ['rulings: unknown key "weights" (known here: team_round, ties)'],
    ),
    "an unknown team round": (
        put("rulings", "team_round", value="best"),
        ['rulings.team_round: "best" is not one of team, individual'],
    ),
    "a team round that is a list": (
        put("rulings", "team_round", value=["team"]),
        ["rulings.team_round: a list is not one of team, individual"],
    ),
    "ties no object": (put("rulings", "ties", value="split"), ['rulings.ties: "split" is not an object']),
    "ties of an unknown event": (
        put("rulings", "ties", "chess", value="split"),
        [f'rulings.ties: unknown key "chess" (known here: {ALL_EVENTS})'],
    ),
    "an unknown way with ties": (
        put("rulings", "ties", "bags", value="toss"),
        ['rulings.ties.bags: "toss" is not one of split, share'],
    ),
}

TEAMS: dict[str, tuple[Change, list[str]]] = {
    "a team that is a name": (put("teams", 0, value="Aces"), ['teams[0]: "Aces" is not an object']),
    "a team without players": (drop("teams", 0, "players"), ['teams[0]: the key "players" is missing']),
    "a team without a name": (drop("teams", 0, "name"), ['teams[0]: the key "name" is missing']),
    "an unknown key of a team": (
        put("teams", 0, "captain", value="Ann"),
        ['teams[0]: unknown key "captain" (known here: name, players)'],
    ),
    "a team's name a number": (put("teams", 0, "name", value=7), ["teams[0].name: 7 is not a name"]),
    "a team's name empty": (put("teams", 0, "name", value=""), ["teams[0].name: a name is empty"]),
    "a team's name twice": (
        put("teams", 1, "name", value=" Łódź Lions "),
        ['teams[2].name: "Łódź Lions" is already at teams[1].name'],
    ),
    "a team's name twice once normalized": (
        put("teams", 1, "name", value="Ło\u0301dz\u0301 Lions"),
        ['teams[2].name: "Łódź Lions" is already at teams[1].name'],
    ),
    "players no list": (
        put("teams", 1, "players", value="Ed"),
        ['teams[1].players: "Ed" is not a list of players'],
    ),
    "two players": (
        drop("teams", 1, "players", 1),
        ["teams[1].players: a list of 2 is not a team's players (3 or 4)"],
    ),
    "no list": (put("teams", value={}), ["teams: an object is not a list of teams"]),
    "one team": (
        put("teams", value=[{"name": "Trio", "players": ["Ed", "Flo", "Gus"]}]),
        ["teams: a list of 1 is not enough (2 teams or more)"],
    ),
    "five players": (
        lambda content: content["teams"][0]["players"].append("Gus"),
        [
            "teams[0].players: a list of 5 is not a team's players (3 or 4)",
            'teams[1].players[2]: "Gus" is already at teams[0].players[4]',
        ],
    ),
    "a player twice in a team": (
        put("teams", 1, "players", value=["Ed", "Flo", "Gus", "Ed"]),
        ['teams[1].players[3]: "Ed" is already at teams[1].players[0]'],
    ),
    "a player with a control character": (
        put("teams", 1, "players", value=["Ed", "Flo", "Gus", "E\x07d\u202e"]),
        [r'teams[1].players[3]: the name "E\u0007d\u202e" holds a control character'],
    ),
    "a player with half a surrogate pair": (
        lambda content: content["teams"][1]["players"].append("E\ud83c"),
        [r'teams[1].players[3]: the name "E\ud83c" holds an unpaired surrogate'],
    ),
    "a player that is true": (
        put("teams", 1, "players", value=["Ed", "Flo", "Gus", True]),
        ["teams[1].players[3]: true is not a name"],
    ),
}

EJECTIONS: dict[str, tuple[Change, list[str]]] = {
    "no list": (put("ejections", value={}), ["ejections: an object is not a list of ejections"]),
    "no object": (put("ejections", 0, value="Bo"), ['ejections[0]: "Bo" is not an object']),
    "no player": (drop("ejections", 0, "player"), ['ejections[0]: the key "player" is missing']),
    "an unknown key": (
        put("ejections", 0, "why", value="punch"),
        ['ejections[0]: unknown key "why" (known here: player, from, forfeits)'],
    ),
    "an unknown player": (
        put("ejections", 1, "player", value="Zed"),
        [
            'ejections[1].player: "Zed" is not a player of any team',
            'results.holdem: "Gus" takes part and is in neither "out" nor "late"',
        ],
    ),
    "a player that is null": (
        put("ejections", 0, "player", value=None),
        ["ejections[0].player: null is not a name"],
    ),
    "a player twice": (
        lambda content: content["ejections"].append({"player": "Bo", "from": "derby"}),
        ['ejections[2].player: "Bo" is ejected twice'],
    ),
    "neither from nor forfeits": (
        drop("ejections", 1, "from"),
        ['ejections[1]: "from" or "forfeits" has to say which events are missed'],
    ),
    "from and forfeits": (
        put("ejections", 1, "forfeits", value=["holdem"]),
        ['ejections[1]: "from" and "forfeits" exclude each other'],
    ),
    "from an unknown event": (
        put("ejections", 1, "from", value="chess"),
        [f'ejections[1].from: "chess" is not one of {EVENTS}, end'],
    ),
    "from a number": (put("ejections", 1, "from", value=4), [f"ejections[1].from: 4 is not one of {EVENTS}, end"]),
    "forfeits no list": (
        put("ejections", 1, value={"player": "Gus", "forfeits": "holdem"}),
        ['ejections[1].forfeits: "holdem" is not a list of events'],
    ),
    "an unknown event forfeited": (
        put("ejections", 1, value={"player": "Gus", "forfeits": ["holdem", "chess"]}),
        [f'ejections[1].forfeits[1]: "chess" is not an event of this competition ({EVENTS})'],
    ),
    "an event forfeited twice": (
        put("ejections", 1, value={"player": "Gus", "forfeits": ["holdem", "holdem"]}),
        ['ejections[1].forfeits[1]: "holdem" is there twice'],
    ),
    "a player's second ejection unreadable": (
        lambda content: content["ejections"].append({"player": "Bo", "from": "chess"}),
        [f'ejections[2].from: "chess" is not one of {EVENTS}, end', 'ejections[2].player: "Bo" is ejected twice'],
    ),
    "a team in place of a player": (
        put("ejections", 1, value={"team": "Trio", "from": "end"}),
        [
            'ejections[1]: unknown key "team" (known here: player, from, forfeits)',
            'ejections[1]: the key "player" is missing',
        ],
    ),
    "an unknown team": (
        put("team_ejections", value=[{"team": "Zeds", "from": "end"}]),
        ['team_ejections[0].team: "Zeds" is not a team'],
    ),
    "a player in place of a team": (
        put("team_ejections", value=[{"team": "Ann", "from": "end"}]),
        ['team_ejections[0].team: "Ann" is not a team'],
    ),
    "a team twice": (
        put("team_ejections", value=[{"team": "Trio", "from": "end"}, {"team": "Trio ", "forfeits": []}]),
        ['team_ejections[1].team: "Trio" is ejected twice'],
    ),
    "a team's ejection unreadable": (
        put("team_ejections", value=[{"team": "Trio"}]),
        ['team_ejections[0]: "from" or "forfeits" has to say which events are missed'],
    ),
}

ROUNDS: dict[str, tuple[Change, list[str]]] = {
    "bowling no object": (put("results", "bowling", value=[]), ["results.bowling: a list is not an object"]),
    "an unknown player": (
        put("results", "bowling", "Zed", value=[100]),
        ['results.bowling.Zed: "Zed" is not a player of any team'],
    ),
    "a team in place of a player": (
        put("results", "bowling", "Trio", value=[100]),
        ['results.bowling.Trio: "Trio" is not a player of any team'],
    ),
    "a player who takes no part": (
        put("results", "derby", "Bo", value=[1]),
        ['results.derby.Bo: "Bo" takes no part in derby'],
    ),
    "an empty entry of a player who takes no part": (
        put("results", "derby", "Bo", value=[]),
        ['results.derby.Bo: "Bo" takes no part in derby'],
    ),
    "a player whose team takes no part": (
        put("team_ejections", value=[{"team": "Trio", "forfeits": ["derby"]}]),
        ['results.derby.Flo: "Flo" takes no part in derby'],
    ),
    "an empty name": (put("results", "derby", "", value=[1]), ["results.derby: a name is empty"]),
    "a control character": (
        put("results", "derby", "A\nn", value=[1]),
        [r'results.derby: the name "A\nn" holds a control character'],
    ),
    "names equal once normalized": (
        put("results", "derby", " Ann", value=[1]),
        ['results.derby: the name "Ann" is there twice'],
    ),
    "no list of rounds": (
        put("results", "derby", "Ann", value=17),
        ["results.derby.Ann: 17 is not a list of up to 2 derby rounds"],
    ),
    "three games": (
        put("results", "bowling", "Bo", value=[1, 2, 3]),
        ["results.bowling.Bo: 3 bowling games are more than the 2 of this event"],
    ),
    "three games, the last impossible": (
        put("results", "bowling", "Bo", value=[1, 2, 301]),
        [
            "results.bowling.Bo: 3 bowling games are more than the 2 of this event",
            "results.bowling.Bo[2]: 301 is not a bowling game (0 to 300)",
        ],
    ),
    "a million rounds": (
        put("results", "derby", "Ann", value=[1] * 1_000_000),
        ["results.derby.Ann: 1000000 derby rounds are more than the 2 of this event"],
    ),
    "a game of 301": (
        put("results", "bowling", "Ann", 0, value=301),
        ["results.bowling.Ann[0]: 301 is not a bowling game (0 to 300)"],
    ),
    "a game of -1": (
        put("results", "bowling", "Ann", 0, value=-1),
        ["results.bowling.Ann[0]: -1 is not a bowling game (0 to 300)"],
    ),
    "a game of 100.0": (
        put("results", "bowling", "Ann", 0, value=100.0),
        ["results.bowling.Ann[0]: 100.0 is not a bowling game (0 to 300)"],
    ),
    "a game of true": (
        put("results", "bowling", "Ann", 0, value=True),
        ["results.bowling.Ann[0]: true is not a bowling game (0 to 300)"],
    ),
    "a game of null": (
        put("results", "bowling", "Ann", 0, value=None),
        ["results.bowling.Ann[0]: null is not a bowling game (0 to 300)"],
    ),
    "a game of text": (
        put("results", "bowling", "Ann", 0, value="151"),
        ['results.bowling.Ann[0]: "151" is not a bowling game (0 to 300)'],
    ),
    "a game that is a list": (
        put("results", "bowling", "Ann", 0, value=[10]),
        ["results.bowling.Ann[0]: a list is not a bowling game (0 to 300)"],
    ),
    "a game without rolls": (
        put("results", "bowling", "Ann", 1, value={"stopped": True}),
        ['results.bowling.Ann[1]: the key "rolls" is missing'],
    ),
    "an unknown key of a game": (
        put("results", "bowling", "Ann", 1, "lane", value=4),
        ['results.bowling.Ann[1]: unknown key "lane" (known here: rolls, stopped)'],
    ),
    "stopped not a flag": (
        put("results", "bowling", "Ann", 1, "stopped", value=1),
        ["results.bowling.Ann[1].stopped: 1 is not true or false"],
    ),
    "rolls no list": (
        put("results", "bowling", "Ann", 1, "rolls", value=10),
        ["results.bowling.Ann[1].rolls: 10 is not a list of rolls"],
    ),
    "rolls of more than ten pins, and of none": (
        put("results", "bowling", "Ann", 1, "rolls", value=[11, -1, "X", 3]),
        [
            "results.bowling.Ann[1].rolls[0]: 11 is not a count of pins (0 to 10)",
            "results.bowling.Ann[1].rolls[1]: -1 is not a count of pins (0 to 10)",
            'results.bowling.Ann[1].rolls[2]: "X" is not a count of pins (0 to 10)',
        ],
    ),
    "more pins than stand": (
        put("results", "bowling", "Ann", 1, "rolls", value=[10, 3, 8]),
        ["results.bowling.Ann[1].rolls[2]: 8 is more than the 7 pins standing"],
    ),
    "an unfinished game": (
        drop("results", "bowling", "Ann", 1, "stopped"),
        ['results.bowling.Ann[1].rolls: the game ends in frame 4 and is not marked "stopped"'],
    ),
    "an unfinished game, not stopped": (
        put("results", "bowling", "Ann", 1, "stopped", value=False),
        ['results.bowling.Ann[1].rolls: the game ends in frame 4 and is not marked "stopped"'],
    ),
    "no rolls, not stopped": (
        put("results", "bowling", "Ann", 1, value={"rolls": []}),
        ['results.bowling.Ann[1].rolls: the game ends in frame 1 and is not marked "stopped"'],
    ),
    "a roll after the last frame": (
        put("results", "bowling", "Ann", 1, value={"rolls": [0] * 21}),
        ["results.bowling.Ann[1].rolls[20]: a roll after the last frame"],
    ),
    "a roll after a stopped game's last frame": (
        put("results", "bowling", "Ann", 1, value={"rolls": [10] * 13, "stopped": True}),
        ["results.bowling.Ann[1].rolls[12]: a roll after the last frame"],
    ),
    "a derby total too high": (
        put("results", "derby", "Ann", 1, value=100_000),
        ["results.derby.Ann[1]: 100000 is not a derby round (5 counts of home runs, or a total of 0 to 99999)"],
    ),
    "a derby round of text": (
        put("results", "derby", "Ann", 1, value="17"),
        ['results.derby.Ann[1]: "17" is not a derby round (5 counts of home runs, or a total of 0 to 99999)'],
    ),
    "four tiers": (
        put("results", "derby", "Ann", 0, value=[1, 0, 2, 0]),
        ["results.derby.Ann[0]: a list of 4 is not a derby round (5 counts of home runs, or a total of 0 to 99999)"],
    ),
    "no tiers": (
        put("results", "derby", "Ann", 0, value=[]),
        ["results.derby.Ann[0]: a list of 0 is not a derby round (5 counts of home runs, or a total of 0 to 99999)"],
    ),
    "tiers that are no counts": (
        put("results", "derby", "Ann", 0, value=[1000, -1, True, None, 2.0]),
        [
            "results.derby.Ann[0][0]: 1000 is not a count of home runs (0 to 999)",
            "results.derby.Ann[0][1]: -1 is not a count of home runs (0 to 999)",
            "results.derby.Ann[0][2]: true is not a count of home runs (0 to 999)",
            "results.derby.Ann[0][3]: null is not a count of home runs (0 to 999)",
            "results.derby.Ann[0][4]: 2.0 is not a count of home runs (0 to 999)",
        ],
    ),
    "three spots": (
        put("results", "basketball", value={"Ann": [[1, 2, 3]]}),
        [
            "results.basketball.Ann[0]: a list of 3 is not a basketball round "
            "(4 counts of shots made, or a total of 0 to 99999)"
        ],
    ),
    "a spot of 1000": (
        put("results", "basketball", value={"Ann": [[1, 2, 3, 1000]]}),
        ["results.basketball.Ann[0][3]: 1000 is not a count of shots made (0 to 999)"],
    ),
    "a bags total of 73": (
        put("results", "bags", "Ann", 1, value=73),
        ["results.bags.Ann[1]: 73 is not a bags round (on and in, or a total of 0 to 72)"],
    ),
    "a bags round that is a list": (
        put("results", "bags", "Ann", 1, value=[1, 2, 0]),
        ["results.bags.Ann[1]: a list is not a bags round (on and in, or a total of 0 to 72)"],
    ),
    "four bags rounds": (
        put("results", "bags", "Ann", value=[1, 2, 3, 4]),
        ["results.bags.Ann: 4 bags rounds are more than the 3 of this event"],
    ),
    "five bags in a tier": (
        put("results", "bags", "Ann", 0, value={"on": [1, 2, 0], "in": [0, 3, 3]}),
        ["results.bags.Ann[0]: tier 2 has 4 bags, not 5 (2 on, 3 in)"],
    ),
    "bags on the board only": (
        drop("results", "bags", "Ann", 0, "in"),
        ['results.bags.Ann[0]: the key "in" is missing'],
    ),
    "an unknown key of a bags round": (
        put("results", "bags", "Ann", 0, "off", value=[0, 0, 0]),
        ['results.bags.Ann[0]: unknown key "off" (known here: on, in)'],
    ),
    "two tiers of bags": (
        put("results", "bags", "Ann", 0, value={"on": [1, 2], "in": 3}),
        [
            "results.bags.Ann[0].on: a list of 2 is not a list of 3 counts of bags, tier by tier",
            "results.bags.Ann[0].in: 3 is not a list of 3 counts of bags, tier by tier",
        ],
    ),
    "bags that are no counts": (
        put("results", "bags", "Ann", 0, value={"on": [1, 2, 0], "in": [5, -1, False]}),
        [
            "results.bags.Ann[0].in[0]: 5 is not a count of bags (0 to 4)",
            "results.bags.Ann[0].in[1]: -1 is not a count of bags (0 to 4)",
            "results.bags.Ann[0].in[2]: false is not a count of bags (0 to 4)",
        ],
    ),
}

GOLF: dict[str, tuple[Change, list[str]]] = {
    "no object": (put("results", "golf", value=72), ["results.golf: 72 is not an object"]),
    "an unknown team": (
        put("results", "golf", "Zeds", value=[5] * 18),
        ['results.golf.Zeds: "Zeds" is not a team'],
    ),
    "a player in place of a team": (
        put("results", "golf", "Ann", value=[5] * 18),
        ['results.golf.Ann: "Ann" is not a team'],
    ),
    "a team that takes no part": (
        put("team_ejections", value=[{"team": "Łódź Lions", "forfeits": ["golf"]}]),
        ['results.golf.Łódź Lions: "Łódź Lions" takes no part in golf'],
    ),
    "a total in place of a card": (
        put("results", "golf", "Łódź Lions", value=72),
        ["results.golf.Łódź Lions: 72 is not a golf card (the strokes of 18 holes)"],
    ),
    "17 holes": (
        drop("results", "golf", "Łódź Lions", 17),
        ["results.golf.Łódź Lions: a list of 17 is not a golf card (the strokes of 18 holes)"],
    ),
    "no strokes, and too many": (
        lambda content: content["results"]["golf"].update({"Łódź Lions": [0, 21, None] + [4] * 15}),
        [
            "results.golf.Łódź Lions[0]: 0 is not a number of strokes (1 to 20)",
            "results.golf.Łódź Lions[1]: 21 is not a number of strokes (1 to 20)",
            "results.golf.Łódź Lions[2]: null is not a number of strokes (1 to 20)",
        ],
    ),
}

HOLDEM: dict[str, tuple[Change, list[str]]] = {
    "no object": (put("results", "holdem", value=[]), ["results.holdem: a list is not an object"]),
    "no out": (drop("results", "holdem", "out"), ['results.holdem: the key "out" is missing']),
    "an unknown key": (
        put("results", "holdem", "chips", value=1),
        ['results.holdem: unknown key "chips" (known here: out, late, log)'],
    ),
    "out no list": (put("results", "holdem", "out", value="Ed"), ['results.holdem.out: "Ed" is not a list of players']),
    "late no list": (
        put("results", "holdem", "late", value={}),
        ["results.holdem.late: an object is not a list of players"],
    ),
    "an unknown player out": (
        lambda content: content["results"]["holdem"]["out"].append("Zed"),
        ['results.holdem.out[8]: "Zed" is not a player of any team'],
    ),
    "an unknown player late": (
        lambda content: content["results"]["holdem"]["late"].append("Zed"),
        ['results.holdem.late[1]: "Zed" is not a player of any team'],
    ),
    "an ejected player out": (
        lambda content: content["results"]["holdem"]["out"].append("Bo"),
        ['results.holdem.out[8]: "Bo" takes no part in holdem'],
    ),
    "an ejected player late": (
        lambda content: content["results"]["holdem"]["late"].append("Gus"),
        ['results.holdem.late[1]: "Gus" takes no part in holdem'],
    ),
    "a player out twice": (
        lambda content: content["results"]["holdem"]["out"].append("Ed "),
        ['results.holdem.out[8]: "Ed" is there twice'],
    ),
    "a player late twice": (
        lambda content: content["results"]["holdem"]["late"].append("Ina"),
        ['results.holdem.late[1]: "Ina" is there twice'],
    ),
    "a player out and late": (
        lambda content: content["results"]["holdem"]["late"].append("Ed"),
        ['results.holdem.late: "Ed" is in "out" too'],
    ),
    "a player in neither": (
        drop("results", "holdem", "late"),
        ['results.holdem: "Ina" takes part and is in neither "out" nor "late"'],
    ),
    "an empty tournament": (
        put("results", "holdem", value={"out": [], "late": ["Ann", "Cy", "Di", "Ed", "Flo", "Hal", "Ina", "Jo"]}),
        ['results.holdem: "Kim" takes part and is in neither "out" nor "late"'],
    ),
    "somebody out who is a number": (
        lambda content: content["results"]["holdem"]["out"].append(9),
        ["results.holdem.out[8]: 9 is not a name"],
    ),
    "log no list": (put("results", "holdem", "log", value=5), ["results.holdem.log: 5 is not a list of entries"]),
    "a log entry that is a name": (
        put("results", "holdem", "log", value=["Ed"]),
        ['results.holdem.log[0]: "Ed" is not an object'],
    ),
    "a log entry without a player": (
        put("results", "holdem", "log", value=[{"by": ["Ed"]}]),
        ['results.holdem.log[0]: the key "player" is missing'],
    ),
    "an unknown key of a log entry": (
        put("results", "holdem", "log", value=[{"player": "Ed", "hand": 5}]),
        ['results.holdem.log[0]: unknown key "hand" (known here: player, by, at)'],
    ),
    "a log entry of a late player": (
        put("results", "holdem", "log", value=[{"player": "Ina"}]),
        ['results.holdem.log[0].player: "Ina" is not in "out"'],
    ),
    "a player logged twice": (
        put("results", "holdem", "log", value=[{"player": "Ed"}, {"player": "Ed", "by": ["Jo"]}]),
        ['results.holdem.log[1].player: "Ed" is there twice'],
    ),
    "knocked out by a late player": (
        put("results", "holdem", "log", value=[{"player": "Ed", "by": ["Jo", "Ina"]}]),
        ['results.holdem.log[0].by[1]: "Ina" is not in "out"'],
    ),
    "knocked out by one player twice": (
        put("results", "holdem", "log", value=[{"player": "Ed", "by": ["Jo", "Jo"]}]),
        ['results.holdem.log[0].by[1]: "Jo" is there twice'],
    ),
    "by no list": (
        put("results", "holdem", "log", value=[{"player": "Ed", "by": "Jo"}]),
        ['results.holdem.log[0].by: "Jo" is not a list of players'],
    ),
    "a time without an offset": (
        put("results", "holdem", "log", value=[{"player": "Ed", "at": "2026-06-13T21:04:05"}]),
        [
            'results.holdem.log[0].at: "2026-06-13T21:04:05" is not a time with its offset, '
            "like 2026-06-13T21:04:05-05:00"
        ],
    ),
    "a time on a day that is not": (
        put("results", "holdem", "log", value=[{"player": "Ed", "at": "2026-02-29T21:04:05Z"}]),
        [
            'results.holdem.log[0].at: "2026-02-29T21:04:05Z" is not a time with its offset, '
            "like 2026-06-13T21:04:05-05:00"
        ],
    ),
    "a time that is a number": (
        put("results", "holdem", "log", value=[{"player": "Ed", "at": 5}]),
        ["results.holdem.log[0].at: 5 is not a time with its offset, like 2026-06-13T21:04:05-05:00"],
    ),
}


def bare() -> Document:
    """The example's teams alone."""
    return {"teams": example()["teams"]}


ALL = {
    f"{part}: {what}": (*case, base)
    for part, cases, base in (
        ("frame", FRAME, example),
        ("teams", TEAMS, bare),
        ("ejections", EJECTIONS, example),
        ("rounds", ROUNDS, example),
        ("golf", GOLF, example),
        ("holdem", HOLDEM, example),
    )
    for what, case in cases.items()
}


@pytest.mark.parametrize(("change", "lines", "base"), ALL.values(), ids=ALL)
def test_a_fault_has_its_line_and_no_other(change: Change, lines: list[str], base: Callable[[], Document]) -> None:
    assert fault_lines(changed(change, base)) == lines


def test_what_is_no_number_in_json_is_named_once() -> None:
    content = example()
    content["results"]["derby"]["Ann"] = [[float("nan"), float("inf"), 0, 0, 0], float("-inf")]
    content["date"] = float("nan")
    content["teams"][0]["captain"] = float("nan")
    assert fault_lines(content) == [
        "date: NaN is not a number in JSON",
        "teams[0].captain: NaN is not a number in JSON",
        "results.derby.Ann[0][0]: NaN is not a number in JSON",
        "results.derby.Ann[0][1]: Infinity is not a number in JSON",
        "results.derby.Ann[1]: -Infinity is not a number in JSON",
        'teams[0]: unknown key "captain" (known here: name, players)',
    ]


def test_every_fault_is_named_at_once_in_the_order_of_the_fields() -> None:
    content = example()
    content["competition"] = ""
    content["teams"][1]["players"].append("Ann")
    content["results"]["bowling"]["Ann"] = [301, {"rolls": [11]}]
    content["results"]["holdem"]["late"] = []
    content["cancelled"] = ["bags"]
    content["rulings"]["ties"]["golf"] = 5
    content["bonus"] = {}
    assert fault_lines(content) == [
        f'file: unknown key "bonus" (known here: teams, {TOP})',
        'teams[1].players[3]: "Ann" is already at teams[0].players[0]',
        "rulings.ties.golf: 5 is not one of split, share",
        "competition: a name is empty",
        'cancelled[0]: "bags" cannot be cancelled (only derby, golf)',
        "results.bowling.Ann[0]: 301 is not a bowling game (0 to 300)",
        "results.bowling.Ann[1].rolls[0]: 11 is not a count of pins (0 to 10)",
        'results.holdem: "Ina" takes part and is in neither "out" nor "late"',
    ]


@pytest.mark.parametrize("teams", [None, 5, {}, "Aces"])
def test_where_teams_cannot_be_read_nobody_is_called_unknown(teams: object) -> None:
    """What can be checked without knowing anybody still is."""
    content = example()
    content["teams"] = teams
    content["team_ejections"] = [{"team": "Trio", "from": "chess"}]
    content["results"]["bowling"]["Ann"] = [301]
    content["results"]["golf"]["Trio"] = [4]
    assert fault_lines(content)[1:] == [
        f'team_ejections[0].from: "chess" is not one of {EVENTS}, end',
        "results.bowling.Ann[0]: 301 is not a bowling game (0 to 300)",
        "results.golf.Trio: a list of 1 is not a golf card (the strokes of 18 holes)",
    ]


def test_what_is_ejected_unreadably_is_not_missed_in_holdem() -> None:
    """Bo and Gus are in neither list, which is right only if their ejections are."""
    for ejections in ({}, [5], [{"from": "derby"}], [{"player": 5, "from": "derby"}, {"player": "Gus", "from": "end"}]):
        content = example()
        content["ejections"] = ejections
        assert not any("neither" in line for line in fault_lines(content))


@pytest.mark.parametrize(
    "harmless",
    [
        put("results", "bowling", "Ann", 1, "stopped", value=True),
        put("results", "bowling", "Ann", 1, value={"rolls": [10] * 12, "stopped": True}),
        put("results", "bowling", "Ann", 1, value={"rolls": [], "stopped": True}),
        put("results", "bowling", "Ann", 1, value={"rolls": [9, 1] * 10 + [10], "stopped": False}),
        put("results", "bowling", value={}),
        put("results", "golf", value={}),
        put("results", value={}),
        drop("results"),
        drop("events"),
        drop("rulings"),
        put("rulings", value={}),
        put("rulings", "ties", "basketball", value="split"),
        put("rulings", "team_round", value="individual"),
        put("teams", 0, "players", 0, value="  Ann\n"),
        put("teams", 0, "name", value="Gutter Gang\u2003"),
        put("cancelled", value=["golf", "derby"]),
        put("cancelled", value=[]),
        put("team_ejections", value=[{"team": "Trio", "from": "end"}]),
        put("team_ejections", value=[{"team": "Trio", "forfeits": []}]),
        put("ejections", 1, value={"player": "Gus", "forfeits": ["holdem", "derby"]}),
        put("results", "holdem", "log", value=[{"player": "Ed", "by": [], "at": "2024-02-29T00:00:00.5Z"}]),
        put("date", value="2024-02-29"),
        put("timezone", value="UTC"),
        put("competition", value="Ann"),
    ],
)
def test_what_the_fields_allow_is_no_fault(harmless: Change) -> None:
    assert fault_lines(changed(harmless)) == []


def test_ties_of_an_event_that_is_not_in_events_are_ignored() -> None:
    content = document(TWO, events=["golf"], rulings={"ties": {"bowling": "share", "golf": "split"}})
    assert read(content).ties == {"golf": "split"}


def test_a_player_may_bear_a_teams_name() -> None:
    content = document("Aces: Aces Bo Cy; Bees: Ed Flo Bees", results={"bowling": {"Aces": [9], "Bees": [8]}})
    assert fault_lines(content) == []


def test_three_teams_with_equal_strokes_are_one_fault() -> None:
    card = [4] * 18
    content = document(THREE, results={"golf": {"Aces": card, "Bees": card, "Cats": card}})
    assert fault_lines(content) == [
        'course.stroke_index: needed, since "Aces" and "Bees" and 1 more have 72 strokes each'
    ]


def test_a_cancelled_golf_needs_a_stroke_index_too() -> None:
    card = [4] * 18
    content = document(TWO, results={"golf": {"Aces": card, "Bees": card}}, cancelled=["golf"])
    assert fault_lines(content) == ['course.stroke_index: needed, since "Aces" and "Bees" have 72 strokes each']


def test_an_unreadable_stroke_index_is_not_called_missing() -> None:
    for course in (5, {"stroke_index": None}, {"stroke_index": []}):
        content = example()
        content["course"] = course
        assert all("needed" not in line for line in fault_lines(content))
        assert len(fault_lines(content)) == 1
