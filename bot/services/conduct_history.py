"""What was recorded about anybody's conduct, and what it leads to as things stand; for staff."""

from bot.db.engine import Transaction
from bot.services.access import Asker, read_competition, require_staff
from bot.services.ejections import conduct_history
from bot.services.lookup import find_player, find_team
from bot.ui.facts.conduct import History, HistoryEntry
from bot.ui.texts import conduct as texts
from core.conduct import judge


async def show_history(
    tx: Transaction, asker: Asker, chosen: str | None, team: str | None = None, player: str | None = None
) -> History:
    """What was recorded about a player, a team, or everybody. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    team_id = find_team(snapshot, team).id if team else None
    player_id = find_player(snapshot, player).id if player else None
    outcomes = judge(conduct_history(snapshot)).outcomes
    entries = tuple(
        HistoryEntry(
            offence, snapshot.players[offence.player_id], snapshot.teams[offence.team_id], outcome.consequences
        )
        for offence, outcome in zip(snapshot.offences, outcomes, strict=True)
        if team_id in (None, offence.team_id) and player_id in (None, offence.player_id)
    )
    return History(snapshot.competition, entries)


async def name_standing(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The offences that count, newest first, to choose from. Raises NotFound or NotAllowed."""
    entries = (await show_history(tx, asker, chosen)).entries
    standing = [entry for entry in reversed(entries) if entry.offence.lifted_at is None]
    return [(texts.standing_choice(entry), f"#{entry.offence.id}") for entry in standing]
