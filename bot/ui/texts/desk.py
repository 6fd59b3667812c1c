"""The desk: what goes on, whose turn it is, and what a facilitator sees on the way to a score."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.db.snapshot import Snapshot, Team
from bot.ui.facts.desk import Called, PlayerRounds, Progress, Purpose, RoundForm, RoundUnread, TeamChoice, TeamView
from bot.ui.facts.progress import Stage
from bot.ui.names import for_prose, visible_name
from bot.ui.texts.access import mention_director
from bot.ui.texts.listing import count, name_some
from bot.ui.texts.scores import name_round, shorten_example
from core.competition import BEFORE_START, Kind, State
from core.scoring.event import Event

SCORE, WARN, EJECT, UNDO, CALL = "Score", "Warn", "Eject", "Undo", "Call the director"
MATCH_RESULT = "Match result"
PURPOSES: dict[Purpose, str] = {"score": SCORE, "warn": WARN, "eject": EJECT}
NEXT_PLAYER, OTHER_TEAM, WHOLE_TEAM = "Next player", "Other team", "Whole team"
EARLIER, LATER = "Earlier teams", "Later teams"
CHOOSE_EVENT, CHOOSE_TEAM = "Another event", "Team"
NO_EVENT = "During no event"
REASON_LABEL = "Why is it wrong?"
CALL_TITLE, CALL_LABEL, CALL_HINT = "Call the director", "Where, and what is it?", "Staff read it in this channel."
CALL_MAX_CHARACTERS = 300
UNKNOWN_BUTTON = "Skipper does not know this button any more. Start again from the desk message."
NOTHING_CHOSEN = "Nothing was chosen. Please choose again."
FIX = "Fix"
NO_SUCH_ROUND = "There is no such round. Start again from the desk message."
NOTHING_TO_SCORE = "Nothing can be entered now: the events that are yours are closed or cancelled."
LONGEST_NAME = 40
MOST_TO_LEAVE = 4


def desk_of_events(snapshot: Snapshot, progress: Sequence[Progress]) -> str:
    """The desk message of the Games; the table is at most 32 columns wide."""
    lines = [f"{each.event.title:<20}{_show_progress(each):>12}" for each in progress]
    under_way = [each.event.title for each in progress if each.stage is Stage.UNDER_WAY]
    now = f"Under way: {', '.join(under_way)}." if under_way else _no_event(snapshot)
    table, steps = "\n".join(lines), "".join(f"{step}\n" for step in _list_steps(snapshot, progress))
    head = f"**Desk of {for_prose(snapshot.competition.name)}**\n{now}"
    return f"{head}\n```\n{table}\n```{steps}{_closing_words(snapshot)}"


def desk_of_matches(snapshot: Snapshot, ready: int, decided: int, matches: int) -> str:
    """The desk message of a dodgeball tournament."""
    now = f"{decided} of {matches} matches are decided, {ready} can be played now." if matches else "No bracket yet."
    return f"**Desk of {for_prose(snapshot.competition.name)}**\n{now}\n{_closing_words(snapshot)}"


def choose_team(choice: TeamChoice) -> str:
    """The question for the team."""
    what = f"**{PURPOSES[choice.purpose]}**" + (f": {choice.event.title}" if choice.event else "")
    lacking = sum(1 for _, missing in choice.teams if missing)
    if choice.purpose != "score":
        return f"{what}\nWhose player is it?"
    return f"{what}\nWhich team? {lacking} of {len(choice.teams)} still lack something."


def team_hint(choice: TeamChoice, team: Team, missing: int) -> str:
    """What stands under a team's name in the menu."""
    if choice.event is None or choice.purpose != "score":
        return ""
    if choice.snapshot.has_forfeited(team.id, choice.event.key):
        return "forfeited"
    noun = choice.event.entry.round_name if choice.event.entry else "round"
    return f"{count(missing, noun)} missing" if missing else "all in"


def view_team(view: TeamView, hidden: int) -> str:
    """A team's players with their rounds; `hidden` are those of a large team for whom there is no button."""
    head = f"**{PURPOSES[view.purpose]}**" + (f": {view.event.title}" if view.event else "")
    lines = [f"{head}\n{for_prose(view.team.name)}"]
    if hidden:
        lines.append(f"Not all fit on buttons: for the other {hidden} use `/conduct {view.purpose}`.")
    lines += [f"- {for_prose(each.player.name)}: {_show_rounds(each)}" for each in view.players]
    if view.purpose == "score" and not any(each.next_round for each in view.players):
        lines.append("Everything of this team is in. `/score correct` corrects a round.")
    elif view.purpose == "score":
        lines.append("Whose round?")
    else:
        lines.append("Which player? You see what follows before it counts.")
    return "\n".join(lines)


def player_button(player: PlayerRounds, event: Event[Any] | None) -> str:
    """`Ann Lee, game 2`"""
    name = cut_name(player.player.name)
    return name if event is None or player.next_round is None else f"{name}, {name_round(event, player.next_round)}"


def round_title(form: RoundForm) -> str:
    """The title of the form, at most 45 characters."""
    return f"{form.event.title}, {name_round(form.event, form.round)}"[:45]


def round_label(form: RoundForm) -> str:
    """The label of the field, at most 45 characters."""
    return cut_name(form.entrant, 45)


def round_hint(form: RoundForm) -> str:
    """The notation of the event, at most 100 characters."""
    return f"Type {shorten_example(form.event.entry)}"


def called(done: Called) -> str:
    """What staff read when somebody calls."""
    what = f": {for_prose(done.text)}" if done.text else "."
    return f"{mention_director(done.snapshot.competition)}: <@{done.user_id}> calls a director{what}"


CALLED = "A director is called in the staff channel."


def team_takes_no_part(team: str, event: Event[Any]) -> str:
    """The refusal of a team that is out, or holds no place."""
    return f"{for_prose(team)} takes no part in {event.title}. Choose another team."


def cut_name(name: str, longest: int = LONGEST_NAME) -> str:
    """A name where Discord shows no markdown: on a button, in a menu, on a form."""
    shown = visible_name(name)
    return shown if len(shown) <= longest else f"{shown[: longest - 1].rstrip()}\u2026"


def _show_progress(progress: Progress) -> str:
    match progress.stage:
        case Stage.CLOSED | Stage.CANCELLED:
            return str(progress.stage.value)
        case Stage.COMPLETE:
            return f"all {progress.due} in"
        case _:
            noun = "out" if progress.event.entry is None else "in"
            counted = f"{progress.entered}/{progress.due}"
            return f"{counted} {noun}" if len(counted) < 9 else counted


def _list_steps(snapshot: Snapshot, progress: Sequence[Progress]) -> Iterator[str]:
    """What the managers of the events do next: rule on disputed cards, and close what is all in."""
    if snapshot.competition.state is not State.RUNNING:
        return
    for each in progress:
        if each.forfeited and each.stage not in (Stage.CLOSED, Stage.CANCELLED):
            yield f"{each.event.title}: forfeited by {name_to_leave(each.forfeited)}"
        if each.disputed and each.stage is not Stage.CLOSED:
            yield f"{each.event.title}: {count(each.disputed, 'card')} disputed → `/card rule`"
        elif each.stage is Stage.COMPLETE:
            yield f"{each.event.title}: all in → `/event close`"
        elif each.to_leave:
            gone = name_to_leave(each.to_leave)
            yield f"{each.event.title}: enter as out who takes no part any more, {gone} → {SCORE}"
        elif each.event.entry is None and _is_played(each, progress):
            yield f"{each.event.title}: who goes out → {SCORE}, who is not there → `/score holdem-late`"


def name_to_leave(names: Sequence[str]) -> str:
    """Those whose chips leave the table: at most a team's."""
    return name_some(names, MOST_TO_LEAVE)


def _is_played(event: Progress, progress: Sequence[Progress]) -> bool:
    """Whether it is under way, or the only one that is left."""
    over = (Stage.COMPLETE, Stage.CLOSED, Stage.CANCELLED)
    is_last = all(other.stage in over for other in progress if other.event.key != event.event.key)
    return event.stage is Stage.UNDER_WAY or (event.stage is Stage.TO_COME and is_last)


def _show_rounds(player: PlayerRounds) -> str:
    if player.is_out:
        return "out"
    shown = [f"**{taken.points}**" if taken else "missing" for taken in player.rounds]
    return ", ".join(shown) or "in the game"


def _no_event(snapshot: Snapshot) -> str:
    if snapshot.competition.state is State.RUNNING:
        return "No event is under way."
    return f"The competition's state: {snapshot.competition.state}."


def _closing_words(snapshot: Snapshot) -> str:
    is_games = snapshot.competition.settings.kind is Kind.GETAWAY
    what = "scores" if is_games else "results"
    match snapshot.competition.state:
        case State.RUNNING:
            return f"{'' if is_games else 'A forfeit: `/match forfeit`. '}What you press here, only you see."
        case State.FINISHED if is_games:
            return "No scores are taken now. A director corrects with `/score correct`."
        case State.FINISHED:
            return "No results are taken now. A director goes on with `/competition resume`, then `/match correct`."
        case state if state in BEFORE_START:
            return f"{what.capitalize()} are taken once a director has started it with `/competition start`."
        case _:
            return f"It is over: no {what} are taken any more."


def round_unread(found: RoundUnread) -> str:
    """What is wrong with what was typed."""
    return f"{for_prose(found.form.entrant)}: {found.fault} Your text is kept: press {FIX}."
