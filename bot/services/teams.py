"""Reading about teams: everybody reads names; a captain sees what their own team still needs."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team
from bot.services.access import Asker, read_competition
from bot.services.lookup import find_own_team, find_team
from bot.ui.facts.teams import TeamsPage, TeamView
from bot.ui.texts import lookup as lookup_texts
from core.errors import NotFound

TEAMS_PER_PAGE = 10


async def show_team(tx: Transaction, asker: Asker, chosen: str | None, named: str | None) -> TeamView:
    """A team as everybody sees it: the named one, else the asker's own. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    return TeamView(snapshot, find_team(snapshot, named) if named is not None else _get_own(snapshot, asker))


async def show_own_team(tx: Transaction, asker: Asker, chosen: str | None) -> TeamView:
    """The asker's own team. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    return TeamView(snapshot, _get_own(snapshot, asker))


async def list_teams(tx: Transaction, asker: Asker, chosen: str | None, page: int) -> TeamsPage:
    """One page of the teams; a page that does not exist becomes the nearest one. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    teams = tuple(snapshot.teams.values())
    pages = max(1, -(-len(teams) // TEAMS_PER_PAGE))
    page = min(max(page, 1), pages)
    return TeamsPage(snapshot, teams[(page - 1) * TEAMS_PER_PAGE : page * TEAMS_PER_PAGE], page, pages)


def _get_own(snapshot: Snapshot, asker: Asker) -> Team:
    team = find_own_team(snapshot, asker.user_id)
    if team is None:
        raise NotFound(lookup_texts.NO_OWN_TEAM)
    return team
