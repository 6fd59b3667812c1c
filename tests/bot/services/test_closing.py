"""Events close: what is missing is said, the ranking is announced and final; Friday's score is put right on Sunday."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.snapshot import Competition, DisputedRound, SheetKey
from bot.db.tables import ledger, post
from bot.services import closing, corrections, course, events, facilitators, holdem, scores, undoing
from bot.services.access import Asker
from bot.services.results import read_stroke_index
from bot.services.rounds import TypedRound
from bot.services.standings import draw_team_standings, standings_of
from bot.ui.facts.corrections import CorrectionMade, CorrectionProposed
from bot.ui.facts.events import ClosingAsked, EventClosed
from bot.ui.facts.scores import RoundDoubted
from bot.ui.message import Message
from bot.ui.pictures.values import TablePicture
from bot.ui.texts import closing as texts
from bot.ui.texts import corrections as correction_texts
from core.competition import Step
from core.errors import Conflict, NotAllowed, NotFound, RuleError, UserError
from core.scoring.ranking import show_rank
from tests.builders import (
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    create_competition,
    director,
    facilitator,
    load,
    plain,
    register_team,
    start,
    start_games,
    stranger,
    take_steps,
)

TEAMS = {"Gutter Gang": ["Ann", "Bo", "Cy"], "Łódź Lions": ["Hal", "Ina", "Jo"], "Trio": ["Ed", "Flo", "Gus"]}
CARD = " ".join("4" * 18)


async def submit(database: Database, competition: Competition, event: str, who: str, number: int, text: str) -> None:
    async with database.transaction() as tx:
        typed = TypedRound(event, who, number, text=text)
        await scores.submit_round(tx, facilitator(), str(competition.id), typed)


async def bowl(database: Database, competition: Competition, pins: dict[str, int]) -> None:
    for who, total in pins.items():
        for number in (1, 2):
            await submit(database, competition, "bowling", who, number, str(total))


EVERYBODY = {name: 100 + 10 * n for n, name in enumerate(name for players in TEAMS.values() for name in players)}


async def ask(
    database: Database, competition: Competition, event: str = "bowling", asker: Asker | None = None
) -> ClosingAsked:
    async with database.transaction() as tx:
        return await closing.preview_closing(tx, asker or director(), str(competition.id), event)


async def confirm(database: Database, competition: Competition, asked: ClosingAsked) -> EventClosed | ClosingAsked:
    async with database.transaction() as tx:
        return await closing.confirm_closing(tx, director(), str(competition.id), str(asked.draft_id))


async def close(database: Database, competition: Competition, event: str = "bowling") -> EventClosed:
    done = await confirm(database, competition, await ask(database, competition, event))
    assert isinstance(done, EventClosed)
    return done


async def reopen(
    database: Database, competition: Competition, reason: str = "a card was found", asker: Asker | None = None
) -> None:
    async with database.transaction() as tx:
        await closing.reopen_event(tx, asker or director(), str(competition.id), "bowling", reason)


async def correct(
    database: Database, competition: Competition, who: str, text: str, asker: Asker | None = None
) -> CorrectionMade:
    by = asker or director()
    async with database.transaction() as tx:
        typed = TypedRound("bowling", who, 1, text=text)
        shown = await corrections.propose_correction(tx, by, str(competition.id), typed, "misread")
    async with database.transaction() as tx:
        made = await corrections.confirm_correction(tx, by, str(competition.id), str(shown.draft_id))
    assert isinstance(made, CorrectionMade)
    return made


async def read_posts(database: Database, prefix: str) -> list[Message]:
    async with database.reading() as tx:
        statement = select(post.c.payload).where(post.c.subject.startswith(prefix)).order_by(post.c.id)
        return [Message.from_json(payload) for payload in (await tx.connection.execute(statement)).scalars()]


async def test_what_is_missing_is_named_with_what_it_counts_as(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await bowl(database, competition, {"Ann": 100, "Hal": 150})
    await submit(database, competition, "bowling", "Ed", 1, "90")
    asked = await ask(database, competition)
    assert plain(texts.asked(asked)) == (
        "**Close Bowling?**\n"
        "⚠️ **13 games are missing, and will count as 0:**\n"
        "- Bo (Gutter Gang): every game\n- Cy (Gutter Gang): every game\n"
        "- Ina (Łódź Lions): every game\n- Jo (Łódź Lions): every game\n"
        "- Ed (Trio): game 2\n- Flo (Trio): every game\n- Gus (Trio): every game\n"
        "Teams: 1 Łódź Lions, 2 Gutter Gang, 3 Trio\n"
        "Players: 1 Hal, 2 Ann, 3 Ed, ...\n"
        "The ranking is announced in <#21> and is final: afterwards only a director corrects it, and everybody reads "
        "of that."
    )
    before = standings_of(await load(database, competition))
    assert (await load(database, competition)).closed == {}
    done = await confirm(database, competition, asked)
    assert isinstance(done, EventClosed)
    snapshot = await load(database, competition)
    assert done.snapshot == snapshot
    assert list(snapshot.closed) == ["bowling"]
    assert standings_of(snapshot) == before
    async with database.reading() as tx:
        actions = (await tx.connection.execute(select(ledger.c.action).order_by(ledger.c.id.desc()))).scalars().all()
    assert actions[0] == "event close"


async def test_the_final_ranking_is_announced_with_pictures(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await bowl(database, competition, EVERYBODY)
    await close(database, competition)
    teams, players = await read_posts(database, "closing:")
    assert plain(teams.text).startswith(
        "🏁 **Games: Bowling is over.** The final ranking:\n**Bowling\\: teams**\nClosed\n```\n"
    )
    assert [(picture.title, len(picture.rows)) for picture in teams.pictures if isinstance(picture, TablePicture)] == [
        ("Bowling: teams", 3)
    ]
    assert [
        (picture.title, len(picture.rows)) for picture in players.pictures if isinstance(picture, TablePicture)
    ] == [("Bowling: players", 9)]
    assert "Gus" in players.text


async def test_what_came_in_meanwhile_is_shown_anew(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await bowl(database, competition, {"Ann": 100})
    asked = await ask(database, competition)
    await submit(database, competition, "bowling", "Hal", 1, "150")
    anew = await confirm(database, competition, asked)
    assert isinstance(anew, ClosingAsked)
    assert texts.asked(anew).startswith("Something has come in since you were asked, so please look again.\n**Close")
    assert (await load(database, competition)).closed == {}
    assert isinstance(await confirm(database, competition, anew), EventClosed)
    with pytest.raises(NotFound) as twice:
        await confirm(database, competition, anew)
    assert twice.value.sentence == (
        "This was done already, or it is older than a day; nothing was changed now. "
        "Use `/event close` again if the event is still open."
    )


async def test_once_closed_nobody_enters_or_takes_back_and_a_facilitator_corrects_nothing(
    sqlite_database: Database,
) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await bowl(sqlite_database, competition, {"Ann": 100, "Bo": 120})
    await close(sqlite_database, competition)
    chosen = str(competition.id)
    final = "Bowling is closed: its final ranking is out. A director corrects it with `/score correct`"
    with pytest.raises(RuleError) as late:
        await submit(sqlite_database, competition, "bowling", "Hal", 1, "150")
    assert late.value.sentence.startswith(final)
    with pytest.raises(RuleError) as undone:
        async with sqlite_database.transaction() as tx:
            await undoing.take_back_own(tx, facilitator(), chosen)
    assert undone.value.sentence.startswith(final)
    with pytest.raises(NotAllowed) as corrected:
        await correct(sqlite_database, competition, "Ann", "200", facilitator())
    assert corrected.value.sentence.startswith("Only a director can do this")


async def test_an_implausible_round_is_not_confirmed_once_the_event_is_closed(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await bowl(sqlite_database, competition, {"Ann": 100})
    async with sqlite_database.transaction() as tx:
        typed = TypedRound("bowling", "Bo", 1, text="299")
        doubted = await scores.submit_round(tx, facilitator(), str(competition.id), typed)
    assert isinstance(doubted, RoundDoubted)
    await close(sqlite_database, competition)
    with pytest.raises(RuleError) as late:
        async with sqlite_database.transaction() as tx:
            await scores.confirm_round(tx, facilitator(), str(competition.id), str(doubted.draft_id))
    assert late.value.sentence.startswith("Bowling is closed: its final ranking is out.")


async def test_a_wrong_friday_score_corrected_on_sunday_flows_through_everything(
    database: Database, clock: Clock
) -> None:
    competition = await start_games(database, TEAMS)
    await bowl(database, competition, EVERYBODY)
    await close(database, competition)
    clock.advance(timedelta(days=1).total_seconds())
    await submit(database, competition, "derby", "Ann", 1, "1 0 2 0 3")
    clock.advance(timedelta(days=1).total_seconds())
    before = standings_of(await load(database, competition))
    assert [row.name for row in before.events["bowling"].teams.rows] == ["Trio", "Łódź Lions", "Gutter Gang"]
    made = await correct(database, competition, "Ann", "300")
    assert made.is_announced
    after = await load(database, competition)
    assert made.snapshot == after
    standings = standings_of(after)
    assert [(show_rank(row), row.name) for row in standings.events["bowling"].teams.rows] == [
        ("1", "Trio"),
        ("2", "Gutter Gang"),
        ("3", "Łódź Lions"),
    ]
    assert [(show_rank(row), row.name) for row in standings.teams.ranking.rows] == [
        ("T1", "Gutter Gang"),
        ("T1", "Trio"),
        ("3", "Łódź Lions"),
    ]
    (notice,) = await read_posts(database, "correction:")
    assert plain(notice.text) == (
        "**Games: Bowling is corrected.**\n"
        "Ann (Gutter Gang) has 300 pins in game 1, instead of 100 pins. Reason: misread\n"
        "Bowling: teams Gutter Gang 3 → 2, Łódź Lions 2 → 3; "
        "players Ann 9 → 1, Gus 1 → 2, Flo 2 → 3, Ed 3 → 4, Jo 4 → 5, Ina 5 → 6 and 3 more.\n"
        "Overall: teams Gutter Gang 2 → T1; "
        "players Ann 8 → 1, Gus 1 → 2, Flo 2 → 3, Ed 3 → 4, Jo 4 → 5, Ina 5 → 6 and 2 more."
    )
    assert plain(draw_team_standings(after).text).replace("\\", "") == (
        "**Games: teams**\n"
        "Provisional. Home Run Derby: 17 rounds missing (Ann, Bo, Cy, ...). Closed: Bowling. "
        "To come: Bags Sure Toss, Basketball Sure Shot, Golf Scramble, Texas Hold'em\n"
        "```\n"
        "   Team           Sum Bowl Derby\n"
        "T1 Gutter Gang ▲2   3    2     1\n"
        "T1 Trio             3    1   (2)\n"
        " 3 Łódź Lions  ▼1   5    3   (2)\n"
        "```\n"
        "▲▼ since Bowling was closed. "
        "In brackets: nothing is in yet, so the last place counts for now"
    )


async def test_a_director_enters_what_was_found_after_the_end(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await bowl(database, competition, {"Ann": 100})
    await close(database, competition)
    made = await correct(database, competition, "Hal", "150")
    assert made.is_announced
    (notice,) = await read_posts(database, "correction:")
    assert "Hal (Łódź Lions) has 150 pins in game 1, instead of nothing (missing)." in plain(notice.text)


async def test_an_event_opens_again_and_closes_again(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await bowl(database, competition, {"Ann": 100})
    await close(database, competition)
    with pytest.raises(NotAllowed):
        await reopen(database, competition, asker=facilitator())
    with pytest.raises(RuleError) as why:
        await reopen(database, competition, " ")
    assert why.value.sentence == texts.REASON_MISSING
    await reopen(database, competition)
    assert (await load(database, competition)).closed == {}
    told = (await read_posts(database, "closing:"))[-1]
    assert plain(told.text) == ("**Games: Bowling is open again**, so its ranking may change. Reason: a card was found")
    await submit(database, competition, "bowling", "Hal", 1, "150")
    with pytest.raises(RuleError) as open_already:
        await reopen(database, competition)
    assert open_already.value.sentence == ("Bowling is not closed: it takes scores. There is nothing to reopen.")
    await close(database, competition)
    assert list((await load(database, competition)).closed) == ["bowling"]


async def test_who_may_close(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await bowl(sqlite_database, competition, {"Ann": 100})
    with pytest.raises(NotAllowed) as other:
        await ask(sqlite_database, competition, asker=stranger())
    assert other.value.sentence.startswith("Only a facilitator")
    with pytest.raises(NotAllowed) as unbound:
        await ask(sqlite_database, competition, asker=facilitator())
    assert unbound.value.sentence.startswith("Only the manager of Bowling can do this.")
    async with sqlite_database.transaction() as tx:
        roles = frozenset({FACILITATOR_ROLE})
        await facilitators.bind_facilitator(tx, director(), str(competition.id), "bowling", FACILITATOR_ID, roles)
    await ask(sqlite_database, competition, asker=facilitator())


async def test_cards_made_equal_after_the_closing_need_the_stroke_index_and_the_correction_says_how(
    sqlite_database: Database,
) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    for team, strokes in (("Trio", "4"), ("Gutter Gang", "5")):
        await submit(sqlite_database, competition, "golf", team, 1, " ".join([*["4"] * 17, strokes]))
    await close(sqlite_database, competition, "golf")

    async def propose(strokes: str) -> CorrectionProposed:
        async with sqlite_database.transaction() as tx:
            typed = TypedRound("golf", "Gutter Gang", 1, text=" ".join(["4"] * 17 + [strokes]))
            return await corrections.propose_correction(tx, director(), str(competition.id), typed, "misread")

    said = (
        "⚠️ Two golf cards are equal with that, and share their rank until the stroke index decides: a director uses "
        "`/event reopen`, then `/event stroke-index`, and closes golf again."
    )
    assert said not in correction_texts.proposed(await propose("6"))
    asked = await propose("4")
    assert said in correction_texts.proposed(asked)
    async with sqlite_database.transaction() as tx:
        made = await corrections.confirm_correction(tx, director(), str(competition.id), str(asked.draft_id))
    assert isinstance(made, CorrectionMade)
    assert correction_texts.made(made).endswith(said)
    assert said not in correction_texts.announced(made)


async def test_what_cannot_be_closed_is_refused_in_words(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "golf", "Trio", 1, CARD)
    async with sqlite_database.transaction() as tx:
        await holdem.put_out(tx, facilitator(), str(competition.id), "Ann")
    await bowl(sqlite_database, competition, {"Ann": 100})
    await close(sqlite_database, competition)
    async with sqlite_database.transaction() as tx:
        who = director()
        asked = await events.preview_cancelling(tx, who, str(competition.id), "derby", "rain")
        await events.confirm_cancellation(tx, who, str(competition.id), str(asked.draft_id))
    for event, kind, words in [
        ("bags", RuleError, "Nothing of Bags Sure Toss has been entered yet, so there is nothing to close."),
        ("bowling", Conflict, "Bowling was closed <t:"),
        ("derby", RuleError, "Home Run Derby is cancelled, so it takes no scores."),
        ("holdem", RuleError, "8 players are still in: Bo, Cy, Hal, Ina, Jo, Ed, Flo, Gus. Enter who went out with"),
        ("curling", NotFound, "There is no event curling."),
    ]:
        with pytest.raises(kind) as refused:
            await ask(sqlite_database, competition, event)
        assert plain(refused.value.sentence).startswith(words)
    asked = await ask(sqlite_database, competition, "golf")
    assert "⚠️ **2 cards are missing, and will count as the last rank, 3:**\n- Gutter Gang\n- Łódź Lions" in plain(
        texts.asked(asked)
    )
    await submit(sqlite_database, competition, "golf", "Gutter Gang", 1, CARD)
    with pytest.raises(RuleError) as undecided:
        await ask(sqlite_database, competition, "golf")
    assert undecided.value.sentence.startswith("Two golf cards are equal, so the stroke index decides.")


async def test_disputed_cards_keep_an_event_open(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await bowl(sqlite_database, competition, {"Ann": 100})
    before = await load(sqlite_database, competition)
    player = next(player for player in before.players.values() if player.name == "Bo")
    disputed = before.with_disputed(frozenset({DisputedRound(SheetKey("bowling", None, player.id, 1))}))
    async with sqlite_database.transaction() as tx:
        tx.snapshots.keep(disputed)
    with pytest.raises(Conflict) as refused:
        await ask(sqlite_database, competition)
    assert plain(refused.value.sentence) == (
        "The cards of Gutter Gang are disputed in Bowling. The event's manager rules on them first, then it can be "
        "closed."
    )


async def test_a_dispute_is_told_even_where_nothing_counts_yet(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    before = await load(sqlite_database, competition)
    player = next(player for player in before.players.values() if player.name == "Bo")
    async with sqlite_database.transaction() as tx:
        tx.snapshots.keep(before.with_disputed(frozenset({DisputedRound(SheetKey("bowling", None, player.id, 1))})))
    with pytest.raises(Conflict, match=r"The cards of .* are disputed in Bowling"):
        await ask(sqlite_database, competition)


async def test_what_is_final_is_not_voided_nor_decided_otherwise(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "golf", "Trio", 1, CARD)
    await close(sqlite_database, competition, "golf")
    chosen = str(competition.id)
    words = "Golf Scramble is closed: its final ranking is out. Open it again with `/event reopen` first."
    with pytest.raises(RuleError) as voided:
        async with sqlite_database.transaction() as tx:
            await events.preview_cancelling(tx, director(), chosen, "golf", "thunder")
    assert voided.value.sentence == words
    with pytest.raises(RuleError) as index:
        async with sqlite_database.transaction() as tx:
            numbers = " ".join(map(str, range(1, 19)))
            await course.set_stroke_index(tx, director(), chosen, numbers)
    assert index.value.sentence == words
    assert read_stroke_index(await load(sqlite_database, competition)) is None


async def test_nothing_closes_before_the_start_or_after_the_end(sqlite_database: Database) -> None:
    early = await create_competition(sqlite_database, name="Early")
    with pytest.raises(UserError) as not_begun:
        await ask(sqlite_database, early)
    assert not_begun.value.sentence == (
        "The competition is not running, so no event can be closed or reopened. See `/competition show`."
    )
    competition = await start_games(sqlite_database, TEAMS)
    await bowl(sqlite_database, competition, {"Ann": 100})
    await take_steps(sqlite_database, competition, Step.FINISH)
    with pytest.raises(UserError) as over:
        await ask(sqlite_database, competition)
    assert over.value.sentence == (
        "The competition is finished, so all of it is final. A director opens it with `/competition resume`."
    )


async def test_closed_events_of_another_competition_are_not_touched(sqlite_database: Database) -> None:
    one, other = await start_games(sqlite_database, TEAMS), await create_competition(sqlite_database, name="Other")
    await bowl(sqlite_database, one, {"Ann": 100})
    await close(sqlite_database, one)
    assert (await load(sqlite_database, other)).closed == {}
    asked = await ask(sqlite_database, await start_second(sqlite_database, other))
    with pytest.raises(NotFound):
        await confirm(sqlite_database, one, asked)


async def start_second(database: Database, competition: Competition) -> Competition:
    for name, players in TEAMS.items():
        await register_team(database, competition, name, players)
    started = await start(database, competition)
    await bowl(database, started, {"Ann": 100})
    return started
