"""The ejection of a whole team: it waits for a director, and what follows in the bracket."""

import pytest

from bot.db.engine import Database
from bot.db.snapshot import Competition, SheetKey, Team
from bot.services import conduct, dodgeball
from bot.services.bracket import build_from
from bot.services.ejections import ejections_of
from bot.ui.bracket_view import team_key
from bot.ui.facts.conduct import RecordedOffence
from bot.ui.names import for_prose
from bot.ui.texts import conduct as texts
from core.conduct import Consequence, Decision
from core.errors import Conflict, NotAllowed, RuleError
from tests.bot.services.offences import EVENTS, add_sheet, decide, lift, player_id, posts, record, started
from tests.builders import (
    CHANNELS,
    DIRECTOR_ROLE,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
)


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
