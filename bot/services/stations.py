"""A player begins a timed round: at the derby a teammate pitches, and the next team up shags (G56, G58).

What is opened is noted with its pitcher; a pitcher from outside the team, or the hitter, is refused.
"""

from typing import Any

from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot, Team
from bot.db.stations import Station, insert_station
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change
from bot.services.desk import find_round, open_for_scores
from bot.services.ejections import ejections_of
from bot.services.lookup import find_player
from bot.services.progress import list_missing
from bot.services.results import takes_part
from bot.ui.facts.desk import StationView
from bot.ui.message import Message
from bot.ui.names import for_prose
from bot.ui.texts import desk as desk_texts
from bot.ui.texts import stations as texts
from core.errors import RuleError
from core.scoring.event import Event, RoundsEvent, get_events
from core.station import find_shagging_team, list_pitchers, require_pitcher


async def open_station(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, named: str, number: str
) -> StationView:
    """Who is up, who may pitch, and who shags; nothing is noted yet. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    event = open_timed_event(snapshot, asker, event_key)
    return _view(snapshot, event, *find_round_to_take(snapshot, event, named, number))


async def name_pitcher(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, named: str, number: str, pitcher: str
) -> StationView:
    """Note who pitches in a player's round, and tell the team that shags. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    event = open_timed_event(snapshot, asker, event_key)
    player, at = find_round_to_take(snapshot, event, named, number)
    view = _view(snapshot, event, player, at, pitcher=find_player(snapshot, pitcher))
    if view.pitcher is None:
        raise RuleError(texts.not_pitched(event))
    competition, shagging = snapshot.competition, view.shagging
    opened = Station(event_key, player.id, at, view.pitcher.id, shagging.id if shagging else None)
    station_id = await insert_station(tx, competition.id, opened, asker.user_id)
    await record_change(tx, asker, competition, "station open", station=station_id, player=player.id, event=event_key)
    if shagging is not None:
        await _tell(tx, view, shagging)
    return view


def open_timed_event(snapshot: Snapshot, asker: Asker, event_key: str) -> RoundsEvent[Any]:
    """An event whose rounds last a time, that takes them now. Raises NotFound, NotAllowed or RuleError."""
    event = open_for_scores(snapshot, asker, event_key)
    if event.round_seconds is None:
        timed = [one for one in get_events().values() if one.round_seconds is not None]
        raise RuleError(texts.not_timed(event, timed))
    return event


def find_round_to_take(snapshot: Snapshot, event: RoundsEvent[Any], named: str, number: str) -> tuple[Player, int]:
    """A player's round that is still to be taken. Raises NotFound or RuleError."""
    if number not in map(str, range(1, event.rounds + 1)):
        raise RuleError(desk_texts.NO_SUCH_ROUND)
    player = find_player(snapshot, named)
    if not _is_in(snapshot, event.key, player):
        raise RuleError(texts.out(player.name, event))
    if find_round(snapshot, event, player.id, int(number)) is not None:
        raise RuleError(texts.taken_already(player.name, event, int(number)))
    return player, int(number)


def _view(
    snapshot: Snapshot, event: RoundsEvent[Any], player: Player, number: int, pitcher: Player | None = None
) -> StationView:
    if not event.is_pitched:
        return StationView(snapshot, event, player, number, (), None)
    team = [member.id for member in snapshot.roster(player.team_id)]
    out = {member for member in team if not _is_in(snapshot, event.key, snapshot.players[member])}
    may = list_pitchers(player.id, team, out)
    if pitcher is not None or not may:
        names = {id_: for_prose(one.name) for id_, one in snapshot.players.items()}
        require_pitcher(player.id, pitcher.id if pitcher else player.id, team, out, names)
    pitchers = tuple(snapshot.players[id_] for id_ in may)
    shagging, is_next = _find_shagging(snapshot, event, player)
    return StationView(snapshot, event, player, number, pitchers, shagging, pitcher, is_next)


def _find_shagging(snapshot: Snapshot, event: Event[Any], player: Player) -> tuple[Team | None, bool]:
    """The team that shags, and whether it is up next."""
    ejections = ejections_of(snapshot)
    order = [t.id for t in snapshot.taking_part() if takes_part(ejections.teams.get(t.id), event.key)]
    if player.team_id not in order:
        order.append(player.team_id)
    unfinished = {snapshot.players[entrant].team_id for entrant, _ in list_missing(snapshot, event)}
    found = find_shagging_team(order, player.team_id, unfinished)
    return None if found is None else snapshot.teams[found], found in unfinished


def _is_in(snapshot: Snapshot, event_key: str, player: Player) -> bool:
    ejections = ejections_of(snapshot)
    return (
        snapshot.teams[player.team_id] in snapshot.taking_part()
        and takes_part(ejections.players.get(player.id), event_key)
        and takes_part(ejections.teams.get(player.team_id), event_key)
    )


async def _tell(tx: Transaction, view: StationView, shagging: Team) -> None:
    """Call the captains of the team that shags, once for each team that hits."""
    competition, hitting = view.snapshot.competition, view.snapshot.teams[view.player.team_id]
    mentioned = tuple(id_ for id_ in (shagging.captain_id, *shagging.co_captain_ids) if id_ is not None)
    text = texts.shag_now(hitting, shagging, view.event, mentioned, is_next=view.is_shagging_next)
    await enqueue_notice(
        tx,
        competition.id,
        f"shag:{view.event.key}:{hitting.id}:{shagging.id}",
        Message(text, user_mentions=mentioned),
        channel_id=competition.channels.captains,
    )
