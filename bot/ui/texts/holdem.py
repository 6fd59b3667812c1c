"""Texas hold'em: who went out, and who is left."""

from collections.abc import Callable, Sequence

from bot.ui.facts.desk import PlayersLeft
from bot.ui.facts.scores import HoldemEntered
from bot.ui.names import for_prose
from bot.ui.texts.desk import SCORE, name_to_leave
from bot.ui.texts.listing import count, list_some
from bot.ui.texts.scores import not_running as not_running
from core.holdem.order import Moved, OrderChange

MOST_NAMED = 8
OUT_OF, NEXT_OUT = "Out, of", "Next one out"

NO_HOLDEM = "This competition has no hold'em tournament. `/competition show` lists its events."


IS_CLOSED = (
    "Texas Hold'em is closed: its final ranking is out. A director moves a player with `/score holdem-correct`, or "
    "opens it again with `/event reopen`."
)


def who_went_out(choice: PlayersLeft) -> str:
    """The question who went out; the order inside one hand is that of going all in (G196)."""
    head = f"**{SCORE}**: {choice.event.title}"
    if not choice.players:
        return f"{head}\nIt is over: nobody is left to go out. `/standings` shows the places."
    return (
        f"{head}\nWho went out? {count_players_left(len(choice.players))} It counts at once, and you can undo it.\n"
        "Several in one hand: whoever was all in first is out first, so choose that player first. Who was not there at "
        "the start: `/score holdem-late`."
    )


def entered(done: HoldemEntered) -> str:
    """The answer to a change of the order of elimination."""
    names = ", ".join(for_prose(name) for name in done.named)
    by = f", knocked out by {for_prose(done.victor)}" if done.victor is not None and done.victor != done.winner else ""
    if done.winner is not None:
        return f"{names} is out in place {done.place}{by}. **{for_prose(done.winner)} wins the hold'em tournament!**"
    left = count_players_left(done.left)
    if done.is_late:
        return f"{names} was not there at the start, and shares the last rank. {left}"
    if done.place is None:
        return f"{names} is back in. {left}"
    return f"{names} is out in place {done.place}{by}. {left}"


def leave_now(names: Sequence[str]) -> str:
    """What staff do when somebody is ejected from a seat in hold'em (ruling 24)."""
    return (
        f"Still in hold'em: {name_to_leave(names)}. Enter that they are out now, with `/score holdem` or at the desk: "
        "the place is the one of this moment."
    )


def still_out(name: str, place: int) -> str:
    """What a lifted ejection leaves as it is: who was entered as out stays out until somebody puts them back in."""
    return f"In hold'em, {for_prose(name)} stays out in place {place}. Back at the table: `/score holdem-back`."


def count_players_left(left: int) -> str:
    """How many are still in."""
    return f"{count(left, 'player')} left."


def describe_order_change(change: OrderChange, name: Callable[[int], str]) -> str:
    """`Ann, Bo out; Cy back in; Di place 9 → 7; Bo knocked out by Cy`; empty where nothing has changed."""
    said = [
        f"{list_some([*map(name, ids)], MOST_NAMED)} {what}"
        for ids, what in ((change.out, "out"), (change.late, "late"), (change.back, "back in"))
        if ids
    ]
    said += [f"{name(one.player_id)} {_show_move(one)}" for one in change.moved[:MOST_NAMED]]
    said += [f"{name(loser)} knocked out by {name(victor)}" for loser, victor in change.noted[:MOST_NAMED]]
    return "; ".join(said)


def _show_move(moved: Moved) -> str:
    match moved:
        case Moved(before=None, after=None):
            return "in another place"
        case Moved(before=None, after=after):
            return f"late → place {after}"
        case Moved(before=before, after=None):
            return f"place {before} → late"
        case Moved(before=before, after=after):
            return f"place {before} → {after}"


def is_out_already(name: str, place: int | None) -> str:
    """The refusal of somebody who is out."""
    return f"{for_prose(name)} is out already, in place {place}. If that is wrong, use `/score holdem-back`."


def is_late_already(name: str) -> str:
    """The refusal of somebody who was late."""
    return f"{for_prose(name)} was entered as late already. If that is wrong, use `/score holdem-back`."


def is_still_in(name: str) -> str:
    """The refusal to put back somebody who is in."""
    return f"{for_prose(name)} is still in. Enter who went out with `/score holdem`."


def takes_no_part(name: str) -> str:
    """The refusal of somebody who does not play."""
    return f"{for_prose(name)} takes no part in hold'em, because of an ejection or withdrawal. Choose another player."


def came_back(name: str) -> str:
    """The refusal to let somebody go out of a tournament that is over."""
    return (
        f"Hold'em is over: {for_prose(name)} came back when an ejection was lifted afterwards, and has the last rank. "
        "Give a place with `/score holdem-correct`."
    )


def has_this_place(name: str, place: int | None) -> str:
    """The refusal to move somebody to where they are."""
    is_there = "was entered as late" if place is None else f"is in place {place}"
    return f"{for_prose(name)} {is_there} already, so nothing would change. Choose another place."


def no_such_place(best: int, last: int) -> str:
    """The refusal of a place that nobody has who is out."""
    places = f"place {best}" if best == last else f"one of the places {best} to {last}"
    return f"Whoever is out has {places}. Choose such a place; without one, the player counts as late."
