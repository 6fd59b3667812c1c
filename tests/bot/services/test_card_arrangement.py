"""Lanes and pairs: what a director types, what is understood, and what follows for cards that are under way."""

import pytest

from bot.db.cards import load_cards
from bot.db.engine import Database
from bot.posts.outbox import load_about
from bot.services import card_arrangement, card_writing, competition, scores
from bot.services.access import Asker
from bot.services.cards import list_disputed
from bot.services.rounds import TypedRound
from bot.services.withdrawing import withdraw_team
from bot.ui.facts.cards import Arrangement, ArrangementPreview, ArrangementUnread, CardWritten
from bot.ui.texts import card_arrangement as texts
from core.competition import State, Step
from core.errors import NotAllowed, NotFound, RuleError
from tests.bot.services.keepers import GANG, Games, bowl, play
from tests.builders import (
    captain,
    create_competition,
    director,
    facilitator,
    register_teams,
    start,
    stranger,
)


async def preview(games: Games, text: str, event: str = "bowling") -> ArrangementPreview | ArrangementUnread:
    async with games.database.transaction() as tx:
        return await card_arrangement.preview_arrangement(tx, director(), games.chosen, event, text)


async def confirm(games: Games, shown: ArrangementPreview) -> Arrangement | ArrangementPreview:
    async with games.database.transaction() as tx:
        return await card_arrangement.confirm_arrangement(tx, director(), games.chosen, str(shown.draft_id))


async def propose(games: Games, event: str) -> tuple[str, str]:
    async with games.database.reading() as tx:
        form = await card_arrangement.open_arrangement(tx, director(), games.chosen, event)
    return form.text, form.source


async def list_keepers(games: Games, event: str = "bowling") -> list[tuple[int, int, int | None]]:
    async with games.database.reading() as tx:
        cards = await load_cards(tx.connection, games.competition.id, event)
    return [(card.place, card.team_id, card.second_keeper_id) for card in cards]


async def test_lanes_are_shown_before_they_hold_and_captains_are_told(database: Database) -> None:
    games = await play(database)
    assert await propose(games, "bowling") == (
        "Gutter Gang\n**Bold** @everyone\n東京 Lions",
        "In the order of registration: change it",
    )
    shown = await preview(games, "東京 lions\n\n  gutter  gang\n")
    assert isinstance(shown, ArrangementPreview)
    assert texts.previewed(shown) == (
        "**Bowling: is this right?** Nothing is changed yet.\n"
        "Lane 1: \u2068東京 Lions\u2069, also kept by \u2068Gutter Gang\u2069\n"
        "Lane 2: \u2068Gutter Gang\u2069, also kept by the event manager\n"
        "⚠️ Not named, so nobody keeps their cards: \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069."
    )
    assert await list_keepers(games) == []
    done = await confirm(games, shown)
    assert isinstance(done, Arrangement)
    assert texts.arranged(done) == "Done: 2 teams in Bowling. The captains are told who keeps which card."
    assert await list_keepers(games) == [(1, games.lions.id, games.gang.id), (2, games.gang.id, None)]
    async with database.reading() as tx:
        posts = await load_about(tx.connection, games.competition.id, "cards:")
    assert [post.payload["text"] for post in posts if post.payload] == [
        "Lane 1: \u2068東京 Lions\u2069, also kept by \u2068Gutter Gang\u2069\n"
        "Lane 2: \u2068Gutter Gang\u2069, also kept by the event manager",
        f"<@{games.lions.captain_id}> <@{games.gang.captain_id}>\n"
        "**Bowling**: you see above where you play. Keep your own card and that of the team to your left. Enter them "
        "with `/card enter`. Scores count once both keepers wrote the same; one difference holds the whole card.",
    ]
    with pytest.raises(NotFound) as stale:
        await confirm(games, shown)
    assert stale.value.sentence == (
        "This was done already, or it is older than a day; nothing was changed now. "
        "`/card show` shows what holds; enter it again if it is wrong."
    )


async def test_faults_are_shown_line_by_line_and_what_was_typed_is_kept(sqlite_database: Database) -> None:
    games = await play(sqlite_database)
    text = "Gutter Gong\n東京 Lions\ngutter gang\n東京 lions"
    shown = await preview(games, text)
    assert isinstance(shown, ArrangementUnread)
    assert texts.unread(shown) == (
        "Nothing was changed. What you typed is kept: press **Mend it**.\n"
        "Line 1: There is no team \u2068Gutter Gong\u2069 in this competition. Did you mean \u2068Gutter Gang\u2069?\n"
        "Line 4: \u2068東京 Lions\u2069 stands there twice. Leave one of the lines out."
    )
    async with sqlite_database.reading() as tx:
        form = await card_arrangement.reopen_arrangement(tx, director(), games.chosen, str(shown.draft_id))
        with pytest.raises(NotFound):
            await card_arrangement.reopen_arrangement(tx, director(), games.chosen, "1")
        with pytest.raises(NotAllowed):
            await card_arrangement.reopen_arrangement(tx, facilitator(), games.chosen, str(shown.draft_id))
    assert form.text == text
    with pytest.raises(NotFound):
        async with sqlite_database.transaction() as tx:
            await card_arrangement.confirm_arrangement(tx, director(), games.chosen, str(shown.draft_id))
    empty = await preview(games, " \n ")
    assert isinstance(empty, ArrangementUnread)
    assert empty.faults == ("No team is named. Type the teams, then send it.",)


class TestPairs:
    async def test_they_follow_the_overall_standings(self, sqlite_database: Database) -> None:
        """G118; rulings 54, 55."""
        games = await play(sqlite_database)
        for name, pins in (("Hal", "200"), ("Ed", "150"), ("Ann", "100")):
            async with sqlite_database.transaction() as tx:
                await scores.submit_round(tx, facilitator(), games.chosen, TypedRound("bowling", name, 1, text=pins))
        assert await propose(games, "golf") == (
            "東京 Lions, **Bold** @everyone\nGutter Gang",
            "By overall rank now: 1 with 2, 3 with 4",
        )

    async def test_they_are_drawn_while_nothing_counts_and_the_draw_stays(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        first, source = await propose(games, "golf")
        assert source == "Drawn, since no event counts yet"
        assert sorted(first.replace("\n", ", ").split(", ")) == sorted(team.name for team in games.teams)
        assert await propose(games, "golf") == (first, source)

    async def test_what_stands_is_proposed_again(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        await games.arrange("golf", "東京 Lions\nGutter Gang, **Bold** @everyone")
        assert await propose(games, "golf") == ("東京 Lions\nGutter Gang, **Bold** @everyone", "As it stands now")
        async with sqlite_database.reading() as tx:
            *_, told = await load_about(tx.connection, games.competition.id, "cards:golf")
        assert told.payload is not None
        assert told.payload["text"].endswith(
            "Keep your own card and that of the team on your hole. Alone on your hole, keep your own: the event "
            "manager keeps it, too. Enter them with `/card enter`. Scores count once both keepers wrote the same; one "
            "difference holds the whole card."
        )
        assert await list_keepers(games, "golf") == [
            (1, games.lions.id, None),
            (2, games.gang.id, games.bold.id),
            (2, games.bold.id, games.gang.id),
        ]

    async def test_names_that_hold_commas(self, sqlite_database: Database) -> None:
        opened = await create_competition(sqlite_database)
        teams = await register_teams(sqlite_database, opened, ["Rock, Paper", "Scissors, Inc", "Solo", "x" * 80])
        games = Games(sqlite_database, await start(sqlite_database, opened), teams[:3])
        shown = await preview(games, f"Rock, Paper, Scissors, Inc\nSolo, {'x' * 80}", "golf")
        assert isinstance(shown, ArrangementPreview)
        assert [(k.place, k.team.name[:5]) for k in shown.keepings] == [
            (1, "Rock,"),
            (1, "Sciss"),
            (2, "Solo"),
            (2, "xxxxx"),
        ]
        assert "Hole 1: \u2068Rock, Paper\u2069, also kept by \u2068Scissors, Inc\u2069" in texts.previewed(shown)

    async def test_three_on_a_hole(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        shown = await preview(games, "Gutter Gang, **Bold** @everyone, 東京 Lions", "golf")
        assert isinstance(shown, ArrangementUnread)
        assert shown.faults[0].startswith("Line 1: There is no team \u2068\\*\\*Bold\\*\\* @\u200beveryone, 東京 Lions")


class TestCardsUnderWay:
    async def test_cards_whose_keepers_stay_are_kept_and_others_set_aside_after_a_warning(
        self, database: Database
    ) -> None:
        games = await bowl(database)
        await games.write(captain(games.gang), games.gang, GANG)
        await games.write(captain(games.bold), games.gang, GANG.replace("120", "12"), "second")
        await games.write(captain(games.bold), games.bold, "Ed: 1 2\nFlo: 3 4\nGus: 5 6")
        shown = await preview(games, "東京 Lions\nGutter Gang\n**Bold** @everyone")
        assert isinstance(shown, ArrangementPreview)
        assert texts.previewed(shown).endswith(
            "⚠️ Somebody wrote on the cards of \u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069. Their keepers change, so "
            "that is set aside and both write anew. What counts already stays."
        )
        await confirm(games, shown)
        assert await list_keepers(games) == [
            (1, games.lions.id, games.gang.id),
            (2, games.gang.id, games.bold.id),
            (3, games.bold.id, None),
        ]
        assert list_disputed(await games.load(), "bowling") == (games.gang,)
        assert (await games.see(director(), games.bold)).view.written == {}
        shown = await preview(games, "Gutter Gang\n東京 Lions\n**Bold** @everyone")
        assert isinstance(shown, ArrangementPreview)
        await confirm(games, shown)
        assert list_disputed(await games.load(), "bowling") == ()

    async def test_it_asks_again_if_somebody_wrote_meanwhile(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        shown = await preview(games, "東京 Lions\n**Bold** @everyone\nGutter Gang")
        assert isinstance(shown, ArrangementPreview)
        await games.write(captain(games.gang), games.gang, GANG)
        again = await confirm(games, shown)
        assert isinstance(again, ArrangementPreview)
        assert again.set_aside == (games.gang,)
        assert isinstance(await confirm(games, again), Arrangement)

    async def test_what_counts_stays_when_its_keepers_change(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        await games.write(captain(games.gang), games.gang, GANG)
        await games.write(captain(games.bold), games.gang, GANG, "second")
        await games.arrange(text="東京 Lions\n**Bold** @everyone\nGutter Gang")
        assert await games.points("Ann") == [120, 131]

    async def test_an_old_form_writes_nothing_on_a_card_that_was_set_aside(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        old = await games.card_id(games.gang)
        await games.arrange(text="東京 Lions\n**Bold** @everyone\nGutter Gang")
        assert await games.card_id(games.gang) != old
        async with sqlite_database.transaction() as tx:
            with pytest.raises(NotFound):
                await card_writing.write_card(tx, captain(games.gang), games.chosen, old, "own", GANG)


class TestRefusals:
    async def test_only_directors_arrange(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        for who in (captain(games.gang), facilitator(), stranger()):
            async with sqlite_database.transaction() as tx:
                with pytest.raises(NotAllowed, match="Only a director can do this"):
                    await card_arrangement.preview_arrangement(tx, who, games.chosen, "bowling", "Gutter Gang")
                with pytest.raises(NotAllowed):
                    await card_arrangement.confirm_arrangement(tx, who, games.chosen, "1")
                with pytest.raises(NotAllowed):
                    await card_arrangement.open_arrangement(tx, who, games.chosen, "golf")
                with pytest.raises(NotAllowed):
                    await card_arrangement.set_scoring(tx, who, games.chosen, "golf", True)

    async def test_a_team_that_is_out(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        shown = await preview(games, "Gutter Gang\n東京 Lions")
        assert isinstance(shown, ArrangementPreview)
        async with sqlite_database.transaction() as tx:
            await withdraw_team(tx, captain(games.gang), games.chosen, games.gang.name, "confirmed")
        with pytest.raises(RuleError) as changed:
            await confirm(games, shown)
        assert changed.value.sentence == (
            "A team of this arrangement takes no part any more, so nothing was changed. Please enter it again."
        )
        refused = await preview(games, "Gutter Gang")
        assert isinstance(refused, ArrangementUnread)
        assert refused.faults == ("Line 1: \u2068Gutter Gang\u2069 takes no part in Bowling. Leave it out.",)

    async def test_while_nothing_can_be_played(self, sqlite_database: Database) -> None:
        draft = await create_competition(sqlite_database, state=State.DRAFT)
        async with sqlite_database.transaction() as tx:
            with pytest.raises(RuleError) as refused:
                await card_arrangement.preview_arrangement(tx, director(), str(draft.id), "bowling", "Gutter Gang")
        assert refused.value.sentence == (
            "The competition is draft, so nobody keeps cards in it. See `/competition show`."
        )

    async def test_a_dodgeball_tournament_has_no_lanes(self, sqlite_database: Database) -> None:
        matches = await create_competition(sqlite_database, "dodgeball", "Dodge")
        async with sqlite_database.transaction() as tx:
            with pytest.raises(RuleError, match="dodgeball"):
                await card_arrangement.preview_arrangement(tx, director(), str(matches.id), "bowling", "A")
            with pytest.raises(RuleError, match="dodgeball"):
                await card_arrangement.show_arrangement(tx, stranger(), str(matches.id), "bowling")


class TestShowing:
    async def test_everybody_sees_who_keeps_what_and_keepers_how_far_it_is(self, sqlite_database: Database) -> None:
        games = await bowl(sqlite_database)
        done = await games.write(captain(games.gang), games.gang, GANG)
        assert isinstance(done, CardWritten)
        bold = "\u2068\\*\\*Bold\\*\\* @\u200beveryone\u2069"

        async def show(who: Asker) -> str:
            async with sqlite_database.reading() as tx:
                found = await card_arrangement.show_arrangement(tx, who, games.chosen, "bowling")
            return texts.shown(found)

        assert await show(stranger()) == (
            "**Bowling: who keeps which card**\n"
            f"Lane 1: \u2068Gutter Gang\u2069, also kept by {bold}\n"
            f"Lane 2: {bold}, also kept by \u2068東京 Lions\u2069\n"
            "Lane 3: \u2068東京 Lions\u2069, also kept by the event manager"
        )
        assert await show(captain(games.gang)) == (
            "**Bowling: who keeps which card**\n"
            f"Lane 1: \u2068Gutter Gang\u2069, also kept by {bold}: waits for {bold} (8 games)\n"
            f"Lane 2: {bold}, also kept by \u2068東京 Lions\u2069\n"
            "Lane 3: \u2068東京 Lions\u2069, also kept by the event manager"
        )
        assert (await show(facilitator())).count("nothing written yet") == 2

    async def test_before_anything_is_arranged_and_with_machines(self, sqlite_database: Database) -> None:
        games = await play(sqlite_database)
        async with sqlite_database.transaction() as tx:
            done = await card_arrangement.set_scoring(tx, director(), games.chosen, "golf", True)
        assert texts.scoring_set(done) == (
            "Machines score Golf Scramble from now on: teams enter nothing. Staff use `/score golf`."
        )
        async with sqlite_database.reading() as tx:
            found = await card_arrangement.show_arrangement(tx, stranger(), games.chosen, "golf")
        assert texts.shown(found) == (
            "**Golf Scramble: who keeps which card**\nMachines keep the score: teams enter nothing.\n"
            "Nobody has said yet. A director enters it with `/card pairs`."
        )

    async def test_many_teams_are_told_on_several_pages(self, sqlite_database: Database) -> None:
        opened = await create_competition(sqlite_database)
        names = [f"{'*' * 60} {number}" for number in range(14)]
        teams = await register_teams(sqlite_database, opened, names)
        games = Games(sqlite_database, opened, teams[:3])
        await games.arrange(text="\n".join(names))
        async with sqlite_database.reading() as tx:
            posts = await load_about(tx.connection, opened.id, "cards:")
        texts_posted = [post.payload["text"] for post in posts if post.payload]
        assert all(len(text) <= 2000 for text in texts_posted)
        assert "\n".join(texts_posted).count("Lane ") == 14


async def test_a_finished_competition_takes_no_cards(sqlite_database: Database) -> None:
    games = await bowl(sqlite_database)
    await competition_step(games, Step.CANCEL)
    with pytest.raises(RuleError) as refused:
        await games.write(captain(games.gang), games.gang, GANG)
    assert refused.value.sentence == "The competition is cancelled, so no scores are taken any more."


async def competition_step(games: Games, step: Step) -> None:
    async with games.database.transaction() as tx:
        await competition.step_competition(tx, director(), games.chosen, step)
