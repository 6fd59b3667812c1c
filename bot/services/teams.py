"""Reading about teams: everybody reads names; a captain sees what their own team still needs."""

from dataclasses import replace

from bot.db.eligibility import load_excused_players
from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot, Team
from bot.db.teams import load_open_invitations
from bot.services.access import Asker, is_staff, read_competition
from bot.services.ejections import ejections_of
from bot.services.eligibility import find_too_young
from bot.services.joining import is_too_late
from bot.services.lookup import find_own_team, find_team
from bot.services.roster import has_played
from bot.ui.facts.teams import TeamsPage, TeamView
from bot.ui.texts import lookup as lookup_texts
from bot.ui.texts import teams as texts
from core.errors import NotAllowed, NotFound

TEAMS_PER_PAGE = 10


async def show_team(tx: Transaction, asker: Asker, chosen: str | None, named: str | None) -> TeamView:
    """A team as everybody sees it: the named one, else the asker's own. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    team = find_team(snapshot, named) if named is not None else _get_own(snapshot, asker, lookup_texts.NO_TEAM_TO_SHOW)
    view = _view(tx, snapshot, team)
    if not is_staff(asker, snapshot.competition):
        return view
    excused = await load_excused_players(tx, snapshot.competition.id)
    return replace(view, too_young=await _list_too_young(tx, snapshot, team), exceptions=excused)


async def show_own_team(tx: Transaction, asker: Asker, chosen: str | None) -> TeamView:
    """The team that the asker leads, and what it needs, such as another player's age. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    team = _get_own(snapshot, asker, lookup_texts.NO_OWN_TEAM)
    if asker.user_id not in (team.captain_id, *team.co_captain_ids):
        raise NotAllowed(texts.not_led(team.name))
    return await view_for_captain(tx, snapshot, team)


async def view_for_captain(tx: Transaction, snapshot: Snapshot, team: Team) -> TeamView:
    """A team with what its captain has to see to."""
    invited = await load_open_invitations(tx, snapshot.competition.id, team_id=team.id)
    return replace(_view(tx, snapshot, team), too_young=await _list_too_young(tx, snapshot, team), invited=invited)


async def list_teams(tx: Transaction, asker: Asker, chosen: str | None, page: int) -> TeamsPage:
    """One page of the teams; a page that does not exist becomes the nearest one. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    teams = tuple(snapshot.teams.values())
    pages = max(1, -(-len(teams) // TEAMS_PER_PAGE))
    page = min(max(page, 1), pages)
    some = teams[(page - 1) * TEAMS_PER_PAGE : page * TEAMS_PER_PAGE]
    return TeamsPage(snapshot, some, _list_ejected_teams(snapshot), page, pages)


def _view(tx: Transaction, snapshot: Snapshot, team: Team) -> TeamView:
    ejected = frozenset(ejections_of(snapshot).players)
    is_locked = tx.now >= snapshot.competition.settings.roster_lock_at
    is_ejected = team.id in _list_ejected_teams(snapshot)
    return TeamView(
        snapshot,
        team,
        is_ejected,
        ejected,
        is_locked,
        has_played=has_played(snapshot, team),
        is_too_late=is_too_late(tx, snapshot, team),
    )


def _list_ejected_teams(snapshot: Snapshot) -> frozenset[int]:
    """Those that a director has put out; a team that withdrew is none of them."""
    teams = ejections_of(snapshot).teams
    return frozenset(team_id for team_id, ejection in teams.items() if ejection.ejected_at is not None)


async def _list_too_young(tx: Transaction, snapshot: Snapshot, team: Team) -> tuple[Player, ...]:
    return tuple(player for player in await find_too_young(tx, snapshot) if player.team_id == team.id)


def _get_own(snapshot: Snapshot, asker: Asker, none: str) -> Team:
    team = find_own_team(snapshot, asker.user_id)
    if team is None:
        raise NotFound(none)
    return team
