"""The history of a match's result."""

from collections.abc import Iterator

from bot.db.snapshot import Snapshot
from bot.ui.facts.matches import MatchHistory, MatchRevision
from bot.ui.names import for_prose, mention_account
from bot.ui.texts.dodgeball import describe_match, describe_unplayed
from bot.ui.texts.game_log import log_lines
from bot.ui.texts.rules import in_force
from bot.ui.times import show_moment


def history_lines(found: MatchHistory) -> Iterator[str]:
    """Every revision, the earliest first."""
    yield f"**{describe_match(found.snapshot, found.match)}**"
    if not found.revisions and not found.is_unplayed:
        yield "Nothing has been entered for this match yet."
    for revision in found.revisions:
        result = revision.result
        reason = f", because: {for_prose(result.reason)}" if result.reason else ""
        who_and_when = f"{mention_account(result.submitted_by)}, {show_moment(result.submitted_at)}"
        yield f"- {_what(found.snapshot, revision)}: {who_and_when}{reason}. {in_force(revision.rules)}"
    if found.table is not None:
        yield from log_lines(found.table)
    if found.is_unplayed:
        yield f"- Nobody plays it. {describe_unplayed(found.snapshot, found.match)}"


def _what(snapshot: Snapshot, revision: MatchRevision) -> str:
    result = revision.result
    if revision.is_taken_back:
        return "Taken back"
    names = {team_id: for_prose(snapshot.teams[team_id].name) for team_id in result.team_ids}
    verb = "Entered" if result.replaces_id is None else "Corrected to"
    if result.winner_id is None:
        return f"{verb}: both forfeited"
    by = " by forfeit" if result.how == "forfeit" else ""
    games = f" (games: {', '.join(names[team_id] for team_id in result.games)})" if result.games else ""
    return f"{verb}: {names[result.winner_id]} won{by}{games}"
