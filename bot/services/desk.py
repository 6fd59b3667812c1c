"""The desk: from the staff channel to a player's round in a few taps; nothing here changes anything.

Everything a tap carries is looked up again: the event in this competition, the team and the player in it.
"""

from collections.abc import Iterable
from typing import Any

from bot.db.engine import Transaction
from bot.db.snapshot import Player, SheetKey, Snapshot, Team
from bot.services.access import Asker, read_competition, require_staff
from bot.services.ejections import Ejections, ejections_of
from bot.services.facilitators import events_of, may_score, require_may_score
from bot.services.lookup import find_player, find_team
from bot.services.progress import list_missing
from bot.services.results import COURSE_KEY, find_holdem_missing, read_round, takes_part
from bot.services.rounds import open_event, require_rounds, require_running
from bot.ui.facts.desk import NO_EVENT, PlayerRounds, PlayersLeft, Purpose, RoundForm, TeamChoice, TeamView
from bot.ui.texts import desk as texts
from bot.ui.texts import scores as score_texts
from core.competition import Kind
from core.errors import NotFound, RuleError
from core.names import search_key
from core.scoring.event import Event, RoundsEvent, get_event, has_rounds
from core.scoring.games import Round


async def show_desk(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition whose desk it is, for staff. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    return snapshot


async def choose_team(
    tx: Transaction, asker: Asker, chosen: str | None, purpose: str, event_key: str | None = None, page: str = "0"
) -> TeamChoice | PlayersLeft:
    """The teams to choose from, in hold'em who is still in; with no event named, the one that the asker scored last.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await show_desk(tx, asker, chosen)
    known = _read_purpose(purpose)
    event = _choose_event(snapshot, asker, known, event_key)
    shown_page = int(page) if page in map(str, range(100)) else 0
    if known == "score" and event is not None and event.entry is None:
        return PlayersLeft(snapshot, event, tuple(_list_events(snapshot, asker)), _list_left(snapshot), shown_page)
    teams = sorted(_list_teams(snapshot, event), key=lambda team: (search_key(team.name), team.id))
    missing = _count_missing(snapshot, event)
    keys = snapshot.competition.settings.events
    events = tuple(_list_events(snapshot, asker)) if known == "score" else tuple(get_event(key) for key in keys)
    choice = tuple((team, missing.get(team.id, 0)) for team in teams)
    return TeamChoice(snapshot, known, event, events, choice, shown_page)


async def view_team(
    tx: Transaction, asker: Asker, chosen: str | None, purpose: str, event_key: str, named_team: str
) -> TeamView:
    """The players of a team, those who lack a round first. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await show_desk(tx, asker, chosen)
    known = _read_purpose(purpose)
    event = _choose_event(snapshot, asker, known, event_key)
    if known == "score" and event is not None:
        require_rounds(event)
    team = find_team(snapshot, named_team)
    if event is not None:
        require_takes_part_as_team(snapshot, event, team)
    return describe_team(snapshot, known, event, team)


def require_takes_part_as_team(snapshot: Snapshot, event: Event[Any], team: Team) -> None:
    """Raise RuleError for a team that holds no place, or is out of this event."""
    if team not in _list_teams(snapshot, event):
        raise RuleError(texts.team_takes_no_part(team.name, event))


def describe_team(snapshot: Snapshot, purpose: Purpose, event: Event[Any] | None, team: Team) -> TeamView:
    """The players of a team with their rounds of an event, those who lack one first."""
    ejections = ejections_of(snapshot)
    players = [_describe(snapshot, ejections, event, player) for player in snapshot.roster(team.id)]
    players.sort(key=lambda one: (one.is_out, one.next_round or 99))
    return TeamView(snapshot, purpose, event, team, tuple(players))


async def open_round(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, entrant: str, number: str
) -> RoundForm:
    """The form for one round of a player or a team's card. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await show_desk(tx, asker, chosen)
    event = open_for_scores(snapshot, asker, event_key)
    if number not in map(str, range(1, event.rounds + 1)):
        raise RuleError(texts.NO_SUCH_ROUND)
    found: Team | Player = find_team(snapshot, entrant) if event.scored == "team" else find_player(snapshot, entrant)
    player_id, team_id = (found.id, None) if isinstance(found, Player) else (None, found.id)
    sheet = snapshot.sheets.get(SheetKey(event.key, team_id, player_id, int(number)))
    standing = None if sheet is None or sheet.value is None else read_round(event, sheet.value)
    return RoundForm(snapshot, event, found.id, found.name, int(number), standing)


def open_for_scores(snapshot: Snapshot, asker: Asker, event_key: str) -> RoundsEvent[Any]:
    """An event that takes rounds now, from this asker. Raises NotFound, NotAllowed or RuleError."""
    return require_rounds(_open_event(snapshot, asker, event_key))


def _open_event(snapshot: Snapshot, asker: Asker, event_key: str) -> Event[Any]:
    """An event that takes rounds, or who went out, now and from this asker."""
    require_staff(asker, snapshot.competition)
    require_running(snapshot)
    event = open_event(snapshot, event_key)
    require_may_score(asker, snapshot, event_key)
    return event


def _read_purpose(purpose: str) -> Purpose:
    match purpose:
        case "score" | "warn" | "eject":
            return purpose
        case _:
            raise NotFound(texts.UNKNOWN_BUTTON)


def _choose_event(snapshot: Snapshot, asker: Asker, purpose: Purpose, event_key: str | None) -> Event[Any] | None:
    if purpose == "score":
        require_running(snapshot)
        if event_key is not None:
            return _open_event(snapshot, asker, event_key)
        return _remember_event(snapshot, asker)
    if event_key is None or event_key == NO_EVENT:
        return None
    if event_key not in snapshot.competition.settings.events:
        raise NotFound(texts.UNKNOWN_BUTTON)
    return get_event(event_key)


def _remember_event(snapshot: Snapshot, asker: Asker) -> Event[Any]:
    """The event that the asker entered something in last, else the first one of theirs that lacks rounds."""
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(score_texts.NOT_GAMES)
    events = list(_list_events(snapshot, asker))
    if not events:
        raise RuleError(texts.NOTHING_TO_SCORE)
    own = [
        sheet for sheet in snapshot.sheets.values() if sheet.submitted_by == asker.user_id and sheet.key != COURSE_KEY
    ]
    last = max(own, key=lambda sheet: sheet.id).key.event if own else None
    lacking = (event for event in events if next(list_missing(snapshot, event), None) is not None)
    return next((event for event in events if event.key == last), None) or next(lacking, events[0])


def _list_events(snapshot: Snapshot, asker: Asker) -> Iterable[Event[Any]]:
    """The events that something is entered in now, those to which the asker is bound first."""
    open_keys = [
        key
        for key in snapshot.competition.settings.events
        if key not in snapshot.cancelled and key not in snapshot.closed and may_score(asker, snapshot, key)
    ]
    own = events_of(snapshot, asker.user_id)
    open_keys.sort(key=lambda key: key not in own)
    return map(get_event, open_keys)


def _list_left(snapshot: Snapshot) -> tuple[Player, ...]:
    """Who is still in hold'em, by team and name."""
    players = (snapshot.players[id_] for id_ in find_holdem_missing(snapshot, ejections_of(snapshot)))
    return tuple(
        sorted(players, key=lambda one: (search_key(snapshot.teams[one.team_id].name), search_key(one.name), one.id))
    )


def _list_teams(snapshot: Snapshot, event: Event[Any] | None) -> list[Team]:
    ejections = ejections_of(snapshot)
    return [
        team for team in snapshot.taking_part() if event is None or takes_part(ejections.teams.get(team.id), event.key)
    ]


def _count_missing(snapshot: Snapshot, event: Event[Any] | None) -> dict[int, int]:
    counts: dict[int, int] = {}
    for entrant, _ in list_missing(snapshot, event) if event is not None else ():
        team_id = entrant if event is not None and event.scored == "team" else snapshot.players[entrant].team_id
        counts[team_id] = counts.get(team_id, 0) + 1
    return counts


def _describe(snapshot: Snapshot, ejections: Ejections, event: Event[Any] | None, player: Player) -> PlayerRounds:
    gone = ejections.players.get(player.id)
    is_out = gone is not None if event is None else not takes_part(gone, event.key)
    if event is None or not has_rounds(event):
        return PlayerRounds(player, (), is_out)
    rounds = tuple(find_round(snapshot, event, player.id, number) for number in range(1, event.rounds + 1))
    return PlayerRounds(player, rounds, is_out)


def find_round(snapshot: Snapshot, event: RoundsEvent[Any], player_id: int, number: int) -> Round | None:
    """A player's round, if it is in."""
    sheet = snapshot.sheets.get(SheetKey(event.key, None, player_id, number))
    return None if sheet is None or sheet.value is None else read_round(event, sheet.value)
