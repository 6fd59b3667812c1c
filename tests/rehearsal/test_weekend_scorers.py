"""What people read is told from what the scorers say, to the letter."""

from rehearsal.weekend import scorers


def test_a_final_result_that_says_something_else_is_noticed() -> None:
    teams = [{"name": "Łódź Lions", "rank": 1, "total": 3}, {"name": "Trio", "rank": 4, "total": 9}]
    players = [
        {"name": "Al (Trio)", "team": "Trio", "rank": 2, "total": 5.5},
        {"name": "Bo", "team": "Trio", "rank": 2, "total": 5.5},
    ]
    podium = scorers.list_podium({"teams": teams, "players": [*players, {**players[1], "rank": None, "total": None}]})
    said = "🏆 Final\n**Teams**\n1. Łódź Lions, sum of ranks 3\n**Players**\n"
    said += "T2. Al (Trio), sum of ranks 5.5\nT2. Bo (Trio), sum of ranks 5.5"
    assert scorers.says_result(said, podium)
    for wrong in (
        said.replace("1. Ł", "2. Ł"),
        said.replace("T2. Bo", "3. Bo"),
        f"{said}\n4. Trio, sum of ranks 9",
        "",
    ):
        assert not scorers.says_result(wrong, podium)


def test_a_match_that_was_announced_otherwise_is_noticed() -> None:
    matches = [
        {"teams": ["A", "**B**"], "winner": "**B**", "how": "played", "score": "2-1"},
        {"teams": ["C", "D"], "winner": "C", "how": "forfeit", "score": "2-0"},
    ]
    said = [
        "**Round 1, match 1**: A beat \\*\\*B\\*\\* 2-0.\nNext: Final: A v C",
        "**Round 1, match 2**: C beat D 2-0 by forfeit.",
        "**Corrected result: Round 1, match 1**: \\*\\*B\\*\\* beat A 2-1.",
    ]
    expected = scorers.list_match_results(matches)
    assert scorers.read_match_results(said) == expected == ["**B** beat A 2-1", "C beat D 2-0 by forfeit"]
    assert scorers.read_match_results(said[:2]) != expected
    assert scorers.read_match_results([*said, "**Final**: C beat A 2-0."]) != expected


def test_the_first_places_of_a_bracket_are_read_in_any_order() -> None:
    places = [{"place": 1, "teams": ["A"]}, {"place": 3, "teams": ["C", "B and D"]}, {"place": 5, "teams": ["E"]}]
    first = scorers.list_first_places(places)
    assert scorers.says_result("🏆\nChampion: A\nThird: B and D and C\n-# Rules", first)
    assert not scorers.says_result("Champion: C\nThird: B and D and A", first)
