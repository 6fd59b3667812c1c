"""Match results from a bracket file: what would be entered, what differs from what is here, and what is wrong."""

from collections.abc import Sequence

from bot.db.snapshot import Snapshot
from bot.ui.bracket_view import team_id_of
from bot.ui.facts.bracket_import import BracketEntered, BracketPlan
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose
from bot.ui.texts.importing import CONFIRM, with_list
from core.scoring.bracket import Match

OTHER_BRACKET = (
    "Nothing was entered: the file is not of this bracket. Its teams have to be those drawn here, in the same order of "
    "seeds and with the same names, in single elimination without a third-place match. `/event export` gives the file."
)
TOO_LARGE = "Nothing was entered: the file is larger than a bracket file can be. `/event export` gives one."

WALKOVER = "A walkover follows from a withdrawal or an ejection: enter that here first."


def unusable(line: str, more: int) -> str:
    """The refusal of a file that is no bracket file, with its first fault."""
    others = f" (and {more} more)" if more else ""
    return f"Nothing was entered: {for_prose(line)}{others}. Correct the file, or take the one of `/event export`."


def fault_at(title: str, sentence: str) -> str:
    """Why a match cannot be entered."""
    return f"{title}: {sentence}"


def planned(plan: BracketPlan) -> Message:
    """What a file would bring."""
    if plan.faults:
        count = "1 fault" if len(plan.faults) == 1 else f"{len(plan.faults)} faults"
        return with_list(f"Nothing was entered: {count} in the file.", [(None, plan.faults)], (), "faults.txt")
    counted = f"new {len(plan.new)}, unchanged {plan.unchanged}, different from what is here {len(plan.different)}"
    heading = f"Only a look, nothing is entered yet: {counted}."
    if plan.is_anew:
        heading = f"Something was entered since you looked, so nothing was done. Now: {counted}."
    lists = [
        ("Different, and left as it is here (`/match correct` changes it):", _show_all(plan.snapshot, plan.different)),
        ("New:", _show_all(plan.snapshot, plan.new)),
    ]
    buttons: tuple[Button, ...] = ()
    if plan.draft_id is not None:
        label = "Enter the 1 new match" if len(plan.new) == 1 else f"Enter the {len(plan.new)} new matches"
        buttons = (Button(label, custom_id(CONFIRM, plan.snapshot.competition.id, plan.draft_id), "success"),)
    return with_list(heading, lists, buttons, "import.txt")


def brought_in(done: BracketEntered) -> Message:
    """What was entered."""
    matches = "1 match" if done.entered == 1 else f"{done.entered} matches"
    return Message(f"✅ Entered and announced: {matches}. `/bracket` shows what came of it.")


def _show_all(snapshot: Snapshot, matches: Sequence[Match]) -> list[str]:
    return [_show(snapshot, match) for match in matches]


def _show(snapshot: Snapshot, match: Match) -> str:
    if match.winner is None or match.loser is None:
        return f"{match.title}: both teams forfeit"
    winner, loser = (for_prose(snapshot.teams[team_id_of(team)].name) for team in (match.winner, match.loser))
    score = f" {match.score[0]}-{match.score[1]}" if match.score and match.how == "played" else ""
    how = "" if match.how == "played" else f" by {match.how}"
    return f"{match.title}: {winner} beat {loser}{score}{how}"
