"""The first scoring, reached only through its command line contract."""

import contextlib
import importlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.second.layouts import Layout


@dataclass
class Answer:
    """Exit status, standard output and standard error of one command."""

    status: int
    out: str
    err: str


class FirstScoring:
    """Runs `python -m core.scoring COMMAND FILE` in this process, many times over the same file name."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "file.json"
        self._out = directory / "out"
        self._err = directory / "err"
        self._main = importlib.import_module("core.scoring.__main__").main
        self._layouts: dict[int, Layout] = {}

    def run(self, command: str, data: bytes) -> Answer:
        """The answer to one file. Both outputs are real files, as they are for a process."""
        self._file.write_bytes(data)
        with (
            self._out.open("w", encoding="utf-8") as out,
            self._err.open("w", encoding="utf-8") as err,
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                status = self._main([command, str(self._file)])
            except SystemExit as stop:
                status = stop.code
        return Answer(int(status or 0), self._out.read_text(encoding="utf-8"), self._err.read_text(encoding="utf-8"))

    def layout(self, teams: int) -> Layout:
        """The routing of double elimination for so many teams, as seen in the answers."""
        if teams not in self._layouts:
            self._layouts[teams] = self._observe_layout(teams)
        return self._layouts[teams]

    def _observe_layout(self, teams: int) -> Layout:
        """Lets the better seed win throughout, and sees who meets whom and where they came from."""
        names = [str(seed) for seed in range(1, teams + 1)]
        results: list[dict[str, Any]] = []
        while True:
            file = {"kind": "double", "teams": names, "results": results}
            state = json.loads(self.run("bracket", json.dumps(file).encode()).out)
            if state["champion"] is not None:
                return read_layout(state["matches"])
            results += [{"teams": pair, "winner": min(pair, key=int)} for pair in state["ready"]]


def read_layout(matches: list[dict[str, Any]]) -> Layout:
    """The sources of every match, in the order in which its two teams stand."""
    came_from: dict[tuple[str, str], str] = {}
    for match in matches:
        winner = match["winner"]
        loser = next(team for team in match["teams"] if team != winner)
        if match["next"] is not None:
            came_from[match["next"], winner] = f"W:{match['id']}"
        if match["loser_next"] is not None:
            came_from[match["loser_next"], loser] = f"L:{match['id']}"
    layout: Layout = {"winners": {}, "losers": {}, "final": {}}
    for match in matches:
        layout[match["side"]][match["id"]] = [came_from.get((match["id"], team), str(team)) for team in match["teams"]]
    return layout


@contextlib.contextmanager
def first_scoring() -> Iterator[FirstScoring]:
    with tempfile.TemporaryDirectory() as directory:
        yield FirstScoring(Path(directory))


def run_process(command: str, data: bytes, directory: Path) -> Answer:
    """The same through a process of its own, as anybody at a terminal would run it."""
    file = directory / "file.json"
    file.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "core.scoring", command, str(file)],
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
