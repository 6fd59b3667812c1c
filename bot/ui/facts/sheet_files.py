"""Scores as files: rows of a table, and pages to print."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.db.snapshot import Player, Snapshot, Team
from bot.ui.pictures.values import TablePicture
from core.scoring.event import Event, RoundsEvent


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One round of a player, or of a team where `player` is None; without points it is still to be taken."""

    event: RoundsEvent[Any]
    team: Team
    player: Player | None
    round: int
    counts: str
    points: int | None


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """A sheet of paper: a team in an event, with those who take part."""

    event: Event[Any]
    team: Team
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class BlankSheets:
    """Sheets to be filled in, on paper or in a spreadsheet."""

    snapshot: Snapshot
    sheets: tuple[TeamSheet, ...]
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as people read it: `games` are the teams that won them, in order."""

    round: str
    title: str
    teams: tuple[str, str]
    games: tuple[str, ...]
    result: str
    winner: str
    kind: str


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A sheet of paper for one match: both teams with those who may play."""

    title: str
    teams: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class MatchSheets:
    """The sheets of the matches that can be played now."""

    snapshot: Snapshot
    sheets: tuple[MatchSheet, ...]


@dataclass(frozen=True, slots=True)
class MatchTables:
    """A dodgeball tournament as it stands: its matches in playing order, and the places that are certain."""

    snapshot: Snapshot
    matches: Sequence[MatchRow]
    places: Sequence[tuple[str, str]]
    """Place, as `5-8` where it is shared, and team."""


@dataclass(frozen=True, slots=True)
class ResultTables:
    """All results as they stand: the rounds that are in, and every list."""

    snapshot: Snapshot
    rows: Sequence[SheetRow]
    lists: Sequence[TablePicture]
