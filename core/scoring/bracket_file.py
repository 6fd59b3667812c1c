"""The bracket file: one JSON file that holds an elimination tournament.

The bot exports and imports it, `python -m core.scoring bracket FILE` reads it, and a volunteer can fill it in by
hand. Every fault is named with its place. What follows from a fault is not named again: where a result leaves open
who went on, later results of those it concerns are not blamed for having no match.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

from core.scoring.bracket import Bracket, Kind, Match, Result, build_bracket
from core.scoring.bracket_course import play_out
from core.scoring.bracket_layout import MAX_TEAMS, MIN_TEAMS, build_layout
from core.scoring.bracket_match import HOWS, How, find_result_faults
from core.scoring.faults import Faults, Place, quote
from core.scoring.json_fields import read_choice, read_flag, read_list, read_name, read_record
from core.scoring.json_reader import read_object
from core.scoring.json_writer import lay_out

_MAX_RESULTS = 2 * MAX_TEAMS - 1
_MAX_READ = 1_000
"""Members of a list beyond this many are not looked at; that there are so many is a fault already."""


@dataclass(frozen=True, slots=True)
class BracketFile:
    """What a bracket file holds."""

    competition: str | None
    bracket: Bracket


def render_file(data: bytes) -> str:
    """The bracket of a file as one JSON object: matches, ready, places, champion. Raises FileFaults."""
    return render_bracket(read_bracket_file(data).bracket)


def render_bracket(bracket: Bracket) -> str:
    """A bracket as one JSON object."""
    return lay_out(
        {
            "matches": [_show_match(match) for match in bracket.matches],
            "ready": [match.teams for match in bracket.ready],
            "places": [{"place": place.place, "teams": place.teams} for place in bracket.places],
            "champion": bracket.champion,
        }
    )


def write_bracket_file(file: BracketFile) -> bytes:
    """A bracket as a file, which reads back as the same results; a withdrawal is written as the walkovers up to now."""
    bracket = file.bracket
    written: dict[str, object] = {}
    if file.competition is not None:
        written["competition"] = file.competition
    written["kind"] = bracket.kind
    if bracket.kind == "single":
        written["third_place"] = bracket.third_place
    written["teams"] = bracket.teams
    written["results"] = [_show_result(result) for result in bracket.results]
    return lay_out(written).encode()


def read_bracket_file(data: bytes) -> BracketFile:
    """The tournament in a file. Raises FileFaults with every fault."""
    faults = Faults()
    optional = ("competition", "kind", "third_place", "results")
    record = read_record(read_object(data, faults), (), faults, required=("teams",), optional=optional) or {}
    competition = read_name(record["competition"], ("competition",), faults) if "competition" in record else None
    kind = _read_kind(record.get("kind", "single"), faults)
    third_place = read_flag(record.get("third_place", False), ("third_place",), faults)
    if third_place and kind == "double":
        faults.add(("third_place",), "double elimination has no third-place match")
    teams = _read_teams(record["teams"], faults) if "teams" in record else None
    readings = _read_results(record.get("results", []), teams, faults)
    if kind is None or third_place is None or teams is None or not _can_play(teams):
        faults.raise_all()
    bracket = build_bracket(teams, kind, third_place=third_place and kind == "single")
    _note_unready(bracket, readings, faults)
    faults.raise_if_any()
    entries = [reading.result for reading in readings if reading.result is not None]
    return BracketFile(competition, build_bracket(teams, kind, third_place=third_place, entries=entries))


@dataclass(frozen=True, slots=True)
class _Reading:
    """A result as far as it could be read."""

    teams: tuple[str, str] | None
    """Those whose way it decides; None where that may be anybody."""
    result: Result | None
    """None where it is open who goes on."""


def _read_kind(value: object, faults: Faults) -> Kind | None:
    return cast("Kind | None", read_choice(value, ("kind",), faults, ("single", "double")))


def _read_teams(value: object, faults: Faults) -> list[str] | None:
    """Names in seed order; None where one of them cannot be read."""
    listed = read_list(value, ("teams",), faults)
    if listed is None:
        return None
    if not MIN_TEAMS <= len(listed) <= MAX_TEAMS:
        faults.add(("teams",), f"a bracket has {MIN_TEAMS} to {MAX_TEAMS} teams, not {len(listed)}")
    if len(listed) > _MAX_READ:
        return None
    names = [read_name(member, ("teams", index), faults) for index, member in enumerate(listed)]
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            faults.add(("teams", index), f"{quote(name)} is there twice")
        elif name is not None:
            seen.add(name)
    return _keep_readable(names)


def _can_play(teams: list[str]) -> bool:
    return MIN_TEAMS <= len(teams) <= MAX_TEAMS and len(set(teams)) == len(teams)


def _read_results(value: object, teams: list[str] | None, faults: Faults) -> list[_Reading]:
    known = None if teams is None else frozenset(teams)
    listed = read_list(value, ("results",), faults) or []
    if len(listed) > _MAX_RESULTS:
        faults.add(("results",), f"a bracket has at most {_MAX_RESULTS} matches, not {len(listed)}")
    members = enumerate(listed[:_MAX_READ])
    return [_read_result(member, ("results", index), known, faults) for index, member in members]


def _read_result(value: object, place: Place, known: Collection[str] | None, faults: Faults) -> _Reading:
    record = read_record(value, place, faults, required=("teams", "winner"), optional=("how", "games"))
    if record is None:
        return _Reading(None, None)
    pair = _read_pair(record["teams"], (*place, "teams"), known, faults) if "teams" in record else None
    how = cast("How | None", read_choice(record.get("how", "played"), (*place, "how"), faults, HOWS))
    games = _read_games(record["games"], (*place, "games"), faults) if "games" in record else None
    named = record.get("winner")
    winner = None if named is None else read_name(named, (*place, "winner"), faults)
    if pair is None:
        return _Reading(None, None)
    result = Result(pair, winner, how or "played", games)
    is_unnamed = winner is None and (how is None or named is not None or "winner" not in record)
    for field, sentence in find_result_faults(result):
        if not (field == "winner" and is_unnamed):
            faults.add((*place, field), f"{sentence[0].lower()}{sentence[1:].removesuffix('.')}")
    return _judge(result)


def _judge(result: Result) -> _Reading:
    """What a result, faulty or not, decides."""
    if result.teams[0] == result.teams[1]:
        return _Reading(None, None)
    if result.how == "double_forfeit":
        return _Reading(result.teams, result) if result.winner is None else _Reading(None, None)
    if result.winner is None:
        return _Reading(None, None)
    return _Reading(result.teams, result if result.winner in result.teams else None)


def _read_pair(value: object, place: Place, known: Collection[str] | None, faults: Faults) -> tuple[str, str] | None:
    listed = read_list(value, place, faults, "a list of two teams")
    if listed is None:
        return None
    if len(listed) != 2:
        faults.add(place, f"a match has two teams, not {len(listed)}")
        return None
    first, second = (_read_team(member, (*place, index), known, faults) for index, member in enumerate(listed))
    return None if first is None or second is None else (first, second)


def _read_team(value: object, place: Place, known: Collection[str] | None, faults: Faults) -> str | None:
    name = read_name(value, place, faults)
    if name is None or known is None or name in known:
        return name
    faults.add(place, f"{quote(name)} is not one of the teams")
    return None


def _read_games(value: object, place: Place, faults: Faults) -> tuple[str, ...] | None:
    listed = read_list(value, place, faults)
    if listed is None:
        return None
    members = enumerate(listed[:_MAX_READ])
    names = _keep_readable([read_name(member, (*place, index), faults) for index, member in members])
    return None if names is None else tuple(names)


def _keep_readable(names: list[str | None]) -> list[str] | None:
    """The names, if every one of them could be read."""
    readable = [name for name in names if name is not None]
    return readable if len(readable) == len(names) else None


def _note_unready(bracket: Bracket, readings: list[_Reading], faults: Faults) -> None:
    """Name the results whose teams have no ready match, except where an earlier fault may be why."""
    played = [(index, reading.result) for index, reading in enumerate(readings) if reading.result is not None]
    layout = build_layout(bracket.kind, len(bracket.teams), bracket.third_place)
    course = play_out(layout, bracket.teams, [result for _, result in played])
    unready = {played[entry][0] for entry in course.unusable}
    open_teams: set[str] = set()
    for index, reading in enumerate(readings):
        concerned = bracket.teams if reading.teams is None else reading.teams
        if reading.result is None:
            open_teams.update(concerned)
        elif index in unready and open_teams.isdisjoint(concerned):
            upper, lower = concerned
            faults.add(("results", index), f"{quote(upper)} and {quote(lower)} have no match that is ready here")
        elif index in unready:
            open_teams.update(concerned)


def _show_match(match: Match) -> dict[str, object]:
    return {
        "id": match.id,
        "round": match.round,
        "side": match.side,
        "teams": match.teams,
        "winner": match.winner,
        "how": match.how,
        "score": None if match.score is None else f"{match.score[0]}-{match.score[1]}",
        "next": match.next_id,
        "loser_next": match.loser_next_id,
    }


def _show_result(result: Result) -> dict[str, object]:
    shown: dict[str, object] = {"teams": result.teams, "winner": result.winner}
    if result.how != "played":
        shown["how"] = result.how
    if result.games is not None:
        shown["games"] = result.games
    return shown
