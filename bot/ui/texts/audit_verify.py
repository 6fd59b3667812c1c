"""What `python -m bot audit verify` prints: one line for each competition, and one in the end."""

from bot.ui.names import visible_name
from bot.ui.texts.listing import count
from core.chain import Break, Fault, Head

NOT_WHOLE = (
    "The ledger is not whole. Keep this database, compare it with your latest backup, and find out who else can write "
    "to it."
)
AGREES = "as it was recorded"


def not_readable(reason: str) -> str:
    """The database does not open, or has other tables."""
    return (
        f"The ledger could not be read ({reason}); nothing was changed. Check DATABASE_URL, and start Skipper once so "
        "that the database is brought up to date; then try again."
    )


def no_database(path: str) -> str:
    """There is no such file."""
    return f"There is no database at {path}. Check DATABASE_URL, or run this where Skipper runs."


def chain_whole(name: str, competition_id: int, head: Head) -> str:
    """A chain in order; its head can be noted, and compared another day."""
    return f"{_whose(name, competition_id)}: {count(head.length, 'row')}, all as they were recorded; head {head.digest}"


def chain_broken(name: str, competition_id: int, broken: Break) -> str:
    """The first broken row, and what is wrong with it."""
    return f"{_whose(name, competition_id)}: {_describe(broken)}"


def competition_gone(rows: int, first_id: int) -> str:
    """Rows whose competition is not there any more."""
    return f"{count(rows, 'row')} belong to a competition that was removed, from the row with id {first_id} on"


def all_whole(competitions: int, rows: int) -> str:
    """The last line."""
    noun = "competition" if competitions == 1 else "competitions"
    return f"The ledger is whole: {count(rows, 'row')} in {competitions} {noun}."


def _describe(broken: Break) -> str:
    row = f"row {broken.position}"
    if broken.link is not None:
        content = broken.link.content
        row += f" (id {broken.link.id}, {content['action']!a}, recorded {content['recorded_at'][:16]} UTC)"
    last = broken.position + broken.missing - 1
    gone = f"row {broken.position} is" if broken.missing == 1 else f"rows {broken.position} to {last} are"
    match broken.fault:
        case Fault.REMOVED:
            return f"{gone} gone, removed before {row.replace(str(broken.position), str(last + 1), 1)}"
        case Fault.REMOVED_AT_END:
            return f"{gone} gone, removed at the end"
        case Fault.ADDED:
            return f"{row} was put in: Skipper did not record it there"
        case Fault.CHANGED:
            return f"{row} is not {AGREES}: it, or the row before it, was changed"
        case Fault.MOVED:
            return f"{row} was moved: its id is smaller than that of the row before it"
        case Fault.HEAD_CHANGED:
            return f"{row}, the last one, is not {AGREES}: it, or the head in the competition's row, was changed"


def _whose(name: str, competition_id: int) -> str:
    return f"{visible_name(name)} (competition {competition_id})"
