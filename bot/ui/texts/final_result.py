"""The final result, as everybody reads it."""

from collections.abc import Iterable, Iterator, Sequence

from bot.db.snapshot import Snapshot
from bot.ui.bracket_view import team_id_of
from bot.ui.facts.ending import FinalResult
from bot.ui.names import for_prose
from bot.ui.texts.rules import in_force
from bot.ui.texts.standings import how_far
from core.scoring.bracket import Bracket
from core.scoring.ranking import Row, show_halves, show_rank
from core.scoring.standings import Standings

PODIUM = 3
MOST_LISTED = 8
TITLES = {1: "Champion", 2: "Runner-up", 3: "Third"}


def result_lines(result: FinalResult, *, is_corrected: bool = False) -> Iterator[str]:
    """The post, line by line: the podium, what counted, and the rules under which it came about."""
    corrected = ", corrected" if is_corrected else ""
    yield f"🏆 **Final result of {for_prose(result.snapshot.competition.name)}{corrected}**"
    if is_corrected:
        yield "The one above does not hold any more."
    yield from winner_lines(result)
    yield f"-# {in_force(result.rules)}"


def winner_lines(result: FinalResult) -> Iterator[str]:
    """Who has won, and what counted."""
    if result.standings is not None:
        yield from _games_lines(result.standings)
    elif result.bracket is not None:
        yield from _bracket_lines(result.snapshot, result.bracket)
    else:
        yield "Nothing was played."


def _games_lines(standings: Standings) -> Iterator[str]:
    if not standings.counted:
        yield "No event counts, so there is no final result."
        return
    yield "**Teams**"
    yield from _podium_lines(standings.teams.ranking.rows)
    yield "**Players**"
    yield from _podium_lines(standings.players.ranking.rows)
    yield f"-# {how_far(standings, is_finished=True)}"


def _podium_lines(rows: Iterable[Row]) -> Iterator[str]:
    podium = [row for row in rows if row.rank is not None and row.rank <= 2 * PODIUM]
    for row in podium[:MOST_LISTED]:
        team = f" ({for_prose(row.team)})" if row.team is not None and not row.name.endswith(f"({row.team})") else ""
        total = "" if row.total is None else f", sum of ranks {show_halves(row.total)}"
        yield f"{show_rank(row)}. {for_prose(row.name)}{team}{total}"
    if len(podium) > MOST_LISTED:
        yield f"... and {len(podium) - MOST_LISTED} more with the same rank: `/standings`"
    if not podium:
        yield "Nobody has a rank."


def _bracket_lines(snapshot: Snapshot, bracket: Bracket) -> Iterator[str]:
    places = [place for place in bracket.places if place.place <= PODIUM]
    if bracket.champion is None:
        yield "There is no champion."
    for place in places:
        names = [_name_with_end(snapshot, bracket, team) for team in sorted(place.teams, key=bracket.seed_of)]
        yield f"{TITLES[place.place]}: {_join(names)}"


def _name_with_end(snapshot: Snapshot, bracket: Bracket, key: str) -> str:
    """A team, and that it was ejected: it keeps the place that it had reached, and nobody honours it unawares."""
    team = snapshot.teams[team_id_of(key)]
    is_ejected = key in bracket.withdrawn and team.withdrawn_at is None
    return f"{for_prose(team.name)} (ejected)" if is_ejected else for_prose(team.name)


def _join(names: Sequence[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
