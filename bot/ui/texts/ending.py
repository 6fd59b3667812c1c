"""Starting, finishing, cancelling and archiving: what would follow, asked back, and what was done."""

from collections.abc import Iterator, Mapping, Sequence

from bot.db.snapshot import Competition, Team
from bot.ui.facts.ending import Ended, EndingAsked, EndingPreview, EventGap, LooseEnds
from bot.ui.names import for_prose
from bot.ui.texts import starting
from bot.ui.texts.brought_back import returned_lines
from bot.ui.texts.final_result import result_lines
from bot.ui.texts.listing import count, list_some, name_some
from bot.ui.times import show_moment
from core.competition import Step, archive_due_at
from core.scoring.event import get_event

REASON_MAX_CHARACTERS = 500
REASON_MISSING = "Say why in at most 500 characters: captains read it in the announcement."
CONFIRM: Mapping[Step, str] = {
    Step.START: starting.CONFIRM,
    Step.FINISH: "Finish it",
    Step.CANCEL: "Cancel the competition",
    Step.ARCHIVE: "Archive it, erase birth dates",
}
MOST_NAMED, MOST_DISPUTED = 12, 4


def asked(found: EndingAsked) -> str:
    """What would follow, for the director who is asked back."""
    moved = ["**Something changed meanwhile, and nothing was done. This would follow now:**"] if found.is_anew else []
    return "\n".join((*moved, previewed(found.preview)))


def previewed(found: EndingPreview) -> str:
    """What would follow from a step, line by line."""
    match found.step:
        case Step.START:
            lines = starting.start_lines(found.snapshot)
        case Step.FINISH:
            lines = _finish_lines(found)
        case Step.CANCEL:
            lines = _cancel_lines(found)
        case _:
            lines = _archive_lines(found)
    return "\n".join((*lines, "Nothing is done until you confirm it."))


def _finish_lines(found: EndingPreview) -> Iterator[str]:
    competition = found.snapshot.competition
    if found.loose_ends:
        yield "⚠️ **Not everything is in:**"
        yield from (f"- {line}" for line in _loose_end_lines(found.loose_ends))
    else:
        yield "Everything is in."
    channel = f"<#{competition.channels.announcements}>"
    yield f"If you finish **{for_prose(competition.name)}**, no more scores are taken, and this is posted in {channel}:"
    if found.result is not None:
        yield from (f"> {line}" for line in result_lines(found.result))
    yield "`/competition resume` opens it again."


def _loose_end_lines(ends: LooseEnds) -> Iterator[str]:
    yield from map(_gap_line, ends.gaps)
    for card in ends.disputed:
        teams = name_some(card.teams, MOST_DISPUTED)
        yield f"{get_event(card.event).title}: disputed are the cards of {teams}: `/card rule`"
    for event in ends.equal:
        yield (
            f"{get_event(event).title}: equal cards share a rank until the stroke index decides: `/event stroke-index`"
        )
    yield from returned_lines(ends.brought_back)
    if ends.matches:
        yield f"Not played: {list_some([match.title for match in ends.matches], MOST_NAMED)}"
    for offence in ends.undecided:
        yield f"A team's ejection waits for your decision (offence #{offence.id}): `/conduct team-eject`"
    for offence_id in ends.appeals:
        yield f"An appeal waits for your decision (offence #{offence_id}): `/appeal decide`"


def _gap_line(gap: EventGap) -> str:
    title = get_event(gap.event).title
    if not gap.has_results:
        return f"{title} has no result, so it does not count"
    if get_event(gap.event).entry is None:
        return f"{title} is not over: {gap.waiting} are still in, so it does not count"
    is_team = get_event(gap.event).scored == "team"
    who = count(gap.waiting, "team" if is_team else "player")
    return f"{title}: something is missing of {who}, and counts {'as the last rank' if is_team else '0'}"


def _cancel_lines(found: EndingPreview) -> Iterator[str]:
    competition, told = found.snapshot.competition, len(found.told)
    yield f"If you cancel **{for_prose(competition.name)}**, this is posted in <#{competition.channels.announcements}>:"
    yield f"> {cancelled_publicly(competition, found.reason or '')}"
    yield f"- {count(told, 'captain')} {'is' if told == 1 else 'are'} told in their channel."
    if found.without_account:
        yield f"- Without a Discord account, so for you to tell: {_name_teams(found.without_account)}."
    if found.scheduled:
        yield f"- {_scheduled(found.scheduled)} not sent."
    yield "- No more teams, scores or rosters are taken. What was played stays to be read."
    by_itself = show_moment(archive_due_at(competition.settings))
    yield f"- Forms that were begun are erased at once; birth dates with `/competition archive`, or by {by_itself}."
    yield "**It cannot be opened again.**"


def _archive_lines(found: EndingPreview) -> Iterator[str]:
    competition, players = found.snapshot.competition, found.birth_dates
    dates = f"the birth date{'' if players == 1 else 's'} of {count(players, 'player')}"
    yield f"If you archive **{for_prose(competition.name)}**:"
    yield f"- Erased are {dates}, notes and reasons about people, and the texts of messages that were sent."
    if found.scheduled:
        yield f"- {_scheduled(found.scheduled)} not sent."
    yield "- Results and names stay to be read. Nobody is told."
    yield "**It cannot be undone.**"


def _scheduled(count: int) -> str:
    return "1 scheduled announcement is" if count == 1 else f"{count} scheduled announcements are"


def done(ended: Ended) -> str:
    """The answer to a step that was confirmed."""
    competition, found = ended.competition, ended.preview
    name = for_prose(competition.name)
    match found.step:
        case Step.START:
            return starting.started(competition)
        case Step.FINISH:
            return (
                f"**{name}** is finished. The final result is posted in <#{competition.channels.announcements}>. "
                "`/competition resume` opens it again, `/competition archive` erases birth dates."
            )
        case Step.CANCEL:
            teams = found.without_account
            in_person = f" Please tell these in person: {_name_teams(teams)}." if teams else ""
            return f"**{name}** is cancelled and announced.{in_person} `/competition archive` erases birth dates."
        case _:
            return f"**{name}** is archived: birth dates are erased, and its results stay."


def cancelled_publicly(competition: Competition, reason: str) -> str:
    """What everybody reads of a cancellation."""
    return f"**{for_prose(competition.name)} is cancelled.** {for_prose(reason)}"


def _name_teams(teams: Sequence[Team]) -> str:
    return ", ".join(for_prose(team.name) for team in teams)
