"""Appeals: a captain speaks once against an offence, and a director decides with a reason."""

from bot.db.appeals import Appeal, insert_appeal, load_appeals
from bot.db.engine import Transaction
from bot.db.snapshot import Offence, Snapshot, Team
from bot.posts.outbox import enqueue_notice
from bot.services.access import (
    ENDED,
    Asker,
    change_competition,
    is_director,
    read_competition,
    record_change,
    require_captain,
    require_director,
)
from bot.services.appeal_outcomes import end_appeal
from bot.services.conduct import get_offence, lift
from bot.ui.facts.conduct import AppealDecided, Appealed
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import appeals as texts
from core.errors import Conflict, NotAllowed, NotFound, RuleError

DECIDE = "appeal-decide"
GRANT, DENY = "grant", "deny"
TEXT_MAX_CHARACTERS = 1000
REASON_MAX_CHARACTERS = 500


async def submit_appeal(tx: Transaction, asker: Asker, chosen: str | None, offence_id: str, text: str) -> Appealed:
    """Appeal against an offence of one's own team; a director may for a captain who cannot.

    Raises NotFound, NotAllowed, or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    offence = await _get_own(tx, asker, snapshot, offence_id)
    _require_going_on(snapshot)
    text = text.strip()
    if not 1 <= len(text) <= TEXT_MAX_CHARACTERS:
        raise RuleError(texts.TEXT_NEEDED)
    if offence.lifted_at is not None:
        raise RuleError(texts.lifted_already(offence.id))
    earlier = (await load_appeals(tx.connection, snapshot.competition.id)).get(offence.id)
    if earlier is not None:
        raise RuleError(texts.only_once(earlier))
    appeal = await insert_appeal(tx, offence.id, text, asker.user_id)
    await record_change(tx, asker, snapshot.competition, "conduct appeal", offence=offence.id)
    await _ask_director(tx, snapshot, offence, appeal)
    return Appealed(snapshot, offence)


async def read_open_appeal(tx: Transaction, asker: Asker, chosen: str | None, offence_id: str) -> Appealed:
    """An appeal that waits for a director. Raises NotFound, NotAllowed, RuleError, or Conflict if it is decided."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    _require_going_on(snapshot)
    offence = get_offence(snapshot, offence_id)
    await _get_open(tx, snapshot, offence)
    return Appealed(snapshot, offence)


async def decide_appeal(
    tx: Transaction, asker: Asker, chosen: str | None, offence_id: str, verdict: str, reason: str
) -> AppealDecided:
    """A director's word on an appeal; granting it lifts the offence.

    Raises NotFound, NotAllowed, RuleError, or Conflict if it is decided already.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    _require_going_on(snapshot)
    offence = get_offence(snapshot, offence_id)
    appeal = await _get_open(tx, snapshot, offence)
    reason = reason.strip()
    if verdict not in (GRANT, DENY):
        raise RuleError(texts.UNKNOWN_VERDICT)
    if not 1 <= len(reason) <= REASON_MAX_CHARACTERS:
        raise RuleError(texts.REASON_NEEDED)
    is_granted = verdict == GRANT
    if is_granted:
        await lift(tx, asker, snapshot, offence, reason)
    else:
        await record_change(tx, asker, snapshot.competition, "conduct appeal denied", offence=offence.id)
    return await end_appeal(tx, asker, snapshot, offence, appeal, is_granted=is_granted, reason=reason)


async def name_open_appeals(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The offences whose appeals wait for a director, to choose from. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    appeals = await load_appeals(tx.connection, snapshot.competition.id)
    waiting = [o for o in snapshot.offences if o.id in appeals and appeals[o.id].is_granted is None]
    return [(texts.choice(snapshot, offence), f"#{offence.id}") for offence in waiting]


async def name_appealable(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The offences against which the asker can appeal, to choose from. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    own = await _list_appealable(tx, asker, snapshot)
    return [(texts.choice(snapshot, offence), f"#{offence.id}") for offence in own]


async def _list_appealable(tx: Transaction, asker: Asker, snapshot: Snapshot) -> list[Offence]:
    """The offences that count, without an appeal, of the asker's team; for a director of every team."""
    if snapshot.competition.state in ENDED:
        return []
    appeals = await load_appeals(tx.connection, snapshot.competition.id)
    may_all = is_director(asker, snapshot.competition)
    return [
        offence
        for offence in snapshot.offences
        if offence.lifted_at is None
        and offence.id not in appeals
        and (may_all or _leads(asker, snapshot.teams[offence.team_id]))
    ]


async def _get_own(tx: Transaction, asker: Asker, snapshot: Snapshot, offence_id: str) -> Offence:
    """An offence of the asker's own team, or for a director of any. Raises NotFound or NotAllowed."""
    if is_director(asker, snapshot.competition):
        return get_offence(snapshot, offence_id)
    led = [team for team in snapshot.teams.values() if _leads(asker, team)]
    try:
        offence = get_offence(snapshot, offence_id)
    except NotFound:
        if not led:
            raise NotAllowed(texts.CAPTAINS_APPEAL) from None
        raise NotFound(texts.unknown_to_captain(snapshot, await _list_appealable(tx, asker, snapshot))) from None
    require_captain(asker, snapshot.teams[offence.team_id])
    return offence


def _require_going_on(snapshot: Snapshot) -> None:
    competition = snapshot.competition
    if competition.state in ENDED:
        raise RuleError(texts.has_ended(competition.name, competition.state))


def _leads(asker: Asker, team: Team) -> bool:
    return asker.user_id in (team.captain_id, *team.co_captain_ids)


async def _get_open(tx: Transaction, snapshot: Snapshot, offence: Offence) -> Appeal:
    appeal = (await load_appeals(tx.connection, snapshot.competition.id)).get(offence.id)
    if appeal is None:
        raise RuleError(texts.no_appeal(offence.id))
    if appeal.is_granted is not None:
        raise Conflict(texts.decided_already(appeal))
    return appeal


async def _ask_director(tx: Transaction, snapshot: Snapshot, offence: Offence, appeal: Appeal) -> None:
    competition = snapshot.competition
    role_id = competition.director_role_id
    message = Message(
        texts.asked(snapshot, offence, appeal),
        (
            Button(texts.GRANT, custom_id(DECIDE, competition.id, offence.id, GRANT), "success"),
            Button(texts.DENY, custom_id(DECIDE, competition.id, offence.id, DENY)),
        ),
        user_mentions=() if role_id else (competition.created_by,),
        role_mentions=(role_id,) if role_id else (),
    )
    await enqueue_notice(
        tx, competition.id, f"conduct:{offence.id}:appealed", message, channel_id=competition.channels.staff
    )
