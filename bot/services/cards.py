"""Cards that two keepers write for each team (G36-G39, G119; rulings 54, 59, 60): what they agree on becomes sheets."""

from bot.db.snapshot import SheetKey, Snapshot, Team
from bot.services.ejections import ejections_of
from bot.services.results import takes_part


def list_disputed(snapshot: Snapshot, event_key: str) -> tuple[Team, ...]:
    """The teams whose cards differ in a round that does not count yet, in the order of their registration."""
    disputed = {
        _team_id_of(snapshot, key)
        for key in snapshot.disputed
        if key.event == event_key and event_key not in snapshot.cancelled and _is_awaited(snapshot, key)
    }
    return tuple(team for team in snapshot.teams.values() if team.id in disputed)


def _is_awaited(snapshot: Snapshot, key: SheetKey) -> bool:
    """Whether a round can still come in: it does not count yet, and its player and team are not out."""
    sheet = snapshot.sheets.get(key)
    if sheet is not None and sheet.value is not None:
        return False
    ejections = ejections_of(snapshot)
    is_player_in = key.player_id is None or takes_part(ejections.players.get(key.player_id), key.event)
    return is_player_in and takes_part(ejections.teams.get(_team_id_of(snapshot, key)), key.event)


def _team_id_of(snapshot: Snapshot, key: SheetKey) -> int:
    return key.team_id or snapshot.players[key.player_id or 0].team_id
