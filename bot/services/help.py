"""What somebody can do now: how they stand in the competition that they ask about, or in each that goes on."""

from collections.abc import Sequence

from bot.db.appeals import load_appeals
from bot.db.competitions import list_competitions
from bot.db.engine import Transaction
from bot.db.snapshot import Competition, Snapshot, Team, TeamStatus
from bot.db.teams import load_open_invitations
from bot.services.access import ENDED, Asker, is_director, is_staff, read_competition
from bot.services.bracket import build_from
from bot.services.captain_notices import list_registered
from bot.services.checkin import is_check_in_open
from bot.services.conduct import list_due
from bot.services.ejections import ejections_of
from bot.services.facilitators import is_event_manager
from bot.services.joining import is_too_late
from bot.services.lookup import find_led_team, find_linked_player
from bot.services.progress import progress_of
from bot.services.receipts import list_unread
from bot.services.roster import CHANGEABLE, has_played
from bot.services.teams import view_for_captain
from bot.ui.facts.help import Help, Standing
from bot.ui.facts.progress import EventProgress, Stage
from core.competition import Kind, State, is_registration_open
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
    plays_for = snapshot.teams[player.team_id] if player is not None else None
    directs = is_director(asker, competition)
    appeals = await load_appeals(tx.connection, competition.id) if directs else {}
    events = progress_of(snapshot) if competition.state is State.RUNNING else ()
    return Standing(
        competition=competition,
        is_registration_open=is_registration_open(settings, competition.state, tx.now),
        is_locked=tx.now >= settings.roster_lock_at,
        is_roster_open=_is_open(tx, snapshot, led),
        may_leave=_is_open(tx, snapshot, plays_for),
        is_check_in_open=is_check_in_open(tx, competition),
        is_drawn=bool(snapshot.seeds),
        has_results=bool(snapshot.results),
        is_director=directs,
        is_staff=is_staff(asker, competition),
        is_captain=led is not None and led.captain_id == asker.user_id,
        has_offence=led is not None and any(o.team_id == led.id and o.lifted_at is None for o in snapshot.offences),
        led=await view_for_captain(tx, snapshot, led) if led is not None else None,
        plays_for=plays_for,
        invited_to=await _list_inviting(tx, asker, snapshot) if plays_for is None else (),
        player=player,
        is_event_manager=any(is_event_manager(asker, snapshot, event) for event in settings.events),
        has_open_appeal=any(appeal.is_granted is None for appeal in appeals.values()),
        has_ejection_due=directs and bool(list_due(snapshot)),
        has_complete_event=any(
            progress.stage is Stage.COMPLETE and is_event_manager(asker, snapshot, progress.event.key)
            for progress in events
        ),
        is_played_out=_is_played_out(snapshot, events),
        unread=list_unread(snapshot, led) if led is not None and _is_asked_to_read(snapshot, asker, led) else (),
    )


async def _list_inviting(tx: Transaction, asker: Asker, snapshot: Snapshot) -> tuple[Team, ...]:
    """The teams that they are invited to, and can still join."""
    waiting = await load_open_invitations(tx, snapshot.competition.id, user_id=asker.user_id)
    teams = (snapshot.teams.get(one.team_id) for one in waiting)
    return tuple(team for team in teams if team is not None and _is_open(tx, snapshot, team))


def _is_asked_to_read(snapshot: Snapshot, asker: Asker, led: Team) -> bool:
    """Whether their word counts that they have read the rules: that of the captain of a team with a place."""
    return led.captain_id == asker.user_id and led in list_registered(snapshot)


def _is_played_out(snapshot: Snapshot, events: Sequence[EventProgress]) -> bool:
    """Whether nothing is left to be played or closed."""
    if snapshot.competition.settings.kind is Kind.DODGEBALL:
        return bool(snapshot.seeds) and build_from(snapshot).champion is not None
    return bool(events) and all(progress.stage in (Stage.CLOSED, Stage.CANCELLED) for progress in events)


def _is_open(tx: Transaction, snapshot: Snapshot, team: Team | None) -> bool:
    """Whether the roster of a team can be changed without a director."""
    competition = snapshot.competition
    if team is None or team.status is TeamStatus.WITHDRAWN or competition.state not in CHANGEABLE:
        return False
    if is_too_late(tx, snapshot, team):
        return False
    is_free = team.id not in ejections_of(snapshot).teams and not has_played(snapshot, team)
    return is_free and tx.now < competition.settings.roster_lock_at
