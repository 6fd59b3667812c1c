"""Layouts: the canonical ones to the letter, every size by its counts, and where a rematch can first happen."""

from hashlib import sha256
from itertools import product

import pytest

from core.scoring.bracket_layout import Fixture, LoserOf, Seed, Source, WinnerOf, build_layout

SIZES = range(2, 65)

TWELVE_DOUBLE = {
    "W1": ("8", "9"),
    "W2": ("5", "12"),
    "W3": ("7", "10"),
    "W4": ("6", "11"),
    "W5": ("1", "W:W1"),
    "W6": ("4", "W:W2"),
    "W7": ("2", "W:W3"),
    "W8": ("3", "W:W4"),
    "W9": ("W:W5", "W:W6"),
    "W10": ("W:W7", "W:W8"),
    "W11": ("W:W9", "W:W10"),
    "L1": ("L:W1", "L:W8"),
    "L2": ("L:W2", "L:W7"),
    "L3": ("L:W3", "L:W6"),
    "L4": ("L:W4", "L:W5"),
    "L5": ("W:L1", "W:L2"),
    "L6": ("W:L3", "W:L4"),
    "L7": ("W:L5", "L:W9"),
    "L8": ("W:L6", "L:W10"),
    "L9": ("W:L7", "W:L8"),
    "L10": ("W:L9", "L:W11"),
    "G1": ("W:W11", "W:L10"),
    "G2": ("L:G1", "W:G1"),  # called for only where the upper finalist lost: the same two, in the same slots
}


def show(source: Source) -> str:
    match source:
        case Seed(number):
            return str(number)
        case WinnerOf(match_id):
            return f"W:{match_id}"
        case LoserOf(match_id):
            return f"L:{match_id}"


def show_sources(fixture: Fixture) -> tuple[str, ...]:
    return tuple(show(source) for source in fixture.sources)


def test_twelve_teams_double_elimination_is_the_canonical_layout():
    layout = build_layout("double", 12)
    assert {fixture.id: show_sources(fixture) for fixture in layout} == TWELVE_DOUBLE


def test_twelve_teams_double_elimination_in_playing_order():
    layout = build_layout("double", 12)
    expected = "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 L1 L2 L3 L4 W11 L5 L6 L7 L8 L9 L10 G1 G2"
    assert " ".join(fixture.id for fixture in layout) == expected
    rounds = {fixture.id: fixture.round for fixture in layout}
    assert [rounds[match_id] for match_id in ("W1", "W5", "W9", "W11")] == [1, 2, 3, 4]
    assert [rounds[match_id] for match_id in ("L1", "L5", "L7", "L9", "L10")] == [1, 2, 3, 4, 5]
    assert [rounds[match_id] for match_id in ("G1", "G2")] == [1, 2]


@pytest.mark.parametrize(
    ("team_count", "first_round"),
    [
        (2, ["R1-1: 1 2"]),
        (3, ["R1-2: 2 3"]),
        (4, ["R1-1: 1 4", "R1-2: 2 3"]),
        (5, ["R1-2: 4 5"]),
        (8, ["R1-1: 1 8", "R1-2: 4 5", "R1-3: 2 7", "R1-4: 3 6"]),
        (12, ["R1-2: 8 9", "R1-4: 5 12", "R1-6: 7 10", "R1-8: 6 11"]),
        (
            16,
            [f"R1-{i}: {a} {17 - a}" for i, a in enumerate((1, 8, 4, 5, 2, 7, 3, 6), start=1)],
        ),
    ],
)
def test_first_rounds_of_single_elimination(team_count, first_round):
    layout = build_layout("single", team_count)
    shown = [f"{fixture.id}: {' '.join(show_sources(fixture))}" for fixture in layout if fixture.round == 1]
    assert shown == first_round


def test_twelve_teams_single_elimination_goes_on_in_two_halves():
    later = {fixture.id: show_sources(fixture) for fixture in build_layout("single", 12) if fixture.round > 1}
    assert later == {
        "R2-1": ("1", "W:R1-2"),
        "R2-2": ("4", "W:R1-4"),
        "R2-3": ("2", "W:R1-6"),
        "R2-4": ("3", "W:R1-8"),
        "R3-1": ("W:R2-1", "W:R2-2"),
        "R3-2": ("W:R2-3", "W:R2-4"),
        "R4-1": ("W:R3-1", "W:R3-2"),
    }


@pytest.mark.parametrize(
    ("team_count", "expected"),
    [
        (2, "R1-1"),  # no semi-finals
        (3, "R1-2 R2-1"),  # one of the two is a bye
        (4, "R1-1 R1-2 T R2-1"),
        (5, "R1-2 R2-1 R2-2 T R3-1"),
    ],
)
def test_the_third_place_match_needs_two_semi_finals_and_comes_before_the_final(team_count, expected):
    assert " ".join(fixture.id for fixture in build_layout("single", team_count, third_place=True)) == expected


@pytest.mark.parametrize("team_count", SIZES)
def test_the_best_seeds_have_the_byes_and_meet_as_late_as_they_can(team_count):
    """In every round, while the better seed always wins, seed `s` meets the seed that is its mirror image."""
    winners: dict[str, int] = {}
    for fixture in build_layout("single", team_count):
        upper, lower = (
            source.number if isinstance(source, Seed) else winners[source.match_id]
            for source in fixture.sources
            if not isinstance(source, LoserOf)
        )
        size = 2 ** (build_layout("single", team_count)[-1].round - fixture.round + 1)
        assert upper + lower == size + 1
        assert upper < lower
        winners[fixture.id] = upper


@pytest.mark.parametrize("team_count", SIZES)
def test_counts_of_matches(team_count):
    assert len(build_layout("single", team_count)) == team_count - 1
    double = build_layout("double", team_count)
    assert sum(fixture.side == "winners" for fixture in double) == team_count - 1
    assert sum(fixture.side == "losers" for fixture in double) == team_count - 2
    assert [fixture.id for fixture in double if fixture.side == "final"] == ["G1", "G2"]


@pytest.mark.parametrize(("kind", "team_count"), list(product(("single", "double"), SIZES)))
def test_everybody_comes_from_one_place_and_goes_to_one_place(kind, team_count):
    layout = build_layout(kind, team_count, third_place=kind == "single")
    seen: set[str] = set()
    sources = [source for fixture in layout for source in fixture.sources]
    assert len(set(sources)) == len(sources)
    assert {source.number for source in sources if isinstance(source, Seed)} == set(range(1, team_count + 1))
    taken_by = {source: fixture.id for fixture in layout for source in fixture.sources}
    for fixture in layout:
        for source in fixture.sources:
            assert isinstance(source, Seed) or source.match_id in seen  # the order is one in which it can be played
        seen.add(fixture.id)
        assert taken_by.get(WinnerOf(fixture.id)) == fixture.next_id
        assert taken_by.get(LoserOf(fixture.id)) == fixture.loser_next_id
    goes_out = [fixture for fixture in layout if fixture.loser_next_id is None]
    if kind == "double":
        assert {fixture.side for fixture in goes_out} <= {"losers", "final"}
    assert [fixture.id for fixture in layout if fixture.next_id is None and fixture.id != "T"] == [layout[-1].id]


@pytest.mark.parametrize(("kind", "team_count"), list(product(("single", "double"), SIZES)))
def test_playing_order_is_by_the_longest_chain_of_matches_before(kind, team_count):
    """Byes count as matches, so the slots of the winners' round `r` all have `r - 1` before them."""
    layout = build_layout(kind, team_count, third_place=kind == "single")
    side_order = ["third", "winners", "losers", "final"]
    chains = _measure_chains(layout)
    keys = [(chains[fixture.id], side_order.index(fixture.side)) for fixture in layout]
    assert keys == sorted(keys)
    for side in ("winners", "losers", "final"):
        rounds = [(chains[fixture.id], fixture.round) for fixture in layout if fixture.side == side]
        assert len(set(rounds)) == len({chain for chain, _ in rounds}) == len({number for _, number in rounds})
    if kind == "double":
        for letter, side in (("W", "winners"), ("L", "losers")):
            ids = [fixture.id for fixture in layout if fixture.side == side]
            assert ids == [f"{letter}{number}" for number in range(1, len(ids) + 1)]


def _measure_chains(layout: tuple[Fixture, ...]) -> dict[str, int]:
    """By match, the longest chain before it; a loser with a bye waits like the others of its round."""
    chains: dict[str, int] = {}
    rounds: dict[int, int] = {}
    for fixture in layout:
        before = [chains[source.match_id] for source in fixture.sources if not isinstance(source, Seed)]
        if fixture.side == "losers":
            before.append(rounds.get(fixture.round - 1, 0))
        chains[fixture.id] = fixture.round - 1 if fixture.side == "winners" else max(before) + 1
        if fixture.side == "losers":
            rounds[fixture.round] = max(chains[fixture.id], rounds.get(fixture.round, 0))
    return chains


@pytest.mark.parametrize(
    ("team_count", "drops"),
    [
        (8, "W1-L1 W2-L1 W3-L2 W4-L2 W5-L4 W6-L3 W7-L6"),
        (
            32,
            "W17-L12 W18-L11 W19-L10 W20-L9 W21-L16 W22-L15 W23-L14 W24-L13 W25-L23 W26-L24 W27-L21 W28-L22 "
            "W29-L27 W30-L28 W31-L30",
        ),
    ],
)
def test_where_losers_drop_in_some_other_sizes(team_count, drops):
    layout = build_layout("double", team_count)
    shown = " ".join(f"{fixture.id}-{fixture.loser_next_id}" for fixture in layout if fixture.side == "winners")
    assert shown.endswith(drops)


def test_layouts_never_change():
    """Stored brackets rest on them; a new layout would need a new kind of bracket."""
    shown = "\n".join(
        f"{kind} {team_count} {fixture.id} {' '.join(show_sources(fixture))}"
        for kind in ("single", "double")
        for team_count in SIZES
        for fixture in build_layout(kind, team_count, third_place=kind == "single")
    )
    assert sha256(shown.encode()).hexdigest() == "937a64b1a0a8157fcaf666ce0c0947fd44c4f05878cb336e25253ff65e25a0f4"


@pytest.mark.parametrize(
    ("kind", "team_count", "match_id", "title"),
    [
        ("single", 2, "R1-1", "Final"),
        ("single", 3, "R1-2", "Semi-final"),
        ("single", 5, "R1-2", "Quarter-final"),
        ("single", 6, "R1-2", "Quarter-final 1"),
        ("single", 6, "R1-4", "Quarter-final 2"),
        ("single", 12, "R1-2", "Round 1, match 1"),
        ("single", 12, "R1-4", "Round 1, match 2"),
        ("single", 12, "R1-8", "Round 1, match 4"),
        ("single", 12, "R2-4", "Quarter-final 4"),
        ("single", 12, "R3-1", "Semi-final 1"),
        ("single", 12, "T", "Third-place match"),
        ("single", 12, "R4-1", "Final"),
        ("single", 64, "R2-16", "Round 2, match 16"),
        ("double", 2, "W1", "Winners' final"),
        ("double", 3, "W1", "Winners' semi-final"),
        ("double", 3, "L1", "Losers' final"),
        ("double", 12, "W4", "Winners' round 1, match 4"),
        ("double", 12, "W6", "Winners' round 2, match 2"),
        ("double", 12, "W10", "Winners' semi-final 2"),
        ("double", 12, "W11", "Winners' final"),
        ("double", 12, "L6", "Losers' round 2, match 2"),
        ("double", 9, "W1", "Winners' round 1"),
        ("double", 9, "L1", "Losers' round 1"),
        ("double", 12, "L9", "Losers' semi-final"),
        ("double", 12, "L10", "Losers' final"),
        ("double", 12, "G1", "Grand final"),
        ("double", 12, "G2", "Grand final, second match"),
    ],
)
def test_titles(kind, team_count, match_id, title):
    layout = build_layout(kind, team_count, third_place=kind == "single")
    assert next(fixture.title for fixture in layout if fixture.id == match_id) == title


@pytest.mark.parametrize(("kind", "team_count"), list(product(("single", "double"), SIZES)))
def test_titles_tell_all_matches_apart(kind, team_count):
    layout = build_layout(kind, team_count, third_place=kind == "single")
    assert len({fixture.title for fixture in layout}) == len(layout)
