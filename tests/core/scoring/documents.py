"""Results files for tests: small ones built from words, and the contract's own example."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.scoring.faults import FileFaults
from core.scoring.games import Games
from core.scoring.results_file import read_results_file
from core.scoring.standings import Standings, compute_standings

Document = dict[str, Any]

EXAMPLE = Path(__file__).with_name("example.json")
EXAMPLE_STANDINGS = Path(__file__).with_name("example_standings.json")


def example() -> Document:
    """The contract's example."""
    return json.loads(EXAMPLE.read_text(encoding="utf-8"))


def document(teams: str, **fields: Any) -> Document:
    """`"Aces: Ann Bo Cy Di; Bees: Ed Flo Gus"` with further fields."""
    split = [team.split(":") for team in teams.split(";")]
    return {"teams": [{"name": name.strip(), "players": players.split()} for name, players in split], **fields}


TWO = "Aces: Ann Bo Cy Di; Bees: Ed Flo Gus Hal"
THREE = "Aces: Ann Bo Cy Di; Bees: Ed Flo Gus; Cats: Ida Jo Kim Lu"


def encode(content: Document) -> bytes:
    return json.dumps(content).encode()


def read(content: Document) -> Games:
    return read_results_file(encode(content))


def standings(content: Document) -> Standings:
    return compute_standings(read(content))


def fault_lines(content: Document | bytes) -> list[str]:
    """The lines of a file that cannot be used; none for one that can."""
    try:
        read_results_file(content if isinstance(content, bytes) else encode(content))
    except FileFaults as faults:
        return list(faults.lines)
    return []


def ranks(standings: Standings, event: str, kind: str = "players") -> dict[str, float]:
    """Name to rank in one event."""
    ranking = getattr(standings.events[event], kind)
    return {row.name: row.rank / 2 for row in ranking.rows}


def overall(standings: Standings, kind: str = "players") -> dict[str, tuple[float | None, float | None]]:
    """Name to overall rank and sum of ranks."""
    rows = getattr(standings, kind).ranking.rows
    return {row.name: (row.rank and row.rank / 2, row.total and row.total / 2) for row in rows}


def changed(change: Callable[[Document], object], base: Callable[[], Document] = example) -> Document:
    """The example after `change`."""
    content = base()
    change(content)
    return content
