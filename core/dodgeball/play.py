"""What follows from what a referee notes: the rules of a dodgeball match as one fold over its events (D29 to D89).

| stage      | what can be noted                            |
|------------|----------------------------------------------|
| coin       | who won it (D40)                             |
| sides      | who begins on the left (D41)                 |
| line-up    | line-ups, the start, a forfeit (D29 to D35)  |
| play       | an out, stalling, the end of the time        |
| free throw | whom it put out, or that it did nobody (D81) |
| penalty    | who of the stalling team leaves (D83)        |
| level      | an overtime, later a lot (D46, ruling 90)    |
| overtime   | an out, the end of the time (D87 to D89)     |
| decided    | nothing                                      |

The newest of what stands can be taken back at any time, and then the one before it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from types import MappingProxyType

from core.dodgeball.table import START_WITH, Ending, Game, GameEvent, Kind, Out, Reason, Stage, Table
from core.errors import RuleError

ALLOWED: Mapping[Stage, frozenset[Kind]] = MappingProxyType(
    {
        Stage.COIN: frozenset({Kind.COIN}),
        Stage.SIDES: frozenset({Kind.SIDES}),
        Stage.LINE_UP: frozenset({Kind.LINE_UP, Kind.START, Kind.FORFEIT}),
        Stage.PLAY: frozenset({Kind.OUT, Kind.STALLING, Kind.TIME_UP}),
        Stage.FREE_THROW: frozenset({Kind.OUT, Kind.NOBODY_OUT}),
        Stage.PENALTY: frozenset({Kind.OUT}),
        Stage.LEVEL: frozenset({Kind.OVERTIME, Kind.LOT}),
        Stage.OVERTIME: frozenset({Kind.OUT, Kind.TIME_UP}),
        Stage.DECIDED: frozenset(),
    }
)
NEXT: Mapping[Stage, str] = MappingProxyType(
    {
        Stage.COIN: "First note who won the coin flip.",
        Stage.SIDES: "First note which side the winner of the coin flip chose.",
        Stage.LINE_UP: "No game is on. Check both line-ups, then start the game.",
        Stage.PLAY: "The game is on. Note an out or stalling, or that the time is up.",
        Stage.FREE_THROW: "A free throw is to be taken. Note whom it put out, or that nobody is out.",
        Stage.PENALTY: "After the third violation a player has to leave. Choose the one that the captain names.",
        Stage.LEVEL: "The teams are level at the end of the time. Start an overtime.",
        Stage.OVERTIME: "An overtime is on. Note the first out, or that the three minutes are over.",
        Stage.DECIDED: "The match is decided. Enter its result, or take back what is wrong.",
    }
)
NO_CHANGES = "Nobody comes in while a game is on. Teams may change players once it is over."
NO_STALLING_NOW = "Stalling is not called in overtime. The first out decides it."
NOTHING_NOTED = "Nothing is noted at this table that could be taken back."
WRONG_TEAM = "That team does not play in this match. Choose one of the two that do."
NOT_IN = "That player is not in this game. Choose somebody who still is."
NOT_LEADING = "Only the team with more players in can stall. With equal numbers nobody does."
NO_LOT_YET = "A coin decides a game only after an overtime without an out. Start an overtime first."
FREE_THROW_HITS = (
    "A free throw puts out one player of the stalling team, by a hit, or nobody. A catch counts for nothing."
)
CAPTAINS_CHOICE = "The third violation costs the stalling team a player. Choose one of that team."
NO_THIRD_YET = "A player leaves for stalling only after the team's third violation in a game. Choose another reason."
NOT_ON_ROSTER = "Somebody in this line-up may not play for this team, or not in this match any more. Choose it again."
TWICE = "Somebody is in this line-up twice. Choose it again."


def read_table(teams: tuple[int, int], events: Sequence[GameEvent]) -> Table:
    """Where a match stands after what was noted. Raises RuleError where the last event may not follow."""
    return reduce(_advance, list_standing(events), Table(teams))


def list_standing(events: Sequence[GameEvent]) -> list[GameEvent]:
    """What was noted and not taken back, in order. Raises RuleError where nothing is left to take back."""
    standing: list[GameEvent] = []
    for event in events:
        if event.kind is not Kind.UNDO:
            standing.append(event)
        elif standing:
            standing.pop()
        else:
            raise RuleError(NOTHING_NOTED)
    return standing


def suggest_line_up(table: Table, team: int, eligible: Sequence[int], barred: Collection[int] = ()) -> tuple[int, ...]:
    """Who begins the next game unless others are chosen: those of the game before, else all, if they are not too many.

    `eligible` are those of the team who may still play in the tournament, `barred` those who are ejected from it.
    """
    most = table.count_places(team, barred)
    may = tuple(player for player in eligible if player not in table.ejected)
    lined_up = tuple(player for player in table.get_line_up(team) if player in may)
    return next((players for players in (lined_up, may) if 0 < len(players) <= most), ())


def require_line_up(
    table: Table, team: int, players: Sequence[int], eligible: Collection[int], barred: Collection[int] = ()
) -> None:
    """Raise RuleError unless these players of a team may begin a game together (D29, D31, D35; rulings 80, 104)."""
    most = table.count_places(team, barred)
    if len(set(players)) < len(players):
        raise RuleError(TWICE)
    if not set(players) <= set(eligible) - table.ejected:
        raise RuleError(NOT_ON_ROSTER)
    if most < START_WITH:
        raise RuleError("With so many out of the match, this team cannot line up four. It forfeits the game.")
    if not START_WITH <= len(players) <= most:
        wanted = f"exactly {most}" if most == START_WITH else f"{START_WITH} to {most}"
        raise RuleError(f"A team starts with {wanted} players; with fewer than {START_WITH} it forfeits the game.")


def _advance(table: Table, event: GameEvent) -> Table:
    if event.kind in ALLOWED[table.stage]:
        return STEPS[event.kind](table, event)
    if event.kind is Kind.LINE_UP and table.game is not None:
        raise RuleError(NO_CHANGES)
    if event.kind is Kind.STALLING and table.stage is Stage.OVERTIME:
        raise RuleError(NO_STALLING_NOW)
    raise RuleError(NEXT[table.stage])


def _note_coin(table: Table, event: GameEvent) -> Table:
    return replace(table, coin=_get_team(table, event), stage=Stage.SIDES)


def _note_sides(table: Table, event: GameEvent) -> Table:
    return replace(table, began_left=_get_team(table, event), stage=Stage.LINE_UP)


def _line_up(table: Table, event: GameEvent) -> Table:
    (players,) = event.line_ups
    return _with_line_up(table, _get_team(table, event), players)


def _start(table: Table, event: GameEvent) -> Table:
    first, second = event.line_ups
    game = Game((first, second))
    return replace(table, stage=Stage.PLAY, line_ups=game.line_ups, game=game, since=event.at)


def _note_out(table: Table, event: GameEvent) -> Table:
    game, player, reason = _get_game(table), event.player, event.reason
    team = next((team for team in table.teams if player in table.get_players(team)), None)
    if player is None or reason is None or team is None:
        raise RuleError(NOT_IN)
    if table.stage is Stage.FREE_THROW and (team != table.offender or reason is not Reason.HIT):
        raise RuleError(FREE_THROW_HITS)
    if table.stage is Stage.PENALTY and team != table.offender:
        raise RuleError(CAPTAINS_CHOICE)
    if (reason is Reason.STALLING) is not (table.stage is Stage.PENALTY):
        raise RuleError(CAPTAINS_CHOICE if table.stage is Stage.PENALTY else NO_THIRD_YET)
    head_hits = (*table.head_hits, player) if reason is Reason.HEAD else table.head_hits
    after = replace(table, game=replace(game, outs=(*game.outs, Out(player, reason))), head_hits=head_hits)
    opponent = table.get_opponent(team)
    if not after.get_players(team):
        return _win(after, opponent, Ending.OVERTIME if table.stage is Stage.OVERTIME else Ending.ELIMINATION)
    if table.stage is Stage.OVERTIME:
        return after if reason is Reason.GONE else _win(after, opponent, Ending.OVERTIME)
    return replace(after, stage=Stage.PLAY)


def _note_stalling(table: Table, event: GameEvent) -> Table:
    """The penalty by the team's violations in this game; each after the third costs a player too (ruling 100)."""
    game, team = _get_game(table), _get_team(table, event)
    if team != table.leader:
        raise RuleError(NOT_LEADING)
    stalls = (*game.stalls, team)
    stage = {1: Stage.PLAY, 2: Stage.FREE_THROW}.get(stalls.count(team), Stage.PENALTY)
    return replace(table, game=replace(game, stalls=stalls), stage=stage)


def _note_nobody_out(table: Table, _event: GameEvent) -> Table:
    return replace(table, stage=Stage.PLAY)


def _note_time_up(table: Table, _event: GameEvent) -> Table:
    if table.stage is Stage.PLAY and table.leader is not None:
        return _win(table, table.leader, Ending.NUMBERS)
    return replace(table, stage=Stage.LEVEL, since=None)


def _start_overtime(table: Table, event: GameEvent) -> Table:
    """The survivors play on (ruling 89)."""
    game = _get_game(table)
    return replace(table, game=replace(game, overtimes=game.overtimes + 1), stage=Stage.OVERTIME, since=event.at)


def _draw_lot(table: Table, event: GameEvent) -> Table:
    if not _get_game(table).overtimes:
        raise RuleError(NO_LOT_YET)
    return _win(table, _get_team(table, event), Ending.LOT)


def _forfeit(table: Table, event: GameEvent) -> Table:
    team = _get_team(table, event)
    return _win(replace(table, game=Game(((), ()))), table.get_opponent(team), Ending.FORFEIT)


STEPS: Mapping[Kind, Callable[[Table, GameEvent], Table]] = MappingProxyType(
    {
        Kind.COIN: _note_coin,
        Kind.SIDES: _note_sides,
        Kind.LINE_UP: _line_up,
        Kind.START: _start,
        Kind.OUT: _note_out,
        Kind.STALLING: _note_stalling,
        Kind.NOBODY_OUT: _note_nobody_out,
        Kind.TIME_UP: _note_time_up,
        Kind.OVERTIME: _start_overtime,
        Kind.LOT: _draw_lot,
        Kind.FORFEIT: _forfeit,
    }
)


def _win(table: Table, team: int, ending: Ending) -> Table:
    """End the game; the match with it once a team has won two (D38, ruling 85)."""
    games = (*table.games, replace(_get_game(table), winner=team, ending=ending))
    after = replace(table, games=games, game=None, since=None)
    return replace(after, stage=Stage.LINE_UP if after.winner is None else Stage.DECIDED)


def _with_line_up(table: Table, team: int, players: tuple[int, ...]) -> Table:
    first, second = table.line_ups
    return replace(table, line_ups=(players, second) if team == table.teams[0] else (first, players))


def _get_team(table: Table, event: GameEvent) -> int:
    team = next((team for team in table.teams if team == event.team), None)
    if team is None:
        raise RuleError(WRONG_TEAM)
    return team


def _get_game(table: Table) -> Game:
    assert table.game is not None, "the stage says that a game is on"
    return table.game
