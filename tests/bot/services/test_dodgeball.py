"""Dodgeball: the draw, results, corrections, and what is announced."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.db.competitions import get_competition, load_snapshot
from bot.db.drafts import DraftPurpose
from bot.db.engine import Database
from bot.db.snapshot import Competition, Snapshot, Team, TeamStatus
from bot.db.tables import post
from bot.services import conduct, dodgeball, drawing, ending, match_corrections
from bot.services.bracket import build_from, draw_bracket_message
from bot.services.desk_matches import view_match
from bot.services.desk_message import draw_desk
from bot.services.match_corrections import MatchCorrectionAsked
from bot.ui.bracket_view import team_id_of
from bot.ui.facts.ending import Ended
from bot.ui.match_view import view_match as show_match
from bot.ui.names import for_prose
from bot.ui.pictures import BracketPicture
from bot.ui.texts import conduct as conduct_texts
from bot.ui.texts import dodgeball as texts
from bot.ui.texts import drawing as drawing_texts
from bot.ui.texts import ending as ending_texts
from bot.ui.texts import match_corrections as correction_texts
from bot.ui.texts.drafts import is_gone
from bot.ui.times import show_moment
from core.competition import State, Step
from core.conduct import Decision, OffenceKind
from core.draw import shuffle
from core.errors import NotAllowed, NotFound, RuleError
from core.scoring.bracket import Match, get_match
from tests.bot.services.offences import decide, record
from tests.builders import (
    create_competition,
    director,
    facilitator,
    register_team,
    stranger,
    take_steps,
)

NAMES = ["**Bold**", "@everyone", "Łódź", "東京"]


async def start(database: Database, names: list[str] = NAMES) -> Competition:
    """A dodgeball tournament that has started, with its bracket drawn."""
    competition = await create_competition(database, "dodgeball", "Ten Ugly")
    for name in names:
        await register_team(database, competition, name)
    return await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)


async def load(database: Database, competition: Competition) -> Snapshot:
    async with database.reading() as tx:
        return await load_snapshot(tx.connection, await get_competition(tx.connection, competition.id))


async def submit(database: Database, competition: Competition, match: Match, *games: str) -> dodgeball.MatchDone:
    async with database.transaction() as tx:
        padded = (*games, None, None)[:3]
        return await dodgeball.submit_match(tx, facilitator(), str(competition.id), f"#{match.id}", padded)


async def notices(database: Database) -> list[str]:
    async with database.reading() as tx:
        rows = await tx.connection.execute(select(post).where(~post.c.is_live).order_by(post.c.id))
        found = [row.payload for row in rows if not row.subject.startswith(("opened:", "started:"))]
        return [payload["text"] for payload in found]


async def test_starting_draws_the_seeds_so_that_anybody_can_check(database: Database) -> None:
    competition = await start(database)
    snapshot = await load(database, competition)
    text, unpaid = await notices(database)
    assert unpaid.startswith("⚠️ The fee is not recorded for \u2068\\*\\*Bold")
    seed = text.split("with the seed \u2068")[1].split("\u2069")[0].replace("\\", "")
    assert shuffle(seed, list(snapshot.teams)) == snapshot.seeds
    assert "\\*\\*Bold\\*\\*" in text
    assert "@everyone" not in text


async def test_results_lead_to_a_champion_and_each_is_announced(database: Database) -> None:
    competition = await start(database)
    while True:
        bracket = build_from(await load(database, competition))
        if not bracket.ready:
            break
        match = bracket.ready[0]
        first, second = match.pair or ("", "")
        done = await submit(database, competition, match, first, second, first)
        assert done.match.winner == first
    snapshot = await load(database, competition)
    assert len(snapshot.results) == 3
    champion = snapshot.teams[team_id_of(build_from(snapshot).champion or "")].name
    announced = [text for text in await notices(database) if "fee is not recorded" not in text]
    assert len(announced) == 4
    assert "wins \u2068Ten Ugly\u2069!" in announced[-1]
    assert champion in draw_bracket_message(snapshot).text.replace("\u200b", "")


async def test_the_next_match_is_announced_to_its_two_captains_only(database: Database) -> None:
    competition = await start(database)
    first, second = build_from(await load(database, competition)).ready
    await submit(database, competition, first, *[first.pair[0]] * 2 if first.pair else "")
    await submit(database, competition, second, *[second.pair[0]] * 2 if second.pair else "")
    async with database.reading() as tx:
        payloads = (await tx.connection.execute(select(post.c.payload).order_by(post.c.id.desc()))).scalars().all()
    last = next(payload for payload in payloads if payload)
    snapshot = await load(database, competition)
    finalists = {snapshot.teams[team_id_of(m.pair[0])].captain_id for m in (first, second) if m.pair}
    assert set(last["users"]) == finalists


async def test_a_kept_snapshot_is_what_the_database_holds(database: Database) -> None:
    competition = await start(database)
    match = build_from(await load(database, competition)).ready[0]
    assert match.pair is not None
    done = await submit(database, competition, match, match.pair[1], match.pair[1])
    loaded = await load(database, competition)
    assert replace(done.snapshot, competition=loaded.competition) == loaded
    async with database.reading() as tx:
        assert tx.snapshots.find(competition.id, loaded.competition.revision) == loaded


async def ask(
    database: Database, competition: Competition, match_id: str, games: dodgeball.Games, reason: str
) -> MatchCorrectionAsked:
    async with database.transaction() as tx:
        chosen = str(competition.id)
        return await match_corrections.preview_correction(tx, director(), chosen, match_id, games, reason)


async def confirm(
    database: Database, competition: Competition, asked: MatchCorrectionAsked
) -> dodgeball.MatchDone | MatchCorrectionAsked:
    async with database.transaction() as tx:
        chosen, draft_id = str(competition.id), str(asked.draft_id)
        return await match_corrections.confirm_correction(tx, director(), chosen, draft_id)


async def correct(
    database: Database, competition: Competition, match_id: str, games: dodgeball.Games, reason: str
) -> None:
    asked = await ask(database, competition, match_id, games, reason)
    assert isinstance(await confirm(database, competition, asked), dodgeball.MatchDone)


async def test_what_was_drawn_from_a_match_is_shown_before_it_is_corrected(database: Database) -> None:
    competition = await start(database)
    match, other = build_from(await load(database, competition)).ready
    assert match.pair is not None
    assert other.pair is not None
    first, second = match.pair
    await submit(database, competition, match, first, first)
    await submit(database, competition, other, other.pair[0], other.pair[0])
    before = await load(database, competition)
    asked = await ask(database, competition, f"#{match.id}", (second, first, second), "wrong sheet")
    assert await load(database, competition) == before
    names = {key: for_prose(before.teams[team_id_of(key)].name) for key in (first, second)}
    lines = correction_texts.asked(asked).splitlines()
    assert lines[0].startswith("**Correct Semi-final")
    assert lines[0].endswith("?** Nothing has changed yet.")
    assert lines[1].startswith(f"Now: {names[first]} won 2-0, entered by <@102> <t:")
    assert lines[2:] == [
        f"Then: **{names[second]} won 2-1**.",
        f"Final: {names[second]} instead of {names[first]}; it was ready, and its captains are called again.",
        "It is announced as corrected.",
    ]
    await correct(database, competition, f"#{match.id}", (first, second, first), "a game was missing")
    other_order = await ask(database, competition, f"#{match.id}", (second, first, first), "wrong order")
    lines = correction_texts.asked(other_order).splitlines()
    assert lines[1].startswith(
        f"Now: {names[first]} won 2-1 (games: {names[first]}, {names[second]}, {names[first]}), entered by "
    )
    assert lines[2] == (f"Then: **{names[first]} won 2-1** (games: {names[second]}, {names[first]}, {names[first]}).")
    asked = await ask(database, competition, f"#{match.id}", (second, first, second), "wrong sheet")
    mine = await ask(database, competition, f"#{match.id}", (second, second, None), "wrong sheet")
    await confirm(database, competition, asked)
    anew = await confirm(database, competition, mine)
    assert isinstance(anew, MatchCorrectionAsked)
    assert correction_texts.asked(anew).startswith(
        "Somebody has changed it since you were asked, so please look again.\n**Correct"
    )
    await confirm(database, competition, anew)
    assert len((await load(database, competition)).results[0].games) == 2
    with pytest.raises(RuleError) as same:
        await ask(database, competition, f"#{match.id}", (second, second, None), "again")
    assert "has this result already, so nothing would change." in same.value.sentence
    with pytest.raises(RuleError) as why:
        await ask(database, competition, f"#{match.id}", (first, first, None), " ")
    assert why.value.sentence == "A correction needs a reason: fill in the option `reason`."
    with pytest.raises(NotFound) as twice:
        await confirm(database, competition, anew)
    assert twice.value.sentence == is_gone(DraftPurpose.MATCH_CORRECTION)


async def test_a_result_becomes_a_forfeit_and_a_forfeit_a_result(sqlite_database: Database) -> None:
    competition = await start(sqlite_database)
    (match, *_) = build_from(await load(sqlite_database, competition)).ready
    first, second = match.pair or ("", "")
    await submit(sqlite_database, competition, match, first, first)

    async def propose(games: tuple[str | None, str | None, str | None], absent: str | None) -> MatchCorrectionAsked:
        async with sqlite_database.transaction() as tx:
            return await match_corrections.preview_correction(
                tx, director(), str(competition.id), match.id, games, "they left", absent
            )

    ways = [((None, None, None), first, second, "forfeit"), ((None, None, None), "both", None, "double_forfeit")]
    for games, absent, winner, how in [*ways, ((first, first, None), None, first, "played")]:
        asked = await propose(games, absent)
        assert isinstance(await confirm(sqlite_database, competition, asked), dodgeball.MatchDone)
        now = get_match(build_from(await load(sqlite_database, competition)), match.id)
        assert (now.winner, now.how) == (winner, how)
        if absent == "both":
            assert "\nThen: **both forfeited**." in correction_texts.asked(asked)
    wrong = [((None, None, None), None), ((first, None, None), None), ((first, first, None), first)]
    for games, absent in wrong:
        with pytest.raises(RuleError) as refused:
            await propose(games, absent)
        assert refused.value.sentence == (
            "Say what the result should be: who won `game1` and `game2` (and `game3` after 1-1), or in `absent` alone "
            "who forfeits."
        )


async def test_a_correction_reaches_the_next_match(database: Database) -> None:
    competition = await start(database)
    match = build_from(await load(database, competition)).ready[0]
    assert match.pair is not None
    first, second = match.pair
    await submit(database, competition, match, first, first)
    await correct(database, competition, f"#{match.id}", (second, first, second), "wrong sheet")
    snapshot = await load(database, competition)
    assert len(snapshot.results) == 1
    assert snapshot.results[0].reason == "wrong sheet"
    assert build_from(snapshot).matches[2].teams[0] == second or build_from(snapshot).matches[2].teams[1] == second
    assert (await notices(database))[-1].startswith("**Corrected result: Semi-final")


async def test_corrections_are_for_directors(sqlite_database: Database) -> None:
    competition = str((await start(sqlite_database)).id)
    for who in (stranger(), facilitator()):
        for change in (
            lambda tx, who=who: match_corrections.preview_correction(
                tx, who, competition, "no match", ("x", "x", None), "why"
            ),
            lambda tx, who=who: match_corrections.undo_match(tx, who, competition, "no match", "why"),
        ):
            with pytest.raises(NotAllowed, match=r"^Only a director can do this: somebody who may manage this server"):
                async with sqlite_database.transaction() as tx:
                    await change(tx)


async def test_a_correction_is_refused_while_later_results_rest_on_it(database: Database) -> None:
    competition = await start(database)
    first, second = build_from(await load(database, competition)).ready
    assert first.pair is not None
    assert second.pair is not None
    await submit(database, competition, first, first.pair[0], first.pair[0])
    await submit(database, competition, second, second.pair[0], second.pair[0])
    final = build_from(await load(database, competition)).ready[0]
    await submit(database, competition, final, first.pair[0], first.pair[0])
    with pytest.raises(RuleError) as refused:
        await correct(database, competition, first.id, (first.pair[1], first.pair[1], None), "why")
    snapshot = await load(database, competition)
    names = [snapshot.teams[team_id_of(pair)].name for pair in final.pair or ()]
    assert refused.value.sentence.startswith(
        "Later results rest on this one. Take them back first, in this order: Final ("
    )
    assert "#" not in refused.value.sentence.replace("\\#", "")
    assert all(name.strip("*@") in refused.value.sentence.replace("\\", "").replace("\u200b", "") for name in names)
    assert len(snapshot.results) == 3


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        (("#1", "#2", None), "Neither team has won two games yet: enter every game, in order."),
        (("#1", "#1", "#2"), "The match was over after game 2: leave the games after it out."),
    ],
    ids=["nobody has two (D38)", "a third game after 2-0 (ruling 85)"],
)
async def test_impossible_games_are_refused(
    sqlite_database: Database, games: tuple[str, str, str | None], sentence: str
) -> None:
    competition = await start(sqlite_database, ["One", "Two"])
    with pytest.raises(RuleError) as refused:
        async with sqlite_database.transaction() as tx:
            await dodgeball.submit_match(tx, facilitator(), str(competition.id), "R1-1", games)
    assert refused.value.sentence == sentence
    assert (await load(sqlite_database, competition)).results == ()


async def test_refusals_say_what_to_do(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["One", "Two", "Three"])
    chosen = str(competition.id)
    cases = [
        (
            facilitator(),
            "R1-9",
            ("#1", "#1", None),
            NotFound,
            "There is no match \u2068R1-9\u2069. Ready to be played are: Semi-final: ",
        ),
        (stranger(), "R1-1", ("#1", "#1", None), NotAllowed, "Only a facilitator (the role <@&11>) or a director"),
        (facilitator(), "R2-1", ("#1", "#1", None), RuleError, "Final cannot be played yet: its teams are not known."),
    ]
    for who, match, games, kind, words in cases:
        with pytest.raises(kind) as refused:
            async with sqlite_database.transaction() as tx:
                await dodgeball.submit_match(tx, who, chosen, match, games)
        assert refused.value.sentence.startswith(words)
    with pytest.raises(RuleError) as outsider:
        async with sqlite_database.transaction() as tx:
            await dodgeball.submit_match(tx, facilitator(), chosen, "R1-1", ("Nobody", "Nobody", None))
    assert outsider.value.sentence.endswith("Choose one of these two teams from the list.")


async def test_a_double_forfeit_leaves_the_opponent_a_walkover(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["One", "Two", "Three"])
    async with sqlite_database.transaction() as tx:
        done = await dodgeball.forfeit_match(tx, facilitator(), str(competition.id), "R1-1", "both")
    assert done.match.how == "double_forfeit"
    assert done.bracket.champion is not None
    said = (await notices(sqlite_database))[-1].splitlines()
    assert said[0].endswith("both forfeited.")
    assert said[1].startswith("Final is not played. <@")
    assert said[2].endswith("wins \u2068Ten Ugly\u2069!**")


async def test_who_goes_on_after_both_forfeited_is_called(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["One", "Two", "Three", "Four", "Five"])
    snapshot = await load(sqlite_database, competition)
    async with sqlite_database.transaction() as tx:
        done = await dodgeball.forfeit_match(tx, facilitator(), str(competition.id), "R1-1", "both")
    first = snapshot.teams[snapshot.seeds[0]]
    passed = f"Semi-final 1 is not played: {for_prose(first.name)} goes on without it."
    assert texts.match_entered(snapshot, done).endswith(f" both forfeited. {passed}")
    assert (await notices(sqlite_database))[-1].splitlines()[1:] == [f"{passed} <@{first.captain_id}>"]
    assert texts.list_called(snapshot, done.following) == (first.captain_id,)


async def test_names_that_differ_at_their_end_stay_apart_in_menus_and_on_buttons(sqlite_database: Database) -> None:
    names = [f"The Extraordinarily Long-Winded Gentlemen of the Upper Lower Valley Dodgeball C{end}" for end in "AB"]
    competition = await start(sqlite_database, names)
    async with sqlite_database.reading() as tx:
        view = await view_match(tx, facilitator(), str(competition.id), "Final")
    choice = texts.match_choice(view.snapshot, view.match)
    assert len(choice) <= 100
    assert sorted(name[-2:] for name in choice.split(" v ")) == ["CA", "CB"]
    labels = [button.label for button in show_match(view).buttons]
    assert len({*labels}) == len(labels) == 7
    assert max(map(len, labels)) <= 80


async def test_nothing_is_drawn_twice_once_played_and_getaway_has_no_bracket(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["One", "Two"])
    async with sqlite_database.transaction() as tx:
        await dodgeball.submit_match(tx, facilitator(), str(competition.id), "R1-1", ("One", "one", None))
    getaway = await create_competition(sqlite_database, "getaway", "Games", state=State.REGISTRATION_OPEN)
    for chosen, sentence in (
        (competition, "Matches have been played already, so the bracket cannot be drawn again."),
        (getaway, "This competition is not a dodgeball tournament, so it has no bracket."),
    ):
        with pytest.raises(RuleError) as refused:
            async with sqlite_database.transaction() as tx:
                await drawing.draw_bracket(tx, director(), str(chosen.id))
        assert refused.value.sentence.startswith(sentence)


async def test_a_public_seed_draws_what_anybody_could_have_foretold(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    teams = [await register_team(sqlite_database, competition, name) for name in ("One", "Two", "Three", "Four")]
    await take_steps(sqlite_database, competition, Step.CLOSE_REGISTRATION)
    for seed in ("lottery 4 8 15", "**other** @everyone"):
        async with sqlite_database.transaction() as tx:
            drawn = await drawing.draw_bracket(tx, director(), str(competition.id), seed)
            if isinstance(drawn, drawing.DrawAsked):
                drawn = await drawing.confirm_draw(tx, director(), str(competition.id), str(drawn.draft_id))
        assert drawn.team_ids == shuffle(seed, [team.id for team in teams])
    told = await notices(sqlite_database)
    assert ["drawn again; this is draw 2 and replaces the earlier draw" in text for text in told] == [False, True]
    assert "@everyone" not in told[-1]
    assert all("which a director chose; anybody can check the shuffle." in text for text in told)


async def test_nothing_is_drawn_while_teams_can_still_register(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    with pytest.raises(RuleError) as refused:
        async with sqlite_database.transaction() as tx:
            await drawing.draw_bracket(tx, director(), str(competition.id))
    assert refused.value.sentence == (
        "The bracket is drawn between the end of the registration and the first match: `/competition close` ends it."
    )


async def test_the_announcement_of_sixty_four_long_names_fits_one_message(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    snapshot = await load(sqlite_database, competition)
    teams = {
        n: Team(n, f"{'*' * 75}{n}", TeamStatus.CONFIRMED, None, competition.settings.roster_lock_at)
        for n in range(1, 65)
    }
    text = drawing_texts.bracket_drawn(
        replace(snapshot, teams=teams, seeds=tuple(teams)), "x", list(teams), number=1, is_chosen=False
    )
    assert len(text) <= 2000
    assert text.endswith("with the seed \u2068x\u2069, which chance gave; anybody can check the shuffle.")


async def test_results_are_taken_back_latest_first_and_entered_anew(database: Database) -> None:
    competition = await start(database)
    chosen = str(competition.id)
    first, second = build_from(await load(database, competition)).ready
    for match in (first, second):
        await submit(database, competition, match, *[match.pair[0]] * 2 if match.pair else "")
    final = build_from(await load(database, competition)).ready[0]
    await submit(database, competition, final, *[final.pair[0]] * 2 if final.pair else "")
    with pytest.raises(RuleError) as refused:
        async with database.transaction() as tx:
            await match_corrections.undo_match(tx, director(), chosen, first.id, "wrong court")
    assert refused.value.sentence.startswith(
        "Later results rest on this one. Take them back first, in this order: Final"
    )
    with pytest.raises(NotAllowed):
        async with database.transaction() as tx:
            await match_corrections.undo_match(tx, facilitator(), chosen, final.id, "wrong court")
    for match in (final, first):
        async with database.transaction() as tx:
            await match_corrections.undo_match(tx, director(), chosen, f"#{match.id}", "wrong court")
    snapshot = await load(database, competition)
    taken_back = (await notices(database))[-1]
    assert taken_back.startswith(
        f"**Taken back: {texts.describe_match(snapshot, first)}.** Its result does not count; "
    )
    assert "; the match is open again. <@" in taken_back
    assert "\nFinal has to wait again. <@" in taken_back
    assert "Next: " not in taken_back
    assert [match.id for match in build_from(await load(database, competition)).ready] == [first.id]
    assert first.pair is not None
    done = await submit(database, competition, first, first.pair[1], first.pair[1])
    assert done.match.winner == first.pair[1]
    assert sum(text.startswith("**Taken back: ") for text in await notices(database)) == 2


async def eject(database: Database, competition: Competition, player_id: int) -> None:
    async with database.transaction() as tx:
        found = await conduct.preview_offence(
            tx, facilitator(), str(competition.id), OffenceKind.PUNCH, f"#{player_id}"
        )
    async with database.transaction() as tx:
        await conduct.record_offence(tx, facilitator(), str(competition.id), str(found.draft_id))


async def test_a_team_without_players_wins_nothing_and_staff_hear_of_it(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["Aces", "Bats"])
    snapshot = await load(sqlite_database, competition)
    aces = next(team for team in snapshot.teams.values() if team.name == "Aces")
    match = build_from(snapshot).ready[0]
    for player in snapshot.roster(aces.id):
        await eject(sqlite_database, competition, player.id)
    warned = [text for text in await notices(sqlite_database) if text.startswith("⚠️ \u2068Aces")]
    assert warned[0] == (
        "⚠️ \u2068Aces\u2069 has 3 players left to line up, and a game starts with 4. Whoever has fewer forfeits that "
        "game; for a whole match: `/match forfeit`."
    )
    assert warned[1:] == [
        warned[0].replace("3 players", "2 players"),
        warned[0].replace("3 players", "1 player"),
        "⚠️ \u2068Aces\u2069 has no player left. Enter a forfeit for its matches: `/match forfeit`.",
    ]
    for winner in match.pair or ():
        with pytest.raises(RuleError) as refused:
            await submit(sqlite_database, competition, match, winner, winner)
        assert refused.value.sentence == (
            "\u2068Aces\u2069 has no player left, so it cannot play Final: enter a forfeit with `/match forfeit`. If "
            "an ejection is wrong, a director lifts it with `/conduct lift`."
        )
    async with sqlite_database.transaction() as tx:
        done = await dodgeball.forfeit_match(tx, facilitator(), str(competition.id), f"#{match.id}", "Aces")
    assert done.match.how == "forfeit"


async def test_two_long_names_are_both_read_in_a_menu(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["W" * 80, "M" * 80])
    snapshot = await load(sqlite_database, competition)
    choice = texts.match_choice(snapshot, build_from(snapshot).ready[0])
    assert len(choice) <= 100
    assert choice.count("…") == 2
    assert "W" * 40 in choice
    assert "M" * 40 in choice


async def test_a_match_has_one_number_for_people_everywhere(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, [f"Team {letter}" for letter in "ABCDEF"])
    message = draw_bracket_message(await load(sqlite_database, competition))
    assert "R1-" not in message.text
    assert "R2-" not in message.text
    assert "    QF 1\n" in message.text
    assert "    winner of quarter-final 1" in message.text
    assert "    winner of semi-final 2" in message.text
    (picture,) = message.pictures
    assert isinstance(picture, BracketPicture)
    first, semi, final = (each.matches for each in picture.sections[0].rounds)
    assert [match.label for match in first] == ["QF 1", "QF 2"]
    assert [semi[0].sides[1].waiting_for, semi[1].sides[1].waiting_for] == [
        "winner of quarter-final 1",
        "winner of quarter-final 2",
    ]
    assert final[0].label == ""


async def test_the_desk_names_what_can_be_done(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    for name in ("Aces", "Bats"):
        await register_team(sqlite_database, competition, name)
    for steps, words in (
        ((Step.CLOSE_REGISTRATION,), "Results are taken once a director has started it with `/competition start`."),
        ((Step.START,), "A forfeit: `/match forfeit`. What you press here, only you see."),
        (
            (Step.FINISH,),
            "No results are taken now. A director goes on with `/competition resume`, then `/match correct`.",
        ),
    ):
        await take_steps(sqlite_database, competition, *steps)
        desk = draw_desk(await load(sqlite_database, competition))
        assert desk.text.endswith(words)
        assert [button.label for button in desk.buttons] == ["Match result", "Warn", "Eject", "Call the director"]


async def test_the_start_is_asked_back_with_all_that_follows(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball", "Ten Ugly")
    for name in ("Aces", "Bats"):
        await register_team(sqlite_database, competition, name)
    competition = await take_steps(sqlite_database, competition, Step.CLOSE_REGISTRATION)
    async with sqlite_database.transaction() as tx:
        asked = await ending.preview_ending(tx, director(), str(competition.id), Step.START)
    assert (await load(sqlite_database, competition)).competition.state is State.REGISTRATION_CLOSED
    settings = competition.settings
    assert ending_texts.asked(asked).split("\n") == [
        f"If you start **\u2068Ten Ugly\u2069**, whose first day is **{settings.first_day.isoformat()}**:",
        "- Match results are taken from now on.",
        "- The bracket is drawn by chance and announced; `/match draw` would draw it with a seed of yours.",
        f"- Rosters lock {show_moment(settings.roster_lock_at)}, which the start does not change; a team's also with "
        "its first match.",
        "- Whoever withdraws from now on has taken part.",
        "⚠️ The fee is not recorded for \u2068Aces\u2069, \u2068Bats\u2069. `/fee record` records it; they keep their "
        "places until then.",
        "**The start cannot be taken back.**",
        "Nothing is done until you confirm it.",
    ]
    async with sqlite_database.transaction() as tx:
        done = await ending.confirm_ending(tx, director(), str(competition.id), str(asked.draft_id))
    assert isinstance(done, Ended)
    assert ending_texts.done(done).startswith("**\u2068Ten Ugly\u2069** is now: running.")


async def test_the_first_matches_are_called_at_the_start_and_after_a_new_draw(sqlite_database: Database) -> None:
    async def list_started() -> list[tuple[str, list[int]]]:
        async with sqlite_database.reading() as tx:
            rows = await tx.connection.execute(select(post).where(~post.c.is_live).order_by(post.c.id))
            found = [row.payload for row in rows if row.subject.startswith("started:")]
        return [(payload["text"], payload["users"]) for payload in found]

    def call(snapshot: Snapshot) -> list[str]:
        pairs = [[snapshot.teams[team_id_of(key)] for key in m.pair or ()] for m in build_from(snapshot).ready]
        return [
            f"Next: Quarter-final {number}: {for_prose(one.name)} v {for_prose(two.name)} "
            f"<@{one.captain_id}> <@{two.captain_id}>"
            for number, (one, two) in enumerate(pairs, 1)
        ]

    competition = await start(sqlite_database, [*NAMES, "Five", "Six"])
    snapshot = await load(sqlite_database, competition)
    (_, nobody), (text, called) = await list_started()
    assert nobody == []
    assert text.splitlines() == call(snapshot)
    playing = [snapshot.teams[team_id_of(key)] for match in build_from(snapshot).ready for key in match.pair or ()]
    assert sorted(called) == sorted(team.captain_id or 0 for team in playing)

    async with sqlite_database.transaction() as tx:
        asked = await drawing.draw_bracket(tx, director(), str(competition.id))
    assert isinstance(asked, drawing.DrawAsked)
    async with sqlite_database.transaction() as tx:
        await drawing.confirm_draw(tx, director(), str(competition.id), str(asked.draft_id))
    assert (await list_started())[-1][0].splitlines() == call(await load(sqlite_database, competition))


async def test_a_second_result_is_refused_with_the_one_that_counts(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["One", "Two"])
    match = build_from(await load(sqlite_database, competition)).ready[0]
    done = await submit(sqlite_database, competition, match, *(match.pair or ("", ""))[:1] * 2)
    with pytest.raises(RuleError) as refused:
        await submit(sqlite_database, competition, match, *(match.pair or ("", ""))[1:] * 2)
    outcome = texts.match_entered(done.snapshot, done).removeprefix("Entered: ").rstrip(".")
    assert refused.value.sentence == (
        f"This match is decided already: Final: {outcome}. If that is wrong, a director corrects it with "
        "`/match correct`, or takes it back with `/match undo`."
    )


def test_a_bracket_too_long_for_a_message_says_where_the_rest_is() -> None:
    assert texts.bracket_cut(["all"]) == "all"
    assert texts.bracket_cut(["some", "more"]) == "some\nThe rest is in the picture; `/why` tells the way of one team."


async def test_an_ejection_speaks_of_matches_alone(sqlite_database: Database) -> None:
    competition = await start(sqlite_database, ["One", "Two"])
    snapshot = await load(sqlite_database, competition)
    one, two = (player.name for player in snapshot.roster(1)[:2])
    answers = [conduct_texts.recorded(await record(sqlite_database, competition, name)) for name in (one, one, two)]
    async with sqlite_database.reading() as tx:
        asked = conduct_texts.team_previewed(
            await conduct.preview_team_ejection(tx, director(), str(competition.id), "One")
        )
    assert "walkovers for its opponents. There is no refund, and its captain is told." in asked
    answers.append(conduct_texts.decided(await decide(sqlite_database, competition, "One", Decision.CONFIRMED)))
    assert "matches already played stand." in answers[1]
    assert answers[-1] == ("\u2068One\u2069 is ejected. Standings and pairings follow, and its captain is told.")
