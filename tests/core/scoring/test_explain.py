"""Why somebody stands where they do: in sentences, as data, and that the smallest change is the smallest."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import NotFound
from core.scoring.explain import Change, Subject, explain, find_change, find_decisive
from core.scoring.explain_json import render_subjects
from core.scoring.explain_text import describe_subjects
from core.scoring.json_writer import lay_out
from core.scoring.ranking import Comparison, Unit
from core.scoring.results_file import read_results_file
from core.scoring.standings import compute_standings
from tests.core.scoring.documents import EXAMPLE, THREE, TWO, Document, document, example, read

POINTS = Unit("point", "points")
PAR = [4] * 18


def why(content: Document, name: str) -> tuple[Subject, ...]:
    games = read(content)
    return explain(games, compute_standings(games), name)


def sentences(content: Document, name: str) -> str:
    return describe_subjects(why(content, name))


def part(text: str, title: str) -> list[str]:
    """The lines of one list."""
    return next(block.splitlines() for block in text.split("\n\n") if block.startswith(title))


class TestSentences:
    def test_the_example_explained_for_ann(self) -> None:
        games = read_results_file(EXAMPLE.read_bytes())
        assert describe_subjects(explain(games, compute_standings(games), "Ann")) == (
            "Ann (player of Gutter Gang)\n"
            "\n"
            "Overall: rank 1 among 9, sum of ranks 8: bowling 4, derby 1, bags 1, holdem 2.\n"
            "  Nobody is above.\n"
            "  Below is Hal, rank 2.\n"
            "    Sum of ranks: 8 to 10, which decides (lower is better).\n"
            "    With 2.5 ranks more there (10.5 instead of 8), all else equal, Ann would be behind Hal.\n"
            "\n"
            "Bowling: rank 4 among 11, total 197 pins: 151, 46.\n"
            "  Above is Ed, rank 3.\n"
            "    Total: 197 to 198, which decides (higher is better).\n"
            "    With 2 pins more there (199 instead of 197), all else equal, Ann would be ahead of Ed.\n"
            "  Below is Cy, rank T8.\n"
            "    Total: 197 to 0, which decides (higher is better).\n"
            "    Only with 198 pins fewer there (-1 instead of 197), which nobody can have, "
            "Ann would be behind Cy.\n"
            "\n"
            "Home Run Derby: rank 1 among 10, total 39 points: 22, 17.\n"
            "  Nobody is above.\n"
            "  Below is Ina, rank 2.\n"
            "    Total: 39 to 17, which decides (higher is better).\n"
            "    With 23 points fewer there (16 instead of 39), all else equal, Ann would be behind Ina.\n"
            "\n"
            "Bags Sure Toss: rank 1 among 10, total 142 points: 38, 40, 64.\n"
            "  Nobody is above.\n"
            "  Below is Cy, rank T2.\n"
            "    Total: 142 to 0, which decides (higher is better).\n"
            "    Only with 143 points fewer there (-1 instead of 142), which nobody can have, "
            "Ann would be behind Cy.\n"
            "\n"
            "Golf Scramble ranks teams only.\n"
            "\n"
            "Texas Hold'em: rank 2 among 9.\n"
            "  Above is Kim, rank 1.\n"
            "    Order of elimination: 2 to 1, which decides (lower is better).\n"
            "    With 1 place fewer there (1 instead of 2), all else equal, "
            "Ann would be ahead of Kim.\n"
            "  Below is Hal, rank 3.\n"
            "    Order of elimination: 2 to 3, which decides (lower is better).\n"
            "    With 1 place more there (3 instead of 2), all else equal, "
            "Ann would be behind Hal.\n"
            "\n"
            "Basketball Sure Shot has not been played.\n"
        )

    def test_each_comparison_is_named_up_to_the_one_that_decides(self) -> None:
        """Lions and Gang took 72 strokes each and 5 to 4 on the hardest hole."""
        assert part(sentences(example(), "Gutter Gang"), "Golf") == [
            "Golf Scramble: rank 2 among 3, total 72 strokes.",
            "  The event was cancelled: this is a record that does not count.",
            "  Above is Łódź Lions, rank 1.",
            "    Total: 72 to 72, equal.",
            "    Hole 5 (stroke index 1): 5 to 4, which decides (lower is better).",
            "    With 1 stroke fewer there (4 instead of 5), all else equal, Gutter Gang would be ahead of Łódź Lions.",
            "  Below is Trio, rank 3.",
            "    Trio has no card, so takes the last rank, 3 of 3 teams (G6, ruling 5).",
        ]

    def test_those_who_are_level_are_named_with_what_was_compared(self) -> None:
        assert part(sentences(example(), "Ina"), "Bowling")[:2] == [
            "Bowling: rank T8 among 11, total 0 pins: 0, 0.",
            "  Level with Cy, Di, Flo, Gus, Jo and 1 more in every comparison "
            "(total 0, best game 0, 2nd-best game 0), so they split the ranks they take.",
        ]
        assert part(sentences(example(), "Trio"), "Bags")[:2] == [
            "Bags Sure Toss: rank T2 among 3, total 0 points: 0, 0, 0.",
            "  Level with Łódź Lions in every comparison (total 0, best team round 0, 2nd-best team round 0, "
            "3rd-best team round 0), so they share the rank.",
        ]

    def test_one_of_a_unit_is_singular(self) -> None:
        content = document(TWO, results={"bowling": {"Ann": [1]}})
        assert part(sentences(content, "Ann"), "Bowling")[0] == "Bowling: rank 1 among 8, total 1 pin: 1, 0."

    def test_late(self) -> None:
        content = document(
            TWO, results={"holdem": {"out": ["Bo", "Cy", "Ed", "Flo", "Gus"], "late": ["Hal", "Di", "Ann"]}}
        )
        assert part(sentences(content, "Di"), "Texas") == [
            "Texas Hold'em: rank T8 among 8.",
            "  Di was not there at the start, so shares the last rank, 8 for 8 positions (G134, ruling 63).",
            "  Level with Ann and Hal.",
            "  Above is Bo, rank 5.",
            "  Nobody is below.",
        ]
        assert part(sentences(content, "Bo"), "Texas")[-2:] == [
            "  Below is Ann, rank T8.",
            "    Ann was not there at the start, so shares the last rank, 8 for 8 positions (G134, ruling 63).",
        ]

    def test_no_card(self) -> None:
        assert part(sentences(example(), "Trio"), "Golf") == [
            "Golf Scramble: rank 3 among 3.",
            "  The event was cancelled: this is a record that does not count.",
            "  Trio has no card, so takes the last rank, 3 of 3 teams (G6, ruling 5).",
            "  Above is Gutter Gang, rank 2.",
            "  Nobody is below.",
        ]

    def test_ejected(self) -> None:
        text = sentences(example(), "Bo")
        assert part(text, "Overall") == ["Overall: Bo has no overall rank: ejected (ruling 20)."]
        assert part(text, "Bowling")[0] == "Bowling: rank 2 among 11, total 251 pins: 120, 131."
        assert part(text, "Home") == ["Home Run Derby takes place without Bo: ejected."]

    def test_withdrawn(self) -> None:
        content = {
            **document(TWO, results={"bags": {"Ann": [1]}}),
            "team_ejections": [{"team": "Aces", "from": "bags"}],
        }
        del content["results"]["bags"]["Ann"]
        text = sentences(content, "Aces")
        assert part(text, "Overall") == ["Overall: Aces has no overall rank: ejected or withdrawn (ruling 21)."]
        assert part(text, "Bags") == ["Bags Sure Toss takes place without Aces: ejected or withdrawn."]
        text = sentences(content, "Ann")
        assert part(text, "Overall") == [
            "Overall: Ann has no overall rank: the team was ejected or withdrew (ruling 21)."
        ]
        assert part(text, "Bags") == ["Bags Sure Toss takes place without Ann: the team was ejected or withdrew."]

    def test_a_player_ejected_from_other_events_than_the_team(self) -> None:
        content = document(
            TWO,
            results={"bags": {}},
            ejections=[{"player": "Ann", "forfeits": ["derby"]}],
            team_ejections=[{"team": "Aces", "forfeits": ["bags"]}],
        )
        text = sentences(content, "Ann")
        assert part(text, "Bags") == ["Bags Sure Toss takes place without Ann: the team was ejected or withdrew."]

    def test_cancelled_and_not_played(self) -> None:
        text = sentences(document(TWO, cancelled=["golf"]), "Aces")
        assert part(text, "Overall") == ["Overall: Aces has no rank, since no event counts yet."]
        assert part(text, "Golf") == ["Golf Scramble was cancelled."]
        assert part(text, "Bowling") == ["Bowling has not been played."]

    def test_a_name_of_a_team_and_a_player_is_explained_for_both(self) -> None:
        content = document("Ann: Ann Bo Cy; Bees: Ed Flo Gus", results={"bags": {"Ann": [1]}})
        text = sentences(content, "Ann")
        assert text.startswith("Ann (team)\n\nOverall: rank 1 among 2")
        assert "\n\nAnn (player of Ann)\n\nOverall: rank 1 among 6" in text

    def test_a_name_is_found_as_files_hold_it(self) -> None:
        content = document("Ścieżka: Zoë Bo Cy; Bees: Ed Flo Gus")
        assert why(content, " Zoe\u0308 ")[0].name == "Zoë"

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("An", 'No team or player is called "An"; did you mean "Ann"?'),
            ("lodz lions", 'No team or player is called "lodz lions"; did you mean "Łódź Lions"?'),
            ("ANN", 'No team or player is called "ANN"; did you mean "Ann"?'),
            ("Xyzzy", 'No team or player is called "Xyzzy"'),
            ("", 'No team or player is called ""'),
            ("A\nnn", 'No team or player is called "A\\nnn"; did you mean "Ann"?'),
        ],
    )
    def test_an_unknown_name_is_answered_with_those_that_are_close(self, name: str, sentence: str) -> None:
        with pytest.raises(NotFound) as refused:
            why(example(), name)
        assert refused.value.sentence == sentence


class TestData:
    def test_the_same_as_data(self) -> None:
        rendered = json.loads(lay_out(render_subjects("Gutter Gang", why(example(), "Gutter Gang"))))
        assert list(rendered["explanations"]) == ["team"]
        golf = rendered["explanations"]["team"]["events"]["golf"]
        assert golf["above"] == {
            "name": "Łódź Lions",
            "rank": 1,
            "shown": "1",
            "reason": None,
            "comparisons": [
                {"label": "total", "better": "lower", "own": 72, "other": 72, "decides": False},
                {"label": "hole 5 (stroke index 1)", "better": "lower", "own": 5, "other": 4, "decides": True},
            ],
            "smallest_change": {
                "label": "hole 5 (stroke index 1)",
                "unit": "strokes",
                "own": 5,
                "to": 4,
                "by": 1,
                "possible": True,
            },
        }
        assert (golf["counts"], golf["rank"], golf["of"], golf["total"]) == (False, 2, 3, 72)
        assert golf["below"]["reason"] == "has no card, so takes the last rank, 3 of 3 teams (G6, ruling 5)"
        assert golf["below"]["smallest_change"] is None

    def test_ranks_in_halves_are_numbers(self) -> None:
        content = document(TWO, results={"bowling": {"Ann": [5], "Bo": [5]}, "bags": {"Ed": [1]}})
        overall = json.loads(lay_out(render_subjects("Ann", why(content, "Ann"))))["explanations"]["player"]["overall"]
        assert overall["ranks"] == {"bowling": 1.5, "bags": 2}
        assert overall["total"] == 3.5
        assert overall["level_with"] == ["Bo"]
        assert overall["below"]["smallest_change"]["by"] == 3
        assert overall["compared"] == [
            {"label": "sum of ranks", "value": 3.5},
            {"label": "best rank", "value": 1.5},
            {"label": "2nd-best rank", "value": 2},
        ]

    def test_somebody_without_a_rank(self) -> None:
        rendered = render_subjects("Bo", why(example(), "Bo"))["explanations"]["player"]  # type: ignore[index]
        assert rendered["overall"]["rank"] is None
        assert rendered["overall"]["shown"] == "–"
        assert rendered["overall"]["reason"] == "has no overall rank: ejected (ruling 20)"
        assert rendered["overall"]["above"] is None
        assert rendered["events"]["derby"] == {
            "counts": True,
            "reason": "takes place without Bo: ejected",
            "rank": None,
        }


class TestSmallestChange:
    """All else equal: only the deciding value is changed, and no smaller change reverses the order."""

    @given(
        st.lists(
            st.tuples(st.booleans(), st.sampled_from([1, 2]), st.integers(-3, 3), st.integers(-3, 3)),
            min_size=1,
            max_size=4,
        )
    )
    def test_no_smaller_change_reverses_the_order(self, drawn: list[tuple[bool, int, int, int]]) -> None:
        comparisons = [Comparison("x", POINTS, -9, 9, is_lower_better=lower, step=step) for lower, step, _, _ in drawn]
        own = [step * value for _, step, value, _ in drawn]
        other = [step * value for _, step, _, value in drawn]

        def key(values: list[int]) -> list[int]:
            return [value if c.is_lower_better else -value for c, value in zip(comparisons, values, strict=True)]

        def reverses(value: int, index: int, to_better: bool) -> bool:
            changed = [*own[:index], value, *own[index + 1 :]]
            return key(changed) < key(other) if to_better else key(changed) > key(other)

        decisive = find_decisive(own, other)
        if decisive is None:
            assert find_change(comparisons, own, other, to_better=True) is None
            return
        to_better = key(own) > key(other)
        change = find_change(comparisons, own, other, to_better=to_better)
        assert change is not None
        assert change.comparison is comparisons[decisive]
        step = comparisons[decisive].step
        reversing = [
            abs(value - own[decisive])
            for value in range(own[decisive] - 20 * step, own[decisive] + 21 * step, step)
            if reverses(value, decisive, to_better)
        ]
        assert change.amount == min(reversing)
        assert reverses(change.to, decisive, to_better)

    @given(st.integers(2, 12), st.data())
    def test_in_the_order_of_elimination_it_is_the_neighbours_place(self, count: int, data: st.DataObject) -> None:
        """Moving to a place makes room there: the smallest move past the neighbour is onto its place."""
        names = [f"P{index}" for index in range(count)]
        own = data.draw(st.integers(1, count))
        other = data.draw(st.integers(1, count).filter(lambda place: place != own))
        comparison = Comparison("order", POINTS, 1, count, is_lower_better=True, is_unique=True)
        change = find_change([comparison], [own], [other], to_better=other < own)
        assert change == Change(comparison, own, other)
        mover, passed = names[own - 1], names[other - 1]

        def order_after(place: int) -> list[str]:
            rest = [name for name in names if name != mover]
            return [*rest[: place - 1], mover, *rest[place - 1 :]]

        def has_passed(place: int) -> bool:
            order = order_after(place)
            return (order.index(mover) < order.index(passed)) == (other < own)

        moves = [abs(place - own) for place in range(1, count + 1) if has_passed(place)]
        assert min(moves) == change.amount

    @pytest.mark.parametrize(
        ("own", "other", "amount", "is_possible"),
        [
            pytest.param([299, 9], [300, 8], 1, True, id="level is enough where the rest is better"),
            pytest.param([299, 8], [300, 9], 2, False, id="nobody has 301"),
            pytest.param([299, 9], [300, 9], 2, False, id="nor where the rest is equal"),
        ],
    )
    def test_what_nobody_can_have_is_said_to_be_so(
        self, own: list[int], other: list[int], amount: int, is_possible: bool
    ) -> None:
        comparisons = [Comparison("best game", POINTS, 0, 300), Comparison("2nd-best game", POINTS, 0, 300)]
        change = find_change(comparisons, own, other, to_better=True)
        assert change is not None
        assert (change.amount, change.is_possible) == (amount, is_possible)

    def test_ranks_change_by_halves_only_where_an_event_splits(self) -> None:
        shared = document(TWO, results={"derby": {"Ann": [5], "Ed": [3]}})
        split = {**shared, "rulings": {"ties": {"derby": "split"}}}
        changes = []
        for content in (shared, split):
            duel = why(content, "Ed")[0].overall.above
            assert duel is not None
            assert duel.change is not None
            changes.append((duel.change.own, duel.change.to, duel.change.is_possible))
        assert changes == [(4, 0, False), (4, 1, False)]

    def test_a_rank_that_nobody_was_given_can_be_had_while_there_is_a_place_for_it(self) -> None:
        """Two share rank 2 of three, so rank 3 is free; of two there is none."""
        shared = document(THREE, results={"derby": {"Ann": [5]}})
        alone = document(TWO, results={"derby": {"Ann": [5]}})
        below = [why(content, "Aces")[0].overall.below for content in (shared, alone)]
        changes = [duel.change for duel in below if duel is not None and duel.change is not None]
        assert [(change.to, change.is_possible) for change in changes] == [(6, True), (6, False)]

    def test_a_late_players_rank_can_be_had_by_anybody(self) -> None:
        """Six play in two teams of three; the last of eight positions is for those who come late (G134)."""
        order = ["Gus", "Cy", "Flo", "Bo", "Ed", "Ann"]
        content = document("Aces: Ann Bo Cy; Bees: Ed Flo Gus", results={"holdem": {"out": order}})
        overall = why(content, "Cy")[0].overall
        assert overall.comparisons[0].highest == 2 * 8
