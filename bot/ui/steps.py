"""Which command is of use in which state, and to whom: the one table that `/help` is made from.

Rows stand in the order of their use, so that the first one that applies is the next step. Who may use a command stands
with the command itself; a command that no row names fails a test.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.db.snapshot import TeamStatus
from bot.ui.facts.help import Standing
from bot.ui.message import Button, Style, custom_id
from bot.ui.texts.competition import STEP_COMMANDS
from core.competition import Kind, State, Step, possible_steps

RUN = "help-run"
Condition = Callable[[Standing], bool]

DRAFT, OPEN, CLOSED, RUNNING, FINISHED = (
    State.DRAFT,
    State.REGISTRATION_OPEN,
    State.REGISTRATION_CLOSED,
    State.RUNNING,
    State.FINISHED,
)
CANCELLED, ARCHIVED = State.CANCELLED, State.ARCHIVED
ALWAYS = frozenset(State)
BEFORE_START = frozenset({DRAFT, OPEN, CLOSED})
BEFORE_END = frozenset({DRAFT, OPEN, CLOSED, RUNNING})
WITH_TEAMS = frozenset({OPEN, CLOSED, RUNNING})
STARTED = frozenset({RUNNING, FINISHED})


def _always(_standing: Standing) -> bool:
    return True


def _may_register(standing: Standing) -> bool:
    return standing.is_registration_open and not standing.has_team


def _may_start(standing: Standing) -> bool:
    return _may_register(standing) and not standing.is_locked


def _manages_an_event(standing: Standing) -> bool:
    return _is_getaway(standing) and standing.is_event_manager


def _has_no_team(standing: Standing) -> bool:
    return standing.led is None


def _may_leave(standing: Standing) -> bool:
    return standing.player is not None and standing.may_leave


def _may_change_roster(standing: Standing) -> bool:
    return standing.is_roster_open


def _has_room(standing: Standing) -> bool:
    at_most = standing.competition.settings.roster_at_most
    return standing.is_roster_open and (at_most is None or _count_players(standing) < at_most)


def _has_somebody_to_spare(standing: Standing) -> bool:
    at_least, led = standing.competition.settings.roster_at_least, standing.led
    is_forming = led is not None and led.team.status is TeamStatus.FORMING
    return standing.is_roster_open and _count_players(standing) > (0 if is_forming else at_least)


def _count_players(standing: Standing) -> int:
    return 0 if standing.led is None else len(standing.led.snapshot.roster(standing.led.team.id))


def _has_unlinked(standing: Standing) -> bool:
    led = standing.led
    return (
        led is not None
        and not led.is_out
        and any(player.user_id is None for player in led.snapshot.roster(led.team.id))
    )


def _is_offered_place(standing: Standing) -> bool:
    return standing.led is not None and standing.led.team.offered_until is not None


def _takes_part(standing: Standing) -> bool:
    return standing.led is not None and not standing.led.is_out


def _is_captain(standing: Standing) -> bool:
    return standing.is_captain and _takes_part(standing)


def _has_co_captains(standing: Standing) -> bool:
    return _is_captain(standing) and standing.led is not None and bool(standing.led.team.co_captain_ids)


def _has_offence(standing: Standing) -> bool:
    return standing.has_offence


def _checks_in(standing: Standing) -> bool:
    return standing.is_check_in_open and _may_play(standing)


def _keeps_cards(standing: Standing) -> bool:
    return _is_getaway(standing) and _may_play(standing)


def _may_play(standing: Standing) -> bool:
    """Whether there is no team of theirs that is out, or too late for a place."""
    if standing.led is None:
        return True
    has_begun = standing.competition.state is RUNNING
    late = (TeamStatus.FORMING, TeamStatus.WAITLISTED) if has_begun else (TeamStatus.FORMING,)
    return not standing.led.is_out and standing.led.team.status not in late


def _is_out(standing: Standing) -> bool:
    return standing.led is not None and standing.led.is_out


def _plays_only(standing: Standing) -> bool:
    is_before_play = standing.competition.state in (OPEN, CLOSED)
    return is_before_play and standing.plays_for is not None and standing.led is None and not standing.is_staff


def _is_check_in_open(standing: Standing) -> bool:
    return standing.is_check_in_open


def _is_getaway(standing: Standing) -> bool:
    return standing.competition.settings.kind is Kind.GETAWAY


def _is_dodgeball(standing: Standing) -> bool:
    return standing.competition.settings.kind is Kind.DODGEBALL


def _may_be_drawn(standing: Standing) -> bool:
    return _is_dodgeball(standing) and not standing.has_results


def _is_played(standing: Standing) -> bool:
    return _is_dodgeball(standing) and standing.is_drawn


def _has_sheets(standing: Standing) -> bool:
    return _is_getaway(standing) or _is_played(standing)


def _is_played_out(standing: Standing) -> bool:
    return standing.competition.state is RUNNING and standing.is_played_out


def _has_results(standing: Standing) -> bool:
    return _is_dodgeball(standing) and standing.has_results


@dataclass(frozen=True, slots=True)
class Row:
    """Commands of a group (`team: add, swap`) that are of use in these states where the condition holds."""

    commands: str
    states: frozenset[State]
    applies: Condition = _always

    def __iter__(self) -> Iterator[str]:
        for group in self.commands.split(";"):
            name, colon, commands = group.strip().partition(":")
            yield from (f"{name} {command.strip()}" for command in commands.split(",")) if colon else [name]


TABLE: tuple[Row, ...] = (
    # Captains, and who may become one
    Row("team: place", WITH_TEAMS, _is_offered_place),
    Row("team: register", frozenset({OPEN}), _may_register),
    Row("team: start", frozenset({OPEN}), _may_start),
    Row("checkin: team", WITH_TEAMS, _checks_in),
    Row("team: add", WITH_TEAMS, _has_room),
    Row("player: link", WITH_TEAMS, _has_unlinked),
    Row("card: enter, view", frozenset({RUNNING}), _keeps_cards),
    Row("team: mine", WITH_TEAMS | STARTED),
    Row("appeal: submit", WITH_TEAMS | STARTED, _has_offence),
    Row("player: invite", WITH_TEAMS, _has_room),
    Row("team: swap", WITH_TEAMS, _may_change_roster),
    Row("team: remove", WITH_TEAMS, _has_somebody_to_spare),
    Row("captain: appoint, handover", WITH_TEAMS, _is_captain),
    Row("captain: dismiss", WITH_TEAMS, _has_co_captains),
    Row("team: withdraw", WITH_TEAMS, _takes_part),
    # Everybody
    Row("standings", STARTED | {ARCHIVED}, _is_getaway),
    Row("bracket", STARTED | {CLOSED, ARCHIVED}, _is_dodgeball),
    Row("why", STARTED | {ARCHIVED}),
    Row("clock: show", frozenset({CLOSED, RUNNING})),
    Row("team: list", ALWAYS - {DRAFT}),
    Row("card: show; blinds: show; holdem: seat, room, button", frozenset({RUNNING}), _is_getaway),
    Row("captain: claim", WITH_TEAMS, _has_no_team),
    Row("team: show", ALWAYS - {DRAFT}),
    Row("team: leave", WITH_TEAMS, _may_leave),
    Row("competition: show; schedule: show; settings: show; rules: show; ruling: list", ALWAYS),
    Row("notify; privacy: show, delete", ALWAYS),
    # Staff
    Row("desk: show", frozenset({RUNNING})),
    Row("score: bowling, derby, bags, basketball, golf, holdem", frozenset({RUNNING}), _is_getaway),
    Row("match: result, forfeit, table", frozenset({RUNNING}), _is_played),
    Row("clock: start, late", frozenset({RUNNING}), _is_getaway),
    Row("score: undo, holdem-late, holdem-back", frozenset({RUNNING}), _is_getaway),
    Row("blinds: start, pause, resume; holdem: move", frozenset({RUNNING}), _is_getaway),
    Row("desk: timer", frozenset({RUNNING}), _is_getaway),
    Row("event: close; card: rule", frozenset({RUNNING}), _manages_an_event),
    Row("score: correct, holdem-correct, history", STARTED, _is_getaway),
    Row("match: history", STARTED, _is_played),
    Row("event: sheets", frozenset({CLOSED, RUNNING}), _has_sheets),
    Row("checkin: missing, sheet", WITH_TEAMS, _is_check_in_open),
    Row("conduct: warn, eject", frozenset({RUNNING})),
    Row("roster: export; captain: check, code", WITH_TEAMS),
    Row("conduct: history", STARTED),
    Row("conduct: warn, eject, history", frozenset({OPEN, CLOSED})),
    Row("rules: told", WITH_TEAMS),
    Row("audit", ALWAYS),
    # Directors, between the usual step from state to state and the other possible ones
    Row("match: draw", frozenset({CLOSED, RUNNING}), _may_be_drawn),
    Row("settings: set; schedule: set", frozenset({DRAFT})),
    Row("fee: list, record, refund", ALWAYS - {DRAFT, ARCHIVED}),
    Row("announce: new, list, edit, cancel, report", ALWAYS - {ARCHIVED}),
    Row("match: correct, undo", frozenset({RUNNING}), _has_results),
    Row("conduct: lift, team-eject; appeal: decide", WITH_TEAMS | STARTED),
    Row("roster: import", frozenset({OPEN}), lambda standing: standing.is_registration_open),
    Row("player: except, ban, unban", BEFORE_END),
    Row("facilitator: list, add, remove", BEFORE_END, _is_getaway),
    Row("event: reopen, import, cancel, restore; blinds: change, stop", frozenset({RUNNING}), _is_getaway),
    Row("holdem: draw", frozenset({RUNNING}), _is_getaway),
    Row("event: stroke-index", BEFORE_END, _is_getaway),
    Row("card: lanes, pairs, scoring", WITH_TEAMS, _is_getaway),
    Row("event: export", STARTED | {ARCHIVED}, _has_sheets),
    Row("settings: set; schedule: set", frozenset({OPEN, CLOSED})),
    Row("competition: move", BEFORE_START),
    Row("competition: check, channels", ALWAYS - {ARCHIVED}),
    Row("rules: amend, upload, receipts; ruling: add", ALWAYS - {ARCHIVED, CANCELLED}),
)
FORWARD: Mapping[State, Step] = MappingProxyType(
    {
        DRAFT: Step.OPEN_REGISTRATION,
        OPEN: Step.CLOSE_REGISTRATION,
        CLOSED: Step.START,
        RUNNING: Step.FINISH,
        FINISHED: Step.ARCHIVE,
        CANCELLED: Step.ARCHIVE,
    }
)
"""The usual next step of a director, once all is played; the other possible ones come last."""
URGENT: Mapping[str, Condition] = MappingProxyType(
    {
        "appeal decide": lambda standing: standing.is_director and standing.has_open_appeal,
        "conduct team-eject": lambda standing: standing.is_director and standing.has_ejection_due,
        "event close": lambda standing: standing.has_complete_event and _manages_an_event(standing),
        "competition finish": lambda standing: standing.is_director and _is_played_out(standing),
        "team show": _plays_only,
        "standings": _is_out,
        "bracket": _is_out,
    }
)
"""The commands that come before all others where the condition holds."""
STEPS = frozenset(f"competition {name}" for name in STEP_COMMANDS.values())
WITHOUT_COMPETITION = ("competition create", "help")  # no state has a say in these
LABELS: Mapping[str, str] = MappingProxyType(
    {
        "team register": "Register a team",
        "checkin team": "Check in",
        "team mine": "My team",
        "player link": "Link players",
        "standings": "Standings",
        "bracket": "Bracket",
        "desk show": "The desk",
        "checkin missing": "Who is missing",
        "team list": "All teams",
        "team show": "My team",
        "rules show": "Rules",
        "competition show": "About it",
        "competition check": "Check my rights",
        "fee list": "Fees",
    }
)
"""The commands that a button can run: they need no option, and show or ask something instead of changing it."""


def run_button(competition_id: int, command: str, style: Style = "secondary") -> Button:
    """A button that runs a command."""
    return Button(LABELS[command], custom_id(RUN, competition_id, command), style)


def list_useful(standing: Standing) -> list[str]:
    """The commands that are of use to somebody now, the next step first, as far as their rights go."""
    state = standing.competition.state
    forward = FORWARD.get(state) if state is not RUNNING or standing.is_played_out else None
    steps = sorted(possible_steps(state), key=lambda step: step is not forward)
    named = [f"competition {STEP_COMMANDS[step]}" for step in steps]
    first = int(forward is not None)
    rows = (row for row in TABLE if state in row.states and row.applies(standing))
    useful = [*named[:first], *(command for row in rows for command in row), *named[first:]]
    return sorted(useful, key=lambda command: not is_urgent(standing, command))


def is_urgent(standing: Standing, command: str) -> bool:
    """Whether a command comes before all others."""
    return command in URGENT and URGENT[command](standing)


def list_placed() -> frozenset[str]:
    """Every command that has a place."""
    return frozenset(command for row in TABLE for command in row) | STEPS | frozenset(WITHOUT_COMPETITION)
