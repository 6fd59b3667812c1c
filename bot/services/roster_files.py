"""Rosters as files: many teams at once from a spreadsheet, and all of them into one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.db.eligibility import load_ages, load_excused
from bot.db.engine import Transaction
from bot.db.rosters import NewPlayer, load_captain_names, load_person_secret
from bot.db.snapshot import Snapshot, Team, TeamStatus
from bot.services.access import (
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.drafts import fingerprint
from bot.services.held_files import HeldFile, HeldFiles
from bot.services.joining import load_entries, require_forming_possible
from bot.services.registration import MOST_LINES, save_team
from bot.services.waitlist import choose_status, with_queue
from bot.ui.facts.roster_files import RosterExport, RosterImport, RowFault
from bot.ui.names import from_csv
from bot.ui.texts import roster_files as texts
from core.competition import CompetitionSettings
from core.eligibility import Entry, Player, WrongRosterSize, check_roster, check_team_name, person_key
from core.errors import NotFound, RuleError
from core.names import find_name_fault, look_alike_key, name_key, tidy_name
from core.roster_table import TableFault, TableRow, read_roster_table
from core.roster_text import parse_player_line


@dataclass(slots=True)
class _Reading:
    """How far a file is read: who and which teams are entered, also by its earlier lines."""

    settings: CompetitionSettings
    secret: bytes
    entries: dict[str, Entry]
    excused: frozenset[str]
    names: dict[str, str]
    faults: list[RowFault] = field(default_factory=list[RowFault])


@dataclass(frozen=True, slots=True)
class _FileTeam:
    name: str
    captain: str | None
    newcomers: tuple[NewPlayer, ...]


async def preview_import(
    tx: Transaction, asker: Asker, chosen: str | None, data: bytes, held: HeldFiles
) -> RosterImport:
    """Say what would come of a file, and hold one without a fault until it is confirmed.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    plan, teams = await _plan(tx, asker, snapshot, data)
    return _hold(plan, HeldFile(plan.competition.id, asker.user_id, data, _digest(plan, teams)), held)


async def confirm_import(tx: Transaction, asker: Asker, chosen: str, key: str, held: HeldFiles) -> RosterImport:
    """Register all teams of a held file; if by now anything else would come of it, say that instead.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    file = held.find(snapshot.competition.id, asker.user_id, key)
    if file is None:
        raise NotFound(texts.FILE_GONE)
    plan, teams = await _plan(tx, asker, snapshot, file.data)
    if (digest := _digest(plan, teams)) != file.shown:
        return replace(_hold(plan, replace(file, shown=digest), held), is_anew=True)
    await _save(tx, asker, snapshot, teams)
    tx.on_commit.append(lambda: held.drop(key))
    return replace(plan, is_done=True)


async def _plan(
    tx: Transaction, asker: Asker, snapshot: Snapshot, data: bytes
) -> tuple[RosterImport, Sequence[_FileTeam]]:
    competition = snapshot.competition
    require_director(asker, competition)
    require_forming_possible(tx, snapshot)
    rows = read_roster_table(data)
    if isinstance(rows, TableFault):
        raise RuleError(texts.table_fault(rows))
    reading = _Reading(
        competition.settings,
        await load_person_secret(tx),
        await load_entries(tx, snapshot),
        await load_excused(tx, competition.id),
        {name_key(team.name): team.name for team in snapshot.teams.values()},
    )
    teams = [_read_team(reading, group) for group in _group(rows)]
    faults = tuple(sorted(reading.faults, key=lambda fault: fault.line))
    return RosterImport(competition, len(teams), len(rows), _count_waiting(tx, snapshot, teams), faults), teams


def _count_waiting(tx: Transaction, snapshot: Snapshot, teams: Sequence[_FileTeam]) -> int:
    """How many of the teams would wait for a place."""
    present = dict(snapshot.teams)
    for number, team in enumerate(teams, 1):
        status = choose_status(replace(snapshot, teams=present))
        present[-number] = with_queue(tx, Team(-number, team.name, status, None, tx.now), status)
    return sum(present[-number].status is TeamStatus.WAITLISTED for number in range(1, len(teams) + 1))


def _hold(plan: RosterImport, file: HeldFile, held: HeldFiles) -> RosterImport:
    return plan if plan.faults else replace(plan, held_key=held.hold(file))


def _digest(plan: RosterImport, teams: Sequence[_FileTeam]) -> str:
    """All that was said about a file, and who would be registered."""
    people = [f"{newcomer.name}\t{newcomer.birth_date}" for team in teams for newcomer in team.newcomers]
    return fingerprint("\n".join((texts.word_plan(plan), *people)))


async def export_rosters(tx: Transaction, asker: Asker, chosen: str | None, *, with_birth_dates: bool) -> RosterExport:
    """All rosters, for staff; with birth dates for directors who ask for them. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    competition = snapshot.competition
    captains = await load_captain_names(tx, competition.id)
    if not with_birth_dates:
        require_staff(asker, competition)
        return RosterExport(snapshot, captains)
    require_director(asker, competition)
    ages = await load_ages(tx, competition.id)
    return RosterExport(snapshot, captains, {id_: age.birth_date for id_, age in ages.items() if age.birth_date})


async def _save(tx: Transaction, asker: Asker, snapshot: Snapshot, teams: Sequence[_FileTeam]) -> None:
    """Register the teams in their order."""
    present = dict(snapshot.teams)
    looks: dict[str, list[str]] = {}
    for other in snapshot.teams.values():
        looks.setdefault(look_alike_key(other.name), []).append(other.name)
    for team in teams:
        status = choose_status(replace(snapshot, teams=present))
        alike = looks.setdefault(look_alike_key(team.name), [])
        saved = await save_team(tx, asker, snapshot, team.name, None, status, team.newcomers, team.captain, alike)
        present[saved.id] = saved
        alike.append(team.name)
    await record_change(tx, asker, snapshot.competition, "roster import", teams=len(teams))


async def require_importer(tx: Transaction, asker: Asker, chosen: str | None) -> None:
    """Raise NotFound or NotAllowed before a file is fetched for nothing."""
    require_director(asker, (await read_competition(tx, asker, chosen)).competition)


def _group(rows: Sequence[TableRow]) -> Iterator[list[TableRow]]:
    """The rows of each team, in the order in which teams first appear."""
    groups: dict[str, list[TableRow]] = {}
    for row in rows:
        groups.setdefault(name_key(from_csv(row.team)), []).append(row)
    yield from groups.values()


def _read_team(reading: _Reading, rows: list[TableRow]) -> _FileTeam:
    first, name = rows[0].line, tidy_name(from_csv(rows[0].team))
    taken = [reading.names[name_key(name)]] if name_key(name) in reading.names else []
    if (problem := check_team_name(name, taken)) is not None:
        reading.faults.append(RowFault(first, name, problem))
    reading.names[name_key(name)] = name
    captain = tidy_name(from_csv(next((row.captain for row in rows if row.captain.strip()), ""))) or None
    if captain is not None and (fault := find_name_fault(captain)) is not None:
        reading.faults.append(RowFault(first, name, fault))
    style = reading.settings.date_style
    if len(rows) > MOST_LINES:
        reading.faults.append(
            RowFault(first, name, WrongRosterSize(len(rows), reading.settings.roster_at_least, MOST_LINES))
        )
        return _FileTeam(name, captain, ())
    lines = [parse_player_line(f"{from_csv(row.player)}, {from_csv(row.birth_date)}", style, row.line) for row in rows]
    newcomers: list[NewPlayer] = []
    for checked in check_roster(lines, reading.settings, reading.entries, reading.secret, reading.excused):
        if isinstance(checked, Player):
            key = person_key(checked.name, checked.birth_date, reading.secret)
            newcomers.append(NewPlayer(checked.name, checked.birth_date, key))
        else:
            line = first if isinstance(checked, WrongRosterSize) else checked.line
            reading.faults.append(RowFault(line, name, checked))
    reading.entries.update((newcomer.person_key, Entry(name)) for newcomer in newcomers)
    return _FileTeam(name, captain, tuple(newcomers))
