"""What somebody can do now: how they stand in the competition that they ask about, or in each that goes on."""

from bot.db.competitions import list_competitions
from bot.db.engine import Transaction
from bot.db.snapshot import Competition, Snapshot
from bot.services.access import ENDED, Asker, is_director, is_staff, read_competition
from bot.services.checkin import is_check_in_open
from bot.services.ejections import ejections_of
from bot.services.lookup import find_led_team, find_linked_player
from bot.services.roster import CHANGEABLE, has_played
from bot.services.teams import view_for_captain
from bot.ui.facts.help import Help, Standing
from core.competition import is_registration_open
from core.errors import NotFound

MOST_IN_SHORT = 5


async def show_help(tx: Transaction, asker: Asker, chosen: str | None) -> Help:
    """What the asker can do: in the chosen competition, else in the one whose channel this is, else in each.

    Raises NotFound for a competition that is not here.
    """
    competitions = await list_competitions(tx, asker.guild_id)
    meant = await _find_meant(tx, asker, chosen, competitions)
    if meant is not None:
        return Help((await _stand(tx, asker, meant),), asker.has_manage_guild)
    going_on = [c for c in competitions if c.state not in ENDED] or competitions[-1:]
    snapshots = [await read_competition(tx, asker, str(c.id)) for c in going_on[:MOST_IN_SHORT]]
    standings = [await _stand(tx, asker, snapshot) for snapshot in snapshots]
    return Help(tuple(standings), asker.has_manage_guild, len(going_on) - len(standings))


async def _find_meant(
    tx: Transaction, asker: Asker, chosen: str | None, competitions: list[Competition]
) -> Snapshot | None:
    if chosen is None and not competitions:
        return None
    try:
        return await read_competition(tx, asker, chosen)
    except NotFound:
        if chosen is not None:
            raise
        return None


async def _stand(tx: Transaction, asker: Asker, snapshot: Snapshot) -> Standing:
    competition, settings = snapshot.competition, snapshot.competition.settings
    led, player = find_led_team(snapshot, asker.user_id), find_linked_player(snapshot, asker.user_id)
    team = led or (snapshot.teams[player.team_id] if player is not None else None)
    out = ejections_of(snapshot).teams
    is_free = team is not None and team.id not in out and not has_played(snapshot, team)
    return Standing(
        competition=competition,
        is_registration_open=is_registration_open(settings, competition.state, tx.now),
        is_roster_open=is_free and competition.state in CHANGEABLE and tx.now < settings.roster_lock_at,
        is_check_in_open=is_check_in_open(tx, competition),
        is_drawn=bool(snapshot.seeds),
        has_results=bool(snapshot.results),
        is_director=is_director(asker, competition),
        is_staff=is_staff(asker, competition),
        is_captain=led is not None and led.captain_id == asker.user_id,
        has_offence=led is not None and any(o.team_id == led.id and o.lifted_at is None for o in snapshot.offences),
        led=await view_for_captain(tx, snapshot, led) if led is not None else None,
        plays_for=snapshot.teams[player.team_id] if player is not None else None,
        player=player,
    )
