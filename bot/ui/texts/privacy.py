"""What people read about what is kept about them. Only their owner and directors are shown these sentences."""

from collections.abc import Iterator

from bot.db.privacy import KeptPlayer
from bot.db.snapshot import Competition, Player
from bot.ui.facts.privacy import Forgotten, Kept, KeptIn
from bot.ui.message import Button, Message, custom_id
from bot.ui.names import for_prose

DELETE_OWN, DELETE_PLAYER = "privacy-delete", "privacy-delete-player"
ERASE = "Erase it"
NOTHING_KEPT = "This server's competitions keep nothing about you."
NOTHING_TO_ERASE = "This server's competitions keep nothing about you that can be erased."
DIRECT = "- you get direct messages when captains are called; `/notify direct:False` ends it"
DIRECT_ALONE = "Erase that you want direct messages when captains are called? Nothing else about you can be erased."
COUNTED = {
    "forms": "form that was not accepted yet, with what you typed",
    "invitations": "invitation",
    "receipts": "note that you have read a change of the rules",
    "events": "event that you keep as a facilitator, until a director releases you",
    "appeals": "appeal, with what you wrote",
    "cards": "entry on a score card",
    "invited": "invitation that you sent",
    "messages": "direct message that was sent to you",
    "questions": "question that waits for your answer",
}
TERM = (
    "Birth dates are erased once your ID was seen, or 30 days after the last day. `/privacy delete` erases all of this "
    "now. What Skipper noted as done keeps numbers only, no names."
)


def shown(kept: Kept) -> str:
    """All that is kept about the asker."""
    lines = [line for entry in kept.competitions for line in _list_kept(kept.user_id, entry)]
    if kept.wants_direct:
        lines.append(DIRECT)
    lines.append(TERM if lines else NOTHING_KEPT if not kept.recorded else NOTHING_TO_ERASE)
    if kept.recorded:
        lines.append(recorded(kept.recorded))
    return "\n".join(lines)


def recorded(count: int) -> str:
    """What stays of somebody who did something."""
    entries = "1 entry" if count == 1 else f"{count} entries"
    return (
        f"The number of your account stays beside {entries} of the ledger and the histories (who entered or decided "
        "what), also after `/privacy delete`, so that disputes can be settled."
    )


def player_shown(kept: KeptPlayer) -> str:
    """What directors see of a player."""
    entered = f", entered by <@{kept.entered_by}>" if kept.entered_by else ""
    account = f", account <@{kept.user_id}>" if kept.user_id else ", no account linked"
    return f"{for_prose(kept.name)} ({for_prose(kept.team)}): {_word_age(kept)}{entered}{account}."


def asked(kept: Kept) -> Message:
    """The question before everything about the asker is erased."""
    if not kept.has_erasable:
        return Message(shown(kept))
    erasable = [entry for entry in kept.competitions if entry.has_erasable]
    if not erasable:
        return Message(DIRECT_ALONE, (Button(ERASE, custom_id(DELETE_OWN), "danger"),))
    names = ", ".join(for_prose(entry.competition.name) for entry in erasable)
    text = (
        f"Erase what is kept about you in {names}? Until the rosters lock you leave your team; after that your results "
        'stay under "Former player". Teams that you lead go to a co-captain, else to staff. Messages that were posted '
        "stay in their channels. This cannot be taken back."
    )
    return Message(text, (Button(ERASE, custom_id(DELETE_OWN), "danger"),))


def asked_for_player(competition: Competition, player: Player) -> Message:
    """The question to a director before everything about a player is erased."""
    text = (
        f"Erase what is kept about {for_prose(player.name)}? Until the rosters lock they leave the team; after that "
        'their results stay under "Former player". This cannot be taken back.'
    )
    return Message(text, (Button(ERASE, custom_id(DELETE_PLAYER, competition.id, player.id), "danger"),))


def forgotten(done: Forgotten) -> str:
    """The answer to an erasure."""
    if not done.competitions and not done.stopped_direct:
        return NOTHING_TO_ERASE
    lines = ["✅ It is erased."]
    if done.left:
        lines.append("If somebody else leads the team, they are told.")
    if done.stays:
        lines.append('Results stay under "Former player".')
    return " ".join(lines)


def _list_kept(user_id: int, entry: KeptIn) -> Iterator[str]:
    yield f"**{for_prose(entry.competition.name)}**"
    for player in entry.players:
        whose = "you play as" if player.user_id == user_id else "you entered"
        yield f"- {whose} {for_prose(player.name)} in {for_prose(player.team)}: {_word_age(player)}"
    for team in entry.leads:
        role = "captain" if team.captain_id == user_id else "co-captain"
        yield f"- you are the {role} of {for_prose(team.name)}"
    for kind, count in entry.counts.items():
        if count and kind in COUNTED:
            yield f"- {count} × {COUNTED[kind]}" if count > 1 else f"- 1 {COUNTED[kind]}"


def _word_age(player: KeptPlayer) -> str:
    if player.birth_date is not None:
        return f"born {player.birth_date.isoformat()}"
    if player.of_age_on is not None:
        return f"of age on {player.of_age_on.isoformat()}, confirmed by <@{player.of_age_by}>"
    return "no birth date is kept"
