"""What follows from a change of scores, before and after it counts: whose rank moves, what was drawn from the ranks."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.db.cards import load_cards
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot, Team
from bot.services.cards import plays_in
from bot.services.progress import blanks_of, find_progress
from bot.services.standings import standings_of
from bot.ui.facts.corrections import Consequences
from bot.ui.facts.progress import Stage
from bot.ui.standings_view import is_blank
from core.golf import pair_by_rank
from core.scoring.event import get_event
from core.scoring.moves import find_moves
from core.scoring.ranking import Ranking
from core.scoring.standings import Overall

GOLF = "golf"


def weigh_change(before: Snapshot, after: Snapshot, event_key: str) -> Consequences:
    """Compare the lists of two states of one competition; whoever has no rank in a list yet, has none here."""
    old, new = standings_of(before), standings_of(after)
    old_event, new_event = old.events.get(event_key), new.events.get(event_key)
    old_blanks, new_blanks = blanks_of(before), blanks_of(after)
    return Consequences(
        event_teams=find_moves(
            old_event and _without(old_event.teams, old_blanks.teams.get(event_key, ())),
            new_event and _without(new_event.teams, new_blanks.teams.get(event_key, ())),
        ),
        event_players=find_moves(
            old_event and _without(old_event.players, old_blanks.players.get(event_key, ())),
            new_event and _without(new_event.players, new_blanks.players.get(event_key, ())),
        ),
        teams=find_moves(_show(old.teams, old_blanks.teams), _show(new.teams, new_blanks.teams)),
        players=find_moves(_show(old.players, old_blanks.players), _show(new.players, new_blanks.players)),
    )


def _show(overall: Overall, blank: Mapping[str, Collection[str]]) -> Ranking | None:
    """The list over all events as it is shown: without a rank for those of whom nothing is in."""
    return _without(overall.ranking, {row.name for row in overall.ranking.rows if is_blank(overall, row, blank)})


def _without(ranking: Ranking | None, names: Collection[str]) -> Ranking | None:
    return ranking and replace(ranking, rows=tuple(row for row in ranking.rows if row.name not in names))


async def find_new_pairs(tx: Transaction, before: Snapshot, after: Snapshot) -> tuple[tuple[str, ...], ...]:
    """The golf pairs that the ranking would give after a change, where others were drawn from it before (G117).

    None while no pairs are drawn, or once golf has begun.
    """
    if GOLF not in before.competition.settings.events:
        return ()
    if find_progress(before, get_event(GOLF)).stage is not Stage.TO_COME:
        return ()
    cards = await load_cards(tx.connection, before.competition.id, GOLF)
    arranged = {frozenset((card.team_id, card.second_keeper_id)) - {None} for card in cards}
    earlier = _pair_teams(before)
    new = [pair for pair in _pair_teams(after) if pair not in earlier] if arranged else []
    return tuple(tuple(team.name for team in pair) for pair in new if frozenset(t.id for t in pair) not in arranged)


def _pair_teams(snapshot: Snapshot) -> tuple[tuple[Team, ...], ...]:
    """The teams that play golf, two by two as they stand over all events."""
    playing = {team.name: team for team in snapshot.taking_part() if plays_in(snapshot, team, GOLF)}
    rows = standings_of(snapshot).teams.ranking.rows
    return pair_by_rank([playing[row.name] for row in rows if row.name in playing])
