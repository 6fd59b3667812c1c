"""A whole team's sheet of an event: typed as on paper, shown as it was understood, and entered once it is confirmed.

Rounds that are in already with the same points are left; a changed one is a correction, and refused here. What is left
blank stays missing: blank is not zero.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Player, SheetKey, Snapshot, Team
from bot.services.access import (
    Asker,
    change_competition,
    is_director,
    read_competition,
    record_change,
    require_staff,
)
from bot.services.cards import require_undisputed
from bot.services.desk import find_round, open_for_scores, require_takes_part_as_team
from bot.services.drafts import get_draft, keep_draft, take_draft
from bot.services.ejections import ejections_of, require_takes_part
from bot.services.live import append_sheets
from bot.services.lookup import find_team
from bot.services.progress import list_missing
from bot.services.results import build_games, name_everybody, takes_part
from bot.ui.facts.desk import SheetEntered, SheetForm, SheetRead
from bot.ui.texts import team_sheets as texts
from core.errors import RuleError
from core.names import tidy_name
from core.scoring.event import RoundsEvent
from core.scoring.games import Round
from core.scoring.ranking import Row
from core.scoring.standings import get_contest
from core.team_sheet import read_team_sheet, write_team_sheet

LONGEST_TEXT = 4000
Rounds = Mapping[int, tuple[Round | None, ...]]
"""By player."""
New = Mapping[tuple[int, int], Round]
"""By player and number of the round."""


async def open_sheet(tx: Transaction, asker: Asker, chosen: str | None, event_key: str, team: str) -> SheetForm:
    """The form with the roster, and what is in already. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    event, found = _find(snapshot, asker, event_key, team)
    known = {label: _rounds_of(snapshot, event, player) for label, player in _label(snapshot, event, found).items()}
    return SheetForm(snapshot, event, found, write_team_sheet(known, event.entry))


async def reopen_sheet(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> SheetForm:
    """The form with the text that was sent before. Raises NotFound, NotAllowed, RuleError or Conflict."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await get_draft(tx, asker, snapshot, DraftPurpose.TEAM_SHEET, draft_id)
    event, team = _find(snapshot, asker, draft["event"], f"#{draft['team_id']}")
    return SheetForm(snapshot, event, team, draft["text"])


async def preview_sheet(
    tx: Transaction, asker: Asker, chosen: str | None, event_key: str, team: str, text: str
) -> SheetRead:
    """What is understood of a sheet, or what is wrong with each line; nothing counts yet.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await read_competition(tx, asker, chosen)
    event, found = _find(snapshot, asker, event_key, team)
    return await _read(tx, asker, snapshot, event, found, text[:LONGEST_TEXT])


async def confirm_sheet(tx: Transaction, asker: Asker, chosen: str | None, draft_id: str) -> SheetEntered | SheetRead:
    """Let a sheet count as it was shown; where something came in meanwhile, it is shown anew.

    Raises NotFound, NotAllowed, RuleError or Conflict.
    """
    snapshot = await change_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    draft = await take_draft(tx, asker, snapshot, DraftPurpose.TEAM_SHEET, draft_id)
    event, team = _find(snapshot, asker, draft["event"], f"#{draft['team_id']}")
    _, new, faults = _understand(asker, snapshot, event, team, draft["text"])
    if faults or _to_json(event, new) != draft["new"]:
        return replace(await _read(tx, asker, snapshot, event, team, draft["text"]), is_anew=True)
    return await _enter(tx, asker, snapshot, event, team, new)


async def _read(
    tx: Transaction, asker: Asker, snapshot: Snapshot, event: RoundsEvent[Any], team: Team, text: str
) -> SheetRead:
    rounds, new, faults = _understand(asker, snapshot, event, team, text)
    after = _with(snapshot, event, new)
    value = {"event": event.key, "team_id": team.id, "text": text, "new": _to_json(event, new)}
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.TEAM_SHEET, value)
    row = None if faults else _find_row(after, event, team)
    return SheetRead(
        snapshot=snapshot,
        event=event,
        team=team,
        entered=new,
        rounds=rounds,
        row=row,
        doubts=_list_doubts(snapshot, event, new),
        faults=faults,
        draft_id=draft_id,
    )


def _understand(
    asker: Asker, snapshot: Snapshot, event: RoundsEvent[Any], team: Team, text: str
) -> tuple[Rounds, New, tuple[str, ...]]:
    """All rounds of the team with the new ones, the new ones alone, and what is wrong."""
    players = _label(snapshot, event, team)
    sheet = read_team_sheet(text, tuple(players), event.entry, event.rounds)
    rounds = {player.id: list(_rounds_of(snapshot, event, player)) for player in players.values()}
    new: dict[tuple[int, int], Round] = {}
    faults = list(sheet.faults)
    for label, taken in sheet.rounds.items():
        player = players[label]
        for number, one in enumerate(taken, start=1):
            standing = rounds[player.id][number - 1]
            if one is None or (standing is not None and one.points == standing.points):
                continue
            if standing is not None:
                faults.append(texts.changed(event, label, number, standing, one))
                continue
            rounds[player.id][number - 1] = new[player.id, number] = one
    faults += _find_ejected(asker, snapshot, event, new)
    if not new and not faults:
        faults.append(texts.NOTHING_NEW)
    return {player: tuple(taken) for player, taken in rounds.items()}, new, tuple(faults)


def _find_ejected(asker: Asker, snapshot: Snapshot, event: RoundsEvent[Any], new: New) -> list[str]:
    """Why rounds of ejected players cannot be entered, once for each."""
    by_director = is_director(asker, snapshot.competition)
    faults: dict[str, None] = {}
    for player_id, number in new:
        try:
            require_takes_part(snapshot, SheetKey(event.key, None, player_id, number), by_director=by_director)
        except RuleError as error:
            faults[error.sentence] = None
    return list(faults)


async def _enter(
    tx: Transaction, asker: Asker, snapshot: Snapshot, event: RoundsEvent[Any], team: Team, new: New
) -> SheetEntered:
    entered = [
        (SheetKey(event.key, None, player_id, number), event.entry.write(one), None)
        for (player_id, number), one in new.items()
    ]
    after, sheets = await append_sheets(tx, asker, snapshot, entered)
    sheet_ids = [sheet.id for sheet in sheets]
    await record_change(tx, asker, snapshot.competition, "score team-sheet", team=team.id, sheets=sheet_ids)
    members = {player.id for player in snapshot.roster(team.id)}
    missing = sum(1 for entrant, _ in list_missing(after, event) if entrant in members)
    return SheetEntered(after, event, team, len(new), _find_row(after, event, team), missing, sheet_ids[-1])


def _find(snapshot: Snapshot, asker: Asker, event_key: str, named_team: str) -> tuple[RoundsEvent[Any], Team]:
    event = open_for_scores(snapshot, asker, event_key)
    if event.scored == "team":
        raise RuleError(texts.one_card(event))
    team = find_team(snapshot, named_team)
    require_takes_part_as_team(snapshot, event, team)
    require_undisputed(snapshot, event, SheetKey(event.key, team.id, None, 1))
    return event, team


def label_players(players: Sequence[Player]) -> dict[str, Player]:
    """Players by the names that their lines begin with; namesakes get their ids."""
    names = [tidy_name(player.name).casefold() for player in players]
    return {
        player.name if names.count(name) == 1 else f"{player.name} [{player.id}]": player
        for player, name in zip(players, names, strict=True)
    }


def _label(snapshot: Snapshot, event: RoundsEvent[Any], team: Team) -> dict[str, Player]:
    """The players who take part, by the names that their lines begin with."""
    ejections = ejections_of(snapshot)
    present = [p for p in snapshot.roster(team.id) if takes_part(ejections.players.get(p.id), event.key)]
    return label_players(present)


def _rounds_of(snapshot: Snapshot, event: RoundsEvent[Any], player: Player) -> tuple[Round | None, ...]:
    return tuple(find_round(snapshot, event, player.id, number) for number in range(1, event.rounds + 1))


def _with(snapshot: Snapshot, event: RoundsEvent[Any], new: New) -> Snapshot:
    """The competition as if these rounds counted."""
    for (player_id, number), one in new.items():
        snapshot = snapshot.with_value(SheetKey(event.key, None, player_id, number), event.entry.write(one))
    return snapshot


def _find_row(snapshot: Snapshot, event: RoundsEvent[Any], team: Team) -> Row | None:
    """Where the team stands in the event."""
    games = build_games(snapshot, only=event.key)
    ranking = event.rank_teams(games.results.get(event.key, {}), get_contest(games, event.key))
    return ranking.find(name_everybody(snapshot).teams[team.id])


def _list_doubts(snapshot: Snapshot, event: RoundsEvent[Any], new: New) -> tuple[str, ...]:
    """What is possible but implausible (ruling 115), with both readings."""
    doubts = ((snapshot.players[player_id].name, event.entry.find_doubt(one)) for (player_id, _), one in new.items())
    return tuple(texts.doubted(name, doubt) for name, doubt in doubts if doubt is not None)


def _to_json(event: RoundsEvent[Any], new: New) -> list[list[Any]]:
    return [[player_id, number, event.entry.write(one)] for (player_id, number), one in new.items()]
