"""A match played before a team was out and entered afterwards: asked first, then it counts as played (ruling 21)."""

import re

import pytest

from bot.db.drafts import DraftPurpose
from bot.db.engine import Database
from bot.db.snapshot import Competition, Team
from bot.services import belated_matches, desk_matches, dodgeball, match_corrections
from bot.services.access import Asker
from bot.services.belated_matches import BelatedAsked
from bot.services.bracket import build_from
from bot.services.dodgeball import MatchDone
from bot.services.match_choices import name_enterable_matches
from bot.ui.bracket_view import match_key, team_id_of, team_key
from bot.ui.match_view import ask_belated, choose_match
from bot.ui.names import for_prose
from bot.ui.texts import belated_matches as texts
from bot.ui.texts import match_corrections as correction_texts
from bot.ui.texts.dodgeball import match_entered
from bot.ui.texts.drafts import is_gone
from core.conduct import Decision
from core.errors import NotAllowed, NotFound, RuleError
from core.scoring.bracket import get_match
from tests.bot.services.offences import decide, record
from tests.builders import create_competition, director, facilitator, load, register_team, start, stranger


async def eject_one(database: Database) -> tuple[Competition, Team, Team]:
    """Four teams in the semi-finals; one of the first is ejected, so the other one has a walkover."""
    held = await create_competition(database, "dodgeball")
    teams = [
        await register_team(database, held, name, [f"{name}{letter}" for letter in "abcdef"])
        for name in ("Aces", "Bees", "Cats", "Dogs")
    ]
    held = await start(database, held)
    bracket = build_from(await load(database, held))
    out, opponent = (next(t for t in teams if team_key(t.id) == key) for key in bracket.ready[0].pair or ())
    for player in ("a", "a", "b"):
        await record(database, held, f"{out.name}{player}")
    await decide(database, held, out.name, Decision.CONFIRMED)
    return held, out, opponent


async def enter(
    database: Database, held: Competition, winner: Team, match: str = "semi-final 1", by: Asker | None = None
) -> MatchDone | BelatedAsked:
    async with database.transaction() as tx:
        games = (winner.name, winner.name, None)
        return await belated_matches.enter_result(tx, by or facilitator(), str(held.id), match, games)


async def confirm(database: Database, held: Competition, asked: MatchDone | BelatedAsked) -> MatchDone:
    assert isinstance(asked, BelatedAsked)
    async with database.transaction() as tx:
        return await belated_matches.confirm_result(tx, facilitator(), str(held.id), str(asked.draft_id))


async def test_what_was_played_before_counts_once_that_is_said(database: Database) -> None:
    held, out, opponent = await eject_one(database)
    asked = await enter(database, held, out)
    assert isinstance(asked, BelatedAsked)
    said = re.sub(r"[\u2068\u2069]|<t:\d+:\w>", "", texts.asked(asked)).replace(" ()", "")
    assert said == (
        f"**Semi-final 1: {out.name} v {opponent.name}** counts as a walkover: {out.name} was ejected . Was it played "
        f"before that? Then it counts as it was played: games to {out.name}, {out.name}. If it was not, leave it as it "
        "is."
    )
    assert (await load(database, held)).results == ()
    done = await confirm(database, held, asked)
    loaded = await load(database, held)
    async with database.reading() as tx:
        assert tx.snapshots.find(held.id, loaded.competition.revision) == loaded
    first, final = (get_match(build_from(loaded), match_id) for match_id in (done.match.id, "R2-1"))
    assert (first.winner, first.how) == (team_key(out.id), "played")
    assert team_key(out.id) in final.teams
    with pytest.raises(NotFound) as twice:
        await confirm(database, held, asked)
    assert twice.value.sentence == is_gone(DraftPurpose.BELATED_MATCH)


async def test_the_desk_lists_it_after_what_can_be_played_and_asks_too(sqlite_database: Database) -> None:
    held, out, opponent = await eject_one(sqlite_database)
    chosen, games = str(held.id), f"#{out.id}.#{out.id}"
    async with sqlite_database.reading() as tx:
        found = await desk_matches.list_matches(tx, facilitator(), chosen)
        view = await desk_matches.view_match(tx, facilitator(), chosen, match_key(found.walkovers[0]), games)
    (menu,) = choose_match(found).selects
    assert [(option.label.split(":")[0], option.hint) for option in menu.options] == [
        ("Semi-final 2", ""),
        ("Semi-final 1", "a walkover, unless it was played before a team was out"),
    ]
    assert {team.id for team in view.teams} == {out.id, opponent.id}
    async with sqlite_database.transaction() as tx:
        asked = await desk_matches.enter_match(tx, facilitator(), chosen, match_key(view.match), games)
    assert isinstance(asked, BelatedAsked)
    assert [button.label for button in ask_belated(asked).buttons] == ["Yes, played before"]
    await confirm(sqlite_database, held, asked)
    assert get_match(build_from(await load(sqlite_database, held)), "R1-1").how == "played"


async def test_who_won_it_has_the_next_match_against_a_team_that_is_out_given(sqlite_database: Database) -> None:
    held, out, _ = await eject_one(sqlite_database)
    await confirm(sqlite_database, held, await enter(sqlite_database, held, out))
    bracket = build_from(await load(sqlite_database, held))
    (second,) = bracket.ready
    winner = (second.pair or ("",))[0]
    async with sqlite_database.transaction() as tx:
        done = await dodgeball.submit_match(tx, facilitator(), str(held.id), "semi-final 2", (winner, winner, None))
    snapshot = await load(sqlite_database, held)
    bracket = build_from(snapshot)
    assert bracket.champion == winner
    assert [match.id for match in done.following.unplayed] == ["R2-1"]
    beaten = f"{for_prose(snapshot.teams[team_id_of(winner)].name)} beat {for_prose(out.name)} 2-0 by walkover."
    assert match_entered(snapshot, done).endswith(f" Final: {beaten}")
    assert get_match(bracket, "R2-1").how == "walkover"


async def test_it_can_be_corrected_and_stays_before_the_ejection(sqlite_database: Database) -> None:
    held, out, opponent = await eject_one(sqlite_database)
    await confirm(sqlite_database, held, await enter(sqlite_database, held, out))
    async with sqlite_database.transaction() as tx:
        games = (opponent.name, out.name, opponent.name)
        shown = await match_corrections.preview_correction(tx, director(), str(held.id), "semi-final 1", games, "swap")
        await match_corrections.confirm_correction(tx, director(), str(held.id), str(shown.draft_id))
    match = get_match(build_from(await load(sqlite_database, held)), "R1-1")
    assert (match.winner, match.how) == (team_key(opponent.id), "played")


async def test_what_a_correction_does_to_matches_that_nobody_plays_is_said_first(sqlite_database: Database) -> None:
    held, out, opponent = await eject_one(sqlite_database)
    snapshot = await load(sqlite_database, held)
    (second,) = build_from(snapshot).ready
    other = snapshot.teams[team_id_of((second.pair or ("",))[0])]
    await confirm(sqlite_database, held, await enter(sqlite_database, held, out))
    async with sqlite_database.transaction() as tx:
        games = (other.name, other.name, None)
        await dodgeball.submit_match(tx, facilitator(), str(held.id), "semi-final 2", games)
    async with sqlite_database.transaction() as tx:
        games = (opponent.name, opponent.name, None)
        asked = await match_corrections.preview_correction(tx, director(), str(held.id), "semi-final 1", games, "swap")
        done = await match_corrections.confirm_correction(tx, director(), str(held.id), str(asked.draft_id))
    names = f"{for_prose(opponent.name)} instead of {for_prose(out.name)}"
    assert f"\nFinal: {names}; its captains are called.\n" in correction_texts.asked(asked)
    assert isinstance(done, MatchDone)
    assert [match.id for match in done.following.ready] == ["R2-1"]


async def test_where_later_results_rest_on_the_walkover_those_go_first(sqlite_database: Database) -> None:
    held, out, opponent = await eject_one(sqlite_database)
    other = (build_from(await load(sqlite_database, held)).ready[0].pair or ("",))[0]
    for match, winner in (("semi-final 2", other), ("final", other)):
        async with sqlite_database.transaction() as tx:
            await dodgeball.submit_match(tx, facilitator(), str(held.id), match, (winner, winner, None))
    with pytest.raises(RuleError, match="Later results rest on this one"):
        await enter(sqlite_database, held, out)
    await confirm(sqlite_database, held, await enter(sqlite_database, held, opponent))
    bracket = build_from(await load(sqlite_database, held))
    assert (get_match(bracket, "R1-1").how, bracket.champion) == ("played", other)


async def test_who_may_and_that_other_matches_are_entered_as_ever(sqlite_database: Database) -> None:
    held, out, _ = await eject_one(sqlite_database)
    with pytest.raises(NotAllowed):
        await enter(sqlite_database, held, out, by=stranger())
    async with sqlite_database.reading() as tx:
        offered = [value for _, value in await name_enterable_matches(tx, facilitator(), str(held.id))]
    assert offered == ["#R1-2", "#R1-1"]
    snapshot = await load(sqlite_database, held)
    (ready,) = build_from(snapshot).ready
    winner = snapshot.teams[int((ready.pair or ("#0",))[0][1:])]
    done = await enter(sqlite_database, held, winner, "semi-final 2")
    assert isinstance(done, MatchDone)
    assert done.match.how == "played"
