"""`python -m bench`: every measurement, as JSON lines. Parts by name: `python -m bench scoring commands`."""

import asyncio
import sys
from collections.abc import Callable

from bench.commands import measure_commands
from bench.memory import measure_memory
from bench.pictures import measure_pictures
from bench.scoring import main as measure_scoring

PARTS: dict[str, Callable[[], object]] = {
    "scoring": measure_scoring,
    "pictures": lambda: asyncio.run(measure_pictures()),
    "commands": lambda: asyncio.run(measure_commands()),
    "memory": lambda: asyncio.run(measure_memory()),
}


def main(chosen: list[str]) -> int:
    """Measure the chosen parts, else all."""
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    for name in chosen or PARTS:
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
