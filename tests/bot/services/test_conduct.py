"""Offences: recorded, decided, lifted; who may, who is told, and what follows."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert, select, update

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition, SheetKey, Team
from bot.services import conduct, conduct_history, dodgeball, holdem
from bot.services.access import Asker
from bot.services.bracket import build_from
from bot.services.desk_message import draw_desk
from bot.services.ejections import ejections_of, require_takes_part
from bot.ui.bracket_view import team_key
from bot.ui.facts.conduct import Decided, History, Lifted, OffencePreview, RecordedOffence
from bot.ui.names import for_prose
from bot.ui.texts import conduct as texts
from bot.ui.texts import conduct_history as history_texts
from core.competition import State, Step
from core.conduct import Consequence, Decision, OffenceKind
from core.errors import Conflict, NotAllowed, NotFound, RuleError, UserError
from tests.builders import (
    CHANNELS,
    DIRECTOR_ROLE,
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

EVENTS = ("bowling", "derby", "bags", "basketball", "golf", "holdem")
TALK, PUNCH = OffenceKind.TRASH_TALK, OffenceKind.PUNCH
PLAYED_BEFORE = (
    "If this round was played before that, a director enters it with `/score`; if not, it counts 0 once the event is "
    "closed."
)


async def started(database: Database, kind: str = "getaway") -> tuple[Competition, Team, Team]:
    competition = await create_competition(database, kind)
    more = ["Di", "Ed", "Flo"] if kind == "dodgeball" else []
    lodge = await register_team(database, competition, "Lodge", ["Ann", "Bo", "Cy", *more])
    aces = await register_team(database, competition, "Aces", ["Kim", "Lee", "Mo", *(f"{name} K" for name in more)])
    return await start(database, competition), lodge, aces


async def preview(
    database: Database,
    competition: Competition,
    player: str,
    kind: OffenceKind = TALK,
    event: str | None = None,
    note: str | None = None,
    by: Asker | None = None,
) -> OffencePreview:
    async with database.transaction() as tx:
        return await conduct.preview_offence(
            tx, by or facilitator(), str(competition.id), kind, player, event=event, note=note
        )


async def confirm(
    database: Database, shown: OffencePreview, by: Asker | None = None
) -> RecordedOffence | OffencePreview:
    async with database.transaction() as tx:
        return await conduct.record_offence(
            tx, by or facilitator(), str(shown.snapshot.competition.id), str(shown.draft_id)
        )


async def record(
    database: Database,
    competition: Competition,
    player: str,
    kind: OffenceKind = TALK,
    event: str | None = None,
    note: str | None = None,
) -> RecordedOffence:
    done = await confirm(database, await preview(database, competition, player, kind, event, note))
    assert isinstance(done, RecordedOffence)
    return done


async def decide(database: Database, competition: Competition, team: str, decision: Decision) -> Decided:
    async with database.reading() as tx:
        shown = await conduct.preview_team_ejection(tx, director(), str(competition.id), team)
    async with database.transaction() as tx:
        return await conduct.decide_team_ejection(tx, director(), str(competition.id), str(shown.offence.id), decision)


async def lift(
    database: Database, competition: Competition, offence_id: int, reason: str = "a mix-up", by: Asker | None = None
) -> Lifted:
    async with database.transaction() as tx:
        return await conduct.lift_offence(tx, by or director(), str(competition.id), f"#{offence_id}", reason)


async def link(database: Database, name: str, user_id: int) -> None:
    """Tie a player to a Discord account."""
    async with database.transaction() as tx:
        await tx.connection.execute(update(tables.player).where(tables.player.c.name == name).values(user_id=user_id))


async def add_sheet(database: Database, competition: Competition, key: SheetKey, value: object) -> None:
    async with database.transaction() as tx:
        values = {"event": key.event, "team_id": key.team_id, "player_id": key.player_id, "round": key.round}
        await tx.connection.execute(
            insert(tables.sheet).values(
                **values, competition_id=competition.id, value=value, submitted_by=1, submitted_at=tx.now
            )
        )
        await tx.connection.execute(update(tables.competition).values(revision=tables.competition.c.revision + 1))


async def posts(database: Database, *, public: bool = False) -> list[tuple[int | None, int | None, str]]:
    """The notices as (channel, user, text)."""
    async with database.reading() as tx:
        rows = await tx.connection.execute(select(tables.post).where(~tables.post.c.is_live).order_by(tables.post.c.id))
        found = [(row.channel_id, row.user_id, row.payload["text"]) for row in rows if "conduct:" in row.subject]
    return [post for post in found if not public or post[0] == CHANNELS.announcements]


async def refusal_of(database: Database, competition: Competition, **options: object) -> UserError:
    with pytest.raises(UserError) as refusal:
        await preview(database, competition, **options)  # pyright: ignore[reportArgumentType]
    return refusal.value


async def player_id(database: Database, competition: Competition, name: str) -> int:
    return next(p.id for p in (await load(database, competition)).players.values() if p.name == name)


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


class TestTeamEjection:
    async def due(self, database: Database) -> tuple[Competition, Team, RecordedOffence]:
        competition, lodge, _ = await started(database)
        for name in ("Ann", "Ann"):
            await record(database, competition, name)
        return competition, lodge, await record(database, competition, "Bo")

    async def test_it_waits_for_a_director_who_is_asked_once(self, database: Database) -> None:
        competition, lodge, done = await self.due(database)

        assert done.outcome.consequences == (Consequence.TEAM_EJECTION_DUE,)
        assert ejections_of(await load(database, competition)).teams == {}
        asked = [text for channel, _, text in await posts(database) if channel == CHANNELS.staff]
        assert asked == [
            f"<@&{DIRECTOR_ROLE}>: \u2068Lodge\u2069 had its last warning, and one of its players went on with trash "
            "talk. A director decides whether the whole team is ejected."
        ]
        assert lodge.id == done.team.id

    async def test_confirmed_the_team_is_out(self, database: Database) -> None:
        competition, lodge, _ = await self.due(database)

        done = await decide(database, competition, "Lodge", Decision.CONFIRMED)

        assert texts.decided(done) == (
            "\u2068Lodge\u2069 is ejected. Standings and pairings follow, and its captain is told."
        )
        ejection = ejections_of(await load(database, competition)).teams[lodge.id]
        assert ejection.forfeits == EVENTS
        assert (await posts(database, public=True))[-1][2] == "**\u2068Lodge\u2069** takes no part any more."
        assert [text for _, user, text in await posts(database) if user == lodge.captain_id][-1] == (
            "**\u2068Games\u2069**: a director has ejected your team \u2068Lodge\u2069, without a refund. "
            "What it played already stands."
        )

    async def test_the_command_shows_what_would_follow(self, sqlite_database: Database) -> None:
        competition, lodge, done = await self.due(sqlite_database)
        ann = await player_id(sqlite_database, competition, "Ann")
        await add_sheet(sqlite_database, competition, SheetKey("bowling", lodge.id, ann, 1), 150)

        async with sqlite_database.reading() as tx:
            shown = await conduct.preview_team_ejection(tx, director(), str(competition.id), "lodge")

        assert texts.team_previewed(shown) == (
            f"\u2068Lodge\u2069 went on after its last warning (offence #{done.offence.id}). If you eject it, it takes "
            "no part in Home Run Derby, Bags Sure Toss, Basketball Sure Shot, Golf Scramble and Texas Hold'em; "
            "what it played already stands. It has no overall rank, there is no refund, and its captain is told. "
            "Nothing is decided until you press a button."
        )

    async def test_declined_it_stays_in(self, database: Database) -> None:
        competition, _, _ = await self.due(database)

        done = await decide(database, competition, "Lodge", Decision.DECLINED)

        assert texts.decided(done) == "\u2068Lodge\u2069 stays in; the offence counts for the player alone."
        assert ejections_of(await load(database, competition)).teams == {}

    async def test_a_facilitator_cannot_decide(self, database: Database) -> None:
        competition, _, done = await self.due(database)
        for use in ("command", "button"):
            with pytest.raises(NotAllowed) as refusal:
                async with database.transaction() as tx:
                    if use == "command":
                        await conduct.preview_team_ejection(tx, facilitator(), str(competition.id), "Lodge")
                    else:
                        await conduct.decide_team_ejection(
                            tx, facilitator(), str(competition.id), str(done.offence.id), Decision.CONFIRMED
                        )
            assert refusal.value.sentence.startswith("Only a director can do this")
        assert ejections_of(await load(database, competition)).teams == {}

    async def test_nothing_is_due(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)

        with pytest.raises(RuleError) as refusal:
            await decide(sqlite_database, competition, "Lodge", Decision.CONFIRMED)

        assert refusal.value.sentence == (
            "No ejection of \u2068Lodge\u2069 waits for a decision. A team is ejected for trash talk after its last "
            "warning: record that offence first, with `/conduct warn`."
        )

    async def test_the_button_decides_once(self, sqlite_database: Database) -> None:
        competition, _, done = await self.due(sqlite_database)

        async def press(decision: Decision) -> None:
            async with sqlite_database.transaction() as tx:
                await conduct.decide_team_ejection(tx, director(), str(competition.id), str(done.offence.id), decision)

        await press(Decision.CONFIRMED)
        with pytest.raises(Conflict) as refusal:
            await press(Decision.DECLINED)

        assert refusal.value.sentence == (
            "A director has confirmed the ejection of \u2068Lodge\u2069 already; nothing was changed."
        )

    async def test_the_button_of_a_lifted_offence_does_nothing(self, sqlite_database: Database) -> None:
        competition, _, done = await self.due(sqlite_database)
        await lift(sqlite_database, competition, done.offence.id)

        with pytest.raises(Conflict) as refusal:
            async with sqlite_database.transaction() as tx:
                await conduct.decide_team_ejection(
                    tx, director(), str(competition.id), str(done.offence.id), Decision.CONFIRMED
                )

        assert refusal.value.sentence == (
            "This no longer waits for a decision on \u2068Lodge\u2069; nothing was changed."
        )


class TestDodgeball:
    async def ejected(self, database: Database) -> tuple[Competition, list[Team]]:
        """Four teams with a drawn bracket; the team of the first match's first side is ejected."""
        competition = await create_competition(database, "dodgeball")
        teams = [
            await register_team(database, competition, name, [f"{name}{letter}" for letter in "abcdef"])
            for name in ("Aces", "Bees", "Cats", "Dogs")
        ]
        competition = await start(database, competition)
        bracket = build_from(await load(database, competition))
        pair = [next(t for t in teams if team_key(t.id) == key) for key in bracket.ready[0].pair or ()]
        for player in ("a", "a", "b"):
            await record(database, competition, f"{pair[0].name}{player}")
        await decide(database, competition, pair[0].name, Decision.CONFIRMED)
        return competition, pair

    async def test_a_team_that_is_out_gives_its_opponents_walkovers(self, database: Database) -> None:
        competition, (out, opponent) = await self.ejected(database)

        bracket = build_from(await load(database, competition))

        first = next(
            match for match in bracket.matches if set(match.pair or ()) == {team_key(out.id), team_key(opponent.id)}
        )
        assert (first.winner, first.how) == (team_key(opponent.id), "walkover")

    async def test_lifting_brings_it_back_and_says_who_plays(self, database: Database) -> None:
        competition, (out, opponent) = await self.ejected(database)

        await lift(database, competition, (await load(database, competition)).offences[-1].id)

        assert team_key(out.id) not in build_from(await load(database, competition)).withdrawn
        *_, (_, _, text) = await posts(database, public=True)
        assert text.startswith("Next: ")
        assert f"<@{out.captain_id}>" in text
        assert f"<@{opponent.captain_id}>" in text

    async def test_once_its_opponent_has_played_on_lifting_is_refused(self, database: Database) -> None:
        competition, (out, _) = await self.ejected(database)
        for _ in range(2):
            match = build_from(await load(database, competition)).ready[0]
            winner = (match.pair or ("",))[0]
            async with database.transaction() as tx:
                games = (winner, winner, None)
                await dodgeball.submit_match(tx, facilitator(), str(competition.id), f"#{match.id}", games)

        with pytest.raises(RuleError) as refusal:
            await lift(database, competition, (await load(database, competition)).offences[-1].id)

        assert refusal.value.sentence.startswith(
            f"Later results rest on the walkovers against {for_prose(out.name)}. Take them back first, in this order: "
            "Final ("
        )
        assert team_key(out.id) in build_from(await load(database, competition)).withdrawn


class TestLifting:
    async def test_it_is_as_if_it_had_not_been(self, database: Database) -> None:
        competition, lodge, _ = await started(database)
        first = await record(database, competition, "Ann")
        await record(database, competition, "Ann")
        ann = await player_id(database, competition, "Ann")
        assert ann in ejections_of(await load(database, competition)).players

        done = await lift(database, competition, first.offence.id)

        snapshot = await load(database, competition)
        assert ejections_of(snapshot).players == {}
        assert snapshot.offences[0].lift_reason == "a mix-up"
        assert texts.lifted(done) == (
            f"Offence #{first.offence.id} of \u2068Ann\u2069 is lifted: everything is computed as if it had not been. "
            "The captain is told."
        )
        people = [(None, None, "Neither player nor captain has an account here: tell them in person.")]
        people += [(5, None, "The player is told."), (5, 6, "Player and captain are told.")]
        for user_id, captain_id, said in people:
            other = replace(done, player=replace(done.player, user_id=user_id), captain_id=captain_id)
            assert texts.lifted(other).endswith(said)
        assert [text for *_, text in await posts(database, public=True)] == [
            "**\u2068Lodge\u2069** plays a player short in what it still plays.",
            "**\u2068Lodge\u2069** no longer plays a player short.",
        ]
        assert lodge.captain_id in [user for _, user, text in await posts(database) if "lifted" in text]

    async def test_twice_is_refused(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        done = await record(sqlite_database, competition, "Ann")
        await lift(sqlite_database, competition, done.offence.id)

        with pytest.raises(RuleError) as refusal:
            await lift(sqlite_database, competition, done.offence.id)

        assert refusal.value.sentence == "This offence has been lifted already; nothing changed."

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
    async def test_it_needs_a_reason(self, sqlite_database: Database, reason: str) -> None:
        competition, _, _ = await started(sqlite_database)
        done = await record(sqlite_database, competition, "Ann")

        with pytest.raises(RuleError) as refusal:
            await lift(sqlite_database, competition, done.offence.id, reason)

        assert refusal.value.sentence == "Give a reason of at most 500 characters; it is kept with the offence."

    async def test_a_facilitator_cannot(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        done = await record(sqlite_database, competition, "Ann")

        with pytest.raises(NotAllowed):
            await lift(sqlite_database, competition, done.offence.id, by=facilitator())

    async def test_an_offence_of_another_competition_is_not_found(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        other = await create_competition(sqlite_database, name="Other")
        done = await record(sqlite_database, competition, "Ann")

        with pytest.raises(NotFound) as refusal:
            await lift(sqlite_database, other, done.offence.id)

        assert refusal.value.sentence == (
            "There is no such offence in this competition. `/conduct history` shows all of them with their numbers."
        )


class TestWhoIsTold:
    async def test_player_and_captain_by_direct_message_and_nobody_else(self, database: Database) -> None:
        competition, lodge, _ = await started(database)
        await link(database, "Ann", 555)

        done = await record(database, competition, "Ann", note="said something ugly")

        assert done.unreachable == ()
        assert await posts(database) == [
            (
                None,
                555,
                "**\u2068Games\u2069**: trash talk was recorded against you. This is your warning, for the whole "
                "competition. Another offence ejects you.",
            ),
            (
                None,
                lodge.captain_id,
                "**\u2068Games\u2069**: trash talk was recorded against \u2068Ann\u2069 of your team "
                "\u2068Lodge\u2069. \u2068Ann\u2069 is warned; another offence of trash talk ejects them. "
                f"You can appeal once, with `/appeal submit` and the number #{done.offence.id}.",
            ),
        ]

    async def test_staff_see_whom_no_message_reaches(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await tx.connection.execute(update(tables.team).where(tables.team.c.id == lodge.id).values(captain_id=None))

        done = await record(sqlite_database, competition, "Ann")

        assert texts.recorded(done).splitlines()[-1] == (
            "No message can reach \u2068Ann\u2069 and \u2068the captain of Lodge\u2069: please tell them in person."
        )
        assert await posts(sqlite_database) == []

    async def test_a_captain_who_offends_gets_one_message(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        assert lodge.captain_id is not None
        await link(sqlite_database, "Ann", lodge.captain_id)

        await record(sqlite_database, competition, "Ann")

        assert [user for _, user, _ in await posts(sqlite_database)] == [lodge.captain_id]

    async def test_the_public_notice_names_no_player_and_no_note(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        await record(sqlite_database, competition, "Ann", PUNCH, note="hit Kim")
        await record(sqlite_database, competition, "Bo", PUNCH)

        assert [text for *_, text in await posts(sqlite_database, public=True)] == [
            "**\u2068Lodge\u2069** plays a player short in what it still plays.",
            "**\u2068Lodge\u2069** plays 2 players short in what it still plays.",
        ]


class TestEjections:
    async def test_what_was_scored_stands_and_the_rest_is_forfeited(self, database: Database) -> None:
        competition, lodge, _ = await started(database)
        ann = await player_id(database, competition, "Ann")
        await add_sheet(database, competition, SheetKey("bowling", lodge.id, ann, 1), 150)
        await add_sheet(database, competition, SheetKey("derby", lodge.id, ann, 1), None)
        await record(database, competition, "Ann", PUNCH)

        assert ejections_of(await load(database, competition)).players[ann].forfeits == EVENTS[1:]

    async def test_the_event_of_the_offence_is_not_forfeited(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        for name in ("Ann", "Ann", "Bo"):
            await record(sqlite_database, competition, name, event="holdem")
        await decide(sqlite_database, competition, "Lodge", Decision.CONFIRMED)
        ann = await player_id(sqlite_database, competition, "Ann")

        ejections = ejections_of(await load(sqlite_database, competition))

        assert ejections.players[ann].forfeits == ejections.teams[lodge.id].forfeits == EVENTS[:5]

    async def test_a_golf_card_counts_if_it_came_in_before(self, database: Database, clock: Clock) -> None:
        competition, lodge, _ = await started(database)
        await add_sheet(database, competition, SheetKey("golf", lodge.id, None, 1), [4] * 18)
        clock.advance(60)
        for name in ("Ann", "Bo"):
            await record(database, competition, name, PUNCH)
        ids = [await player_id(database, competition, name) for name in ("Ann", "Bo")]

        forfeits = ejections_of(await load(database, competition)).players
        assert [("golf" in forfeits[id_].forfeits) for id_ in ids] == [False, False]

    async def test_holdem_counts_for_whoever_is_in_the_order(self, database: Database) -> None:
        competition, _, _ = await started(database)
        for name in ("Ann", "Bo"):
            await record(database, competition, name, PUNCH)
        ann, bo = [await player_id(database, competition, name) for name in ("Ann", "Bo")]
        await add_sheet(database, competition, SheetKey("holdem", None, None, 1), {"out": [ann], "late": []})

        players = ejections_of(await load(database, competition)).players
        assert players[ann].forfeits == EVENTS[:5]
        assert players[bo].forfeits == EVENTS

    async def test_a_withdrawn_team_is_out_without_blame(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        async with sqlite_database.transaction() as tx:
            await tx.connection.execute(
                update(tables.team).where(tables.team.c.id == lodge.id).values(status="withdrawn")
            )

        snapshot = await load(sqlite_database, competition)

        assert ejections_of(snapshot).teams[lodge.id].forfeits == EVENTS
        assert ejections_of(snapshot).players == {}
        with pytest.raises(RuleError) as refusal:
            require_takes_part(snapshot, SheetKey("golf", lodge.id, None, 1))
        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 has withdrawn and takes no part any more; what was scored before stands. "
            + PLAYED_BEFORE
        )

    async def test_new_sheets_are_refused_but_not_corrections_or_the_event_of_the_offence(
        self, sqlite_database: Database
    ) -> None:
        competition, lodge, _ = await started(sqlite_database)
        ann = await player_id(sqlite_database, competition, "Ann")
        scored = SheetKey("bags", lodge.id, ann, 1)
        await add_sheet(sqlite_database, competition, scored, 20)
        await record(sqlite_database, competition, "Ann", PUNCH, event="bowling")
        snapshot = await load(sqlite_database, competition)

        require_takes_part(snapshot, scored)
        require_takes_part(snapshot, SheetKey("bowling", lodge.id, ann, 1))
        require_takes_part(snapshot, SheetKey("golf", lodge.id, None, 1))
        require_takes_part(snapshot, SheetKey("holdem", None, None, 1))
        with pytest.raises(RuleError) as refusal:
            require_takes_part(snapshot, SheetKey("bags", lodge.id, ann, 2))

        assert refusal.value.sentence == (
            "\u2068Ann\u2069 was ejected and takes no part any more; what was scored before stands. " + PLAYED_BEFORE
        )

    async def test_an_ejected_teams_sheets_are_refused(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        for name in ("Ann", "Ann", "Bo"):
            await record(sqlite_database, competition, name)
        await decide(sqlite_database, competition, "Lodge", Decision.CONFIRMED)
        cy = await player_id(sqlite_database, competition, "Cy")

        with pytest.raises(RuleError) as refusal:
            require_takes_part(await load(sqlite_database, competition), SheetKey("bags", lodge.id, cy, 1))

        assert refusal.value.sentence == (
            "\u2068Lodge\u2069 was ejected and takes no part any more; what was scored before stands. " + PLAYED_BEFORE
        )


class TestHistory:
    async def test_staff_see_it_by_team_and_player(self, database: Database) -> None:
        competition, _, _ = await started(database)
        for name in ("Ann", "Kim"):
            await record(database, competition, name, note="**bold**")

        async def show(**options: str) -> History:
            async with database.reading() as tx:
                return await conduct_history.show_history(tx, facilitator(), str(competition.id), **options)

        assert [entry.player.name for entry in (await show()).entries] == ["Ann", "Kim"]
        assert [entry.player.name for entry in (await show(team="Aces")).entries] == ["Kim"]
        assert [entry.player.name for entry in (await show(player="Ann")).entries] == ["Ann"]
        shown = history_texts.shown(await show(player="Ann"))
        assert "Leads to: warning." in shown
        assert "Note: \u2068\\*\\*bold\\*\\*\u2069" in shown
        assert history_texts.shown(await show(player="Bo")) == "Nothing is recorded in \u2068Games\u2069 that fits."

    async def test_nobody_else_does(self, sqlite_database: Database) -> None:
        competition, lodge, _ = await started(sqlite_database)
        for by in (captain(lodge), stranger()):
            with pytest.raises(NotAllowed):
                async with sqlite_database.reading() as tx:
                    await conduct_history.show_history(tx, by, str(competition.id))

    async def test_decisions_and_lifting_are_in_it(self, sqlite_database: Database) -> None:
        competition, _, _ = await started(sqlite_database)
        for name in ("Ann", "Ann", "Bo"):
            last = await record(sqlite_database, competition, name)
        await decide(sqlite_database, competition, "Lodge", Decision.DECLINED)
        await lift(sqlite_database, competition, last.offence.id, "not him")

        async with sqlite_database.reading() as tx:
            shown = history_texts.shown(await conduct_history.show_history(tx, director(), str(competition.id)))
            offered = await conduct_history.name_standing(tx, director(), str(competition.id))

        assert "Team ejection declined by <@101>" in shown
        assert "Lifted by <@101>" in shown
        assert "\u2068not him\u2069" in shown
        assert [value for _, value in offered] == [f"#{last.offence.id - 1}", f"#{last.offence.id - 2}"]
        assert offered[0][0] == f"#{last.offence.id - 1} Ann (Lodge): trash talk"


async def test_two_competitions_never_mix(sqlite_database: Database) -> None:
    competition, _, _ = await started(sqlite_database)
    other = await create_competition(sqlite_database, name="Other", state=State.REGISTRATION_OPEN)
    await register_team(sqlite_database, other, "Lodge", ["Ann", "Bo", "Cy"])
    await record(sqlite_database, competition, "Ann")

    done = await record(sqlite_database, other, "Ann")

    assert done.outcome.consequences == (Consequence.WARNING,)
    assert len((await load(sqlite_database, competition)).offences) == 1
