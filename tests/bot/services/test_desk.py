"""The desk: which event is remembered, whom it offers, what it says, and that nothing foreign passes."""

from dataclasses import replace

import pytest
import wcwidth

from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import conduct, desk, desk_calls, facilitators, holdem, scores
from bot.services.desk_message import draw_desk
from bot.services.rounds import TypedRound
from bot.ui.desk_view import choose_team, view_team
from bot.ui.facts.desk import PlayersLeft, Progress, TeamChoice
from bot.ui.facts.progress import Stage
from bot.ui.holdem_view import choose_entrant, choose_player_out, say_out
from bot.ui.texts import desk as texts
from core.competition import State, Step
from core.conduct import OffenceKind
from core.errors import NotAllowed, NotFound, RuleError
from core.names import find_name_fault
from core.scoring.event import get_event
from tests.bot.ui.worst_names import WORST_NAMES
from tests.builders import (
    FACILITATOR_ID,
    FACILITATOR_ROLE,
    asker,
    create_competition,
    director,
    facilitator,
    load,
    register_team,
    start,
    stranger,
    take_steps,
)

GANG = "Gutter Gang"


@pytest.fixture
async def games(sqlite_database: Database) -> Competition:
    competition = await create_competition(sqlite_database)
    await register_team(sqlite_database, competition, GANG, ["Ann", "Bo", "Cy", "Di"])
    await register_team(sqlite_database, competition, "Aces", ["Ed", "Flo", "Gus"])
    return await start(sqlite_database, competition)


async def submit(database: Database, event: str, entrant: str, number: int, text: str, user_id: int = 102) -> None:
    async with database.transaction() as tx:
        typed = TypedRound(event, entrant, number, text=text)
        await scores.submit_round(tx, asker(user_id, FACILITATOR_ROLE), None, typed)


async def test_the_event_is_the_askers_last_else_their_own_else_the_first_that_lacks_rounds(
    sqlite_database: Database, games: Competition
) -> None:
    async def remembered(user_id: int = FACILITATOR_ID) -> str | None:
        async with sqlite_database.reading() as tx:
            choice = await desk.choose_team(tx, asker(user_id, FACILITATOR_ROLE), None, "score")
        return choice.event.key if choice.event else None

    assert await remembered() == "bowling"
    await submit(sqlite_database, "bags", "Ann", 1, "40")
    await submit(sqlite_database, "derby", "Ann", 1, "40", user_id=300)
    assert (await remembered(), await remembered(300), await remembered(301)) == ("bags", "derby", "bowling")
    async with sqlite_database.transaction() as tx:
        roles = frozenset({FACILITATOR_ROLE})
        await facilitators.bind_facilitator(tx, director(), None, "golf", FACILITATOR_ID, roles)
    assert await remembered() == "golf"


async def test_who_lacks_a_round_comes_first_and_who_is_ejected_is_not_offered(
    sqlite_database: Database, games: Competition
) -> None:
    await submit(sqlite_database, "bowling", "Ann", 1, "120")
    async with sqlite_database.transaction() as tx:
        shown = await conduct.preview_offence(tx, facilitator(), None, OffenceKind.PUNCH, "Bo")
    async with sqlite_database.transaction() as tx:
        await conduct.record_offence(tx, facilitator(), str(games.id), str(shown.draft_id))
    async with sqlite_database.reading() as tx:
        view = await desk.view_team(tx, facilitator(), None, "score", "bowling", GANG)
    assert [(one.player.name, one.next_round) for one in view.players] == [
        ("Cy", 1),
        ("Di", 1),
        ("Ann", 2),
        ("Bo", None),
    ]
    labels = [button.label for button in view_team(view).buttons]
    assert labels == ["Cy, game 1", "Di, game 1", "Ann, game 2", "Whole team", "Other team"]
    assert "- \u2068Bo\u2069: out" in view_team(view).text


async def test_blank_is_not_zero(sqlite_database: Database, games: Competition) -> None:
    await submit(sqlite_database, "bowling", "Ann", 2, "0")
    async with sqlite_database.reading() as tx:
        view = await desk.view_team(tx, facilitator(), None, "score", "bowling", GANG)
    assert "- \u2068Ann\u2069: missing, **0**" in view_team(view).text


async def test_the_desk_message_fits_a_phone(sqlite_database: Database, games: Competition) -> None:
    await submit(sqlite_database, "bowling", "Ann", 1, "120")
    message = draw_desk(await load(sqlite_database, games))
    table = message.text.split("```")[1].strip("\n").split("\n")
    assert table[0] == "Bowling                  1/14 in"
    assert table[-1] == "Texas Hold'em            0/7 out"
    assert {wcwidth.wcswidth(line) for line in table} == {32}
    assert [button.label for button in message.buttons] == ["Score", "Warn", "Eject", "Undo", "Call the director"]
    finished = await take_steps(sqlite_database, games, Step.FINISH)
    assert draw_desk(await load(sqlite_database, finished)).text.endswith(
        "No scores are taken now. A director corrects with `/score correct`."
    )


async def test_the_desk_leads_to_closing_and_to_disputed_cards(sqlite_database: Database, games: Competition) -> None:
    for player in (await load(sqlite_database, games)).players.values():
        for number in (1, 2):
            await submit(sqlite_database, "bowling", f"#{player.id}", number, "120")
    snapshot = await load(sqlite_database, games)
    steps = draw_desk(snapshot).text.split("```")[2].split("\n")
    assert steps == ["Bowling: all in → `/event close`", "What you press here, only you see."]
    bags = Progress(get_event("bags"), Stage.UNDER_WAY, 3, 20, disputed=1)
    derby = Progress(get_event("derby"), Stage.COMPLETE, 20, 20, disputed=2)
    assert texts.desk_of_events(snapshot, [bags, derby]).split("```")[2].split("\n") == [
        "Bags Sure Toss: 1 card disputed → `/card rule`",
        "Home Run Derby: 2 cards disputed → `/card rule`",
        "What you press here, only you see.",
    ]


async def test_the_desk_says_how_holdem_is_entered(sqlite_database: Database, games: Competition) -> None:
    line = "Texas Hold'em: who goes out → Score, who is not there → `/score holdem-late`\n"
    assert line not in draw_desk(await load(sqlite_database, games)).text
    async with sqlite_database.transaction() as tx:
        await holdem.put_out(tx, facilitator(), None, "Ann")
    snapshot = await load(sqlite_database, games)
    assert line in draw_desk(snapshot).text
    left = Progress(get_event("holdem"), Stage.TO_COME, 0, 7)
    assert line in texts.desk_of_events(snapshot, [Progress(get_event("bags"), Stage.CLOSED, 3, 20), left])
    assert line not in texts.desk_of_events(snapshot, [Progress(get_event("bags"), Stage.UNDER_WAY, 3, 20), left])


async def test_holdem_offers_who_is_still_in_by_team(sqlite_database: Database, games: Competition) -> None:
    async with sqlite_database.transaction() as tx:
        await holdem.mark_late(tx, facilitator(), None, "Flo")
        done = await holdem.put_out(tx, facilitator(), None, "Bo")
    assert [button.label for button in say_out(done).buttons] == ["Next one out", "Undo"]
    async with sqlite_database.reading() as tx:
        choice = await desk.choose_team(tx, facilitator(), None, "score")
    shown = choose_entrant(choice)
    assert shown.text == (
        "**Score**: Texas Hold'em\nWho went out? 5 players left. It counts at once, and you can undo it.\n"
        "Several in one hand: whoever was all in first is out first, so choose that player first. Who was not there at "
        "the start: `/score holdem-late`."
    )
    events, players = shown.selects
    assert events.chosen == ("holdem",)
    assert players.placeholder == "Out, of: Aces \u2026 Gutter Gang"
    assert [(option.label, option.hint) for option in players.options] == [
        ("Ed", "Aces"),
        ("Gus", "Aces"),
        ("Ann", GANG),
        ("Cy", GANG),
        ("Di", GANG),
    ]
    for name in ("Ann", "Cy", "Di", "Ed"):
        async with sqlite_database.transaction() as tx:
            done = await holdem.put_out(tx, facilitator(), None, name)
    assert say_out(done).text.endswith("**\u2068Gus\u2069 wins the hold'em tournament!**")
    assert [button.label for button in say_out(done).buttons] == ["Undo"]
    async with sqlite_database.reading() as tx:
        over = choose_entrant(await desk.choose_team(tx, facilitator(), None, "score", "holdem"))
    assert over.text == "**Score**: Texas Hold'em\nIt is over: nobody is left to go out. `/standings` shows the places."
    assert [menu.placeholder for menu in over.selects] == ["Another event"]


async def test_many_players_come_in_pages(sqlite_database: Database, games: Competition) -> None:
    async with sqlite_database.reading() as tx:
        choice = await desk.choose_team(tx, facilitator(), None, "score", "holdem")
    assert isinstance(choice, PlayersLeft)
    many = replace(choice, players=choice.players[:3] + choice.players[3:] * 26)
    first, last = (choose_player_out(replace(many, page=page)) for page in (0, 99))
    assert [len(menu.options) for menu in first.selects[1:]] == [25, 25, 25]
    assert [len(menu.options) for menu in last.selects[1:]] == [25, 7]
    assert [menu.placeholder for menu in (first.selects[1], last.selects[-1])] == [
        "Out, of: Aces \u2026 Gutter Gang",
        "Out, of: Gutter Gang",
    ]
    assert [button.label for page in (first, last) for button in page.buttons] == ["Later teams", "Earlier teams"]
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError) as refused:
            await desk.view_team(tx, facilitator(), None, "score", "holdem", GANG)
    assert refused.value.sentence == ("Texas Hold'em is entered by who went out, not by rounds. Use `/score holdem`.")


async def test_the_desk_before_the_start_names_the_state(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    said = draw_desk(await load(sqlite_database, competition)).text
    assert said.split("\n")[1] == "The competition's state: registration open."
    assert said.endswith("```Scores are taken once a director has started it with `/competition start`.")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.RUNNING, "What you press here, only you see."),
        (State.FINISHED, "No scores are taken now. A director corrects with `/score correct`."),
        (State.CANCELLED, "It is over: no scores are taken any more."),
        (State.ARCHIVED, "It is over: no scores are taken any more."),
    ],
)
async def test_the_desk_says_what_is_taken_now(sqlite_database: Database, state: State, words: str) -> None:
    competition = await create_competition(sqlite_database, state=state)
    assert draw_desk(await load(sqlite_database, competition)).text.endswith(f"```{words}")


async def test_the_worst_names_fit_every_menu_and_button(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    allowed = [name for name in WORST_NAMES if find_name_fault(name) is None and "\n" not in name]
    for number, name in enumerate(allowed):
        players = [f"{name[:70]} {number}{letter}" for letter in "abc"]
        await register_team(sqlite_database, competition, f"{name[:70]} {number}", players)
    await start(sqlite_database, competition)
    async with sqlite_database.reading() as tx:
        choice = await desk.choose_team(tx, facilitator(), None, "score")
        left = await desk.choose_team(tx, facilitator(), None, "score", "holdem")
        assert isinstance(choice, TeamChoice)
        message = choose_team(choice)
        views = [await desk.view_team(tx, facilitator(), None, "score", "derby", f"#{t.id}") for t, _ in choice.teams]
    menus = [*message.selects, *choose_entrant(left).selects]
    assert all(1 <= len(o.label) <= 100 and len(o.hint) <= 100 for menu in menus for o in menu.options)
    assert all(len(menu.placeholder) <= 150 and len(menu.custom_id) <= 100 for menu in menus)
    for view in views:
        shown = view_team(view)
        assert len(shown.text) <= 2000
        assert all(1 <= len(button.label) <= 80 and len(button.custom_id) <= 100 for button in shown.buttons)


async def test_a_large_team_is_told_how_the_others_are_warned(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    many = await register_team(sqlite_database, competition, "Many", [f"Player {number}" for number in range(1, 24)])
    async with sqlite_database.reading() as tx:
        shown = view_team(await desk.view_team(tx, facilitator(), None, "warn", "-", f"#{many.id}"))
    assert len(shown.buttons) == 21
    assert shown.text.startswith(
        "**Warn**\n\u2068Many\u2069\nNot all fit on buttons: for the other 3 use `/conduct warn`.\n- "
    )


@pytest.mark.parametrize(
    ("purpose", "event", "kind", "sentence"),
    [
        ("steal", "bowling", NotFound, texts.UNKNOWN_BUTTON),
        ("score", "darts", NotFound, "There is no event darts."),
        ("warn", "darts", NotFound, texts.UNKNOWN_BUTTON),
    ],
)
async def test_what_no_button_of_ours_says_is_refused(
    sqlite_database: Database, games: Competition, purpose: str, event: str, kind: type[Exception], sentence: str
) -> None:
    async with sqlite_database.reading() as tx:
        with pytest.raises(kind) as refused:
            await desk.choose_team(tx, facilitator(), None, purpose, event)
    assert str(refused.value).startswith(sentence)


async def test_strangers_other_servers_and_bad_rounds_are_refused(
    sqlite_database: Database, games: Competition
) -> None:
    async with sqlite_database.reading() as tx:
        with pytest.raises(NotAllowed):
            await desk.choose_team(tx, stranger(), None, "score")
        with pytest.raises(NotFound):
            await desk.show_desk(tx, director(2), str(games.id))
        for number in ("0", "3", "x", "1" * 400):
            with pytest.raises(RuleError) as refused:
                await desk.open_round(tx, facilitator(), None, "bowling", "Ann", number)
            assert refused.value.sentence == texts.NO_SUCH_ROUND


async def test_before_the_start_nothing_is_scored(sqlite_database: Database) -> None:
    await create_competition(sqlite_database, state=State.REGISTRATION_OPEN)
    async with sqlite_database.reading() as tx:
        with pytest.raises(RuleError, match="The competition has not started yet"):
            await desk.choose_team(tx, facilitator(), None, "score")


async def test_a_call_is_cut_and_mentions_only_whoever_decides(sqlite_database: Database, games: Competition) -> None:
    async with sqlite_database.transaction() as tx:
        done = await desk_calls.call_director(tx, facilitator(), None, "@everyone\n" + "x" * 5000)
    assert len(done.text) == texts.CALL_MAX_CHARACTERS
    assert texts.called(done).startswith("<@&12>: <@102> calls a director: \u2068@\u200beveryone xxx")
    async with sqlite_database.transaction() as tx:
        with pytest.raises(NotAllowed):
            await desk_calls.call_director(tx, stranger(), None, "")
