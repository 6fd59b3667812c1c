"""The order of elimination as a value: whose place is which, and how a correction moves one player in it (G128, G134).

The whole order is one sheet; the winner stands last in it, and places are counted from there.
"""

from collections.abc import Collection
from dataclasses import replace

from bot.db.engine import Transaction
from bot.db.snapshot import Player, SheetKey, Snapshot
from bot.services.access import Asker, change_competition
from bot.services.ejections import ejections_of
from bot.services.facilitators import require_may_score
from bot.services.results import (
    WHOLE_EVENT,
    build_games,
    find_holdem_missing,
    find_holdem_returned,
    is_holdem_over,
    name_everybody,
    read_holdem,
    takes_part,
)
from bot.ui.texts import holdem as texts
from core.competition import Kind, State
from core.errors import RuleError
from core.holdem.order import HoldemState, write_order
from core.scoring.ranking import Ranking, Row, tie_at_last

KEY = SheetKey("holdem", None, None, WHOLE_EVENT)


async def open_holdem(tx: Transaction, asker: Asker, chosen: str | None) -> Snapshot:
    """The competition, to change something in its hold'em tournament. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    require_may_score(asker, snapshot, KEY.event)
    require_open(snapshot)
    return snapshot


def require_open(snapshot: Snapshot) -> None:
    """Raise RuleError where no hold'em is played now."""
    require_holdem(snapshot)
    competition = snapshot.competition
    if competition.state is not State.RUNNING:
        raise RuleError(texts.not_running(competition.state))
    if KEY.event in snapshot.closed:
        raise RuleError(texts.IS_CLOSED)


def require_holdem(snapshot: Snapshot) -> None:
    """Raise RuleError for a competition without it."""
    settings = snapshot.competition.settings
    if settings.kind is not Kind.GETAWAY or KEY.event not in settings.events:
        raise RuleError(texts.NO_HOLDEM)


def count_starters(snapshot: Snapshot) -> int:
    """Who had chips at the first hand: everybody who takes part and was not late (ruling 68)."""
    ejections, late = ejections_of(snapshot), read_holdem(snapshot).late
    return sum(
        player.id not in late and takes_part(ejections.players.get(player.id), KEY.event)
        for team in snapshot.taking_part()
        if takes_part(ejections.teams.get(team.id), KEY.event)
        for player in snapshot.roster(team.id)
    )


def find_winner(snapshot: Snapshot) -> int | None:
    """Who has won, once it is over."""
    return read_holdem(snapshot).out[-1] if is_holdem_over(snapshot) else None


def count_left(snapshot: Snapshot, state: HoldemState) -> HoldemState:
    """The same order with how many are still in; it is over where nobody is."""
    after = snapshot.with_value(KEY, write_order(state))
    return replace(state, left=len(find_holdem_missing(after, ejections_of(after))))


def list_to_leave(snapshot: Snapshot) -> tuple[int, ...]:
    """Who was ejected, or belongs to a team that is out, and is not entered as out of hold'em yet.

    Their chips leave the table, and their place is the one of that moment (ruling 24).
    """
    ejections = ejections_of(snapshot)
    return tuple(
        id_
        for id_ in find_holdem_missing(snapshot, ejections)
        if id_ in ejections.players or snapshot.players[id_].team_id in ejections.teams
    )


def is_seated(snapshot: Snapshot, player_id: int, *, has_clock: bool = False) -> bool:
    """Whether hold'em is played just now, as its clock or somebody who is out tells, and this player is still in it."""
    state = read_holdem(snapshot)
    has_begun = has_clock or bool(state.out or state.late)
    return has_begun and player_id in find_holdem_missing(snapshot, ejections_of(snapshot))


def put_back_in(snapshot: Snapshot, state: HoldemState, player_ids: Collection[int]) -> HoldemState:
    """The order without these players; whoever had won by being left alone is back in too."""
    is_over = not find_holdem_missing(snapshot, ejections_of(snapshot))
    gone = {*player_ids, *(state.out[-1:] if is_over else ())}
    out = tuple(id_ for id_ in state.out if id_ not in gone)
    late = tuple(id_ for id_ in state.late if id_ not in player_ids)
    by = {loser: victor for loser, victor in state.by.items() if loser in out}
    return count_left(snapshot, HoldemState(out, late, by=by))


def find_place(snapshot: Snapshot, state: HoldemState, player_id: int) -> int | None:
    """The place of somebody who is out: after those who are still in, and those who went out later; None if late."""
    if player_id not in state.out:
        return None
    return _count_left(snapshot) + len(state.out) - state.out.index(player_id)


def rank_so_far(snapshot: Snapshot) -> Ranking | None:
    """The players who are out, by the places that they have, then who was late; None once it is over, or not begun."""
    state = read_holdem(snapshot)
    if is_holdem_over(snapshot) or not (state.out or state.late):
        return None
    names, last = name_everybody(snapshot), build_games(snapshot).fields[KEY.event].positions

    def team_of(id_: int) -> str:
        return names.teams[snapshot.players[id_].team_id]

    left = _count_left(snapshot)
    rows = [
        Row(names.players[id_], team_of(id_), 2 * place, is_tied=False, total=None)
        for place, id_ in enumerate(reversed(state.out), start=left + 1)
    ]
    late = {names.players[id_]: team_of(id_) for id_ in state.late}
    return Ranking((), "share", (*rows, *tie_at_last(late, last, "was not there at the start (G134)")))


def move_player(snapshot: Snapshot, state: HoldemState, player: Player, place: int | None) -> HoldemState:
    """The order with a player in another place, or late with None; the others keep their order among themselves.

    Whoever a lifted ejection brought back once it was over gets a place in it so, or counts as late.
    Raises RuleError for somebody who is still in or takes no part, for a place that nobody has yet, and where nothing
    would change.
    """
    has_returned = player.id in find_holdem_returned(snapshot)
    if player.id not in (*state.out, *state.late) and not has_returned:
        is_in = player.id in find_holdem_missing(snapshot, ejections_of(snapshot))
        raise RuleError(texts.is_still_in(player.name) if is_in else texts.takes_no_part(player.name))
    if find_place(snapshot, state, player.id) == place and not has_returned:
        raise RuleError(texts.has_this_place(player.name, place))
    left = _count_left(snapshot)
    out = [id_ for id_ in state.out if id_ != player.id]
    late = tuple(id_ for id_ in state.late if id_ != player.id)
    if place is None:
        return replace(state, out=tuple(out), late=(*late, player.id), left=left)
    best, last = left + 1, left + len(out) + 1
    if not best <= place <= last:
        raise RuleError(texts.no_such_place(best, last))
    out.insert(last - place, player.id)
    return replace(state, out=tuple(out), late=late, left=left)


def _count_left(snapshot: Snapshot) -> int:
    return len(find_holdem_missing(snapshot, ejections_of(snapshot)))
