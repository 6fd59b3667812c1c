"""Conduct: offences recorded, decided and lifted; whoever they concern is told, and everything else follows."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from sqlalchemy import insert, update

from bot.db import tables
from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Competition, Offence, Player, Snapshot
from bot.services.access import (
    ENDED,
    Asker,
    change_competition,
    read_competition,
    record_change,
    require_director,
    require_staff,
)
from bot.services.appeal_outcomes import grant_open_appeal
from bot.services.blinds import has_started
from bot.services.brought_back import find_brought_back
from bot.services.captaincy import bring_back_captain, replace_ejected
from bot.services.conduct_notices import tell_of_change, tell_of_offence
from bot.services.drafts import keep_draft, take_draft
from bot.services.ejections import conduct_history, ejections_of, remaining_of_player, remaining_of_team
from bot.services.final_result import correct_final_result
from bot.services.holdem_order import KEY as HOLDEM_KEY
from bot.services.holdem_order import find_place, is_seated, list_to_leave
from bot.services.live import refresh_all
from bot.services.lookup import find_player, find_team
from bot.services.moves import propose_moves
from bot.services.results import is_holdem_over, read_holdem
from bot.services.waitlist import count_too_many, offer_free_places
from bot.ui.facts.conduct import Decided, Lifted, OffencePreview, RecordedOffence, TeamEjectionPreview
from bot.ui.texts import conduct as texts
from core import conduct
from core.conduct import Decision, OffenceKind, judge
from core.errors import Conflict, NotFound, RuleError

NOTE_MAX_CHARACTERS = 500


async def preview_offence(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    kind: OffenceKind,
    player: str,
    event: str | None = None,
    note: str | None = None,
) -> OffencePreview:
    """Keep an offence as a draft and say what would follow.

    With no event named, whoever sits in hold'em is taken to have done it there: hold'em does not remain for them, it
    ends in the place of that moment (ruling 24). Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    _require_going_on(snapshot.competition)
    if event is not None and event not in snapshot.competition.settings.events:
        raise RuleError(texts.unknown_event(snapshot.competition.settings.events))
    note = note.strip() if note else None
    if note and len(note) > NOTE_MAX_CHARACTERS:
        raise RuleError(texts.NOTE_TOO_LONG)
    found = find_player(snapshot, player)
    if event is None and is_seated(snapshot, found.id, has_clock=await has_started(tx, snapshot)):
        event = HOLDEM_KEY.event
    return await _draft(tx, asker, snapshot, found, kind, event, note)


async def record_offence(
    tx: Transaction, asker: Asker, competition_id: str, draft_id: str
) -> RecordedOffence | OffencePreview:
    """Record what a preview showed; if something else would follow by now, show the preview anew instead.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, competition_id)
    require_staff(asker, snapshot.competition)
    _require_going_on(snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.OFFENCE, draft_id)
    kind, event, note = OffenceKind(draft["kind"]), draft["event"], draft["note"]
    player = snapshot.players[draft["player_id"]]
    found = _preview(tx, snapshot, player, kind, event)
    if _to_json(found) != draft["preview"]:
        return replace(await _draft(tx, asker, snapshot, player, kind, event, note), is_anew=True)
    offence = await _insert(tx, asker, snapshot, player, kind, event, note)
    after = replace(snapshot, offences=(*snapshot.offences, offence))
    outcome = judge(conduct_history(after)).outcomes[-1]
    await record_change(
        tx, asker, after.competition, "conduct record", offence=offence.id, player=player.id, kind=kind.value
    )
    after = await replace_ejected(tx, asker, after)  # whoever leads the team now is told, and can appeal
    unreachable = await tell_of_offence(tx, after, offence, outcome)
    await tell_of_change(tx, snapshot, after)
    await correct_final_result(tx, snapshot, after)
    await propose_moves(tx, after)
    await refresh_all(tx, after.competition)
    team = after.teams[player.team_id]
    to_leave = _name_to_leave(after, team.id)
    return RecordedOffence(after, offence, player, team, outcome, found.forfeited_events, unreachable, to_leave)


async def preview_team_ejection(tx: Transaction, asker: Asker, chosen: str | None, team: str) -> TeamEjectionPreview:
    """What would follow from the ejection to which a team's last offence led.

    Raises NotFound, NotAllowed, or RuleError where none waits for a decision.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    found = find_team(snapshot, team)
    due = next((offence for offence in list_due(snapshot) if offence.team_id == found.id), None)
    if due is None:
        raise RuleError(texts.no_team_ejection_due(found.name))
    forfeits = tuple(event for event in remaining_of_team(snapshot, found.id, tx.now) if event != due.event)
    return TeamEjectionPreview(snapshot.competition, found, due, forfeits)


async def decide_team_ejection(
    tx: Transaction, asker: Asker, competition_id: str, offence_id: str, decision: Decision
) -> Decided:
    """A director's word on a team's ejection. Raises NotFound, NotAllowed, or Conflict if it is decided already."""
    snapshot = await change_competition(tx, asker, competition_id)
    require_director(asker, snapshot.competition)
    _require_decidable(snapshot.competition)
    offence = get_offence(snapshot, offence_id)
    if offence not in list_due(snapshot):
        raise Conflict(texts.decided_already(snapshot.teams[offence.team_id].name, offence))
    return await _decide(tx, asker, snapshot, offence, decision)


async def lift_offence(tx: Transaction, asker: Asker, chosen: str | None, offence_id: str, reason: str) -> Lifted:
    """Let an offence count as if it had not been. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    _require_decidable(snapshot.competition)
    offence = get_offence(snapshot, offence_id)
    lifted = await lift(tx, asker, snapshot, offence, reason)
    await grant_open_appeal(tx, asker, snapshot, offence, reason.strip())
    return lifted


async def lift(tx: Transaction, asker: Asker, snapshot: Snapshot, offence: Offence, reason: str) -> Lifted:
    """The same for an offence that was looked up already, such as by an appeal that was granted."""
    reason = reason.strip()
    if not 1 <= len(reason) <= NOTE_MAX_CHARACTERS:
        raise RuleError(texts.REASON_NEEDED)
    conduct.lift(conduct_history(snapshot), offence.id)
    lifted = replace(offence, lifted_by=asker.user_id, lifted_at=tx.now, lift_reason=reason)
    await tx.connection.execute(
        update(tables.offence)
        .where(tables.offence.c.id == offence.id)
        .values(lifted_by=asker.user_id, lifted_at=tx.now, lift_reason=reason)
    )
    await _follow(tx, asker, snapshot, lifted, "conduct lift")
    after = replace_offence(snapshot, lifted)
    back, captain_id = find_brought_back(snapshot, after), snapshot.teams[offence.team_id].captain_id
    player = snapshot.players[offence.player_id]
    led = await bring_back_captain(tx, asker, after, player)
    too_many = count_too_many(after) if offence.team_id in ejections_of(snapshot).teams else 0
    is_out_by_it = offence.event == HOLDEM_KEY.event and not is_holdem_over(after)
    out_in = find_place(after, read_holdem(after), player.id) if is_out_by_it else None
    return Lifted(snapshot.competition, lifted, player, back, captain_id, led, too_many, out_in)


def list_due(snapshot: Snapshot) -> tuple[Offence, ...]:
    """The offences whose team ejection waits for a director, of teams that are not out already."""
    due = {offence.id for offence in judge(conduct_history(snapshot)).list_ejections_due()}
    return tuple(offence for offence in snapshot.offences if offence.id in due)


def get_offence(snapshot: Snapshot, offence_id: str) -> Offence:
    """An offence of this competition by its number, with or without `#`. Raises NotFound."""
    for offence in snapshot.offences:
        if str(offence.id) == offence_id.strip().removeprefix("#"):
            return offence
    raise NotFound(texts.UNKNOWN_OFFENCE)


async def _insert(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    player: Player,
    kind: OffenceKind,
    event: str | None,
    note: str | None,
) -> Offence:
    offence = Offence(0, player.team_id, player.id, kind, event, note, recorded_by=asker.user_id, recorded_at=tx.now)
    values = asdict(offence) | {"competition_id": snapshot.competition.id}
    del values["id"]
    statement = insert(tables.offence).values(values).returning(tables.offence.c.id)
    return replace(offence, id=(await tx.connection.execute(statement)).scalar_one())


async def _decide(tx: Transaction, asker: Asker, snapshot: Snapshot, offence: Offence, decision: Decision) -> Decided:
    conduct.decide(conduct_history(snapshot), offence.id, decision)
    decided = replace(offence, decision=decision, decided_by=asker.user_id, decided_at=tx.now)
    await tx.connection.execute(
        update(tables.offence)
        .where(tables.offence.c.id == offence.id)
        .values(decision=decision.value, decided_by=asker.user_id, decided_at=tx.now)
    )
    await _follow(tx, asker, snapshot, decided, f"conduct {decision.value}")
    await offer_free_places(tx, snapshot.competition)
    to_leave = _name_to_leave(replace_offence(snapshot, decided), offence.team_id)
    return Decided(snapshot.competition, snapshot.teams[offence.team_id], decision, to_leave)


def _name_to_leave(snapshot: Snapshot, team_id: int) -> tuple[str, ...]:
    players = [snapshot.players[id_] for id_ in list_to_leave(snapshot)]
    return tuple(player.name for player in players if player.team_id == team_id)


async def _follow(tx: Transaction, asker: Asker, before: Snapshot, changed: Offence, action: str) -> None:
    """Tell of a changed offence, and let standings and brackets follow."""
    after = replace_offence(before, changed)
    await record_change(tx, asker, before.competition, action, offence=changed.id)
    await tell_of_change(tx, before, after)
    await correct_final_result(tx, before, after)
    await replace_ejected(tx, asker, after)
    await propose_moves(tx, after)
    await refresh_all(tx, before.competition)


def replace_offence(snapshot: Snapshot, changed: Offence) -> Snapshot:
    """The same competition with one offence changed."""
    return replace(snapshot, offences=tuple(changed if one.id == changed.id else one for one in snapshot.offences))


async def _draft(
    tx: Transaction,
    asker: Asker,
    snapshot: Snapshot,
    player: Player,
    kind: OffenceKind,
    event: str | None,
    note: str | None,
) -> OffencePreview:
    found = _preview(tx, snapshot, player, kind, event)
    value = {
        "player_id": player.id,
        "kind": kind.value,
        "event": event,
        "note": note,
        "preview": _to_json(found),
    }
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.OFFENCE, value)
    team, earlier = snapshot.teams[player.team_id], judge(conduct_history(snapshot)).count_trash_talk(str(player.id))
    return OffencePreview(snapshot, draft_id, player, team, kind, event, found, earlier)


def _preview(
    tx: Transaction, snapshot: Snapshot, player: Player, kind: OffenceKind, event: str | None
) -> conduct.Preview:
    offence = conduct.Offence(0, str(player.id), str(player.team_id), kind)
    remaining = [e for e in remaining_of_player(snapshot, player.id, tx.now) if e != event]
    return conduct.preview(conduct_history(snapshot), offence, remaining)


def _to_json(found: conduct.Preview) -> list[Sequence[str]]:
    return [[consequence.value for consequence in found.consequences], list(found.forfeited_events)]


def _require_going_on(competition: Competition) -> None:
    if competition.state in ENDED:
        raise RuleError(texts.has_ended(competition.name, competition.state))


def _require_decidable(competition: Competition) -> None:
    if competition.state in ENDED:
        raise RuleError(texts.stays_as_decided(competition.name, competition.state))
