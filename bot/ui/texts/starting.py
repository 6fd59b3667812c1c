"""Starting a competition: what follows, asked back."""

from collections.abc import Iterator

from bot.db.snapshot import Snapshot, TeamStatus
from bot.ui.names import for_prose
from bot.ui.texts.competition import stepped
from bot.ui.texts.fees import unpaid_teams
from bot.ui.texts.opening import name_teams
from bot.ui.times import show_moment
from core.competition import Kind

CONFIRM = "Start it"
started = stepped


def start_lines(snapshot: Snapshot) -> Iterator[str]:
    """What would follow from the start, line by line."""
    competition, settings = snapshot.competition, snapshot.competition.settings
    is_games = settings.kind is Kind.GETAWAY
    yield f"If you start **{for_prose(competition.name)}**, whose first day is **{settings.first_day.isoformat()}**:"
    yield f"- {'Scores' if is_games else 'Match results'} are taken from now on."
    if not is_games and not snapshot.seeds:
        yield "- The bracket is drawn by chance and announced; `/match draw` would draw it with a seed of yours."
    lock, first = show_moment(settings.roster_lock_at), "score" if is_games else "match"
    yield f"- Rosters lock {lock}, which the start does not change; a team's also with its first {first}."
    if waiting := len(snapshot.waiting()):
        teams = "1 team that waits gets" if waiting == 1 else f"{waiting} teams that wait get"
        yield f"- No place is given any more: {teams} none, also where one is offered."
    else:
        yield "- Whoever withdraws from now on has taken part."
    if forming := [team for team in snapshot.teams.values() if team.status is TeamStatus.FORMING]:
        yield f"⚠️ Not complete, so without a part in it: {name_teams(forming)}."
    if unpaid := [team for team in snapshot.teams.values() if team.status is TeamStatus.PENDING]:
        yield unpaid_teams(unpaid)
    yield "**The start cannot be taken back.**"
