"""Hold'em's room: who sits where, who has to move, and who deals the next hand."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from bot.ui.facts.room import DrawAsked, HandsDealt, MovesMade, RoomView, SeatOf, SeatsDrawn, TableView
from bot.ui.names import for_code_block, for_prose
from bot.ui.shortening import display_width, shorten, shorten_apart, utf16_length
from bot.ui.texts.desk import cut_name
from core.holdem.balancing import Move
from core.holdem.blinds import count_chips
from core.holdem.button import Hand
from core.holdem.seating import SEATS, Seat, count_tables

DONE, DEAL, DRAW_AGAIN, WHO_TOOK = "They have moved", "Who deals next?", "Draw again", "Who took the chips?"
FORM_TITLE, SMALL_LABEL, BIG_LABEL = "The last hand at table {}", "Seat of the small blind", "Seat of the big blind"
SMALL_HINT = "If nobody posted it: the empty seat where it would have been"
LONGEST_POST, LONGEST_NAME = 1950, 30
COLUMNS, WIDTH = 2, 15  # two tables side by side are what a phone shows without breaking lines

NOT_DRAWN = "No seats are drawn in hold'em. A director draws them with `/holdem draw`."
TOO_FEW = "Fewer than two players are in, so there are no seats to draw. See who is late or out in `/standings`."
HAS_BEGUN = "Somebody is out already, so no seats are drawn any more. If that is wrong, use `/score holdem-back`."
CHANGED_MEANWHILE = "Seats or players changed since you were asked, and nothing was drawn: `/holdem draw` again."
WHO_ARE_YOU = "Skipper does not know which player you are. Name one with the option `player`."
FURTHER = "... and more tables: `/holdem seat` finds a player."
NOT_A_SEAT = "Choose the seats of both blinds from the menus."


def posted(view: RoomView) -> str:
    """The room for everybody, within one message; where there are many tables, the last ones are left out."""
    head = "\n".join(_head(view))
    blocks = list(_draw_tables(view))
    whole = _enclose(head, blocks)
    if utf16_length(whole) <= LONGEST_POST:
        return whole
    while utf16_length(_enclose(head, blocks, FURTHER)) > LONGEST_POST:
        blocks.pop()
    return _enclose(head, blocks, FURTHER)


def _enclose(head: str, blocks: Sequence[str], more: str = "") -> str:
    tables = ("```", *blocks, "```") if blocks else ()
    return "\n".join((head, *tables, *([more] if more else [])))


def _head(view: RoomView) -> Iterator[str]:
    yield "**Texas Hold'em: who sits where**"
    if view.winner is not None:
        yield f"It is over: **{for_prose(view.winner)}** has won. `/standings` shows the places."
        return
    chips = count_chips(view.started)
    each = f", {chips // view.left:,} for each on average" if view.left and not view.ejected else ""
    less = f", less what {_count(view.ejected, 'ejected player')} had" if view.ejected else ""
    yield f"{view.left} of {view.started} players are in. {chips:,} in chips are in play{each}{less}."
    if view.due:
        yield please_move(view)


def _draw_tables(view: RoomView) -> Iterator[str]:
    """Two tables side by side, then the next two."""
    short = shorten_apart((view.names[player] for player in view.seats), WIDTH - 2)
    tables = [
        [f"Table {table}".ljust(WIDTH), *(_draw_seat(n, short[view.names[player]]) for n, player in seated.items())]
        for table, seated in view.list_tables().items()
    ]
    for start in range(0, len(tables), COLUMNS):
        rows = zip_longest(*tables[start : start + COLUMNS], fillvalue=" " * WIDTH)
        yield "\n".join(" ".join(row).rstrip() for row in rows)


def _draw_seat(number: int, name: str) -> str:
    return f"{number} {for_code_block(name)}{' ' * (WIDTH - 2 - display_width(name))}"


def please_move(view: RoomView) -> str:
    """Who has to move, a line each; empty where nobody has."""
    if not view.due:
        return ""
    further = len(view.balance.moves) - len(view.due)
    breaks = [f"Table {table} breaks." for table in view.balance.broken]
    return "\n".join(
        (
            "**Please move:**",
            *list_moves(view, view.due),
            *([f"{_count(further, 'more move')} will be due then."] if further else breaks),
        )
    )


def list_moves(view: RoomView, moves: Sequence[Move]) -> Iterator[str]:
    """`Ann: table 3, seat 2 → table 1, seat 4`"""
    for move in sorted(moves, key=lambda move: move.before or (0, 0)):
        before = "no seat" if move.before is None else show_seat(move.before)
        yield f"- {_name(view, move.player_id)}: {before} → **{show_seat(move.after)}**"


def show_seat(seat: Seat) -> str:
    """`table 3, seat 2`"""
    return f"table {seat.table}, seat {seat.number}"


def proposed(view: RoomView) -> str:
    """What staff read in their channel of the moves that are due."""
    return (
        f"Texas Hold'em, {view.left} players left. {please_move(view)}\n"
        f"Press **{DONE}** when they sit. Somebody else instead: `/holdem move`."
    )


def settled(done: MovesMade | None, by: int | None) -> str:
    """What becomes of such a post once the moves are made, or not needed any more."""
    if done is None:
        return "Texas Hold'em: moves that were due here are not any more. `/holdem room` shows who sits where."
    return "\n".join((f"Texas Hold'em: moved, says <@{by}>.", *list_moves(done.view, done.moves)))


def made(done: MovesMade) -> str:
    """The answer to whoever says that the moves are made."""
    sit = [f"- {_name(done.view, move.player_id)}: {show_seat(move.after)}" for move in done.moves]
    return "\n".join(
        filter(None, ("Noted, they sit there now:" if sit[1:] else "Noted:", *sit, please_move(done.view)))
    )


def moved_meanwhile(view: RoomView) -> str:
    """The refusal of a press on moves that are not the ones that are due."""
    now = please_move(view) or "Nobody has to move. `/holdem room` shows who sits where."
    return f"The room has changed since this was shown, so nothing was done. This is it now:\n{now}"


def drawn(done: SeatsDrawn) -> str:
    """The answer to the draw."""
    return f"The seats are drawn and announced.\n{_apart(done.view)}\nNext: `/blinds start` with the first hand."


def announced(done: SeatsDrawn) -> str:
    """What everybody reads of the draw, with what is needed to check it."""
    view, competition = done.view, done.view.snapshot.competition
    again = f" again; this is draw {done.number}, and the earlier one does not count" if done.number > 1 else ""
    by = "a director chose" if done.is_chosen else "chance gave"
    tables = len(view.list_tables())
    return (
        f"**{for_prose(competition.name)}: the seats of Texas Hold'em are drawn{again}.**\n"
        f"{view.left} players at {_count(tables, 'table')}: <#{competition.channels.standings}> shows who sits where, "
        f"`/holdem seat` where you sit. Seat 1 deals first; if it is empty, the next seat.\n{_apart(view)}\n"
        f"Drawn from the order of registration with the seed {for_prose(view.seed)}, which {by}; anybody can check it."
    )


def _apart(view: RoomView) -> str:
    seats = view.seats
    tables = count_tables(len(seats))
    together: dict[tuple[int, int], int] = {}
    for player, seat in seats.items():
        at = (view.snapshot.players[player].team_id, seat.table)
        together[at] = together.get(at, 0) + 1
    most = max(together.values())
    if most == 1:
        return "Team-mates sit at different tables."
    return f"With {_count(tables, 'table')}, team-mates cannot all sit apart: up to {most} of a team share one."


def asked_again(found: DrawAsked) -> str:
    """The question before a draw that replaces another."""
    times = "once" if found.draws == 1 else f"{found.draws} times"
    return (
        f"The seats are drawn and announced already ({times}). Draw them again, for {found.players} players? Everybody "
        f"reads in <#{found.snapshot.competition.channels.announcements}> that this is draw {found.draws + 1}. The "
        "seats before cannot be brought back."
    )


def seats_of(found: Iterable[SeatOf]) -> str:
    """Where one or several players sit."""
    return "\n".join(f"{for_prose(one.name)}: {_whereabouts(one)}" for one in found)


def _whereabouts(one: SeatOf) -> str:
    if one.has_won:
        return "has **won** hold'em"
    if one.place is not None:
        return f"out in place {one.place}"
    if one.is_late:
        return "was not there at the start"
    if not one.takes_part:
        return "takes no part in hold'em"
    sits = "no seat yet" if one.seat is None else f"**{show_seat(one.seat)}**"
    return sits if one.move is None else f"{sits}; goes to **{show_seat(one.move.after)}**, as staff say"


def is_not_in(name: str) -> str:
    """The refusal to move somebody who is out, late, or takes no part."""
    return f"{for_prose(name)} is not in hold'em any more, so has no seat. `/holdem room` shows who sits where."


def no_such_table(table: int, tables: Sequence[int]) -> str:
    """The refusal of a table at which nobody sits."""
    if not tables:
        return "Nobody sits at any table. `/holdem room` shows how hold'em stands."
    return f"Nobody sits at table {table}. Choose one that is open: {', '.join(map(str, tables))}."


def is_full(table: int) -> str:
    """The refusal of a ninth player."""
    return f"Table {table} is full: eight sit there. Choose another table."


def is_taken(name: str, seat: Seat) -> str:
    """The refusal of a seat in which somebody sits."""
    return f"{for_prose(name)} sits at {show_seat(seat)}. Choose a free seat, or leave `seat` out for the first one."


def sits_there(name: str, seat: Seat) -> str:
    """The refusal to move somebody to where they are."""
    return f"{for_prose(name)} sits at {show_seat(seat)} already, so nothing would change. Choose another seat."


def is_not_out(name: str) -> str:
    """The refusal to note who took the chips of somebody who is in."""
    return f"{for_prose(name)} is not out any more, so nothing was noted. Enter who went out with `/score holdem`."


def took_own(name: str) -> str:
    """The refusal of somebody who took their own chips."""
    return f"{for_prose(name)} cannot take their own chips. Choose who won the hand."


def takes_no_chips(name: str) -> str:
    """The refusal of somebody who was not there to take chips."""
    return f"{for_prose(name)} does not play hold'em, so took no chips. Choose who won the hand."


def seat_option(view: TableView, number: int) -> str:
    """A seat in the menus of the form."""
    if number in view.seated:
        return f"Seat {number}: {cut_name(view.seated[number], 80)}"
    return f"Seat {number}: {cut_name(view.gone[number], 80)}, out" if number in view.gone else f"Seat {number}: empty"


def dealt(done: HandsDealt) -> str:
    """Who deals and who posts the blinds in the next two hands (G182-G188)."""
    first, second = done.hands
    return "\n".join(
        (
            f"**Table {done.view.table}, the next hand**",
            *_hand(done.view, first),
            "**The hand after it**, if nobody goes out or comes",
            *_hand(done.view, second),
        )
    )


def _hand(view: TableView, hand: Hand) -> Iterator[str]:
    def sits(seat: int) -> str:
        return f"{for_prose(_short(view.seated[seat]))} (seat {seat})"

    deals = f"{sits(hand.dealer)} deals"
    yield deals + (
        f"; the button's seat {hand.button} is empty." if hand.button != hand.dealer else ", with the button."
    )
    yield f"Small blind: {sits(hand.small)}" if hand.has_small else f"No small blind: seat {hand.small} is empty."
    yield f"Big blind: {sits(hand.big)}"
    if hand.waiting:
        yield f"Dealt in once the button has passed: {', '.join(map(sits, hand.waiting))}"


def list_seats(view: TableView) -> list[tuple[str, str]]:
    """The seats of a table as choices: what is shown, and the number."""
    return [(seat_option(view, number), str(number)) for number in SEATS]


def _name(view: RoomView, player_id: int) -> str:
    return for_prose(_short(view.names[player_id]))


def _short(name: str) -> str:
    return shorten(name, LONGEST_NAME)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
