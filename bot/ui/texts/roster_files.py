"""What directors and staff read about rosters as files; faults name the line, and never a birth date."""

import csv
from collections.abc import Iterator, Mapping
from io import StringIO

from bot.db.snapshot import Team
from bot.ui.facts.roster_files import RosterExport, RosterImport, RowFault
from bot.ui.message import Attachment, Button, Message, custom_id
from bot.ui.names import for_csv, for_prose, visible_name
from bot.ui.texts.competition import NAME_FAULTS
from bot.ui.texts.listing import count
from bot.ui.texts.registration import word_fault, word_name_problem, word_problem, word_wrong_size
from bot.ui.texts.teams import STATUS_NAMES
from core.competition import CompetitionSettings
from core.eligibility import TakenTeamName, UnusableTeamName, WrongRosterSize
from core.names import NameFault
from core.roster_table import MOST_ROWS, TableFault
from core.roster_text import UnreadableLine

LONGEST_TEXT = 1800
CONFIRM, REGISTER = "roster-confirm", "Register these teams"
ANEW = "⚠️ Teams or settings have changed since you were shown this. Look at it again:"
FILE_GONE = (
    "This file was registered already, or it is not kept any more (15 minutes, and not across a restart). "
    "Send it again with `/roster import`."
)
SHAPE = "the headings `Team`, `Player` and `Birth date`, one player a row; `Captain` may be there too"
TABLE_FAULTS: Mapping[TableFault, str] = {
    TableFault.TOO_LARGE: "is larger than 1 MiB. Send it in parts",
    TableFault.NOT_UTF8: "is not in UTF-8. Save it as `CSV UTF-8`",
    TableFault.NOT_CSV: "is not a CSV file. Save the spreadsheet as `CSV UTF-8`",
    TableFault.HEADINGS: f"needs {SHAPE}",
    TableFault.TOO_MANY_ROWS: f"has more than {MOST_ROWS:,} rows. Send it in parts",
    TableFault.EMPTY: f"has no players. It needs {SHAPE}",
}


def table_fault(fault: TableFault) -> str:
    """The refusal of a file that is no table of rosters."""
    return f"Nothing was registered: the file {TABLE_FAULTS[fault]}."


def imported(done: RosterImport) -> Message:
    """What a file would bring, or has brought; every fault by its line, the whole list as a file if it is long."""
    text = f"{ANEW}\n{word_plan(done)}" if done.is_anew else word_plan(done)
    if done.held_key:
        button = Button(REGISTER, custom_id(CONFIRM, done.competition.id, done.held_key), "primary")
        return Message(text, (button,))
    if len(text) <= LONGEST_TEXT:
        return Message(text)
    shown = text[:LONGEST_TEXT].rsplit("\n", 1)[0]
    faults = "\n".join(_faults(done))
    return Message(f"{shown}\nThe file has all of them.", attachments=(Attachment("faults.txt", faults.encode()),))


def word_plan(done: RosterImport) -> str:
    """What a file would bring, or has brought, with every fault by its line."""
    counted = f"{count(done.teams, 'team')} with {count(done.players, 'player')}"
    if done.faults:
        faults = list(_faults(done))
        return "\n".join((f"Nothing was registered: {count(len(faults), 'fault')} in {counted}.", *faults))
    waiting = f" {count(done.waiting, 'team')} on the waiting list." if done.waiting else ""
    if done.is_done:
        return f"✅ Registered: {counted}.{waiting} `/captain code` lets captains claim their teams."
    return f"✅ Nothing is wrong: {counted}.{waiting} Nothing is registered yet; this file is kept for 15 minutes."


def _faults(done: RosterImport) -> Iterator[str]:
    return (f"Line {fault.line}, {word_row(fault, done.competition.settings)}" for fault in done.faults)


def word_row(fault: RowFault, settings: CompetitionSettings) -> str:
    """What is wrong on a line."""
    team, problem = for_prose(fault.team), fault.problem
    match problem:
        case UnusableTeamName() | TakenTeamName():
            return f"{team}: {word_name_problem(problem)}"
        case NameFault():
            return f"{team}: The captain's name {NAME_FAULTS[problem]}."
        case WrongRosterSize():
            return f"{team}: {word_wrong_size(problem)}"
        case UnreadableLine():
            return f"{team}: this player {word_fault(problem.fault)}."
        case _:
            return f"{for_prose(problem.name)} ({team}): {word_problem(problem, settings)}"


def exported(export: RosterExport) -> Message:
    """All rosters as a file that can be imported again."""
    table = StringIO()
    csv.writer(table).writerows([[for_csv(cell) for cell in row] for row in _rows(export)])
    dates = " It holds birth dates: keep it to yourself, and delete it." if export.birth_dates is not None else ""
    file = Attachment("rosters.csv", b"\xef\xbb\xbf" + table.getvalue().encode())
    return Message(f"All rosters.{dates}", attachments=(file,))


def _rows(export: RosterExport) -> Iterator[list[str]]:
    dates = export.birth_dates
    yield ["Team", "Status", "Captain", "Player", *(["Birth date"] if dates is not None else [])]
    for team in export.snapshot.teams.values():
        about = [visible_name(team.name), STATUS_NAMES[team.status], _name_captain(export, team)]
        for player in export.snapshot.roster(team.id):
            born = dates.get(player.id) if dates is not None else None
            date_cell = [born.isoformat() if born else ""] if dates is not None else []
            yield [*about, visible_name(player.name), *date_cell]


def _name_captain(export: RosterExport, team: Team) -> str:
    """The captain's name; that of one with an account is known where they play."""
    players = export.snapshot.roster(team.id)
    captain = next((p.name for p in players if p.user_id is not None and p.user_id == team.captain_id), None)
    return export.captains.get(team.id, "") if captain is None else visible_name(captain)
