"""What captains read while they link players to Discord accounts, and invite members."""

from bot.db.snapshot import Competition, Player, Team
from bot.ui.facts.teams import InvitationView, Invited, Linked, RosterChange, TakenBack
from bot.ui.message import Message
from bot.ui.names import for_prose
from bot.ui.texts.registration import word_date
from bot.ui.times import show_moment

LINK_TITLE, INVITATION_TITLE = "Discord accounts", "Join the team"
YOUR_NAME, YOUR_BIRTH_DATE = "Your name", "Your birth date"
ACCEPT, DECLINE, LINK_MORE, LINK_AGAIN = "Accept", "Decline", "Link more", "Choose again"
WHO_SEES_IT = "Such as 2001-05-03. Only you and directors see it; it is erased after the competition."
ONE_ACCOUNT_TWICE = "You chose one account for two players, and nothing was changed. Choose another account for one."
LINKED_MEANWHILE = "One of these accounts was linked to another player just now, and nothing was changed. Try it again."
NOBODY_INVITED = "Choose at least one member to invite."
UNKNOWN_INVITATION = "This invitation does not exist any more. Ask the captain for another one."
NONE_TO_TAKE_BACK = "Each of these invitations is answered or taken back already. `/team mine` shows your team."
WAS_TAKEN_BACK, TEAM_IS_GONE = "This invitation was taken back.", "The team has withdrawn."
LONGEST_LABEL = 45


def link_label(name: str) -> str:
    """A player's name above the field for the account."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def all_linked(team: Team) -> str:
    """The refusal where nobody is left to be linked."""
    return f"Everybody in {for_prose(team.name)} is linked. To change one, name the player in the option `player`."


def linked(done: Linked) -> str:
    """The answer to links that were saved."""
    lines = [
        f"✅ {for_prose(player.name)} is <@{user_id}>"
        if user_id
        else f"✅ {for_prose(player.name)} is linked to nobody"
        for player, user_id in done.changed
    ] or ["Nothing was changed."]
    lines.append(f"Not linked yet: {done.unlinked}." if done.unlinked else "Everybody is linked.")
    return "\n".join(lines)


def told_linked(competition: Competition, team: Team, player: Player) -> str:
    """The message to somebody whose account a director linked to a player."""
    return (
        f"**{for_prose(competition.name)}**: a director noted that you are {for_prose(player.name)} of "
        f"{for_prose(team.name)}. `/privacy show` there shows what is kept about you. Not you? Tell a director."
    )


def invitation(competition: Competition, team: Team, user_id: int, invited_by: int) -> str:
    """The note to somebody who is invited."""
    settings = competition.settings
    return (
        f"<@{user_id}>, <@{invited_by}> invites you to play for **{for_prose(team.name)}** in "
        f"**{for_prose(competition.name)}** ({settings.first_day.isoformat()}). You enter your birth date yourself, "
        f"and nobody answers for you. Rosters lock {show_moment(settings.roster_lock_at)}."
    )


def invited(done: Invited) -> str:
    """The answer to a captain who invited somebody."""
    names = ", ".join(f"<@{user_id}>" for user_id in done.user_ids)
    return (
        f"✅ {names}: invited in <#{done.channel_id}> to play for {for_prose(done.team.name)}. You are told who joins."
    )


def invited_already(user_id: int) -> str:
    """The refusal of a second invitation."""
    return f"<@{user_id}> is invited already, and has not answered yet. Nothing was changed."


def no_room(team: Team, most: int, free: int, named: int, waiting: int) -> str:
    """The refusal of more invitations than there are positions."""
    left = {0: "no position is free", 1: "1 position is free"}.get(free, f"{free} positions are free")
    said = f"{for_prose(team.name)} may have {most} players: {left}, and you named {named}. Nobody was invited."
    if not waiting:
        return said
    return (
        f"{said} Positions are kept for those who are invited ({waiting}) until they answer: **{DECLINE}** under the "
        "invitation, which only they can press, frees one, or you take the invitations back: `/team mine`."
    )


def taken_back(done: TakenBack) -> str:
    """The answer to a captain who waits no longer for those who were invited."""
    names = ", ".join(f"<@{user_id}>" for user_id in done.user_ids)
    return (
        f"✅ {names}: invited to {for_prose(done.team.name)} no more. `/player invite` invites somebody else, or them "
        "once more."
    )


def has_joined(user_id: int) -> str:
    """What an invitation says once it is accepted."""
    return f"✅ <@{user_id}> has joined."


def has_declined(user_id: int) -> str:
    """What an invitation says once it is declined."""
    return f"<@{user_id}> has declined."


def not_yours(user_id: int) -> str:
    """The refusal of somebody else's invitation."""
    return f"This invitation is for <@{user_id}>, and nobody answers for somebody else."


def answered_already(view: InvitationView, answer: str) -> str:
    """The refusal of a second answer."""
    return f"This invitation to {for_prose(view.team.name)} was {answer} already. Ask the captain for another one."


def joined(change: RosterChange) -> Message:
    """The answer to somebody who accepted; how their birth date was read is shown, and not kept."""
    name = change.joined.name if change.joined else ""
    said = (
        f"✅ You play for **{for_prose(change.team.name)}** in **{for_prose(change.competition.name)}** as "
        f"{for_prose(name)}. `/team show` shows the team, `/team leave` leaves it, `/privacy show` shows what is kept."
    )
    if change.read_as is None:
        return Message(said)
    reading = f"Your birth date was read as {word_date(change.read_as)}. If that is wrong, tell your captain."
    return Message(f"{said}\n{reading}", kept_text=said)


def full_by_now(team: Team) -> str:
    """The refusal of somebody who was invited where another player has taken the last position."""
    return f"{for_prose(team.name)} is full by now, and nothing was changed. Tell your captain, who can make room."


def declined(view: InvitationView) -> str:
    """The answer to somebody who declined."""
    return f"You declined to play for {for_prose(view.team.name)}. The captain is told."


def told_declined(team: Team, user_id: int) -> str:
    """The note to the captain of somebody who declined."""
    whom = f"<@{team.captain_id}>, " if team.captain_id is not None else ""
    return f"{whom}<@{user_id}> does not play for {for_prose(team.name)}. `/player invite` invites somebody else."
