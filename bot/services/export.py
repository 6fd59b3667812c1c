"""Exports: the results file of the Getaway Games, and the bracket file of a dodgeball tournament. No birth dates."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, read_competition, require_director
from bot.services.bracket import build_from
from bot.services.match_files import tabulate_matches
from bot.services.results import build_games
from bot.services.sheet_files import tabulate_results
from bot.ui.bracket_view import team_key
from bot.ui.facts.sheet_files import MatchTables, ResultTables
from bot.ui.texts import events as texts
from core.competition import Kind
from core.scoring.bracket import Entry, Result, Withdrawal, build_bracket
from core.scoring.bracket_file import BracketFile, write_bracket_file
from core.scoring.faults import FileFaults
from core.scoring.results_file import read_results_file, write_results_file


@dataclass(frozen=True, slots=True)
class Export:
    """A file with all results of a competition."""

    snapshot: Snapshot
    name: str
    data: bytes | None
    """None where nobody could read the file back; `fault` says what is missing."""
    tables: ResultTables | MatchTables
    """The same for a spreadsheet and for paper, which needs nothing else."""
    fault: str | None = None


async def export_results(tx: Transaction, asker: Asker, chosen: str | None) -> Export:
    """The file of a competition.

    Raises NotFound, NotAllowed, or RuleError while no bracket is drawn.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    if snapshot.competition.settings.kind is Kind.GETAWAY:
        data, tables = write_results_file(build_games(snapshot)), tabulate_results(snapshot)
        fault = _find_fault(data)
        return Export(snapshot, "results.json", None if fault else data, tables, fault)
    return Export(snapshot, "bracket.json", write_bracket(snapshot), tabulate_matches(snapshot))


def _find_fault(data: bytes) -> str | None:
    """What is missing in a file that nobody could read back, as one with equal golf cards and no stroke index."""
    try:
        read_results_file(data)
    except FileFaults as faults:
        return texts.not_exportable(faults.lines)
    return None


def write_bracket(snapshot: Snapshot) -> bytes:
    """The bracket file, with the walkovers of withdrawn teams among the results. Raises RuleError if not drawn."""
    bracket = build_from(snapshot)
    names = {team_key(id_): snapshot.teams[id_].name for id_ in snapshot.seeds}
    entries = [_name_entry(entry, names) for entry in bracket.entries]
    named = build_bracket([names[team] for team in bracket.teams], bracket.kind, entries=entries)
    return write_bracket_file(BracketFile(snapshot.competition.name, named))


def _name_entry(entry: Entry, names: Mapping[str, str]) -> Entry:
    if isinstance(entry, Withdrawal):
        return Withdrawal(names[entry.team])
    first, second = entry.teams
    games = None if entry.games is None else tuple(names[team] for team in entry.games)
    return Result((names[first], names[second]), names.get(entry.winner or ""), entry.how, games)
