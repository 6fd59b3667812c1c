"""The command line: what goes to which stream, and the exit status."""

import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.scoring.__main__ import USAGE, main
from tests.core.scoring.documents import EXAMPLE, EXAMPLE_STANDINGS, TWO, document, encode

BRACKET = b"""{"teams": ["Aces", "Bees", "Cats", "Dogs", "Elks"],
 "results": [{"teams": ["Elks", "Dogs"], "winner": "Elks", "games": ["Dogs", "Elks", "Elks"]}]}"""


Run = Callable[..., "Ended"]


class Ended:
    """A run: exit status, standard output and standard error as text."""

    def __init__(self, status: int, out: bytes, err: bytes) -> None:
        self.status, self.out, self.err = status, out.decode(), err.decode()


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line in a folder with `example.json`."""
    (tmp_path / "example.json").write_bytes(EXAMPLE.read_bytes())
    monkeypatch.chdir(tmp_path)

    def run_arguments(*arguments: str) -> Ended:
        status = main(arguments)
        return Ended(status, *capfdbinary.readouterr())

    return run_arguments


def test_standings_prints_the_contracts_output(run: Run) -> None:
    ended = run("standings", "example.json")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == EXAMPLE_STANDINGS.read_text(encoding="utf-8")


def test_check_prints_nothing_for_a_file_that_can_be_used(run: Run) -> None:
    ended = run("check", "example.json")
    assert (ended.status, ended.out, ended.err) == (0, "", "")


@pytest.mark.parametrize("command", ["standings", "check"])
def test_warnings_go_to_standard_error_and_change_neither_output_nor_status(run: Run, command: str) -> None:
    plain = document(TWO, results={"derby": {"Ann": [[0, 0, 0, 0, 16]], "Ed": [12]}})
    Path("warned.json").write_bytes(encode(plain))
    ended = run(command, "warned.json")
    assert ended.status == 0
    assert ended.err == (
        "warning: results.derby.Ann[0]: 0 0 0 0 16 is read as 80 points, and a derby round above 75 is rare\n"
    )
    assert bool(ended.out) == (command == "standings")


@pytest.mark.parametrize("command", [["standings"], ["check"], ["explain", "Ann"], ["explain", "Ann", "--json"]])
def test_a_file_that_cannot_be_used_has_a_line_for_each_fault_and_no_output(run: Run, command: list[str]) -> None:
    content = json.loads(EXAMPLE.read_bytes())
    content["results"]["bowling"]["Ann"][0] = 301
    content["results"]["bowling"]["A\x1b[31mnn"] = [1]
    content["results"]["derby"]["Ann"][1] = 240
    content["bonus"] = 1
    Path("faulty.json").write_bytes(encode(content))
    ended = run(command[0], "faulty.json", *command[1:])
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines() == [
        'file: unknown key "bonus" (known here: teams, competition, date, timezone, events, course, results, '
        "ejections, team_ejections, cancelled, rulings)",
        r'results.bowling: the name "A\u001b[31mnn" holds a control character',
        "results.bowling.Ann[0]: 301 is not a bowling game (0 to 300)",
    ]


def test_explain_prints_sentences_or_data(run: Run) -> None:
    ended = run("explain", "example.json", "Ann")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("Ann (player of Gutter Gang)\n\nOverall: rank 1 among 9, sum of ranks 8:")
    data = run("explain", "example.json", "Ann", "--json")
    assert data.status == 0
    assert json.loads(data.out)["explanations"]["player"]["overall"]["rank"] == 1
    assert run("explain", "--json", "example.json", "Ann").out == data.out


def test_explaining_a_name_that_nobody_has_is_one_line(run: Run) -> None:
    ended = run("explain", "example.json", "Anna")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == 'No team or player is called "Anna"; did you mean "Ann"?\n'


def test_a_name_that_is_half_a_surrogate_pair_is_one_line(run: Run) -> None:
    ended = run("explain", "example.json", "\ud83c")
    assert (ended.status, ended.err) == (2, 'No team or player is called "\\ud83c"\n')


def test_bracket_prints_a_bracket(run: Run) -> None:
    Path("bracket.json").write_bytes(BRACKET)
    ended = run("bracket", "bracket.json")
    assert (ended.status, ended.err) == (0, "")
    assert json.loads(ended.out)["ready"][0] == ["Aces", "Elks"]


def test_a_faulty_bracket_is_named_by_lines(run: Run) -> None:
    ended = run("bracket", "example.json")
    assert (ended.status, ended.out) == (2, "")
    assert len(ended.err.splitlines()) >= 2


def run_process(*arguments: str, shell_end: str) -> subprocess.CompletedProcess[str]:
    """Run it as a process whose standard output is bent by the shell."""
    line = f'"$0" -m core.scoring "$@" {shell_end}'
    command = ["sh", "-c", line, sys.executable, *arguments]
    return subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True)


@pytest.mark.parametrize("arguments", [("standings", str(EXAMPLE)), ("explain", str(EXAMPLE), "Ann"), ("--help",)])
@pytest.mark.parametrize(("shell_end", "reason"), [(">/dev/full", "No space left on device"), (">&-", "it is closed")])
def test_a_result_that_cannot_be_written_is_one_line(arguments: tuple[str, ...], shell_end: str, reason: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    ended = run_process(*arguments, shell_end=shell_end)
    assert (ended.returncode, ended.stderr) == (2, f"cannot write the result: {reason}\n")


def test_a_check_writes_no_result(run: Run) -> None:
    assert run_process("check", str(EXAMPLE), shell_end=">&-").returncode == 0


@pytest.mark.parametrize("shell_end", ["2>/dev/full", "2>&-", "| true"])
def test_where_nobody_listens_there_is_no_traceback(shell_end: str) -> None:
    assert run_process("standings", "missing.json", shell_end=shell_end).stderr in (
        "",
        "cannot read missing.json: No such file or directory\n",
    )
    assert run_process("standings", str(EXAMPLE), shell_end=shell_end).stderr == ""


@pytest.mark.parametrize("path", ["missing.json", ".", "missing\n\x1b.json", "a\0b"])
def test_a_file_that_cannot_be_opened_is_one_line(run: Run, path: str) -> None:
    for command in (["standings"], ["check"], ["bracket"], ["explain", "Ann"]):
        ended = run(command[0], path, *command[1:])
        assert (ended.status, ended.out) == (2, "")
        assert len(ended.err.splitlines()) == 1
        assert ended.err.startswith("cannot read ")


def test_a_missing_file_is_named_with_the_reason(run: Run) -> None:
    assert run("check", "missing.json").err == "cannot read missing.json: No such file or directory\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["standings"],
        ["standings", "a", "b"],
        ["check"],
        ["bracket"],
        ["explain", "example.json"],
        ["explain", "example.json", "Ann", "Bo"],
        ["explain", "example.json", "Ann", "--text"],
        ["--json", "explain", "example.json", "Ann"],
        ["score", "example.json"],
    ],
)
def test_what_is_no_command_is_one_line(run: Run, arguments: list[str]) -> None:
    ended = run(*arguments)
    assert (ended.status, ended.out, ended.err) == (2, "", f"{USAGE}\n")


@pytest.mark.parametrize("word", ["-h", "--help", "help"])
def test_help_is_no_fault(run: Run, word: str) -> None:
    ended = run(word)
    assert (ended.status, ended.out, ended.err) == (0, f"{USAGE}\n", "")


def test_a_file_over_64_mib_is_refused(run: Run) -> None:
    with Path("large.json").open("wb") as file:
        file.truncate((64 << 20) + 1)
    ended = run("standings", "large.json")
    assert (ended.status, ended.err) == (2, "file: larger than 64 MiB\n")


def test_output_is_utf_8_whatever_the_terminal() -> None:
    """In a process of its own, with an encoding that has no Ł."""
    command = [sys.executable, "-m", "core.scoring"]
    environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    ended = subprocess.run(
        [*command, "standings", str(EXAMPLE)], capture_output=True, check=True, env=environment, timeout=60
    )
    assert ended.stdout == EXAMPLE_STANDINGS.read_bytes()
    assert ended.stderr == b""
    known = subprocess.run(
        [*command, "explain", str(EXAMPLE), "Łódź Lions"], capture_output=True, check=True, env=environment, timeout=60
    )
    assert known.stdout.decode().startswith("Łódź Lions (team)\n")


def test_a_reader_who_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "core.scoring", "standings", str(EXAMPLE)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        ended = run("standings", "example.json")
    assert (ended.status, ended.err) == (2, "cannot write the result: No space left on device\n")


def test_a_closed_output_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    ended = run("standings", "example.json")
    assert (ended.status, ended.err) == (2, "cannot write the result: it is closed\n")


def test_a_pipe_without_a_reader_is_no_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        ended = run("standings", "example.json")
    assert (ended.status, ended.err) == (0, "")


def test_it_is_a_module_to_run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    disabled: list[bool] = []
    monkeypatch.setattr("gc.disable", lambda: disabled.append(True))
    monkeypatch.setattr(sys, "argv", ["core.scoring", "check", str(EXAMPLE)])
    monkeypatch.delitem(sys.modules, "core.scoring.__main__")
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("core.scoring", run_name="__main__")
    assert ended.value.code == 0
    assert disabled == [True]
    assert capfd.readouterr() == ("", "")
