"""The table of a dodgeball game, for a referee with a phone."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.db.snapshot import Team
from bot.ui.facts.game_table import ReasonAsked, TableView
from bot.ui.names import for_prose, visible_name
from bot.ui.shortening import NamesTogether, utf16_length
from bot.ui.times import show_time
from core.dodgeball.table import START_WITH, Ending, Game, GameEvent, Kind, Out, Reason, Stage

OPEN, REFRESH, BACK = "Game table", "Refresh", "Back"
FLIP_COIN, LEFT, RIGHT = "Flip the coin", "Left", "Right"
NOBODY_OUT, TIME_UP, UNDO, ENTER = "Nobody out", "Time is up", "Undo last", "Enter the result"
UNKNOWN_BUTTON = "Skipper does not know this button any more. Open the table again with `/match table`."
MOVED = "⚠️ Somebody noted something meanwhile, so your press changed nothing. This is how it stands now."
SQUARES = ("🟦", "🟩")
LONGEST_NAME, LONGEST_ON_BUTTON = 30, 20
FORMER_PLAYER = "Former player"
REASONS: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.HIT: "Hit",
        Reason.CAUGHT: "Throw caught",
        Reason.DROPPED: "Dropped a ball",
        Reason.BOUNDS: "Out of bounds",
        Reason.SIDE_LINE: "On a side line",
        Reason.OVER_SIDE: "Over a side line",
        Reason.FLED: "Ran off court",
        Reason.CENTRE_LINE: "Over the centre",
        Reason.HEAD: "Hit a head",
        Reason.STALLING: "Stalling",
        Reason.GONE: "Hurt or sent off",
    }
)


class Players:
    """The names of both teams' players, short enough for a phone and told apart."""

    def __init__(self, view: TableView) -> None:
        ids = {team.id for team in view.teams}
        self._names = {one.id: visible_name(one.name) for one in view.snapshot.players.values() if one.team_id in ids}
        self._together = NamesTogether(self._names.values(), utf16_length)

    def on_button(self, player_id: int) -> str:
        """A name on a button."""
        return self._fit(player_id, LONGEST_ON_BUTTON)

    def in_text(self, player_id: int) -> str:
        """A name in a message."""
        return for_prose(self._fit(player_id, LONGEST_NAME))

    def _fit(self, player_id: int, room: int) -> str:
        name = self._names.get(player_id)
        return FORMER_PLAYER if name is None else self._together.fit(name, room)


def of_team(team: Team, sentence: str) -> str:
    """A refusal that is about one of the two teams."""
    return f"{for_prose(team.name)}: {sentence}"


def won_it(view: TableView, team: Team) -> str:
    """`Aces won it`"""
    return f"{on_button(view, team)} won it"


def start(view: TableView) -> str:
    """`Start game 2`"""
    return f"Start game {view.table.number}"


def start_overtime(view: TableView) -> str:
    """`Start overtime 1`"""
    return f"Start overtime {view.table.game.overtimes + 1 if view.table.game else 1}"


def forfeit(view: TableView, team: Team) -> str:
    """`Too few: Aces`"""
    return f"Too few: {on_button(view, team)}"


def stalling(view: TableView, team: Team) -> str:
    """`Stalling: Aces`"""
    return f"Stalling: {on_button(view, team)}"


def choose_line_up(view: TableView, team: Team) -> str:
    """The placeholder of a team's menu."""
    return f"Line-up: {on_button(view, team)}"


def on_button(view: TableView, team: Team) -> str:
    """A team's name on a button."""
    return NamesTogether((visible_name(one.name) for one in view.teams), utf16_length).fit(
        visible_name(team.name), LONGEST_ON_BUTTON
    )


def reason_asked(asked: ReasonAsked) -> str:
    """The question why somebody is out."""
    view = asked.view
    team = next(team for team in view.teams if asked.player_id in view.table.get_players(team.id))
    hits = view.table.head_hits.count(asked.player_id)
    warning = "\nThis player has hit a head in this match: a second time is out of the match." if hits else ""
    return f"{_head(view)}\nWhy is {Players(view).in_text(asked.player_id)} ({_name(view, team.id)}) out?{warning}"


def shown(view: TableView) -> str:
    """Where the match stands, and what can be done."""
    players = Players(view)
    lines = [_head(view), *_list_news(view, players)]
    if view.table.stage is Stage.LINE_UP:
        lines += [_line_up(view, team, players) for team in view.teams]
    elif view.table.game is not None:
        lines += [_in_game(view, team, view.table.game, players) for team in view.teams]
    return "\n".join([*lines, _prompt(view)])


def _head(view: TableView) -> str:
    first, second = view.teams
    if not view.table.games and view.table.stage in (Stage.COIN, Stage.SIDES):
        return f"**{view.match.title}**: {_name(view, first.id)} v {_name(view, second.id)}"
    won = ", ".join(f"{_name(view, team.id)} {view.table.winners.count(team.id)}" for team in view.teams)
    return f"**{view.match.title}, game {view.table.number}** (games won: {won})"


def _list_news(view: TableView, players: Players) -> Iterator[str]:
    if view.is_moved:
        yield MOVED
    if view.taken_back is not None:
        yield f"↩️ Taken back: {_describe(view, view.taken_back, players)}."
    elif view.last is not None:
        yield f"Last: {_describe(view, view.last, players)}."
    if view.early:
        yield f"⏱️ By the official clock {_clock(view.early)} were left. If that was a slip: “{UNDO}”."
    if view.table.stage in (Stage.LINE_UP, Stage.DECIDED):
        yield from (f"Game {n}: {describe_game(view, game)}" for n, game in enumerate(view.table.games, 1))
        for player in sorted(view.table.ejected):
            yield f"🚫 {players.in_text(player)} hit a second head and is out of this match. The team plays short."


def _describe(view: TableView, event: GameEvent, players: Players) -> str:
    """What was noted, as a part of a sentence."""
    team = _name(view, event.team) if event.team is not None else ""
    player = players.in_text(event.player) if event.player is not None else ""
    reason = REASONS[event.reason].lower() if event.reason is not None else ""
    return {
        Kind.COIN: f"{team} won the coin flip",
        Kind.SIDES: f"{team} on the left first",
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


def describe_game(view: TableView, game: Game) -> str:
    """`Aces (4 to 3 at the end of the time).`"""
    assert game.winner is not None, "the game is over"
    assert game.ending is not None, "the game is over"
    loser = view.table.get_opponent(game.winner)
    left = [len(players) for players in game.left]
    more, fewer = max(left), min(left)
    how = {
        Ending.ELIMINATION: f"all of {_name(view, loser)} out, {more} left",
        Ending.NUMBERS: f"{more} to {fewer} when time was up",
        Ending.OVERTIME: f"first out in overtime {game.overtimes}",
        Ending.LOT: f"by a coin, after overtime {game.overtimes}",
        Ending.FORFEIT: f"too few of {_name(view, loser)} to start",
    }[game.ending]
    return f"**{_name(view, game.winner)}** ({how})."


def list_outs(outs: Iterable[Out], players: Players) -> str:
    """`Ann (hit), Bo (throw caught)`"""
    return ", ".join(f"{players.in_text(out.player)} ({REASONS[out.reason].lower()})" for out in outs)


def _line_up(view: TableView, team: Team, players: Players) -> str:
    named = ", ".join(map(players.in_text, view.line_ups[team.id]))
    lined_up = f"{len(view.line_ups[team.id])}: {named}" if named else _missing(view, team)
    return f"{_side(view, team)}: {lined_up}"


def _missing(view: TableView, team: Team) -> str:
    may = len(view.eligible[team.id])
    if may < START_WITH:
        return f"only {may} may play. “{forfeit(view, team)}” gives the game to the opponents."
    return "choose who begins."


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
    return f"{SQUARES[view.teams.index(team)]} {_name(view, team.id)} ({side})"


def _prompt(view: TableView) -> str:
    table = view.table
    match table.stage:
        case Stage.COIN:
            return "Flip the coin here, or tap who won your own flip."
        case Stage.SIDES:
            return f"{_name(view, table.coin)} won the coin flip. Which side do they choose, as you see it?"
        case Stage.LINE_UP:
            return (
                "Menus change the line-ups, until the start. Both teams behind their end lines? Tap "
                f"“{start(view)}” with your signal."
            )
        case Stage.PLAY:
            return f"{_penalty(view)}{_ends(view)} Tap whoever is out."
        case Stage.FREE_THROW:
            return (
                f"⚠️ **Second violation: free throw** at {_name(view, table.offender)}. It may not be blocked, and a "
                "catch puts nobody out. Tap whom it hits, or “Nobody out”."
            )
        case Stage.PENALTY:
            return (
                f"⚠️ **Third violation: a player leaves.** The captain of {_name(view, table.offender)} says who; tap "
                "the name."
            )
        case Stage.LEVEL:
            return (
                "**Level: overtime.** Three balls each in hand, behind the end lines, same sides. Tap "
                f"“{start_overtime(view)}” with your signal."
            )
        case Stage.OVERTIME:
            return f"**Sudden death: the first out wins.** {_ends(view)}"
        case Stage.DECIDED:
            loser = table.get_opponent(table.winner or table.teams[0])
            score = f"{table.winners.count(table.winner or 0)}-{table.winners.count(loser)}"
            return (
                f"**{_name(view, table.winner)} beat {_name(view, loser)} {score}.** It counts once you tap “{ENTER}”."
            )


def _penalty(view: TableView) -> str:
    if view.last is None or view.last.kind is not Kind.STALLING:
        return ""
    return "⚠️ **First violation:** stop play, three balls to each team, go on with balls in hand.\n"


def _ends(view: TableView) -> str:
    assert view.table.ends_at is not None, "a time runs"
    ends = int(view.table.ends_at.timestamp())
    return f"Time is up at <t:{ends}:T> (<t:{ends}:R>)."


def _name(view: TableView, team_id: int | None) -> str:
    team = next((team for team in view.teams if team.id == team_id), None)
    if team is None:
        return "a team"
    names = NamesTogether((visible_name(one.name) for one in view.teams), utf16_length)
    return for_prose(names.fit(visible_name(team.name), LONGEST_NAME))


def _clock(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def time_called(view: TableView, started_by: int, late: datetime | None) -> str:
    """The new message at the end of a game's time, or of an overtime's."""
    game = view.table.game
    part = f", overtime {game.overtimes}" if game and view.table.stage is Stage.OVERTIME else ""
    left = " to ".join(str(len(view.table.get_players(team.id))) for team in view.teams)
    away = f" It was up at {show_time(late)}; Skipper was away." if late is not None else ""
    return (
        f"<@{started_by}> ⏰ **Time!** {view.match.title}, game {view.table.number}{part}: "
        f"{_name(view, view.teams[0].id)} v {_name(view, view.teams[1].id)}, {left} still in. Note it at the table."
        f"{away}"
    )
