"""What holds for every bracket, however it is played."""

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.errors import RuleError
from core.scoring.bracket import (
    Bracket,
    Match,
    Result,
    build_bracket,
    correct_result,
    record_result,
    reinstate_team,
    remove_result,
    withdraw_team,
)
from core.scoring.bracket_file import BracketFile, read_bracket_file, write_bracket_file

settings.register_profile("bracket", max_examples=30, deadline=None)
bracket_settings = settings(settings.get_profile("bracket"))


@st.composite
def empty_brackets(draw: st.DrawFn, most_teams: int = 20) -> Bracket:
    kind = draw(st.sampled_from(["single", "double"]))
    count = draw(st.integers(2, most_teams))
    third_place = kind == "single" and draw(st.booleans())
    return build_bracket([f"Team {number}" for number in range(1, count + 1)], kind, third_place=third_place)


def draw_result(draw: st.DrawFn, match: Match, double_forfeits: bool = True) -> Result:
    assert match.pair
    upper, lower = match.pair
    teams = draw(st.sampled_from([(upper, lower), (lower, upper)]))
    how = draw(st.sampled_from(["played", "played", "forfeit", "walkover", *["double_forfeit"] * double_forfeits]))
    if how == "double_forfeit":
        return Result(teams, None, how)
    winner, loser = draw(st.sampled_from([(upper, lower), (lower, upper)]))
    games = draw(st.sampled_from([None, (winner, winner), (winner, loser, winner), (loser, winner, winner)]))
    return Result(teams, winner, how, games if how == "played" else None)


@st.composite
def courses(draw: st.DrawFn, finished: bool = True, double_forfeits: bool = True, most_teams: int = 20) -> Bracket:
    """A bracket after matches in any order, to the end or to some point."""
    bracket = draw(empty_brackets(most_teams))
    left = 200 if finished else draw(st.integers(0, 2 * len(bracket.teams)))
    while bracket.ready and left:
        bracket = record_result(bracket, draw_result(draw, draw(st.sampled_from(bracket.ready)), double_forfeits))
        left -= 1
    return bracket


@given(courses())
@bracket_settings
def test_everybody_has_exactly_one_place_in_the_end(bracket):
    assert bracket.is_finished
    placed = Counter(team for place in bracket.places for team in place.teams)
    assert placed == Counter(bracket.teams)
    assert (bracket.champion is not None) == (bracket.places[0].place == 1)
    if bracket.champion is not None:
        assert bracket.places[0].teams == (bracket.champion,)


@given(courses())
@bracket_settings
def test_places_take_up_every_position_once(bracket):
    """A shared place counts for as many positions as share it; without a champion the last share 2, and take up 1."""
    position = 1
    for place in bracket.places:
        assert place.place == max(position, 2 if bracket.champion is None else 1)
        position += len(place.teams)
    assert position == len(bracket.teams) + 1


@given(courses(finished=False))
@bracket_settings
def test_places_that_were_given_never_change(bracket):
    given_before: dict[str, int] = {}
    for count in range(len(bracket.entries) + 1):
        earlier = build_bracket(
            bracket.teams, bracket.kind, third_place=bracket.third_place, entries=bracket.entries[:count]
        )
        now = {team: place.place for place in earlier.places for team in place.teams}
        assert now.items() >= given_before.items()
        given_before = now


@given(courses(double_forfeits=False))
@bracket_settings
def test_counts_of_matches_and_defeats(bracket):
    count = len(bracket.teams)
    losses = Counter(match.loser for match in bracket.matches)
    assert all(match.how != "void" for match in bracket.matches)
    if bracket.kind == "single":
        has_third = bracket.matches[-2].side == "third" if count > 2 else False
        assert len(bracket.results) == count - 1 + has_third
        assert has_third == (bracket.third_place and count > 3)
        assert max(losses.values()) <= 1 + has_third
    else:
        replayed = bracket.matches[-1].id == "G2"
        assert len(bracket.results) == 2 * count - 2 + replayed
        assert max(losses.values()) == 2
        assert all(losses[team] == 2 for team in bracket.teams if team != bracket.champion)
        assert losses[bracket.champion] == replayed


@given(courses())
@bracket_settings
def test_nobody_loses_three_times_or_plays_on_after_going_out(bracket):
    lives = dict.fromkeys(bracket.teams, 1 if bracket.kind == "single" else 2)
    for decision in bracket.course.decisions:
        if decision.match_id == "T":
            continue
        result = decision.result
        assert all(lives[team] > 0 for team in result.teams)
        for team in result.teams:
            if result.winner is None:
                lives[team] = 0
            elif team != result.winner:
                lives[team] -= 1
    assert sum(left > 0 for left in lives.values()) == (bracket.champion is not None)


@given(courses(), st.data())
@bracket_settings
def test_the_order_of_independent_results_does_not_matter(bracket, data):
    results = {decision.match_id: decision.result for decision in bracket.course.decisions}
    other = build_bracket(bracket.teams, bracket.kind, third_place=bracket.third_place)
    while other.ready:
        match = data.draw(st.sampled_from(other.ready))
        other = record_result(other, results[match.id])
    assert other.matches == bracket.matches
    assert other.places == bracket.places


def find_named_in_the_way(bracket: Bracket, match_id: str, new: Result) -> list[str]:
    """Ids of the matches that a refused correction names, in its order; none where it is not refused."""
    try:
        correct_result(bracket, match_id, new)
    except RuleError as refusal:
        named = refusal.sentence.split("in this order: ")[1]
        ids = {match.title: match.id for match in bracket.matches}
        return [ids[shown.split(" (")[0]] for shown in named.split('"), ')]
    return []


@given(courses(finished=False), st.data())
@bracket_settings
def test_a_correction_and_its_own_correction_are_nothing(bracket, data):
    assume(bracket.course.decisions)
    decision = data.draw(st.sampled_from(bracket.course.decisions))
    match = next(match for match in bracket.matches if match.id == decision.match_id)
    new = draw_result(data.draw, match)
    if new.winner != decision.result.winner and find_named_in_the_way(bracket, match.id, new):
        return
    corrected = correct_result(bracket, match.id, new)
    assert correct_result(corrected, match.id, decision.result) == bracket
    for before, after in zip(bracket.course.decisions, corrected.course.decisions, strict=True):
        assert before.match_id == after.match_id
        assert before == after or before.match_id == match.id


@given(courses(finished=False, most_teams=9), st.data())
@bracket_settings
def test_a_refused_correction_is_possible_once_the_named_results_are_taken_back(bracket, data):
    assume(bracket.course.decisions)
    decision = data.draw(st.sampled_from(bracket.course.decisions))
    loser = next(team for team in decision.result.teams if team != decision.result.winner)
    new = Result(decision.result.teams, loser)
    for match_id in find_named_in_the_way(bracket, decision.match_id, new):
        bracket = remove_result(bracket, match_id)
    corrected = correct_result(bracket, decision.match_id, new)
    assert next(match for match in corrected.matches if match.id == decision.match_id).winner == loser


@given(courses(finished=False))
@bracket_settings
def test_taking_back_the_last_result_is_always_possible(bracket):
    assume(bracket.entries)
    last = bracket.course.decisions[-1]
    before = build_bracket(bracket.teams, bracket.kind, third_place=bracket.third_place, entries=bracket.entries[:-1])
    assert remove_result(bracket, last.match_id) == before


@given(courses(finished=False), st.data())
@bracket_settings
def test_a_withdrawn_team_wins_nothing_more(bracket, data):
    team = data.draw(st.sampled_from(bracket.teams))
    decided = len(bracket.results)
    withdrawn = withdraw_team(bracket, team)
    assert withdrawn.results[:decided] == bracket.results
    assert reinstate_team(withdrawn, team) == bracket
    while withdrawn.ready:
        match = data.draw(st.sampled_from(withdrawn.ready))
        assert team not in match.teams
        withdrawn = record_result(withdrawn, draw_result(data.draw, match))
    assert all(result.winner != team for result in withdrawn.results[decided:])
    assert sorted(name for place in withdrawn.places for name in place.teams) == sorted(bracket.teams)


@given(courses(finished=False), st.data())
@bracket_settings
def test_files_read_back_as_they_were_written(bracket, data):
    if data.draw(st.booleans()):
        bracket = withdraw_team(bracket, data.draw(st.sampled_from(bracket.teams)))
    written = write_bracket_file(BracketFile(data.draw(st.sampled_from([None, "Cup"])), bracket))
    read = read_bracket_file(written)
    assert write_bracket_file(read) == written
    assert read.bracket.matches == bracket.matches
    assert read.bracket.places == bracket.places


@given(courses(finished=False, most_teams=12))
@bracket_settings
def test_entries_one_by_one_are_the_same_as_all_at_once(bracket):
    again = build_bracket(bracket.teams, bracket.kind, third_place=bracket.third_place, entries=bracket.entries)
    assert again == bracket


@given(courses(finished=False), st.data())
@bracket_settings
def test_only_ready_matches_can_be_entered(bracket, data):
    upper = data.draw(st.sampled_from(bracket.teams))
    lower = data.draw(st.sampled_from([team for team in bracket.teams if team != upper]))
    if any(set(match.teams) == {upper, lower} for match in bracket.ready):
        record_result(bracket, Result((upper, lower), lower))
        return
    with pytest.raises(RuleError):
        record_result(bracket, Result((upper, lower), lower))
