"""Explanations in plain sentences."""

from collections.abc import Iterator

from core.scoring.explain import Change, Duel, Standing, Subject
from core.scoring.ranking import Comparison, Row, show_halves, show_rank

_MOST_LEVEL = 5


def describe_subjects(subjects: tuple[Subject, ...]) -> str:
    """Everybody of one name, list by list; ends in a line break."""
    return "\n".join(line for subject in subjects for line in _describe_subject(subject))


def describe_standing(name: str, standing: Standing) -> Iterator[str]:
    """One list, line by line."""
    row = standing.row
    if row is None:
        yield f"{standing.title} {standing.reason}."
        return
    if row.rank is None:
        yield f"{standing.title}: {name} {standing.reason}."
        return
    yield f"{standing.title}: rank {show_rank(row)} among {standing.ranked}{_describe_total(standing, row)}."
    if not standing.counts:
        yield "  The event was cancelled: this is a record that does not count."
    if standing.reason:
        yield f"  {name} {standing.reason}."
    if standing.level:
        yield f"  {_describe_level(standing)}."
    yield from _describe_duel(name, standing, standing.above, "above")
    yield from _describe_duel(name, standing, standing.below, "below")


def show_value(comparison: Comparison, value: int) -> str:
    """A compared value as people write it."""
    return show_halves(value) if comparison.per_unit == 2 else str(value)


def describe_change(name: str, other: str, change: Change, *, to_better: bool) -> str:
    """`With 2 pins more there (253 instead of 251), all else equal, Bo would be ahead of Hal`.

    Said after the comparison that decides, to which `there` points.
    """
    comparison = change.comparison
    amount = show_value(comparison, change.amount)
    unit = comparison.unit.one if amount == "1" else comparison.unit.many
    direction = "more" if change.to > change.own else "fewer"
    values = f"{show_value(comparison, change.to)} instead of {show_value(comparison, change.own)}"
    condition = f"{amount} {unit} {direction} there ({values})"
    outcome = f"{name} would be {'ahead of' if to_better else 'behind'} {other}"
    if change.is_possible:
        return f"With {condition}, all else equal, {outcome}"
    return f"Only with {condition}, which nobody can have, {outcome}"


def _describe_subject(subject: Subject) -> Iterator[str]:
    who = "team" if subject.team is None else f"player of {subject.team}"
    yield f"{subject.name} ({who})"
    for standing in (subject.overall, *subject.events):
        yield ""
        yield from describe_standing(subject.name, standing)
    yield ""


def _describe_total(standing: Standing, row: Row) -> str:
    if row.total is None:
        return ""
    first = standing.comparisons[0]
    if standing.ranks is not None:
        ranks = ", ".join(f"{event} {show_halves(halves)}" for event, halves in standing.ranks.items())
        return f", {first.label} {show_value(first, row.total)}: {ranks}"
    rounds = f": {', '.join(map(str, row.rounds))}" if len(row.rounds) > 1 else ""
    unit = first.unit.one if row.total == 1 else first.unit.many
    return f", {first.label} {row.total} {unit}{rounds}"


def _describe_level(standing: Standing) -> str:
    named = standing.level[:_MOST_LEVEL]
    more = len(standing.level) - len(named)
    names = _join_names([*named, *([f"{more} more"] if more else [])])
    if standing.reason:
        return f"Level with {names}"
    labels = ", ".join(
        f"{comparison.label} {show_value(comparison, value)}"
        for comparison, value in zip(standing.comparisons, standing.row.values if standing.row else (), strict=False)
    )
    tie = "split the ranks they take" if standing.ties == "split" else "share the rank"
    return f"Level with {names} in every comparison ({labels}), so they {tie}"


def _join_names(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _describe_duel(name: str, standing: Standing, duel: Duel | None, side: str) -> Iterator[str]:
    if duel is None:
        yield f"  Nobody is {side}."
        return
    other = duel.other
    yield f"  {side.capitalize()} is {other.name}, rank {show_rank(other)}."
    if other.because:
        yield f"    {other.name} {other.because}."
    for compared in duel.compared:
        comparison = compared.comparison
        own, theirs = show_value(comparison, compared.own), show_value(comparison, compared.other)
        better = "lower" if comparison.is_lower_better else "higher"
        outcome = f"which decides ({better} is better)" if compared.decides else "equal"
        yield f"    {comparison.label[0].upper()}{comparison.label[1:]}: {own} to {theirs}, {outcome}."
    if duel.change:
        yield f"    {describe_change(name, other.name, duel.change, to_better=side == 'above')}."
