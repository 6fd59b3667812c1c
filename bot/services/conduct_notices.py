"""Who is told of an offence and of what follows: player and captain by direct message, others only what they need."""

from bot.db.engine import Transaction
from bot.db.snapshot import Competition, Offence, Snapshot
from bot.posts.outbox import enqueue_notice
from bot.services.brought_back import find_brought_back
from bot.services.ejections import conduct_history, ejections_of
from bot.services.next_matches import tell_next_matches
from bot.services.questions import close_questions
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import conduct as texts
from bot.ui.texts.brought_back import told_staff_of_returns
from core import conduct
from core.competition import State
from core.conduct import Decision, Outcome, judge

DECIDE = "conduct-decide"
TOLD = PLAYER, CAPTAIN = "player", "captain"
PLAYING_CAPTAIN = "player and captain"


async def tell_of_offence(tx: Transaction, snapshot: Snapshot, offence: Offence, outcome: Outcome) -> tuple[str, ...]:
    """Write to the player and to the captain; gives whom no message can reach, for staff to tell in person."""
    player, team = snapshot.players[offence.player_id], snapshot.teams[offence.team_id]
    is_captain = player.user_id is not None and player.user_id == team.captain_id
    to_player = texts.told_player(snapshot, offence, outcome, is_captain=is_captain)
    if is_captain:
        await write(tx, snapshot, subject_of(offence, PLAYING_CAPTAIN), player.user_id, to_player)
        return ()
    await write(tx, snapshot, subject_of(offence, PLAYER), player.user_id, to_player)
    to_captain = texts.told_captain(snapshot, offence, outcome)
    await write(tx, snapshot, subject_of(offence, CAPTAIN), team.captain_id, to_captain)
    unreachable = [(player.user_id, player.name), (team.captain_id, texts.captain_of(team.name))]
    return tuple(name for user_id, name in unreachable if user_id is None)


def subject_of(offence: Offence, who: str) -> str:
    """The subject of the message that tells somebody of an offence."""
    return f"conduct:{offence.id}:told:{who}"


async def tell_of_change(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    """Tell what one change of the offences has changed for anybody."""
    await _tell_lifted(tx, before, after)
    await _tell_everybody(tx, before, after)
    await _tell_staff_of_returns(tx, before, after)
    await _ask_director(tx, before, after)
    await _close_settled(tx, before, after)
    await tell_next_matches(tx, before, after, f"conduct:next:{after.competition.revision}")


async def _tell_lifted(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    for old, new in zip(before.offences, after.offences, strict=False):
        if new.lifted_at is None or old.lifted_at is not None:
            continue
        message = texts.told_lifted(after, new)
        for user_id in {after.players[new.player_id].user_id, after.teams[new.team_id].captain_id}:
            await write(tx, after, f"conduct:{new.id}:lifted:{user_id}", user_id, message)


async def _tell_everybody(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    """Say in the announcements which teams are out or back, and which play with fewer or more."""
    was, is_now = ejections_of(before), ejections_of(after)
    is_over = after.competition.state is State.FINISHED
    playing = set[int]() if is_over else {team.id for team in after.taking_part()}
    lines: list[str] = []
    for team in after.teams.values():
        members = {player.id for player in after.players.values() if player.team_id == team.id}
        was_short, is_short = len(members & was.players.keys()), len(members & is_now.players.keys())
        if (team.id in was.teams) != (team.id in is_now.teams):
            is_out = team.id in is_now.teams
            lines.append(texts.team_is_out_publicly(team.name) if is_out else texts.team_is_back(team.name))
            message = texts.told_team_out(after, team) if is_out else texts.told_team_back(after, team)
            subject = f"conduct:team:{team.id}:{after.competition.revision}"
            await write(tx, after, subject, team.captain_id, message)
        elif was_short != is_short and team.id in playing - is_now.teams.keys():
            lines.append(texts.plays_short(team.name, is_short))
    if lines:
        await enqueue_notice(
            tx,
            after.competition.id,
            f"conduct:public:{after.competition.revision}",
            Message("\n".join(lines)),
            channel_id=after.competition.channels.announcements,
        )


async def _tell_staff_of_returns(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    """Say in the staff channel who is back in events that were over, and how that is put right."""
    if back := find_brought_back(before, after):
        competition = after.competition
        notice = Message(told_staff_of_returns(competition.name, back))
        subject = f"conduct:back:{competition.revision}"
        await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.staff)


async def _ask_director(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    """Ask in the staff channel where an offence has led to a team's ejection."""
    competition = after.competition
    asked = {offence.id for offence in judge(conduct_history(before)).list_ejections_due()}
    for due in judge(conduct_history(after)).list_ejections_due():
        if due.id in asked:
            continue
        team = after.teams[int(due.team)]
        role_id = competition.director_role_id
        message = Message(
            texts.team_ejection_due(competition, team.name),
            decide_buttons(competition, due),
            user_mentions=() if role_id else (competition.created_by,),
            role_mentions=(role_id,) if role_id else (),
        )
        subject = f"conduct:{due.id}:due:{competition.revision}"
        await enqueue_notice(tx, competition.id, subject, message, channel_id=competition.channels.staff)


async def _close_settled(tx: Transaction, before: Snapshot, after: Snapshot) -> None:
    """What staff were asked, and is settled now, says so."""
    still = {offence.id for offence in judge(conduct_history(after)).list_ejections_due()}
    recorded = {offence.id: offence for offence in after.offences}
    for due in judge(conduct_history(before)).list_ejections_due():
        if due.id not in still:
            outcome = texts.ejection_settled(recorded[due.id])
            await close_questions(tx, after.competition.id, f"conduct:{due.id}:due:", outcome)


def decide_buttons(competition: Competition, offence: Offence | conduct.Offence) -> tuple[Button, ...]:
    """The buttons with which a director decides on a team's ejection."""

    def identify(decision: Decision) -> str:
        return custom_id(DECIDE, competition.id, offence.id, decision.value)

    return (
        Button(texts.EJECT_TEAM, identify(Decision.CONFIRMED), "danger"),
        Button(texts.KEEP_TEAM, identify(Decision.DECLINED)),
    )


async def write(tx: Transaction, snapshot: Snapshot, subject: str, user_id: int | None, text: str) -> None:
    """Write to somebody by direct message, if they have an account."""
    if user_id is not None:
        await enqueue_notice(tx, snapshot.competition.id, subject, Message(text), user_id=user_id)
