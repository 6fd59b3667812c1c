"""Who takes no part any more, and in which events: what offences and withdrawals do to sheets, standings and brackets.

Everything is computed from the snapshot, so lifting an offence or taking a sheet back leaves no trace.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from bot.db.snapshot import Offence, SheetKey, Snapshot, TeamStatus
from bot.ui.texts import conduct as texts
from core import conduct
from core.conduct import ConductState, Consequence, judge
from core.errors import RuleError


@dataclass(frozen=True, slots=True)
class Ejection:
    """Somebody's end: `forfeits` are the events, in playing order, that were open and had nothing of theirs yet.

    `during` is the event in which the offence happened, and never among them: what was taken in it still counts.
    `ejected_at` is None for a team that withdrew.
    """

    ejected_at: datetime | None
    during: str | None
    forfeits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ejections:
    """Players by their own offences, and teams by a director's decision or by withdrawing; by id."""

    players: Mapping[int, Ejection]
    teams: Mapping[int, Ejection]


def conduct_history(snapshot: Snapshot) -> tuple[conduct.Offence, ...]:
    """The offences as the ladder climbs them, in the order in which they were recorded."""
    return tuple(
        conduct.Offence(
            id=offence.id,
            player=str(offence.player_id),
            team=str(offence.team_id),
            kind=offence.kind,
            is_lifted=offence.lifted_at is not None,
            decision=offence.decision,
        )
        for offence in snapshot.offences
    )


def ejections_of(snapshot: Snapshot) -> Ejections:
    """Who is ejected or has withdrawn, in the sense of the results file (rulings 19, 20, 21, 112, 116)."""
    if "ejections" not in snapshot.computed:
        snapshot.computed["ejections"] = _find_ejections(snapshot)
    return snapshot.computed["ejections"]


def _find_ejections(snapshot: Snapshot) -> Ejections:
    recorded = {offence.id: offence for offence in snapshot.offences}
    players: dict[int, Ejection] = {}
    teams = {
        team.id: Ejection(None, None, remaining_of_team(snapshot, team.id, team.withdrawn_at or team.registered_at))
        for team in snapshot.teams.values()
        if team.status is TeamStatus.WITHDRAWN
    }
    for outcome in _outcomes(judge(conduct_history(snapshot)), Consequence.EJECTION):
        offence = recorded[outcome.offence.id]
        forfeits = _without(offence.event, remaining_of_player(snapshot, offence.player_id, offence.recorded_at))
        players[offence.player_id] = Ejection(offence.recorded_at, offence.event, forfeits)
    for outcome in _outcomes(judge(conduct_history(snapshot)), Consequence.TEAM_EJECTION):
        offence = recorded[outcome.offence.id]
        ejected_at = _ejected_at(offence)
        forfeits = _without(offence.event, remaining_of_team(snapshot, offence.team_id, ejected_at))
        teams.setdefault(offence.team_id, Ejection(ejected_at, offence.event, forfeits))
    return Ejections(players, teams)


def remaining_of_player(snapshot: Snapshot, player_id: int, at: datetime) -> tuple[str, ...]:
    """The open events in which a player had no part yet; of a team's cards those count that came in until `at`."""
    team_id = snapshot.players[player_id].team_id
    played = {
        key.event
        for key, sheet in snapshot.sheets.items()
        if sheet.value is not None
        and (
            key.player_id == player_id
            or (key.player_id is None and key.team_id == team_id and sheet.submitted_at <= at)
            or (key.player_id is None and key.team_id is None and _names(sheet.value, (player_id,)))
        )
    }
    return tuple(event for event in _list_not_over(snapshot, at) if event not in played)


def remaining_of_team(snapshot: Snapshot, team_id: int, at: datetime) -> tuple[str, ...]:
    """The events that were open at that time and in which nothing of a team was scored yet."""
    played = list_played(snapshot, team_id)
    return tuple(event for event in _list_not_over(snapshot, at) if event not in played)


def list_played(snapshot: Snapshot, team_id: int) -> frozenset[str]:
    """The events in which something of a team is scored."""
    members = [player.id for player in snapshot.players.values() if player.team_id == team_id]
    return frozenset(
        key.event
        for key, sheet in snapshot.sheets.items()
        if sheet.value is not None
        and (
            key.team_id == team_id
            or key.player_id in members
            or (key.player_id is None and key.team_id is None and _names(sheet.value, members))
        )
    )


def _list_not_over(snapshot: Snapshot, at: datetime) -> Iterator[str]:
    """The events that were not closed at that time: the ranking of one that was stays, whoever goes later (G13)."""
    for event in snapshot.competition.settings.events:
        closing = snapshot.closed.get(event)
        if closing is None or closing.closed_at > at:
            yield event


def require_takes_part(snapshot: Snapshot, key: SheetKey, *, by_director: bool = False) -> None:
    """Raise RuleError for a new sheet of somebody who is ejected, or whose team is out or holds no place.

    What stands already can be corrected, and the rounds of the event in which it happened can still be entered. A
    director also enters rounds that were played before that, as they stand (ruling 19).
    """
    player = snapshot.players.get(key.player_id) if key.player_id is not None else None
    team = snapshot.teams.get(player.team_id if player else key.team_id or 0)
    if team is not None and team not in snapshot.taking_part():
        raise RuleError(texts.team_holds_no_place(team.name))
    if by_director:
        return
    standing = snapshot.sheets.get(key)
    if standing is not None and standing.value is not None:
        return
    ejections = ejections_of(snapshot)
    if player and _rules_out(ejections.players.get(player.id), key.event):
        raise RuleError(texts.player_is_ejected(player.name))
    if team and _rules_out(ejections.teams.get(team.id), key.event):
        raise RuleError(texts.team_is_out(team.name, has_withdrawn=team.status is TeamStatus.WITHDRAWN))


def _without(event: str | None, events: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(other for other in events if other != event)


def _rules_out(ejection: Ejection | None, event: str) -> bool:
    return ejection is not None and ejection.during != event


def _outcomes(state: ConductState, consequence: Consequence) -> Iterable[conduct.Outcome]:
    return (outcome for outcome in state.outcomes if consequence in outcome.consequences)


def _ejected_at(offence: Offence) -> datetime:
    return offence.decided_at or offence.recorded_at


def _names(value: Any, player_ids: Iterable[int]) -> bool:
    """Whether the sheet of a whole event, such as hold'em's order of elimination, holds one of the players."""
    if not isinstance(value, dict):
        return False
    lists = cast(dict[str, Any], value)
    listed = {id_ for name in ("out", "late") for id_ in lists.get(name, ())}
    return not listed.isdisjoint(player_ids)
