"""What ends by itself: the time to take a free place, and 30 days after its last day a competition."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.db.competitions import raise_revision, update_competition
from bot.db.engine import Transaction
from bot.db.jobs import Job
from bot.db.ledger import record
from bot.db.snapshot import Competition, Snapshot
from bot.services.erasure import erase_when_over
from bot.services.waitlist import expire_offers
from core.competition import State, Step, archive_due_at, take_step

BY_ITSELF = 0  # the ledger's actor where nobody acted


def plan_archive_jobs(competition: Competition) -> Mapping[str, datetime]:
    """When a competition is archived by itself; on other days it is another job."""
    due_at = archive_due_at(competition.settings)
    return {f"archive:{int(due_at.timestamp())}": due_at}


async def archive_expired(tx: Transaction, snapshot: Snapshot, _job: Job) -> None:
    """The work of that job; nothing where the days have moved, or it is archived already."""
    before = snapshot.competition
    if before.state is State.ARCHIVED or archive_due_at(before.settings) > tx.now:
        return
    competition = await raise_revision(tx, before)
    competition = replace(competition, state=take_step(competition.state, Step.EXPIRE))
    await update_competition(tx, competition)
    await erase_when_over(tx, competition)
    await record(
        tx,
        guild_id=competition.guild_id,
        competition_id=competition.id,
        actor_id=BY_ITSELF,
        role=None,
        interaction_id=None,
        action="competition expire",
    )


async def pass_on_places(tx: Transaction, snapshot: Snapshot, _job: Job) -> None:
    """The work of the job that each offer of a place leaves: what was not taken goes to the next team."""
    await expire_offers(tx, await raise_revision(tx, snapshot.competition))
