"""The table of a dodgeball game: what is noted stays, a stale press changes nothing, a result goes in as any other."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db.desk_tables import game_event
from bot.db.engine import Database
from bot.db.ledger import load_links
from bot.db.notice_tables import job as jobs
from bot.db.snapshot import Competition, MatchResult
from bot.db.tables import post
from bot.services import audit, dodgeball, game_table, match_corrections, withdrawing
from bot.services.access import Asker
from bot.services.audit import AuditAsked
from bot.services.belated_matches import BelatedAsked
from bot.services.bracket import build_from
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from bot.services.match_history import show_match_history
from bot.ui.facts.game_table import ReasonAsked, TableView
from bot.ui.game_table_view import ask_reason, view_table
from bot.ui.message import Message
from bot.ui.texts import audit as audit_texts
from bot.ui.texts.match_history import history_lines
from core.competition import Step
from core.conduct import OffenceKind
from core.dodgeball.table import Stage
from core.draw import toss_coin
from core.errors import NotAllowed, NotFound, RuleError, UserError
from tests.bot.services.test_conduct import record
from tests.builders import (
    asker,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    stranger,
    take_steps,
)
from tests.conftest import NOON

NAMES = ("**Bold**", "東京")


def strip(text: str) -> str:
    """Without the marks around names."""
    for mark in ("\u2068", "\u2069", "\u200b", "\\"):
        text = text.replace(mark, "")
    return text


class Referee:
    """Somebody at the table of one match, whose phone shows `view`."""

    def __init__(self, database: Database, competition: Competition, match: str = "Final") -> None:
        self.database, self.competition, self.match = database, competition, match
        self.view: TableView

    @property
    def chosen(self) -> str:
        return str(self.competition.id)

    async def open(self, who: Asker | None = None) -> TableView:
        async with self.database.reading() as tx:
            self.view = await game_table.show_table(tx, who or facilitator(), self.chosen, self.match)
        return self.view

    async def note(
        self, kind: str, value: object = "-", players: Sequence[object] = (), who: Asker | None = None
    ) -> TableView:
        async with self.database.transaction() as tx:
            mark, named = str(self.view.mark), tuple(map(str, players))
            self.view = await game_table.note(
                tx, who or facilitator(), self.chosen, self.match, mark, kind, str(value), named
            )
        return self.view

    async def out(self, player: int, reason: str = "hit") -> TableView:
        return await self.note("out", f"{player}.{reason}")

    async def begin(self) -> TableView:
        """Up to the start of the first game."""
        await self.open()
        await self.note("coin", self.first)
        await self.note("sides", self.first)
        return await self.note("start")

    async def win(self, team: int) -> TableView:
        """A game that is on, won by elimination."""
        for player in self.view.table.get_players(self.view.table.get_opponent(team)):
            await self.out(player)
        return self.view

    async def enter(self, who: Asker | None = None) -> TableView | game_table.Entered:
        async with self.database.transaction() as tx:
            return await game_table.enter_result(tx, who or facilitator(), self.chosen, self.match, str(self.view.mark))

    @property
    def first(self) -> int:
        return self.view.teams[0].id

    @property
    def second(self) -> int:
        return self.view.teams[1].id

    @property
    def message(self) -> Message:
        return view_table(self.view)

    @property
    def text(self) -> str:
        return strip(self.message.text)

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.message.buttons]

    async def count(self) -> int:
        async with self.database.reading() as tx:
            return len((await tx.connection.execute(select(game_event.c.id))).all())


async def sit_down(database: Database, names: Sequence[str] = NAMES, name: str = "Ten Ugly", size: int = 6) -> Referee:
    """A referee at the first match of a tournament that has started."""
    competition = await create_competition(database, "dodgeball", name)
    for team in names:
        await register_team(database, competition, team, [f"{team[:76]} {number}" for number in range(1, size + 1)])
    competition = await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)
    snapshot = await load(database, competition)
    referee = Referee(database, competition, build_from(snapshot).ready[0].title)
    await referee.open()
    return referee


async def test_a_match_is_noted_game_by_game_and_entered_as_any_other(database: Database) -> None:
    referee = await sit_down(database)
    await referee.begin()
    await referee.win(referee.first)
    await referee.note("start")
    await referee.win(referee.second)
    await referee.note("start")
    view = await referee.win(referee.second)
    assert view.table.stage is Stage.DECIDED
    assert referee.labels == ["Enter the result", "Undo last", "Refresh"]
    winner, loser = (strip(view.get_team(id_).name) for id_ in (referee.second, referee.first))
    assert f"**{winner} beat {loser} 2-1.** It counts once you tap “Enter the result”." in referee.text
    done = await referee.enter()
    assert isinstance(done, dodgeball.MatchDone)
    (result,) = (await load(database, referee.competition)).results
    assert result.winner_id == referee.second
    assert result.games == (referee.first, referee.second, referee.second)
    with pytest.raises(RuleError, match=r"^This match is decided already: .+ a director corrects it with `/match corr"):
        await referee.open()
    with pytest.raises(RuleError, match=r"^This match is decided already"):
        await referee.enter()


async def test_the_result_of_a_table_leaves_the_same_rows_as_one_that_was_typed(sqlite_database: Database) -> None:
    at_table, typed = [await sit_down(sqlite_database, name=name) for name in ("At a table", "Typed")]
    await at_table.begin()
    await at_table.win(at_table.first)
    await at_table.note("start")
    await at_table.win(at_table.first)
    await at_table.enter()
    async with sqlite_database.transaction() as tx:
        games = (f"#{typed.first}", f"#{typed.first}", None)
        await dodgeball.submit_match(tx, facilitator(), typed.chosen, "Final", games)
    found: list[MatchResult] = []
    for referee in (at_table, typed):
        (result,) = (await load(sqlite_database, referee.competition)).results
        is_first = [team == referee.first for team in (result.winner_id, *result.games, *result.team_ids)]
        assert is_first == [True, True, True, True, False]
        ours = {"id": 0, "team_ids": (0, 0), "winner_id": 0, "games": ()}
        found.append(replace(result, **ours, submitted_at=NOON, decided_at=NOON))
    assert found[0] == found[1]
    async with sqlite_database.transaction() as tx:
        undone = await match_corrections.undo_match(tx, director(), at_table.chosen, "Final", "wrong match")
    assert undone.match.is_ready
    again = await at_table.open()
    assert again.table.stage is Stage.DECIDED, "what was noted is still there, and can be mended"
    await at_table.note("undo")
    assert at_table.view.table.stage is Stage.PLAY


async def test_a_press_from_an_earlier_state_changes_nothing_and_shows_how_it_stands(database: Database) -> None:
    fay, gil = [await sit_down(database)] * 2
    await fay.begin()
    gil = Referee(database, fay.competition)
    await gil.open()
    player = fay.view.table.get_players(fay.first)[0]
    await fay.out(player)
    rows = await fay.count()
    view = await gil.out(player)
    assert view.is_moved
    assert await fay.count() == rows
    assert "The match had moved on, so this press changed nothing. This is how it stands now." in gil.text
    assert view.table == fay.view.table
    assert not (await gil.out(view.table.get_players(fay.second)[0])).is_moved
    async with database.reading() as tx:
        who, mark = facilitator(), str(fay.view.mark)
        stale = await game_table.ask_reason(tx, who, fay.chosen, "Final", mark, str(player))
    assert isinstance(stale, TableView)
    assert stale.is_moved
    entered = await fay.enter()
    assert isinstance(entered, TableView)
    assert entered.is_moved


async def test_of_two_taps_at_once_one_counts(database: Database) -> None:
    fay = await sit_down(database)
    view = await fay.begin()
    referees = [Referee(database, fay.competition) for _ in range(4)]
    for referee in referees:
        await referee.open()
    rows, players = await fay.count(), view.table.get_players(fay.first)
    shown = await asyncio.gather(*(one.out(player) for one, player in zip(referees, players, strict=False)))
    assert await fay.count() == rows + 1
    assert sorted(each.is_moved for each in shown) == [False, True, True, True]
    assert {len(each.table.get_players(fay.first)) for each in shown} == {5}


async def test_it_goes_on_after_a_restart(sqlite_url: str, clock: Clock) -> None:
    before = Database(sqlite_url, clock)
    referee = await sit_down(before)
    await referee.begin()
    await referee.out(referee.view.table.get_players(referee.first)[0], "head")
    seen = referee.view
    await before.close()
    referee.database = Database(sqlite_url, clock)
    await referee.open()
    assert referee.view.table == seen.table
    assert referee.view.mark == seen.mark
    assert (await referee.note("undo")).table.get_players(referee.first) == seen.table.game.line_ups[0]  # type: ignore[union-attr]
    await referee.database.close()


async def test_a_kept_snapshot_is_what_the_database_holds(database: Database) -> None:
    referee = await sit_down(database)
    await referee.begin()
    loaded = await load(database, referee.competition)
    async with database.reading() as tx:
        assert tx.snapshots.find(referee.competition.id, loaded.competition.revision) == loaded


class TestCoin:
    """D40, D41; rulings 86, 90."""

    async def test_skipper_flips_with_a_seed_that_nobody_chose(self, database: Database) -> None:
        referee = await sit_down(database)
        view = await referee.note("coin", "flip")
        async with database.reading() as tx:
            facts = (await load_links(tx.connection, referee.competition.id))[-1].content["facts"]
        first = toss_coin(facts["seed"]) == "heads"
        assert view.table.coin == (referee.first if first else referee.second)
        assert facts == {"match": "R1-1", "game": 1, "kind": "coin", "team": view.table.coin, "seed": facts["seed"]}
        await referee.note("undo")
        await referee.note("coin", referee.second)
        async with database.reading() as tx:
            facts = (await load_links(tx.connection, referee.competition.id))[-1].content["facts"]
        assert facts == {"match": "R1-1", "game": 1, "kind": "coin", "team": referee.second}, "a flip of their own"
        assert "won the coin flip. Which side do they choose, as you see it?" in referee.text
        assert referee.labels[:2] == ["Left", "Right"]

    async def test_a_director_alone_lets_a_coin_decide_a_game(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database)
        await referee.begin()
        for kind in ("time-up", "overtime", "time-up"):
            await referee.note(kind)
        assert "Or a director lets a coin decide." in referee.text
        with pytest.raises(NotAllowed, match=r"^Only a director can do this"):
            await referee.note("lot", "flip")
        view = await referee.note("lot", "flip", who=director())
        assert len(view.table.games) == 1
        assert "(by a coin, after overtime 1)." in referee.text


class TestLineUps:
    """D29, D31, D35, D59."""

    async def test_six_are_lined_up_by_themselves_and_more_are_chosen(self, sqlite_database: Database) -> None:
        six = await sit_down(sqlite_database, name="Six")
        await six.note("coin", six.first)
        view = await six.note("sides", six.second)
        assert [len(view.line_ups[team.id]) for team in view.teams] == [6, 6]
        assert "Start game 1" in six.labels
        seven = await sit_down(sqlite_database, name="Seven", size=7)
        await seven.note("coin", seven.first)
        await seven.note("sides", seven.second)
        assert "Start game 1" not in seven.labels
        assert "choose who begins**, in the menu." in seven.text
        players = [player.id for player in seven.view.eligible[seven.first]]
        view = await seven.note("line-up", seven.first, players[1:])
        assert view.line_ups[seven.first] == tuple(players[1:])
        menu = seven.message.selects[0]
        assert (menu.chosen, menu.least, menu.most) == (tuple(map(str, players[1:])), 4, 6)

    async def test_who_may_not_start_is_refused_by_the_teams_name(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database, ("Aces", "Bats"), size=7)
        await referee.note("coin", referee.first)
        await referee.note("sides", referee.first)
        name, other = (referee.view.get_team(id_).name for id_ in (referee.first, referee.second))
        mine, theirs = ([one.id for one in referee.view.eligible[id_]] for id_ in (referee.first, referee.second))
        not_this = "Somebody in this line-up may not play for this team, or not in this match any more."
        for players, sentence in (
            (mine[:3], "A team starts with 4 to 6 players; with fewer than 4 it forfeits the game."),
            (mine, "A team starts with 4 to 6 players; with fewer than 4 it forfeits the game."),
            ([*mine[:4], theirs[0]], f"{not_this} Choose it again."),
            ([*mine[:3], "x" * 6000], f"{not_this} Choose it again."),
            ([*mine[:4], mine[0]], "Somebody is in this line-up twice. Choose it again."),
        ):
            with pytest.raises(RuleError) as refused:
                await referee.note("line-up", referee.first, players)
            assert strip(refused.value.sentence) == f"{name}: {sentence}"
        await referee.note("line-up", referee.first, mine[:4])
        with pytest.raises(RuleError) as refused:
            await referee.note("start")
        assert strip(refused.value.sentence).startswith(f"{other}: A team starts with 4 to 6 players")
        with pytest.raises(RuleError, match=r"^That team does not play in this match"):
            await referee.note("line-up", 999, mine[:4])

    async def test_a_second_head_hit_is_the_end_of_the_match_and_of_no_other(self, database: Database) -> None:
        referee = await sit_down(database, ("Aces", "Bats", "Cats"))
        view = await referee.begin()
        thrower = view.table.get_players(referee.first)[0]
        await referee.out(thrower, "head")
        await referee.win(referee.first)
        await referee.note("start")
        async with database.reading() as tx:
            who, mark = facilitator(), str(referee.view.mark)
            asked = await game_table.ask_reason(tx, who, referee.chosen, referee.match, mark, str(thrower))
        assert isinstance(asked, ReasonAsked)
        assert "This player has hit a head in this match: a second time is out of the match." in ask_reason(asked).text
        await referee.out(thrower, "head")
        assert "hit a second head and is out of this match. The team plays short." in referee.text
        view = await referee.win(referee.second)
        assert thrower not in view.line_ups[referee.first]
        assert thrower not in [player.id for player in view.eligible[referee.first]]
        assert referee.message.selects[0].most == 5
        await referee.note("start")
        await referee.win(referee.first)
        await referee.enter()
        referee.match = "Final"
        final = await referee.open()
        assert thrower in [one.id for team in final.teams for one in final.eligible[team.id]]

    async def test_who_is_ejected_for_conduct_is_not_lined_up_any_more(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database)
        view = await referee.begin()
        puncher = view.snapshot.players[view.table.get_players(referee.first)[0]]
        await record(sqlite_database, referee.competition, f"#{puncher.id}", OffenceKind.PUNCH)
        await referee.open()
        assert puncher.id in referee.view.table.get_players(referee.first), "the referee says who is out of this game"
        await referee.out(puncher.id, "gone")
        view = await referee.win(referee.first)
        assert puncher.id not in view.line_ups[referee.first]

    async def test_with_fewer_than_four_left_the_game_is_forfeited(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database, ("Aces", "Bats"))
        view = await referee.begin()
        for player in view.table.get_players(referee.first)[:3]:
            await referee.out(player, "head")
        await referee.win(referee.first)
        await referee.note("start")
        for player in view.table.get_players(referee.first)[:3]:
            await referee.out(player, "head")
        await referee.win(referee.second)
        name = referee.view.get_team(referee.first).name
        assert f"only 3 may play. “Forfeit: {name}” gives the game to the opponents." in referee.text
        assert "Start game 3" not in referee.labels
        assert len(referee.message.selects) == 1
        view = await referee.note("forfeit", referee.first)
        assert view.table.winner == referee.second


class TestTheClock:
    """D39, D87: a job of the official clock, once."""

    @pytest.fixture
    async def referee(self, sqlite_database: Database) -> Referee:
        referee = await sit_down(sqlite_database, ("Aces", "Bats"))
        await referee.begin()
        return referee

    async def run_jobs(self, referee: Referee, clock: Clock) -> list[str]:
        await Jobs(referee.database, clock, KINDS, lambda: None).do_due()
        async with referee.database.reading() as tx:
            rows = await tx.connection.execute(select(post).where(post.c.subject.startswith("game:")))
            return [strip(row.payload["text"]) for row in rows if row.payload]

    async def test_it_calls_whoever_started_it_once(self, referee: Referee, clock: Clock) -> None:
        clock.advance(299)
        assert await self.run_jobs(referee, clock) == []
        clock.advance(2)
        (called,) = await self.run_jobs(referee, clock)
        first, second = (team.name for team in referee.view.teams)
        assert (
            called == f"<@102> ⏰ **Time!** Final, game 1: {first} v {second}, 6 to 6 still in. Note it at the table."
        )
        assert await self.run_jobs(referee, clock) == [called]
        async with referee.database.reading() as tx:
            (row,) = await tx.connection.execute(select(post).where(post.c.subject.startswith("game:")))
        assert row.payload["users"] == [102]
        assert row.payload["buttons"][0][:2] == ["Game table", f"table-open:{referee.competition.id}:#R1-1"]

    async def test_it_says_so_where_skipper_was_away(self, referee: Referee, clock: Clock) -> None:
        clock.advance(400)
        (called,) = await self.run_jobs(referee, clock)
        assert "It was up at <t:" in called
        assert called.endswith("; Skipper was away.")

    async def test_an_overtime_lasts_three_minutes(self, referee: Referee, clock: Clock) -> None:
        clock.advance(300)
        await referee.note("time-up")
        assert "left. If that was a slip" not in referee.text
        await referee.note("overtime")
        assert len(await self.run_jobs(referee, clock)) == 0
        clock.advance(181)
        (called,) = await self.run_jobs(referee, clock)
        assert "Final, game 1, overtime 1: " in called

    async def test_a_game_that_is_over_or_taken_back_calls_nobody(self, referee: Referee, clock: Clock) -> None:
        await referee.note("undo")
        clock.advance(301)
        assert await self.run_jobs(referee, clock) == []
        await referee.note("start")
        await referee.win(referee.first)
        clock.advance(301)
        assert await self.run_jobs(referee, clock) == []
        await referee.note("start")
        async with referee.database.transaction() as tx:
            games = (f"#{referee.first}", f"#{referee.first}", None)
            await dodgeball.submit_match(tx, facilitator(), referee.chosen, "Final", games)
        clock.advance(301)
        assert await self.run_jobs(referee, clock) == []
        async with referee.database.reading() as tx:
            statuses = (await tx.connection.execute(select(jobs.c.status).where(jobs.c.kind == "game"))).scalars()
            assert set(statuses) == {"ended"}

    async def test_a_finished_tournament_or_an_unknown_event_calls_nobody(self, referee: Referee, clock: Clock) -> None:
        async with referee.database.transaction() as tx:
            games = (f"#{referee.first}", f"#{referee.first}", None)
            await dodgeball.submit_match(tx, facilitator(), referee.chosen, "Final", games)
        await take_steps(referee.database, referee.competition, Step.FINISH)
        clock.advance(301)
        assert await self.run_jobs(referee, clock) == []

    async def test_time_that_is_up_early_is_said_and_can_be_taken_back(self, referee: Referee, clock: Clock) -> None:
        clock.advance(100)
        await referee.note("time-up")
        assert re.search(
            r"^⏱️ The official clock had 3:(20|19) left. If that was a slip, tap “Undo last”.$", referee.text, re.M
        )
        await referee.note("undo")
        assert "↩️ Taken back: time is up." in referee.text
        clock.advance(190)
        await referee.note("time-up")
        assert "The official clock had" not in referee.text


class TestRefusals:
    """By their words; none of them leaves a row."""

    @pytest.mark.parametrize(
        ("kind", "value"),
        [
            ("castle", "-"),
            ("out", "-"),
            ("out", "1.laughing"),
            ("out", "."),
            ("UNDO", "-"),
            ("x" * 6000, "\x00"),
        ],
    )
    async def test_a_button_that_there_is_not(self, sqlite_database: Database, kind: str, value: str) -> None:
        referee = await sit_down(sqlite_database)
        await referee.begin()
        rows = await referee.count()
        with pytest.raises(NotFound) as refused:
            await referee.note(kind, value)
        assert refused.value.sentence == (
            "Skipper does not know this button any more. Open the table again with `/match table`."
        )
        assert await referee.count() == rows

    async def test_who_may_and_where(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database)
        with pytest.raises(NotAllowed, match=r"^Only a facilitator"):
            await referee.open(stranger())
        with pytest.raises(NotAllowed, match=r"^Only a facilitator"):
            await referee.note("coin", "flip", who=stranger())
        with pytest.raises(NotAllowed, match=r"^Only a facilitator"):
            await referee.enter(stranger())
        with pytest.raises(NotFound, match=r"^There is no competition"):
            await referee.note("coin", "flip", who=asker(5, guild_id=77, manages=True))
        with pytest.raises(RuleError) as refused:
            await referee.enter()
        assert refused.value.sentence == "First note who won the coin flip."
        for kind, value in (("coin", "999"), ("coin", "-"), ("coin", "9" * 5000)):
            with pytest.raises(RuleError, match=r"^That team does not play in this match."):
                await referee.note(kind, value)
        with pytest.raises(RuleError, match=r"^Nothing is noted at this table that could be taken back.$"):
            await referee.note("undo")
        assert await referee.count() == 0

    async def test_only_matches_that_can_be_played_have_a_table(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database, ("Aces", "Bats", "Cats", "Dogs"))
        referee.match = "Final"
        with pytest.raises(RuleError, match=r"^Final cannot be played yet: its teams are not known."):
            await referee.open()
        games = await create_competition(sqlite_database, name="Getaway")
        with pytest.raises(UserError, match=r"^This competition is not a dodgeball tournament"):
            await Referee(sqlite_database, games).open()
        later = await create_competition(sqlite_database, "dodgeball", "Later")
        with pytest.raises(RuleError, match=r"^The tournament has not started yet."):
            await Referee(sqlite_database, later).open()

    async def test_why_is_asked_of_those_who_are_in(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database)
        await referee.begin()
        for player in ("999", "x"):
            with pytest.raises(RuleError, match=r"^That player is not in this game."):
                async with sqlite_database.reading() as tx:
                    who, mark = facilitator(), str(referee.view.mark)
                    await game_table.ask_reason(tx, who, referee.chosen, "Final", mark, player)


async def test_what_was_played_before_a_team_was_out_can_still_be_entered(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats", "Cats"))
    await referee.begin()
    await referee.win(referee.first)
    await referee.note("start")
    await referee.win(referee.first)
    async with sqlite_database.transaction() as tx:
        gone = f"#{referee.first}"
        status = referee.view.get_team(referee.first).status
        await withdrawing.withdraw_team(tx, director(), referee.chosen, gone, status)
    await referee.open()
    asked = await referee.enter()
    assert isinstance(asked, BelatedAsked)
    assert asked.result.games == (f"#{referee.first}", f"#{referee.first}")


async def test_other_teams_in_the_same_place_have_a_table_of_their_own(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats", "Cats"))
    first, second = referee.first, referee.second

    async def play(winner: int) -> None:
        async with sqlite_database.transaction() as tx:
            games = (f"#{winner}", f"#{winner}", None)
            await dodgeball.submit_match(tx, facilitator(), referee.chosen, semi, games)

    semi = referee.match
    await play(first)
    referee.match = "Final"
    await referee.begin()
    async with sqlite_database.transaction() as tx:
        await match_corrections.undo_match(tx, director(), referee.chosen, semi, "wrong")
    await play(second)
    fresh = await referee.open()
    assert fresh.events == ()


async def test_two_tournaments_do_not_mix(sqlite_database: Database) -> None:
    one, other = [await sit_down(sqlite_database, name=name) for name in ("One", "Other")]
    await one.begin()
    assert (await other.open()).events == ()


async def test_the_history_of_the_match_tells_what_was_noted(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"))
    view = await referee.begin()
    one, two = view.table.get_players(referee.first)[:2]
    third = view.table.get_players(referee.second)[0]
    await referee.out(third, "caught")
    for _ in range(2):
        await referee.note("stalling", referee.first)
    await referee.out(one)
    await referee.out(two, "centre-line")
    await referee.note("time-up")
    await referee.note("forfeit", referee.second)
    async with sqlite_database.reading() as tx:
        found = await show_match_history(tx, facilitator(), referee.chosen, "Final")
    lines = [strip(line) for line in history_lines(found)]
    a, b = (view.get_team(id_).name for id_ in (referee.first, referee.second))
    began = {name: ", ".join(f"{name} {number}" for number in range(1, 7)) for name in (a, b)}
    assert lines == [
        f"**Final: {a} v {b}**",
        "Nothing has been entered for this match yet.",
        f"- Table, game 1: **{b}** (5 to 4 when time was up).",
        f"  {a} began with {began[a]}; out: {a} 1 (hit), {a} 2 (over the centre); stalling: 2.",
        f"  {b} began with {began[b]}; out: {b} 1 (throw caught).",
        f"- Table, game 2: **{a}** (too few of {b} to start).",
    ]


async def test_the_ledger_says_what_was_noted(sqlite_database: Database) -> None:
    referee = await sit_down(sqlite_database, ("Aces", "Bats"))
    view = await referee.begin()
    await referee.out(view.table.get_players(referee.first)[0], "head")
    async with sqlite_database.reading() as tx:
        shown = audit_texts.shown(await audit.ask_audit(tx, facilitator(), referee.chosen, AuditAsked()))
    newest, start, sides, *_ = [strip(line) for line in shown.text.splitlines()[1:]]
    name = view.get_team(referee.first).name
    assert newest.startswith(f"• <@102> (facilitator) noted at the table of R1-1, game 1: out, {name} 1, head, <t:")
    assert "noted at the table of R1-1, game 1: start, <t:" in start
    assert f"noted at the table of R1-1, game 1: sides, {name}, <t:" in sides


class TestWhatIsShown:
    """On a phone: short names, buttons in rows of a team, nothing too long for Discord."""

    async def test_nothing_is_too_long_whatever_the_names(self, sqlite_database: Database) -> None:
        names = ("@everyone **" + "x" * 64 + "yyyy", "@everyone **" + "x" * 60 + "zzzz")
        referee = await sit_down(sqlite_database, names, size=30)
        await referee.note("coin", "flip")
        await referee.note("sides", referee.first)
        for team in referee.view.teams:
            six = [player.id for player in referee.view.eligible[team.id]][-6:]
            await referee.note("line-up", team.id, six)
            assert {option.value for option in referee.message.selects[0].options} <= {
                str(player.id) for player in referee.view.eligible[referee.first]
            }
        assert all(len(menu.options) == 25 and len(menu.chosen) == 6 for menu in referee.message.selects)
        await referee.note("start")
        longest = 0
        for team in referee.view.teams:
            for player in referee.view.table.get_players(team.id)[1:]:
                message = referee.message
                longest = max(longest, len(message.text))
                assert all(len(button.custom_id) <= 100 and len(button.label) <= 80 for button in message.buttons)
                labels = [button.label for button in message.buttons]
                assert len(set(labels)) == len(labels)
                rows = [button.row for button in message.buttons]
                assert all(rows.count(row) <= 5 for row in rows)
                await referee.out(player, "over-side")
        assert len(referee.message.text) < 2000
        assert "@everyone" not in referee.message.text

    async def test_each_team_has_rows_and_a_colour_of_its_own(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database, ("Aces", "Bats"))
        await referee.begin()
        players = [button for button in referee.message.buttons if button.custom_id.startswith("table-out:")]
        assert [(button.row, button.style) for button in players] == [
            *[(0, "primary")] * 3, *[(1, "primary")] * 3, *[(2, "success")] * 3, *[(3, "success")] * 3,
        ]  # fmt: skip
        assert referee.labels[12:] == ["Time is up", "Undo last", "Refresh"]

    async def test_each_violation_says_its_penalty(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database, ("Aces", "Bats"))
        view = await referee.begin()
        await referee.out(view.table.get_players(referee.second)[0])
        a, b = (view.get_team(id_).name for id_ in (referee.first, referee.second))
        assert f"Stalling: {a}" in referee.labels
        await referee.note("stalling", referee.first)
        assert "⚠️ **First violation:** stop play, three balls to each team, go on with balls in hand." in referee.text
        await referee.note("stalling", referee.first)
        assert referee.text.splitlines()[-1] == (
            f"⚠️ **Second violation: free throw** for {b}. It may not be blocked, and a catch puts nobody out. Tap whom "
            f"of {a} it hits, or “Nobody out”."
        )
        await referee.note("nobody-out")
        await referee.note("stalling", referee.first)
        assert referee.text.splitlines()[-1] == (
            f"⚠️ **Third violation: a player leaves.** The captain of {a} says who; tap the name."
        )
        assert all(".stalling" in button.custom_id for button in referee.message.buttons[:6])
        assert "stalling: 3" in referee.text

    async def test_sides_change_and_games_are_listed(self, sqlite_database: Database) -> None:
        referee = await sit_down(sqlite_database, ("Aces", "Bats"))
        await referee.begin()
        a, b = (team.name for team in referee.view.teams)
        assert f"🟦 {a} (left): **6 in**" in referee.text
        await referee.win(referee.first)
        assert f"🟦 {a} (right, won 1), 6 players: " in referee.text
        assert f"Game 1: **{a}** (all of {b} out, 6 left)." in referee.text
        await referee.note("start")
        assert f"🟩 {b} (left): **6 in**" in referee.text
        await referee.note("time-up")
        await referee.note("overtime")
        assert "**Sudden death: the first out wins.**" in referee.text
        await referee.out(referee.view.table.get_players(referee.first)[0], "bounds")
        assert f"Game 2: **{b}** (first out in overtime 1)." in referee.text
