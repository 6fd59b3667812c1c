"""The bracket of a competition: built from what was entered, and shown as a message."""

from datetime import datetime
from operator import itemgetter

from bot.db.snapshot import MatchResult, Snapshot
from bot.services.ejections import ejections_of
from bot.ui.bracket_view import draw_bracket, team_key
from bot.ui.message import Message
from bot.ui.texts import dodgeball as texts
from bot.ui.texttable import bracket_messages
from core.errors import RuleError
from core.scoring.bracket import Bracket, Result, Withdrawal, build_bracket

LONGEST_PAGE = 1900


def draw_bracket_message(snapshot: Snapshot) -> Message:
    """The bracket as text and picture, for the live message and for `/bracket`."""
    if not snapshot.seeds:
        return Message(texts.NOT_DRAWN)
    bracket = build_from(snapshot)
    names = {team_key(id_): snapshot.teams[id_].name for id_ in snapshot.seeds}
    picture = draw_bracket(texts.bracket_title(snapshot), texts.bracket_state(bracket), bracket, names)
    return Message(texts.bracket_cut(bracket_messages(picture, LONGEST_PAGE)), pictures=(picture,))


def build_from(snapshot: Snapshot) -> Bracket:
    """The bracket of a competition whose seeds are drawn. Raises RuleError where they are not."""
    if not snapshot.seeds:
        raise RuleError(texts.NOT_DRAWN)
    return build_bracket([team_key(id_) for id_ in snapshot.seeds], entries=_entries(snapshot))


def find_gone(snapshot: Snapshot) -> dict[int, datetime]:
    """When each team withdrew or was ejected, of those that did."""
    ejected_at = {id_: gone.ejected_at for id_, gone in ejections_of(snapshot).teams.items()}
    gone_at = {team.id: team.withdrawn_at or ejected_at.get(team.id) for team in snapshot.teams.values()}
    return {id_: at for id_, at in gone_at.items() if at is not None}


def _entries(snapshot: Snapshot) -> list[Result | Withdrawal]:
    """Results, withdrawals and ejections of teams in the order in which they happened."""
    results = [((one.decided_at, -1 if one.played_before else 1, one.id), _to_result(one)) for one in snapshot.results]
    withdrawals = [
        ((at, 0, team_id), Withdrawal(team_key(team_id)))
        for team_id, at in find_gone(snapshot).items()
        if team_id in snapshot.seeds
    ]
    return [entry for _, entry in sorted([*results, *withdrawals], key=itemgetter(0))]


def _to_result(result: MatchResult) -> Result:
    first, second = result.team_ids
    games = tuple(team_key(id_) for id_ in result.games) or None
    winner = None if result.winner_id is None else team_key(result.winner_id)
    return Result((team_key(first), team_key(second)), winner, result.how, games)  # pyright: ignore[reportArgumentType]
