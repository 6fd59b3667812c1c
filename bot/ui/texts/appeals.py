"""Appeals against offences."""

from collections.abc import Iterator, Sequence

from bot.db.appeals import Appeal
from bot.db.snapshot import Offence, Snapshot
from bot.ui.facts.conduct import AppealDecided, Appealed
from bot.ui.names import for_prose, mention_account
from bot.ui.texts.access import mention_director
from bot.ui.texts.conduct import KIND_NAMES
from bot.ui.times import show_moment
from core.competition import State

GRANT, DENY = "Lift the offence", "It stands"
FORM_TITLE, REASON_LABEL = "Decide on the appeal", "Why; the captain reads it"
TEXT_NEEDED = "Say in at most 1,000 characters why the offence should not count."
REASON_NEEDED = "Give a reason of at most 500 characters; the captain reads it."
NOBODY_TOLD = "Its team has no captain with an account any more: tell them in person."
CAPTAINS_APPEAL = "Only the captain of the team can do this: you lead no team in this competition."
UNKNOWN_VERDICT = "A director either lifts the offence or lets it stand: choose one from the list."


def has_ended(name: str, state: State) -> str:
    """The refusal of appeals in a competition that is over and put away."""
    return f"{for_prose(name)} is {state}: appeals are no longer taken or decided in it."


def unknown_to_captain(snapshot: Snapshot, open_to_appeal: Sequence[Offence]) -> str:
    """The refusal of a number that is no offence of the asker's team, with those that can be appealed against."""
    if not open_to_appeal:
        return "There is no such offence of your team, and nothing else that you could appeal against."
    listed = "; ".join(choice_in_prose(snapshot, offence) for offence in open_to_appeal)
    return f"There is no such offence of your team. You can appeal against: {listed}."


def lifted_already(offence_id: int) -> str:
    """The refusal of an appeal against what no longer counts."""
    return f"Offence #{offence_id} was lifted already and does not count, so there is nothing to appeal against."


def only_once(earlier: Appeal) -> str:
    """The refusal of a second appeal."""
    if earlier.is_granted is None:
        return f"There is an appeal against offence #{earlier.offence_id} already; a director will decide on it."
    return f"There was an appeal against offence #{earlier.offence_id} already, and there is only one. {_word(earlier)}"


def no_appeal(offence_id: int) -> str:
    """The refusal to decide where nobody has appealed."""
    return f"Nobody has appealed against offence #{offence_id}. `/conduct lift` lifts an offence without an appeal."


def decided_already(appeal: Appeal) -> str:
    """The answer to a second decision."""
    return f"This appeal is decided already; nothing was changed. {_word(appeal)}"


def appealed(done: Appealed) -> str:
    """The answer to an appeal."""
    return (
        f"Your appeal against offence #{done.offence.id} is with the directors, and you will be told what they decide. "
        "Until then the offence counts."
    )


def asked(snapshot: Snapshot, offence: Offence, appeal: Appeal) -> str:
    """The question to a director in the staff channel."""
    player, team = snapshot.players[offence.player_id], snapshot.teams[offence.team_id]
    return (
        f"{mention_director(snapshot.competition)}: <@{appeal.appealed_by}> appeals against offence #{offence.id} "
        f"({KIND_NAMES[offence.kind]}, {for_prose(player.name)}, {for_prose(team.name)}):\n"
        f"> {for_prose(appeal.text)}"
    )


def decided(done: AppealDecided) -> str:
    """The answer to a decision."""
    what = "is lifted, and everything is computed as if it had not been" if done.is_granted else "stands"
    told = "The captain is told, with your reason." if done.is_told else NOBODY_TOLD
    return f"Offence #{done.offence.id} {what}. {told}"


def told_decision(done: AppealDecided) -> str:
    """The message to the captain."""
    what = "was granted: it no longer counts" if done.is_granted else "was denied: it stands"
    return (
        f"**{for_prose(done.snapshot.competition.name)}**: the appeal against offence #{done.offence.id} {what}. "
        f"Reason: {for_prose(done.reason)}"
    )


def appeal_settled(done: AppealDecided, decided_by: int) -> str:
    """How the question to a director ended, under that question."""
    what = "lifted the offence" if done.is_granted else "let the offence stand"
    return f"✅ <@{decided_by}> {what}: {for_prose(done.reason)}"


def in_history(appeal: Appeal) -> Iterator[str]:
    """An appeal as it stands in the history, line by line."""
    said = f": {for_prose(appeal.text)}" if appeal.text else "; what was said in it is erased."
    yield f"Appeal by {mention_account(appeal.appealed_by)}, {show_moment(appeal.appealed_at)}{said}"
    yield _word(appeal) if appeal.is_granted is not None else "It waits for a director: `/appeal decide`."


def choice(snapshot: Snapshot, offence: Offence) -> str:
    """An offence in a list to choose from."""
    player, team = snapshot.players[offence.player_id], snapshot.teams[offence.team_id]
    return f"#{offence.id} {player.name} ({team.name}): {KIND_NAMES[offence.kind]}"


def choice_in_prose(snapshot: Snapshot, offence: Offence) -> str:
    """An offence by its number, for its captain."""
    player = snapshot.players[offence.player_id]
    return f"#{offence.id} ({for_prose(player.name)}, {KIND_NAMES[offence.kind]})"


def _word(appeal: Appeal) -> str:
    verdict = "granted" if appeal.is_granted else "denied"
    return f"It was {verdict} by <@{appeal.decided_by}>: {for_prose(appeal.reason or '')}"
