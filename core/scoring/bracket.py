"""An elimination tournament: single or double, 2 to 64 teams, byes, seeds, corrections and withdrawals.

A bracket is a frozen value: every function here returns a new one, or raises and changes nothing. It keeps what was
entered, in order, and everything else follows from that, so that a correction reaches every later match.

| file                   | holds                                                     |
|------------------------|-----------------------------------------------------------|
| `bracket.py`           | the tournament: enter, correct and take back results      |
| `bracket_layout.py`    | who meets whom, before anybody has played                 |
| `bracket_match.py`     | one match, and how it can end                             |
| `bracket_course.py`    | how results lead from match to match                      |
| `bracket_places.py`    | who finished where                                        |
| `bracket_following.py` | what a change leads to for those who wait                 |
| `bracket_file.py`      | the bracket file                                          |
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from core.errors import NotFound, RuleError
from core.scoring.bracket_course import Course, Decision, play_out
from core.scoring.bracket_layout import MAX_TEAMS, MIN_TEAMS, Kind, build_layout
from core.scoring.bracket_match import Entrant, Entry, How, Match, Result, Withdrawal, check_result
from core.scoring.bracket_places import Place, find_champion, find_places
from core.scoring.faults import quote

__all__ = [
    "Bracket",
    "Decision",
    "Entrant",
    "Entry",
    "How",
    "Kind",
    "Match",
    "Place",
    "Result",
    "Withdrawal",
    "build_bracket",
    "correct_result",
    "find_newly_ready",
    "find_next_match",
    "get_match",
    "record_earlier_result",
    "record_result",
    "reinstate_team",
    "remove_result",
    "withdraw_team",
]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A tournament as it stands."""

    kind: Kind
    third_place: bool
    teams: tuple[str, ...]
    """In seed order, seed 1 first."""
    entries: tuple[Entry, ...]
    """What was entered: results and withdrawals, in order. Enough, with the settings, to build the bracket again."""
    course: Course

    @property
    def matches(self) -> tuple[Match, ...]:
        """Every match that is called for, byes left out, in playing order."""
        return self.course.matches

    @property
    def ready(self) -> tuple[Match, ...]:
        """The matches that can be played now, in playing order."""
        return tuple(match for match in self.matches if match.is_ready)

    @property
    def results(self) -> tuple[Result, ...]:
        """Every decided match in the order of decisions, the walkovers of withdrawn teams included."""
        return tuple(decision.result for decision in self.course.decisions)

    @property
    def withdrawn(self) -> frozenset[str]:
        """The teams that have withdrawn."""
        return frozenset(entry.team for entry in self.entries if isinstance(entry, Withdrawal))

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that are certain, best first."""
        return find_places(self.matches, len(self.teams))

    @property
    def champion(self) -> str | None:
        """Who won the tournament."""
        return find_champion(self.matches)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to play; there may still be no champion, after double forfeits."""
        return all(match.is_decided for match in self.matches)

    def last_of(self, place: Place) -> int:
        """The last of the places that its teams share: those in place 5 who are four have the places 5 to 8."""
        first = place.place if self.champion is not None or place.place > 2 else 1
        return first + len(place.teams) - 1

    def seed_of(self, team: str) -> int:
        """Its number in seed order, from 1."""
        return self.teams.index(team) + 1


def build_bracket(
    teams: Sequence[str], kind: Kind = "single", *, third_place: bool = False, entries: Sequence[Entry] = ()
) -> Bracket:
    """A bracket of teams in seed order, with what has been entered so far.

    Raises RuleError when the settings do not go together or a result does not fit what was entered before it,
    NotFound when an entry names a team that is not in it.
    """
    if not MIN_TEAMS <= len(teams) <= MAX_TEAMS:
        raise RuleError(f"A bracket has {MIN_TEAMS} to {MAX_TEAMS} teams, not {len(teams)}: add or remove some.")
    for index, team in enumerate(teams):
        if team in teams[:index]:
            raise RuleError(f"The team {quote(team)} is there twice: give every team a name of its own.")
    if third_place and kind == "double":
        raise RuleError("Double elimination has no third-place match: leave it out.")
    empty = Bracket(kind, third_place, tuple(teams), (), Course((), (), ()))
    for entry in entries:
        _check_entry(empty, entry)
    return _enter(empty, tuple(entries))


def record_result(bracket: Bracket, result: Result) -> Bracket:
    """Enter the result of the match that these two teams can play now.

    Raises RuleError when no match can end like this or they have none to play, NotFound for an unknown team.
    """
    _check_entry(bracket, result)
    return _enter(bracket, (*bracket.entries, result))


def record_earlier_result(bracket: Bracket, match_id: str, result: Result, before: Withdrawal) -> Bracket:
    """Enter what was played before a team withdrew or was ejected, in place of the walkover (ruling 21).

    Raises RuleError when later results rest on the walkover (it names them, latest first), when the two teams could
    not play this match before that, or no match can end like this; NotFound for an unknown team.
    """
    _check_entry(bracket, result)
    index = bracket.entries.index(before)
    after = _insert(bracket, index, result)
    if not any((one.match_id, one.entry_index) == (match_id, index) for one in _find_entered(after)):
        earlier = _replay(bracket, bracket.entries[:index])
        raise RuleError(_explain_not_ready(earlier, result.teams))
    return after


def correct_result(bracket: Bracket, match_id: str, result: Result) -> Bracket:
    """Replace the result of a match; who goes on changes with it.

    Raises RuleError when later results rest on the old one (it names them, latest first), when the match has no
    result of its own, or no match can end like this; NotFound for an unknown match.
    """
    decision = _get_entered(bracket, match_id)
    if frozenset(result.teams) != frozenset(decision.result.teams):
        raise RuleError(f"{_describe(bracket, match_id)} cannot be given to other teams: correct its winner only.")
    _check_entry(bracket, result)
    return _rewrite(bracket, decision.entry_index, result)


def remove_result(bracket: Bracket, match_id: str) -> Bracket:
    """Take back the result of a match, so that it can be played or entered again.

    Raises RuleError when later results rest on it (it names them, latest first) or the match has no result of its
    own; NotFound for an unknown match.
    """
    return _rewrite(bracket, _get_entered(bracket, match_id).entry_index, None)


def withdraw_team(bracket: Bracket, team: str) -> Bracket:
    """Make every open match of a withdrawn or ejected team a walkover, now or once its opponent is known (G17).

    Where both teams of a match are gone it is a double forfeit. What was decided before stands (ruling 116).
    Raises RuleError when it has withdrawn already, NotFound for an unknown team.
    """
    _check_entry(bracket, Withdrawal(team))
    if team in bracket.withdrawn:
        raise RuleError(f"The team {quote(team)} has withdrawn already: nothing is left to do.")
    return _enter(bracket, (*bracket.entries, Withdrawal(team)))


def reinstate_team(bracket: Bracket, team: str) -> Bracket:
    """Take back a withdrawal; the walkovers that followed from it are open matches again.

    Raises RuleError when later results rest on them (it names them, latest first) or the team has not withdrawn.
    """
    if team not in bracket.withdrawn:
        raise RuleError(f"The team {quote(team)} has not withdrawn: there is nothing to take back.")
    return _rewrite(bracket, bracket.entries.index(Withdrawal(team)), None, f"the walkovers against {quote(team)}")


def get_match(bracket: Bracket, match_id: str) -> Match:
    """The match of this id. Raises NotFound."""
    for match in bracket.matches:
        if match.id == match_id:
            return match
    raise NotFound(f"There is no match {quote(match_id)} in this bracket: choose one that it lists.")


def find_next_match(bracket: Bracket, team: str) -> Match | None:
    """The open match that a team has reached: ready, or waiting for an opponent."""
    return next((match for match in bracket.matches if not match.is_decided and team in match.teams), None)


def find_newly_ready(before: Bracket, after: Bracket) -> tuple[Match, ...]:
    """The matches to announce after a change: ready now, and before it not, or not with these teams."""
    announced = {(match.id, match.pair) for match in before.ready}
    return tuple(match for match in after.ready if (match.id, match.pair) not in announced)


def _check_entry(bracket: Bracket, entry: Entry) -> None:
    for team in entry.teams if isinstance(entry, Result) else (entry.team,):
        if team not in bracket.teams:
            raise NotFound(f"There is no team {quote(team)} in this bracket: choose one of its teams.")
    if isinstance(entry, Result):
        check_result(entry)


def _enter(bracket: Bracket, entries: tuple[Entry, ...]) -> Bracket:
    after = _replay(bracket, entries)
    for index in after.course.unusable:
        before = _replay(bracket, entries[:index])
        raise RuleError(_explain_not_ready(before, cast("Result", entries[index]).teams))
    return after


def _replay(bracket: Bracket, entries: tuple[Entry, ...]) -> Bracket:
    layout = build_layout(bracket.kind, len(bracket.teams), bracket.third_place)
    return replace(bracket, entries=entries, course=play_out(layout, bracket.teams, entries))


def _rewrite(bracket: Bracket, index: int, replacement: Result | None, basis: str = "this one") -> Bracket:
    """Change one entry, if every other one still decides the same match; `basis` is what the others rest on."""
    earlier, later = bracket.entries[:index], bracket.entries[index + 1 :]
    return _weigh(bracket, index, (*earlier, *([replacement] if replacement else []), *later), basis)


def _insert(bracket: Bracket, index: int, result: Result) -> Bracket:
    """Put one entry before another, if every later one still decides the same match."""
    return _weigh(bracket, index - 1, (*bracket.entries[:index], result, *bracket.entries[index:]))


def _weigh(bracket: Bracket, index: int, entries: tuple[Entry, ...], basis: str = "this one") -> Bracket:
    """The bracket with other entries, if those after `index` still decide the same matches."""
    after = _replay(bracket, entries)
    shift = len(after.entries) - len(bracket.entries)
    decided = {decision.entry_index: decision.match_id for decision in _find_entered(after)}
    displaced = [
        decision.match_id
        for decision in reversed(_find_entered(bracket))
        if decision.entry_index > index and decided.get(decision.entry_index + shift) != decision.match_id
    ]
    if displaced:
        names = ", ".join(_describe(bracket, match_id) for match_id in displaced)
        raise RuleError(f"Later results rest on {basis}. Take them back first, in this order: {names}.")
    return after


def _find_entered(bracket: Bracket) -> list[Decision]:
    return [decision for decision in bracket.course.decisions if not decision.is_automatic]


def _get_entered(bracket: Bracket, match_id: str) -> Decision:
    match = get_match(bracket, match_id)
    if match.how is None:
        raise RuleError(f"{_describe(bracket, match_id)} has no result yet: enter one when it has been played.")
    if match.how == "void":
        raise RuleError(f"{match.title} was left unplayed after a double forfeit: correct that match instead.")
    decision = next(decision for decision in bracket.course.decisions if decision.match_id == match_id)
    if decision.is_automatic:
        raise RuleError(
            f"{_describe(bracket, match_id)} was not played, since a team has withdrawn or was ejected. A "
            "withdrawal stands; for an ejection, lift the offence that led to it."
        )
    return decision


def _describe(bracket: Bracket, match_id: str) -> str:
    """`Quarter-final 2 ("Dogs" v "Elks")`."""
    match = get_match(bracket, match_id)
    if match.pair is None:
        return match.title
    upper, lower = match.pair
    return f"{match.title} ({quote(upper)} v {quote(lower)})"


def _explain_not_ready(bracket: Bracket, pair: tuple[str, str]) -> str:
    """Why these two teams cannot play now, and what to do."""
    for match in reversed(bracket.matches):
        if match.is_decided and match.pair is not None and set(match.pair) == set(pair):
            return f"{_describe(bracket, match.id)} is decided already: correct its result instead."
    first, second = (_tell_whereabouts(bracket, team) for team in pair)
    return f"This match cannot be played now: {first}, {second}. Enter a match that is ready."


def _tell_whereabouts(bracket: Bracket, team: str) -> str:
    match = find_next_match(bracket, team)
    if match is None:
        return f"{quote(team)} has {'won' if team == bracket.champion else 'no match left'}"
    if match.pair is None:
        return f"{quote(team)} waits for its opponent in {match.title}"
    upper, lower = match.pair
    return f"{quote(team)} plays {quote(lower if team == upper else upper)} next"
