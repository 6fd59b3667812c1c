"""The desk as menus and buttons; their ids hold all that is needed, so they work after a restart."""

from collections.abc import Iterator, Sequence

from bot.db.snapshot import Snapshot, Team
from bot.ui.facts.desk import NO_EVENT, PlayerRounds, PlayersLeft, Progress, Purpose, RoundUnread, TeamChoice, TeamView
from bot.ui.message import Button, Message, Option, Select, custom_id
from bot.ui.texts import desk as texts
from bot.ui.texts import stations as station_texts
from core.competition import Kind

OPEN, EVENT, PAGE, TEAM, PLAYER = "desk-open", "desk-event", "desk-page", "desk-team", "desk-player"
NEXT, UNDO, CALL, MATCH = "desk-next", "desk-undo", "desk-call", "desk-match"
SHEET, STATION, FIX_ROUND = "desk-sheet", "desk-station", "desk-round-fix"
MENU, MOST_MENUS, MOST_PLAYERS = 25, 4, 20
PAGED_MENUS = 3


def desk_of_events(snapshot: Snapshot, progress: Sequence[Progress]) -> Message:
    """The desk of the Games."""
    return Message(texts.desk_of_events(snapshot, progress), _desk_buttons(snapshot))


def desk_of_matches(snapshot: Snapshot, ready: int, decided: int, matches: int) -> Message:
    """The desk of a dodgeball tournament."""
    return Message(texts.desk_of_matches(snapshot, ready, decided, matches), _desk_buttons(snapshot))


def choose_team(choice: TeamChoice) -> Message:
    """The menu of events, and the teams: up to a hundred at once, more in pages."""
    of = choice.snapshot.competition.id
    event = choice.event.key if choice.event else NO_EVENT
    slices, page, pages = split_into_menus(len(choice.teams), choice.page)
    selects = [
        *event_menu(choice),
        *(_team_menu(choice, event, number, choice.teams[one]) for number, one in enumerate(slices)),
    ]
    return Message(
        texts.choose_team(choice), tuple(page_buttons(of, choice.purpose, event, page, pages)), selects=tuple(selects)
    )


def split_into_menus(count: int, wanted: int) -> tuple[list[slice], int, int]:
    """The menus of a page as slices of so many choices, which page that is, and how many there are."""
    menus = [slice(start, start + MENU) for start in range(0, count, MENU)]
    if len(menus) <= MOST_MENUS:
        return menus, 0, 1
    pages = -(-len(menus) // PAGED_MENUS)
    page = min(wanted, pages - 1)
    return menus[page * PAGED_MENUS : (page + 1) * PAGED_MENUS], page, pages


def page_buttons(competition: int, purpose: Purpose, event: str, page: int, pages: int) -> Iterator[Button]:
    """The buttons to the pages before and after."""
    if page > 0:
        yield Button(texts.EARLIER, custom_id(PAGE, competition, purpose, event, page - 1))
    if page < pages - 1:
        yield Button(texts.LATER, custom_id(PAGE, competition, purpose, event, page + 1))


def event_menu(choice: TeamChoice | PlayersLeft) -> Iterator[Select]:
    """The menu of the events to change to, where there are several."""
    purpose: Purpose = choice.purpose if isinstance(choice, TeamChoice) else "score"
    if not choice.events or (purpose == "score" and len(choice.events) < 2):
        return
    options = [Option(event.title, event.key) for event in choice.events]
    if purpose != "score":
        options.insert(0, Option(texts.NO_EVENT, NO_EVENT))
    chosen = choice.event.key if choice.event else NO_EVENT
    identity = custom_id(EVENT, choice.snapshot.competition.id, purpose, chosen)
    yield Select(identity, texts.CHOOSE_EVENT, tuple(options[:MENU]), (chosen,))


def view_team(view: TeamView) -> Message:
    """A button for each player of whom something is missing; in a timed event also one that begins the round."""
    of, event = view.snapshot.competition.id, view.event.key if view.event else NO_EVENT
    offered = [each for each in view.players if not each.is_out]
    if view.purpose == "score":
        offered = [each for each in offered if each.next_round is not None]
    offered, hidden = offered[:MOST_PLAYERS], len(offered[MOST_PLAYERS:])
    buttons = [
        Button(
            texts.player_button(each, view.event if view.purpose == "score" else None),
            custom_id(PLAYER, of, view.purpose, event, f"#{each.player.id}", each.next_round or 0),
            "primary",
        )
        for each in offered
    ]
    if view.purpose == "score":
        buttons += _station_buttons(view, offered)
        buttons.append(Button(texts.WHOLE_TEAM, custom_id(SHEET, of, event, f"#{view.team.id}")))
    buttons.append(Button(texts.OTHER_TEAM, custom_id(EVENT, of, view.purpose, event)))
    return Message(texts.view_team(view, hidden), tuple(buttons))


def say_unread(found: RoundUnread) -> Message:
    """What is wrong with a round, and the button back to the form."""
    fix = Button(texts.FIX, custom_id(FIX_ROUND, found.form.snapshot.competition.id, found.draft_id), "primary")
    return Message(texts.round_unread(found), (fix,))


def next_player(snapshot: Snapshot, event: str, team: Team) -> Button:
    """The button that stays with an event and a team."""
    return Button(texts.NEXT_PLAYER, custom_id(NEXT, snapshot.competition.id, event, f"#{team.id}"), "primary")


def _desk_buttons(snapshot: Snapshot) -> tuple[Button, ...]:
    of = snapshot.competition.id
    is_games = snapshot.competition.settings.kind is Kind.GETAWAY
    first = (
        Button(texts.SCORE, custom_id(OPEN, of, "score"), "primary")
        if is_games
        else Button(texts.MATCH_RESULT, custom_id(MATCH, of), "primary")
    )
    undo = (Button(texts.UNDO, custom_id(UNDO, of)),) if is_games else ()  # a match is taken back with a reason
    return (
        first,
        Button(texts.WARN, custom_id(OPEN, of, "warn")),
        Button(texts.EJECT, custom_id(OPEN, of, "eject"), "danger"),
        *undo,
        Button(texts.CALL, custom_id(CALL, of)),
    )


def _team_menu(choice: TeamChoice, event: str, number: int, teams: Sequence[tuple[Team, int]]) -> Select:
    first, last = texts.cut_name(teams[0][0].name), texts.cut_name(teams[-1][0].name)
    options = [
        Option(texts.cut_name(team.name, 100), f"#{team.id}", texts.team_hint(choice, team, missing))
        for team, missing in teams
    ]
    identity = custom_id(TEAM, choice.snapshot.competition.id, choice.purpose, event, number)
    placeholder = f"{texts.CHOOSE_TEAM}: {first} \u2026 {last}" if len(teams) > 1 else f"{texts.CHOOSE_TEAM}: {first}"
    return Select(identity, placeholder, tuple(options))


def _station_buttons(view: TeamView, offered: Sequence[PlayerRounds]) -> Iterator[Button]:
    if view.event is None or view.event.round_seconds is None:
        return
    for each in offered:
        identity = custom_id(
            STATION, view.snapshot.competition.id, view.event.key, f"#{each.player.id}", each.next_round or 0
        )
        yield Button(station_texts.begin_button(each, view.event), identity)
