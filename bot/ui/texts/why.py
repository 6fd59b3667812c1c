"""Why a team or player stands where it does, in short lines for a phone."""

from collections.abc import Iterator, Sequence

from bot.ui.bracket_view import name_source, team_id_of, team_key
from bot.ui.facts.why import WhyCourse, WhyStanding
from bot.ui.message import Button, custom_id
from bot.ui.names import for_prose
from bot.ui.texts.pages import paginate
from core.scoring.bracket import Match
from core.scoring.event import get_event
from core.scoring.explain import Duel, Standing, Subject
from core.scoring.explain_text import describe_change, show_value
from core.scoring.ranking import show_halves, show_rank

PAGE = "why"
LONGEST_PAGE = 1800
MOST_LEVEL = 5
LONGEST_ECHO = 100
NO_OWN_TEAM = "You are in no team here. Name a team or a player in the option `name`."
PROVISIONAL = "Provisional: this changes with every result until the end."
NOT_PLAYED = "has not been played"
"""What the rules say of such an event; all of them share a line here."""
CAME_BACK = (
    "came back by a lifted ejection when hold'em was over, so counts as not having played and shares the last rank"
)
FORFEITED = "came too late and forfeits it, so takes the last rank (G8, ruling 13)"
NOT_YET = "Nothing is in yet, which counts as it stands."


def unknown(name: str, near: Sequence[str]) -> str:
    """The refusal of a name that nobody has."""
    hint = ", ".join(for_prose(one) for one in near)
    then = f"Did you mean {hint}?" if near else "`/standings` shows everybody."
    return f"No team or player is called {for_prose(name[:LONGEST_ECHO])} in this competition. {then}"


def holds_no_place(name: str) -> str:
    """The refusal of a team that does not play, or of its players."""
    return f"{for_prose(name)} holds no place in this competition, so there is nothing to explain yet."


def not_in_bracket(team: str) -> str:
    """The refusal of a team that was not there when the bracket was drawn."""
    return f"{for_prose(team)} is not in the bracket. `/bracket` shows who is."


def page_buttons(
    competition_id: int, team_id: int | None, player_id: int | None, page: int, of: int
) -> Iterator[Button]:
    """Buttons to the pages beside one."""
    for label, number in (("Previous", page - 1), ("Next", page + 1)):
        if 1 <= number <= of:
            yield Button(label, custom_id(PAGE, competition_id, team_id or "", player_id or "", number))


def page_shown(pages: Sequence[str], page: int) -> str:
    """A page, and which of them it is."""
    return pages[page - 1] + (f"\n\nPage {page} of {len(pages)}." if len(pages) > 1 else "")


def standing_pages(why: WhyStanding) -> tuple[str, ...]:
    """An explanation from the standings; a list is not split between pages where it fits on one."""
    blocks = [block for subject in why.subjects for block in _subject_blocks(why, subject)]
    return _pack(["\n".join(block) for block in blocks], "\n\n")


def course_pages(why: WhyCourse) -> tuple[str, ...]:
    """A team's way through the bracket."""
    key, name = team_key(why.team.id), for_prose(why.team.name)
    lines = [f"**{name}**", f"Seed {why.bracket.seed_of(key)} of {len(why.bracket.teams)}."]
    lines += [] if why.is_final or why.bracket.is_finished else [PROVISIONAL]
    matches = [match for match in why.bracket.matches if key in match.teams]
    lines += [_describe_match(why, match, key) for match in matches]
    lines.append(_describe_place(why, key, any(not match.is_decided for match in matches)))
    return _pack(lines, "\n")


def _pack(blocks: Sequence[str], between: str) -> tuple[str, ...]:
    pages: list[str] = []
    for block in blocks:
        for piece in paginate(block.split("\n"), LONGEST_PAGE):
            if pages and len(pages[-1]) + len(between) + len(piece) <= LONGEST_PAGE:
                pages[-1] += between + piece
            else:
                pages.append(piece)
    return tuple(pages)


def _subject_blocks(why: WhyStanding, subject: Subject) -> Iterator[list[str]]:
    who = "team" if subject.team is None else f"player of {for_prose(subject.team)}"
    heading = [f"**{for_prose(subject.name)}** ({who})", *([] if why.is_final else [PROVISIONAL])]
    yield heading + list(_standing_lines(subject.name, subject.overall))
    to_come = [standing.title for standing in subject.events if standing.reason == NOT_PLAYED]
    for standing in subject.events:
        if standing.reason == NOT_PLAYED:
            continue
        lines = list(_standing_lines(subject.name, standing))
        if standing.key in why.blank.get(subject.kind, ()) and standing.row is not None:
            lines.insert(1, NOT_YET)
        yield lines
    if to_come:
        yield [f"Not played yet: {', '.join(to_come)}."]


def _standing_lines(name: str, standing: Standing) -> Iterator[str]:
    row = standing.row
    if row is None:
        yield f"**{standing.title}** {_escape_reason(name, standing.reason or '')}."
        return
    if row.rank is None:
        yield f"**{standing.title}**: {for_prose(name)} {standing.reason}."
        return
    yield f"**{standing.title}: {show_rank(row)} of {standing.ranked}**{_describe_total(standing)}"
    if not standing.counts:
        yield "Cancelled: kept as a record, does not count."
    if standing.ranks:
        yield " + ".join(f"{get_event(event).title} {show_halves(rank)}" for event, rank in standing.ranks.items())
    if standing.reason:
        yield f"{for_prose(name)} {standing.reason}."
    if standing.level:
        yield _describe_level(standing)
    yield from _duel_lines(name, standing.above, "▲", "above")
    yield from _duel_lines(name, standing.below, "▼", "below")


def _escape_reason(name: str, reason: str) -> str:
    without = "takes place without "
    if not reason.startswith(without + name):
        return reason
    return f"{without}{for_prose(name)}{reason.removeprefix(without + name)}"


def _describe_total(standing: Standing) -> str:
    row = standing.row
    if row is None or row.total is None:
        return ""
    first = standing.comparisons[0]
    if standing.ranks is not None:
        return f", {first.label} {show_value(first, row.total)}"
    unit = first.unit.one if row.total == 1 else first.unit.many
    rounds = f" ({', '.join(map(str, row.rounds))})" if len(row.rounds) > 1 else ""
    return f", {row.total} {unit}{rounds}"


def _describe_level(standing: Standing) -> str:
    names = [for_prose(name) for name in standing.level[:MOST_LEVEL]]
    more = len(standing.level) - len(names)
    named = [*names, *([f"{more} more"] if more else [])]
    listed = " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
    if standing.reason:
        return f"Level with {listed}."
    tie = "they split the ranks" if standing.ties == "split" else "they share the rank"
    return f"Level with {listed} in every comparison: {tie}."


def _duel_lines(name: str, duel: Duel | None, mark: str, side: str) -> Iterator[str]:
    if duel is None:
        yield f"{mark} Nobody is {side}."
        return
    other = duel.other
    yield f"{mark} {side.capitalize()}: {for_prose(other.name)} ({show_rank(other)})"
    if other.because:
        yield f"• {for_prose(other.name)} {other.because}."
    for compared in duel.compared:
        comparison = compared.comparison
        own, theirs = show_value(comparison, compared.own), show_value(comparison, compared.other)
        better = "lower" if comparison.is_lower_better else "higher"
        outcome = f"decides, {better} is better" if compared.decides else "equal"
        yield f"• {comparison.label[0].upper()}{comparison.label[1:]}: {own} to {theirs}, {outcome}"
    if duel.change:
        is_to_better = side == "above"
        changed = describe_change(for_prose(name), for_prose(other.name), duel.change, to_better=is_to_better)
        yield f"• {changed}."


def _describe_match(why: WhyCourse, match: Match, key: str) -> str:
    """One match as the team saw it."""
    place = 0 if match.teams[0] == key else 1
    entrant, other = match.entrants[1 - place], match.teams[1 - place]
    against = "nobody" if other is None else for_prose(why.snapshot.teams[team_id_of(other)].name)
    title = f"• {match.title}:"
    if match.how == "void":
        return f"{title} not played" + (", goes on without it" if match.next_id else "")
    if not match.is_decided:
        if match.is_ready:
            return f"{title} next, against {against}"
        return f"{title} waits for the {name_source(why.bracket, entrant)}"
    if match.winner is None:
        return f"{title} nobody won against {against} ({OUTCOMES.get(match.how or '', match.how)})"
    verb = "beat" if match.winner == key else "lost to"
    won, lost = match.score or (0, 0)
    score = f", {won} to {lost}" if match.winner == key else f", {lost} to {won}"
    how = f" ({OUTCOMES[match.how]})" if match.how in OUTCOMES else ""
    return f"{title} {verb} {against}{score if match.score else ''}{how}"


OUTCOMES = {
    "forfeit": "by forfeit",
    "walkover": "by walkover",
    "double_forfeit": "both forfeited",
}


def _describe_place(why: WhyCourse, key: str, is_still_in: bool) -> str:
    place = next((place for place in why.bracket.places if key in place.teams), None)
    if place is not None:
        last = why.bracket.last_of(place)
        if why.bracket.champion == key:
            return "**Place 1: champion.**"
        if last == place.place:
            return f"**Place {place.place}.**"
        return f"**Places {place.place} to {last}**, shared by those who went out in the same round."
    if is_still_in:
        return "Still in: first place is possible."
    return "Out. The place is certain once this round is complete."
