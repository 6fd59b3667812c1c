"""What was noted at the table of a dodgeball game: names short enough for a phone, reasons, and how games ended."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from bot.db.snapshot import Team
from bot.ui.facts.game_table import TableView
from bot.ui.names import for_prose, visible_name
from bot.ui.shortening import NamesTogether, utf16_length
from core.dodgeball.table import Ending, Game, Out, Reason

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
        self._view = view

    def on_button(self, player_id: int) -> str:
        """A name on a button."""
        return self._fit(player_id, LONGEST_ON_BUTTON)

    def in_text(self, player_id: int) -> str:
        """A name in a message."""
        return for_prose(self._fit(player_id, LONGEST_NAME))

    def in_sentence(self, player_id: int) -> str:
        """A name in a message that does not say which team it speaks of: a namesake's with the team (ruling 114)."""
        named, player = self.in_text(player_id), self._view.snapshot.players.get(player_id)
        if player is None or [*self._names.values()].count(visible_name(player.name)) < 2:
            return named
        return f"{named} ({name_team(self._view, player.team_id)})"

    def _fit(self, player_id: int, room: int) -> str:
        name = self._names.get(player_id)
        return FORMER_PLAYER if name is None else self._together.fit(name, room)


def name_team(view: TableView, team_id: int | None) -> str:
    """One of the two teams in a message."""
    team = next((team for team in view.teams if team.id == team_id), None)
    if team is None:
        return "a team"
    names = _together(view)
    return for_prose(names.fit(visible_name(team.name), LONGEST_NAME))


def name_on_button(view: TableView, team: Team) -> str:
    """A team's name on a button."""
    return _together(view).fit(visible_name(team.name), LONGEST_ON_BUTTON)


def _together(view: TableView) -> NamesTogether:
    return NamesTogether((visible_name(team.name) for team in view.teams), utf16_length)


def describe_game(view: TableView, game: Game) -> str:
    """`Aces (4 to 3 at the end of the time).`"""
    assert game.winner is not None, "the game is over"
    assert game.ending is not None, "the game is over"
    loser = view.table.get_opponent(game.winner)
    left = [len(players) for players in game.left]
    more, fewer = max(left), min(left)
    how = {
        Ending.ELIMINATION: f"all of {name_team(view, loser)} out, {more} left",
        Ending.NUMBERS: f"{more} to {fewer} when time was up",
        Ending.OVERTIME: f"first out in overtime {game.overtimes}",
        Ending.LOT: f"by a coin, after overtime {game.overtimes}",
        Ending.FORFEIT: f"too few of {name_team(view, loser)} to start",
    }[game.ending]
    return f"**{name_team(view, game.winner)}** ({how})."


def list_outs(outs: Iterable[Out], players: Players) -> str:
    """`Ann (hit), Bo (throw caught)`"""
    return ", ".join(f"{players.in_text(out.player)} ({REASONS[out.reason].lower()})" for out in outs)


def log_lines(view: TableView) -> Iterator[str]:
    """Each game at the table, also one that was not finished: who began it, who went out and why, who stalled."""
    players = Players(view)
    unfinished = (view.table.game,) if view.table.game else ()
    for number, game in enumerate((*view.table.games, *unfinished), 1):
        yield f"- Table, game {number}: {describe_game(view, game) if game.ending else 'not finished.'}"
        for team, line_up in zip(view.teams, game.line_ups, strict=True):
            gone = [out for out in game.outs if out.player in line_up]
            stalls = game.stalls.count(team.id)
            parts = (
                f"began with {', '.join(map(players.in_text, line_up))}" if line_up else "",
                f"out: {list_outs(gone, players)}" if gone else "",
                f"stalling: {stalls}" if stalls else "",
            )
            if any(parts):
                yield f"  {name_team(view, team.id)} {'; '.join(filter(None, parts))}."
