"""Leaving a team, and withdrawing one."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team, TeamStatus
from bot.posts.outbox import load_about
from bot.services import conduct, dodgeball, eligibility, linking, registration, roster, withdrawing
from bot.services.access import Asker
from bot.services.bracket import build_from
from bot.services.joining import Newcomer
from bot.ui.bracket_view import team_id_of
from bot.ui.facts.teams import Left, Withdrawal
from bot.ui.names import for_prose
from bot.ui.texts import withdrawing as texts
from core.competition import Step
from core.conduct import Decision, OffenceKind
from core.eligibility import BarredPerson
from core.errors import NotAllowed, NotFound, RuleError
from core.scoring.bracket import Match
from tests.builders import (
    ADULT,
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    register_teams,
    send_form,
    start,
    stranger,
    take_steps,
)

LOCK_AT = datetime(2027, 6, 12, 5, 0, tzinfo=UTC)
BO = 77


async def link(database: Database, team: Team, name: str, user_id: int) -> None:
    async with database.transaction() as tx:
        await linking.link_players(tx, captain(team), "Games", f"#{team.id}", {name: user_id})


async def leave(database: Database, user_id: int = BO) -> Left:
    async with database.transaction() as tx:
        return await withdrawing.leave_team(tx, asker(user_id), "Games")


async def withdraw(database: Database, who: Asker, team: Team, status: str = "confirmed") -> Withdrawal:
    async with database.transaction() as tx:
        return await withdrawing.withdraw_team(tx, who, "Games", f"#{team.id}", status)


async def notices(database: Database, channel_id: int) -> list[str]:
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.channel_id == channel_id).order_by(tables.post.c.id)
        return [payload["text"] for payload in (await tx.connection.execute(query)).scalars()]


async def record(database: Database, games: Competition, player: str, kind: OffenceKind = OffenceKind.PUNCH) -> None:
    async with database.transaction() as tx:
        shown = await conduct.preview_offence(tx, facilitator(), "Games", kind, player)
    async with database.transaction() as tx:
        await conduct.record_offence(tx, facilitator(), str(games.id), str(shown.draft_id))


class TestEjected:
    async def test_who_was_ejected_plays_for_no_other_team_once_theirs_is_gone(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["Ann Lee", "Bo", "C"])
        await record(database, games, "Ann Lee")
        await withdraw(database, captain(team), team)
        form = f"Ann Lee {ADULT}\nBo {ADULT}\nDi {ADULT}"
        refused = await send_form(database, games, "Aces", form)
        assert refused.roster[0] == BarredPerson(1, "Ann Lee")
        assert [line.name for line in refused.players] == ["Bo", "Di"]
        async with database.reading() as tx:
            ((label, ban),) = await eligibility.list_ban_choices(tx, director(), "Games")
        assert label.endswith("Ann Lee: Ejected before the team withdrew")
        async with database.transaction() as tx:
            await eligibility.lift_ban(tx, director(), "Games", ban)
        assert (await send_form(database, games, "Aces", form)).team is not None

    async def test_a_team_that_was_ejected_neither_withdraws_nor_changes(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["Ann", "Bo", "Cy"])
        await link(sqlite_database, team, "Cy", BO)
        for player in ("Ann", "Ann", "Bo"):
            await record(sqlite_database, games, player, OffenceKind.TRASH_TALK)
        (due,) = conduct.list_due(await load(sqlite_database, games))
        async with sqlite_database.transaction() as tx:
            await conduct.decide_team_ejection(tx, director(), "Games", str(due.id), Decision.CONFIRMED)
        with pytest.raises(RuleError) as refusal:
            await withdraw(sqlite_database, captain(team), team)
        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 was ejected and takes no part any more, so it cannot withdraw. Nothing was changed."
        )
        stays = "\u2068Lodge\u2069 takes no part any more, so its roster stays as it is. Nothing was changed."
        with pytest.raises(RuleError) as refusal:
            await leave(sqlite_database)
        assert refusal.value.sentence == stays
        with pytest.raises(RuleError) as refusal:
            async with sqlite_database.transaction() as tx:
                await roster.add_player(tx, captain(team), "Games", None, Newcomer("Di", ADULT), None)
        assert refusal.value.sentence == stays

    async def test_the_name_of_a_team_that_is_gone_is_nobodys(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge")
        await withdraw(sqlite_database, captain(team), team)
        for name in ("Lodge", f"#{team.id}"):
            assert (await register_team(sqlite_database, games, name)).name == name


class TestLeaving:
    async def test_a_player_leaves_and_the_short_team_is_told(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "Bo", "C"])
        await link(database, team, "Bo", BO)
        assert texts.left(await leave(database)) == (
            "✅ You left **\u2068Lodge\u2069**, and your birth date is erased."
        )
        assert [player.name for player in (await load(database, games)).roster(team.id)] == ["A", "C"]
        told = await notices(database, games.channels.captains)
        assert told[0] == f"<@{team.captain_id}>, \u2068Bo\u2069 has left \u2068Lodge\u2069."
        assert told[1].startswith(
            f"<@{team.captain_id}>, \u2068Lodge\u2069 has become short: 2 players: a team has 3 or"
        )

    async def test_a_captain_who_plays_stays_captain(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "Bo", "C", "D"], captain_id=BO)
        await link(sqlite_database, team, "Bo", BO)
        assert texts.left(await leave(sqlite_database)).endswith(
            "You are still its captain: `/captain handover` changes that."
        )
        assert await notices(sqlite_database, games.channels.captains) == []

    async def test_refusals(self, sqlite_database: Database, clock: Clock) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge", ["A", "Bo", "C"])
        with pytest.raises(NotFound) as unlinked:
            await leave(sqlite_database)
        assert unlinked.value.sentence == texts.NOT_LINKED
        await link(sqlite_database, team, "Bo", BO)
        clock.set(LOCK_AT)
        with pytest.raises(RuleError) as late:
            await leave(sqlite_database)
        assert late.value.sentence == (
            "Rosters locked <t:1812776400:F> (<t:1812776400:R>), so your position in \u2068Lodge\u2069 stays yours; "
            "rounds that you do not play count nothing. Please tell your captain and a director that you do not come."
        )
        await take_steps(sqlite_database, games, Step.CANCEL)
        with pytest.raises(RuleError, match="is cancelled: its teams stay as they are"):
            await leave(sqlite_database)


class TestWithdrawing:
    async def test_a_team_without_a_place_frees_none_and_goes_once(self, sqlite_database: Database) -> None:
        await create_competition(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await registration.found_team(tx, asker(9), "Games", "Half")
        async with sqlite_database.transaction() as tx:
            asked = texts.asked(await withdrawing.preview_withdrawal(tx, asker(9), "Games", "#1"))
            await withdrawing.withdraw_team(tx, asker(9), "Games", "#1", "forming")
        assert asked.text == (
            "Withdraw **\u2068Half\u2069**? It is taken out as if it had never been registered. This cannot be taken "
            "back."
        )
        async with sqlite_database.transaction() as tx:
            with pytest.raises(NotFound) as gone:
                await withdrawing.withdraw_team(tx, asker(9), "Games", "#1", "forming")
        assert gone.value.sentence == (
            "There is no team behind this button or choice any more. `/team list` shows all of them."
        )

    async def test_before_the_beginning_it_is_as_if_it_had_never_been(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge", ["A", "B", "C"])
        async with database.reading() as tx:
            asked = texts.asked(await withdrawing.preview_withdrawal(tx, captain(team), "Games", None))
        assert asked.text == (
            "Withdraw **\u2068Lodge\u2069**? It is taken out as if it had never been registered, and its place goes to "
            "the next team. This cannot be taken back."
        )
        assert asked.buttons[0].custom_id == f"team-withdraw-now:{games.id}:{team.id}:confirmed"
        assert (
            texts.withdrawn(await withdraw(database, captain(team), team)) == "✅ **\u2068Lodge\u2069** has withdrawn."
        )
        snapshot = await load(database, games)
        assert not snapshot.teams
        assert not snapshot.players
        assert await notices(database, games.channels.staff) == [
            f"\u2068Lodge\u2069 has withdrawn (by <@{team.captain_id}>). `/fee list` shows whether it has paid."
        ]
        again = await register_team(database, games, "LODGE", ["A", "B", "C"], captain_id=team.captain_id)
        assert again.id != team.id
        async with database.reading() as tx:
            query = select(tables.player).where(tables.player.c.team_id == team.id)
            rows = (await tx.connection.execute(query)).all()
        assert {(row.birth_date, row.person_key, row.user_id) for row in rows} == {(None, None, None)}

    async def test_after_the_beginning_what_is_finished_stands(self, database: Database) -> None:
        games = await create_competition(database)
        team = await register_team(database, games, "Lodge")
        await register_team(database, games, "Other")
        await start(database, games)
        async with database.reading() as tx:
            asked = texts.asked(await withdrawing.preview_withdrawal(tx, captain(team), "Games", None))
        assert asked.text == (
            "Withdraw **\u2068Lodge\u2069**? What it has finished stays, without an overall rank. This cannot be taken "
            "back."
        )
        await withdraw(database, captain(team), team)
        kept = (await load(database, games)).teams[team.id]
        assert kept.status is TeamStatus.WITHDRAWN
        assert kept.withdrawn_at is not None
        assert (await notices(database, games.channels.announcements))[-1:] == [
            "**\u2068Lodge\u2069** has withdrawn. What it has finished stays, without an overall rank."
        ]
        with pytest.raises(RuleError) as refusal:
            await withdraw(database, captain(team), team, "withdrawn")
        assert refusal.value.sentence == "\u2068Lodge\u2069 has withdrawn already."

    async def test_a_stale_button_changes_nothing(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge")
        with pytest.raises(RuleError) as refusal:
            await withdraw(sqlite_database, captain(team), team, "waitlisted")
        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 has changed since you were asked: it is now confirmed. If it is to withdraw, use `/team "
            "withdraw` again."
        )
        await withdraw(sqlite_database, captain(team), team)
        with pytest.raises(NotFound, match="There is no team"):
            await withdraw(sqlite_database, captain(team), team)

    async def test_who_may(self, sqlite_database: Database) -> None:
        games = await create_competition(sqlite_database)
        team = await register_team(sqlite_database, games, "Lodge")
        other = await register_team(sqlite_database, games, "Other")
        for who in (stranger(), facilitator(), captain(other)):
            with pytest.raises(NotAllowed) as refusal:
                await withdraw(sqlite_database, who, team)
            assert (
                refusal.value.sentence == "Only the captain of \u2068Lodge\u2069 can do this, or a director for them."
            )
        await link(sqlite_database, team, "Lodge 1", BO)
        await withdraw(sqlite_database, director(), team)
        assert await notices(sqlite_database, games.channels.captains) == [
            f"<@{team.captain_id}>, \u2068Lodge\u2069 was withdrawn. If that is a mistake, ask a director."
        ]
        async with sqlite_database.reading() as tx:
            (told,) = await load_about(tx.connection, games.id, f"withdrawn:{team.id}:member")
        assert (told.user_id, told.payload and told.payload["text"]) == (
            BO,
            "**\u2068Games\u2069**: your team \u2068Lodge\u2069 has withdrawn, so you take no part any more. You are "
            "free to play for another team.",
        )


class TestDodgeball:
    async def four(self, database: Database) -> tuple[Competition, list[Team]]:
        cup = await create_competition(database, "dodgeball", "Games")
        teams = await register_teams(database, cup, ["Aces", "Bees", "**Cats**", "Dogs"])
        return await start(database, cup), teams

    async def pairs(self, database: Database, cup: Competition) -> list[tuple[Match, Team, Team]]:
        snapshot = await load(database, cup)
        ready = build_from(snapshot).ready
        sides = [[snapshot.teams[team_id_of(team)] for team in match.pair or ()] for match in ready]
        return [(match, *side) for match, side in zip(ready, sides, strict=True)]  # pyright: ignore

    async def play(self, database: Database, cup: Competition, match: Match, winner: Team) -> None:
        key = f"#{winner.id}"
        async with database.transaction() as tx:
            await dodgeball.submit_match(tx, facilitator(), "Games", f"#{match.id}", (key, key, None))

    async def test_the_matches_that_follow_are_announced(self, database: Database) -> None:
        cup, _teams = await self.four(database)
        (first, winner, _), (_, out, opponent) = await self.pairs(database, cup)
        await self.play(database, cup, first, winner)
        async with database.reading() as tx:
            asked = texts.asked(await withdrawing.preview_withdrawal(tx, captain(out), "Games", None))
        assert "Whoever was to play it goes on without a match. This cannot be taken back." in asked.text
        await withdraw(database, captain(out), out, "pending")
        *_, said, following = await notices(database, cup.channels.announcements)
        assert said == (f"**{for_prose(out.name)}** has withdrawn. Whoever was to play it goes on without a match.")
        ((final, *finalists),) = await self.pairs(database, cup)
        assert {team.id for team in finalists} == {winner.id, opponent.id}
        names = " v ".join(for_prose(team.name) for team in finalists)
        captains = " ".join(f"<@{team.captain_id}>" for team in finalists)
        assert following == (
            f"Semi-final 2: {for_prose(opponent.name)} beat {for_prose(out.name)} 2-0 by walkover. "
            f"<@{opponent.captain_id}>\nNext: {final.title}: {names} {captains}"
        )

    async def test_the_last_but_one_that_withdraws_makes_a_champion(self, sqlite_database: Database) -> None:
        cup, _teams = await self.four(sqlite_database)
        for match, winner, _ in await self.pairs(sqlite_database, cup):
            await self.play(sqlite_database, cup, match, winner)
        ((_, winner, out),) = await self.pairs(sqlite_database, cup)
        await withdraw(sqlite_database, captain(out), out, "pending")
        *_, last = await notices(sqlite_database, cup.channels.announcements)
        assert last == (
            f"Final: {for_prose(winner.name)} beat {for_prose(out.name)} 2-0 by walkover. <@{winner.captain_id}>\n"
            f"**{for_prose(winner.name)} wins \u2068Games\u2069!**"
        )

    async def test_who_was_out_of_the_bracket_already_leaves_nobody_without_a_match(
        self, sqlite_database: Database
    ) -> None:
        cup, _teams = await self.four(sqlite_database)
        match, winner, out = (await self.pairs(sqlite_database, cup))[0]
        await self.play(sqlite_database, cup, match, winner)
        await withdraw(sqlite_database, captain(out), out, "pending")
        assert (await notices(sqlite_database, cup.channels.announcements))[-1] == (
            f"**{for_prose(out.name)}** has withdrawn. It had no match left to play, so nothing changes for the others."
        )

    async def test_nobody_withdraws_once_all_is_played(self, sqlite_database: Database) -> None:
        cup, _teams = await self.four(sqlite_database)
        for _ in range(3):
            match, champion, _ = (await self.pairs(sqlite_database, cup))[0]
            await self.play(sqlite_database, cup, match, champion)
        for who in (captain(champion), director()):
            with pytest.raises(RuleError) as refusal:
                await withdraw(sqlite_database, who, champion, "pending")
            assert refusal.value.sentence == (
                "Every match of \u2068Games\u2069 is played, and its results stand. Nobody withdraws any more; a "
                "director ends it with `/competition finish`."
            )
        bracket = build_from(await load(sqlite_database, cup))
        assert bracket.champion == f"#{champion.id}"
