"""Where the winner and the loser of each match go, written down as facts.

The sides of a match are its two sources: `"8"` is seed 8, `"W:L3"` the winner and `"L:W5"` the loser
of another match.
"""

from dataclasses import dataclass

Layout = dict[str, dict[str, list[str]]]

# Twelve teams, double elimination; the numbers of matches agree with
# https://www.tournamentwebapp.com/EN/double-elimination/12-teams (11 winners, 10 losers, 1 + 1).
TWELVE: Layout = {
    "winners": {
        "W1": ["8", "9"],
        "W2": ["5", "12"],
        "W3": ["7", "10"],
        "W4": ["6", "11"],
        "W5": ["1", "W:W1"],
        "W6": ["4", "W:W2"],
        "W7": ["2", "W:W3"],
        "W8": ["3", "W:W4"],
        "W9": ["W:W5", "W:W6"],
        "W10": ["W:W7", "W:W8"],
        "W11": ["W:W9", "W:W10"],
    },
    "losers": {
        "L1": ["L:W1", "L:W8"],
        "L2": ["L:W2", "L:W7"],
        "L3": ["L:W3", "L:W6"],
        "L4": ["L:W4", "L:W5"],
        "L5": ["W:L1", "W:L2"],
        "L6": ["W:L3", "W:L4"],
        "L7": ["W:L5", "L:W9"],
        "L8": ["W:L6", "L:W10"],
        "L9": ["W:L7", "W:L8"],
        "L10": ["W:L9", "L:W11"],
    },
    "final": {"G1": ["W:W11", "W:L10"]},
}


@dataclass
class Match:
    """One match of a bracket: its sources, and how many matches at most come before it."""

    id: str
    side: str
    round: int
    sources: list[str]
    before: int


def single_matches(teams: int, third_place: bool) -> list[Match]:
    """Every match of single elimination in playing order; byes are no matches."""
    matches: list[Match] = []
    entrants = [seed if int(seed) <= teams else "bye" for seed in slots(teams)]
    number = 0
    while len(entrants) > 1:
        number = number + 1
        going_on: list[str] = []
        for slot in range(1, len(entrants) // 2 + 1):
            upper, lower = entrants[2 * slot - 2], entrants[2 * slot - 1]
            if lower == "bye":
                going_on.append(upper)
            else:
                match = Match(f"R{number}-{slot}", "winners", number, [upper, lower], number - 1)
                matches.append(match)
                going_on.append(f"W:{match.id}")
        entrants = going_on
    semifinals = [match for match in matches if match.round == number - 1]
    if third_place and len(semifinals) == 2:
        sources = [f"L:{match.id}" for match in semifinals]
        matches.insert(len(matches) - 1, Match("T", "third", 1, sources, number - 1))
    return matches


def winners_side(teams: int) -> dict[str, list[str]]:
    """The winners' side of double elimination: single elimination, numbered throughout."""
    matches = single_matches(teams, third_place=False)
    numbers = {f"W:{match.id}": f"W:W{number}" for number, match in enumerate(matches, start=1)}
    return {
        numbers[f"W:{match.id}"][2:]: [numbers.get(source, source) for source in match.sources] for match in matches
    }


def slots(teams: int) -> list[str]:
    """The seeds from top to bottom: two seeds that meet add up to the size plus one."""
    seeds = ["1"]
    while len(seeds) < teams:
        size = 2 * len(seeds)
        wider: list[str] = []
        for seed in seeds:
            wider = [*wider, seed, str(size + 1 - int(seed))]
        seeds = wider
    return seeds


def double_matches(layout: Layout) -> list[Match]:
    """Every match of a layout in playing order, without a second final.

    Byes count as matches on both sides, so that rounds are numbered from the last one backwards.
    """
    matches: dict[str, Match] = {}
    for side in ("winners", "losers"):
        last_round = max((matches_up_to(name, layout[side]) for name in layout[side]), default=0)
        for name, sources in layout[side].items():
            number = last_round - steps_to_end(name, layout[side])
            matches[name] = Match(name, side, number, sources, 0)
            matches[name].before = longest_chain(matches[name], matches)
        last = max((matches[name].before for name in layout[side]), default=0)
        for name in layout[side]:
            matches[name].before = last - steps_to_end(name, layout[side])
    for name, sources in layout["final"].items():
        matches[name] = Match(name, "final", 1, sources, 0)
        matches[name].before = longest_chain(matches[name], matches)
    ordered: list[Match] = []
    for before in range(len(matches) + 1):
        for side in ("winners", "losers", "final"):
            ordered += [match for match in matches.values() if (match.before, match.side) == (before, side)]
    return ordered


def longest_chain(match: Match, earlier: dict[str, Match]) -> int:
    """How many matches at most lie before this one."""
    return max(1 + earlier[source[2:]].before if not source.isdigit() else 0 for source in match.sources)


def matches_up_to(name: str, side: dict[str, list[str]]) -> int:
    """The longest chain of matches within the side that ends with this one."""
    longest = 0
    for source in side[name]:
        if source.startswith("W:") and source[2:] in side:
            longest = max(longest, matches_up_to(source[2:], side))
    return longest + 1


def steps_to_end(name: str, side: dict[str, list[str]]) -> int:
    """How many more matches of the side the winner has before him."""
    for later, sources in side.items():
        if f"W:{name}" in sources:
            return 1 + steps_to_end(later, side)
    return 0
