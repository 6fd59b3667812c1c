"""Explanations as data."""

from core.scoring.explain import Duel, Standing, Subject
from core.scoring.ranking import Comparison, Row, show_rank


def render_subjects(name: str, subjects: tuple[Subject, ...]) -> dict[str, object]:
    """Everybody of one name as plain values; numbers as in the standings."""
    return {"name": name, "explanations": {subject.kind: _render_subject(subject) for subject in subjects}}


def _render_subject(subject: Subject) -> dict[str, object]:
    return {
        "team": subject.team,
        "overall": _render_standing(subject.overall),
        "events": {standing.key: _render_standing(standing) for standing in subject.events},
    }


def _render_standing(standing: Standing) -> dict[str, object]:
    rendered: dict[str, object] = {"counts": standing.counts, "reason": standing.reason}
    if standing.row is None:
        return {**rendered, "rank": None}
    rendered |= {**_render_rank(standing.row), "of": standing.ranked}
    total = standing.row.total
    rendered["total"] = None if total is None else number(standing.comparisons[0], total)
    if standing.ranks is not None:
        rendered["ranks"] = {event: _halve(halves) for event, halves in standing.ranks.items()}
    rendered["compared"] = [
        {"label": comparison.label, "value": number(comparison, value)}
        for comparison, value in zip(standing.comparisons, standing.row.values, strict=False)
    ]
    rendered["ties"] = standing.ties
    rendered["level_with"] = list(standing.level)
    rendered["above"] = _render_duel(standing.above)
    rendered["below"] = _render_duel(standing.below)
    return rendered


def number(comparison: Comparison, value: int) -> int | float:
    """A compared value as JSON number."""
    return _halve(value) if comparison.per_unit == 2 else value


def _render_duel(duel: Duel | None) -> dict[str, object] | None:
    if duel is None:
        return None
    comparisons = [
        {
            "label": compared.comparison.label,
            "better": "lower" if compared.comparison.is_lower_better else "higher",
            "own": number(compared.comparison, compared.own),
            "other": number(compared.comparison, compared.other),
            "decides": compared.decides,
        }
        for compared in duel.compared
    ]
    change = duel.change
    return {
        "name": duel.other.name,
        **_render_rank(duel.other),
        "reason": duel.other.because,
        "comparisons": comparisons,
        "smallest_change": change
        and {
            "label": change.comparison.label,
            "unit": change.comparison.unit.many,
            "own": number(change.comparison, change.own),
            "to": number(change.comparison, change.to),
            "by": number(change.comparison, change.amount),
            "possible": change.is_possible,
        },
    }


def _render_rank(row: Row) -> dict[str, object]:
    return {"rank": None if row.rank is None else _halve(row.rank), "shown": show_rank(row)}


def _halve(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2
