"""A dodgeball match at the desk."""

from bot.db.snapshot import Team
from bot.ui.facts.desk import MatchList, MatchView
from bot.ui.names import for_prose, visible_name
from bot.ui.shortening import NamesTogether, utf16_length
from bot.ui.texts.dodgeball import list_noted

CHOOSE_MATCH, ENTER = "Match", "Enter it"
WALKOVER = "a walkover, unless it was played before a team was out"
LONGEST_ON_BUTTON = 24
UNKNOWN_GAMES = "Skipper does not know this button any more. Start again from the desk message."
NOT_READY = "This match is decided, or its teams have changed. Start again from the desk message."


def choose_match(found: MatchList) -> str:
    """The question for the match."""
    if not found.matches and not found.walkovers:
        return "No match can be played now. `/bracket` shows what is decided and what it waits for."
    return "**Match result**\nWhich match?"


def who_won(view: MatchView) -> str:
    """The question for the games."""
    first, second = view.teams
    match = f"**{view.match.title}**: {for_prose(first.name)} v {for_prose(second.name)}"
    noted = f"\nThe game table has so far: {list_noted(view.noted)}." if view.noted else ""
    return (
        f"{match}{noted}\nWho won game 1, 2, 3? A forfeit: `/match forfeit`. “Game table” is for whoever referees it."
    )


def games_button(teams: tuple[Team, Team], winners: tuple[Team, ...]) -> str:
    """`Aces, Aces`: the winners in order, which fit a phone's button; the two teams never look the same."""
    names = NamesTogether((visible_name(team.name) for team in teams), utf16_length)
    return ", ".join(names.fit(visible_name(team.name), LONGEST_ON_BUTTON) for team in winners)


def is_right(view: MatchView) -> str:
    """What was understood, before it counts."""
    first, second = view.teams
    winner = max(view.teams, key=view.winners.count)
    loser = second if winner is first else first
    lines = [f"**{view.match.title}**"]
    lines += [f"Game {number}: {for_prose(team.name)}" for number, team in enumerate(view.winners, start=1)]
    if view.winners[: len(view.noted)] != view.noted:
        lines.append(f"⚠️ The game table has it otherwise: {list_noted(view.noted)}.")
    score = f"{view.winners.count(winner)}-{view.winners.count(loser)}"
    lines.append(f"{for_prose(winner.name)} beat {for_prose(loser.name)} {score}. Is this right?")
    return "\n".join(lines)
