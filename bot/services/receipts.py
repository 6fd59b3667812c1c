"""Who has read which version of the rules."""

from sqlalchemy import insert

from bot.db import tables
from bot.db.engine import Transaction
from bot.db.snapshot import Receipt, Snapshot, Team
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.rules import rulebook_of
from bot.services.rules_notices import list_registered
from bot.ui.facts.rules import Acknowledged, Receipts, TeamReceipt
from bot.ui.texts import rules as texts
from core.errors import NotAllowed, NotFound, RuleError

NO_ACCOUNT = 0


async def acknowledge(tx: Transaction, asker: Asker, competition_id: str, version: str) -> Acknowledged:
    """The captain of a registered team has read a version; it counts once. Raises NotFound or NotAllowed."""
    snapshot = await change_competition(tx, asker, competition_id)
    number = read_version(snapshot, version)
    own = [team for team in list_registered(snapshot) if team.captain_id == asker.user_id]
    if not own:
        raise NotAllowed(texts.ONLY_CAPTAINS_COUNT)
    new = [team for team in own if find_receipt(snapshot, number, team) is None]
    for team in new:
        await insert_receipt(tx, snapshot, Receipt(number, team.id, asker.user_id, tx.now))
        await record_change(tx, asker, snapshot.competition, "rules read", version=number, team=team.id)
    found = collect_receipts(snapshot, number)
    return Acknowledged(
        competition=snapshot.competition,
        version=number,
        newest=rulebook_of(snapshot).version,
        read=len(found.read) + len(new),
        teams=len(found.teams),
        is_repeated=not new,
    )


async def show_receipts(tx: Transaction, asker: Asker, chosen: str | None, version: str | None = None) -> Receipts:
    """Who has read a version, the newest unless another is named, and who not.

    Raises NotFound, NotAllowed, or RuleError where the rules were never amended.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    if not snapshot.amendments:
        raise RuleError(texts.NEVER_AMENDED)
    return collect_receipts(snapshot, read_version(snapshot, version or str(rulebook_of(snapshot).version)))


async def name_versions(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The amended versions, the newest first, to choose from. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    versions = sorted({amendment.version for amendment in snapshot.amendments}, reverse=True)
    return [(texts.version_choice(snapshot, version), str(version)) for version in versions]


def collect_receipts(snapshot: Snapshot, version: int) -> Receipts:
    """Every registered team with its present captain's receipt for a version."""
    amended_at = next(a.amended_at for a in snapshot.amendments if a.version == version)
    entries = tuple(TeamReceipt(team, find_receipt(snapshot, version, team)) for team in list_registered(snapshot))
    return Receipts(snapshot.competition, version, amended_at, entries)


def find_receipt(snapshot: Snapshot, version: int, team: Team) -> Receipt | None:
    """The receipt of a team's present captain: a new captain has to read the rules anew."""
    wanted = (version, team.id, team.captain_id or NO_ACCOUNT)
    return next((r for r in snapshot.receipts if (r.version, r.team_id, r.user_id) == wanted), None)


def read_version(snapshot: Snapshot, text: str) -> int:
    """An amended version by its number. Raises NotFound."""
    for version in {amendment.version for amendment in snapshot.amendments}:
        if text == str(version):
            return version
    raise NotFound(texts.UNKNOWN_VERSION)


async def insert_receipt(tx: Transaction, snapshot: Snapshot, receipt: Receipt) -> None:
    """Save a receipt."""
    await tx.connection.execute(
        insert(tables.receipt).values(
            competition_id=snapshot.competition.id,
            version=receipt.version,
            team_id=receipt.team_id,
            user_id=receipt.user_id,
            read_at=receipt.read_at,
            told_by=receipt.told_by,
        )
    )
