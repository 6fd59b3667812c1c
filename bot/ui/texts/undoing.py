"""Taking back what one entered oneself."""

from collections.abc import Sequence

from bot.db.snapshot import SheetKey, Snapshot
from bot.ui.facts.scores import OrderUndone, RoundsUndone, RoundUndone, Undone
from bot.ui.names import for_prose
from bot.ui.texts.holdem import count_players_left, describe_order_change
from bot.ui.texts.listing import list_some
from bot.ui.texts.scores import name_round, show_amount
from core.scoring.event import get_event

NOTHING_TO_UNDO = (
    "There is nothing of yours from the last ten minutes to take back. Use `/score correct` instead, or "
    "`/score holdem-back` in hold'em."
)
ORDER_CHANGED = (
    "Somebody has changed the order since, so it was not taken back. `/score holdem-back` puts a player back in, "
    "`/score holdem-correct` moves one."
)
UNDO_MATCH = "A director takes the result of a match back with `/match undo`."
UNDO_REASON = "taken back"
TAKE_BACK = "Take it back"
MOST_NAMED = 5


def undone(done: Undone) -> str:
    """The answer to taking something back."""
    match done:
        case RoundUndone():
            missing = "is forfeited again" if done.is_forfeit else "is missing again"
            counts = done.counts_now
            now = missing if counts is None else f"is {show_amount(done.event, counts.points)} again"
            return (
                f"Taken back: {show_amount(done.event, done.taken_back.points)} of {for_prose(done.entrant)} in "
                f"{done.event.title}. {name_round(done.event, done.round).capitalize()} {now}."
            )
        case RoundsUndone():
            now = "They are missing again." if done.are_missing else "What stood before counts again."
            return f"Taken back: {_name_rounds(done)}. {now}"
        case OrderUndone():
            return f"Taken back in {done.event.title}: {_name_change(done)}. {count_players_left(done.left)}"


def question(done: Undone) -> str:
    """What would be taken back."""
    match done:
        case RoundUndone():
            return (
                f"Your latest round: {for_prose(done.entrant)}, {done.event.title}, "
                f"{name_round(done.event, done.round)}: **{show_amount(done.event, done.taken_back.points)}**. "
                "Take it back?"
            )
        case RoundsUndone():
            return f"The latest that you entered: **{_name_rounds(done)}**. Take all of it back?"
        case OrderUndone():
            return f"The latest that you entered, in {done.event.title}: **{_name_change(done)}**. Take it back?"


def changed_since(snapshot: Snapshot, keys: Sequence[SheetKey], *, is_alone: bool) -> str:
    """The refusal to take back what others have changed since: which rounds those are."""
    if is_alone:
        return "Somebody has corrected your latest round since, so it was not taken back. Use `/score correct` instead."
    named = list_some([_name_key(snapshot, key) for key in keys], MOST_NAMED)
    return (
        f"Nothing was taken back, since this has been changed meanwhile: {named}. "
        "Use `/score correct` for each round that is wrong."
    )


def _name_rounds(done: RoundsUndone) -> str:
    """`8 games of Gutter Gang in Bowling`"""
    entry = done.events[0].entry if len(done.events) == 1 else None
    whose = for_prose(done.teams[0]) if len(done.teams) == 1 else f"{len(done.teams)} teams"
    where = ", ".join(event.title for event in done.events)
    return f"{len(done.sheets)} {entry.round_name if entry else 'round'}s of {whose} in {where}"


def _name_change(done: OrderUndone) -> str:
    return describe_order_change(done.change, lambda id_: for_prose(done.snapshot.players[id_].name)) or "nothing"


def _name_key(snapshot: Snapshot, key: SheetKey) -> str:
    event = get_event(key.event)
    if key.player_id is None and key.team_id is None:
        return event.title
    owner = snapshot.players[key.player_id] if key.player_id is not None else snapshot.teams[key.team_id or 0]
    return f"{name_round(event, key.round)} of {for_prose(owner.name)}"
