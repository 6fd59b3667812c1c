"""A competition as the rules see it: its snapshot as `Games`, and the way back from names to ids.

The rules know players by names that are unique in the whole competition: namesakes become `Name (Team)` (ruling 114).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.db.snapshot import SheetKey, Snapshot
from bot.services.ejections import Ejection as Gone
from bot.services.ejections import Ejections, ejections_of
from core.holdem.order import HoldemState, read_order
from core.names import tidy_name
from core.scoring.event import Event, RoundsEvent, get_event, has_rounds
from core.scoring.events.holdem import Elimination, Knockout
from core.scoring.games import Ejection, Games, Round, Team

WHOLE_EVENT = 0
"""The round of a sheet that is about an event as a whole, such as hold'em's order of elimination."""
COURSE_KEY = SheetKey("golf", None, None, WHOLE_EVENT)
"""The sheet of the course, with the handicap of each hole."""
NOT_TAKEN = Round(0, 0)


@dataclass(frozen=True, slots=True)
class Names:
    """The names by which the rules know teams and players, by id."""

    teams: Mapping[int, str]
    players: Mapping[int, str]


def name_everybody(snapshot: Snapshot) -> Names:
    """Unique names for all teams that hold a place, and their players."""
    if "names" not in snapshot.of_rosters:
        snapshot.of_rosters["names"] = _name_everybody(snapshot)
    return snapshot.of_rosters["names"]


def _name_everybody(snapshot: Snapshot) -> Names:
    teams = {team.id: team.name for team in snapshot.taking_part()}
    members = [player for team_id in teams for player in snapshot.roster(team_id)]
    count = Counter(tidy_name(player.name) for player in members)
    players: dict[int, str] = {}
    taken: set[str] = set()
    for player in members:
        alone = tidy_name(player.name)
        name = alone if count[alone] == 1 else f"{alone} ({teams[player.team_id]})"
        while name in taken:
            name = f"{name} [{player.id}]"
        taken.add(name)
        players[player.id] = name
    return Names(teams, players)


def build_games(snapshot: Snapshot, only: str | None = None) -> Games:
    """The competition as the rules see it; with `only`, the results of just that event."""
    wanted = snapshot.competition.settings.events if only is None else (only,)
    read = {event: read_results(snapshot, get_event(event)) for event in wanted}
    return replace(
        build_unplayed(snapshot), results={event: found for event, found in read.items() if found is not None}
    )


def build_unplayed(snapshot: Snapshot) -> Games:
    """The competition as the rules see it, as if nothing had been played; kept while only results change."""
    settings, ejections = snapshot.competition.settings, ejections_of(snapshot)
    shaped_by = (settings, ejections, snapshot.cancelled, read_stroke_index(snapshot))
    kept: tuple[object, Games] | None = snapshot.of_rosters.get("unplayed")
    if kept is None or kept[0] != shaped_by:
        kept = snapshot.of_rosters["unplayed"] = (shaped_by, _build_unplayed(snapshot, ejections))
    return kept[1]


def _build_unplayed(snapshot: Snapshot, ejections: Ejections) -> Games:
    names, settings = name_everybody(snapshot), snapshot.competition.settings
    return Games(
        teams=tuple(
            Team(name, tuple(names.players[player.id] for player in snapshot.roster(id_)))
            for id_, name in names.teams.items()
        ),
        events=settings.events,
        competition=settings.name,
        date=settings.first_day,
        timezone=settings.time_zone,
        stroke_index=read_stroke_index(snapshot),
        ejections=_name_ejections(names.players, ejections.players),
        team_ejections=_name_ejections(names.teams, ejections.teams),
        cancelled=tuple(event for event in settings.events if event in snapshot.cancelled),
    )


def read_holdem(snapshot: Snapshot) -> HoldemState:
    """The order of elimination so far."""
    sheet = snapshot.sheets.get(SheetKey("holdem", None, None, WHOLE_EVENT))
    return read_order(sheet.value if sheet else None)


def read_stroke_index(snapshot: Snapshot) -> tuple[int, ...] | None:
    """The handicaps of the course, hole by hole, if the organiser has entered them (ruling 58)."""
    sheet = snapshot.sheets.get(COURSE_KEY)
    return None if sheet is None or sheet.value is None else tuple(sheet.value["stroke_index"])


def read_round(event: RoundsEvent[Any], value: object) -> Round:
    """A round from the value of its sheet, which was checked when it was entered."""
    entered = event.entry.read(value)
    assert entered is not None, "the database holds a round that the rules refuse"
    return entered


def find_holdem_missing(snapshot: Snapshot, ejections: Ejections) -> tuple[int, ...]:
    """The players who are still in hold'em: neither out nor late; empty once it is over."""
    return () if is_holdem_over(snapshot) else _find_not_entered(snapshot, ejections)


def find_holdem_returned(snapshot: Snapshot) -> tuple[int, ...]:
    """The players whom a lifted ejection brought back when hold'em was over: they have the last rank (ruling 6)."""
    return _find_not_entered(snapshot, ejections_of(snapshot)) if is_holdem_over(snapshot) else ()


def is_holdem_over(snapshot: Snapshot) -> bool:
    """Whether the last one left has won, or the event is closed: its ranking stays, whoever comes back."""
    state = read_holdem(snapshot)
    return state.is_over or (bool(state.out) and "holdem" in snapshot.closed)


def _find_not_entered(snapshot: Snapshot, ejections: Ejections) -> tuple[int, ...]:
    if "holdem" not in snapshot.competition.settings.events:
        return ()
    state = read_holdem(snapshot)
    entered = {*state.out, *state.late}
    return tuple(
        player.id
        for team in snapshot.taking_part()
        if takes_part(ejections.teams.get(team.id), "holdem")
        for player in snapshot.roster(team.id)
        if player.id not in entered and takes_part(ejections.players.get(player.id), "holdem")
    )


def read_results(snapshot: Snapshot, event: Event[Any]) -> Any:
    """An event's results, or None while it counts as not played: without a sheet, or hold'em under way."""
    names = name_everybody(snapshot)
    if not has_rounds(event):
        state = read_holdem(snapshot)
        if not state.out or find_holdem_missing(snapshot, ejections_of(snapshot)):
            return None
        absent = (*state.late, *find_holdem_returned(snapshot))
        out, late = (tuple(names.players[id_] for id_ in ids) for ids in (state.out, absent))
        log = [
            Knockout(names.players[loser], (names.players[state.by[loser]],), None)
            for loser in state.out
            if state.by.get(loser) in state.out
        ]
        return Elimination(out, late, tuple(log))
    known: dict[int, Round] = snapshot.of_rosters.setdefault("rounds", {})
    cards: dict[str, dict[int, Round]] = {}
    for key, sheet in snapshot.sheets_of(event.key).items():
        if key.round == WHOLE_EVENT or sheet.value is None:
            continue
        name = names.players.get(key.player_id or 0) or names.teams.get(key.team_id or 0)
        if name is not None:
            if sheet.id not in known or not sheet.id:  # it never changes; what is only supposed has no id
                known[sheet.id] = read_round(event, sheet.value)
            cards.setdefault(name, {})[key.round] = known[sheet.id]
    filled = {
        name: tuple([rounds.get(n, NOT_TAKEN) for n in range(1, max(rounds) + 1)]) for name, rounds in cards.items()
    }
    return filled or None


def _name_ejections(names: Mapping[int, str], ejections: Mapping[int, Gone]) -> tuple[Ejection, ...]:
    return tuple(Ejection(names[id_], forfeits=gone.forfeits) for id_, gone in ejections.items() if id_ in names)


def takes_part(ejection: Gone | None, event: str) -> bool:
    """Whether somebody still takes part in an event after an ejection or withdrawal, if there was one."""
    return ejection is None or event not in ejection.forfeits
