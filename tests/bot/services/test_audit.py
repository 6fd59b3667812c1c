"""The ledger as sentences: every action has one, names are those of today, and erasing leaves the chain whole."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db.engine import Database
from bot.db.history import History
from bot.db.ledger import load_links
from bot.db.snapshot import Competition
from bot.db.tables import competition as competitions
from bot.services import audit, corrections, dodgeball, holdem, match_corrections, privacy, scores, undoing, withdrawing
from bot.services.audit import AuditAsked
from bot.services.rounds import TypedRound
from bot.ui.message import Message
from bot.ui.texts import audit as texts
from bot.ui.texts.audit_actions import SENTENCES, describe_action
from bot.ui.texts.audit_words import Words
from core.cards import LAYOUTS
from core.chain import Head, find_break
from core.competition import Step
from core.conduct import Decision
from core.errors import NotAllowed, NotFound, RuleError
from core.holdem.blinds import Press
from tests.builders import (
    asker,
    create_competition,
    director,
    facilitator,
    load,
    players_of,
    register_team,
    start,
    stranger,
    take_steps,
)

ALL = AuditAsked()
SERVICES = Path(__file__).parents[3] / "bot" / "services"
RECORDING = {"record_change": 3, "record": "action", "_follow": 4}
"""The functions that record, and where in a call the action stands."""


def calls_in(tree: ast.Module) -> Iterator[tuple[ast.expr, set[str], ast.AST]]:
    """Every expression that names an action, with the names of its facts and the function that it is in."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            where = RECORDING.get(call.func.id)
            named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
            if isinstance(where, int):
                yield call.args[where], {*named, *(["offence"] if call.func.id == "_follow" else [])}, function
            elif where is not None:
                yield named[where], set(named), function


def values_of(expression: ast.expr, function: ast.AST) -> set[str]:
    """What an expression can be."""
    match expression:
        case ast.Constant(value=str(value)):
            return {value}
        case ast.IfExp(body=body, orelse=orelse):
            return values_of(body, function) | values_of(orelse, function)
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), ast.FormattedValue()]):
            kinds = {
                "competition ": Step,
                "conduct ": (Decision.CONFIRMED, Decision.DECLINED),
                "card ": LAYOUTS.values(),
                "blinds ": Press,
            }
            return {f"{start}{value}" for value in kinds[start]}
        case ast.Name(id=name):
            assigned = [
                node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
            ]
            arguments = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
            assert assigned or name in arguments, f"nobody knows what {name} is in line {expression.lineno}"
            return set[str]().union(*(values_of(value, function) for value in assigned))
        case _:
            raise AssertionError(f"line {expression.lineno} names an action in another way: {ast.unparse(expression)}")


def recorded_actions() -> dict[str, list[set[str]]]:
    """The actions that services record, each with the facts that go with it."""
    found: dict[str, list[set[str]]] = {}
    for path in sorted(SERVICES.rglob("*.py")):
        for expression, facts, function in calls_in(ast.parse(path.read_text())):
            for action in values_of(expression, function):
                found.setdefault(action, []).append(facts)
    return found


def test_every_action_that_is_recorded_has_a_sentence_and_no_other() -> None:
    actions = recorded_actions()
    assert len(actions) > 50
    assert actions.keys() - SENTENCES.keys() == set()
    assert SENTENCES.keys() - actions.keys() == set()
    for action, recorded in actions.items():
        sentence = SENTENCES[action]
        template = "" if callable(sentence) else sentence
        named = {field for _, field, _, _ in Formatter().parse(template) if field}
        assert all(named <= facts for facts in recorded), f"{action} says {named}, and is recorded with {recorded}"


def test_an_action_without_a_sentence_is_shown_as_it_is() -> None:
    words = Words(History((), {}, {}, {}, {}, {}, {}), "USD")
    assert describe_action(words, "chess castle", {"team": 7}) == "did “chess castle”"


async def show(database: Database, competition: Competition, asked: AuditAsked = ALL) -> Message:
    async with database.reading() as tx:
        return texts.shown(await audit.ask_audit(tx, facilitator(), str(competition.id), asked))


async def sentences(database: Database, competition: Competition, asked: AuditAsked = ALL) -> list[str]:
    """What is shown, oldest first, without moments and marks of direction."""
    text = re.sub("[\u2068\u2069]", "", (await show(database, competition, asked)).text)
    return [re.sub(r"^• |, <t:\d+:f>$", "", line) for line in reversed(text.splitlines()[1:])]


async def enter(database: Database, competition: Competition, who: str, number: int, text: str) -> None:
    async with database.transaction() as tx:
        typed = TypedRound("bowling", who, number, text=text)
        await scores.submit_round(tx, facilitator(), str(competition.id), typed)


async def games(database: Database) -> Competition:
    competition = await create_competition(database)
    await register_team(database, competition, "Gutter Gang", ["Ann", "Bo", "Cy"], captain_id=55)
    await register_team(database, competition, "**Łódź** @everyone", ["Hal", "Ina", "東京"], captain_id=56)
    return await start(database, competition)


async def test_who_did_what_in_sentences(database: Database) -> None:
    competition = await games(database)
    await enter(database, competition, "Bo", 1, "120")
    async with database.transaction() as tx:
        await undoing.take_back_own(tx, facilitator(), str(competition.id))
    assert await sentences(database, competition) == [
        "<@101> (director) created the competition",
        "<@101> (director) opened the registration",
        "<@55> registered Gutter Gang (now confirmed)",
        "<@56> registered \\*\\*Łódź\\*\\* @\u200beveryone (now confirmed)",
        "<@101> (director) closed the registration",
        "<@101> (director) started the competition",
        "<@102> (facilitator) entered Bowling, game 1 of Bo: 120",
        "<@102> (facilitator) took back Bowling, game 1 of Bo: 120 → nothing",
    ]


async def test_the_order_of_holdem_by_names_and_places(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    chosen = str(competition.id)
    for act, name in [
        (holdem.put_out, "Ann"),
        (holdem.put_out, "Bo"),
        (holdem.put_out, "Cy"),
        (holdem.mark_late, "Hal"),
        (holdem.take_back, "Hal"),
    ]:
        async with sqlite_database.transaction() as tx:
            await act(tx, facilitator(), chosen, name)
    for place in (4, None):
        async with sqlite_database.transaction() as tx:
            shown = await corrections.propose_place(tx, facilitator(), chosen, "Ann", place, "misread")
            await corrections.confirm_correction(tx, facilitator(), chosen, str(shown.draft_id))
    assert (await sentences(sqlite_database, competition))[6:] == [
        "<@102> (facilitator) changed the order of Texas Hold'em: Ann out",
        "<@102> (facilitator) changed the order of Texas Hold'em: Bo out",
        "<@102> (facilitator) changed the order of Texas Hold'em: Cy out",
        "<@102> (facilitator) changed the order of Texas Hold'em: Hal late",
        "<@102> (facilitator) changed the order of Texas Hold'em: Hal back in",
        "<@102> (facilitator) corrected Texas Hold'em: Ann place 6 → 4",
        "<@102> (facilitator) corrected Texas Hold'em: Ann place 4 → late",
    ]


async def test_the_last_day_is_whole_when_the_clocks_go_back(sqlite_database: Database, clock: Clock) -> None:
    competition = await games(sqlite_database)
    clock.set(datetime(2027, 11, 8, 5, 30, tzinfo=UTC))  # 23:30 in Chicago, after 25 hours of 7 November
    await enter(sqlite_database, competition, "Bo", 1, "120")
    entered = ["<@102> (facilitator) entered Bowling, game 1 of Bo: 120"]
    asked = AuditAsked(since="2027-11-07", until="2027-11-07")
    assert await sentences(sqlite_database, competition, asked) == entered
    before = AuditAsked(since="2027-11-06", until="2027-11-06")
    assert "Nothing is recorded in" in (await show(sqlite_database, competition, before)).text


async def test_by_player_team_event_account_and_time(database: Database, clock: Clock) -> None:
    competition = await games(database)
    await enter(database, competition, "Bo", 1, "120")
    await enter(database, competition, "Ina", 1, "99")
    bo = ["<@102> (facilitator) entered Bowling, game 1 of Bo: 120"]
    registered = "<@55> registered Gutter Gang (now confirmed)"
    both = [*bo, "<@102> (facilitator) entered Bowling, game 1 of Ina: 99"]
    assert await sentences(database, competition, AuditAsked(player="Bo")) == bo
    assert await sentences(database, competition, AuditAsked(team="Gutter Gang")) == [registered, *bo]
    assert await sentences(database, competition, AuditAsked(event="bowling")) == both
    assert await sentences(database, competition, AuditAsked(by=55)) == [registered]
    assert await sentences(database, competition, AuditAsked(since="2027-05-01", until="2027-05-01", by=102)) == both
    assert "Nothing is recorded in" in (await show(database, competition, AuditAsked(since="2027-05-02"))).text
    assert "Nothing is recorded in" in (await show(database, competition, AuditAsked(until="2027-05-01 06:59"))).text
    assert len(await sentences(database, competition, AuditAsked(since="2027-05-01 06:59"))) == 8


async def test_a_match_that_was_corrected(database: Database) -> None:
    competition = await create_competition(database, "dodgeball")
    for name in ("Reds", "Blues"):
        await register_team(database, competition, name)
    await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)
    chosen, match = str(competition.id), "R1-1"
    async with database.transaction() as tx:
        await dodgeball.submit_match(tx, facilitator(), chosen, match, ("Reds", "Blues", "Reds"))
    async with database.transaction() as tx:
        who, games = director(), ("Blues", "Blues", None)
        asked = await match_corrections.preview_correction(tx, who, chosen, match, games, "wrong way round")
        await match_corrections.confirm_correction(tx, who, chosen, str(asked.draft_id))
    async with database.transaction() as tx:
        await match_corrections.undo_match(tx, director(), chosen, match, "not played")
    assert (await sentences(database, competition))[-3:] == [
        "<@102> (facilitator) entered a match: Reds beat Blues, 2 to 1",
        "<@101> (director) corrected a match: Reds beat Blues, 2 to 1 → Blues beat Reds, 2 to 0",
        "<@101> (director) took a match back: Blues beat Reds, 2 to 0",
    ]


async def test_how_a_match_ended_and_who_withdrew(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database, "dodgeball")
    for number in range(5):
        await register_team(sqlite_database, competition, f"Team {number}")
    async with sqlite_database.transaction() as tx:
        await withdrawing.withdraw_team(tx, director(), str(competition.id), "Team 4", "pending")
    await take_steps(sqlite_database, competition, Step.CLOSE_REGISTRATION, Step.START)
    chosen = str(competition.id)
    async with sqlite_database.transaction() as tx:
        await dodgeball.forfeit_match(tx, facilitator(), chosen, "R1-1", dodgeball.BOTH)
    snapshot = await load(sqlite_database, competition)
    first, second = snapshot.results[0].team_ids
    absent, present = (t for t in snapshot.teams.values() if t.id not in (first, second))
    async with sqlite_database.transaction() as tx:
        await dodgeball.forfeit_match(tx, facilitator(), chosen, "R1-2", absent.name)
    names = [snapshot.teams[id_].name for id_ in (first, second)]
    said = await sentences(sqlite_database, competition)
    assert f"<@102> (facilitator) entered a match: {names[0]} against {names[1]}, both forfeited" in said
    assert f"<@102> (facilitator) entered a match: {present.name} beat {absent.name} by forfeit" in said
    assert "<@101> (director) withdrew Team 4" in said


async def test_pages_of_what_fits(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)
    for number in range(20):
        await enter(sqlite_database, competition, "Bo", 1, str(100 + number))
        async with sqlite_database.transaction() as tx:
            await undoing.take_back_own(tx, facilitator(), str(competition.id))
    asked, page, seen = AuditAsked(event="bowling", by=102, since="2027-05-01"), 1, list[str]()
    message = await show(sqlite_database, competition, asked)
    while True:
        assert len(message.text) <= 2000
        seen += [line for line in message.text.splitlines() if line.startswith("• ")]
        older = next((button for button in message.buttons if button.label == "Older"), None)
        if older is None:
            break
        assert len(older.custom_id) <= 100
        named = texts.read_page_id(older.custom_id.split(":")[1:])
        assert named is not None
        page += 1
        assert named[1] == page
        async with sqlite_database.reading() as tx:
            message = texts.shown(await audit.turn_page(tx, facilitator(), named[0], named[2], page))
    assert page > 1
    assert len(seen) == 40
    assert message.text.splitlines()[-1] == f"Page {page} of {page}."
    assert [button.label for button in message.buttons] == ["Newer"]


async def test_erasing_people_keeps_the_chain_and_their_names_go(database: Database) -> None:
    competition = await create_competition(database)
    team = await register_team(database, competition, "Gutter Gang", ["Ann", "Bo", "Cy", "Di"], captain_id=55)
    await register_team(database, competition, "Others")
    await start(database, competition)
    await enter(database, competition, "Bo", 1, "120")
    bo = next(player for player in await players_of(database, team, competition) if player.name == "Bo")
    before = await chain_of(database, competition)
    async with database.transaction() as tx:
        await privacy.forget_player(tx, director(), str(competition.id), "Bo")
    async with database.transaction() as tx:
        await privacy.forget_asker(tx, asker(55))
    await take_steps(database, competition, Step.CANCEL, Step.ARCHIVE)
    links = await chain_of(database, competition)
    assert links[: len(before)] == before
    said = await sentences(database, competition)
    assert "<@102> (facilitator) entered Bowling, game 1 of former player: 120" in said
    assert "Former player registered Gutter Gang (now confirmed)" in said
    assert "<@101> (director) erased what was kept about former player" in said
    assert "Former player erased what was kept about themselves" in said
    assert not any("Bo" in sentence.split() for sentence in said)
    assert (await load(database, competition)).players[bo.id].name == "Former player"


async def chain_of(database: Database, competition: Competition) -> list[object]:
    columns = competitions.c
    async with database.reading() as tx:
        statement = select(columns.ledger_length, columns.ledger_digest).where(columns.id == competition.id)
        links = await load_links(tx.connection, competition.id)
        assert find_break(links, Head(*(await tx.connection.execute(statement)).one())) is None
    return list(links)


async def test_what_is_refused(sqlite_database: Database) -> None:
    competition = await games(sqlite_database)

    async def refusal(asked: AuditAsked, kind: type[Exception]) -> str:
        async with sqlite_database.reading() as tx:
            with pytest.raises(kind) as refused:
                await audit.ask_audit(tx, facilitator(), str(competition.id), asked)
        return str(refused.value)

    assert await refusal(AuditAsked(event="chess"), NotFound) == (
        "There is no such event. Choose one of: Bowling, Home Run Derby, Bags Sure Toss, Basketball Sure Shot, "
        "Golf Scramble, Texas Hold'em."
    )
    assert (await refusal(AuditAsked(since="yesterday"), RuleError)).startswith("This is not a time. Write it as ")
    assert (await refusal(AuditAsked(player="Nobody"), NotFound)).startswith("There is no player ")
    async with sqlite_database.reading() as tx:
        with pytest.raises(NotAllowed, match="Only a facilitator"):
            await audit.ask_audit(tx, stranger(), str(competition.id), AuditAsked())


@pytest.mark.parametrize("page", ["x", "-1", "1.5", "9" * 30, "²"])
def test_ids_that_are_none_of_ours(page: str) -> None:
    assert texts.read_page_id(["1", page, "", "", "", "", "", ""]) is None
    assert texts.read_page_id(["1", "1", page, "", "", "", "", ""]) is None
