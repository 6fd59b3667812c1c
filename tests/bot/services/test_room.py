"""Hold'em's room: seats are drawn, moves are proposed and made, and whatever is taken back, everybody has one seat."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from bot.db.competitions import get_competition
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.posts.outbox import Post, load_about
from bot.services import blinds, conduct, holdem, importing, moves, roster, seats, undoing, withdrawing
from bot.services.access import Asker, read_competition
from bot.services.competition import move_channels
from bot.services.joining import Newcomer
from bot.services.live import draw_for
from bot.services.results import build_games
from bot.services.room import find_room
from bot.services.score_files import read_score_file
from bot.services.score_history import HistoryAsked, read_history
from bot.ui.facts.room import DrawAsked, RoomView, SeatsDrawn
from bot.ui.facts.scores import HoldemEntered
from bot.ui.holdem_view import say_changed, say_out
from bot.ui.message import OfferingConflict
from bot.ui.room_view import done_button, say_made, say_room
from bot.ui.texts import conduct as conduct_texts
from bot.ui.texts import room as texts
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import Conflict, NotAllowed, NotFound, RuleError, UserError
from core.holdem.seating import Seat
from core.scoring.results_file import write_results_file
from tests.builders import (
    ADULT,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
    stranger,
    take_steps,
)

TWO_TEAMS = {"**Bold**": ["@everyone", "東京" * 40, "N" * 80], "Trio": ["Ed", "Flo", "Gus"]}
TWELVE = {f"Team {n}": [f"P{n}{letter}" for letter in "abcd"] for n in range(1, 13)}


def plain(text: str) -> str:
    return re.sub("[\u2068\u2069\u200b\\\\]", "", text)


@dataclass
class Evening:
    """One competition, in which hold'em is played."""

    database: Database
    competition: Competition

    @property
    def chosen(self) -> str:
        return str(self.competition.id)

    async def do(self, act: Callable[..., Awaitable[Any]], *given: Any, who: Asker | None = None) -> Any:
        async with self.database.transaction() as tx:
            return await act(tx, who or facilitator(), self.chosen, *given)

    async def draw(self, seed: str | None = "lottery") -> SeatsDrawn:
        done = await self.do(seats.draw, seed, who=director())
        assert isinstance(done, SeatsDrawn)
        return done

    async def out(self, name: str, by: str | None = None) -> HoldemEntered:
        return await self.do(holdem.put_out, name, by)

    async def done(self) -> RoomView:
        return (await self.do(moves.confirm_moves, *marks_of(await self.room()))).view

    async def room(self) -> RoomView:
        """The room as the database holds it; what is kept must be the same."""
        fresh = await load(self.database, self.competition)
        async with self.database.reading() as tx:
            kept = await read_competition(tx, director(), self.chosen)
        assert kept == fresh
        view = find_room(fresh)
        assert view is not None
        return view

    async def posts(self, prefix: str) -> list[Post]:
        async with self.database.reading() as tx:
            return await load_about(tx.connection, self.competition.id, prefix)

    async def texts(self, prefix: str) -> list[str]:
        return [plain(post.payload["text"]) for post in await self.posts(prefix) if post.payload]

    async def refuse(self, error: type[UserError], act: Any, *given: Any, who: Asker | None = None) -> str:
        with pytest.raises(error) as refused:
            await self.do(act, *given, who=who)
        return plain(refused.value.sentence)


async def begin(database: Database, teams: Mapping[str, Sequence[str]]) -> Evening:
    competition = await create_competition(database)
    for name, players in teams.items():
        await register_team(database, competition, name, players)
    return Evening(database, await start(database, competition))


@pytest.fixture
async def small(sqlite_database: Database) -> Evening:
    return await begin(sqlite_database, TWO_TEAMS)


@pytest.fixture
async def large(sqlite_database: Database) -> Evening:
    return await begin(sqlite_database, TWELVE)


def marks_of(view: RoomView) -> list[str]:
    """What the button that says that they have moved carries."""
    (button,) = done_button(view)
    assert len(button.custom_id) <= 100
    return button.custom_id.split(":")[2:]


def name_at(view: RoomView, table: int, number: int) -> str:
    return view.names[view.list_tables()[table][number]]


def sizes_of(view: RoomView) -> dict[int, int]:
    return {table: len(seated) for table, seated in view.list_tables().items()}


class TestTheDraw:
    async def test_twelve_teams(self, database: Database) -> None:
        large = await begin(database, TWELVE)
        done = await large.draw()
        view = await large.room()
        assert done.view.seats == view.seats
        assert sizes_of(view) == dict.fromkeys(range(1, 7), 8)
        players = view.snapshot.players
        assert max(Counter((players[p].team_id, seat.table) for p, seat in view.seats.items()).values()) == 1
        assert texts.drawn(done) == (
            "The seats are drawn and announced.\nTeam-mates sit at different tables.\n"
            "Next: `/blinds start` with the first hand."
        )
        assert await large.texts("seats:") == [
            "**Games: the seats of Texas Hold'em are drawn.**\n48 players at 6 tables: <#22> shows who sits where, "
            "`/holdem seat` where you sit. Seat 1 deals first; if it is empty, the next seat.\n"
            "Team-mates sit at different tables.\n"
            "Drawn from the order of registration with the seed lottery, which a director chose; anybody can check it."
        ]
        (live,) = await large.posts("room")
        assert (live.is_live, live.channel_id) == (True, 22)
        _, message = await draw_for(database)(large.competition.id, "room")
        assert message.text == texts.posted(view)
        assert plain(message.text).startswith(
            "**Texas Hold'em: who sits where**\n48 of 48 players are in. 48,000 in chips are in play, 1,000 for each "
            "on average.\n```\nTable 1         Table 2\n"
        )
        assert len(message.text) < 1950

    async def test_two_teams_with_names_of_all_kinds(self, small: Evening) -> None:
        done = await small.draw(None)
        view = await small.room()
        assert sizes_of(view) == {1: 6}
        assert "With 1 table, team-mates cannot all sit apart: up to 3 of a team share one." in texts.announced(done)
        assert "which chance gave" in texts.announced(done)
        shown = texts.posted(view)
        assert "@everyone" not in shown
        assert "@\u200beveryone" in shown
        assert max(map(len, plain(shown).split("```")[1].splitlines())) <= 31
        assert len(shown) < 700

    async def test_another_draw_is_asked_back(self, large: Evening) -> None:
        first = await large.draw()
        asked = await large.do(seats.draw, "other", who=director())
        assert isinstance(asked, DrawAsked)
        assert texts.asked_again(asked) == (
            "The seats are drawn and announced already (once). Draw them again, for 48 players? Everybody reads in "
            "<#21> that this is draw 2. The seats before cannot be brought back."
        )
        assert (await large.room()).seats == first.view.seats
        again = await large.do(seats.confirm_draw, str(asked.draft_id), who=director())
        assert (again.number, again.view.seats != first.view.seats) == (2, True)
        assert "drawn again; this is draw 2, and the earlier one does not count." in texts.announced(again)
        assert await large.refuse(NotFound, seats.confirm_draw, str(asked.draft_id), who=director()) == (
            "This was done already, or it is older than a day; nothing was changed now. `/holdem room` shows who sits "
            "where."
        )
        third = await large.do(seats.draw, None, who=director())
        assert "(2 times)" in texts.asked_again(third)

    async def test_what_changed_meanwhile_is_not_drawn(self, large: Evening) -> None:
        await large.draw()
        asked = await large.do(seats.draw, None, who=director())
        await large.do(holdem.mark_late, "P1a")
        assert await large.refuse(Conflict, seats.confirm_draw, str(asked.draft_id), who=director()) == (
            "Seats or players changed since you were asked, and nothing was drawn: `/holdem draw` again."
        )
        asked = await large.do(seats.draw, None, who=director())
        assert asked.players == 47  # who is late gets no seat
        done = await large.do(seats.confirm_draw, str(asked.draft_id), who=director())
        assert len(done.view.seats) == 47

    async def test_refusals(self, large: Evening, sqlite_database: Database) -> None:
        assert (await large.refuse(NotAllowed, seats.draw, None)).startswith("Only a director can do this")
        assert (await large.refuse(RuleError, seats.draw, "a\tb", who=director())).startswith("A draw's seed is one")
        await large.out("P1a")
        assert await large.refuse(RuleError, seats.draw, None, who=director()) == (
            "Somebody is out already, so no seats are drawn any more. If that is wrong, use `/score holdem-back`."
        )
        finished = Evening(sqlite_database, await take_steps(sqlite_database, large.competition, Step.FINISH))
        assert (await finished.refuse(RuleError, seats.draw, None, who=director())).startswith("The competition is fin")
        other = Evening(sqlite_database, await create_competition(sqlite_database, "dodgeball", "Dodge"))
        for act, given in ((seats.draw, (None,)), (seats.show_room, ()), (seats.find_own_seats, (None,))):
            assert await other.refuse(RuleError, act, *given, who=director()) == (
                "This competition has no hold'em tournament. `/competition show` lists its events."
            )

    async def test_nobody_to_draw(self, small: Evening) -> None:
        for name in ("Ed", "Flo", "Gus", "N" * 80, "東京" * 40):
            await small.do(holdem.mark_late, name)
        assert await small.refuse(RuleError, seats.draw, None, who=director()) == (
            "Fewer than two players are in, so there are no seats to draw. See who is late or out in `/standings`."
        )

    async def test_without_a_draw_all_is_as_before(self, small: Evening) -> None:
        done = await small.out("Ed")
        assert plain(say_out(done).text) == "Ed is out in place 6. 5 players left."
        assert ([b.label for b in say_out(done).buttons], say_out(done).selects) == (["Next one out", "Undo"], ())
        for act, given in (
            (seats.show_room, ()),
            (seats.find_own_seats, ("Flo",)),
            (seats.view_table, ("1",)),
            (seats.deal, ("1", "1", "2")),
            (moves.confirm_moves, ("1", "1.1")),
            (moves.move_player, ("Flo", 1, None)),
        ):
            assert await small.refuse(RuleError, act, *given) == (
                "No seats are drawn in hold'em. A director draws them with `/holdem draw`."
            )
        assert (await small.posts("room"), await small.posts("moves:")) == ([], [])


class TestMoves:
    async def test_an_elimination_leads_to_a_proposal_and_done_makes_it(self, large: Evening) -> None:
        view = (await large.draw()).view
        first, second = name_at(view, 6, 1), name_at(view, 6, 2)
        entered = await large.out(first)
        assert plain(say_out(entered).text) == f"{first} is out in place 48. 47 players left."
        entered = await large.out(second)
        (move,) = (await large.room()).balance.moves
        assert (move.before.table if move.before else 0, move.after) == (5, Seat(6, 1))
        name = view.names[move.player_id]
        line = f"- {name}: table 5, seat {move.before.number if move.before else 0} → **table 6, seat 1**"
        message = say_out(entered)
        assert plain(message.text) == f"{second} is out in place 47. 46 players left.\n**Please move:**\n{line}"
        assert [b.label for b in message.buttons] == ["Next one out", "They have moved", "Who deals next?", "Undo"]
        (post,) = await large.posts("moves:")
        assert post.channel_id == 24
        assert await large.texts("moves:") == [
            f"Texas Hold'em, 46 players left. **Please move:**\n{line}\n"
            "Press **They have moved** when they sit. Somebody else instead: `/holdem move`."
        ]
        marks = marks_of(await large.room())
        made = await large.do(moves.confirm_moves, *marks)
        assert plain(say_made(made).text) == f"Noted:\n- {name}: table 6, seat 1"
        assert (await large.room()).seats[move.player_id] == Seat(6, 1)
        assert await large.texts("moves:") == [f"Texas Hold'em: moved, says <@102>.\n{line}"]
        (post,) = await large.posts("moves:")
        assert post.payload is not None
        assert post.payload["buttons"] == []
        with pytest.raises(OfferingConflict) as stale:
            await large.do(moves.confirm_moves, *marks)
        assert stale.value.sentence == (
            "The room has changed since this was shown, so nothing was done. This is it now:\n"
            "Nobody has to move. `/holdem room` shows who sits where."
        )
        assert [b.label for b in stale.value.buttons] == ["Next one out"]

    async def test_who_has_moved_while_somebody_else_went_out(self, large: Evening) -> None:
        view = (await large.draw()).view
        for number in (1, 2):
            await large.out(name_at(view, 6, number))
        before = await large.room()
        (asked,) = before.due
        for name in [view.names[p] for p in view.list_tables()[5].values() if p != asked.player_id][:2]:
            await large.out(name)
        (text,) = await large.texts("moves:")  # the same post, so that no other one is open
        assert text.count("- P") == 2
        assert asked.player_id not in {move.player_id for move in (await large.room()).due}
        made = await large.do(moves.confirm_moves, *marks_of(before))
        after = await large.room()
        assert after.seats[asked.player_id] == asked.after
        assert (len(made.view.due), sizes_of(after)) == (2, {1: 8, 2: 8, 3: 8, 4: 8, 5: 5, 6: 7})
        assert sizes_of(await large.done()) == {1: 8, 2: 8, 3: 7, 4: 7, 5: 7, 6: 7}

    async def test_what_cannot_be_so_any_more_changes_nothing(self, large: Evening) -> None:
        view = (await large.draw()).view
        first, second = name_at(view, 6, 1), name_at(view, 6, 2)
        await large.out(first)
        await large.out(second)
        sheet, code = marks_of(await large.room())
        (due,) = (await large.room()).due
        await large.do(holdem.take_back, first)
        await large.out(name_at(view, 6, 3))
        for given in ((sheet, code), (sheet, ""), (sheet, "1.1-1.1"), (sheet, "z" * 6000), ("1", code), ("x", "1.1")):
            with pytest.raises(OfferingConflict) as stale:
                await large.do(moves.confirm_moves, *given)
            assert "**Please move:**" in stale.value.sentence
            assert [b.label for b in stale.value.buttons] == ["They have moved", "Next one out"]
        assert (await large.room()).seats[due.player_id] == due.before

    async def test_many_moves_come_one_after_the_other(self, large: Evening) -> None:
        view = (await large.draw()).view
        for number in range(1, 5):
            for table in range(1, 7):
                await large.out(name_at(view, table, number))
        room = await large.room()
        assert (len(room.balance.moves), len(room.due)) == (12, 8)
        assert texts.please_move(room).endswith("\n4 more moves will be due then.")
        await large.done()
        assert texts.please_move(await large.room()).endswith("\nTable 4 breaks.")
        assert sizes_of(await large.done()) == {1: 8, 2: 8, 3: 8}

    async def test_what_is_taken_back_before_the_move_needs_none(self, large: Evening) -> None:
        view = (await large.draw()).view
        for number in (1, 2):
            await large.out(name_at(view, 6, number))
        await large.do(undoing.take_back_own)
        after = await large.room()
        assert (after.balance.moves, len(after.seats)) == ((), 47)
        assert after.seats == {p: seat for p, seat in view.seats.items() if seat != Seat(6, 1)}
        assert await large.texts("moves:") == [
            "Texas Hold'em: moves that were due here are not any more. `/holdem room` shows who sits where."
        ]
        await large.out(name_at(view, 6, 2))
        assert ["Please move" in text for text in await large.texts("moves:")] == [False, True]

    async def test_whoever_is_back_when_the_seat_is_taken_gets_another(self, large: Evening) -> None:
        view = (await large.draw()).view
        first, second = name_at(view, 6, 1), name_at(view, 6, 2)
        await large.out(first)
        await large.out(second)
        await large.done()
        back = await large.do(holdem.take_back, first)
        (move,) = (await large.room()).balance.moves
        taken = (await large.room()).list_tables()[5]
        free = min(n for n in range(1, 9) if n not in taken)
        assert (view.names[move.player_id], move.before, move.after) == (first, None, Seat(5, free))
        assert plain(say_changed(back).text) == (
            f"{first} is back in. 47 players left.\n**Please move:**\n- {first}: no seat → **table 5, seat {free}**"
        )
        (found,) = await large.do(seats.find_own_seats, first)
        assert plain(texts.seats_of([found])) == (
            f"{first}: no seat yet; goes to **table 5, seat {free}**, as staff say"
        )
        assert (await large.done()).seats[move.player_id] == Seat(5, free)

    async def test_a_table_breaks(self, large: Evening) -> None:
        view = (await large.draw()).view
        for table in range(1, 7):
            await large.out(name_at(view, table, 8))
        last = await large.out(name_at(view, 1, 7))
        assert "Table" not in plain(say_out(last).text)
        last = await large.out(name_at(view, 2, 7))
        text = plain(say_out(last).text)
        assert text.endswith("\nTable 6 breaks.")
        assert text.count("- P") == 7
        after = await large.done()
        assert sizes_of(after) == dict.fromkeys(range(1, 6), 8)

    async def test_an_evening_ends_at_table_1(self, small: Evening) -> None:
        await small.draw()
        for name in ("Ed", "Flo", "Gus", "N" * 80):
            await small.out(name)
        done = await small.out("東京" * 40)
        view = await small.room()
        assert (view.winner, view.seats, view.balance.moves) == ("@everyone", {}, ())
        assert plain(texts.posted(view)) == (
            "**Texas Hold'em: who sits where**\nIt is over: **@everyone** has won. `/standings` shows the places."
        )
        assert [b.label for b in say_out(done).buttons] == ["Undo"]
        found = await small.do(seats.find_own_seats, None, who=captain(view.snapshot.teams[2]))
        assert plain(texts.seats_of(found)) == "Ed: out in place 6\nFlo: out in place 5\nGus: out in place 4"
        assert await small.refuse(RuleError, seats.view_table, "1") == (
            "Nobody sits at any table. `/holdem room` shows how hold'em stands."
        )
        (won,) = await small.do(seats.find_own_seats, "@everyone")
        assert plain(texts.seats_of([won])) == "@everyone: has **won** hold'em"

    async def test_by_hand(self, large: Evening) -> None:
        view = (await large.draw()).view
        for number in (1, 2):
            await large.out(name_at(view, 6, number))
        (proposed,) = (await large.room()).balance.moves
        other = next(p for p, seat in view.seats.items() if seat.table == 4)
        made = await large.do(moves.move_player, view.names[other], 6, 2)
        after = await large.room()
        assert (after.seats[other], after.balance.moves) == (Seat(6, 2), ())
        assert proposed.player_id != other
        assert [b.label for b in say_made(made).buttons] == ["Next one out"]
        assert (await large.texts("moves:"))[0].startswith("Texas Hold'em: moved, says <@102>.\n- P")
        await large.do(moves.move_player, view.names[other], 6, None)
        again = await large.room()
        assert again.seats[other] == Seat(6, 1)
        assert next(one.moves for one in again.room if one.player_id == other) == 1

    async def test_by_hand_refusals(self, large: Evening) -> None:
        view = (await large.draw()).view
        ann, bob = name_at(view, 1, 1), name_at(view, 2, 3)
        assert await large.refuse(RuleError, moves.move_player, ann, 7, None) == (
            "Nobody sits at table 7. Choose one that is open: 1, 2, 3, 4, 5, 6."
        )
        assert await large.refuse(RuleError, moves.move_player, ann, 2, 3) == (
            f"{bob} sits at table 2, seat 3. Choose a free seat, or leave `seat` out for the first one."
        )
        assert await large.refuse(RuleError, moves.move_player, ann, 1, 1) == (
            f"{ann} sits at table 1, seat 1 already, so nothing would change. Choose another seat."
        )
        assert await large.refuse(RuleError, moves.move_player, ann, 2, None) == (
            "Table 2 is full: eight sit there. Choose another table."
        )
        await large.out(ann)
        assert await large.refuse(RuleError, moves.move_player, ann, 1, None) == (
            f"{ann} is not in hold'em any more, so has no seat. `/holdem room` shows who sits where."
        )
        for act, given in ((moves.move_player, (bob, 1, None)), (moves.confirm_moves, ("1", "1.1"))):
            assert (await large.refuse(NotAllowed, act, *given, who=stranger())).startswith("Only a facilitator")
        with pytest.raises(NotFound):
            await large.do(moves.move_player, "#999999", 1, None)


class TestWhoeverAsks:
    async def test_a_captain_a_player_and_a_stranger(self, small: Evening) -> None:
        await small.draw()
        await small.do(holdem.mark_late, "Gus")
        snapshot = await load(small.database, small.competition)
        trio = next(team for team in snapshot.teams.values() if team.name == "Trio")
        found = await small.do(seats.find_own_seats, None, who=captain(trio))
        assert [one.name for one in found] == ["Ed", "Flo", "Gus"]
        assert plain(texts.seats_of(found)).splitlines()[2] == "Gus: was not there at the start"
        assert re.fullmatch(r"Ed: \*\*table 1, seat \d\*\*", plain(texts.seats_of(found)).splitlines()[0])
        assert await small.refuse(NotFound, seats.find_own_seats, None, who=stranger()) == (
            "Skipper does not know which player you are. Name one with the option `player`."
        )
        assert (await small.refuse(NotFound, seats.find_own_seats, "Nobody", who=stranger())).startswith("There is no")

    async def test_only_staff_see_the_button(self, large: Evening) -> None:
        view = (await large.draw()).view
        for number in (1, 2):
            await large.out(name_at(view, 6, number))
        assert [b.label for b in say_room(await large.do(seats.show_room)).buttons] == ["They have moved"]
        assert say_room(await large.do(seats.show_room, who=stranger())).buttons == ()

    async def test_chips_of_whoever_is_ejected_leave_the_table(self, small: Evening) -> None:
        await small.draw()
        await small.out("Flo")
        shown = await small.do(conduct.preview_offence, OffenceKind.PUNCH, "Ed")
        await small.do(conduct.record_offence, str(shown.draft_id))
        (live,) = await small.posts("room")
        assert live.wanted_revision == (await load(small.database, small.competition)).competition.revision
        await small.out("Ed")
        assert plain(texts.posted(await small.room())).splitlines()[1] == (
            "4 of 6 players are in. 6,000 in chips are in play, less what 1 ejected player had."
        )

    async def test_the_room_follows_its_channel(self, small: Evening) -> None:
        await small.draw()
        async with small.database.transaction() as tx:
            await move_channels(tx, director(), small.chosen, {"standings": 77})
        assert [post.channel_id for post in await small.posts("room")] == [77]

    async def test_seats_are_no_scores(self, small: Evening) -> None:
        await small.draw()
        await small.refuse(NotFound, undoing.take_back_own, who=director())
        with pytest.raises(NotFound):
            await small.do(read_history, HistoryAsked(event="holdem"))

    async def test_a_room_that_fills_more_than_a_message(self, small: Evening) -> None:
        view = (await small.draw()).view
        ids = range(1, 401)
        crowd = RoomView(
            view.snapshot,
            {n: f"{n} " + "東京" * 30 for n in ids},
            (),
            "seed",
            {n: Seat((n + 7) // 8, (n + 7) % 8 + 1) for n in ids},
            400,
            400,
            0,
            None,
            view.balance,
            1,
        )
        text = texts.posted(crowd)
        assert 1500 < len(text) <= 1950
        assert text.endswith("```\n... and more tables: `/holdem seat` finds a player.")
        assert text.count("```") == 2


class TestWhoIsGone:
    """Moves that are due since a director or facilitator decided, not since somebody was entered as out."""

    async def eject(self, evening: Evening, name: str) -> str:
        shown = await evening.do(conduct.preview_offence, OffenceKind.PUNCH, name)
        return str((await evening.do(conduct.record_offence, str(shown.draft_id))).offence.id)

    async def test_staff_read_which_moves_an_ejection_makes_due_and_a_lifted_one_ends(self, large: Evening) -> None:
        view = (await large.draw()).view
        names = [name_at(view, 6, number) for number in (1, 2)]
        ejected = [await self.eject(large, name) for name in names]
        (due,) = (await large.room()).due
        (text,) = await large.texts("moves:")
        assert text.startswith(
            f"Texas Hold'em, 46 players left. **Please move:**\n- {view.names[due.player_id]}: table 5"
        )
        await large.do(conduct.lift_offence, ejected[0], "It was a joke.", who=director())
        assert await large.texts("moves:") == [
            "Texas Hold'em: moves that were due here are not any more. `/holdem room` shows who sits where."
        ]

    async def test_staff_read_where_somebody_sits_whose_ejection_was_lifted(self, large: Evening) -> None:
        view = (await large.draw()).view
        names = [name_at(view, 6, number) for number in (1, 2)]
        ejected = [await self.eject(large, name) for name in names]
        await large.done()
        await large.do(conduct.lift_offence, ejected[0], "It was a joke.", who=director())
        assert f"- {names[0]}: no seat → **table 5" in (await large.texts("moves:"))[-1]

    async def test_once_the_clock_runs_an_ejection_is_one_from_a_seat(self, large: Evening) -> None:
        """Nobody is out yet, and still the place is that of the moment (ruling 24)."""
        await large.draw()
        shown = await large.do(conduct.preview_offence, OffenceKind.PUNCH, "P1a")
        assert shown.event is None
        await large.do(blinds.start_clock)
        shown = await large.do(conduct.preview_offence, OffenceKind.PUNCH, "P1a")
        assert shown.event == "holdem"
        recorded = await large.do(conduct.record_offence, str(shown.draft_id))
        assert recorded.to_leave == ("P1a",)
        assert (await large.out("P1a")).place == 48

    async def test_a_lifted_ejection_says_who_stays_out(self, large: Evening) -> None:
        await large.draw()
        await large.out("P2a")
        ejected = [await self.eject(large, name) for name in ("P1a", "P1b")]
        await large.out("P1a")
        lifted = [await large.do(conduct.lift_offence, one, "A joke.", who=director()) for one in ejected]
        first, second = [plain(conduct_texts.lifted(one)) for one in lifted]
        assert first.endswith("\nIn hold'em, P1a stays out in place 47. Back at the table: `/score holdem-back`.")
        assert "hold'em" not in second

    async def test_staff_read_which_moves_a_withdrawal_makes_due(self, large: Evening) -> None:
        view = (await large.draw()).view
        for number in (1, 2):
            await large.out(name_at(view, 6, number))
        before = await large.texts("moves:")
        await large.do(withdrawing.withdraw_team, view.snapshot.teams[1].name, "confirmed", who=director())
        after = await large.room()
        (text,) = await large.texts("moves:")
        assert ([text] != before, text) == (True, plain(texts.proposed(after)))

    async def test_staff_read_where_a_substitute_sits(self, large: Evening) -> None:
        await large.draw()
        newcomer = Newcomer("Sub", ADULT)
        await large.do(roster.swap_players, "Team 1", "P1a", newcomer, None, who=director())
        assert "- Sub: no seat → **table" in (await large.texts("moves:"))[0]

    async def test_an_import_that_ends_it_settles_what_was_due(self, small: Evening) -> None:
        view = (await small.draw()).view
        first, *others = [name_at(view, 1, number) for number in range(1, 7)]
        for name in others:
            await small.out(name)
        data = write_results_file(build_games(await load(small.database, small.competition)))
        await small.do(holdem.take_back, first, who=director())
        await small.do(moves.move_player, first, 1, 6)
        await small.do(holdem.take_back, others[-1])
        assert "no seat → **table 1, seat 1**" in (await small.texts("moves:"))[0]
        asked = await small.do(importing.preview_import, data, who=director())
        await small.do(importing.confirm_import, str(asked.draft_id), "The list of the tables", who=director())
        assert (await small.room()).left == 0
        assert (await small.texts("moves:"))[0].startswith("Texas Hold'em: moves that were due here are not any more.")


class TestTheButton:
    async def test_a_big_blind_that_went_out(self, small: Evening) -> None:
        view = (await small.draw()).view
        ann, bo, cy, di, ed, flo = (plain(texts._short(name_at(view, 1, n))) for n in range(1, 7))  # pyright: ignore
        await small.out(name_at(view, 1, 3))
        form = await small.do(seats.view_table, "1")
        options = {value: label for label, value in texts.list_seats(form)}
        assert options["3"].endswith(", out")
        assert (options["8"], options["1"]) == ("Seat 8: empty", f"Seat 1: {texts.cut_name(name_at(view, 1, 1), 80)}")
        done = await small.do(seats.deal, "1", "2", "3", who=stranger())
        assert plain(texts.dealt(done)) == (
            f"**Table 1, the next hand**\n{bo} (seat 2) deals, with the button.\n"
            f"No small blind: seat 3 is empty.\nBig blind: {di} (seat 4)\n"
            "**The hand after it**, if nobody goes out or comes\n"
            f"{bo} (seat 2) deals; the button's seat 3 is empty.\n"
            f"Small blind: {di} (seat 4)\nBig blind: {ed} (seat 5)"
        )
        assert cy not in plain(texts.dealt(done))
        assert ann != flo

    async def test_a_small_blind_that_went_out(self, small: Evening) -> None:
        view = (await small.draw()).view
        ann, cy, di = (plain(texts._short(name_at(view, 1, n))) for n in (1, 3, 4))  # pyright: ignore
        await small.out(name_at(view, 1, 2))
        done = await small.do(seats.deal, "1", "2", "3")
        assert plain(texts.dealt(done)).splitlines()[1:4] == [
            f"{ann} (seat 1) deals; the button's seat 2 is empty.",
            f"Small blind: {cy} (seat 3)",
            f"Big blind: {di} (seat 4)",
        ]

    async def test_somebody_new_waits(self, small: Evening) -> None:
        view = (await small.draw()).view
        done = await small.do(seats.deal, "1", "1", "3")
        waits = plain(texts._short(name_at(view, 1, 2)))  # pyright: ignore
        assert f"Dealt in once the button has passed: {waits} (seat 2)" in plain(texts.dealt(done))

    @pytest.mark.parametrize(("small_seat", "big_seat"), [("", ""), ("9", "1"), ("x" * 6000, "2"), ("-1", "2")])
    async def test_no_seats(self, small: Evening, small_seat: str, big_seat: str) -> None:
        await small.draw()
        assert await small.refuse(RuleError, seats.deal, "1", small_seat, big_seat) == (
            "Choose the seats of both blinds from the menus."
        )

    @pytest.mark.parametrize("table", ["2", "@everyone", "-1", "9" * 30])
    async def test_no_such_table(self, small: Evening, table: str) -> None:
        await small.draw()
        said = await small.refuse(RuleError, seats.view_table, table)
        assert re.fullmatch(r"Nobody sits at table [02]\. Choose one that is open: 1\.", said)


class TestWhoTookTheChips:
    async def test_with_the_elimination_or_afterwards(self, small: Evening) -> None:
        await small.draw()
        done = await small.out("Ed", "Flo")
        assert plain(say_out(done).text) == "Ed is out in place 6, knocked out by Flo. 5 players left."
        assert say_out(done).selects == ()
        done = await small.out("Gus")
        (menu,) = say_out(done).selects
        assert (menu.placeholder, len(menu.options)) == ("Who took the chips?", 4)
        assert "Gus" not in [option.label for option in menu.options]
        _, _, loser, sheet = menu.custom_id.split(":")
        noted = await small.do(holdem.note_victor, loser, menu.options[0].value, sheet)
        assert noted.victor is not None
        assert noted.sheet_id == done.sheet_id
        assert say_out(noted).selects == ()
        taken_back = await small.do(undoing.take_back_own, sheet)
        assert taken_back.left == 5
        value = await self.read(small)
        assert [*value["by"]] == [str(next(p for p, name in noted.room.names.items() if name == "Ed"))]

    async def read(self, evening: Evening) -> Any:
        snapshot = await load(evening.database, evening.competition)
        return next(sheet.value for key, sheet in snapshot.sheets.items() if (key.event, key.round) == ("holdem", 0))

    async def test_the_last_chips_go_to_the_winner(self, small: Evening) -> None:
        for name in ("Ed", "Flo", "Gus", "N" * 80):
            await small.out(name)
        done = await small.out("東京" * 40)
        assert done.victor == "@everyone"
        assert "knocked out" not in say_out(done).text
        assert len((await self.read(small))["by"]) == 1

    async def test_a_file_of_results_keeps_it(self, small: Evening) -> None:
        for name in ("Ed", "Flo", "Gus", "N" * 80, "東京" * 40):
            await small.out(name, "@everyone")
        snapshot = await load(small.database, small.competition)
        data = write_results_file(build_games(snapshot))
        assert data.count(b'"by"') == 5
        (wanted,) = read_score_file(snapshot, data).wanted
        assert wanted.value == await self.read(small)

    async def test_taking_back_the_note_alone(self, small: Evening) -> None:
        await small.draw()
        done = await small.out("Gus")
        (menu,) = say_out(done).selects
        await small.do(holdem.note_victor, str(done.player_id), "Ed", str(done.sheet_id))
        taken_back = await small.do(undoing.take_back_own)
        ed = next(p for p, name in (await small.room()).names.items() if name == "Ed")
        assert [*taken_back.change.noted] == [(done.player_id, ed)]
        assert "by" not in await self.read(small)
        assert menu.custom_id.startswith("holdem-by:")

    async def test_refusals(self, small: Evening) -> None:
        assert await small.refuse(RuleError, holdem.put_out, "Ed", "Ed") == (
            "Ed cannot take their own chips. Choose who won the hand."
        )
        await small.do(holdem.mark_late, "Flo")
        assert await small.refuse(RuleError, holdem.put_out, "Ed", "Flo") == (
            "Flo does not play hold'em, so took no chips. Choose who won the hand."
        )
        done = await small.out("Ed")
        await small.do(holdem.take_back, "Ed")
        assert await small.refuse(Conflict, holdem.note_victor, str(done.player_id), "Gus", str(done.sheet_id)) == (
            "Ed is not out any more, so nothing was noted. Enter who went out with `/score holdem`."
        )
        for given in (("999", "Gus", "1"), (str(done.player_id), "#999", "1"), ("x", "", "x")):
            with pytest.raises((NotFound, Conflict)):
                await small.do(holdem.note_victor, *given)
        assert (await small.refuse(NotAllowed, holdem.note_victor, "1", "Gus", "1", who=asker(5))).startswith("Only a")


async def test_two_competitions_do_not_mix(sqlite_database: Database, small: Evening) -> None:
    other = Evening(sqlite_database, await create_competition(sqlite_database, name="Other", guild_id=2))
    await small.draw()
    with pytest.raises(NotFound):
        async with sqlite_database.transaction() as tx:
            await moves.confirm_moves(tx, director(guild_id=2), small.chosen, "1", "1.1")
    async with sqlite_database.reading() as tx:
        assert (await get_competition(tx.connection, other.competition.id)).name == "Other"
