"""Facilitators bound to events: they keep only those; the manager of an event is one bound to it, else a director."""

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition, Snapshot
from bot.services import facilitators as service
from bot.services import privacy
from bot.services.access import Asker, read_competition
from bot.ui.texts import facilitators as texts
from core.competition import State, Step
from core.errors import NotAllowed, NotFound, RuleError
from tests.builders import (
    DIRECTOR_ROLE,
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    asker,
    create_competition,
    director,
    facilitator,
    load,
    stranger,
    take_steps,
)

ROLES = frozenset({FACILITATOR_ROLE})
ELSEWHERE = 2


async def bind(database: Database, event: str, user_id: int = FACILITATOR_ID, who: Asker | None = None) -> Snapshot:
    async with database.transaction() as tx:
        return (await service.bind_facilitator(tx, who or director(), None, event, user_id, ROLES)).snapshot


@pytest.fixture
async def games(sqlite_database: Database) -> Competition:
    return await create_competition(sqlite_database, state=State.RUNNING)


async def test_what_is_bound_is_in_the_snapshot_and_goes_again(database: Database) -> None:
    competition = await create_competition(database)
    bound = await bind(database, "derby")
    await bind(database, "derby")
    assert bound.facilitators == (await load(database, competition)).facilitators == {("derby", FACILITATOR_ID)}
    async with database.transaction() as tx:
        done = await service.unbind_facilitator(tx, director(), None, "derby", FACILITATOR_ID)
    assert done.snapshot.facilitators == (await load(database, competition)).facilitators == frozenset()
    assert texts.bound(done) == "<@102> is bound to no event any more and may enter scores in all of them."


async def test_who_is_bound_to_nothing_keeps_everything(sqlite_database: Database, games: Competition) -> None:
    snapshot = await load(sqlite_database, games)
    for who in (facilitator(), director()):
        service.require_may_score(who, snapshot, "golf")
    with pytest.raises(NotAllowed, match="Only a facilitator"):
        service.require_may_score(stranger(), snapshot, "golf")


async def test_who_is_bound_keeps_only_that(sqlite_database: Database, games: Competition) -> None:
    await bind(sqlite_database, "derby")
    await bind(sqlite_database, "bowling")
    snapshot = await bind(sqlite_database, "golf", 103)
    service.require_may_score(facilitator(), snapshot, "derby")
    service.require_may_score(asker(104, FACILITATOR_ROLE), snapshot, "golf")
    service.require_may_score(director(), snapshot, "golf")
    with pytest.raises(NotAllowed) as refused:
        service.require_may_score(facilitator(), snapshot, "golf")
    assert refused.value.sentence == (
        "You keep Bowling and Home Run Derby, so you cannot do this for Golf Scramble. "
        "Ask <@103>, a facilitator of every event or a director."
    )


async def test_the_manager_is_bound_or_a_director(sqlite_database: Database, games: Competition) -> None:
    snapshot = await load(sqlite_database, games)
    service.require_event_manager(director(), snapshot, "golf")
    with pytest.raises(NotAllowed) as refused:
        service.require_event_manager(facilitator(), snapshot, "golf")
    assert refused.value.sentence == (
        "Only the manager of Golf Scramble can do this. Nobody is bound to it yet, so ask a director (the role <@&12>)."
    )
    snapshot = await bind(sqlite_database, "golf")
    service.require_event_manager(facilitator(), snapshot, "golf")
    service.require_event_manager(asker(5, DIRECTOR_ROLE), snapshot, "golf")
    with pytest.raises(NotAllowed) as refused:
        service.require_event_manager(asker(103, FACILITATOR_ROLE), snapshot, "golf")
    assert refused.value.sentence == (
        "Only the manager of Golf Scramble can do this: <@102>, or a director (the role <@&12>)."
    )


async def test_who_lost_the_role_manages_nothing(sqlite_database: Database, games: Competition) -> None:
    snapshot = await bind(sqlite_database, "golf")
    with pytest.raises(NotAllowed):
        service.require_event_manager(asker(FACILITATOR_ID), snapshot, "golf")
    with pytest.raises(NotAllowed):
        service.require_may_score(asker(FACILITATOR_ID), snapshot, "golf")


async def test_the_list_names_who_keeps_what(sqlite_database: Database, games: Competition) -> None:
    await bind(sqlite_database, "golf")
    async with sqlite_database.reading() as tx:
        snapshot = await service.list_facilitators(tx, facilitator(), None)
    lines = texts.listed(snapshot).splitlines()
    assert "Golf Scramble: <@102>" in lines
    assert "Bowling: every facilitator" in lines


async def test_only_a_director_binds_and_only_facilitators(sqlite_database: Database, games: Competition) -> None:
    with pytest.raises(NotAllowed, match="Only a director can do this"):
        await bind(sqlite_database, "golf", who=facilitator())
    async with sqlite_database.transaction() as tx:
        with pytest.raises(RuleError) as refused:
            await service.bind_facilitator(tx, director(), None, "golf", 999, frozenset())
    assert refused.value.sentence == (
        "<@999> is no facilitator: give them the role <@&11> first, then bind them to the event."
    )
    async with sqlite_database.transaction() as tx:
        with pytest.raises(NotFound) as unknown:
            await service.unbind_facilitator(tx, director(), None, "golf", 999)
    assert unknown.value.sentence == "<@999> is not bound to Golf Scramble. `/facilitator list` shows who is."
    with pytest.raises(NotFound, match="There is no event darts"):
        await bind(sqlite_database, "darts")


async def test_another_server_sees_and_binds_nothing(sqlite_database: Database, games: Competition) -> None:
    async with sqlite_database.transaction() as tx:
        with pytest.raises(NotFound):
            await service.bind_facilitator(tx, director(ELSEWHERE), str(games.id), "golf", 102, ROLES)


async def test_dodgeball_has_no_events(sqlite_database: Database) -> None:
    await create_competition(sqlite_database, "dodgeball", "Throw")
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError) as refused:
            await service.list_facilitators(tx, facilitator(), None)
        assert refused.value.sentence == texts.NO_EVENTS
        assert (await read_competition(tx, facilitator(), None)).facilitators == frozenset()


async def test_who_keeps_what_is_shown_and_forgotten_with_the_archive(
    sqlite_database: Database, games: Competition
) -> None:
    await bind(sqlite_database, "golf")
    async with sqlite_database.reading() as tx:
        (kept,) = (await privacy.show_kept(tx, facilitator())).competitions
    assert kept.counts["events"] == 1
    await take_steps(sqlite_database, games, Step.FINISH, Step.ARCHIVE)
    assert (await load(sqlite_database, games)).facilitators == frozenset()
