"""The waiting list: a freed place goes to the next team, for a set time."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team, TeamStatus
from bot.services import conduct, drawing, teams, waitlist, withdrawing
from bot.services.access import Asker
from bot.ui.facts.conduct import RecordedOffence
from bot.ui.facts.teams import PlaceTaken
from bot.ui.texts import conduct as conduct_texts
from bot.ui.texts import drawing as drawing_texts
from bot.ui.texts import teams as team_texts
from bot.ui.texts import waitlist as texts
from core.competition import Step
from core.conduct import Decision, OffenceKind
from core.errors import NotAllowed, RuleError
from tests.builders import (
    captain,
    change_settings,
    create_competition,
    director,
    load,
    register_team,
    register_teams,
    stranger,
    take_steps,
)


async def crowd(database: Database, waiting: int = 2) -> tuple[Competition, list[Team]]:
    """Two places, both taken, and teams that wait."""
    open_ = await create_competition(database, "dodgeball", "Open")
    open_ = await change_settings(database, open_, capacity=2)
    return open_, await register_teams(database, open_, [f"Team {letter}" for letter in "ABCDEF"[: 2 + waiting]])


async def withdraw(database: Database, team: Team) -> None:
    async with database.transaction() as tx:
        await withdrawing.withdraw_team(tx, captain(team), "Open", None, team.status.value)


async def take(database: Database, who: Asker, team: Team | None = None) -> PlaceTaken:
    async with database.transaction() as tx:
        return await waitlist.take_place(tx, who, "Open", f"#{team.id}" if team else None)


async def expire(database: Database, competition: Competition) -> None:
    async with database.transaction() as tx:
        await waitlist.expire_offers(tx, competition)


async def eject(database: Database, competition: Competition, team: Team) -> int:
    """A team, by three offences and a director's word; gives the last offence."""
    for player in (f"{team.name} 1", f"{team.name} 1", f"{team.name} 2"):
        async with database.transaction() as tx:
            shown = await conduct.preview_offence(tx, director(), "Open", OffenceKind.TRASH_TALK, player)
            done = await conduct.record_offence(tx, director(), str(competition.id), str(shown.draft_id))
    assert isinstance(done, RecordedOffence)
    async with database.transaction() as tx:
        await conduct.decide_team_ejection(
            tx, director(), str(competition.id), str(done.offence.id), Decision.CONFIRMED
        )
    return done.offence.id


async def posts(database: Database, channel_id: int) -> list[tuple[str, list[int]]]:
    async with database.reading() as tx:
        query = select(tables.post.c.payload).where(tables.post.c.channel_id == channel_id, ~tables.post.c.is_live)
        query = query.order_by(tables.post.c.id)
        return [(payload["text"], payload["users"]) for payload in (await tx.connection.execute(query)).scalars()]


async def mine(database: Database, team: Team) -> str:
    """What the captain reads first of what is missing."""
    async with database.reading() as tx:
        shown = team_texts.shown_to_captain(await teams.show_own_team(tx, captain(team), "Open"))
    return next(line for line in shown.split("\n") if line.startswith("Still missing"))


async def offers(database: Database, competition: Competition) -> list[str]:
    return [team.name for team in (await load(database, competition)).waiting() if team.offered_until is not None]


async def test_a_team_that_is_ejected_before_the_start_frees_its_place(sqlite_database: Database) -> None:
    competition, (first, second, third, fourth) = await crowd(sqlite_database)
    offence_id = await eject(sqlite_database, competition, first)
    found = (await load(sqlite_database, competition)).teams
    assert [found[team.id].offered_until is not None for team in (third, fourth)] == [True, False]
    await take(sqlite_database, captain(third))
    async with sqlite_database.reading() as tx:
        assert "2 of 2 places taken" in team_texts.listed(await teams.list_teams(tx, director(), "Open", 1))
    await take_steps(sqlite_database, competition, Step.CLOSE_REGISTRATION)
    async with sqlite_database.transaction() as tx:
        drawn = await drawing.draw_bracket(tx, director(), "Open")
    assert isinstance(drawn, drawing.DrawnBracket)
    assert {*drawn.team_ids} == {second.id, third.id}
    async with sqlite_database.transaction() as tx:
        lifted = await conduct.lift_offence(tx, director(), str(competition.id), str(offence_id), "a mix-up")
    assert conduct_texts.lifted(lifted).endswith(
        "\n⚠️ Its place was given to another team meanwhile, so there is one team too many: `/settings set` allows one "
        "more, or a team gives its place up with `/team withdraw`."
    )


async def test_a_freed_place_is_offered_to_the_first_who_waits(database: Database, clock: Clock) -> None:
    open_, (first, _second, third, fourth) = await crowd(database)
    until = clock.now() + timedelta(hours=24)
    await withdraw(database, first)
    assert await offers(database, open_) == ["Team C"]
    ((text, mentioned),) = await posts(database, open_.channels.captains)
    assert text.startswith(
        f"<@{third.captain_id}>, a place in **\u2068Open\u2069** has become free for \u2068Team C\u2069. Take it until "
    )
    assert text.endswith("after that it goes to the next team.")
    assert mentioned == [third.captain_id]
    offered = (await load(database, open_)).teams[third.id].offered_until
    assert offered is not None
    assert abs(offered - until) < timedelta(minutes=1)
    with pytest.raises(RuleError) as refusal:
        await take(database, captain(fourth))
    assert refusal.value.sentence == (
        "No place is free for \u2068Team D\u2069 just now: it is number 2 on the waiting list. You are told when a "
        "place becomes free."
    )
    assert (await mine(database, third)).startswith("Still missing: your word: a place is free for you. Take it with")
    assert await mine(database, fourth) == (
        "Still missing: a place: you are number 2 on the waiting list, and are told when one becomes free."
    )
    done = await take(database, captain(third))
    assert texts.taken(done) == (
        "✅ \u2068Team C\u2069 has its place. It is confirmed once a director has recorded 80.00 USD."
    )
    assert (await load(database, open_)).teams[third.id].status is TeamStatus.PENDING


async def test_who_comes_now_waits_behind_those_who_wait(database: Database) -> None:
    open_, (first, *_) = await crowd(database, waiting=1)
    await withdraw(database, first)
    assert (await register_team(database, open_, "Late")).status is TeamStatus.WAITLISTED


async def test_a_place_that_is_not_taken_in_time_goes_on(database: Database, clock: Clock) -> None:
    open_, (first, _second, third, fourth) = await crowd(database)
    await withdraw(database, first)
    await expire(database, open_)
    assert await offers(database, open_) == ["Team C"]
    clock.advance(24 * 3600)
    with pytest.raises(RuleError, match="No place is free for \u2068Team C\u2069 just now"):
        await take(database, captain(third))
    await expire(database, open_)
    assert await offers(database, open_) == ["Team D"]
    assert [team.name for team in (await load(database, open_)).waiting()] == ["Team D", "Team C"]
    texts_sent = [text for text, _ in await posts(database, open_.channels.captains)]
    assert texts_sent[1] == (
        f"<@{third.captain_id}>, the place for \u2068Team C\u2069 was not taken in time. Your team waits at the end of "
        "the list now."
    )
    await take(database, captain(fourth))


async def test_the_offer_ends_with_the_lock_but_lasts_an_hour(sqlite_database: Database, clock: Clock) -> None:
    open_, (first, second, third, fourth) = await crowd(sqlite_database)
    lock_at = open_.settings.roster_lock_at
    clock.set(lock_at - timedelta(hours=3))
    await withdraw(sqlite_database, first)
    assert (await load(sqlite_database, open_)).teams[third.id].offered_until == lock_at
    clock.set(lock_at)
    await withdraw(sqlite_database, second)
    offered = (await load(sqlite_database, open_)).teams[fourth.id].offered_until
    assert offered is not None
    assert timedelta(minutes=59) < offered - lock_at < timedelta(minutes=61)


async def test_once_the_competition_runs_no_place_is_offered(sqlite_database: Database) -> None:
    open_, (first, *_) = await crowd(sqlite_database)
    await take_steps(sqlite_database, open_, Step.CLOSE_REGISTRATION, Step.START)
    await withdraw(sqlite_database, first)
    assert await offers(sqlite_database, open_) == []
    assert (await load(sqlite_database, open_)).teams[first.id].status is TeamStatus.WITHDRAWN


async def test_a_place_cannot_be_taken_twice_or_by_others(database: Database) -> None:
    open_, (first, second, third, fourth) = await crowd(database)
    await withdraw(database, first)
    for who in (captain(fourth), stranger()):
        with pytest.raises(NotAllowed) as refusal:
            await take(database, who, third)
        assert refusal.value.sentence == "Only the captain of \u2068Team C\u2069 can do this, or a director for them."
    done = await asyncio.gather(*(take(database, captain(third)) for _ in (1, 2)), return_exceptions=True)
    (error,) = [one for one in done if isinstance(one, RuleError)]
    assert error.sentence == "\u2068Team C\u2069 has its place already. `/team mine` shows what is still missing."
    with pytest.raises(RuleError, match="has its place already"):
        await take(database, captain(second))
    assert sum(1 for _ in (await load(database, open_)).taking_part()) == 2


async def test_two_places_go_to_two_teams(sqlite_database: Database) -> None:
    open_, (first, second, *_) = await crowd(sqlite_database, waiting=3)
    await withdraw(sqlite_database, first)
    await withdraw(sqlite_database, second)
    assert await offers(sqlite_database, open_) == ["Team C", "Team D"]


async def test_a_place_taken_after_the_draw_waits_for_another_draw(sqlite_database: Database) -> None:
    open_, (first, second, third, fourth) = await crowd(sqlite_database)
    await withdraw(sqlite_database, first)
    await take_steps(sqlite_database, open_, Step.CLOSE_REGISTRATION)
    await take(sqlite_database, captain(third))
    async with sqlite_database.transaction() as tx:
        assert isinstance(await drawing.draw_bracket(tx, director(), "Open"), drawing.DrawnBracket)
    await withdraw(sqlite_database, second)
    assert await offers(sqlite_database, open_) == ["Team D"]

    done = await take(sqlite_database, captain(fourth))
    assert texts.taken(done).endswith(
        "The bracket was drawn before that: staff are told to draw it again with your team."
    )
    told = [text for text, _ in await posts(sqlite_database, open_.channels.staff)]
    assert told[-1] == (
        "⚠️ \u2068Team D\u2069 has taken a free place and is not in the bracket yet. A director draws it again with "
        "`/match draw`; `/competition start` waits for that."
    )
    sentence = "\u2068Team D\u2069 has a place but is not in the bracket. Draw it again first, with `/match draw`."
    with pytest.raises(RuleError) as refusal:
        await take_steps(sqlite_database, open_, Step.START)
    assert refusal.value.sentence == sentence
    await draw_again(sqlite_database)
    await take_steps(sqlite_database, open_, Step.START)
    snapshot = await load(sqlite_database, open_)
    assert set(snapshot.seeds) == {third.id, fourth.id}


async def draw_again(database: Database) -> None:
    async with database.transaction() as tx:
        asked = await drawing.draw_bracket(tx, director(), "Open")
        assert isinstance(asked, drawing.DrawAsked)
        assert "is drawn and announced already (once). Draw it again, with 2 teams? " in drawing_texts.asked(asked)
        await drawing.confirm_draw(tx, director(), "Open", str(asked.draft_id))


async def test_once_it_runs_places_are_over_and_the_list_says_so(sqlite_database: Database) -> None:
    open_, (first, second, third, fourth) = await crowd(sqlite_database)
    await take_steps(sqlite_database, open_, Step.CLOSE_REGISTRATION, Step.START)
    await withdraw(sqlite_database, first)
    with pytest.raises(RuleError) as refusal:
        await take(sqlite_database, captain(third))
    assert refusal.value.sentence == (
        "No places are given any more: \u2068Open\u2069 has begun or is over, and \u2068Team C\u2069 still waits for "
        "one. Please ask a director."
    )
    assert await mine(sqlite_database, fourth) == (
        "Still missing: a place. Places are given no more, since the competition has begun or is over."
    )
    async with sqlite_database.reading() as tx:
        listed = team_texts.listed(await teams.list_teams(tx, captain(second), "Open", 1))
    assert "1 of 2 places taken" in listed
