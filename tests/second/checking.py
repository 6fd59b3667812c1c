"""The results file: every field checked, and turned into a `Sheet` with nothing left out."""

import functools
import re
import zoneinfo
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from tests.second.reading import Checker, clean, is_list_of_whole, read_top_level
from tests.second.turns import TURNS, turn_total

ALL_EVENTS = ["bowling", "derby", "bags", "basketball", "golf", "holdem"]
OPTIONAL_KEYS = [
    "competition", "date", "timezone", "events", "course", "results",
    "ejections", "team_ejections", "cancelled", "rulings",
]  # fmt: skip


@dataclass
class Sheet:
    """A whole competition. `turns` are points by event, player and turn; `cards` strokes by team."""

    events: list[str] = field(default_factory=lambda: list(ALL_EVENTS))
    teams: dict[str, list[str]] = field(default_factory=dict)
    stroke_index: list[int] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    turns: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    cards: dict[str, list[int]] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    player_absent: dict[str, list[str]] = field(default_factory=dict)
    team_absent: dict[str, list[str]] = field(default_factory=dict)
    cancelled: list[str] = field(default_factory=list)
    team_round: str = "team"
    ties: dict[str, str] = field(default_factory=dict)

    def has_team(self, team: str, event: str) -> bool:
        """Whether the team takes part in the event."""
        return event not in self.team_absent.get(team, [])

    def has_player(self, player: str, event: str) -> bool:
        """Whether the player takes part: neither he nor his team is ruled out."""
        return event not in self.player_absent.get(player, []) and self.has_team(self.team_of(player), event)

    def team_of(self, player: str) -> str:
        for team, players in self.teams.items():
            if player in players:
                return team
        raise KeyError(player)

    def all_players(self) -> list[str]:
        return [player for players in self.teams.values() for player in players]


def check(data: bytes) -> Sheet:
    """The sheet that the file describes.

    Raises:
        Refused: the file cannot be used.
    """
    raw = read_top_level(data)
    checker = Checker()
    sheet = Sheet()
    if not checker.has_keys(raw, "", ["teams"], OPTIONAL_KEYS):
        checker.finish()
    check_heading(checker, raw)
    if "events" in raw:
        sheet.events = checker.chosen(raw["events"], "events", ALL_EVENTS)
        if not sheet.events:
            checker.fault("events")
    check_teams(checker, raw["teams"], sheet)
    if "course" in raw:
        check_course(checker, raw["course"], sheet)
    check_all_ejections(checker, raw, sheet)
    if "cancelled" in raw:
        cancellable = [event for event in sheet.events if event in ("derby", "golf")]
        sheet.cancelled = checker.chosen(raw["cancelled"], "cancelled", cancellable)
    if "rulings" in raw:
        check_rulings(checker, raw["rulings"], sheet)
    check_results(checker, raw.get("results", {}), sheet)
    checker.finish()
    return sheet


def check_heading(checker: Checker, raw: dict[str, Any]) -> None:
    if "competition" in raw and clean(raw["competition"]) is None:
        checker.fault("competition")
    if "date" in raw and not is_date(raw["date"]):
        checker.fault("date")
    if "timezone" in raw and raw["timezone"] not in zone_names():
        checker.fault("timezone")


def is_date(value: object) -> bool:
    if type(value) is not str or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


@functools.cache
def zone_names() -> list[str]:
    """The names of the IANA time zones; what a machine calls its own zone, or none, is none of them."""
    return sorted(zoneinfo.available_timezones() - {"localtime", "Factory"})


def check_teams(checker: Checker, raw: Any, sheet: Sheet) -> None:
    if type(raw) is not list or len(raw) < 2:
        checker.fault("teams")
        return
    for number, entry in enumerate(raw):
        place = f"teams[{number}]"
        if not checker.has_keys(entry, place, ["name", "players"], []):
            continue
        name = clean(entry["name"])
        if name is None or name in sheet.teams:
            checker.fault(f"{place}.name")
            continue
        players = checker.names(entry["players"], f"{place}.players")
        if len(players) not in (3, 4):
            checker.fault(f"{place}.players")
        for player in players:
            if player in sheet.all_players():
                checker.fault(f"{place}.players")
        sheet.teams[name] = players


def check_course(checker: Checker, raw: Any, sheet: Sheet) -> None:
    if not checker.has_keys(raw, "course", [], ["stroke_index"]) or "stroke_index" not in raw:
        return
    stroke_index = raw["stroke_index"]
    if is_list_of_whole(stroke_index, 18, 1, 18) and len(set(stroke_index)) == 18:
        sheet.stroke_index = stroke_index
    else:
        checker.fault("course.stroke_index")


def check_all_ejections(checker: Checker, raw: dict[str, Any], sheet: Sheet) -> None:
    if "ejections" in raw:
        everybody = sheet.all_players()
        sheet.player_absent = check_ejections(checker, raw["ejections"], "ejections", "player", everybody, sheet)
    if "team_ejections" in raw:
        teams = list(sheet.teams)
        sheet.team_absent = check_ejections(checker, raw["team_ejections"], "team_ejections", "team", teams, sheet)


def check_ejections(
    checker: Checker, raw: Any, place: str, who: str, known: list[str], sheet: Sheet
) -> dict[str, list[str]]:
    """Who is ejected, and from which events."""
    absent: dict[str, list[str]] = {}
    if type(raw) is not list:
        checker.fault(place)
        return absent
    for number, entry in enumerate(raw):
        here = f"{place}[{number}]"
        if not checker.has_keys(entry, here, [who], ["from", "forfeits"]):
            continue
        name = clean(entry[who])
        if name not in known or name in absent:
            checker.fault(f"{here}.{who}")
            continue
        if ("from" in entry) == ("forfeits" in entry):
            checker.fault(here)
        elif "forfeits" in entry:
            absent[name] = checker.chosen(entry["forfeits"], f"{here}.forfeits", sheet.events)
        elif type(entry["from"]) is str and entry["from"] in [*sheet.events, "end"]:
            absent[name] = events_from(sheet.events, entry["from"])
        else:
            checker.fault(f"{here}.from")
    return absent


def events_from(events: list[str], first: str) -> list[str]:
    if first == "end":
        return []
    return events[events.index(first) :]


def check_rulings(checker: Checker, raw: Any, sheet: Sheet) -> None:
    if not checker.has_keys(raw, "rulings", [], ["team_round", "ties"]):
        return
    if "team_round" in raw:
        sheet.team_round = raw["team_round"]
        if sheet.team_round not in ("team", "individual"):
            checker.fault("rulings.team_round")
    if "ties" in raw and checker.has_keys(raw["ties"], "rulings.ties", [], ALL_EVENTS):
        for event, way in raw["ties"].items():
            if way not in ("split", "share"):
                checker.fault(f"rulings.ties.{event}")
            sheet.ties[event] = way


def check_results(checker: Checker, raw: Any, sheet: Sheet) -> None:
    if not checker.has_keys(raw, "results", [], sheet.events):
        return
    for event in sheet.events:
        if event not in raw:
            continue
        sheet.played.append(event)
        if event == "golf":
            check_golf(checker, raw["golf"], sheet)
        elif event == "holdem":
            check_holdem(checker, raw["holdem"], sheet)
        else:
            check_turns(checker, raw[event], event, sheet)


def check_turns(checker: Checker, raw: Any, event: str, sheet: Sheet) -> None:
    sheet.turns[event] = {}
    for player, turns in checker.by_name(raw, f"results.{event}").items():
        place = f"results.{event}.{player}"
        if player not in sheet.all_players() or not sheet.has_player(player, event):
            checker.fault(place)
            continue
        if type(turns) is not list or len(turns) > TURNS[event]:
            checker.fault(place)
            continue
        totals: list[int] = []
        for number, turn in enumerate(turns):
            total = turn_total(event, turn)
            if total is None:
                checker.fault(f"{place}[{number}]")
            else:
                totals.append(total)
        sheet.turns[event][player] = totals


def check_golf(checker: Checker, raw: Any, sheet: Sheet) -> None:
    for team, strokes in checker.by_name(raw, "results.golf").items():
        takes_part = team in sheet.teams and sheet.has_team(team, "golf")
        if not takes_part or not is_list_of_whole(strokes, 18, 1, 20):
            checker.fault(f"results.golf.{team}")
        else:
            sheet.cards[team] = strokes
    totals = [sum(card) for card in sheet.cards.values()]
    if len(set(totals)) < len(totals) and not sheet.stroke_index:
        checker.fault("course.stroke_index")


def check_holdem(checker: Checker, raw: Any, sheet: Sheet) -> None:
    if not checker.has_keys(raw, "results.holdem", ["out"], ["late", "log"]):
        return
    sheet.out = checker.names(raw["out"], "results.holdem.out")
    if "late" in raw:
        sheet.late = checker.names(raw["late"], "results.holdem.late")
    for player in sheet.out + sheet.late:
        if player not in sheet.all_players() or not sheet.has_player(player, "holdem"):
            checker.fault(f"results.holdem: {player}")
    for player in sheet.all_players():
        times = (sheet.out + sheet.late).count(player)
        if sheet.has_player(player, "holdem") and times != 1:
            checker.fault(f"results.holdem: {player}")
    if "log" in raw:
        check_log(checker, raw["log"], sheet)


def check_log(checker: Checker, raw: Any, sheet: Sheet) -> None:
    if type(raw) is not list:
        checker.fault("results.holdem.log")
        return
    logged: list[str | None] = []
    for number, entry in enumerate(raw):
        place = f"results.holdem.log[{number}]"
        if not checker.has_keys(entry, place, ["player"], ["by", "at"]):
            continue
        player = clean(entry["player"])
        if player not in sheet.out or player in logged:
            checker.fault(f"{place}.player")
        logged.append(player)
        for name in checker.names(entry.get("by", []), f"{place}.by"):
            if name not in sheet.out:
                checker.fault(f"{place}.by")
        if "at" in entry and not is_moment(entry["at"]):
            checker.fault(f"{place}.at")


def is_moment(value: object) -> bool:
    """Date and time of day with an offset, in the one form that the contract shows."""
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)"
    if type(value) is not str or not re.fullmatch(form, value, re.ASCII):
        return False
    try:
        return datetime.fromisoformat(value).utcoffset() is not None
    except ValueError:
        return False
