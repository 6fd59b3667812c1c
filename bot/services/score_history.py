"""The history of scores: every revision of a round, a card or hold'em's order, under which rules, by whom and why."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from bot.db import tables
from bot.db.competitions import read_sheet
from bot.db.engine import Transaction
from bot.db.snapshot import Player, Sheet, SheetKey, Snapshot, Team
from bot.services.access import Asker, read_competition, require_staff
from bot.services.lookup import find_player, find_team
from bot.services.room import KEY as ROOM_KEY
from bot.services.rounds import name_entrant, name_team_of
from bot.services.rules import rules_in_force
from bot.ui.facts.score_history import Revision, RoundHistory, ScoreHistory
from bot.ui.texts import score_history as texts
from core.competition import Kind
from core.errors import NotFound, RuleError
from core.holdem.order import compare_orders, read_order
from core.scoring.event import get_event


@dataclass(frozen=True, slots=True)
class HistoryAsked:
    """Whose history, and of which event; None is all of them."""

    event: str | None = None
    player: str | None = None
    team: str | None = None


async def read_history(tx: Transaction, asker: Asker, chosen: str | None, asked: HistoryAsked) -> ScoreHistory:
    """Every revision of the rounds that are asked for, the round that was changed last first.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    if snapshot.competition.settings.kind is not Kind.GETAWAY:
        raise RuleError(texts.NOT_GAMES)
    event = None if asked.event is None else get_event(asked.event)
    team = None if asked.team is None else find_team(snapshot, asked.team)
    player = None if asked.player is None else find_player(snapshot, asked.player, team)
    sheets = await _load_sheets(tx, snapshot, asked.event)
    rounds: dict[SheetKey, list[Sheet]] = {}
    for sheet in sheets.values():
        if _concerns(snapshot, sheet, sheets.get(sheet.replaces_id or 0), player, team):
            rounds.setdefault(sheet.key, []).append(sheet)
    if not rounds:
        raise NotFound(texts.nothing_entered(event, player, team))
    together = Counter(sheet.interaction_id for sheet in sheets.values() if sheet.interaction_id is not None)
    latest_first = sorted(rounds.items(), key=lambda item: item[1][-1].id, reverse=True)
    return ScoreHistory(
        snapshot, event, player, team, tuple(_tell(snapshot, sheets, together, key, own) for key, own in latest_first)
    )


async def _load_sheets(tx: Transaction, snapshot: Snapshot, event_key: str | None) -> dict[int, Sheet]:
    """All revisions by id, in the order in which they came in; who sits where is no score."""
    columns = tables.sheet.c
    statement = select(tables.sheet).where(columns.competition_id == snapshot.competition.id).order_by(columns.id)
    if event_key is not None:
        statement = statement.where(columns.event == event_key)
    sheets = [read_sheet(row) for row in await tx.connection.execute(statement)]
    return {sheet.id: sheet for sheet in sheets if sheet.key != ROOM_KEY}


def _concerns(
    snapshot: Snapshot, sheet: Sheet, replaced: Sheet | None, player: Player | None, team: Team | None
) -> bool:
    """Whether a revision is about a player, or a team and its players; without either, always."""
    key = sheet.key
    if player is None and team is None:
        return True
    people = {player.id} if player else {p.id for p in snapshot.players.values() if team and p.team_id == team.id}
    if key.player_id is not None:
        return key.player_id in people
    if key.team_id is not None:
        return player is None and team is not None and key.team_id == team.id
    if key.event != "holdem":
        return False
    change = compare_orders(read_order(replaced.value if replaced else None), read_order(sheet.value))
    return not people.isdisjoint(change.player_ids)


def _tell(
    snapshot: Snapshot,
    sheets: dict[int, Sheet],
    together: Mapping[int, int],
    key: SheetKey,
    own: list[Sheet],
) -> RoundHistory:
    is_of_event = key.player_id is None and key.team_id is None
    return RoundHistory(
        key=key,
        event=get_event(key.event),
        entrant=None if is_of_event else name_entrant(snapshot, key),
        team=name_team_of(snapshot, key),
        revisions=tuple(
            Revision(
                sheet,
                sheets.get(sheet.replaces_id or 0),
                rules_in_force(snapshot, sheet.submitted_at),
                together.get(sheet.interaction_id or 0, 1),
            )
            for sheet in own
        ),
    )
