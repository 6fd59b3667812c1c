"""Lanes and pairs: who keeps which card, what was understood, and what cannot be."""

from typing import Any

from bot.db.snapshot import Team
from bot.ui.facts.cards import Arrangement, ArrangementPreview, ArrangementUnread, ScoringSet
from bot.ui.names import for_prose
from bot.ui.texts.cards import MEND, name_state
from bot.ui.texts.listing import count
from core.cards import LAYOUTS, Layout
from core.competition import State
from core.golf import name_start
from core.scoring.event import Event

CONFIRM = "Yes, that is right"
TEAMS_CHANGED = "A team of this arrangement takes no part any more, so nothing was changed. Please enter it again."
NO_TEAMS = "No team is named. Type the teams, then send it."
AS_IT_STANDS = "As it stands now"
AS_TYPED = "As you typed it"
BY_REGISTRATION = "In the order of registration: change it"
BY_RANK = "By overall rank now: 1 with 2, 3 with 4"
DRAWN = "Drawn, since no event counts yet"
TITLES = {Layout.LANES: "Lanes from left to right", Layout.PAIRS: "Pairs, hole by hole"}
LABELS = {Layout.LANES: "One team a line, leftmost lane first", Layout.PAIRS: "One hole a line: Team A, Team B"}


def not_now(state: State) -> str:
    """The refusal to arrange what is not played."""
    return f"The competition is {state}, so nobody keeps cards in it. See `/competition show`."


def plays_no_part(team: Team, event: Event[Any]) -> str:
    """The refusal of a team that is out, or holds no place."""
    return f"{for_prose(team.name)} takes no part in {event.title}. Leave it out."


def unread(found: ArrangementUnread) -> str:
    """The answer to lanes or pairs that cannot be read."""
    return "\n".join((f"Nothing was changed. What you typed is kept: press **{MEND}**.", *found.faults))


def previewed(found: ArrangementPreview) -> str:
    """What was understood, and what would follow."""
    lines = [f"**{found.event.title}: is this right?** Nothing is changed yet."]
    lines += [_keeping(found.event, keeping.place, keeping.team, keeping.second, "") for keeping in found.keepings]
    if found.left_out:
        lines.append(f"⚠️ Not named, so nobody keeps their cards: {_name(found.left_out)}.")
    if found.set_aside:
        lines.append(
            f"⚠️ Somebody wrote on the cards of {_name(found.set_aside)}. Their keepers change, so that is set aside "
            "and both write anew. What counts already stays."
        )
    return "\n".join(lines)


def arranged(done: Arrangement) -> str:
    """The answer to a director."""
    teams = count(len(done.views), "team")
    return f"Done: {teams} in {done.event.title}. The captains are told who keeps which card."


def list_keepings(done: Arrangement) -> list[str]:
    """Who keeps which card, a line each."""
    return [_keeping(done.event, view.card.place, view.team, view.second, "") for view in done.views]


def announced(done: Arrangement) -> str:
    """What captains read once it is arranged."""
    where = "the team to your left" if LAYOUTS[done.event.key] is Layout.LANES else "the team on your hole"
    if done.is_automatic:
        return f"**{done.event.title}**: you see above where you play. Machines keep the score: you enter nothing."
    is_pairs = LAYOUTS[done.event.key] is Layout.PAIRS
    has_alone = is_pairs and any(view.second is None for view in done.views)
    alone = " Alone on your hole, keep your own: the event manager keeps it, too." if has_alone else ""
    return (
        f"**{done.event.title}**: you see above where you play. Keep your own card and that of {where}.{alone} Enter "
        "them with `/card enter`. Scores count once both keepers wrote the same; one difference holds the whole card."
    )


def shown(found: Arrangement) -> str:
    """Who keeps which card, and how far those are that somebody may know of."""
    event = found.event
    lines = [f"**{event.title}: who keeps which card**"]
    if found.is_automatic:
        lines.append("Machines keep the score: teams enter nothing.")
    if not found.views:
        command = "pairs" if LAYOUTS[event.key] is Layout.PAIRS else "lanes"
        lines.append(f"Nobody has said yet. A director enters it with `/card {command}`.")
    for view in found.views:
        state = f": {name_state(view)}" if view.card.id in found.shown or view.is_out else ""
        lines.append(_keeping(event, view.card.place, view.team, view.second, state))
    return "\n".join(lines)


def scoring_set(done: ScoringSet) -> str:
    """The answer to how an event is scored."""
    if done.is_automatic:
        return (
            f"Machines score {done.event.title} from now on: teams enter nothing. Staff use `/score {done.event.key}`."
        )
    return f"{done.event.title} is scored by hand from now on: teams enter their cards with `/card enter`."


def scoring_announced(done: ScoringSet) -> str:
    """What captains read about it, once they keep cards."""
    if done.is_automatic:
        return (
            f"**{done.event.title}**: machines keep the score from now on, so you enter nothing. If a score is wrong, "
            "call the event manager."
        )
    return (
        f"**{done.event.title}**: the score is kept by hand from now on. Enter your cards with `/card enter`; "
        "`/card show` says which are yours."
    )


def _keeping(event: Event[Any], place: int, team: Team, second: Team | None, state: str) -> str:
    where = name_start(place) if LAYOUTS[event.key] is Layout.PAIRS else f"Lane {place}"
    other = "the event manager" if second is None else for_prose(second.name)
    return f"{where}: {for_prose(team.name)}, also kept by {other}{state}"


def _name(teams: tuple[Team, ...]) -> str:
    return ", ".join(for_prose(team.name) for team in teams)
