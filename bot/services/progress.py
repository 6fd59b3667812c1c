"""How far the events are: what is missing and from whom, who is still in, and how a blank is shown until an event ends.

A blank is not a zero while an event runs: the rules rank whoever has nothing yet as if it were one, and the lists show
no rank for them. Once the event is closed a blank counts as the rules say (rulings 5, 13, 35).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.db.snapshot import Snapshot
from bot.services.ejections import ejections_of
from bot.services.results import WHOLE_EVENT, find_holdem_missing, name_everybody, read_holdem, takes_part
from bot.ui.facts.progress import Blanks, EventProgress, Missing, Stage
from core.competition import State
from core.scoring.event import Event, get_event


def progress_of(snapshot: Snapshot) -> tuple[EventProgress, ...]:
    """Every event of a competition, in playing order."""
    if "progress" not in snapshot.computed:
        snapshot.computed["progress"] = tuple(
            find_progress(snapshot, get_event(key)) for key in snapshot.competition.settings.events
        )
    return snapshot.computed["progress"]


def find_progress(snapshot: Snapshot, event: Event[Any]) -> EventProgress:
    """How far one event is."""
    names = name_everybody(snapshot)
    if event.entry is None:
        state = read_holdem(snapshot)
        left = [names.players[id_] for id_ in find_holdem_missing(snapshot, ejections_of(snapshot))]
        has_begun = bool(state.out or state.late)
        missing = tuple(Missing(name, None, ()) for name in left)
    else:
        has_begun = any(
            key.event == event.key and key.round != WHOLE_EVENT and sheet.value is not None
            for key, sheet in snapshot.sheets.items()
        )
        missing = tuple(_group_missing(snapshot, event))
    return EventProgress(event, _find_stage(snapshot, event.key, has_begun=has_begun, missing=missing), missing)


def list_missing(snapshot: Snapshot, event: Event[Any]) -> Iterator[tuple[int, int]]:
    """The rounds that are still to come in: the id of the player, or of the team that keeps a card, and the round."""
    ejections = ejections_of(snapshot)
    entered = {
        (key.player_id or key.team_id, key.round)
        for key, sheet in snapshot.sheets.items()
        if key.event == event.key and (sheet.value is not None or sheet.is_forfeit)
    }
    for team in snapshot.taking_part():
        if not takes_part(ejections.teams.get(team.id), event.key):
            continue
        players = [p.id for p in snapshot.roster(team.id) if takes_part(ejections.players.get(p.id), event.key)]
        for entrant in [team.id] if event.scored == "team" else players:
            yield from ((entrant, n) for n in range(1, event.rounds + 1) if (entrant, n) not in entered)


def list_forfeited(snapshot: Snapshot, event: str) -> tuple[str, ...]:
    """The teams that forfeited their card of an event, being late (G8)."""
    return tuple(team.name for team in snapshot.taking_part() if snapshot.has_forfeited(team.id, event))


def blanks_of(snapshot: Snapshot) -> Blanks:
    """By event that has begun and is not closed: the teams and players of whom nothing is in, by their names."""
    if "blanks" not in snapshot.computed:
        snapshot.computed["blanks"] = _find_blanks(snapshot)
    return snapshot.computed["blanks"]


def _find_blanks(snapshot: Snapshot) -> Blanks:
    if snapshot.competition.state is not State.RUNNING:
        return Blanks({}, {})
    names = name_everybody(snapshot)
    teams: dict[str, frozenset[str]] = {}
    players: dict[str, frozenset[str]] = {}
    for progress in progress_of(snapshot):
        if progress.stage is not Stage.UNDER_WAY or progress.event.entry is None:
            continue
        entered = [
            key
            for key, sheet in snapshot.sheets.items()
            if key.event == progress.event.key and (sheet.value is not None or sheet.is_forfeit)
        ]
        scored = {key.player_id for key in entered}
        scored_teams = {key.team_id or _team_of(snapshot, key.player_id) for key in entered}
        teams[progress.event.key] = frozenset(name for id_, name in names.teams.items() if id_ not in scored_teams)
        players[progress.event.key] = frozenset(name for id_, name in names.players.items() if id_ not in scored)
    return Blanks(teams, players)


def _group_missing(snapshot: Snapshot, event: Event[Any]) -> Iterator[Missing]:
    names = name_everybody(snapshot)
    known: Mapping[int, str] = names.teams if event.scored == "team" else names.players
    rounds: dict[int, list[int]] = {}
    for entrant, number in list_missing(snapshot, event):
        rounds.setdefault(entrant, []).append(number)
    for entrant, numbers in rounds.items():
        team_id = None if event.scored == "team" else _team_of(snapshot, entrant)
        yield Missing(known[entrant], None if team_id is None else names.teams[team_id], tuple(numbers))


def _find_stage(snapshot: Snapshot, event: str, *, has_begun: bool, missing: tuple[Missing, ...]) -> Stage:
    if event in snapshot.cancelled:
        return Stage.CANCELLED
    if event in snapshot.closed:
        return Stage.CLOSED
    if not has_begun:
        return Stage.TO_COME
    return Stage.UNDER_WAY if missing else Stage.COMPLETE


def _team_of(snapshot: Snapshot, player_id: int | None) -> int | None:
    player = snapshot.players.get(player_id or 0)
    return player.team_id if player else None
