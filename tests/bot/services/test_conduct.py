"""Offences: first shown, then recorded, and who may."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import SheetKey
from bot.services import conduct, holdem
from bot.services.access import Asker
from bot.services.desk_message import draw_desk
from bot.services.ejections import ejections_of
from bot.ui.facts.conduct import OffencePreview, RecordedOffence
from bot.ui.texts import conduct as texts
from core.competition import State, Step
from core.conduct import Consequence, Decision
from core.errors import NotAllowed, NotFound
from tests.bot.services.offences import (
    EVENTS,
    PUNCH,
    TALK,
    add_sheet,
    confirm,
    decide,
    player_id,
    posts,
    preview,
    record,
    refusal_of,
    started,
)
from tests.builders import (
    asker,
    captain,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    stranger,
    take_steps,
)


class TestRecording:
    async def test_first_a_preview_and_nothing_else(self, database: Database) -> None:
        competition, _, _ = await started(database)

        shown = await preview(database, competition, "Ann")

        assert texts.previewed(shown) == (
            "\u2068Ann\u2069 (\u2068Lodge\u2069): first offence of trash talk.\n"
            "What follows:\n"
            "- \u2068Ann\u2069 is warned; another offence of trash talk ejects them.\n"
            "Nothing is recorded until you confirm it."
        )
        assert (await load(database, competition)).offences == ()
        assert await posts(database) == []

    async def test_the_second_offence_ejects(self, database: Database) -> None:
        competition, lodge, _ = await started(database)
        await record(database, competition, "Ann")

        shown = await preview(database, competition, "Ann", event="derby", note="again")
        assert texts.previewed(shown).startswith(
            "\u2068Ann\u2069 (\u2068Lodge\u2069): second offence of trash talk during Home Run Derby.\n"
        )
        done = await confirm(database, shown)

        assert isinstance(done, RecordedOffence)
        assert done.outcome.consequences == (
            Consequence.EJECTION,
            Consequence.PLAYER_SHORT,
            Consequence.TEAM_LAST_WARNING,
        )
        assert texts.recorded(done).splitlines()[1:4] == [
            "- \u2068Ann\u2069 is ejected, without a refund; rounds already played stand.",
            "- \u2068Lodge\u2069 plays a player short in Bowling, Bags Sure Toss, Basketball Sure Shot, Golf Scramble "
            "and Texas Hold'em.",
            "- This is the last warning for \u2068Lodge\u2069: more trash talk by any of its players ejects the team.",
        ]
        offence = (await load(database, competition)).offences[-1]
        assert offence == done.offence
        assert (offence.team_id, offence.kind, offence.event, offence.note) == (lodge.id, TALK, "derby", "again")

    async def test_no_cancelled_event_is_still_to_come(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        done = await record(sqlite_database, competition, "Ann", PUNCH, event="derby")
        assert "Rounds of Home Run Derby played until now can still be entered." in texts.recorded(done)
        done = replace(done, snapshot=replace(done.snapshot, cancelled=frozenset({"derby", "golf"})))
        said = texts.recorded(done)
        assert "in Bowling, Bags Sure Toss, Basketball Sure Shot and Texas Hold'em." in said
        assert "can still be entered" not in said

    async def test_who_is_ejected_from_a_seat_in_holdem_is_to_be_entered_as_out_at_once(
        self, sqlite_database: Database
    ) -> None:
        """G13, ruling 24: the place is the one of that moment, so staff are told before somebody else goes out."""
        competition, _, _ = await started(sqlite_database)
        chosen = str(competition.id)
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), chosen, "Kim")
        told = (
            "Still in hold'em: \u2068Ann\u2069. Enter that they are out now, with `/score holdem` or at the desk: the "
            "place is the one of this moment."
        )
        done = await record(sqlite_database, competition, "Ann", PUNCH, event="holdem")
        assert told in texts.recorded(done).split("\n")
        assert "Rounds of" not in texts.recorded(done)
        step = "Texas Hold'em: enter as out who takes no part any more, \u2068Ann\u2069 → Score\n"
        assert step in draw_desk(await load(sqlite_database, competition)).text
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), chosen, "Ann")
        assert step not in draw_desk(await load(sqlite_database, competition)).text
        done = await record(sqlite_database, competition, "Cy", PUNCH, event="derby")
        assert "Still in hold'em" not in texts.recorded(done), "nothing of theirs is in hold'em: it is forfeited"

    async def test_whoever_sits_in_holdem_is_ejected_from_there_with_no_event_named(
        self, sqlite_database: Database
    ) -> None:
        """Ruling 24: were hold'em forfeited, who went out before would move up by a place."""
        competition, _, _ = await started(sqlite_database)
        assert (await preview(sqlite_database, competition, "Ann", PUNCH)).event is None, "it has not begun"
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), str(competition.id), "Kim")
        assert (await preview(sqlite_database, competition, "Kim", PUNCH)).event is None, "out already"
        done = await record(sqlite_database, competition, "Ann", PUNCH)
        assert (done.offence.event, done.to_leave) == ("holdem", ("Ann",))
        assert "holdem" not in done.forfeits

    async def test_a_team_ejected_from_holdem_leaves_its_seats(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        for player in ("Ann", "Ann", "Bo"):
            await record(sqlite_database, competition, player, event="holdem")
        done = await decide(sqlite_database, competition, "Lodge", Decision.CONFIRMED)
        assert done.to_leave == ("Ann", "Bo", "Cy")
        assert texts.decided(done).split("\n")[1].startswith("Still in hold'em: \u2068Ann\u2069, \u2068Bo\u2069, ")

    async def test_the_event_stands_beside_the_punch(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        shown = texts.previewed(await preview(sqlite_database, competition, "Ann", PUNCH, event="golf"))
        assert shown.split("\n")[0] == (
            "\u2068Ann\u2069 (\u2068Lodge\u2069): a thrown punch during Golf Scramble, which ejects at once and warns "
            "no team."
        )

    async def test_a_punch_ejects_at_once_and_warns_no_team(self, database: Database) -> None:
        competition, lodge, _ = await started(database)

        shown = texts.previewed(await preview(database, competition, "Ann", PUNCH))
        done = await record(database, competition, "Ann", PUNCH)

        assert shown.split("\n") == [
            "\u2068Ann\u2069 (\u2068Lodge\u2069): a thrown punch, which ejects at once and warns no team.",
            "What follows:",
            "- \u2068Ann\u2069 is ejected, without a refund; rounds already played stand.",
            "- \u2068Lodge\u2069 plays a player short in Bowling, Home Run Derby, Bags Sure Toss, Basketball Sure "
            "Shot, Golf Scramble and Texas Hold'em.",
            "Nothing is recorded until you confirm it.",
        ]
        assert done.outcome.consequences == (Consequence.EJECTION, Consequence.PLAYER_SHORT)
        assert ejections_of(await load(database, competition)).teams == {}
        assert lodge.id == done.offence.team_id

    async def test_pressed_twice_it_counts_once(self, database: Database) -> None:
        competition, _, _ = await started(database)
        shown = await preview(database, competition, "Ann")
        await confirm(database, shown)

        with pytest.raises(NotFound) as refusal:
            await confirm(database, shown)

        assert refusal.value.sentence == (
            "This was done already, or it is older than a day; nothing was changed now. "
            "`/conduct history` shows what counts."
        )
        assert len((await load(database, competition)).offences) == 1

    async def test_two_facilitators_at_once_the_second_is_shown_what_follows_now(self, database: Database) -> None:
        competition, _, _ = await started(database)
        early = await preview(database, competition, "Ann", note="what I saw")
        await record(database, competition, "Ann")

        again = await confirm(database, early)

        assert isinstance(again, OffencePreview)
        assert again.draft_id != early.draft_id
        assert texts.previewed(again).splitlines()[0] == (
            "**Something changed meanwhile, and nothing was recorded. This would follow now:**"
        )
        assert Consequence.EJECTION in again.preview.consequences
        assert len((await load(database, competition)).offences) == 1
        done = await confirm(database, again)
        assert isinstance(done, RecordedOffence)
        assert done.offence.note == "what I saw"

    async def test_a_score_meanwhile_that_changes_what_is_forfeited_shows_it_anew(self, database: Database) -> None:
        competition, _, _ = await started(database)
        shown = await preview(database, competition, "Ann", PUNCH)
        ann = await player_id(database, competition, "Ann")
        await add_sheet(database, competition, SheetKey("bowling", None, ann, 1), 120)

        again = await confirm(database, shown)

        assert isinstance(again, OffencePreview)
        assert again.preview.forfeited_events == EVENTS[1:]

    async def test_a_score_of_somebody_else_changes_nothing(self, database: Database) -> None:
        competition, _, _ = await started(database)
        shown = await preview(database, competition, "Ann", PUNCH)
        kim = await player_id(database, competition, "Kim")
        await add_sheet(database, competition, SheetKey("bowling", None, kim, 1), 120)

        assert isinstance(await confirm(database, shown), RecordedOffence)

    async def test_a_preview_is_its_askers_and_good_for_a_day(self, database: Database, clock: Clock) -> None:
        competition, _, _ = await started(database)
        shown = await preview(database, competition, "Ann")
        for by in (director(), facilitator()):
            if by.user_id == facilitator().user_id:
                clock.advance(timedelta(days=1).total_seconds())
            with pytest.raises(NotFound):
                await confirm(database, shown, by)

        assert (await load(database, competition)).offences == ()

    @pytest.mark.parametrize("forged", ["0", "-1", "x", "9" * 40, "9" * 19, "١", ""])
    async def test_a_forged_draft_is_refused(self, sqlite_database: Database, forged: str) -> None:
        competition, _, _ = await started(sqlite_database)
        with pytest.raises(NotFound):
            async with sqlite_database.transaction() as tx:
                await conduct.record_offence(tx, facilitator(), str(competition.id), forged)

    async def test_a_draft_of_another_competition_is_refused(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        other = await create_competition(sqlite_database, name="Other")
        shown = await preview(sqlite_database, competition, "Ann")
        with pytest.raises(NotFound):
            async with sqlite_database.transaction() as tx:
                await conduct.record_offence(tx, facilitator(), str(other.id), str(shown.draft_id))

    async def test_in_dodgeball_it_is_the_rest_of_the_tournament(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database, "dodgeball")

        done = await record(sqlite_database, competition, "Ann", PUNCH)

        assert "- \u2068Lodge\u2069 plays a player short for the rest of the tournament." in texts.recorded(done)


class TestRefusals:
    @pytest.mark.parametrize("by", [stranger(), asker(7)], ids=["stranger", "somebody"])
    async def test_only_staff(self, sqlite_database: Database, by: Asker) -> None:
        competition, _, _ = await started(sqlite_database)

        refusal = await refusal_of(sqlite_database, competition, player="Ann", by=by)

        assert isinstance(refusal, NotAllowed)
        assert refusal.sentence == (
            "Only a facilitator (the role <@&11>) or a director can do this. Please ask one of them."
        )

    async def test_a_captain_neither_records_nor_confirms(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        shown = await preview(sqlite_database, competition, "Ann")
        assert isinstance(await refusal_of(sqlite_database, competition, player="Kim", by=captain(lodge)), NotAllowed)
        with pytest.raises(NotAllowed):
            await confirm(sqlite_database, shown, captain(lodge))

    async def test_from_another_server_the_competition_is_not_there(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)

        assert isinstance(await refusal_of(sqlite_database, competition, player="Ann", by=director(2)), NotFound)

    async def test_an_unknown_player(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)

        assert isinstance(await refusal_of(sqlite_database, competition, player="Zoe"), NotFound)

    async def test_an_unknown_event(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)

        refusal = await refusal_of(sqlite_database, competition, player="Ann", event="chess")

        assert refusal.sentence == (
            "This competition has no such event. Its events are Bowling, Home Run Derby, Bags Sure Toss, "
            "Basketball Sure Shot, Golf Scramble and Texas Hold'em."
        )

    async def test_dodgeball_has_no_events(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database, "dodgeball")

        refusal = await refusal_of(sqlite_database, competition, player="Ann", event="golf")

        assert refusal.sentence == "A dodgeball tournament has no events: leave the option `event` empty."

    @pytest.mark.parametrize(("length", "is_refused"), [(500, False), (501, True)])
    async def test_the_note_is_limited(self, sqlite_database: Database, length: int, is_refused: bool) -> None:
        competition, _, _ = await started(sqlite_database)
        if not is_refused:
            assert (await record(sqlite_database, competition, "Ann", note="x" * length)).offence.note == "x" * length
            return

        refusal = await refusal_of(sqlite_database, competition, player="Ann", note="x" * length)

        assert refusal.sentence == "The note is longer than 500 characters. Shorten it, and send the command again."

    async def test_not_in_an_archived_competition(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        await take_steps(sqlite_database, competition, Step.FINISH, Step.ARCHIVE)

        refusal = await refusal_of(sqlite_database, competition, player="Ann")

        assert refusal.sentence == "\u2068Games\u2069 is archived: offences are no longer recorded in it."


async def test_two_competitions_never_mix(sqlite_database: Database) -> None:
    competition, _, _ = await started(sqlite_database)
    other = await create_competition(sqlite_database, name="Other", state=State.REGISTRATION_OPEN)
    await register_team(sqlite_database, other, "Lodge", ["Ann", "Bo", "Cy"])
    await record(sqlite_database, competition, "Ann")

    done = await record(sqlite_database, other, "Ann")

    assert done.outcome.consequences == (Consequence.WARNING,)
    assert len((await load(sqlite_database, competition)).offences) == 1
