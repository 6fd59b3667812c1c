"""What a picture shows, as plain values: the bot fills them in, `table.py` and `bracket.py` draw them.

All texts are shown as they are; nothing here needs escaping. `bot.ui.texttable` writes the same values as text.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from bot.ui.names import visible_name

ROWS_PER_PICTURE = 30


class Align(Enum):
    """The side of its column that a value keeps to."""

    LEFT = "left"
    RIGHT = "right"
    CENTER = "center"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values; the column by which the rows are ordered is the main one."""

    heading: str
    align: Align = Align.RIGHT
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One team or player: its rank as text (`3`, `T2`, `2.5`, empty if it has none) and a value per column.

    `movement` is empty, or starts with `▲`, `▼` or `=`: `▲2` for two places won.
    """

    rank: str
    name: str
    values: tuple[str, ...]
    movement: str = ""
    is_highlighted: bool = False


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A ranking, best first. `subtitle` says what it is worth: `provisional, missing: ...`."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    subtitle: str = ""
    footnote: str = ""
    name_heading: str = "Team"
    has_podium: bool = True  # the first three places stand out

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.values) != len(self.columns):
                raise ValueError(f"a row has {len(row.values)} values for {len(self.columns)} columns")

    def pages(self, rows_per_page: int = ROWS_PER_PICTURE) -> tuple["TablePicture", ...]:
        """Return the table in parts that are each good to look at, at least one."""
        starts = range(0, max(len(self.rows), 1), rows_per_page)
        if len(starts) == 1:
            return (self,)
        return tuple(
            replace(
                self,
                title=f"{self.title} ({number}/{len(starts)})",
                rows=self.rows[start : start + rows_per_page],
                has_podium=self.has_podium and start == 0,
            )
            for number, start in enumerate(starts, 1)
        )


class MatchState(Enum):
    """How far a match is."""

    WAITING = "waiting"  # a team is not known yet
    READY = "ready"
    DECIDED = "decided"
    VOID = "void"  # never played: a double forfeit before it
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Side:
    """One of a match's two teams, or what has to happen until it is known (`winner of quarter-final 2`)."""

    name: str | None
    seed: int | None = None
    games_won: int | None = None
    is_winner: bool = False
    waiting_for: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A match; `next_id` is the match in which its winner plays, `note` says how it ended (`forfeit`).

    `label` is what people call it within its round; None where that is its id.
    """

    match_id: str
    sides: tuple[Side, Side]
    state: MatchState
    next_id: str | None = None
    note: str = ""
    label: str | None = None


def describe_name(match: Match, side: Side) -> str:
    """Return a side's team, or what stands there while there is none."""
    if side.name is not None:
        return visible_name(side.name)
    missing = {MatchState.BYE: "bye", MatchState.VOID: "nobody"}
    return side.waiting_for or missing.get(match.state, "to be decided")


def name_open(match: Match) -> str:
    """Return what a match that is still to come is called, because others wait for its winner."""
    return match.match_id if match.label is None else match.label


def describe_sides(match: Match) -> tuple[str, str]:
    """Return what is said beside each team: how a match ended beside who lost it, else its id and state.

    A match that is still to come is named, because others wait for its winner.
    """
    if match.state is MatchState.BYE:
        return "", ""
    if match.state in {MatchState.WAITING, MatchState.READY}:
        return name_open(match), match.note or (match.state.value if match.state is MatchState.READY else "")
    note = match.note or (match.state.value if match.state is MatchState.VOID else "")
    upper, lower = match.sides
    return (note, "") if lower.is_winner and not upper.is_winner else ("", note)


@dataclass(frozen=True, slots=True)
class Round:
    """Matches at the same distance from the final, top to bottom."""

    title: str
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a bracket with rounds of its own: the winners' side, the losers' side, the match for third place.

    The title may be empty if the bracket has no other part.
    """

    title: str
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """An elimination tournament, its sections below each other."""

    title: str
    sections: tuple[Section, ...]
    subtitle: str = ""
    champion: str | None = None
    footnote: str = ""


def name_teams(bracket: BracketPicture) -> Iterator[str]:
    """Yield the teams of a bracket as they are shown, each as often as it plays."""
    for section in bracket.sections:
        for each in section.rounds:
            for match in each.matches:
                yield from (visible_name(side.name) for side in match.sides if side.name is not None)


Picture = TablePicture | BracketPicture
