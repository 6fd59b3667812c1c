"""The results file: a whole Getaway Games competition as JSON, to values and back.

Reading names every fault with its place, all at once; writing has one canonical form, so that a file that was read
and written is written the same again.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from core.scoring.event import get_event, get_events
from core.scoring.faults import Faults, Place, show_place
from core.scoring.games import Ejection, Field, Games, Roster, Ties
from core.scoring.json_fields import read_name, read_record
from core.scoring.json_reader import read_object
from core.scoring.json_writer import lay_out
from core.scoring.results_fields import (
    ReadEjections,
    read_cancelled,
    read_date,
    read_ejections,
    read_events,
    read_rulings,
    read_stroke_index,
    read_teams,
    read_zone,
)
from core.scoring.standings import get_contest

T = TypeVar("T")

_OPTIONAL = (
    *("competition", "date", "timezone", "events", "course", "results"),
    *("ejections", "team_ejections", "cancelled", "rulings"),
)


def read_results_file(data: bytes) -> Games:
    """The competition in a file. Raises FileFaults, which names every fault of the file."""
    faults = Faults()
    record = read_record(read_object(data, faults), (), faults, required=("teams",), optional=_OPTIONAL) or {}
    games, roster = _read_frame(record, faults)
    games = replace(games, results=_read_results(record.get("results", {}), games, roster, faults))
    faults.raise_if_any()
    return games


def list_warnings(games: Games) -> tuple[str, ...]:
    """Possible but implausible values (ruling 115), each with its place."""
    return tuple(
        f"{show_place(('results', event, *doubt.place))}: {doubt.text}"
        for event in games.events
        if event in games.results
        for doubt in get_event(event).find_doubts(games.results[event], get_contest(games, event))
    )


def write_results_file(games: Games) -> bytes:
    """The canonical file of a competition; what equals a default is left out."""
    optional: dict[str, object] = {
        "competition": games.competition,
        "date": games.date and games.date.isoformat(),
        "timezone": games.timezone,
    }
    written: dict[str, object] = {key: value for key, value in optional.items() if value is not None}
    written["events"] = list(games.events)
    written["teams"] = [{"name": team.name, "players": list(team.players)} for team in games.teams]
    optional = {
        "course": {"stroke_index": list(games.stroke_index)} if games.stroke_index else {},
        "results": {
            event: get_event(event).write_results(games.results[event], get_contest(games, event))
            for event in games.events
            if event in games.results
        },
        "ejections": _write_ejections(games, games.ejections, "player"),
        "team_ejections": _write_ejections(games, games.team_ejections, "team"),
        "cancelled": [event for event in games.events if event in games.cancelled],
        "rulings": _write_rulings(games),
    }
    written |= {key: value for key, value in optional.items() if value}
    return lay_out(written).encode()


def _read_frame(record: Mapping[str, object], faults: Faults) -> tuple[Games, Roster]:
    """Everything but the results, with the roster as it could be read."""
    events = read_events(record["events"], ("events",), faults) if "events" in record else tuple(get_events())
    roster = Roster((), is_readable=False)
    if "teams" in record:
        roster = read_teams(record["teams"], ("teams",), faults)
    ejected = _read_ejected(record, "ejections", "player", roster, events, faults)
    ejected_teams = _read_ejected(record, "team_ejections", "team", roster, events, faults)
    team_round, ties = read_rulings(record.get("rulings", {}), ("rulings",), faults)
    games = Games(
        teams=roster.teams,
        events=events,
        competition=_read_given(record, "competition", faults, read_name),
        date=_read_given(record, "date", faults, read_date),
        timezone=_read_given(record, "timezone", faults, read_zone),
        stroke_index=_read_given(record, "course", faults, read_stroke_index),
        ejections=ejected.ejections,
        team_ejections=ejected_teams.ejections,
        cancelled=read_cancelled(record.get("cancelled", []), ("cancelled",), faults, events),
        team_round=team_round,
        ties=_keep_unusual(ties, events),
    )
    are_all_doubtful = not (ejected.is_complete and ejected_teams.is_complete)
    doubtful_teams = (team.players for team in roster.teams if are_all_doubtful or team.name in ejected_teams.doubtful)
    return games, replace(roster, doubtful=ejected.doubtful.union(*doubtful_teams))


def _read_ejected(
    record: Mapping[str, object], key: str, whose: str, roster: Roster, events: tuple[str, ...], faults: Faults
) -> ReadEjections:
    names = roster.team_names if whose == "team" else roster.team_of
    return read_ejections(record.get(key, []), (key,), faults, whose, names if roster.is_readable else None, events)


def _read_given(
    record: Mapping[str, object], key: str, faults: Faults, read: Callable[[object, Place, Faults], T | None]
) -> T | None:
    """An optional field."""
    return read(record[key], (key,), faults) if key in record else None


def _read_results(value: object, games: Games, roster: Roster, faults: Faults) -> dict[str, Any]:
    """Each event's results by its own reader."""
    place = ("results",)
    written = read_record(value, place, faults, optional=tuple(get_events())) or {}
    results: dict[str, Any] = {}
    for key, event in get_events().items():
        if key not in written:
            continue
        if key not in games.events:
            faults.add((*place, key), f"{key} is not an event of this competition ({', '.join(games.events)})")
            continue
        contest = get_contest(games, key)
        if roster != games.roster:
            contest = replace(contest, field=Field(roster, contest.field.teams))
        read = event.read_results(written[key], (*place, key), contest, faults)
        if read is not None:
            results[key] = read
    return {event: results[event] for event in games.events if event in results}


def _write_ejections(games: Games, ejections: tuple[Ejection, ...], whose: str) -> list[dict[str, object]]:
    return [
        {whose: ejection.name, "from": ejection.starts_at}
        if ejection.forfeits is None
        else {whose: ejection.name, "forfeits": [event for event in games.events if event in ejection.forfeits]}
        for ejection in ejections
    ]


def _keep_unusual(ties: Mapping[str, Ties], events: tuple[str, ...]) -> dict[str, Ties]:
    """What is ruled for these events otherwise than by default."""
    return {key: ties[key] for key in events if key in ties and ties[key] != get_event(key).default_ties}


def _write_rulings(games: Games) -> dict[str, object]:
    ties = _keep_unusual(games.ties, games.events)
    rulings: dict[str, object] = {} if games.team_round == "team" else {"team_round": games.team_round}
    return {**rulings, "ties": ties} if ties else rulings
