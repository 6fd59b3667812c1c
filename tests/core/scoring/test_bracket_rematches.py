"""Where two teams can meet again in double elimination: as late as can be, for every size.

Two teams of the losers' side have met before only if one of them lost to the other on the winners' side: the loser of
a match, and its winner who lost a later match. So a rematch is possible in a losers' match exactly if the losers of
two such matches can reach it from different sides. That is exact: every other result is free.
"""

from itertools import product

import pytest

from core.scoring.bracket_layout import _DROP_MASKS, Fixture, LoserOf, Seed, WinnerOf, build_layout

FIRST_ROUND = {
    **dict.fromkeys([3], 1),
    **dict.fromkeys(range(4, 7), 2),
    **dict.fromkeys(range(7, 13), 3),
    **dict.fromkeys(range(13, 25), 4),
    **dict.fromkeys(range(25, 33), 5),
    **dict.fromkeys(range(33, 49), 6),
    **dict.fromkeys(range(49, 65), 7),
}
"""By number of teams, the first losers' round in which a rematch can happen; with 2 there is no losers' round."""


def split(layout: tuple[Fixture, ...]) -> tuple[dict[str, Fixture], list[Fixture]]:
    return (
        {fixture.id: fixture for fixture in layout if fixture.side == "winners"},
        [fixture for fixture in layout if fixture.side == "losers"],
    )


def find_rematches(team_count: int) -> dict[int, set[str]]:
    """By losers' round, the matches that can be a rematch."""
    winners, losers = split(build_layout("double", team_count))
    reach: dict[str, set[str]] = {}  # losers' match -> winners' matches whose losers can be in it
    rematches: dict[int, set[str]] = {}
    for fixture in losers:
        upper, lower = (
            {source.match_id} if isinstance(source, LoserOf) else reach[source.match_id]
            for source in fixture.sources
            if not isinstance(source, Seed)
        )
        if any(is_on_the_way(winners, one, two) for a, b in product(upper, lower) for one, two in ((a, b), (b, a))):
            rematches.setdefault(fixture.round, set()).add(fixture.id)
        reach[fixture.id] = upper | lower
    return rematches


def is_on_the_way(winners: dict[str, Fixture], earlier: str, later: str) -> bool:
    """Whether the winner of the earlier match can lose the later one."""
    step = winners[earlier].next_id
    while step in winners:
        if step == later:
            return True
        step = winners[step].next_id
    return False


def test_two_teams_have_no_losers_round():
    assert split(build_layout("double", 2))[1] == []


@pytest.mark.parametrize("team_count", range(3, 65))
def test_the_first_round_in_which_a_rematch_can_happen(team_count):
    assert min(find_rematches(team_count)) == FIRST_ROUND[team_count]


def test_twelve_teams_cannot_meet_again_before_the_seventh_losers_match():
    assert find_rematches(12) == {3: {"L7", "L8"}, 4: {"L9"}, 5: {"L10"}}


@pytest.mark.parametrize("team_count", range(3, 65))
def test_no_other_order_of_the_losers_could_make_it_later(team_count):
    """By counting: take winners' matches of which each is the next one on the way of the winner of the one before.

    Any two of their losers may be a rematch, so before one can happen all are in different groups of teams that are
    left with one survivor each. After the stated round there are fewer groups than such matches.
    """
    winners, losers = split(build_layout("double", team_count))
    first = FIRST_ROUND[team_count]
    dropped = {
        source.match_id
        for fixture in losers
        for source in fixture.sources
        if fixture.round <= first and isinstance(source, LoserOf)
    }
    chain = 0
    step: str | None = "W1"
    while step in dropped:
        chain += 1
        step = winners[step].next_id
    rounds_dropped = {winners[match_id].round for match_id in dropped}
    survivors = {
        source
        for fixture in build_layout("double", team_count)
        for source in fixture.sources
        if (isinstance(source, WinnerOf) and source.match_id in {f.id for f in losers if f.round <= first})
        or (
            isinstance(source, LoserOf)
            and source.match_id in winners
            and winners[source.match_id].round in rounds_dropped
        )
    }
    decided_later = {
        source
        for fixture in build_layout("double", team_count)
        for source in fixture.sources
        if fixture.side == "final" or (fixture.side == "losers" and fixture.round > first)
    }
    assert chain == max(rounds_dropped)
    assert len(survivors & decided_later) < chain


@pytest.mark.parametrize("team_count", range(3, 9))
def test_playing_every_possible_tournament_finds_the_same_rematches(team_count):
    layout = [fixture for fixture in build_layout("double", team_count) if fixture.side != "final"]
    found: dict[int, set[str]] = {}
    for outcomes in product((0, 1), repeat=len(layout)):
        teams: dict[object, int] = {}
        met: set[frozenset[int]] = set()
        for fixture, outcome in zip(layout, outcomes, strict=True):
            pair = [source.number if isinstance(source, Seed) else teams[source] for source in fixture.sources]
            if frozenset(pair) in met:
                found.setdefault(fixture.round, set()).add(fixture.id)
            met.add(frozenset(pair))
            teams[WinnerOf(fixture.id)] = pair[outcome]
            teams[LoserOf(fixture.id)] = pair[1 - outcome]
    assert found == find_rematches(team_count)


@pytest.mark.parametrize("slots", [8, 16, 32])
def test_of_all_such_layouts_this_one_expects_the_fewest_rematches(slots):
    rounds = range(2, slots.bit_length())
    candidates = [measure_masks(slots, masks) for masks in product(*(range(slots >> number) for number in rounds))]
    assert measure_masks(slots, _DROP_MASKS[slots]) == min(candidates)


def measure_masks(slots: int, masks: tuple[int, ...]) -> tuple[int, float]:
    """Minus the first round of a rematch, and the expected number when every match is a coin flip; no byes."""
    groups = [
        {(1, match): 1.0} for match in range(slots // 2)
    ]  # (winners' round, match): chance that its loser is left
    first, expected = 0, 0.0

    def meet(losers_round: int, upper: dict[tuple[int, int], float], lower: dict[tuple[int, int], float]):
        nonlocal first, expected
        for one, two in product(upper.items(), lower.items()):
            (low, low_chance), (high, high_chance) = sorted((one, two))
            rise = high[0] - low[0]
            if rise and low[1] >> rise == high[1]:
                first = first or losers_round
                expected += low_chance * high_chance * 0.5**rise
        return {loser: chance / 2 for loser, chance in (upper | lower).items()}

    for number, mask in enumerate(masks, start=2):
        groups = [meet(2 * number - 3, groups[i], groups[i + 1]) for i in range(0, len(groups), 2)]
        groups = [meet(2 * number - 2, group, {(number, i ^ mask): 1.0}) for i, group in enumerate(groups)]
    return -first, expected
