"""Scores as files: blank sheets to print or to fill in, and all results as tables and as a page to print."""

from collections.abc import Iterator
from typing import Any

from bot.db.engine import Transaction
from bot.db.snapshot import SheetKey, Snapshot, Team
from bot.services.access import Asker, read_competition, require_staff
from bot.services.ejections import ejections_of
from bot.services.match_files import load_match_sheets
from bot.services.results import read_round, takes_part
from bot.services.standings import StandingsAsked, draw_list, standings_of
from bot.ui.facts.sheet_files import BlankSheets, MatchSheets, ResultTables, SheetRow, TeamSheet
from bot.ui.texts import scores as score_texts
from bot.ui.texts import sheet_files as texts
from core.competition import Kind
from core.errors import RuleError
from core.scoring.event import Event, get_event, has_rounds


async def load_any_sheets(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str | None
) -> BlankSheets | MatchSheets:
    """The sheets of events, or of a dodgeball tournament's matches. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    if snapshot.competition.settings.kind is Kind.DODGEBALL and event_key is None:
        return await load_match_sheets(tx, asker, chosen)
    return await load_blank_sheets(tx, asker, chosen, event_key)


async def load_blank_sheets(tx: Transaction, asker: Asker, chosen: str | None, event_key: str | None) -> BlankSheets:
    """Sheets of one event, or of all, with the names of those who take part. Raises NotFound, NotAllowed, RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    settings = snapshot.competition.settings
    if settings.kind is not Kind.GETAWAY:
        raise RuleError(score_texts.NOT_GAMES)
    if event_key is not None and event_key not in settings.events:
        raise RuleError(score_texts.not_in_edition(get_event(event_key)))
    wanted = settings.events if event_key is None else (event_key,)
    sheets = tuple(sheet for key in wanted for sheet in _list_sheets(snapshot, get_event(key)))
    if not sheets:
        raise RuleError(texts.NO_TEAMS)
    rows = tuple(row for sheet in sheets for row in _list_rows(sheet))
    return BlankSheets(snapshot, sheets, rows)


def tabulate_results(snapshot: Snapshot) -> ResultTables:
    """All rounds that are in, and every list that has something in it."""
    events = [get_event(key) for key in snapshot.competition.settings.events]
    rows = [
        entered
        for event in events
        for sheet in _list_sheets(snapshot, event, with_absent=True)
        for row in _list_rows(sheet)
        if (entered := _fill(snapshot, row)) is not None
    ]
    return ResultTables(snapshot, rows, [draw_list(snapshot, asked, None) for asked in _list_lists(snapshot)])


def _list_sheets(snapshot: Snapshot, event: Event[Any], *, with_absent: bool = False) -> Iterator[TeamSheet]:
    ejections = ejections_of(snapshot)
    for team in snapshot.taking_part():
        if not with_absent and not takes_part(ejections.teams.get(team.id), event.key):
            continue
        players = tuple(
            player
            for player in snapshot.roster(team.id)
            if with_absent or takes_part(ejections.players.get(player.id), event.key)
        )
        if players or with_absent:
            yield TeamSheet(event, team, players)


def _list_rows(sheet: TeamSheet) -> Iterator[SheetRow]:
    event = sheet.event
    if not has_rounds(event):
        return
    for player in (None,) if event.scored == "team" else sheet.players:
        for number in range(1, event.rounds + 1):
            yield SheetRow(event, sheet.team, player, number, "", None)


def _fill(snapshot: Snapshot, row: SheetRow) -> SheetRow | None:
    """The row as it was entered; None where it was not."""
    sheet = snapshot.sheets.get(key_of(row.event.key, row.team, row.player.id if row.player else None, row.round))
    if sheet is None or sheet.value is None:
        return None
    entered = read_round(row.event, sheet.value)
    return SheetRow(row.event, row.team, row.player, row.round, row.event.entry.show(entered), entered.points)


def key_of(event_key: str, team: Team, player_id: int | None, number: int) -> SheetKey:
    """The key of a player's round, or of a team's card."""
    return SheetKey(event_key, team.id if player_id is None else None, player_id, number)


def _list_lists(snapshot: Snapshot) -> Iterator[StandingsAsked]:
    yield from (StandingsAsked(), StandingsAsked(is_players=True))
    for key, ranked in standings_of(snapshot).events.items():
        yield StandingsAsked(key)
        if ranked.players is not None:
            yield StandingsAsked(key, is_players=True)
