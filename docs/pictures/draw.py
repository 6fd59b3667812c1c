"""Draws the pictures that README shows: `python docs/pictures/draw.py`, from the project's root.

What they show is computed by `core` from the two files beside this one, and laid out as the bot does it.
"""

import sys
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from bot.ui.bracket_view import draw_bracket  # noqa: E402
from bot.ui.pictures import BracketPicture, TablePicture  # noqa: E402
from bot.ui.pictures.paint import render_now  # noqa: E402
from bot.ui.standings_view import draw_overall  # noqa: E402
from bot.ui.texts.dodgeball import bracket_state  # noqa: E402
from bot.ui.texts.standings import how_far, overall_title, since  # noqa: E402
from core.scoring.bracket_file import read_bracket_file  # noqa: E402
from core.scoring.results_file import read_results_file  # noqa: E402
from core.scoring.standings import compute_standings  # noqa: E402

OWN_TEAM = "🏀 Hoops 👨‍👩‍👧"


def make_standings() -> TablePicture:
    """The teams over four events, and how far each has moved since the third."""
    games = read_results_file((HERE / "standings.json").read_bytes())
    before = [*games.results][:-1]
    standings = compute_standings(games)
    earlier = compute_standings(replace(games, results={event: games.results[event] for event in before}))
    return draw_overall(
        overall_title(games.competition or "", is_players=False),
        how_far(standings, is_finished=False),
        standings.teams,
        OWN_TEAM,
        blank={},
        earlier={row.name: row.rank for row in earlier.teams.ranking.rows if row.rank is not None},
        footnote=since(before[-1]),
    )


def make_bracket() -> BracketPicture:
    """A bracket in the middle of its quarter-finals."""
    file = read_bracket_file((HERE / "bracket.json").read_bytes())
    names = {team: team for team in file.bracket.teams}
    return draw_bracket(file.competition or "", bracket_state(file.bracket), file.bracket, names)


def main() -> None:
    for name, picture in (("standings", make_standings()), ("bracket", make_bracket())):
        (HERE / f"{name}.png").write_bytes(render_now(picture))


if __name__ == "__main__":
    main()
