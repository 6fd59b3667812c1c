"""Match results from a bracket file. First it is shown what would come of it; what differs here is left as it is.

What is confirmed is what was shown: where a result was entered or corrected meanwhile, it is shown anew.
"""

from dataclasses import dataclass, replace

from bot.db.drafts import DraftPurpose
from bot.db.engine import Transaction
from bot.db.snapshot import Snapshot
from bot.services.access import Asker, require_director
from bot.services.dodgeball import named, open_bracket, save_result
from bot.services.drafts import keep_draft
from bot.services.short_teams import require_players
from bot.ui.bracket_view import team_key
from bot.ui.facts.bracket_import import BracketEntered, BracketPlan
from bot.ui.texts import bracket_import as texts
from core.errors import RuleError, UserError
from core.scoring.bracket import Bracket, Match, Result, get_match, record_result
from core.scoring.bracket_file import read_bracket_file
from core.scoring.faults import FileFaults
from core.scoring.json_fields import normalize_name

MOST_BYTES = 128 * 1024
"""A file of 64 teams with names of a hundred characters has 60 KiB."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A result that is new here, and the bracket before and after it."""

    before: Bracket
    after: Bracket
    match: Match
    result: Result


async def preview_bracket(tx: Transaction, asker: Asker, snapshot: Snapshot, data: bytes) -> BracketPlan:
    """Show what a file would bring, and keep it until it is confirmed. Raises NotAllowed or RuleError."""
    require_director(asker, snapshot.competition)
    plan, steps = _compare(snapshot, data)
    if plan.faults or not steps:
        return plan
    value = {"file": data.decode("utf-8"), "standing": _standing_ids(snapshot)}
    draft_id = await keep_draft(tx, asker, snapshot, DraftPurpose.BRACKET_IMPORT, value)
    return replace(plan, draft_id=draft_id)


async def enter_bracket(
    tx: Transaction, asker: Asker, snapshot: Snapshot, data: bytes, standing: list[int]
) -> BracketEntered | BracketPlan:
    """Enter what was shown as new, all of it or nothing. Raises NotAllowed or RuleError."""
    if standing != _standing_ids(snapshot):
        return replace(await preview_bracket(tx, asker, snapshot, data), is_anew=True)
    _, steps = _compare(snapshot, data)
    for step in steps:
        done = await save_result(tx, asker, snapshot, step.before, step.after, step.match, step.result, reason=None)
        snapshot = done.snapshot
    return BracketEntered(len(steps))


def _standing_ids(snapshot: Snapshot) -> list[int]:
    return [result.id for result in snapshot.results]


def _compare(snapshot: Snapshot, data: bytes) -> tuple[BracketPlan, list[_Step]]:
    """What is new, different and wrong; the results of the file in the order in which they were decided."""
    bracket = open_bracket(snapshot)
    steps: list[_Step] = []
    different: list[Match] = []
    faults: list[str] = []
    unchanged = 0
    for match_id, result in _read(snapshot, data):
        here = get_match(bracket, match_id)
        if here.is_decided:
            is_same = (here.winner, here.how) == (result.winner, result.how) and result.games in (None, here.games)
            unchanged += is_same
            different += [] if is_same else [here]
            continue
        try:
            steps.append(_step(snapshot, bracket, here, result))
        except UserError as error:
            faults.append(texts.fault_at(here.title, error.sentence))
        else:
            bracket = steps[-1].after
    new = tuple(get_match(step.after, step.match.id) for step in steps)
    return BracketPlan(snapshot, new, tuple(different), unchanged, tuple(faults)), steps


def _step(snapshot: Snapshot, bracket: Bracket, match: Match, result: Result) -> _Step:
    if result.how == "walkover":
        raise RuleError(texts.WALKOVER)
    if result.how == "played":
        require_players(snapshot, match)
    with named(snapshot):
        return _Step(bracket, record_result(bracket, result), match, result)


def _read(snapshot: Snapshot, data: bytes) -> list[tuple[str, Result]]:
    """The decided matches of a file, whose teams have to be those of the bracket. Raises RuleError."""
    if len(data) > MOST_BYTES:
        raise RuleError(texts.TOO_LARGE)
    try:
        found = read_bracket_file(data).bracket
    except FileFaults as faults:
        raise RuleError(texts.unusable(faults.lines[0], len(faults.lines) - 1)) from None
    key_of = {normalize_name(snapshot.teams[id_].name): team_key(id_) for id_ in snapshot.seeds}
    if (found.kind, found.third_place, found.teams) != ("single", False, tuple(key_of)):
        raise RuleError(texts.OTHER_BRACKET)
    return [(decision.match_id, _translate(decision.result, key_of)) for decision in found.course.decisions]


def _translate(result: Result, key_of: dict[str, str]) -> Result:
    first, second = (key_of[team] for team in result.teams)
    games = None if result.games is None else tuple(key_of[team] for team in result.games)
    return Result((first, second), None if result.winner is None else key_of[result.winner], result.how, games)
