"""Reading the ledger: who did what, to whom and when; for staff. Names are looked up as they are now."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

from bot.db.engine import Transaction
from bot.db.history import Entry, History, load_history
from bot.db.snapshot import Competition, Snapshot
from bot.services.access import Asker, read_competition, require_staff
from bot.services.lookup import find_player, find_team
from bot.ui.facts.audit import AuditFilter, AuditView
from bot.ui.texts import audit as texts
from core.errors import NotFound
from core.scoring.event import get_events
from core.wall_time import begin_day, get_zone, read_wall_time

FORGOTTEN = "privacy delete"
COUNTED = ("roster import",)
"""Actions whose facts are how many, not which."""
NAMED = {
    "team": "teams",
    "teams": "teams",
    "player": "players",
    "joined": "players",
    "left": "players",
    "players": "players",
    "user": "accounts",
    "users": "accounts",
    "captain": "accounts",
}
"""Whom the facts of these names are about."""


@dataclass(frozen=True, slots=True)
class AuditAsked:
    """What somebody typed to find rows; days and times by the competition's clocks."""

    player: str | None = None
    team: str | None = None
    event: str | None = None
    by: int | None = None
    since: str | None = None
    until: str | None = None


@dataclass(slots=True)
class _Subjects:
    """Whom and what a row is about."""

    players: set[int] = field(default_factory=set[int])
    teams: set[int] = field(default_factory=set[int])
    accounts: set[int] = field(default_factory=set[int])
    events: set[str] = field(default_factory=set[str])


async def ask_audit(tx: Transaction, asker: Asker, chosen: str | None, asked: AuditAsked) -> AuditView:
    """The newest rows that fit. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    zone = snapshot.competition.settings.time_zone
    wanted = AuditFilter(
        find_player(snapshot, asked.player).id if asked.player else None,
        find_team(snapshot, asked.team).id if asked.team else None,
        _get_event_key(snapshot, asked.event),
        asked.by,
        int(_read_moment(asked.since, zone).timestamp()) if asked.since else None,
        int(_read_moment(asked.until, zone, is_end=True).timestamp()) if asked.until else None,
    )
    return await _find(tx, snapshot.competition, wanted, 1)


async def turn_page(tx: Transaction, asker: Asker, chosen: str, wanted: AuditFilter, page: int) -> AuditView:
    """Another page of what was asked for. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    return await _find(tx, snapshot.competition, wanted, page)


async def _find(tx: Transaction, competition: Competition, wanted: AuditFilter, page: int) -> AuditView:
    history = await load_history(tx.connection, competition.id)
    entries = tuple(entry for entry in reversed(history.entries) if _fits(history, entry, wanted))
    return AuditView(competition, history, _find_forgotten(history), wanted, entries, page)


def _find_forgotten(history: History) -> frozenset[int]:
    """The rows of people before they erased what was kept about them."""
    erased_at = {entry.actor_id: entry.id for entry in history.entries if is_own_erasure(entry)}
    return frozenset(entry.id for entry in history.entries if entry.id <= erased_at.get(entry.actor_id, 0))


def is_own_erasure(entry: Entry) -> bool:
    """Whether somebody erased what was kept about themselves; a director names a player."""
    return entry.action == FORGOTTEN and "player" not in entry.facts


def _fits(history: History, entry: Entry, wanted: AuditFilter) -> bool:
    seconds = entry.recorded_at.timestamp()
    if wanted.actor_id not in (None, entry.actor_id):
        return False
    if not (wanted.since or 0) <= seconds < (wanted.until or seconds + 1):
        return False
    about = _find_subjects(history, entry)
    if wanted.player_id is not None and not _is_about_player(history, entry, about, wanted.player_id):
        return False
    return wanted.team_id in (None, *about.teams) and wanted.event in (None, *about.events)


def _is_about_player(history: History, entry: Entry, about: _Subjects, player_id: int) -> bool:
    person = history.people.get(player_id)
    accounts = about.accounts | {entry.actor_id}
    return player_id in about.players or (person is not None and person.user_id in accounts)


def _find_subjects(history: History, entry: Entry) -> _Subjects:
    about = _Subjects()
    for name, value in () if entry.action in COUNTED else entry.facts.items():
        _add_subject(history, about, name, value)
    about.teams.update(history.people[id_].team_id for id_ in about.players if id_ in history.people)
    return about


def _add_subject(history: History, about: _Subjects, name: str, value: Any) -> None:
    if name in NAMED:
        named: set[int] = getattr(about, NAMED[name])
        named.update(_ids(value))
    elif name == "event":
        about.events.add(value)
    elif name in ("sheet", "sheets"):
        for sheet in (history.sheets[id_] for id_ in _ids(value) if id_ in history.sheets):
            about.events.add(sheet.key.event)
            about.players.update(_ids(sheet.key.player_id))
            about.teams.update(_ids(sheet.key.team_id))
    elif name == "result" and (match := history.matches.get(value)) is not None:
        about.teams.update(match.team_ids)
    elif name == "offence" and (incident := history.incidents.get(value)) is not None:
        about.players.add(incident.player_id)
        about.teams.add(incident.team_id)
        about.events.update([incident.event] if incident.event else [])
    elif name == "ban":
        about.players.update(_ids(history.banned.get(value)))


def _ids(value: Any) -> Iterator[int]:
    """The ids in a fact, which holds one or several, or none."""
    values = cast(list[Any], value if isinstance(value, list) else [value])
    yield from (id_ for id_ in values if isinstance(id_, int))


def _get_event_key(snapshot: Snapshot, event: str | None) -> str | None:
    if event is not None and event not in get_events():
        raise NotFound(texts.no_such_event(snapshot.competition.settings.events))
    return event


def _read_moment(text: str, zone: str, *, is_end: bool = False) -> datetime:
    """A time, or a day: the beginning of it, or its end. Raises RuleError."""
    typed = text.strip()
    if len(typed) != len("2027-06-12"):
        return read_wall_time(typed, zone)
    noon = read_wall_time(f"{typed} 12:00", zone).astimezone(get_zone(zone))
    return begin_day(noon.date() + timedelta(days=int(is_end)), zone)
