"""Both scorings on the same file, and what they disagree about.

By hand, for as many seeds as you like: `python -m tests.second.differential FIRST_SEED LAST_SEED`.
"""

import json
import sys
from dataclasses import dataclass
from typing import Any

from tests.second.bracket import bracket
from tests.second.bracket_file import check
from tests.second.breaking import broken
from tests.second.choices import Choices, seeded
from tests.second.first import Answer, FirstScoring, first_scoring
from tests.second.generate import bracket_file, encode, results_file
from tests.second.reading import Refused
from tests.second.results import standings

ALL_SIZES = list(range(2, 65))
FEW_SIZES = [2, 3, 5, 8, 12, 12, 12, 13]


@dataclass
class Case:
    """A file for one of the two commands."""

    command: str
    data: bytes


def second(first: FirstScoring, case: Case) -> dict[str, Any] | None:
    """The second scoring's answer, None where it refuses the file; the layout is the first one's."""
    try:
        if case.command == "standings":
            return standings(case.data)
        entry = check(case.data)
        layout = first.layout(len(entry.teams)) if entry.kind == "double" else None
        return bracket(case.data, layout)
    except Refused:
        return None


def disagreement(first: FirstScoring, case: Case) -> str | None:
    """What the two say differently about the file; None where they agree.

    Order counts everywhere, that of keys included: both write their answer the same way.
    """
    answer = first.run(case.command, case.data)
    expected = second(first, case)
    if expected is None:
        return None if is_refusal(answer) else f"only the second refuses; the first: {answer.status} {answer.err}"
    if answer.status != 0:
        return f"only the first refuses: {answer.status} {answer.err}"
    if not all(line.startswith("warning: ") for line in answer.err.split("\n")[:-1]):
        return f"more than warnings on standard error: {answer.err}"
    got = json.loads(answer.out)
    return None if json.dumps(got) == json.dumps(expected) else difference(got, expected, "")


def is_refusal(answer: Answer) -> bool:
    return answer.status == 2 and answer.out == "" and answer.err != ""


def difference(got: Any, expected: Any, place: str) -> str:
    """The first place where two answers differ."""
    if isinstance(got, dict) and isinstance(expected, dict) and list(got) == list(expected):
        for key in got:
            if json.dumps(got[key]) != json.dumps(expected[key]):
                return difference(got[key], expected[key], f"{place}.{key}")
    if isinstance(got, list) and isinstance(expected, list) and len(got) == len(expected):
        for number, (mine, yours) in enumerate(zip(got, expected, strict=True)):
            if json.dumps(mine) != json.dumps(yours):
                return difference(mine, yours, f"{place}[{number}]")
    return f"{place}: first {json.dumps(got, ensure_ascii=False)}, second {json.dumps(expected, ensure_ascii=False)}"


def make_case(choices: Choices, first: FirstScoring, kind: str, sizes: list[int]) -> Case:
    """A file of one kind: `results`, `broken results`, `bracket` or `broken bracket`."""
    command = "standings" if kind.endswith("results") else "bracket"
    file = results_file(choices) if command == "standings" else bracket_file(choices, sizes, first.layout, max(sizes))
    return Case(command, broken(choices, file) if kind.startswith("broken") else encode(choices, file))


KINDS = ["results", "broken results", "bracket", "broken bracket"]


def main(first_seed: int, last_seed: int) -> int:
    """Prints every disagreement; the number of them."""
    found = 0
    with first_scoring() as first:
        for seed in range(first_seed, last_seed + 1):
            for kind in KINDS:
                case = make_case(seeded(seed), first, kind, ALL_SIZES)
                problem = disagreement(first, case)
                if problem is not None:
                    found = found + 1
                    print(f"seed {seed}, {kind}: {problem}\n{case.data!r}\n", flush=True)
    print(f"{found} disagreements in {len(KINDS) * (last_seed - first_seed + 1)} files")
    return found


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]), int(sys.argv[2])) else 0)
