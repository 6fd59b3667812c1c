"""Scoring from files, without Discord.

python -m core.scoring standings FILE             the standings of a results file, as JSON
python -m core.scoring check FILE                 its faults and warnings only
python -m core.scoring explain FILE NAME [--json] why a team or player stands where it does
python -m core.scoring bracket FILE               an elimination bracket, as JSON

Exit status 2 and a line for each fault on standard error where the file, or what was asked, cannot be used.
"""

import contextlib
import gc
import sys
from collections.abc import Sequence
from typing import TextIO

from core.errors import UserError
from core.scoring.bracket_file import render_file
from core.scoring.explain import explain
from core.scoring.explain_json import render_subjects
from core.scoring.explain_text import describe_subjects
from core.scoring.faults import FileFaults, escape
from core.scoring.games import Games
from core.scoring.json_reader import MAX_BYTES
from core.scoring.json_writer import lay_out
from core.scoring.results_file import list_warnings, read_results_file
from core.scoring.standings import compute_standings
from core.scoring.standings_json import render_standings

USAGE = "usage: python -m core.scoring standings FILE | check FILE | bracket FILE | explain FILE NAME [--json]"


class UsageError(UserError):
    """The command line asks for nothing that there is."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit status."""
    try:
        _print_result(_run(arguments))
    except FileFaults as faults:
        _print_lines(faults.lines)
        return 2
    except UserError as error:
        _print_lines([error.sentence])
        return 2
    return 0


def _run(arguments: Sequence[str]) -> str:
    match arguments:
        case ["-h" | "--help" | "help"]:
            return f"{USAGE}\n"
        case ["standings", path]:
            return render_standings(compute_standings(_load(path)))
        case ["check", path]:
            _load(path)
            return ""
        case ["bracket", path]:
            return render_file(_read_bytes(path))
        case ["explain", path, name] | ["explain", path, name, "--json"] | ["explain", "--json", path, name]:
            return _explain(path, name, as_json=len(arguments) == 4)
        case _:
            raise UsageError(USAGE)


def _explain(path: str, name: str, *, as_json: bool) -> str:
    games = read_results_file(_read_bytes(path))
    subjects = explain(games, compute_standings(games), _decode_argument(name))
    return lay_out(render_subjects(subjects[0].name, subjects)) if as_json else describe_subjects(subjects)


def _decode_argument(text: str) -> str:
    """A terminal whose encoding is not UTF-8 hands what it cannot decode on as surrogates."""
    try:
        return text.encode(errors="surrogateescape").decode(errors="surrogateescape")
    except UnicodeEncodeError:
        return text


def _load(path: str) -> Games:
    games = read_results_file(_read_bytes(path))
    _print_lines([f"warning: {warning}" for warning in list_warnings(games)])
    return games


def _read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read {escape(path)}: {reason}") from None


def _print_result(text: str) -> None:
    """Print to standard output; a reader who has gone away is no error."""
    try:
        _print(sys.stdout, text)
    except BrokenPipeError:
        pass
    except OSError as error:
        raise UsageError(f"cannot write the result: {error.strerror}") from None


def _print_lines(lines: Sequence[str]) -> None:
    """Print to standard error; where that cannot be, the exit status alone has to tell."""
    with contextlib.suppress(OSError):
        _print(sys.stderr, "".join([f"{line}\n" for line in lines]))


def _print(stream: TextIO | None, text: str) -> None:
    """UTF-8 whatever the terminal's encoding. Raises OSError, also where the stream was closed before the start."""
    if not text:
        return
    if stream is None:
        raise OSError(0, "it is closed")
    with open(stream.fileno(), "wb", closefd=False) as file:
        file.write(text.encode())


if __name__ == "__main__":
    gc.disable()  # a run is one pass over values that stay until its end
    sys.exit(main(sys.argv[1:]))
