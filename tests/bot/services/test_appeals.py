"""Appeals: once, by the captain; decided once, by a director."""

import pytest
from sqlalchemy import select, update

from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, Offence, Team
from bot.posts.outbox import PostStatus
from bot.services import appeals, conduct, conduct_history, privacy
from bot.services.access import Asker
from bot.services.ejections import ejections_of
from bot.ui.facts.conduct import AppealDecided, Appealed, RecordedOffence
from bot.ui.texts import appeals as texts
from bot.ui.texts import conduct_history as history_texts
from core.competition import Step
from core.conduct import OffenceKind
from core.errors import Conflict, NotAllowed, NotFound, RuleError
from tests.builders import (
    CHANNELS,
    DIRECTOR_ROLE,
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


async def town(database: Database) -> tuple[Competition, Team, Team, Offence]:
    """Ann of the Lodge has thrown a punch."""
    competition = await create_competition(database)
    lodge = await register_team(database, competition, "Lodge", ["Ann", "Bo", "Cy"])
    aces = await register_team(database, competition, "Aces")
    competition = await start(database, competition)
    async with database.transaction() as tx:
        shown = await conduct.preview_offence(tx, facilitator(), str(competition.id), OffenceKind.PUNCH, "Ann")
    async with database.transaction() as tx:
        done = await conduct.record_offence(tx, facilitator(), str(competition.id), str(shown.draft_id))
    assert isinstance(done, RecordedOffence)
    return competition, lodge, aces, done.offence


async def appeal(
    database: Database, competition: Competition, offence: Offence, by: Asker, text: str = "She only waved."
) -> Appealed:
    async with database.transaction() as tx:
        return await appeals.submit_appeal(tx, by, str(competition.id), f"#{offence.id}", text)


async def decide(
    database: Database,
    competition: Competition,
    offence: Offence,
    verdict: str,
    reason: str = "seen on film",
    by: Asker | None = None,
) -> AppealDecided:
    async with database.transaction() as tx:
        return await appeals.decide_appeal(tx, by or director(), str(competition.id), str(offence.id), verdict, reason)


async def posts(database: Database, part: str) -> list[tuple[int | None, int | None, str]]:
    async with database.reading() as tx:
        rows = await tx.connection.execute(select(tables.post).order_by(tables.post.c.id))
        return [(row.channel_id, row.user_id, row.payload["text"]) for row in rows if part in row.subject]


async def test_a_captain_appeals_and_a_director_is_asked(database: Database) -> None:
    competition, lodge, _, offence = await town(database)

    done = await appeal(database, competition, offence, captain(lodge))

    assert texts.appealed(done) == (
        f"Your appeal against offence #{offence.id} is with the directors, and you will be told what they decide. "
        "Until then the offence counts."
    )
    assert await posts(database, "appealed") == [
        (
            CHANNELS.staff,
            None,
            f"<@&{DIRECTOR_ROLE}>: <@{lodge.captain_id}> appeals against offence #{offence.id} (a thrown punch, "
            "\u2068Ann\u2069, \u2068Lodge\u2069):\n> \u2068She only waved\\.\u2069",
        )
    ]
    assert ejections_of(await load(database, competition)).players != {}


async def test_granted_the_offence_is_as_if_it_had_not_been(database: Database) -> None:
    competition, lodge, _, offence = await town(database)
    await appeal(database, competition, offence, captain(lodge))

    done = await decide(database, competition, offence, appeals.GRANT)

    snapshot = await load(database, competition)
    assert ejections_of(snapshot).players == {}
    assert snapshot.offences[0].lift_reason == "seen on film"
    assert texts.decided(done) == (
        f"Offence #{offence.id} is lifted, and everything is computed as if it had not been. "
        "The captain is told, with your reason."
    )
    assert await posts(database, ":appeal:") == [
        (
            None,
            lodge.captain_id,
            f"**\u2068Games\u2069**: the appeal against offence #{offence.id} was granted: it no longer counts. "
            "Reason: \u2068seen on film\u2069",
        )
    ]


async def test_of_an_appeal_whose_captain_was_erased_nobody_is_told(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)
    await appeal(sqlite_database, competition, offence, captain(lodge))
    async with sqlite_database.transaction() as tx:
        await privacy.forget_asker(tx, captain(lodge))
    done = await decide(sqlite_database, competition, offence, appeals.DENY)
    assert texts.decided(done) == (
        f"Offence #{offence.id} stands. Its team has no captain with an account any more: tell them in person."
    )
    assert await posts(sqlite_database, ":appeal:") == []


async def test_denied_it_stands(database: Database) -> None:
    competition, lodge, _, offence = await town(database)
    await appeal(database, competition, offence, captain(lodge))

    done = await decide(database, competition, offence, appeals.DENY)

    assert ejections_of(await load(database, competition)).players != {}
    assert texts.decided(done) == f"Offence #{offence.id} stands. The captain is told, with your reason."
    with pytest.raises(RuleError) as refusal:
        await appeal(database, competition, offence, captain(lodge))
    assert refusal.value.sentence == (
        f"There was an appeal against offence #{offence.id} already, and there is only one. "
        "It was denied by <@101>: \u2068seen on film\u2069"
    )


async def test_only_once(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)
    await appeal(sqlite_database, competition, offence, captain(lodge))

    with pytest.raises(RuleError) as refusal:
        await appeal(sqlite_database, competition, offence, captain(lodge))

    assert refusal.value.sentence == (
        f"There is an appeal against offence #{offence.id} already; a director will decide on it."
    )


async def test_decided_once(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)
    await appeal(sqlite_database, competition, offence, captain(lodge))
    await decide(sqlite_database, competition, offence, appeals.DENY)

    with pytest.raises(Conflict) as refusal:
        await decide(sqlite_database, competition, offence, appeals.GRANT)

    assert refusal.value.sentence == (
        "This appeal is decided already; nothing was changed. It was denied by <@101>: \u2068seen on film\u2069"
    )


async def test_who_may(sqlite_database: Database) -> None:
    competition, lodge, aces, offence = await town(sqlite_database)
    for by in (captain(aces), stranger(), facilitator()):
        with pytest.raises(NotAllowed) as refusal:
            await appeal(sqlite_database, competition, offence, by)
        assert refusal.value.sentence == ("Only the captain of \u2068Lodge\u2069 can do this, or a director for them.")
    await appeal(sqlite_database, competition, offence, director())
    for by in (captain(lodge), facilitator(), stranger()):
        with pytest.raises(NotAllowed):
            await decide(sqlite_database, competition, offence, appeals.GRANT, by=by)
        with pytest.raises(NotAllowed):
            async with sqlite_database.reading() as tx:
                await appeals.read_open_appeal(tx, by, str(competition.id), str(offence.id))


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1001])
async def test_it_needs_a_text(sqlite_database: Database, text: str) -> None:
    competition, lodge, _, offence = await town(sqlite_database)

    with pytest.raises(RuleError) as refusal:
        await appeal(sqlite_database, competition, offence, captain(lodge), text)

    assert refusal.value.sentence == "Say in at most 1,000 characters why the offence should not count."


async def test_the_decision_needs_a_reason_and_a_verdict(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)
    await appeal(sqlite_database, competition, offence, captain(lodge))

    for reason in ("", "x" * 501):
        with pytest.raises(RuleError) as refusal:
            await decide(sqlite_database, competition, offence, appeals.DENY, reason)
        assert refusal.value.sentence == "Give a reason of at most 500 characters; the captain reads it."
    with pytest.raises(RuleError) as refusal:
        await decide(sqlite_database, competition, offence, "maybe")
    assert refusal.value.sentence == ("A director either lifts the offence or lets it stand: choose one from the list.")


async def test_nothing_to_appeal_against_or_to_decide(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)
    with pytest.raises(RuleError) as refusal:
        await decide(sqlite_database, competition, offence, appeals.GRANT)
    assert refusal.value.sentence == (
        f"Nobody has appealed against offence #{offence.id}. `/conduct lift` lifts an offence without an appeal."
    )
    async with sqlite_database.transaction() as tx:
        await conduct.lift_offence(tx, director(), str(competition.id), str(offence.id), "a mix-up")
    with pytest.raises(RuleError) as refusal:
        await appeal(sqlite_database, competition, offence, captain(lodge))
    assert refusal.value.sentence == (
        f"Offence #{offence.id} was lifted already and does not count, so there is nothing to appeal against."
    )


async def test_a_captain_is_told_what_can_be_appealed_against(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)

    async def refuse(by: Asker, number: str = "#99") -> str:
        with pytest.raises((NotFound, NotAllowed)) as refusal:
            async with sqlite_database.transaction() as tx:
                await appeals.submit_appeal(tx, by, str(competition.id), number, "x")
        return refusal.value.sentence

    for number in ("#99", "trash", "9" * 6000):
        assert await refuse(captain(lodge), number) == (
            f"There is no such offence of your team. You can appeal against: #{offence.id} (\u2068Ann\u2069, a thrown "
            "punch)."
        )
    await appeal(sqlite_database, competition, offence, captain(lodge))
    assert await refuse(captain(lodge)) == (
        "There is no such offence of your team, and nothing else that you could appeal against."
    )
    assert await refuse(stranger()) == (
        "Only the captain of the team can do this: you lead no team in this competition."
    )
    assert (await refuse(director())).startswith("There is no such offence in this competition. `/conduct history`")


async def test_an_offence_that_is_lifted_grants_the_appeal_that_waits(database: Database) -> None:
    competition, lodge, _, offence = await town(database)
    await appeal(database, competition, offence, captain(lodge))
    async with database.transaction() as tx:
        await conduct.lift_offence(tx, director(), str(competition.id), str(offence.id), "a mix-up")

    with pytest.raises(Conflict) as decided:
        await decide(database, competition, offence, appeals.DENY)

    assert decided.value.sentence == (
        "This appeal is decided already; nothing was changed. It was granted by <@101>: \u2068a mix-up\u2069"
    )
    ((_, told, text),) = await posts(database, ":appeal:")
    assert told == lodge.captain_id
    assert text.endswith("was granted: it no longer counts. Reason: \u2068a mix-up\u2069")
    async with database.reading() as tx:
        about = tables.post.c.subject == f"conduct:{offence.id}:appealed"
        asked = (await tx.connection.execute(select(tables.post).where(about))).one()
    assert asked.payload["buttons"] == []
    assert asked.payload["text"].endswith("\n✅ <@101> lifted the offence: \u2068a mix-up\u2069")


async def test_not_once_the_competition_is_put_away(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)
    await appeal(sqlite_database, competition, offence, captain(lodge))
    await take_steps(sqlite_database, competition, Step.CANCEL)
    for doing in (
        appeal(sqlite_database, competition, offence, captain(lodge)),
        decide(sqlite_database, competition, offence, appeals.GRANT),
    ):
        with pytest.raises(RuleError) as refusal:
            await doing
        assert refusal.value.sentence == (
            "\u2068Games\u2069 is cancelled: appeals are no longer taken or decided in it."
        )
    with pytest.raises(RuleError) as refusal:
        async with sqlite_database.transaction() as tx:
            await conduct.lift_offence(tx, director(), str(competition.id), str(offence.id), "a mix-up")
    assert refusal.value.sentence == "\u2068Games\u2069 is cancelled: its offences stay as they were decided."


async def test_each_is_offered_what_they_can_do(sqlite_database: Database) -> None:
    competition, lodge, aces, offence = await town(sqlite_database)

    async def offered(by: Asker) -> list[str]:
        async with sqlite_database.reading() as tx:
            return [name for name, _ in await appeals.name_appealable(tx, by, str(competition.id))]

    choice = f"#{offence.id} Ann (Lodge): a thrown punch"
    assert await offered(captain(lodge)) == await offered(director()) == [choice]
    assert await offered(captain(aces)) == []
    await appeal(sqlite_database, competition, offence, captain(lodge))
    assert await offered(captain(lodge)) == []
    async with sqlite_database.reading() as tx:
        assert await appeals.name_open_appeals(tx, director(), str(competition.id)) == [(choice, f"#{offence.id}")]


async def test_the_history_shows_appeals_and_whom_messages_reached(sqlite_database: Database) -> None:
    competition, lodge, _, offence = await town(sqlite_database)
    await appeal(sqlite_database, competition, offence, captain(lodge))

    async def shown() -> str:
        async with sqlite_database.reading() as tx:
            found = await conduct_history.show_history(tx, facilitator(), str(competition.id))
        return history_texts.shown(found)

    async def mark(status: PostStatus) -> None:
        async with sqlite_database.transaction() as tx:
            about = tables.post.c.subject == f"conduct:{offence.id}:told:captain"
            await tx.connection.execute(update(tables.post).where(about).values(status=status))

    nobody = "player (no Discord account: please tell them in person)"
    assert f"Told: {nobody}, captain (on its way)." in await shown()
    await mark(PostStatus.SENT)
    assert f"Told: {nobody}, captain (reached)." in await shown()
    await mark(PostStatus.FAILED)
    assert f"Told: {nobody}, captain (not reached: please tell them in person)." in await shown()
    assert "She only waved\\.\u2069\n  It waits for a director: `/appeal decide`." in await shown()
    await decide(sqlite_database, competition, offence, appeals.DENY)
    assert "It was denied by <@101>: \u2068seen on film\u2069" in await shown()


async def test_a_captain_who_plays_is_told_once(sqlite_database: Database) -> None:
    competition, lodge, _, _ = await town(sqlite_database)
    async with sqlite_database.transaction() as tx:
        bo = tables.player.c.name == "Bo"
        await tx.connection.execute(update(tables.player).where(bo).values(user_id=lodge.captain_id))
    async with sqlite_database.transaction() as tx:
        shown = await conduct.preview_offence(tx, director(), str(competition.id), OffenceKind.TRASH_TALK, "Bo")
    async with sqlite_database.transaction() as tx:
        await conduct.record_offence(tx, director(), str(competition.id), str(shown.draft_id))

    async with sqlite_database.reading() as tx:
        found = await conduct_history.show_history(tx, facilitator(), str(competition.id), player="Bo")

    assert found.entries[0].told == (("player and captain", PostStatus.WAITING),)
