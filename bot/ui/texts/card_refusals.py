"""Why a card is not taken: who may write on it, in which events there are any, and what is wrong in a line."""

from collections.abc import Sequence
from typing import Any

from bot.db.snapshot import Team
from bot.ui.facts.cards import CardUnread, CardView
from bot.ui.names import for_prose
from bot.ui.texts.cards import name_second
from core.scoring.event import Event

UNKNOWN_CARD = "There is no such card (any more): the lanes or pairs were changed. `/card show` says who keeps which."
NOTHING_WRITTEN = "Nothing is written yet. Type the scores, then send it."
REASON_NEEDED = "Give a reason of at most 500 characters: its keepers read it."
VERDICT_NEEDED = "Choose which card counts, or that what you typed does."


def no_cards(event: Event[Any]) -> str:
    """The refusal of cards for an event in which staff keep all scores."""
    return f"In {event.title} facilitators enter the scores. Teams keep cards in Bowling and the Golf Scramble only."


def keepers_only(event: Event[Any], keepers: Sequence[Team], managers: Sequence[int]) -> str:
    """The refusal to whoever does not keep this card."""
    captains = " or of ".join(for_prose(team.name) for team in keepers)
    manager = f", {', '.join(f'<@{user_id}>' for user_id in managers)}," if managers else ""
    return (
        f"Only the captain of {captains} can do this: they keep this card. So can the manager of {event.title}"
        f"{manager} and a director."
    )


def not_arranged(event: Event[Any], team: Team) -> str:
    """The refusal of a card of which nobody has said who keeps it."""
    what = "pairs" if event.scored == "team" else "lanes"
    return (
        f"The {what} of {event.title} are not set yet, so nobody keeps the card of {for_prose(team.name)}. "
        f"A director sets them with `/card {what}`."
    )


def which_keeper(view: CardView) -> str:
    """The question for whom the event manager writes."""
    return (
        f"Whose card are you writing: the one that {for_prose(view.team.name)} kept, or the one of "
        f"{name_second(view)}? Fill in the option `keeper`."
    )


def scored_automatically(event: Event[Any]) -> str:
    """The refusal of what captains write while machines score."""
    return (
        f"{event.title} is scored by machines here, so teams enter nothing. If a score is wrong, call the event "
        "manager, who corrects it."
    )


def team_is_out(view: CardView) -> str:
    """The refusal of the card of a team that is out, or came too late."""
    team, event = view.team, view.event
    if view.snapshot.has_forfeited(team.id, event.key):
        return (
            f"{for_prose(team.name)} came too late and has forfeited {event.title}, so its card is not needed. If it "
            "was there, call the event manager, who enters it with `/score correct`."
        )
    return f"{for_prose(team.name)} is out, so nothing more counts for it and its card is not needed."


def is_disputed(event: Event[Any], team: Team) -> str:
    """The refusal of a score of staff's own while two keepers differ."""
    return (
        f"The {event.title} card of {for_prose(team.name)} is disputed, so nothing was entered. "
        "Its manager or a director rules on it with `/card rule`: that takes a reason, and both keepers are told."
    )


def in_line(number: int, sentence: str) -> str:
    """What is wrong in a line."""
    return f"Line {number}: {sentence}"


def named_twice(name: str) -> str:
    """The refusal of a name that stands there before."""
    return f"{for_prose(name[:100])} stands there twice. Leave one of the lines out."


def ruling_unread(found: CardUnread, mend: str) -> str:
    """The answer to a ruling whose card cannot be read."""
    kept = f"Nothing was ruled. What you typed is kept, with your reason: press **{mend}**."
    return "\n".join((kept, *found.faults))
