"""The table of a dodgeball game, for a referee with a phone."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.db.snapshot import Team
from bot.ui.bracket_view import team_key
from bot.ui.facts.game_table import ReasonAsked, TableView
from bot.ui.names import for_prose
from bot.ui.texts.game_log import REASONS, Players, describe_game, list_outs, name_on_button, name_team
from bot.ui.times import show_time
from core.dodgeball.table import MOST_PLAYERS, START_WITH, Game, GameEvent, Kind, Reason, Stage

OPEN, REFRESH, BACK = "Game table", "Refresh", "Back"
FLIP_COIN, LEFT, RIGHT = "Flip the coin", "Left", "Right"
NOBODY_OUT, TIME_UP, UNDO, ENTER = "Nobody out", "Time is up", "Undo last", "Enter the result"
UNKNOWN_BUTTON = "Skipper does not know this button any more. Open the table again with `/match table`."
MOVED = "⚠️ The match had moved on, so this press changed nothing. This is how it stands now."
SQUARES = ("🟦", "🟩")


def of_team(team: Team, sentence: str) -> str:
    """A refusal that is about one of the two teams."""
    return f"{for_prose(team.name)}: {sentence}"


def won_it(view: TableView, team: Team) -> str:
    """`Aces won it`"""
    return f"{name_on_button(view, team)} won it"


def start(view: TableView) -> str:
    """`Start game 2`"""
    return f"Start game {view.table.number}"


def start_overtime(view: TableView) -> str:
    """`Start overtime 1`"""
    return f"Start overtime {view.table.game.overtimes + 1 if view.table.game else 1}"


def forfeit(view: TableView, team: Team) -> str:
    """`Forfeit: Aces`"""
    return f"Forfeit: {name_on_button(view, team)}"


def stalling(view: TableView, team: Team) -> str:
    """`Stalling: Aces`"""
    return f"Stalling: {name_on_button(view, team)}"


def choose_line_up(view: TableView, team: Team) -> str:
    """The placeholder of a team's menu."""
    return f"Line-up: {name_on_button(view, team)}"


def reason_asked(asked: ReasonAsked) -> str:
    """The question why somebody is out."""
    view = asked.view
    team = next(team for team in view.teams if asked.player_id in view.table.get_players(team.id))
    hits = view.table.head_hits.count(asked.player_id)
    warning = "\nThis player has hit a head in this match: a second time is out of the match." if hits else ""
    return f"{_head(view)}\nWhy is {Players(view).in_text(asked.player_id)} ({name_team(view, team.id)}) out?{warning}"


def shown(view: TableView) -> str:
    """Where the match stands, and what can be done."""
    players = Players(view)
    lines = [_head(view), *_list_news(view, players)]
    if view.table.stage is Stage.LINE_UP:
        lines += [_line_up(view, team, players) for team in view.teams]
    elif view.table.game is not None:
        lines += [_in_game(view, team, view.table.game, players) for team in view.teams]
    return "\n".join([*lines, PROMPTS[view.table.stage](view)])


def _head(view: TableView) -> str:
    first, second = view.teams
    if view.table.stage in (Stage.COIN, Stage.SIDES, Stage.DECIDED):
        return f"**{view.match.title}**: {name_team(view, first.id)} v {name_team(view, second.id)}"
    return f"**{view.match.title}, game {view.table.number}**"


def _list_news(view: TableView, players: Players) -> Iterator[str]:
    if view.is_moved:
        yield MOVED
    if view.match.is_decided:
        yield _walkover(view)
    if view.taken_back is not None:
        yield f"↩️ Taken back: {_describe(view, view.taken_back, players)}."
    elif view.last is not None and view.table.stage is not Stage.SIDES:  # the question says so
        yield f"Last: {_describe(view, view.last, players)}."
    if view.early:
        yield f"⏱️ The official clock had {_clock(view.early)} left. If that was a slip, tap “{UNDO}”."
    if view.table.stage in (Stage.LINE_UP, Stage.DECIDED):
        yield from (f"Game {n}: {describe_game(view, game)}" for n, game in enumerate(view.table.games, 1))
    for player in sorted(view.table.ejected):
        yield f"🚫 {players.in_sentence(player)} hit a second head and is out of this match. The team plays short."
    yield from _list_barred(view, players)


def _walkover(view: TableView) -> str:
    """What is said at the table of a match that was decided by a team's going."""
    goes_on = next((team for team in view.teams if team_key(team.id) == view.match.winner), None)
    result = f"{name_team(view, goes_on.id)} won by walkover" if goes_on else "nobody won"
    return f"⚠️ A team is out of the tournament, so {result}. Go on here only with what was played before that."


def _list_barred(view: TableView, players: Players) -> Iterator[str]:
    """Who is ejected from the tournament and yet counts in the game that is on or was just ended; one at a time."""
    gone = REASONS[Reason.GONE]
    for player in view.barred_at_time[:1]:
        name = players.in_sentence(player)
        yield f"⚠️ {name} is ejected, but counted as in. If that is wrong: “{UNDO}”, the name, “{gone}”, “{TIME_UP}”."
    if view.table.stage in (Stage.PLAY, Stage.OVERTIME):
        for player in view.barred_in[:1]:
            yield f"⚠️ {players.in_sentence(player)} is ejected, but still counts as in. Tap the name, then “{gone}”."


def _describe(view: TableView, event: GameEvent, players: Players) -> str:
    """What was noted, as a part of a sentence."""
    team = name_team(view, event.team) if event.team is not None else ""
    player = players.in_sentence(event.player) if event.player is not None else ""
    reason = REASONS[event.reason].lower() if event.reason is not None else ""
    return {
        Kind.COIN: f"{team} won the coin flip",
        Kind.SIDES: f"{team} begin on the left",
        Kind.LINE_UP: f"line-up of {team}",
        Kind.START: "start of the game",
        Kind.OUT: f"{player} out, {reason}",
        Kind.STALLING: f"stalling by {team}",
        Kind.NOBODY_OUT: "free throw, nobody out",
        Kind.TIME_UP: "time is up",
        Kind.OVERTIME: "start of the overtime",
        Kind.LOT: f"the coin says {team}",
        Kind.FORFEIT: f"too few of {team} to start",
    }[event.kind]


def _line_up(view: TableView, team: Team, players: Players) -> str:
    named = ", ".join(map(players.in_text, view.line_ups[team.id]))
    places = view.count_places(team.id)
    may = min(len(view.eligible[team.id]), places)
    if may < START_WITH:
        return f"{_side(view, team)}: only {may} may play. “{forfeit(view, team)}” gives the game to the opponents."
    if not named:
        short = f" It plays short: {places} at most." if places < MOST_PLAYERS else ""
        return f"{_side(view, team)}: **choose who begins**, in the menu.{short}"
    return f"{_side(view, team)}, {len(view.line_ups[team.id])} players: {named}"


def _in_game(view: TableView, team: Team, game: Game, players: Players) -> str:
    index = view.teams.index(team)
    named = list_outs((out for out in game.outs if out.player in game.line_ups[index]), players)
    stalls = game.stalls.count(team.id)
    parts = [
        f"**{len(game.left[index])} in**",
        f"out: {named}" if named else "",
        f"stalling: {stalls}" if stalls else "",
    ]
    return f"{_side(view, team)}: {'; '.join(filter(None, parts))}"


def _side(view: TableView, team: Team) -> str:
    side = "left" if view.table.left == team.id else "right"
    won = view.table.winners.count(team.id)
    return f"{SQUARES[view.teams.index(team)]} {name_team(view, team.id)} ({side}{f', won {won}' if won else ''})"


def _ask_side(view: TableView) -> str:
    return f"{name_team(view, view.table.coin)} won the coin flip. Which side do they choose, as you see it?"


def _ask_start(view: TableView) -> str:
    if not view.is_lined_up:
        return f"A game starts with {START_WITH} to {MOST_PLAYERS} players a team."
    return f"The menus change a line-up. Teams behind their end lines? Tap “{start(view)}” with your signal."


def _ask_free_throw(view: TableView) -> str:
    offender = view.table.offender or view.table.teams[0]
    thrower = name_team(view, view.table.get_opponent(offender))
    return (
        f"⚠️ **Second violation: free throw** for {thrower}. It may not be blocked, and a catch puts nobody out. "
        f"Tap whom of {name_team(view, offender)} it hits, or “{NOBODY_OUT}”."
    )


def _ask_who_leaves(view: TableView) -> str:
    offender = name_team(view, view.table.offender)
    return f"⚠️ **Third violation: a player leaves.** The captain of {offender} says who; tap the name."


def _ask_overtime(view: TableView) -> str:
    lot = " Or a director lets a coin decide." if view.table.game and view.table.game.overtimes else ""
    return (
        "**Level: overtime.** Three balls each in hand, behind the end lines, same sides. Tap "
        f"“{start_overtime(view)}” with your signal.{lot}"
    )


def _ask_to_enter(view: TableView) -> str:
    table = view.table
    winner, loser = sorted(table.teams, key=lambda team: team != table.winner)
    score = f"{table.winners.count(winner)}-{table.winners.count(loser)}"
    return f"**{name_team(view, winner)} beat {name_team(view, loser)} {score}.** It counts once you tap “{ENTER}”."


PROMPTS: Mapping[Stage, Callable[[TableView], str]] = MappingProxyType(
    {
        Stage.COIN: lambda _view: "Flip the coin here, or tap who won your own flip.",
        Stage.SIDES: _ask_side,
        Stage.LINE_UP: _ask_start,
        Stage.PLAY: lambda view: f"{_penalty(view)}{_ends(view)} Tap whoever is out.",
        Stage.FREE_THROW: _ask_free_throw,
        Stage.PENALTY: _ask_who_leaves,
        Stage.LEVEL: _ask_overtime,
        Stage.OVERTIME: lambda view: f"**Sudden death: the first out wins.** {_ends(view)}",
        Stage.DECIDED: _ask_to_enter,
    }
)


def _penalty(view: TableView) -> str:
    if view.last is None or view.last.kind is not Kind.STALLING:
        return ""
    return "⚠️ **First violation:** stop play, three balls to each team, go on with balls in hand.\n"


def _ends(view: TableView) -> str:
    assert view.table.ends_at is not None, "a time runs"
    ends = int(view.table.ends_at.timestamp())
    return f"Time is up at <t:{ends}:T> (<t:{ends}:R>)."


def _clock(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def time_called(view: TableView, started_by: int, late: datetime | None) -> str:
    """The new message at the end of a game's time, or of an overtime's."""
    game = view.table.game
    part = f", overtime {game.overtimes}" if game and view.table.stage is Stage.OVERTIME else ""
    match = " v ".join(name_team(view, team.id) for team in view.teams)
    left = " to ".join(str(len(view.table.get_players(team.id))) for team in view.teams)
    away = f" It was up at {show_time(late)}; Skipper was away." if late is not None else ""
    return (
        f"<@{started_by}> ⏰ **Time!** {view.match.title}, game {view.table.number}{part}: "
        f"{match}, {left} still in. Note it at the table.{away}"
    )
