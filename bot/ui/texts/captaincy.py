"""What people read about who leads a team."""

from collections.abc import Sequence

from bot.db.snapshot import Team
from bot.ui.facts.teams import ClaimCode, LedTeam
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose

HAND_BACK, STEP_DOWN = "captain-decline", "co-captain-decline"
NOT_CAPTAIN, NO_CO_CAPTAIN = "I do not lead it", "I am no co-captain"
UNKNOWN_CODE = (
    "No team here can be claimed with this code. Check each letter; a code works once, and staff give a new one."
)
ALL_HERE = "✅ Every captain is still in this server."


def captain_already(team: Team) -> str:
    """The refusal of handing a team over to its captain."""
    return f"<@{team.captain_id}> is the captain of {for_prose(team.name)} already. Nothing was changed."


def captain_elsewhere(team: Team, user_id: int) -> str:
    """The refusal of a second team of one captain."""
    return f"<@{user_id}> is the captain of {for_prose(team.name)}, and a captain has one team. Nothing was changed."


def is_bot(user_id: int) -> str:
    """The refusal of a bot's account."""
    return f"<@{user_id}> is a bot, and only people lead teams and play. Nothing was changed; choose somebody else."


def captain_decides(team: Team) -> str:
    """The refusal of a co-captain's word on who leads."""
    return f"Only the captain of {for_prose(team.name)} decides who leads it, or a director for them."


def handed_over(done: LedTeam) -> str:
    """The answer to a captain who handed over."""
    return f"✅ <@{done.user_id}> is the captain of **{for_prose(done.team.name)}** now, and is told."


def told_captain(done: LedTeam) -> Message:
    """The note to the new captain, who can hand the team back to whoever led it before."""
    text = (
        f"<@{done.user_id}>, you are the captain of **{for_prose(done.team.name)}** in "
        f"{for_prose(done.competition.name)} now. `/team mine` shows what it still needs. Not you? Press the button."
    )
    back = custom_id(HAND_BACK, done.competition.id, done.team.id, done.team.captain_id or 0)
    return Message(text, (Button(NOT_CAPTAIN, back),))


def told_old_captain(done: LedTeam) -> str:
    """The note to a captain in whose place a director named somebody else."""
    return (
        f"<@{done.team.captain_id}>, a director made <@{done.user_id}> the captain of "
        f"**{for_prose(done.team.name)}** in {for_prose(done.competition.name)}. Ask staff if that is wrong."
    )


def handed_back(done: LedTeam) -> str:
    """The answer to somebody who declined to lead a team."""
    return f"✅ You do not lead **{for_prose(done.team.name)}** any more. Whoever leads it now is told."


def told_handed_back(done: LedTeam) -> str:
    """The note to a captain whose follower declined."""
    return (
        f"<@{done.user_id}>, <@{done.team.captain_id}> declined to lead **{for_prose(done.team.name)}**: you are its "
        "captain again. `/captain handover` names somebody else."
    )


def told_declined(done: LedTeam) -> str:
    """The note to a captain whose co-captain is none any more."""
    return (
        f"<@{done.team.captain_id}>, <@{done.user_id}> is no co-captain of **{for_prose(done.team.name)}** any more. "
        "`/captain appoint` names another one."
    )


def leads_already(team: Team, user_id: int) -> str:
    """The refusal of naming somebody who leads the team already."""
    return f"<@{user_id}> leads {for_prose(team.name)} already. Nothing was changed."


def enough_co_captains(team: Team) -> str:
    """The refusal of a third co-captain."""
    named = " and ".join(f"<@{user_id}>" for user_id in team.co_captain_ids)
    return f"{for_prose(team.name)} has two co-captains, {named}. `/captain dismiss` makes room. Nothing was changed."


def no_co_captain(team: Team, user_id: int) -> str:
    """The refusal of dismissing somebody who is no co-captain."""
    return f"<@{user_id}> is no co-captain of {for_prose(team.name)}. Nothing was changed."


def named_co_captain(done: LedTeam) -> str:
    """The answer to a captain who named a co-captain."""
    return (
        f"✅ <@{done.user_id}> is a co-captain of **{for_prose(done.team.name)}** now, and is told. Who is named first "
        "follows a captain that is gone."
    )


def told_co_captain(done: LedTeam) -> Message:
    """The note to a new co-captain, who can decline."""
    text = (
        f"<@{done.user_id}>, you are a co-captain of **{for_prose(done.team.name)}** in "
        f"{for_prose(done.competition.name)} now: you can do all that the captain does but choose who leads. "
        "Not you? Press the button."
    )
    return Message(text, (Button(NO_CO_CAPTAIN, custom_id(STEP_DOWN, done.competition.id, done.team.id)),))


def dismissed(done: LedTeam) -> str:
    """The answer to the end of a co-captain."""
    return f"✅ <@{done.user_id}> is no co-captain of **{for_prose(done.team.name)}** any more."


def told_follower(done: LedTeam) -> str:
    """The note to a co-captain who has become the captain."""
    return (
        f"<@{done.user_id}>, the captain of **{for_prose(done.team.name)}** is gone, so you are its captain now. "
        "`/team mine` shows what it still needs."
    )


def told_again(done: LedTeam) -> str:
    """The note to a captain whose ejection fell, and to whoever led the team meanwhile."""
    follower = done.team.captain_id
    thanks = "" if follower is None else f" <@{follower}>, who followed, is a co-captain again."
    return f"<@{done.user_id}>, you are the captain of **{for_prose(done.team.name)}** again.{thanks}"


def leads_now(done: LedTeam) -> str:
    """What a director reads of who leads a team once an ejection of its captain was lifted."""
    who = f"<@{done.user_id}>"
    if done.user_id == done.team.captain_id:
        return f"{who} leads {for_prose(done.team.name)} now: `/captain handover` changes that."
    return f"{who} is the captain of {for_prose(done.team.name)} again, and is told."


def has_nobody(team: Team) -> str:
    """The note to staff about a team that nobody leads."""
    return (
        f"The captain of {for_prose(team.name)} is gone, and no co-captain follows. Name another one with `/captain "
        "handover`; until then staff act for the team."
    )


def has_captain(team: Team) -> str:
    """The refusal of a code for a team that has a captain."""
    return f"{for_prose(team.name)} has a captain with an account. `/captain handover` makes somebody else its captain."


def code_issued(done: ClaimCode) -> Message:
    """The code, for the staff member who hands it on; what is kept of the answer does not hold it."""
    said = (
        f"The code for **{for_prose(done.team.name)}** is `{done.code}`. Give it to the captain in person: whoever "
        f"types `/captain claim code:{done.code}` in this server leads the team. It works once, and is not shown again."
    )
    again = (
        f"A code for **{for_prose(done.team.name)}** was made, and is shown once. `/captain code` makes another one."
    )
    return Message(said, kept_text=again)


def claimed(done: LedTeam) -> str:
    """The answer to somebody who claimed a team."""
    return f"✅ You are the captain of **{for_prose(done.team.name)}** now. `/team mine` shows what it still needs."


def departed(replaced: Sequence[LedTeam]) -> str:
    """The answer to staff about captains who have left the server."""
    if not replaced:
        return ALL_HERE
    lines = [f"<@{done.user_id}> of {for_prose(done.team.name)} has left this server." for done in replaced]
    return "\n".join(
        (*lines, "Their co-captains follow and are told; a team that has none is named in the staff channel.")
    )
