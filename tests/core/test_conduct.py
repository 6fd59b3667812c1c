"""The conduct ladder: every rung, and what lifting does to it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conduct import (
    ConductState,
    Consequence,
    Decision,
    Offence,
    OffenceKind,
    Preview,
    decide,
    judge,
    lift,
    preview,
)
from core.errors import NotFound, RuleError

WARNING = Consequence.WARNING
EJECTION = Consequence.EJECTION
SHORT = Consequence.PLAYER_SHORT
LAST_WARNING = Consequence.TEAM_LAST_WARNING
DUE = Consequence.TEAM_EJECTION_DUE
TEAM_EJECTION = Consequence.TEAM_EJECTION

TEAMS = {"Ann": "Aces", "Bo": "Aces", "Cy": "Aces", "Dee": "Bees"}


def history(*offences: str) -> tuple[Offence, ...]:
    """Build a history from words such as `Ann` (trash talk) and `Ann!` (a punch)."""
    return tuple(
        Offence(
            number,
            name.rstrip("!"),
            TEAMS[name.rstrip("!")],
            OffenceKind.PUNCH if name.endswith("!") else OffenceKind.TRASH_TALK,
        )
        for number, name in enumerate(offences, start=1)
    )


def consequences(offences: Sequence[Offence]) -> list[tuple[Consequence, ...]]:
    return [outcome.consequences for outcome in judge(offences).outcomes]


@pytest.mark.parametrize(
    ("offences", "expected"),
    [
        (["Ann"], [(WARNING,)]),  # G11
        (["Ann", "Ann"], [(WARNING,), (EJECTION, SHORT, LAST_WARNING)]),  # G12 to G14
        (["Ann", "Bo"], [(WARNING,), (WARNING,)]),  # a warning is a player's own
        (["Ann", "Ann", "Bo"], [(WARNING,), (EJECTION, SHORT, LAST_WARNING), (DUE,)]),  # G15, ruling 18
        (["Bo", "Ann", "Ann", "Bo"], [(WARNING,), (WARNING,), (EJECTION, SHORT, LAST_WARNING), (EJECTION, SHORT, DUE)]),
        (["Ann", "Ann", "Ann"], [(WARNING,), (EJECTION, SHORT, LAST_WARNING), (DUE,)]),  # even from outside
        (["Ann", "Ann", "Dee"], [(WARNING,), (EJECTION, SHORT, LAST_WARNING), (WARNING,)]),  # another team
        (["Ann!"], [(EJECTION, SHORT)]),  # G17, rulings 22 and 23: no exchange needed, no team warning
        (["Ann!", "Bo"], [(EJECTION, SHORT), (WARNING,)]),
        (["Ann!", "Ann!"], [(EJECTION, SHORT), ()]),
        (["Ann", "Ann!", "Ann"], [(WARNING,), (EJECTION, SHORT), (LAST_WARNING,)]),
        (["Ann", "Ann", "Bo!"], [(WARNING,), (EJECTION, SHORT, LAST_WARNING), (EJECTION, SHORT)]),
        (["Ann", "Ann", "Bo", "Cy"], [(WARNING,), (EJECTION, SHORT, LAST_WARNING), (DUE,), (DUE,)]),
    ],
)
def test_the_ladder(offences: list[str], expected: list[tuple[Consequence, ...]]) -> None:
    assert consequences(history(*offences)) == expected


def count_short(state: ConductState, team: str) -> int:
    """How many positions of a team are empty for good (G12, G13)."""
    return sum(outcome.offence.team == team and SHORT in outcome.consequences for outcome in state.outcomes)


def test_where_everybody_stands() -> None:
    state = judge(history("Ann", "Ann", "Bo!", "Dee"))

    assert state.count_trash_talk("Ann") == 2
    assert state.count_trash_talk("Bo") == 0
    assert [state.is_player_ejected(name) for name in ("Ann", "Bo", "Cy", "Dee")] == [True, True, False, False]
    assert (state.has_last_warning("Aces"), state.has_last_warning("Bees")) == (True, False)
    assert (count_short(state, "Aces"), count_short(state, "Bees")) == (2, 0)
    assert not state.is_team_ejected("Aces")
    assert state.list_ejections_due() == ()


class TestDirectorsDecision:
    """G15: a team ejection needs a director."""

    OFFENCES = history("Ann", "Ann", "Bo")

    def test_nothing_happens_to_the_team_before_it(self) -> None:
        state = judge(self.OFFENCES)

        assert not state.is_team_ejected("Aces")
        assert state.list_ejections_due() == (self.OFFENCES[2],)

    def test_confirmed(self) -> None:
        confirmed = decide(self.OFFENCES, 3, Decision.CONFIRMED)

        assert consequences(confirmed)[2] == (TEAM_EJECTION,)
        assert judge(confirmed).is_team_ejected("Aces")
        assert not judge(confirmed).is_team_ejected("Bees")
        assert judge(confirmed).list_ejections_due() == ()

    def test_what_a_team_does_after_its_ejection_leads_to_nothing(self) -> None:
        confirmed = decide(self.OFFENCES, 3, Decision.CONFIRMED)
        more = tuple(replace(offence, id=offence.id + 10) for offence in history("Cy", "Cy!", "Dee"))

        assert consequences([*confirmed, *more])[3:] == [(), (), (WARNING,)]

    def test_declined_it_is_the_players_own_warning(self) -> None:
        declined = decide(self.OFFENCES, 3, Decision.DECLINED)

        assert consequences(declined)[2] == (WARNING,)
        assert not judge(declined).is_team_ejected("Aces")
        next_one = Offence(4, "Bo", "Aces", OffenceKind.TRASH_TALK)
        assert consequences([*declined, next_one])[3] == (EJECTION, SHORT, DUE)

    def test_declined_a_second_offence_still_ejects_the_player(self) -> None:
        declined = decide(history("Bo", "Ann", "Ann", "Bo"), 4, Decision.DECLINED)

        assert consequences(declined)[3] == (EJECTION, SHORT)
        assert count_short(judge(declined), "Aces") == 2

    @pytest.mark.parametrize("offence_id", [1, 2])
    def test_there_must_be_something_to_decide(self, offence_id: int) -> None:
        with pytest.raises(RuleError) as refusal:
            decide(self.OFFENCES, offence_id, Decision.CONFIRMED)

        assert refusal.value.sentence == (
            "This offence leads to no team ejection that waits for a decision; see the conduct history."
        )

    def test_of_two_that_wait_one_confirmed_settles_both(self) -> None:
        both = history("Ann", "Ann", "Bo", "Cy")
        assert [offence.id for offence in judge(both).list_ejections_due()] == [3, 4]

        confirmed = decide(both, 4, Decision.CONFIRMED)

        assert judge(confirmed).list_ejections_due() == ()
        assert [offence.id for offence in judge(lift(confirmed, 4)).list_ejections_due()] == [3]

    def test_only_once(self) -> None:
        confirmed = decide(self.OFFENCES, 3, Decision.CONFIRMED)
        with pytest.raises(RuleError):
            decide(confirmed, 3, Decision.DECLINED)


class TestPreview:
    REMAINING = ("basketball", "golf", "holdem")

    @pytest.mark.parametrize(
        ("before", "following", "expected"),
        [
            ([], "Ann", Preview((WARNING,), ())),
            (["Ann"], "Ann", Preview((EJECTION, SHORT, LAST_WARNING), REMAINING)),
            (["Ann", "Ann"], "Bo", Preview((DUE,), REMAINING)),
            ([], "Bo!", Preview((EJECTION, SHORT), REMAINING)),
            (["Bo!"], "Bo!", Preview((), ())),
        ],
    )
    def test_shows_what_the_next_offence_would_lead_to(
        self, before: list[str], following: str, expected: Preview
    ) -> None:
        *earlier, offence = history(*before, following)

        assert preview(earlier, offence, self.REMAINING) == expected


class TestLifting:
    def test_the_second_offence_becomes_the_first(self) -> None:
        lifted = lift(history("Ann", "Ann", "Bo"), 1)

        assert consequences(lifted) == [(), (WARNING,), (WARNING,)]
        assert not judge(lifted).is_player_ejected("Ann")

    def test_a_confirmed_team_ejection_falls_with_what_it_rested_on(self) -> None:
        confirmed = decide(history("Ann", "Ann", "Bo"), 3, Decision.CONFIRMED)

        assert not judge(lift(confirmed, 2)).is_team_ejected("Aces")

    def test_a_later_offence_then_waits_for_a_director_itself(self) -> None:
        confirmed = decide(history("Ann", "Ann", "Bo"), 3, Decision.CONFIRMED)
        later = (*confirmed, Offence(4, "Cy", "Aces", OffenceKind.TRASH_TALK))

        assert consequences(later)[3] == ()
        assert consequences(lift(later, 3))[3] == (DUE,)

    def test_twice_is_refused(self) -> None:
        with pytest.raises(RuleError) as refusal:
            lift(lift(history("Ann"), 1), 1)

        assert refusal.value.sentence == "This offence has been lifted already; nothing changed."

    @pytest.mark.parametrize("offence_id", [0, 9])
    def test_an_offence_that_is_not_there(self, offence_id: int) -> None:
        with pytest.raises(NotFound) as refusal:
            lift(history("Ann"), offence_id)

        assert refusal.value.sentence == "There is no such offence; see the conduct history."


histories = st.lists(
    st.tuples(
        st.sampled_from([*TEAMS, *(f"{name}!" for name in TEAMS)]),
        st.booleans(),
        st.sampled_from(Decision),
    ),
    max_size=12,
).map(
    lambda drawn: tuple(
        replace(offence, is_lifted=is_lifted, decision=decision)
        for offence, (_, is_lifted, decision) in zip(history(*(name for name, _, _ in drawn)), drawn, strict=True)
    )
)


@given(histories)
def test_a_lifted_offence_is_as_if_it_had_not_been(offences: tuple[Offence, ...]) -> None:
    counted = [offence for offence in offences if not offence.is_lifted]

    judged = judge(offences).outcomes

    assert [outcome for outcome in judged if not outcome.offence.is_lifted] == list(judge(counted).outcomes)
    assert all(outcome.consequences == () for outcome in judged if outcome.offence.is_lifted)


@given(histories)
def test_what_one_team_does_never_touches_another(offences: tuple[Offence, ...]) -> None:
    for team in ("Aces", "Bees"):
        own = [offence for offence in offences if offence.team == team]
        assert [outcome for outcome in judge(offences).outcomes if outcome.offence.team == team] == list(
            judge(own).outcomes
        )


@given(histories)
def test_nobody_is_ejected_twice_and_every_ejection_empties_one_position(offences: tuple[Offence, ...]) -> None:
    state = judge(offences)

    for team in ("Aces", "Bees"):
        ejected = {name for name, its_team in TEAMS.items() if its_team == team and state.is_player_ejected(name)}
        assert count_short(state, team) == len(ejected)
    ejections = [outcome.offence.player for outcome in state.outcomes if EJECTION in outcome.consequences]
    assert len(ejections) == len(set(ejections))


@given(histories, st.data())
def test_lifting_never_makes_it_worse(offences: tuple[Offence, ...], data: st.DataObject) -> None:
    standing = [offence.id for offence in offences if not offence.is_lifted]
    if not standing:
        return
    before, after = judge(offences), judge(lift(offences, data.draw(st.sampled_from(standing))))

    for name in TEAMS:
        assert after.count_trash_talk(name) <= before.count_trash_talk(name)
    for team in ("Aces", "Bees"):
        if not before.has_last_warning(team):
            assert not after.has_last_warning(team)
            assert not after.is_team_ejected(team)
