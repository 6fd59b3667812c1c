"""What follows from a change of scores, before and after it counts: whose rank moves, in the event and overall."""

from bot.db.snapshot import Snapshot
from bot.services.standings import standings_of
from bot.ui.facts.corrections import Consequences
from core.scoring.moves import find_moves


def weigh_change(before: Snapshot, after: Snapshot, event_key: str) -> Consequences:
    """Compare the standings of two states of one competition."""
    old, new = standings_of(before), standings_of(after)
    old_event, new_event = old.events.get(event_key), new.events.get(event_key)
    return Consequences(
        event_teams=find_moves(old_event and old_event.teams, new_event and new_event.teams),
        event_players=find_moves(old_event and old_event.players, new_event and new_event.players),
        teams=find_moves(old.teams.ranking, new.teams.ranking),
        players=find_moves(old.players.ranking, new.players.ranking),
    )
