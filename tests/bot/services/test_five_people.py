"""Five people enter, correct, take back and rule at random: what stands in the end is what both scorers make of it."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field

from bot.db.cards import load_cards
from bot.db.engine import Database, Transaction
from bot.db.snapshot import Competition, Snapshot
from bot.services import (
    card_arrangement,
    card_rulings,
    card_writing,
    closing,
    corrections,
    course,
    holdem,
    scores,
    undoing,
)
from bot.services.access import Asker
from bot.services.results import build_games, read_round
from bot.services.rounds import TypedRound
from bot.ui.facts.cards import ArrangementPreview
from bot.ui.facts.corrections import CorrectionProposed
from bot.ui.facts.scores import RoundDoubted, RoundUndone
from core.errors import UserError
from core.scoring.event import get_event, get_rounds_event
from core.scoring.results_file import read_results_file, write_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings
from tests.bot.ui.worst_names import WORST_NAMES
from tests.builders import FACILITATOR_ROLE, asker, create_competition, director, load, register_team, start
from tests.second.results import standings as second_standings

STEPS = 500
PLAYED = ("derby", "bags", "basketball", "golf")
"""Entered by staff alone, so that what has to stand can be told here; bowling is kept on cards, too."""
STROKE_INDEX = "7 15 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 10"
Round = tuple[str, str, int]
"""Event, entrant and number of the round."""


@dataclass
class Person:
    """Somebody of the staff, and what they were shown and have not confirmed yet."""

    user_id: int
    is_director: bool
    shown: list[str] = field(default_factory=list[str])

    def ask(self) -> Asker:
        """Another interaction of theirs."""
        return director() if self.is_director else asker(self.user_id, FACILITATOR_ROLE)


@dataclass
class Weekend:
    """The competition, its people, and what has to stand, told again from what was done."""

    database: Database
    competition: Competition
    chance: random.Random
    people: list[Person]
    entrants: dict[str, list[str]]
    stands: dict[Round, list[tuple[object, Person]]] = field(default_factory=dict[Round, list[tuple[object, Person]]])
    own: dict[int, list[Round]] = field(default_factory=dict[int, list[Round]])
    done: Counter[str] = field(default_factory=Counter[str])

    @property
    def chosen(self) -> str:
        return str(self.competition.id)

    async def step(self) -> None:
        """One thing that somebody does; what is refused changes nothing."""
        person = self.chance.choice(self.people)
        acts = [self.submit, self.submit, self.submit, self.correct, self.correct, self.confirm, self.undo]
        acts += [self.play_holdem, self.write_card, self.rule, self.close]
        act = self.chance.choice(acts)
        try:
            async with self.database.transaction() as tx:
                await act(tx, person)
        except UserError:
            self.done["refused"] += 1
        else:
            self.done[act.__name__] += 1

    async def submit(self, tx: Transaction, person: Person) -> None:
        typed = self._type(self.chance.choice([*PLAYED, "bowling"]))
        done = await scores.submit_round(tx, person.ask(), self.chosen, typed)
        if not isinstance(done, RoundDoubted):
            self._note(typed, person)

    async def correct(self, tx: Transaction, person: Person) -> None:
        typed = self._type(self.chance.choice([*PLAYED, "bowling"]))
        shown = await corrections.propose_correction(tx, person.ask(), self.chosen, typed, "seen again")
        person.shown.append(str(shown.draft_id))

    async def confirm(self, tx: Transaction, person: Person) -> None:
        draft_id = self.chance.choice(person.shown or ["none"])
        done = await corrections.confirm_correction(tx, person.ask(), self.chosen, draft_id)
        person.shown.remove(draft_id)
        if isinstance(done, CorrectionProposed):
            person.shown.append(str(done.draft_id))
            return
        sheet = next(sheet for sheet in done.snapshot.sheets.values() if sheet.id == max_id(done.snapshot))
        if sheet.key.event in PLAYED:
            self._add(
                (sheet.key.event, name_of(done.snapshot, sheet.key.player_id, sheet.key.team_id), sheet.key.round),
                sheet.value,
                person,
            )

    async def undo(self, tx: Transaction, person: Person) -> None:
        undone = await undoing.take_back_own(tx, person.ask(), self.chosen)
        if not isinstance(undone, RoundUndone) or undone.event.key not in PLAYED:
            return
        key = (undone.event.key, undone.entrant, undone.round)
        history = self.stands[key]
        assert history[-1][1] is person, "only one's own latest is taken back"
        self._add(key, history[-2][0] if len(history) > 1 else None, person)

    async def play_holdem(self, tx: Transaction, person: Person) -> None:
        who = self.chance.choice(self.entrants["holdem"])
        match self.chance.randrange(6):
            case 0:
                await holdem.mark_late(tx, person.ask(), self.chosen, who)
            case 1:
                await holdem.take_back(tx, person.ask(), self.chosen, who)
            case 2:
                place = self.chance.choice([None, *range(1, 10)])
                shown = await corrections.propose_place(tx, person.ask(), self.chosen, who, place, "swapped")
                person.shown.append(str(shown.draft_id))
            case _:
                await holdem.put_out(tx, person.ask(), self.chosen, who)

    async def write_card(self, tx: Transaction, person: Person) -> None:
        card = self.chance.choice(await load_cards(tx.connection, self.competition.id, "bowling"))
        snapshot = await load(self.database, self.competition)
        captain = snapshot.teams[card.team_id].captain_id
        second = snapshot.teams[card.second_keeper_id].captain_id if card.second_keeper_id else None
        names = [player.name for player in snapshot.roster(card.team_id)]
        text = "\n".join(f"{name}: {self.chance.choice('12')} {self.chance.choice('12')}" for name in names)
        if self.chance.random() < 0.5 and captain is not None:
            await card_writing.write_card(tx, asker(captain), self.chosen, str(card.id), "own", text)
        else:
            who = person.ask() if second is None else asker(second)
            await card_writing.write_card(tx, who, self.chosen, str(card.id), "second", text)

    async def rule(self, tx: Transaction, person: Person) -> None:
        card = self.chance.choice(await load_cards(tx.connection, self.competition.id, "bowling"))
        verdict = self.chance.choice(["own", "second"])
        await card_rulings.rule_card(
            tx, person.ask(), self.chosen, str(card.id), str(card.mark), verdict, "", "I looked at both"
        )

    async def close(self, tx: Transaction, person: Person) -> None:
        event = self.chance.choice(PLAYED)
        if self.chance.random() < 0.75:
            await closing.reopen_event(tx, person.ask(), self.chosen, event, "something was found")
            return
        asked = await closing.preview_closing(tx, person.ask(), self.chosen, event)
        await closing.confirm_closing(tx, person.ask(), self.chosen, str(asked.draft_id))

    def _type(self, event: str) -> TypedRound:
        known = get_event(event)
        draw = self.chance.randrange
        texts = {
            "bowling": lambda: str(draw(0, 5)),
            "derby": lambda: " ".join(str(draw(2)) for _ in range(5)),
            "bags": lambda: "/".join(("1", str(draw(2)))) + f" {draw(2)}/1 0/{draw(3)}",
            "basketball": lambda: f"{draw(4)} {draw(3)} {draw(2)} 0",
            "golf": lambda: " ".join(str(3 + draw(3)) for _ in range(18)),
        }
        return TypedRound(event, self.chance.choice(self.entrants[event]), draw(1, known.rounds + 1), texts[event]())

    def _note(self, typed: TypedRound, person: Person) -> None:
        entry = get_rounds_event(typed.event).entry
        if typed.event in PLAYED:
            value = entry.write(entry.parse(typed.text or ""))
            self._add((typed.event, typed.entrant, typed.round), value, person)

    def _add(self, key: Round, value: object, person: Person) -> None:
        self.stands.setdefault(key, []).append((value, person))


def max_id(snapshot: Snapshot) -> int:
    return max(sheet.id for sheet in snapshot.sheets.values())


def name_of(snapshot: Snapshot, player_id: int | None, team_id: int | None) -> str:
    return snapshot.players[player_id].name if player_id else snapshot.teams[team_id or 0].name


async def start_weekend(database: Database, seed: int) -> Weekend:
    competition = await create_competition(database)
    names = [name for name in WORST_NAMES if name.strip() and name.isprintable() and len(name) < 30][:4]
    teams = [
        await register_team(database, competition, name, [f"P{number}{letter}" for letter in "abcd"])
        for number, name in enumerate(names)
    ]
    competition = await start(database, competition)
    people = [Person(0, is_director=True), *(Person(200 + number, is_director=False) for number in range(4))]
    players = [f"P{number}{letter}" for number in range(4) for letter in "abcd"]
    by_players = dict.fromkeys(("bowling", "derby", "bags", "basketball", "holdem"), players)
    entrants = {**by_players, "golf": [team.name for team in teams]}
    weekend = Weekend(database, competition, random.Random(seed), people, entrants)
    async with database.transaction() as tx:
        await course.set_stroke_index(tx, director(), weekend.chosen, STROKE_INDEX)
        lanes = "\n".join(names)
        shown = await card_arrangement.preview_arrangement(tx, director(), weekend.chosen, "bowling", lanes)
        assert isinstance(shown, ArrangementPreview), shown
        await card_arrangement.confirm_arrangement(tx, director(), weekend.chosen, str(shown.draft_id))
    return weekend


async def test_what_stands_in_the_end_is_what_both_scorers_make_of_it(sqlite_database: Database) -> None:
    weekend = await start_weekend(sqlite_database, 7)
    for number in range(STEPS):
        await weekend.step()
        if number % 50 == 49:
            loaded = await load(sqlite_database, weekend.competition)
            async with sqlite_database.reading() as tx:
                kept = tx.snapshots.find(weekend.competition.id, loaded.competition.revision)
            assert kept is None or kept == loaded
            check_scorers(loaded)
    snapshot = await load(sqlite_database, weekend.competition)
    check_stands(weekend, snapshot)
    acts = {"submit", "correct", "confirm", "undo", "play_holdem", "write_card", "rule", "close"}
    assert acts <= {*weekend.done}, weekend.done
    assert weekend.done["refused"] < STEPS * 0.75, weekend.done


def check_scorers(snapshot: Snapshot) -> None:
    """The export reads back, and two scorers that share nothing agree on all of it."""
    data = write_results_file(build_games(snapshot))
    assert json.loads(render_standings(compute_standings(read_results_file(data)))) == second_standings(data)


def check_stands(weekend: Weekend, snapshot: Snapshot) -> None:
    """Each round that staff alone entered is the last one that was entered, corrected or put back."""
    found = {
        (key.event, name_of(snapshot, key.player_id, key.team_id), key.round): sheet.value
        for key, sheet in snapshot.sheets.items()
        if key.event in PLAYED and key.round
    }
    assert found == {key: history[-1][0] for key, history in weekend.stands.items()}
    assert all(
        read_round(get_rounds_event(event), value) for (event, _, _), value in found.items() if value is not None
    )
