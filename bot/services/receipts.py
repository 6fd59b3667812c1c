"""Who has read which version of the rules."""

from sqlalchemy import insert

from bot.db import tables
from bot.db.engine import Transaction
from bot.db.snapshot import Receipt, Snapshot, Team
from bot.services.access import (
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.captain_notices import Called, list_registered
from bot.services.lookup import find_team
from bot.services.rules import rulebook_of
from bot.services.rules_notices import ask_to_read
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
    return _acknowledged(snapshot, number, len(new))


async def tell_in_person(
    tx: Transaction, asker: Asker, chosen: str | None, team: str, version: str | None = None
) -> tuple[Acknowledged, Team]:
    """A captain was told of a version in person; it counts as read.

    Raises NotFound, NotAllowed, or RuleError where the rules were never amended.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    number = _read_version_or_newest(snapshot, version)
    found = find_team(snapshot, team)
    if found not in list_registered(snapshot):
        raise RuleError(texts.not_registered(found))
    is_new = find_receipt(snapshot, number, found) is None
    if is_new:
        receipt = Receipt(number, found.id, found.captain_id or NO_ACCOUNT, tx.now, told_by=asker.user_id)
        await insert_receipt(tx, snapshot, receipt)
        await record_change(tx, asker, snapshot.competition, "rules told", version=number, team=found.id)
    return _acknowledged(snapshot, number, int(is_new)), found


async def remind_the_rest(tx: Transaction, asker: Asker, competition_id: str, version: str, press: str) -> Called:
    """Ask every captain who has not read a version once more; the same button (`press`) asks once.

    Raises NotFound, NotAllowed, or RuleError where all have read it.
    """
    snapshot = await read_competition(tx, asker, competition_id)
    require_director(asker, snapshot.competition)
    number = read_version(snapshot, version)
    missing = collect_receipts(snapshot, number).missing
    if not missing:
        raise RuleError(texts.NOBODY_TO_REMIND)
    return await ask_to_read(tx, snapshot, number, missing, f"rules:{number}:again:{press[:16]}")


def list_unread(snapshot: Snapshot, team: Team) -> tuple[int, ...]:
    """The versions that a team's captain has not read yet; check-in shows them."""
    versions = sorted({amendment.version for amendment in snapshot.amendments})
    return tuple(version for version in versions if find_receipt(snapshot, version, team) is None)


async def show_receipts(tx: Transaction, asker: Asker, chosen: str | None, version: str | None = None) -> Receipts:
    """Who has read a version, the newest unless another is named, and who not.

    Raises NotFound, NotAllowed, or RuleError where the rules were never amended.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    return collect_receipts(snapshot, _read_version_or_newest(snapshot, version))


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


def _read_version_or_newest(snapshot: Snapshot, version: str | None) -> int:
    if not snapshot.amendments:
        raise RuleError(texts.NEVER_AMENDED)
    return read_version(snapshot, version or str(rulebook_of(snapshot).version))


def _acknowledged(snapshot: Snapshot, version: int, new: int) -> Acknowledged:
    """The count after `new` more receipts than the snapshot holds."""
    found = collect_receipts(snapshot, version)
    return Acknowledged(
        competition=snapshot.competition,
        version=version,
        newest=rulebook_of(snapshot).version,
        read=len(found.read) + new,
        teams=len(found.teams),
        is_repeated=not new,
    )
