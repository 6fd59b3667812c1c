"""Who plays and what happens: everything follows from the seed and the number of teams."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from string import ascii_uppercase

FIRST_DAY = date(2027, 6, 12)
OF_AGE = {"getaway": 18, "dodgeball": 21}
MOST_NAMESAKES = 4
NAMES = (
    "**Bold**",
    "@everyone",
    "Łódź Lions",
    "東京ローラーズ",
    "👑 Kings 👨‍👩‍👧",
    "نسور FC",
    "הנשרים",
    "ทีมไทย",
    "`code` ``` fence",
    "<@1> | spoiler ||",
    "The Extraordinarily Long-Winded Gentlemen of the Upper Lower Valley Bowling League",
    "Trio",
)
GIVEN = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ina", "Jo", "Kim", "Lu", "Max", "Nia", "Oz", "Pia")
FAMILY = (
    "Lee",
    "O'Neill",
    "Müller",
    "Łukasz",
    "山田",
    "García",
    "Singh",
    "حداد",
    "Ng",
    "d'Arc",
    "Smith-Jones",
    "Ødegård",
)


@dataclass(frozen=True)
class Team:
    """A team with its players, each with a birth date; namesakes are in different teams."""

    name: str
    players: Mapping[str, date]

    def lines(self) -> str:
        """The roster as its captain types it."""
        return "\n".join(f"{name}, {born.isoformat()}" for name, born in self.players.items())


@dataclass(frozen=True)
class Cast:
    """A weekend's teams and results. Rounds are in the short notation, by event, player (golf: team), in order."""

    games_teams: tuple[Team, ...]
    dodgeball_teams: tuple[Team, ...]
    rounds: Mapping[str, Mapping[tuple[str, str], Sequence[str]]]
    holdem_out: tuple[tuple[str, str], ...]
    chance: random.Random


def cast_weekend(seed: int, teams: int) -> Cast:
    """Who plays and what happens with this seed."""
    chance = random.Random(seed)
    names = [NAMES[n] if n < len(NAMES) else f"Team {n + 1}" for n in range(teams)]
    games = tuple(
        _cast_team(chance, name, 3 if n == teams - 1 else 4, OF_AGE["getaway"], n) for n, name in enumerate(names)
    )
    dodgeball = tuple(
        _cast_team(chance, f"{name[:90]} DB", chance.randint(6, 8), OF_AGE["dodgeball"], 100 + n)
        for n, name in enumerate(names)
    )
    entrants = [(team.name, player) for team in games for player in team.players]
    rounds = {
        "bowling": {who: [str(chance.randrange(90, 200, 10)) for _ in range(2)] for who in entrants},
        "derby": {who: [_counts(chance, 5, 2) for _ in range(2)] for who in entrants},
        "bags": {who: [_bags(chance) for _ in range(3)] for who in entrants},
        "basketball": {who: [_counts(chance, 4, 3) for _ in range(2)] for who in entrants},
        "golf": {(team.name, ""): [" ".join(str(chance.choice((3, 4, 4, 5))) for _ in range(18))] for team in games},
    }
    chance.shuffle(entrants)
    return Cast(games, dodgeball, rounds, tuple(entrants), chance)


def _cast_team(chance: random.Random, name: str, size: int, of_age: int, number: int) -> Team:
    """`of_age` is how old everybody is at least; the first player of some teams has the birthday on the first day."""
    players: dict[str, date] = {}
    for position in range(size):
        given = GIVEN[(number * 3 + position * 5) % len(GIVEN)]
        family = FAMILY[(number + position * 7) % len(FAMILY)]
        born = FIRST_DAY.replace(year=FIRST_DAY.year - of_age)
        if position or number % 2:
            born -= timedelta(days=chance.randint(1, 9000))
        # A few namesakes in each team are like life; more, by one captain, look like somebody who guesses birth dates.
        initial = f"{ascii_uppercase[number % 26]}. " if position >= MOST_NAMESAKES else ""
        players[f"{given} {initial}{family}"] = born
    return Team(name, players)


def _counts(chance: random.Random, count: int, most: int) -> str:
    return " ".join(str(chance.randint(0, most)) for _ in range(count))


def _bags(chance: random.Random) -> str:
    pairs: list[str] = []
    for _ in range(3):
        on = chance.randint(0, 4)
        pairs.append(f"{on}/{chance.randint(0, 4 - on)}")
    return " ".join(pairs)
