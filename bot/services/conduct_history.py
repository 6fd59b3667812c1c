"""What was recorded about anybody's conduct, and what it leads to as things stand; for staff."""

from collections.abc import Mapping

from bot.db.appeals import load_appeals
from bot.db.engine import Transaction
from bot.db.snapshot import Offence
from bot.posts.outbox import PostStatus, load_about
from bot.services.access import Asker, read_competition, require_staff
from bot.services.conduct_notices import PLAYING_CAPTAIN, TOLD, subject_of
from bot.services.ejections import conduct_history
from bot.services.lookup import find_player, find_team
from bot.ui.facts.conduct import History, HistoryEntry
from bot.ui.texts import conduct_history as texts
from core.conduct import judge


async def show_history(
    tx: Transaction, asker: Asker, chosen: str | None, team: str | None = None, player: str | None = None
) -> History:
    """What was recorded about a player, a team, or everybody. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    team_id = find_team(snapshot, team).id if team else None
    player_id = find_player(snapshot, player).id if player else None
    outcomes = judge(conduct_history(snapshot)).outcomes
    appeals = await load_appeals(tx.connection, snapshot.competition.id)
    messages = {
        post.subject: post.status for post in await load_about(tx.connection, snapshot.competition.id, "conduct:")
    }
    entries = tuple(
        HistoryEntry(
            offence,
            snapshot.players[offence.player_id],
            snapshot.teams[offence.team_id],
            outcome.consequences,
            appeals.get(offence.id),
            _find_told(offence, messages),
        )
        for offence, outcome in zip(snapshot.offences, outcomes, strict=True)
        if team_id in (None, offence.team_id) and player_id in (None, offence.player_id)
    )
    return History(snapshot.competition, entries)


async def name_standing(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The offences that count, newest first, to choose from. Raises NotFound or NotAllowed."""
    entries = (await show_history(tx, asker, chosen)).entries
    standing = [entry for entry in reversed(entries) if entry.offence.lifted_at is None]
    return [(texts.standing_choice(entry), f"#{entry.offence.id}") for entry in standing]


def _find_told(offence: Offence, messages: Mapping[str, PostStatus]) -> tuple[tuple[str, PostStatus | None], ...]:
    """Player and captain with what became of their messages; a captain who plays has one message for both."""
    told = tuple((who, messages.get(subject_of(offence, who))) for who in TOLD)
    is_one = told[1][1] is None and subject_of(offence, PLAYING_CAPTAIN) in messages
    return ((PLAYING_CAPTAIN, messages[subject_of(offence, PLAYING_CAPTAIN)]),) if is_one else told
