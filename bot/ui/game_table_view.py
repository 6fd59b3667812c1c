"""The table of a dodgeball game as buttons: a player's name is tapped, then why; each team has rows of its own."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType

from bot.db.snapshot import Snapshot, Team
from bot.ui.bracket_view import match_key
from bot.ui.facts.game_table import ReasonAsked, TableView
from bot.ui.message import Button, Message, Option, Select, Style, custom_id
from bot.ui.texts import game_table as texts
from bot.ui.texts.game_log import REASONS, Players
from core.dodgeball.table import START_WITH, Kind, Reason, Stage
from core.scoring.bracket import Match

OPEN, NOTE, LINE_UP, OUT, ENTER = "table-open", "table-note", "table-line-up", "table-out", "table-enter"
FLIP, NOTHING = "flip", "-"
"""What stands in a custom_id for a coin that Skipper flips, and for nothing."""
STYLES: tuple[Style, Style] = ("primary", "success")
A_ROW, CONTROLS, MENU = 3, 4, 25


def view_table(view: TableView) -> Message:
    """The table: what can be noted now, and the way back."""
    buttons = [*BUTTONS[view.table.stage](view)]
    if view.last is not None:
        buttons.append(_note(view, texts.UNDO, Kind.UNDO, style="danger", row=CONTROLS))
    identity = custom_id(OPEN, view.snapshot.competition.id, match_key(view.match))
    buttons.append(Button(texts.REFRESH, identity, row=CONTROLS))
    menus = tuple(_list_menus(view)) if view.table.stage is Stage.LINE_UP else ()
    return Message(texts.shown(view), tuple(buttons), selects=menus)


def ask_reason(asked: TableView | ReasonAsked) -> Message:
    """A button for each reason; the table where it has moved on."""
    if isinstance(asked, TableView):
        return view_table(asked)
    buttons = [
        _note(asked.view, REASONS[reason], Kind.OUT, f"{asked.player_id}.{reason}", row=number // A_ROW)
        for number, reason in enumerate(asked.reasons)
    ]
    identity = custom_id(OPEN, asked.view.snapshot.competition.id, match_key(asked.view.match))
    return Message(texts.reason_asked(asked), (*buttons, Button(texts.BACK, identity, row=CONTROLS)))


def open_button(snapshot: Snapshot, match: Match) -> Button:
    """The button that opens a match's table."""
    return Button(texts.OPEN, custom_id(OPEN, snapshot.competition.id, match_key(match)))


def _toss(view: TableView) -> Iterator[Button]:
    yield from _list_coin(view, Kind.COIN)


def _choose_side(view: TableView) -> Iterator[Button]:
    won = view.table.coin or view.teams[0].id
    yield _note(view, texts.LEFT, Kind.SIDES, won, "primary")
    yield _note(view, texts.RIGHT, Kind.SIDES, view.table.get_opponent(won), "primary")


def _start(view: TableView) -> Iterator[Button]:
    if view.is_lined_up:
        yield _note(view, texts.start(view), Kind.START, style="success", row=2)
    yield from (_note(view, texts.forfeit(view, team), Kind.FORFEIT, team.id, row=3) for team in view.teams)


def _play(view: TableView) -> Iterator[Button]:
    for team in view.teams:
        yield from _list_players(view, team)
    leader = view.table.leader
    if leader is not None and view.table.stage is Stage.PLAY:
        label = texts.stalling(view, view.get_team(leader))
        yield _note(view, label, Kind.STALLING, leader, row=CONTROLS)
    yield _note(view, texts.TIME_UP, Kind.TIME_UP, row=CONTROLS)


def _throw_freely(view: TableView) -> Iterator[Button]:
    yield from _list_players(view, view.get_team(view.table.offender or 0), Reason.HIT)
    yield _note(view, texts.NOBODY_OUT, Kind.NOBODY_OUT, style="success", row=CONTROLS)


def _choose_who_leaves(view: TableView) -> Iterator[Button]:
    yield from _list_players(view, view.get_team(view.table.offender or 0), Reason.STALLING)


def _go_on(view: TableView) -> Iterator[Button]:
    yield _note(view, texts.start_overtime(view), Kind.OVERTIME, style="success", row=0)
    if view.table.game is not None and view.table.game.overtimes:
        yield from _list_coin(view, Kind.LOT)


def _enter(view: TableView) -> Iterator[Button]:
    identity = custom_id(ENTER, view.snapshot.competition.id, match_key(view.match), view.mark)
    yield Button(texts.ENTER, identity, "success")


BUTTONS: Mapping[Stage, Callable[[TableView], Iterator[Button]]] = MappingProxyType(
    {
        Stage.COIN: _toss,
        Stage.SIDES: _choose_side,
        Stage.LINE_UP: _start,
        Stage.PLAY: _play,
        Stage.FREE_THROW: _throw_freely,
        Stage.PENALTY: _choose_who_leaves,
        Stage.LEVEL: _go_on,
        Stage.OVERTIME: _play,
        Stage.DECIDED: _enter,
    }
)


def _list_coin(view: TableView, kind: Kind) -> Iterator[Button]:
    yield _note(view, texts.FLIP_COIN, kind, FLIP, "primary", row=1)
    yield from (_note(view, texts.won_it(view, team), kind, team.id, row=1) for team in view.teams)


def _list_players(view: TableView, team: Team, reason: Reason | None = None) -> Iterator[Button]:
    """Who of a team is in; a tap asks why they are out, unless that is known."""
    names, side = Players(view), view.teams.index(team)
    for number, player in enumerate(view.table.get_players(team.id)):
        where: dict[str, int] = {"row": 2 * side + number // A_ROW}
        label, style = names.on_button(player), STYLES[side]
        if reason is not None:
            yield _note(view, label, Kind.OUT, f"{player}.{reason}", style, **where)
        else:
            of = view.snapshot.competition.id
            yield Button(label, custom_id(OUT, of, match_key(view.match), view.mark, player), style, **where)


def _list_menus(view: TableView) -> Iterator[Select]:
    """A menu of each team that has a choice; the first 25 of a roster, those who are lined up before the others."""
    names = Players(view)
    for team in view.teams:
        lined_up, may = view.line_ups[team.id], view.eligible[team.id]
        players = sorted(may, key=lambda player: player.id not in lined_up)
        options = tuple(Option(names.on_button(one.id), str(one.id)) for one in islice(players, MENU))
        most = min(view.count_places(team.id), len(options))
        if most < START_WITH:
            continue
        identity = custom_id(LINE_UP, view.snapshot.competition.id, match_key(view.match), view.mark, team.id)
        chosen = tuple(map(str, lined_up[:most]))
        yield Select(identity, texts.choose_line_up(view, team), options, chosen, START_WITH, most)


def _note(
    view: TableView, label: str, kind: Kind, value: object = NOTHING, style: Style = "secondary", row: int | None = None
) -> Button:
    identity = custom_id(NOTE, view.snapshot.competition.id, match_key(view.match), view.mark, kind, value)
    return Button(label, identity, style, row)
