"""Corrections: what follows is shown before anything counts, nothing is overwritten, and the reason is kept."""

import random

import pytest
from sqlalchemy import select

from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.db.tables import draft, post, sheet
from bot.services import card_arrangement, closing, corrections, holdem, scores
from bot.services.access import Asker
from bot.services.rounds import TypedRound
from bot.services.standings import standings_of
from bot.ui.facts.cards import ArrangementPreview
from bot.ui.facts.corrections import CorrectionMade, CorrectionProposed, PlaceChange, RoundChange
from bot.ui.texts import corrections as texts
from core.competition import Step
from core.errors import NotAllowed, NotFound, RuleError, UserError
from tests.builders import (
    director,
    facilitator,
    load,
    plain,
    start_games,
    stranger,
    take_steps,
)

TEAMS = {"Gutter Gang": ["Ann", "Bo", "Cy"], "Łódź Lions": ["Hal", "Ina", "Jo"], "Trio": ["Ed", "Flo", "Gus"]}


async def submit(database: Database, competition: Competition, who: str, text: str, event: str = "bowling") -> None:
    async with database.transaction() as tx:
        await scores.submit_round(tx, facilitator(), str(competition.id), TypedRound(event, who, 1, text=text))


async def propose(
    database: Database,
    competition: Competition,
    who: str,
    text: str,
    *,
    number: int = 1,
    asker: Asker | None = None,
    reason: str = "a digit was missing",
) -> CorrectionProposed:
    async with database.transaction() as tx:
        typed = TypedRound("bowling", who, number, text=text)
        return await corrections.propose_correction(tx, asker or facilitator(), str(competition.id), typed, reason)


async def confirm(
    database: Database, competition: Competition, shown: CorrectionProposed, asker: Asker | None = None
) -> CorrectionMade | CorrectionProposed:
    async with database.transaction() as tx:
        chosen, draft_id = str(competition.id), str(shown.draft_id)
        return await corrections.confirm_correction(tx, asker or facilitator(), chosen, draft_id)


async def move(database: Database, competition: Competition, who: str, place: int | None) -> CorrectionProposed:
    async with database.transaction() as tx:
        return await corrections.propose_place(tx, facilitator(), str(competition.id), who, place, "swapped")


async def test_consequences_are_shown_before_anything_counts(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Ann", "24")
    await submit(database, competition, "Hal", "200")
    shown = await propose(database, competition, "Ann", "240")
    before = await load(database, competition)
    assert [each.value for each in before.sheets.values()] == [24, 200]
    assert [(m.name, m.before and m.before.rank, m.after and m.after.rank) for m in shown.consequences.teams] == [
        ("Gutter Gang", 4, 2),
        ("Łódź Lions", 2, 4),
    ]
    text = plain(texts.proposed(shown))
    assert text.startswith(
        "**Correct Bowling, game 1 of Ann (Gutter Gang)?** Nothing has changed yet.\n"
        "Now: 24 pins, entered by <@102> <t:"
    )
    assert "\nThen: **240 pins**.\n" in text
    assert "Overall: teams Gutter Gang 2 → 1, Łódź Lions 1 → 2; players Ann 2 → 1" in text
    made = await confirm(database, competition, shown)
    assert isinstance(made, CorrectionMade)
    assert plain(texts.made(made)) == (
        "Corrected: **Bowling**, game 1: Ann (Gutter Gang) has **240 pins**, instead of 24 pins. Total 240, place 1."
    )
    after = await load(database, competition)
    assert made.snapshot == after
    assert made.consequences == shown.consequences
    async with database.reading() as tx:
        rows = (await tx.connection.execute(select(sheet).order_by(sheet.c.id))).all()
    assert [(row.value, row.reason, row.replaces_id) for row in rows] == [
        (24, None, None),
        (200, None, None),
        (240, "a digit was missing", rows[0].id),
    ]


async def test_golf_pairs_that_were_drawn_from_the_old_ranking_are_told(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Ann", "24")
    await submit(database, competition, "Hal", "200")
    await submit(database, competition, "Ed", "100")
    before = await propose(database, competition, "Ann", "240")
    assert before.new_pairs == ()
    async with database.transaction() as tx:
        form = await card_arrangement.open_arrangement(tx, director(), str(competition.id), "golf")
        asked = await card_arrangement.preview_arrangement(tx, director(), str(competition.id), "golf", form.text)
        assert isinstance(asked, ArrangementPreview)
        await card_arrangement.confirm_arrangement(tx, director(), str(competition.id), str(asked.draft_id))
    shown = await propose(database, competition, "Ann", "240")
    assert shown.new_pairs == (("Gutter Gang", "Łódź Lions"), ("Trio",))
    assert (
        "\n⚠️ The golf pairs are drawn already and stay; the new ranking would pair "
        "Gutter Gang/Łódź Lions, Trio. A director changes them with `/card pairs`."
    ) in plain(texts.proposed(shown))
    assert (await propose(database, competition, "Ann", "25")).new_pairs == ()


async def test_what_is_shown_is_what_would_be(sqlite_database: Database) -> None:
    """Previews against standings computed once it counts."""
    competition = await start_games(sqlite_database, TEAMS)
    chance = random.Random(3)
    people = [name for players in TEAMS.values() for name in players]
    for who in people:
        await submit(sqlite_database, competition, who, str(chance.randrange(0, 200, 40)))
    for _ in range(15):
        try:
            shown = await propose(
                sqlite_database, competition, chance.choice(people), str(chance.randrange(0, 200, 40))
            )
        except RuleError:
            continue
        before = standings_of(await load(sqlite_database, competition))
        await confirm(sqlite_database, competition, shown)
        after = standings_of(await load(sqlite_database, competition))
        for old, new, moves in (
            (before.teams.ranking, after.teams.ranking, shown.consequences.teams),
            (before.players.ranking, after.players.ranking, shown.consequences.players),
        ):
            ranks = {row.name: row.rank for row in old.rows}
            assert {move.name for move in moves} == {row.name for row in new.rows if ranks[row.name] != row.rank}


async def test_a_stale_preview_is_shown_anew_and_then_counts(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Ann", "24")
    mine = await propose(database, competition, "Ann", "240")
    other = await propose(database, competition, "Ann", "204", asker=director())
    await confirm(database, competition, other, director())
    anew = await confirm(database, competition, mine)
    assert isinstance(anew, CorrectionProposed)
    assert plain(texts.proposed(anew)).startswith(
        "Something has changed since you were asked, so please look again.\n**Correct Bowling, game 1"
    )
    assert isinstance(anew.change, RoundChange)
    assert anew.change.before is not None
    assert anew.change.before.points == 204
    made = await confirm(database, competition, anew)
    assert isinstance(made, CorrectionMade)
    assert [each.value for each in (await load(database, competition)).sheets.values()] == [240]
    with pytest.raises(NotFound) as twice:
        await confirm(database, competition, anew)
    assert twice.value.sentence.startswith("This was done already, or it is older than a day")


async def test_a_ranking_that_came_out_meanwhile_is_told_before_everybody_reads_of_it(
    sqlite_database: Database,
) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "Ann", "24")
    mine = await propose(sqlite_database, competition, "Ann", "240", asker=director())
    async with sqlite_database.transaction() as tx:
        asked = await closing.preview_closing(tx, director(), str(competition.id), "bowling")
        await closing.confirm_closing(tx, director(), str(competition.id), str(asked.draft_id))
    anew = await confirm(sqlite_database, competition, mine, director())
    assert isinstance(anew, CorrectionProposed)
    text = texts.proposed(anew)
    assert text.startswith("Something has changed since you were asked, so please look again.\n**Correct Bowling")
    assert text.endswith("and its ranking announced: everybody will read of the correction.")
    assert isinstance(await confirm(sqlite_database, competition, anew, director()), CorrectionMade)


async def test_a_draft_is_its_authors_own(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "Ann", "24")
    shown = await propose(sqlite_database, competition, "Ann", "240")
    with pytest.raises(NotFound):
        await confirm(sqlite_database, competition, shown, director())
    assert isinstance(await confirm(sqlite_database, competition, shown), CorrectionMade)


REFUSED = [
    (
        "Ann",
        1,
        "24",
        "why",
        RuleError,
        "Ann has 24 pins in game 1 of Bowling already, so nothing would change.",
    ),
    ("Ann", 1, "30", " ", RuleError, "A correction needs a reason: fill in the option `reason`."),
    (
        "Ann",
        2,
        "30",
        "why",
        NotFound,
        "Ann has nothing in game 2 of Bowling yet. Enter it with `/score bowling`.",
    ),
    ("Ann", 1, "301", "why", RuleError, "301 is not a bowling game (0 to 300)."),
    ("Ann", 3, "30", "why", RuleError, "Bowling has 2 games per player; there is no game 3."),
]


@pytest.mark.parametrize(
    ("who", "number", "text", "reason", "kind", "words"), REFUSED, ids=[r[5][:40] for r in REFUSED]
)
async def test_refusals(
    sqlite_database: Database, who: str, number: int, text: str, reason: str, kind: type[UserError], words: str
) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "Ann", "24")
    with pytest.raises(kind) as refused:
        await propose(sqlite_database, competition, who, text, number=number, reason=reason)
    assert plain(refused.value.sentence).startswith(words)
    async with sqlite_database.reading() as tx:
        assert (await tx.connection.execute(select(draft))).all() == []


async def test_who_may_and_when(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "Ann", "24")
    with pytest.raises(NotAllowed) as other:
        await propose(sqlite_database, competition, "Ann", "240", asker=stranger())
    assert other.value.sentence.startswith("Only a facilitator")
    shown = await propose(sqlite_database, competition, "Ann", "240")
    await take_steps(sqlite_database, competition, Step.FINISH)
    for act in (propose(sqlite_database, competition, "Ann", "240"), confirm(sqlite_database, competition, shown)):
        with pytest.raises(NotAllowed) as over:
            await act
        assert over.value.sentence.startswith("Only a director can do this")
    shown = await propose(sqlite_database, competition, "Ann", "240", asker=director())
    made = await confirm(sqlite_database, competition, shown, director())
    assert isinstance(made, CorrectionMade)
    assert made.is_announced


async def test_a_round_that_was_never_taken_becomes_missing(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Ann", "24")
    shown = await propose(database, competition, "Ann", "Missing", reason="it was Bo's")
    assert "Then: **nothing (missing)**." in plain(texts.proposed(shown))
    await confirm(database, competition, shown)
    assert standings_of(await load(database, competition)).counted == ()
    await submit(database, competition, "Ann", "30")


async def test_an_implausible_correction_is_asked_about_in_the_preview(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    await submit(sqlite_database, competition, "Ann", "24")
    shown = await propose(sqlite_database, competition, "Ann", "299")
    assert shown.doubt is not None
    assert f"Is this right? {shown.doubt}" in plain(texts.proposed(shown))


async def test_a_player_is_moved_in_the_order_of_holdem(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    for name in ("Ann", "Bo", "Cy"):
        async with database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), str(competition.id), name)
    shown = await move(database, competition, "Ann", 7)
    assert shown.change == PlaceChange(9, 7)
    assert "\nNow: place 9, entered by <@102>" in plain(texts.proposed(shown))
    assert "\nTexas Hold'em: players Ann 9 → 7, Cy 7 → 8, Bo 8 → 9.\n" in plain(texts.proposed(shown))
    made = await confirm(database, competition, shown)
    assert isinstance(made, CorrectionMade)
    assert plain(texts.made(made)) == (
        "Corrected: **Texas Hold'em**: Ann (Gutter Gang) has **place 7**, instead of place 9."
    )
    snapshot = await load(database, competition)
    assert made.snapshot == snapshot
    (order,) = snapshot.sheets.values()
    assert [snapshot.players[id_].name for id_ in order.value["out"]] == ["Bo", "Cy", "Ann"]
    late = await confirm(database, competition, await move(database, competition, "Bo", None))
    assert isinstance(late, CorrectionMade)
    assert "has **the last rank (late)**, instead of place 9." in plain(texts.made(late))
    back = await confirm(database, competition, await move(database, competition, "Bo", 8))
    assert isinstance(back, CorrectionMade)
    (order,) = (await load(database, competition)).sheets.values()
    assert [snapshot.players[id_].name for id_ in order.value["out"]] == ["Cy", "Bo", "Ann"]
    assert order.value["late"] == []


async def test_a_wrong_place_in_holdem_is_refused(sqlite_database: Database) -> None:
    competition = await start_games(sqlite_database, TEAMS)
    for name in ("Ann", "Bo"):
        async with sqlite_database.transaction() as tx:
            await holdem.put_out(tx, facilitator(), str(competition.id), name)
    for who, place, words in [
        ("Cy", 8, "Cy is still in. Enter who went out with `/score holdem`."),
        ("Ann", 9, "Ann is in place 9 already, so nothing would change. Choose another place."),
        ("Ann", 7, "Whoever is out has one of the places 8 to 9. Choose such a place;"),
        ("Ann", 10, "Whoever is out has one of the places 8 to 9. Choose such a place;"),
    ]:
        with pytest.raises(RuleError) as refused:
            await move(sqlite_database, competition, who, place)
        assert plain(refused.value.sentence).startswith(words)


async def test_after_the_end_everybody_reads_of_a_correction(database: Database) -> None:
    competition = await start_games(database, TEAMS)
    await submit(database, competition, "Ann", "24")
    await submit(database, competition, "Hal", "200")
    await take_steps(database, competition, Step.FINISH)
    shown = await propose(database, competition, "Ann", "240", asker=director(), reason="misread *twice*")
    assert texts.proposed(shown).endswith("\nThe competition is finished: everybody will read of the correction.")
    await confirm(database, competition, shown, director())
    async with database.reading() as tx:
        notices = select(post.c.payload).where(post.c.subject.startswith("correction:"))
        (payload,) = (await tx.connection.execute(notices)).scalars()
    assert plain(payload["text"]).startswith(
        "**Games: Bowling is corrected.**\n"
        "Ann (Gutter Gang) has 240 pins in game 1, instead of 24 pins. "
        "Reason: misread \\*twice\\*\n"
        "Bowling: teams Gutter Gang 2 → 1, Łódź Lions 1 → 2; players"
    )
