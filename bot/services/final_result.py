"""The final result of a competition: the podium of the games, or the first places of a bracket."""

from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.bracket import build_from
from bot.services.rules import rules_in_force
from bot.services.standings import standings_of
from bot.ui.facts.ending import FinalResult
from bot.ui.message import Message
from bot.ui.texts import final_result as texts
from core.competition import Kind, State


def build_final_result(tx: Transaction, snapshot: Snapshot) -> FinalResult:
    """Who has won, as things stand."""
    is_games = snapshot.competition.settings.kind is Kind.GETAWAY
    standings = standings_of(snapshot) if is_games else None
    bracket = build_from(snapshot) if snapshot.seeds and not is_games else None
    return FinalResult(snapshot, standings, bracket, rules_in_force(snapshot, tx.now))


async def post_final_result(tx: Transaction, result: FinalResult) -> None:
    """Post it in the announcements."""
    await _post(tx, result.snapshot, "\n".join(texts.result_lines(result)))


async def correct_final_result(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    """Post it anew where something was changed after the end and others are named now, or with other sums."""
    if after.competition.state is not State.FINISHED:
        return
    corrected = build_final_result(tx, after)
    if list(texts.winner_lines(corrected)) != list(texts.winner_lines(build_final_result(tx, before))):
        await _post(tx, after, "\n".join(texts.result_lines(corrected, is_corrected=True)))


async def _post(tx: Transaction, snapshot: Snapshot, text: str) -> None:
    competition = snapshot.competition
    subject, channel_id = f"final:{competition.revision}", competition.channels.announcements
    await enqueue_notice(tx, competition.id, subject, Message(text), channel_id=channel_id)
