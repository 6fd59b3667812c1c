"""The course of a bracket: how what was entered leads from match to match."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from core.scoring.bracket_layout import Fixture, LoserOf, Seed, Source, WinnerOf
from core.scoring.bracket_match import Entrant, Entry, Match, Result, Withdrawal

_BEFORE_ANY_ENTRY = -1


@dataclass(frozen=True, slots=True)
class Decision:
    """A result together with the match that it decided."""

    match_id: str
    result: Result
    entry_index: int
    """The entry that it follows from: the result itself, or what made a withdrawn team's match ready."""
    is_automatic: bool
    """Whether it is a walkover that follows from a withdrawal."""


@dataclass(frozen=True, slots=True)
class Course:
    """What the entries lead to."""

    matches: tuple[Match, ...]
    """Every match that is called for, in playing order."""
    decisions: tuple[Decision, ...]
    """In the order in which they were taken."""
    unusable: tuple[int, ...]
    """Indexes of the results whose teams had no ready match at their moment; they count for nothing."""


def play_out(layout: Sequence[Fixture], teams: Sequence[str], entries: Sequence[Entry]) -> Course:
    """Take every match in playing order, and for each the first entry of its two teams after both were known.

    That is the same as taking the entries one by one, since the matches of one pair of teams come one after another.
    `teams` are in seed order.
    """
    play = _Play(teams, entries)
    for fixture in layout:
        play.take(fixture)
    return play.finish()


class _Play:
    def __init__(self, teams: Sequence[str], entries: Sequence[Entry]) -> None:
        self._teams = teams
        self._entries = entries
        self._matches: dict[str, Match] = {}
        self._decided_at: dict[str, int] = {}  # by match: index of the entry with which it was decided
        self._decisions: list[Decision] = []
        self._waiting: dict[frozenset[str], deque[int]] = defaultdict(deque)  # results, by pair of teams
        self._withdrawn_at: dict[str, int] = {}
        for index, entry in enumerate(entries):
            if isinstance(entry, Withdrawal):
                self._withdrawn_at.setdefault(entry.team, index)
            else:
                self._waiting[frozenset(entry.teams)].append(index)

    def take(self, fixture: Fixture) -> None:
        """Settle one match as far as the entries do; all matches before it have been taken."""
        upper, lower = (self._find_entrant(source) for source in fixture.sources)
        if not self._is_called_for(fixture, upper, lower):
            return
        match = Match(fixture, (upper, lower), None, None, None, fixture.next_id, fixture.loser_next_id)
        if upper.is_settled and lower.is_settled:
            known_at = max(self._find_settled_at(source) for source in fixture.sources)
            match = self._decide(match, known_at)
        self._matches[fixture.id] = match

    def finish(self) -> Course:
        """What has been found out, once every match has been taken."""
        used = {decision.entry_index for decision in self._decisions if not decision.is_automatic}
        return Course(
            matches=tuple(self._drop_dead_links(match) for match in self._matches.values()),
            decisions=tuple(sorted(self._decisions, key=lambda decision: decision.entry_index)),
            unusable=tuple(
                index for index, entry in enumerate(self._entries) if isinstance(entry, Result) and index not in used
            ),
        )

    def _find_entrant(self, source: Source) -> Entrant:
        if isinstance(source, Seed):
            return Entrant(source, self._teams[source.number - 1], is_settled=True)
        match = self._matches.get(source.match_id)
        if match is None or not match.is_decided:
            return Entrant(source, None, is_settled=False)
        return Entrant(source, match.winner if isinstance(source, WinnerOf) else match.loser, is_settled=True)

    def _find_settled_at(self, source: Source) -> int:
        return _BEFORE_ANY_ENTRY if isinstance(source, Seed) else self._decided_at[source.match_id]

    def _is_called_for(self, fixture: Fixture, upper: Entrant, lower: Entrant) -> bool:
        """Third place needs two losers, and a second final that the upper, unbeaten finalist has lost the first."""
        if fixture.side == "third":
            return not any(entrant.is_settled and entrant.team is None for entrant in (upper, lower))
        if fixture.sources[0] == LoserOf("G1"):
            return upper.team is not None and upper.team == self._matches["G1"].teams[0]
        return True

    def _decide(self, match: Match, known_at: int) -> Match:
        """The match with its outcome, if there is one; both sides have been settled since the entry `known_at`."""
        if match.pair is None:
            upper, lower = match.teams
            self._decided_at[match.id] = known_at
            return replace(match, winner=upper or lower, how="void")
        decision = self._find_decision(match.id, match.pair, known_at)
        if decision is None:
            return match
        self._decisions.append(decision)
        self._decided_at[match.id] = decision.entry_index
        result = decision.result
        return replace(match, winner=result.winner, how=result.how, games=result.games)

    def _find_decision(self, match_id: str, pair: tuple[str, str], known_at: int) -> Decision | None:
        gone_at = min((self._withdrawn_at[team] for team in pair if team in self._withdrawn_at), default=None)
        waiting = self._waiting[frozenset(pair)]
        while waiting and waiting[0] <= known_at:
            waiting.popleft()
        if waiting and (gone_at is None or waiting[0] < gone_at):
            index = waiting.popleft()
            return Decision(match_id, cast("Result", self._entries[index]), index, is_automatic=False)
        if gone_at is None:
            return None
        decided_at = max(known_at, gone_at)
        return Decision(match_id, self._walk_over(pair, decided_at), decided_at, is_automatic=True)

    def _walk_over(self, pair: tuple[str, str], at: int) -> Result:
        present = [team for team in pair if self._withdrawn_at.get(team, at + 1) > at]
        if present:
            return Result(pair, present[0], "walkover")
        return Result(pair, None, "double_forfeit")

    def _drop_dead_links(self, match: Match) -> Match:
        """Without the way to a match that is not called for."""
        next_id = match.next_id if match.next_id in self._matches else None
        loser_next_id = match.loser_next_id if match.loser_next_id in self._matches else None
        if (next_id, loser_next_id) == (match.next_id, match.loser_next_id):
            return match
        return replace(match, next_id=next_id, loser_next_id=loser_next_id)
