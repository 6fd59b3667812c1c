"""`python -m bench`: every measurement, as JSON lines; status 1 where a limit is not kept.

Parts by name: `python -m bench scoring commands`.
"""

import sys
from collections.abc import Callable

from bench.commands import measure_commands
from bench.facilitators import measure_facilitators
from bench.memory import measure_memory
from bench.pictures import measure_pictures
from bench.report import Report
from bench.scoring import measure_scoring
from bot.event_loop import run

PARTS: dict[str, Callable[[Report], object]] = {
    "scoring": measure_scoring,
    "pictures": lambda report: run(measure_pictures(report)),
    "commands": lambda report: run(measure_commands(report)),
    "facilitators": lambda report: run(measure_facilitators(report)),
    "memory": lambda report: run(measure_memory(report)),
}


def main(chosen: list[str]) -> int:
    """Measure the chosen parts, else all."""
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    report = Report()
    for name in chosen or PARTS:
        PARTS[name](report)
    for what in report.missed:
        print(f"missed: {what}", file=sys.stderr)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
