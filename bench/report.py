"""Figures as JSON lines, each with its limit and whether it was kept."""

import json


class Report:
    """Prints figures, and remembers those that missed their limits."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def add(
        self, what: str, value: float, unit: str, at_least: float | None = None, at_most: float | None = None
    ) -> None:
        """Print one figure."""
        is_kept = (at_least is None or value >= at_least) and (at_most is None or value <= at_most)
        limits = {"at_least": at_least, "at_most": at_most}
        figure = {"what": what, "value": round(value, 3), "unit": unit, "kept": is_kept}
        print(json.dumps(figure | {name: limit for name, limit in limits.items() if limit is not None}), flush=True)
        if not is_kept:
            self.missed.append(what)
