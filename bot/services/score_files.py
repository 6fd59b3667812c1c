"""What a file says about the scores of a competition: a results file, or a table of score sheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.db.snapshot import SheetKey, Snapshot
from bot.services.holdem_order import KEY as HOLDEM_KEY
from bot.services.holdem_order import count_left
from bot.services.lookup import find_player
from bot.services.results import COURSE_KEY, build_games, name_everybody
from bot.ui.facts.importing import Wanted
from bot.ui.names import from_csv
from bot.ui.texts import importing as texts
from core.csv_table import MOST_BYTES, TableFault
from core.errors import RuleError, UserError
from core.holdem.order import HoldemState, write_order
from core.score_table import ScoreRow, event_letters, read_code, read_score_table
from core.scoring.event import get_event, get_rounds_event, has_rounds
from core.scoring.events.holdem import Elimination
from core.scoring.faults import FileFaults
from core.scoring.games import Cards, Ejection, Games
from core.scoring.json_fields import normalize_name
from core.scoring.results_file import read_results_file

FORMULA = ("=", "+", "@")


@dataclass(frozen=True, slots=True)
class FileSheets:
    """The sheets of a file, with what is wrong in it, and what it says that no import takes over."""

    wanted: Sequence[Wanted]
    faults: Sequence[str] = ()
    notes: Sequence[str] = ()


@dataclass(slots=True)
class _Reading:
    """How far a file is read."""

    snapshot: Snapshot
    wanted: list[Wanted] = field(default_factory=list[Wanted])
    faults: list[str] = field(default_factory=list[str])


def read_score_file(snapshot: Snapshot, data: bytes) -> FileSheets:
    """Read a file of either kind. Raises RuleError for one that is neither."""
    if len(data) > MOST_BYTES:
        raise RuleError(texts.table_fault(TableFault.TOO_LARGE))
    if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return _read_results(snapshot, data)
    rows = read_score_table(data)
    if isinstance(rows, TableFault):
        raise RuleError(texts.table_fault(rows))
    return _read_rows(snapshot, [row for row in rows if not row.is_blank])


def _read_results(snapshot: Snapshot, data: bytes) -> FileSheets:
    try:
        games = read_results_file(data)
    except FileFaults as faults:
        return FileSheets((), tuple(map(texts.escape, faults.lines)))
    reading = _Reading(snapshot)
    names = name_everybody(snapshot)
    teams = {normalize_name(name): id_ for id_, name in names.teams.items()}
    players = {normalize_name(name): id_ for id_, name in names.players.items()}
    _refuse_unknown(reading, games, teams, players)
    if reading.faults:
        return FileSheets((), tuple(reading.faults))
    for key, result in games.results.items():
        if isinstance(result, Elimination):
            out, late = (tuple(players[name] for name in listed) for listed in (result.out, result.late))
            by = {players[one.player]: players[one.by[0]] for one in result.log if one.by}
            order = count_left(snapshot, HoldemState(out, late, by=by))
            reading.wanted.append(Wanted(HOLDEM_KEY, write_order(order), "results.holdem"))
        else:
            _take_cards(reading, key, result, teams if get_event(key).scored == "team" else players)
    if games.stroke_index is not None:
        reading.wanted.append(Wanted(COURSE_KEY, {"stroke_index": list(games.stroke_index)}, "course"))
    return FileSheets(tuple(reading.wanted), (), tuple(_find_notes(snapshot, games)))


def _refuse_unknown(reading: _Reading, games: Games, teams: Mapping[str, int], players: Mapping[str, int]) -> None:
    """Names are matched to the letter: nobody's score is given to somebody whose name is nearly the same."""
    settings = reading.snapshot.competition.settings
    reading.faults += [texts.unknown_event(key) for key in games.results if key not in settings.events]
    for team in games.teams:
        if team.name not in teams:
            reading.faults.append(texts.unknown_team(team.name))
            continue
        for name in team.players:
            player = reading.snapshot.players.get(players.get(name, 0))
            if player is None or player.team_id != teams[team.name]:
                reading.faults.append(texts.unknown_player(name, team.name))


def _take_cards(reading: _Reading, event_key: str, cards: Cards, ids: Mapping[str, int]) -> None:
    event = get_rounds_event(event_key)
    for name, rounds in cards.items():
        for number, entered in enumerate(rounds, start=1):
            is_team = event.scored == "team"
            key = SheetKey(event_key, ids[name] if is_team else None, None if is_team else ids[name], number)
            where = f"results.{event_key}.{texts.escape(name)}"
            reading.wanted.append(Wanted(key, event.entry.write(entered), where))


def _find_notes(snapshot: Snapshot, games: Games) -> Iterator[str]:
    """What stands in the file and not here, for a director to decide."""
    here = build_games(snapshot)
    events = snapshot.competition.settings.events
    if games.competition not in (None, normalize_name(here.competition or "")):
        yield texts.other_competition(games.competition or "")
    for event in games.cancelled:
        if event not in here.cancelled:
            yield texts.cancelled_there(event)
    for there, ours in ((games.ejections, here.ejections), (games.team_ejections, here.team_ejections)):
        known = {one.name: one.get_missed(events) for one in ours}
        yield from (texts.ejected_there(one.name) for one in there if _differs(one, games, known))


def _differs(one: Ejection, games: Games, known: Mapping[str, frozenset[str]]) -> bool:
    return known.get(one.name) != one.get_missed(games.events)


def _read_rows(snapshot: Snapshot, rows: Sequence[ScoreRow]) -> FileSheets:
    reading = _Reading(snapshot)
    lines: dict[SheetKey, int] = {}
    for row in rows:
        where = texts.line(row.line)
        try:
            key, value = _read_row(snapshot, row)
        except UserError as error:
            reading.faults.append(texts.fault_at(where, error.sentence))
            continue
        if key in lines:
            reading.faults.append(texts.fault_at(where, texts.twice(lines[key])))
        lines.setdefault(key, row.line)
        reading.wanted.append(Wanted(key, value, where))
    return FileSheets(tuple(reading.wanted), tuple(reading.faults))


def _read_row(snapshot: Snapshot, row: ScoreRow) -> tuple[SheetKey, object]:
    """The sheet of one line. Raises RuleError or NotFound."""
    code = read_code(from_csv(row.code))
    if code is None:
        raise RuleError(texts.bad_code(row.code))
    if code.competition_id != snapshot.competition.id:
        raise RuleError(texts.foreign_code(row.code))
    events = {event_letters(key): get_event(key) for key in snapshot.competition.settings.events}
    event, team = events.get(code.event), snapshot.teams.get(code.team_id)
    if event is None or team is None:
        raise RuleError(texts.foreign_code(row.code))
    if not has_rounds(event):
        raise RuleError(texts.no_rounds(event))
    if not (row.round.isascii() and row.round.isdigit() and len(row.round) < 4 and 1 <= int(row.round) <= event.rounds):
        raise RuleError(texts.bad_round(event, row.round))
    player = None if event.scored == "team" else find_player(snapshot, from_csv(row.player), team)
    key = SheetKey(event.key, None if player else team.id, player.id if player else None, int(row.round))
    if (row.counts or row.total).startswith(FORMULA):
        raise RuleError(texts.formula(row.counts or row.total))
    entered = event.entry.parse(from_csv(row.counts or row.total))
    if row.counts and row.total and row.total != str(entered.points):
        raise RuleError(texts.other_total(event, entered, row.total))
    return key, event.entry.write(entered)
