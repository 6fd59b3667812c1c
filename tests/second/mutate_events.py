"""Breaks each event of the first scoring on purpose, and shows that the second one notices.

By hand: `python -m tests.second.mutate_events`. Every mutation is made in a copy of the tree, where
`test_agreement.py` then has to fail. A mutation of which the old text is not there any more stops
everything: it has to be written anew.
"""

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

TREE = Path(__file__).parents[2]
COPIED = ["core", "tests/__init__.py", "tests/second", "pyproject.toml"]
AGREEMENT = "tests/second/test_agreement.py"
EVENTS = Path("core/scoring/events")


@dataclass
class Mutation:
    """One change of an event's file: the old text, which is there once, and the new one."""

    file: str
    old: str
    new: str
    breaks: str


MUTATIONS = [
    Mutation(
        "bowling.py",
        "rolls.pins[next_ball : next_ball + 3 - len(frame)]",
        "rolls.pins[next_ball : next_ball + 2]",
        "a spare earns the next two balls",
    ),
    Mutation("bowling.py", 'default_ties="split"', 'default_ties="share"', "ties share the rank"),
    Mutation("derby.py", "points=tier,", "points=tier + 1,", "every tier is worth one point more"),
    Mutation("derby.py", "can_be_cancelled=True", "can_be_cancelled=False", "weather cannot cancel it"),
    Mutation("bags.py", "_IN_THE_HOLE = (3, 6, 9)", "_IN_THE_HOLE = (3, 6, 8)", "tier 3 is worth eight in the hole"),
    Mutation("bags.py", "_BAGS_PER_TIER = 4", "_BAGS_PER_TIER = 5", "a tier has five bags"),
    Mutation("basketball.py", '"3-pointers": 5', '"3-pointers": 3', "a 3-pointer is worth three"),
    Mutation("basketball.py", 'default_ties="share"', 'default_ties="split"', "ties split the rank"),
    Mutation(
        "golf.py",
        "sorted(range(HOLES), key=stroke_index.__getitem__)",
        "sorted(range(HOLES), key=stroke_index.__getitem__, reverse=True)",
        "the easiest hole breaks a tie first",
    ),
    Mutation(
        "golf.py",
        "last = len(contest.field.teams)",
        "last = len(entries) + 1",
        "teams without a card come right behind those with one",
    ),
    Mutation(
        "holdem.py", "enumerate(reversed(results.out), start=1)", "enumerate(results.out, start=1)", "first out wins"
    ),
    Mutation(
        "holdem.py",
        "[last] * (POSITIONS_PER_TEAM - len(ranks))",
        "[len(places) + 1] * (POSITIONS_PER_TEAM - len(ranks))",
        "an empty position comes right behind the players",
    ),
]


def main() -> int:
    """Prints one line for each mutation; 1 where one was not noticed or could not be made."""
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory)
        copy_tree(copy)
        for mutation in MUTATIONS:
            check_old_text(copy, mutation)
        if find_disagreement(copy):
            print("The two scorings disagree without any mutation.")
            return 1
        noticed = [is_noticed(copy, mutation) for mutation in MUTATIONS]
    print(f"{sum(noticed)} of {len(noticed)} mutations noticed")
    return 0 if all(noticed) else 1


def copy_tree(copy: Path) -> None:
    for name in COPIED:
        source, target = TREE / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)


def check_old_text(copy: Path, mutation: Mutation) -> None:
    """Raises ValueError where the file does not hold the old text exactly once."""
    if (copy / EVENTS / mutation.file).read_text(encoding="utf-8").count(mutation.old) != 1:
        raise ValueError(f"{mutation.file} does not hold once: {mutation.old!r}; write the mutation anew")


def is_noticed(copy: Path, mutation: Mutation) -> bool:
    """Whether the agreement tests fail while the mutation is in place."""
    file = copy / EVENTS / mutation.file
    original = file.read_text(encoding="utf-8")
    file.write_text(original.replace(mutation.old, mutation.new), encoding="utf-8")
    noticed = find_disagreement(copy)
    file.write_text(original, encoding="utf-8")
    print(f"{'noticed' if noticed else 'MISSED '}  {mutation.file}: {mutation.breaks}", flush=True)
    return noticed


def find_disagreement(copy: Path) -> bool:
    """Whether an agreement test fails. Raises RuntimeError where the tests cannot run at all."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", AGREEMENT]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or "ERROR" in done.stdout:
        raise RuntimeError(f"the tests did not run:\n{done.stdout}{done.stderr}")
    return done.returncode == 1


if __name__ == "__main__":
    sys.exit(main())
