"""What is announced after a change of a bracket: who plays, who goes on without playing, who waits again."""

from core.scoring.bracket import build_bracket, correct_result, remove_result, withdraw_team
from core.scoring.bracket_following import Following, find_following
from tests.core.scoring.bracket_steps import EIGHT, FIVE, FOUR, nobody, play, show, win


def ids(following: Following) -> tuple[list[str], list[str], list[str]]:
    return tuple([match.id for match in found] for found in (following.ready, following.unplayed, following.waiting))


def test_nothing_follows_from_nothing():
    bracket = build_bracket(FIVE)
    assert find_following(bracket, bracket) == Following()


def test_a_result_makes_the_next_match_ready():
    before = build_bracket(FIVE)
    following = find_following(before, play(before, win("Elks", "Dogs")))
    assert ids(following) == (["R2-1"], [], [])


def test_who_goes_on_after_both_forfeited_is_said():
    before = build_bracket(FOUR)
    first = play(before, nobody("Aces", "Dogs"))
    assert ids(find_following(before, first)) == ([], [], [])  # its opponent in the final is not known yet
    following = find_following(first, play(first, win("Bees", "Cats")))
    assert ids(following) == ([], ["R2-1"], [])
    assert following.unplayed[0].winner == "Bees"


def test_a_match_that_nobody_reaches_is_said():
    first = play(build_bracket(EIGHT), nobody("Aces", "Hares"))
    assert ids(find_following(first, play(first, nobody("Dogs", "Elks")))) == ([], ["R2-1"], [])


def test_the_walkovers_of_a_team_that_is_out_are_said_once():
    before = play(build_bracket(FOUR), win("Aces", "Dogs"))
    after = withdraw_team(before, "Cats")
    assert ids(find_following(before, after)) == (["R2-1"], ["R1-2"], [])
    assert ids(find_following(after, play(after, win("Aces", "Bees")))) == ([], [], [])


def test_a_walkover_that_goes_to_another_team_is_said_again():
    before = play(withdraw_team(play(build_bracket(FOUR), win("Aces", "Dogs")), "Aces"), win("Bees", "Cats"))
    after = correct_result(before, "R1-2", win("Cats", "Bees"))
    assert show(after)[-1] == "R2-1 Aces v Cats: Cats (walkover)"
    assert ids(find_following(before, after)) == ([], ["R2-1"], [])


def test_a_match_that_was_called_and_waits_again_is_said():
    before = play(build_bracket(FOUR), win("Aces", "Dogs"), win("Bees", "Cats"))
    assert ids(find_following(before, remove_result(before, "R1-2"))) == (["R1-2"], [], ["R2-1"])


def test_the_end_is_said_once_for_each_champion():
    semis = play(build_bracket(FOUR), win("Aces", "Dogs"), win("Bees", "Cats"))
    over = play(semis, win("Aces", "Bees"))
    assert not find_following(build_bracket(FOUR), semis).is_end
    assert find_following(semis, over).is_end
    assert not find_following(over, over).is_end
    assert find_following(over, correct_result(over, "R2-1", win("Bees", "Aces"))).is_end
    assert find_following(semis, play(semis, nobody("Aces", "Bees"))).is_end
