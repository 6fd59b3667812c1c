"""A dodgeball match at the desk as a menu and buttons."""

from bot.db.snapshot import Team
from bot.ui.bracket_view import match_key
from bot.ui.facts.desk import MatchList, MatchView
from bot.ui.game_table_view import open_button
from bot.ui.message import Button, Message, Option, Select, custom_id
from bot.ui.texts import belated_matches as belated_texts
from bot.ui.texts import desk_matches as texts
from bot.ui.texts.dodgeball import match_choice

CHOOSE, WON, ENTER = "desk-match-of", "desk-match-won", "desk-match-enter"
BELATED = "match-belated"
MENU = 25
COURSES = ("AA", "ABA", "BAA", "BB", "BAB", "ABB")
"""Who wins which game of a best of three."""


def choose_match(found: MatchList) -> Message:
    """The matches that can be played now, then the walkovers."""
    hints = [(match, "") for match in found.matches] + [(match, texts.WALKOVER) for match in found.walkovers]
    if not hints:
        return Message(texts.choose_match(found))
    options = tuple(Option(match_choice(found.snapshot, match), match_key(match), hint) for match, hint in hints[:MENU])
    menu = Select(custom_id(CHOOSE, found.snapshot.competition.id), texts.CHOOSE_MATCH, options)
    return Message(texts.choose_match(found), selects=(menu,))


def view_match(view: MatchView) -> Message:
    """A button for each way that a match goes, and the way to its table; then the question whether it is right."""
    if view.winners:
        return Message(texts.is_right(view), (_button(view, ENTER, texts.ENTER, view.winners, is_primary=True),))
    of_side = dict(zip("AB", view.teams, strict=True))
    courses = [tuple(of_side[side] for side in course) for course in COURSES]
    return Message(
        texts.who_won(view),
        (
            *(_button(view, WON, texts.games_button(view.teams, winners), winners) for winners in courses),
            open_button(view.snapshot, view.match),
        ),
    )


def ask_belated(question: belated_texts.Asked) -> Message:
    """The question whether a walkover was played before a team was out."""
    identity = custom_id(BELATED, question.snapshot.competition.id, question.draft_id)
    return Message(belated_texts.asked(question), (Button(belated_texts.CONFIRM, identity, "primary"),))


def _button(view: MatchView, route: str, label: str, winners: tuple[Team, ...], *, is_primary: bool = False) -> Button:
    games = ".".join(f"#{team.id}" for team in winners)
    identity = custom_id(route, view.snapshot.competition.id, match_key(view.match), games)
    return Button(label, identity, "primary" if is_primary else "secondary")
