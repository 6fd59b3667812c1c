"""The game table of a dodgeball match: the rules by tables, refusals by their words, and what holds for any course."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dodgeball.play import ALLOWED, NEXT, list_standing, read_table, require_line_up, suggest_line_up
from core.dodgeball.table import Ending, GameEvent, Kind, Reason, Stage, Table
from core.errors import RuleError
from core.scoring.dodgeball import decide_match

REDS, BLUES = 1, 2
RED, BLUE = (11, 12, 13, 14, 15, 16), (21, 22, 23, 24, 25, 26)
NOON = datetime(2027, 6, 12, 12, tzinfo=UTC)
Step = GameEvent | tuple[object, ...] | Kind


def event(step: Step) -> GameEvent:
    """An event by its kind alone, or with a team; `(player, reason)` is an out."""
    match step:
        case GameEvent():
            return step
        case Kind():
            return GameEvent(step, NOON)
        case (Kind() as kind, int() as team):
            return GameEvent(kind, NOON, team)
        case (int() as player, Reason() as reason):
            return GameEvent(Kind.OUT, NOON, player=player, reason=reason)
        case _:
            raise AssertionError(step)


def after(*steps: Step) -> Table:
    return read_table((REDS, BLUES), [event(step) for step in steps])


def begin(red: tuple[int, ...] = RED, blue: tuple[int, ...] = BLUE, at: datetime = NOON) -> GameEvent:
    return GameEvent(Kind.START, at, line_ups=(red, blue))


def hit(*players: int) -> list[Step]:
    return [(player, Reason.HIT) for player in players]


OPENED: tuple[Step, ...] = ((Kind.COIN, BLUES), (Kind.SIDES, REDS))
ON: tuple[Step, ...] = (*OPENED, begin())
RED_LEADS: tuple[Step, ...] = (*ON, *hit(21))
LEVEL: tuple[Step, ...] = (*ON, Kind.TIME_UP)
OVERTIME: tuple[Step, ...] = (*LEVEL, Kind.OVERTIME)
FREE_THROW: tuple[Step, ...] = (*RED_LEADS, (Kind.STALLING, REDS), (Kind.STALLING, REDS))
PENALTY: tuple[Step, ...] = (*FREE_THROW, Kind.NOBODY_OUT, (Kind.STALLING, REDS))
DECIDED: tuple[Step, ...] = (*ON, *hit(*BLUE), begin(), *hit(*BLUE))
AT: dict[Stage, tuple[Step, ...]] = {
    Stage.COIN: (),
    Stage.SIDES: OPENED[:1],
    Stage.LINE_UP: OPENED,
    Stage.PLAY: ON,
    Stage.FREE_THROW: FREE_THROW,
    Stage.PENALTY: PENALTY,
    Stage.LEVEL: LEVEL,
    Stage.OVERTIME: OVERTIME,
    Stage.DECIDED: DECIDED,
}


class TestOpening:
    """D40 to D42."""

    def test_a_coin_flip_comes_first_and_its_winner_chooses_a_side(self) -> None:
        table = after(*OPENED)
        assert (table.coin, table.left, table.stage) == (BLUES, REDS, Stage.LINE_UP)

    def test_d42_sides_change_after_each_game_and_stay_in_overtime(self) -> None:
        assert after(*OVERTIME).left == REDS
        second = after(*ON, *hit(*BLUE))
        assert (second.number, second.left) == (2, BLUES)
        third = after(*ON, *hit(*BLUE), begin(), *hit(*RED))
        assert (third.number, third.left) == (3, REDS)

    def test_before_the_sides_are_chosen_nobody_is_on_the_left(self) -> None:
        assert after().left is None


class TestLineUps:
    """D29, D31, D33, D35; rulings 80, 95, 104."""

    @pytest.mark.parametrize("count", [4, 5, 6])
    def test_four_to_six_may_start(self, count: int) -> None:
        require_line_up(after(*OPENED), REDS, RED[:count], RED)

    @pytest.mark.parametrize("count", [0, 3, 7])
    def test_fewer_or_more_may_not(self, count: int) -> None:
        with pytest.raises(RuleError) as refused:
            require_line_up(after(*OPENED), REDS, tuple(range(count)), range(9))
        assert refused.value.sentence == ("A team starts with 4 to 6 players; with fewer than 4 it forfeits the game.")

    def test_a_player_counts_once(self) -> None:
        with pytest.raises(RuleError, match=r"^Somebody is in this line-up twice. Choose it again.$"):
            require_line_up(after(*OPENED), REDS, (*RED[:4], 11), RED)

    def test_only_the_teams_own_players_start(self) -> None:
        with pytest.raises(RuleError) as refused:
            require_line_up(after(*OPENED), REDS, (*RED[:4], 21), RED)
        assert refused.value.sentence == (
            "Somebody in this line-up may not play for this team, or not in this match any more. Choose it again."
        )

    def test_a_chosen_line_up_is_that_of_one_team(self) -> None:
        chosen = GameEvent(Kind.LINE_UP, NOON, BLUES, line_ups=(BLUE[1:],))
        assert after(*OPENED, chosen).line_ups == ((), BLUE[1:])
        again = replace(chosen, team=REDS, line_ups=(RED[:4],))
        assert after(*OPENED, chosen, again).line_ups == (RED[:4], BLUE[1:])

    def test_all_are_suggested_unless_they_are_too_many(self) -> None:
        assert suggest_line_up(after(*OPENED), REDS, RED) == RED
        assert suggest_line_up(after(*OPENED), REDS, (*RED, 17)) == ()

    def test_d35_the_next_game_may_have_others_and_begins_with_the_same(self) -> None:
        table = after(*ON, *hit(*BLUE))
        assert suggest_line_up(table, REDS, (*RED, 17)) == RED
        assert suggest_line_up(table, REDS, (*RED[1:], 17)) == RED[1:]
        others = GameEvent(Kind.LINE_UP, NOON, REDS, line_ups=((*RED[1:], 17),))
        assert after(*ON, *hit(*BLUE), others).line_ups[0] == (*RED[1:], 17)

    @pytest.mark.parametrize("steps", [ON, FREE_THROW, PENALTY, LEVEL, OVERTIME])
    def test_d33_nobody_comes_in_while_a_game_is_on(self, steps: tuple[Step, ...]) -> None:
        change = GameEvent(Kind.LINE_UP, NOON, REDS, line_ups=(RED[:4],))
        with pytest.raises(RuleError) as refused:
            after(*steps, change)
        assert refused.value.sentence == (
            "Nobody comes in while a game is on. Teams may change players once it is over."
        )

    def test_d31_with_fewer_than_four_a_game_is_forfeited(self) -> None:
        table = after(*OPENED, (Kind.FORFEIT, REDS))
        (game,) = table.games
        assert (game.winner, game.ending, table.stage) == (BLUES, Ending.FORFEIT, Stage.LINE_UP)


REASONS = ("hit", "caught", "dropped", "bounds", "side-line", "over-side", "fled", "centre-line", "head", "gone")


class TestOuts:
    """D43, D44, D48 to D58."""

    @pytest.mark.parametrize("value", REASONS)
    def test_each_reason_takes_a_player_out_and_is_kept(self, value: str) -> None:
        reason = Reason(value)
        table = after(*ON, (12, reason))
        assert table.game is not None
        assert [(out.player, out.reason) for out in table.game.outs] == [(12, reason)]
        assert table.get_players(REDS) == (11, 13, 14, 15, 16)
        assert (table.leader, table.stage) == (BLUES, Stage.PLAY)

    def test_there_is_no_other_reason_but_stalling(self) -> None:
        assert {*Reason} == {*REASONS, "stalling"}

    def test_d44_who_puts_all_opponents_out_wins_the_game(self) -> None:
        table = after(*ON, *hit(*RED[:5], *BLUE))
        (game,) = table.games
        assert (game.winner, game.ending, game.left) == (REDS, Ending.ELIMINATION, ((16,), ()))
        assert (table.get_players(REDS), table.leader, table.ends_at) == ((), None, None)

    @pytest.mark.parametrize("player", [99, None])
    def test_only_somebody_in_the_game_goes_out(self, player: int | None) -> None:
        out = GameEvent(Kind.OUT, NOON, player=player, reason=Reason.HIT)
        with pytest.raises(RuleError, match=r"^That player is not in this game. Choose somebody who still is.$"):
            after(*ON, out)

    def test_d53_nobody_comes_back_or_goes_out_twice(self) -> None:
        with pytest.raises(RuleError, match=r"^That player is not in this game."):
            after(*ON, (11, Reason.CAUGHT), (11, Reason.HIT))

    def test_an_out_has_a_reason(self) -> None:
        with pytest.raises(RuleError, match=r"^That player is not in this game."):
            after(*ON, GameEvent(Kind.OUT, NOON, player=11))

    def test_nobody_leaves_for_stalling_before_the_third_violation(self) -> None:
        with pytest.raises(RuleError) as refused:
            after(*RED_LEADS, (11, Reason.STALLING))
        assert refused.value.sentence == (
            "A player leaves for stalling only after the team's third violation in a game. Choose another reason."
        )


class TestHeadHits:
    """D58, D59; rulings 94 to 96."""

    def test_the_first_puts_the_thrower_out_of_that_game(self) -> None:
        table = after(*ON, (11, Reason.HEAD), *hit(*BLUE))
        assert table.ejected == frozenset()
        assert suggest_line_up(table, REDS, RED) == RED

    def test_the_second_puts_the_thrower_out_of_the_match_and_the_team_plays_short(self) -> None:
        table = after(*ON, (11, Reason.HEAD), *hit(*BLUE), begin(), (11, Reason.HEAD), *hit(*RED[1:]))
        assert table.ejected == {11}
        assert suggest_line_up(table, REDS, (*RED, 17)) == RED[1:]
        assert (table.count_places(REDS), table.count_places(BLUES)) == (5, 6)
        require_line_up(table, REDS, RED[1:], RED)
        with pytest.raises(RuleError, match=r"may not play for this team, or not in this match any more"):
            require_line_up(table, REDS, RED[:5], RED)
        with pytest.raises(RuleError, match=r"^A team starts with 4 to 5 players; with fewer than 4 it forfeits"):
            require_line_up(table, REDS, (*RED[1:], 17), (*RED, 17))

    def test_for_who_is_ejected_from_the_tournament_it_plays_short_too_and_nobody_counts_twice(self) -> None:
        table = after(*ON, (11, Reason.HEAD), *hit(*BLUE), begin(), (11, Reason.HEAD), *hit(*RED[1:]))
        assert [table.count_places(REDS, barred) for barred in ((), (11,), (17,), (11, 17))] == [5, 5, 4, 4]
        eligible = (*RED, 18)
        assert suggest_line_up(table, REDS, eligible, (17,)) == (), "five who played are one too many"
        assert suggest_line_up(table, REDS, RED[:5], (16,)) == RED[1:5]
        with pytest.raises(RuleError, match=r"^A team starts with exactly 4 players"):
            require_line_up(table, REDS, RED[1:], eligible, (17,))
        require_line_up(table, REDS, RED[1:5], eligible, (17,))

    def test_one_hit_each_ejects_nobody(self) -> None:
        assert after(*ON, (11, Reason.HEAD), (12, Reason.HEAD)).ejected == frozenset()

    def test_it_counts_where_the_game_goes_on(self) -> None:
        table = after(*ON, (11, Reason.HEAD), *hit(*BLUE), begin(), (11, Reason.HEAD))
        assert (table.ejected, table.count_places(REDS)) == ({11}, 5)

    @pytest.mark.parametrize(
        ("short", "sentence"),
        [
            (2, "A team starts with exactly 4 players; with fewer than 4 it forfeits the game."),
            (3, "With so many out of the match, this team cannot line up four. It forfeits the game."),
        ],
    )
    def test_a_team_that_is_very_short(self, short: int, sentence: str) -> None:
        heads: list[Step] = [(player, Reason.HEAD) for player in RED[:short]]
        table = after(*ON, *heads, *hit(*BLUE), begin(), *heads)
        with pytest.raises(RuleError) as refused:
            require_line_up(table, REDS, RED[short:][:3], RED)
        assert refused.value.sentence == sentence


class TestTime:
    """D39, D45, D46, D87 to D89; rulings 87 to 91."""

    def test_a_game_lasts_five_minutes_and_an_overtime_three(self) -> None:
        assert after(*ON).ends_at == NOON + timedelta(minutes=5)
        later = GameEvent(Kind.OVERTIME, NOON + timedelta(minutes=6))
        assert after(*LEVEL, later).ends_at == NOON + timedelta(minutes=9)
        assert after(*LEVEL).ends_at is None

    def test_d45_at_the_end_more_players_win(self) -> None:
        (game,) = after(*RED_LEADS, Kind.TIME_UP).games
        assert (game.winner, game.ending) == (REDS, Ending.NUMBERS)

    def test_d46_with_equal_numbers_the_survivors_play_overtime(self) -> None:
        table = after(*ON, *hit(11, 21), Kind.TIME_UP)
        assert (table.stage, table.leader) == (Stage.LEVEL, None)
        table = after(*ON, *hit(11, 21), Kind.TIME_UP, Kind.OVERTIME)
        assert (table.get_players(REDS), table.get_players(BLUES)) == (RED[1:], BLUE[1:])

    @pytest.mark.parametrize("reason", [Reason.HIT, Reason.CAUGHT, Reason.HEAD, Reason.BOUNDS])
    def test_d89_the_first_out_wins_the_overtime(self, reason: Reason) -> None:
        (game,) = after(*OVERTIME, (11, reason)).games
        assert (game.winner, game.ending, game.overtimes) == (BLUES, Ending.OVERTIME, 1)

    def test_an_injury_in_overtime_is_nobodys_merit_unless_nobody_is_left(self) -> None:
        table = after(*OVERTIME, (11, Reason.GONE))
        assert (table.stage, len(table.get_players(REDS))) == (Stage.OVERTIME, 5)
        last = after(*ON, *hit(*RED[1:], *BLUE[1:]), Kind.TIME_UP, Kind.OVERTIME, (11, Reason.GONE))
        assert last.games[0].winner == BLUES

    def test_ruling_90_an_overtime_without_an_out_is_repeated(self) -> None:
        table = after(*OVERTIME, Kind.TIME_UP, Kind.OVERTIME)
        assert (table.stage, table.game and table.game.overtimes) == (Stage.OVERTIME, 2)
        unequal = after(*OVERTIME, (11, Reason.GONE), Kind.TIME_UP)
        assert (unequal.stage, unequal.games) == (Stage.LEVEL, ())

    def test_ruling_90_a_coin_may_decide_after_an_overtime(self) -> None:
        (game,) = after(*OVERTIME, Kind.TIME_UP, (Kind.LOT, BLUES)).games
        assert (game.winner, game.ending) == (BLUES, Ending.LOT)

    def test_no_coin_decides_before_an_overtime(self) -> None:
        with pytest.raises(RuleError) as refused:
            after(*LEVEL, (Kind.LOT, BLUES))
        assert refused.value.sentence == (
            "A coin decides a game only after an overtime without an out. Start an overtime first."
        )


class TestStalling:
    """D74 to D84; rulings 92, 98 to 102."""

    def test_the_first_divides_the_balls_and_the_game_goes_on(self) -> None:
        table = after(*RED_LEADS, (Kind.STALLING, REDS))
        assert (table.stage, table.offender, table.game and table.game.stalls) == (Stage.PLAY, None, (REDS,))

    def test_the_second_gives_a_free_throw_that_puts_one_out_or_nobody(self) -> None:
        table = after(*FREE_THROW)
        assert (table.stage, table.offender) == (Stage.FREE_THROW, REDS)
        assert after(*FREE_THROW, Kind.NOBODY_OUT).get_players(REDS) == RED
        struck = after(*FREE_THROW, (11, Reason.HIT))
        assert (struck.stage, struck.get_players(REDS)) == (Stage.PLAY, RED[1:])

    @pytest.mark.parametrize("out", [(22, Reason.CAUGHT), (22, Reason.HIT), (11, Reason.CAUGHT), (11, Reason.STALLING)])
    def test_d82_a_caught_free_throw_puts_nobody_out(self, out: tuple[int, Reason]) -> None:
        with pytest.raises(RuleError) as refused:
            after(*FREE_THROW, out)
        assert refused.value.sentence == (
            "A free throw puts out one player of the stalling team, by a hit, or nobody. A catch counts for nothing."
        )

    def test_d83_the_third_and_each_further_one_costs_a_player_whom_the_captain_picks(self) -> None:
        assert (after(*PENALTY).stage, after(*PENALTY).offender) == (Stage.PENALTY, REDS)
        table = after(*PENALTY, (14, Reason.STALLING), *hit(22), (Kind.STALLING, REDS))
        assert (table.stage, len(table.get_players(REDS))) == (Stage.PENALTY, 5)

    @pytest.mark.parametrize("out", [(22, Reason.STALLING), (11, Reason.HIT)])
    def test_the_third_costs_nobody_else(self, out: tuple[int, Reason]) -> None:
        with pytest.raises(RuleError) as refused:
            after(*PENALTY, out)
        assert refused.value.sentence == (
            "The third violation costs the stalling team a player. Choose one of that team."
        )

    @pytest.mark.parametrize("steps", [(*ON, (Kind.STALLING, REDS)), (*RED_LEADS, (Kind.STALLING, BLUES))])
    def test_ruling_98_only_the_leading_team_stalls(self, steps: tuple[Step, ...]) -> None:
        with pytest.raises(RuleError) as refused:
            after(*steps)
        assert refused.value.sentence == (
            "Only the team with more players in can stall. With equal numbers nobody does."
        )

    def test_d84_not_in_overtime(self) -> None:
        with pytest.raises(RuleError, match=r"^Stalling is not called in overtime. The first out decides it.$"):
            after(*OVERTIME, (Kind.STALLING, REDS))

    def test_ruling_100_violations_count_in_one_game_and_by_team(self) -> None:
        table = after(*FREE_THROW, Kind.NOBODY_OUT, *hit(*BLUE[1:]), begin(), *hit(21), (Kind.STALLING, REDS))
        assert table.stage is Stage.PLAY
        table = after(*RED_LEADS, (Kind.STALLING, REDS), *hit(11, 12), (Kind.STALLING, BLUES))
        assert (table.stage, table.leader) == (Stage.PLAY, BLUES)


class TestTheMatch:
    """D38; rulings 85, 88."""

    def test_two_games_win_and_a_third_is_played_at_one_all(self) -> None:
        assert (after(*DECIDED).winner, after(*DECIDED).number) == (REDS, 2)
        third = after(*ON, *hit(*BLUE), begin(), *hit(*RED))
        assert (third.winner, third.stage, third.number) == (None, Stage.LINE_UP, 3)
        table = after(*ON, *hit(*BLUE), begin(), *hit(*RED), (Kind.FORFEIT, REDS))
        assert (table.winner, table.winners) == (BLUES, (REDS, BLUES, BLUES))

    @pytest.mark.parametrize("stage", Stage)
    def test_what_does_not_come_next_is_refused_with_what_does(self, stage: Stage) -> None:
        assert after(*AT[stage]).stage is stage
        special = {Kind.UNDO, Kind.LINE_UP, Kind.STALLING}
        for kind in set(Kind) - ALLOWED[stage] - special:
            with pytest.raises(RuleError) as refused:
                after(*AT[stage], kind)
            assert refused.value.sentence == NEXT[stage]

    @pytest.mark.parametrize("stage", [Stage.COIN, Stage.SIDES, Stage.DECIDED])
    def test_a_line_up_has_its_time(self, stage: Stage) -> None:
        with pytest.raises(RuleError) as refused:
            after(*AT[stage], Kind.LINE_UP)
        assert refused.value.sentence == NEXT[stage]

    @pytest.mark.parametrize(
        ("steps", "kind"),
        [((), Kind.COIN), (OPENED[:1], Kind.SIDES), (OPENED, Kind.FORFEIT), (ON, Kind.STALLING)],
    )
    def test_only_its_two_teams_are_meant(self, steps: tuple[Step, ...], kind: Kind) -> None:
        for team in (3, None):
            with pytest.raises(RuleError) as refused:
                after(*steps, GameEvent(kind, NOON, team))
            assert refused.value.sentence == "That team does not play in this match. Choose one of the two that do."

    def test_the_words_of_what_comes_next(self) -> None:
        assert NEXT == {
            Stage.COIN: "First note who won the coin flip.",
            Stage.SIDES: "First note which side the winner of the coin flip chose.",
            Stage.LINE_UP: "No game is on. Check both line-ups, then start the game.",
            Stage.PLAY: "The game is on. Note an out or stalling, or that the time is up.",
            Stage.FREE_THROW: "A free throw is to be taken. Note whom it put out, or that nobody is out.",
            Stage.PENALTY: "After the third violation a player has to leave. Choose the one that the captain names.",
            Stage.LEVEL: "The teams are level at the end of the time. Start an overtime.",
            Stage.OVERTIME: "An overtime is on. Note the first out, or that the three minutes are over.",
            Stage.DECIDED: "The match is decided. Enter its result, or take back what is wrong.",
        }


class TestTakingBack:
    """The newest of what stands goes first."""

    @pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.COIN])
    def test_it_is_as_if_it_had_not_been(self, stage: Stage) -> None:
        assert after(*AT[stage], Kind.UNDO) == after(*AT[stage][:-1])

    def test_the_one_before_goes_next(self) -> None:
        assert after(*RED_LEADS, Kind.UNDO, Kind.UNDO) == after(*OPENED)
        assert after(*RED_LEADS, Kind.UNDO, (22, Reason.CAUGHT)) == after(*ON, (22, Reason.CAUGHT))

    @pytest.mark.parametrize("steps", [(), ((Kind.COIN, REDS), Kind.UNDO)])
    def test_nothing_is_left_at_the_beginning(self, steps: tuple[Step, ...]) -> None:
        with pytest.raises(RuleError, match=r"^Nothing is noted at this table that could be taken back.$"):
            after(*steps, Kind.UNDO)

    def test_what_stands_is_listed(self) -> None:
        first, second, undo = event((Kind.COIN, REDS)), event((Kind.SIDES, REDS)), event(Kind.UNDO)
        assert list_standing([first, second, undo]) == [first]


def candidates() -> Iterable[GameEvent]:
    """Everything that somebody could note, allowed or not."""
    for kind in Kind:
        if kind not in (Kind.OUT, Kind.START, Kind.LINE_UP):
            yield from (GameEvent(kind, NOON, team) for team in (REDS, BLUES))
    yield from (GameEvent(Kind.OUT, NOON, player=p, reason=r) for p in (*RED, *BLUE) for r in Reason)
    yield from (begin(), begin(RED[:4], BLUE[2:]))
    yield GameEvent(Kind.LINE_UP, NOON, REDS, line_ups=(RED[1:],))


CANDIDATES = tuple(candidates())
OUTS = tuple(one for one in CANDIDATES if one.kind is Kind.OUT)
HITS = tuple(one for one in OUTS if one.reason is Reason.HIT)
OTHERS = tuple(one for one in CANDIDATES if one.kind not in (Kind.OUT, Kind.UNDO))
TRIED = st.one_of(*map(st.sampled_from, (HITS, HITS, OUTS, OTHERS, OTHERS, CANDIDATES)))


@settings(max_examples=60)
@given(st.lists(TRIED, max_size=120))
def test_whatever_is_tried_the_table_stays_in_order(tried: list[GameEvent]) -> None:
    noted: list[GameEvent] = []
    for one in tried:
        before = read_table((REDS, BLUES), noted)
        try:
            table = read_table((REDS, BLUES), [*noted, one])
        except RuleError:
            assert one.kind not in ALLOWED[before.stage] or one.kind in (Kind.OUT, Kind.STALLING, Kind.LOT)
            continue
        noted.append(one)
        assert one.kind in ALLOWED[before.stage] or one.kind is Kind.UNDO
        assert (table.game is not None) is (
            table.stage in (Stage.PLAY, Stage.FREE_THROW, Stage.PENALTY, Stage.LEVEL, Stage.OVERTIME)
        )
        if table.game is not None:
            assert all(table.game.left), "a game with nobody left on one side is over"
            assert len(table.get_players(REDS)) + len(table.get_players(BLUES)) + len(table.game.outs) == sum(
                map(len, table.game.line_ups)
            )
        assert (table.stage is Stage.DECIDED) is (table.winner is not None)
        if table.winner is not None:
            assert decide_match((str(REDS), str(BLUES)), [str(w) for w in table.winners]).winner == str(table.winner)
        if one.kind is not Kind.UNDO:
            assert read_table((REDS, BLUES), [*noted, event(Kind.UNDO)]) == before


@pytest.mark.parametrize("order", list(permutations(RED[:4]))[:6])
def test_the_order_of_outs_decides_nothing_but_who_is_last(order: tuple[int, ...]) -> None:
    table = after(*OPENED, begin(RED[:4]), *hit(*order))
    assert table.games[0].winner == BLUES
