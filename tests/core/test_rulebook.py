"""The official rules: complete, searchable, amended in versions."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.competition import Kind
from core.errors import NotFound, RuleError
from core.rulebook import (
    MOST_NEAR,
    Amendment,
    DraftRule,
    Rulebook,
    amend,
    find_near_rules,
    find_rule,
    get_official_rulebook,
    get_section,
    holds_words,
    list_rulings,
    parse_rules_file,
    restore_rulebook,
    search_rules,
)
from core.rules.rule import Rule, expand_ids
from core.rules.rulings import RULINGS

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
GETAWAY, DODGEBALL = get_official_rulebook(Kind.GETAWAY), get_official_rulebook(Kind.DODGEBALL)


def get_rule(rulebook: Rulebook, number: str) -> Rule:
    rule = find_rule(rulebook, number)
    assert rule is not None
    return rule


def numbers(rules: tuple[Rule, ...]) -> list[str]:
    return [rule.number for rule in rules]


class TestOfficialRules:
    def test_every_sentence_is_restated_once_and_in_order(self) -> None:
        assert [restated for rule in GETAWAY.rules for restated in rule.restates] == [
            f"G{number}" for number in range(1, 197)
        ]
        assert [restated for rule in DODGEBALL.rules for restated in rule.restates] == [
            f"D{number}" for number in range(1, 90)
        ]

    def test_every_ruling_is_shown_with_a_rule(self) -> None:
        shown = {ruling for rulebook in (GETAWAY, DODGEBALL) for rule in rulebook.rules for ruling in rule.rulings}

        assert shown == set(RULINGS) == set(range(1, 117))

    @pytest.mark.parametrize("rulebook", [GETAWAY, DODGEBALL])
    def test_numbers_count_up_within_their_sections(self, rulebook: Rulebook) -> None:
        expected = [
            f"{place}.{inner}"
            for place, section in enumerate(rulebook.sections, start=1)
            for inner in range(1, len(section.rules) + 1)
        ]

        assert numbers(rulebook.rules) == expected
        assert [section.number for section in rulebook.sections] == [
            str(place) for place in range(1, len(rulebook.sections) + 1)
        ]

    @pytest.mark.parametrize("rulebook", [GETAWAY, DODGEBALL])
    def test_every_rule_says_something_that_fits_a_message(self, rulebook: Rulebook) -> None:
        assert rulebook.version == 1
        assert rulebook.amendments == ()
        for rule in rulebook.rules:
            assert rule.title
            assert 20 <= len(rule.text) <= 1500
            assert rule.text.endswith(".")

    def test_blinds_are_those_of_the_rulebook(self) -> None:
        """G143 to G172: the big blind of each level, from the lowest to the last."""
        lower, upper = get_rule(GETAWAY, "7.8").text, get_rule(GETAWAY, "7.9").text

        def big_blinds(text: str) -> list[int]:
            return [
                int(word.strip(".").split("/")[1].replace(",", ""))
                for word in text.replace(", ", " ").split()
                if "/" in word
            ]

        assert big_blinds(lower) == [10, 20, 40, 80, 100, 120, 150, 200, 250, 300, 400, 600, 800, 1000, 2000]
        assert big_blinds(upper) == [10, 20, 40, 80, 100, 150, 200, 300, 400, 600, 1000, 1500, 2000, 4000]

    def test_rulings_in_force_are_listed_with_a_rule(self) -> None:
        rulings = list_rulings(get_rule(GETAWAY, "1.3"))

        assert [number for number, _ in rulings] == [1, 2, 113]
        assert rulings[0][1] == (
            "Rosters lock at 00:00 local time of the first day, unless the organiser sets another time."
        )

    def test_ids_are_spelled_out(self) -> None:
        assert expand_ids("G3 D5-D7") == ("G3", "D5", "D6", "D7")


class TestFinding:
    def test_by_number(self) -> None:
        assert get_rule(GETAWAY, "2.4").title == "Team ranking"
        assert find_rule(GETAWAY, "2.40") is None

    def test_by_a_number_that_is_nearly_one(self) -> None:
        assert numbers(find_near_rules(GETAWAY, "2,4")) == ["2.4"]
        assert len(find_near_rules(GETAWAY, "2.")) == MOST_NEAR
        assert find_near_rules(GETAWAY, "bowling") == ()

    def test_a_section(self) -> None:
        assert get_section(DODGEBALL, "3").title == "Teams and games"

    def test_a_section_that_is_not_there(self) -> None:
        with pytest.raises(NotFound) as refusal:
            get_section(DODGEBALL, "9")

        assert refusal.value.sentence == (
            "There is no such section; there are: 1 Registration, 2 Equipment and court, 3 Teams and games."
        )

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("7.14", ["7.14"]),
            ("OVERALL ties", ["1.12", "1.13"]),
            ("búttón", ["7.13", "7.14"]),
            ("utton", []),  # only a word's beginning counts
            ("butt", ["7.13", "7.14"]),
            ("punch refund", ["1.8"]),
            ("vacancy", ["1.4", "2.2"]),  # only in ruling 7, or 5 under it
            ("G43", ["2.4"]),
            ("g4", ["1.2"]),
            ("derby G18", ["1.9"]),
            ("2.4 pins", ["2.4"]),
            ("quidditch", []),
            ("button quidditch", []),
            ("   ", []),
        ],
    )
    def test_by_words(self, words: str, found: list[str]) -> None:
        assert numbers(search_rules(GETAWAY, words)) == found

    def test_by_the_number_of_a_section(self) -> None:
        assert numbers(search_rules(GETAWAY, "6"))[:6] == numbers(get_section(GETAWAY, "6").rules)

    def test_a_title_comes_before_a_text_and_a_text_before_a_ruling(self) -> None:
        found = search_rules(GETAWAY, "weather")

        assert numbers(found) == ["1.9", "1.10"]
        assert numbers(search_rules(DODGEBALL, "overtime")) == ["3.10", "3.4", "3.9", "3.3"]


class TestAmending:
    def test_makes_the_next_version_with_old_and_new_text(self) -> None:
        """D9."""
        old = get_rule(GETAWAY, "4.5")

        amended = amend(
            GETAWAY, [DraftRule("4.5", " Begin at tier 1. \r\nBoth feet stay behind. ")], NOW, has_started=False
        )

        new_text = "Begin at tier 1. \nBoth feet stay behind."
        assert amended.version == 2
        assert amended.amendments == (
            Amendment(2, "4.5", "Throwing", old.text, new_text, NOW, is_after_start=False, reason=None),
        )
        assert get_rule(amended, "4.5") == Rule("4.5", "Throwing", new_text, ("G82", "G83"), (49,))
        assert get_rule(GETAWAY, "4.5") == old
        assert numbers(amended.rules) == numbers(GETAWAY.rules)

    def test_several_rules_make_one_version(self) -> None:
        drafts = [
            DraftRule("2.6", "Shoes are rented.", "Shoes"),
            DraftRule("9.10", "Be kind.", "Tone"),
            DraftRule("9.2", "Be on time.", "Time"),
        ]

        amended = amend(GETAWAY, drafts, NOW, has_started=False)

        assert amended.version == 2
        assert numbers(amended.rules) == [
            *numbers(GETAWAY.rules)[:19],
            "2.6",
            *numbers(GETAWAY.rules)[19:],
            "9.2",
            "9.10",
        ]
        assert [section.title for section in amended.sections][-1] == "House rules"
        assert [amendment.old_text for amendment in amended.amendments] == [None, None, None]

    def test_a_title_alone_can_change(self) -> None:
        rule = get_rule(GETAWAY, "1.2")

        amended = amend(GETAWAY, [DraftRule("1.2", rule.text, "Minimum  age")], NOW, has_started=False)

        assert get_rule(amended, "1.2").title == "Minimum age"

    def test_versions_count_on_and_can_be_restored(self) -> None:
        second = amend(DODGEBALL, [DraftRule("1.5", "Play starts at eleven.")], NOW, has_started=False)
        third = amend(second, [DraftRule("1.5", "Play starts at noon.")], NOW, has_started=True, reason=" Rain. ")

        assert third.version == 3
        assert third.amendments[-1].old_text == "Play starts at eleven."
        assert (third.amendments[-1].is_after_start, third.amendments[-1].reason) == (True, "Rain.")
        assert restore_rulebook(Kind.DODGEBALL, third.amendments) == third
        assert restore_rulebook(Kind.DODGEBALL, []) == DODGEBALL

    @pytest.mark.parametrize("reason", [None, "", "  "])
    def test_after_the_start_a_director_has_to_insist_with_a_reason(self, reason: str | None) -> None:
        with pytest.raises(RuleError) as refusal:
            amend(GETAWAY, [DraftRule("1.2", "19 or older.")], NOW, has_started=True, reason=reason)

        assert refusal.value.sentence == "Play has started: to change a rule now, insist on it and give a reason."

    @pytest.mark.parametrize(
        ("draft", "sentence"),
        [
            (DraftRule("9.9", "x"), "There is no rule 9.9: choose one that is there, or add it with a title."),
            (DraftRule("2", "x", "t"), "A rule has a number such as 2.4: the section, a point, and its place in it."),
            (DraftRule("0.1", "x", "t"), "A rule has a number such as 2.4: the section, a point, and its place in it."),
            (DraftRule("2.1", " \n "), "The text of rule 2.1 has to be 1 to 1500 characters long."),
            (DraftRule("2.1", "x" * 1501), "The text of rule 2.1 has to be 1 to 1500 characters long."),
            (DraftRule("2.1", "a\x07b"), "The text of rule 2.1 holds control characters: type it anew without them."),
            (DraftRule("2.1", "a\ud800"), "The text of rule 2.1 holds control characters: type it anew without them."),
            (DraftRule("2.1", "x", ""), "The title of rule 2.1 has to be 1 to 80 readable characters on one line."),
            (DraftRule("2.1", "x", "a\nb"), "The title of rule 2.1 has to be 1 to 80 readable characters on one line."),
            (
                DraftRule("2.1", "x", "t" * 81),
                "The title of rule 2.1 has to be 1 to 80 readable characters on one line.",
            ),
            (DraftRule("1.2", "Every player is 18 or older."), "Rule 1.2 says that already; nothing changed."),
        ],
    )
    def test_what_cannot_be_a_rule(self, draft: DraftRule, sentence: str) -> None:
        with pytest.raises((RuleError, NotFound)) as refusal:
            amend(GETAWAY, [DraftRule("1.3", "Fine."), draft], NOW, has_started=False)

        assert refusal.value.sentence == sentence

    def test_the_longest_text_and_title(self) -> None:
        amended = amend(GETAWAY, [DraftRule("2.1", "x" * 1500, "t" * 80)], NOW, has_started=False)

        assert get_rule(amended, "2.1").text == "x" * 1500

    def test_a_number_twice(self) -> None:
        with pytest.raises(RuleError) as refusal:
            amend(GETAWAY, [DraftRule("1.2", "a"), DraftRule("1.2", "b")], NOW, has_started=False)

        assert refusal.value.sentence == "A rule is there twice: give each number once."


class TestRulesFile:
    def test_is_read(self) -> None:
        drafts = parse_rules_file(
            "\ufeff\n## 2.4 Team ranking\r\nMost pins win.\r\n\r\nTies split.\n# 8.1  Quiet hours\nNo music.\n"
        )

        assert [(draft.number, draft.title, draft.text.strip()) for draft in drafts] == [
            ("2.4", "Team ranking", "Most pins win.\n\nTies split."),
            ("8.1", "Quiet hours", "No music."),
        ]

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            (
                "\nHello\n## 2.4 Team ranking\nx",
                "Line 2 belongs to no rule: begin each with a heading such as ## 2.4 Team ranking.",
            ),
            (" \n", "There is no rule in the file: begin each with a heading such as ## 2.4 Team ranking."),
        ],
    )
    def test_what_cannot_be_read(self, text: str, sentence: str) -> None:
        with pytest.raises(RuleError) as refusal:
            parse_rules_file(text)

        assert refusal.value.sentence == sentence

    @pytest.mark.parametrize("rulebook", [GETAWAY, DODGEBALL])
    def test_the_official_rules_survive_being_written_and_read(self, rulebook: Rulebook) -> None:
        written = "\n\n".join(f"## {rule.number} {rule.title}\n{rule.text}" for rule in rulebook.rules)

        assert [(draft.number, draft.title, draft.text.strip()) for draft in parse_rules_file(written)] == [
            (rule.number, rule.title, rule.text) for rule in rulebook.rules
        ]


texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20).filter(str.strip)


@given(st.lists(st.tuples(st.integers(1, 10), st.integers(1, 20), texts), max_size=8))
def test_amendments_replay_to_the_same_rulebook(changes: list[tuple[int, int, str]]) -> None:
    rulebook = GETAWAY
    for section, place, text in changes:
        rulebook = amend(
            rulebook, [DraftRule(f"{section}.{place}", f"{text} {rulebook.version}", "Title")], NOW, has_started=False
        )

    assert rulebook.version == 1 + len(changes)
    assert restore_rulebook(Kind.GETAWAY, rulebook.amendments) == rulebook
    order = [[int(part) for part in number.split(".")] for number in numbers(rulebook.rules)]
    assert order == sorted(order)
    assert len({tuple(number) for number in order}) == len(order)


@given(st.text(max_size=40))
def test_any_search_ends(words: str) -> None:
    assert set(search_rules(DODGEBALL, words)) <= set(DODGEBALL.rules)


@pytest.mark.parametrize(
    ("text", "words", "is_held"),
    [
        ("A foot on the line is no foul.", "FOOT line", True),
        ("A foot on the line is no foul.", "fou", True),
        ("A foot on the line is no foul.", "oot", False),
        ("A foot on the line is no foul.", "foot lane", False),
        ("Łódź zeppelin", "lodz", True),
        ("anything", "  ", False),
        ("anything", "!", False),
    ],
)
def test_a_text_holds_words(text: str, words: str, is_held: bool) -> None:
    assert holds_words(text, words) is is_held
