"""Draws the pictures that README shows: `python docs/pictures/draw.py`, from the project's root."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from bot.ui.pictures import (  # noqa: E402
    BracketPicture,
    Column,
    Match,
    MatchState,
    Round,
    Row,
    Section,
    Side,
    TablePicture,
)
from bot.ui.pictures.paint import render_now  # noqa: E402

TEAMS = (  # in seed order
    "Dodge This",
    "東京ホークス",
    "Łódź United",
    "👑 Kings of the Alley",
    "نسور الجزائر",
    "Ball Hogs",
    "🏀 Hoops 👨‍👩‍👧",
    "Mix نسور FC",
    "The Gutter Gang",
    "서울 타이거즈",
    "Mulligans 🇮🇪",
    "Señor Slammers",
)

STANDINGS = TablePicture(
    title="Getaway Games: teams",
    subtitle="provisional, missing: golf, hold’em",
    name_heading="Team",
    columns=(
        Column("Bowl"),
        Column("Derby"),
        Column("Bags"),
        Column("Hoops"),
        Column("Golf"),
        Column("Hold’em"),
        Column("Sum", is_main=True),
    ),
    rows=tuple(
        Row(rank, TEAMS[team], (*ranks.split(), "–", "–", total), movement, is_highlighted=team == 6)
        for rank, team, ranks, total, movement in (
            ("1", 1, "1 2 4.5 1", "8.5", "▲2"),
            ("2", 0, "3 1 2 4", "10", "▼1"),
            ("3", 7, "4 3 1 4", "12", "▲1"),  # the better best rank: 1 against 2
            ("4", 3, "2 5 3 2", "12", "▼2"),
            ("5", 6, "6 4 4.5 4", "18.5", "▲4"),
            ("6", 2, "5 8 6 6", "25", "▼1"),
            ("7", 4, "7 6 8 7", "28", "▼1"),
            ("8", 10, "9 7 7 9", "32", "▼1"),
            ("9", 5, "8 10 9 8", "35", "▼1"),
            ("10", 9, "10 9 10 11", "40", "="),
            ("11", 11, "11.5 11 12 10", "44.5", "▲1"),
            ("12", 8, "11.5 12 11 12", "46.5", "▼1"),
        )
    ),
    footnote="The lowest sum of ranks leads.",
)


def _side(seed: int, games_won: int | None = None) -> Side:
    return Side(TEAMS[seed - 1], seed, games_won, is_winner=games_won == 2)


def _decided(match_id: str, winner: int, loser: int, games_lost: int, next_id: str, note: str = "") -> Match:
    """A match whose better seed stands above."""
    sides = sorted((_side(winner, 2), _side(loser, games_lost)), key=lambda side: side.seed or 0)
    return Match(match_id, (sides[0], sides[1]), MatchState.DECIDED, next_id, note)


def _open(match_id: str, sides: tuple[Side, Side], next_id: str | None, label: str) -> Match:
    is_ready = all(side.name for side in sides)
    return Match(match_id, sides, MatchState.READY if is_ready else MatchState.WAITING, next_id, label=label)


def _winner_of(title: str) -> Side:
    return Side(None, waiting_for=f"winner of {title}")


BRACKET = BracketPicture(
    title="Dodgeball 2026",
    subtitle="Best of three. On court next: quarter-finals 3 and 4.",
    sections=(
        Section(
            title="",
            rounds=(
                Round(
                    "Round 1",
                    (
                        _decided("R1-2", 8, 9, 1, "R2-1"),
                        _decided("R1-4", 5, 12, 0, "R2-2", "forfeit"),
                        _decided("R1-6", 7, 10, 1, "R2-3"),
                        _decided("R1-8", 11, 6, 0, "R2-4"),
                    ),
                ),
                Round(
                    "Quarter-finals",
                    (
                        _decided("R2-1", 1, 8, 1, "R3-1"),
                        _decided("R2-2", 4, 5, 0, "R3-1"),
                        _open("R2-3", (_side(2), _side(7)), "R3-2", "QF 3"),
                        _open("R2-4", (_side(3), _side(11)), "R3-2", "QF 4"),
                    ),
                ),
                Round(
                    "Semi-finals",
                    (
                        _open("R3-1", (_side(1), _side(4)), "R4-1", "SF 1"),
                        _open("R3-2", (_winner_of("quarter-final 3"), _winner_of("quarter-final 4")), "R4-1", "SF 2"),
                    ),
                ),
                Round("Final", (_open("R4-1", (_winner_of("semi-final 1"), _winner_of("semi-final 2")), None, ""),)),
            ),
        ),
    ),
)


def main() -> None:
    for name, picture in (("standings", STANDINGS), ("bracket", BRACKET)):
        (HERE / f"{name}.png").write_bytes(render_now(picture))


if __name__ == "__main__":
    main()
