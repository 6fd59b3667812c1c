"""Conduct: what follows from an offence, who is told what, and the history."""

from collections.abc import Sequence

from bot.db.snapshot import Competition, Offence, Player, Snapshot, Team
from bot.ui.facts.conduct import (
    Decided,
    Lifted,
    OffencePreview,
    RecordedOffence,
    TeamEjectionPreview,
)
from bot.ui.names import for_prose
from bot.ui.texts.access import mention_director
from bot.ui.texts.brought_back import returned_lines
from bot.ui.texts.captaincy import leads_now
from bot.ui.texts.holdem import leave_now, still_out
from core.competition import State
from core.conduct import Consequence, Decision, OffenceKind, Outcome
from core.scoring.event import get_event

NOTE_TOO_LONG = "The note is longer than 500 characters. Shorten it, and send the command again."
REASON_NEEDED = "Give a reason of at most 500 characters; it is kept with the offence."
UNKNOWN_OFFENCE = (
    "There is no such offence in this competition. `/conduct history` shows all of them with their numbers."
)
UNKNOWN_DECISION = "A director either ejects the team or keeps it in: choose one from the list."
TOO_MANY_PLACES = (
    "⚠️ Its place was given to another team meanwhile, so there is one team too many: `/settings set` allows one more, "
    "or a team gives its place up with `/team withdraw`."
)
RECORD = "Record it"
EJECT_TEAM = "Eject the team"
KEEP_TEAM = "Not this time"

KIND_NAMES = {OffenceKind.TRASH_TALK: "trash talk", OffenceKind.PUNCH: "a thrown punch"}
ALL_REMAINING = "for the rest of the tournament"
_PLAYED_BEFORE = (
    "If this round was played before that, a director enters it with `/score`; if not, it counts 0 once the event is "
    "closed."
)


def has_ended(name: str, state: State) -> str:
    """The refusal of offences in a competition that is over and put away."""
    return f"{for_prose(name)} is {state}: offences are no longer recorded in it."


def stays_as_decided(name: str, state: State) -> str:
    """The refusal to decide anew in a competition that is over and put away."""
    return f"{for_prose(name)} is {state}: its offences stay as they were decided."


def unknown_event(events: Sequence[str]) -> str:
    """The refusal of an event that this competition does not have."""
    if not events:
        return "A dodgeball tournament has no events: leave the option `event` empty."
    return f"This competition has no such event. Its events are {name_events(events)}."


def player_is_ejected(player: str) -> str:
    """The refusal of a new sheet for somebody who was ejected."""
    return (
        f"{for_prose(player)} was ejected and takes no part any more; what was scored before stands. {_PLAYED_BEFORE}"
    )


def team_is_out(team: str, *, has_withdrawn: bool) -> str:
    """The refusal of a new sheet for a team that is out."""
    how = "has withdrawn" if has_withdrawn else "was ejected"
    return f"{for_prose(team)} {how} and takes no part any more; what was scored before stands. {_PLAYED_BEFORE}"


def team_holds_no_place(team: str) -> str:
    """The refusal of a sheet for a team that waits or is not complete."""
    return (
        f"{for_prose(team)} holds no place in this competition: it waits for one, or is not complete. Nothing is "
        "entered for it; choose another team."
    )


def no_team_ejection_due(team: str) -> str:
    """The refusal to eject a team that is not due."""
    return (
        f"No ejection of {for_prose(team)} waits for a decision. A team is ejected for trash talk after its last "
        "warning: record that offence first, with `/conduct warn`."
    )


def decided_already(team: str, offence: Offence) -> str:
    """The answer to a button whose question has been settled."""
    decision = {Decision.CONFIRMED: "confirmed", Decision.DECLINED: "declined"}.get(offence.decision)
    if offence.lifted_at is not None or decision is None:
        return f"This no longer waits for a decision on {for_prose(team)}; nothing was changed."
    return f"A director has {decision} the ejection of {for_prose(team)} already; nothing was changed."


def name_events(events: Sequence[str]) -> str:
    """Events by their titles: `Bowling, Golf Scramble and Texas Hold'em`."""
    titles = [get_event(event).title for event in events]
    return " and ".join((", ".join(titles[:-1]), titles[-1])) if len(titles) > 1 else "".join(titles)


def previewed(found: OffencePreview) -> str:
    """What would follow, for whoever is about to record it."""
    moved = ["**Something changed meanwhile, and nothing was recorded. This would follow now:**"]
    where = f" during {name_events([found.event])}" if found.event else ""
    head = f"{for_prose(found.player.name)} ({for_prose(found.team.name)}): {_count_offence(found, where)}."
    forfeited = found.preview.forfeited_events
    lines = [
        *(moved if found.is_anew else ()),
        head,
        "What follows:",
        *_what_follows(found.snapshot, found.preview.consequences, found.player, found.team, forfeited),
        "Nothing is recorded until you confirm it.",
    ]
    return "\n".join(lines)


def _count_offence(found: OffencePreview, where: str) -> str:
    """`second offence of trash talk`, or the punch, which needs no second."""
    if found.kind is OffenceKind.PUNCH:
        return f"{KIND_NAMES[found.kind]}{where}, which ejects at once and warns no team"
    number = {0: "first", 1: "second"}.get(found.earlier, f"{found.earlier + 1}th" if found.earlier > 2 else "third")
    return f"{number} offence of {KIND_NAMES[found.kind]}{where}"


def recorded(done: RecordedOffence) -> str:
    """The answer to an offence that was recorded."""
    lines = [
        f"Recorded as offence #{done.offence.id}: {for_prose(done.player.name)} ({for_prose(done.team.name)}), "
        f"{KIND_NAMES[done.offence.kind]}.",
        *_what_follows(done.snapshot, done.outcome.consequences, done.player, done.team, done.forfeits),
    ]
    event = done.offence.event
    is_open = event not in (*done.snapshot.closed, *done.snapshot.cancelled)
    has_rounds = event is not None and get_event(event).entry is not None
    if event and has_rounds and is_open and Consequence.EJECTION in done.outcome.consequences:
        lines.append(f"Rounds of {name_events([event])} played until now can still be entered.")
    if done.to_leave:
        lines.append(leave_now(done.to_leave))
    if done.unreachable:
        who = " and ".join(map(for_prose, done.unreachable))
        lines.append(f"No message can reach {who}: please tell them in person.")
    return "\n".join(lines)


def _what_follows(
    snapshot: Snapshot, consequences: Sequence[Consequence], player: Player, team: Team, forfeited: Sequence[str]
) -> list[str]:
    has_events = bool(snapshot.competition.settings.events)
    forfeited = [event for event in forfeited if event not in snapshot.cancelled]
    remaining = (
        (f"in {name_events(forfeited)}" if forfeited else "in no further event") if has_events else ALL_REMAINING
    )
    who, whose = for_prose(player.name), for_prose(team.name)
    played = "rounds" if has_events else "matches"
    sentences = {
        Consequence.WARNING: f"{who} is warned; another offence of trash talk ejects them.",
        Consequence.EJECTION: f"{who} is ejected, without a refund; {played} already played stand.",
        Consequence.PLAYER_SHORT: f"{whose} plays a player short {remaining}.",
        Consequence.TEAM_LAST_WARNING: f"This is the last warning for {whose}: more trash talk by any of its players "
        "ejects the team.",
        Consequence.TEAM_EJECTION_DUE: f"{whose} had its last warning: a director decides whether the team is ejected.",
        Consequence.TEAM_EJECTION: f"{whose} is ejected.",
    }
    lines = [f"- {sentences[consequence]}" for consequence in consequences]
    return lines or [f"- Nothing more: {who} or the team is ejected already. It is kept in the history."]


def told_player(snapshot: Snapshot, offence: Offence, outcome: Outcome, *, is_captain: bool) -> str:
    """The message to whoever committed the offence."""
    sentences = {
        Consequence.WARNING: "This is your warning, for the whole competition. Another offence ejects you.",
        Consequence.EJECTION: "You are ejected from all that remains, without a refund. What you played stands.",
        Consequence.TEAM_LAST_WARNING: "It is also your team's last warning: more trash talk by any of its players "
        "ejects the team.",
        Consequence.TEAM_EJECTION_DUE: "Your team had its last warning: a director now decides whether it is ejected.",
    }
    said = [sentences[c] for c in outcome.consequences if c in sentences]
    appeal = [_how_to_appeal(offence)] if is_captain else []
    head = f"**{for_prose(snapshot.competition.name)}**: {KIND_NAMES[offence.kind]} was recorded against you."
    return " ".join([head, *said, *appeal])


def told_captain(snapshot: Snapshot, offence: Offence, outcome: Outcome) -> str:
    """The message to the captain of whoever committed the offence."""
    player, team = snapshot.players[offence.player_id], snapshot.teams[offence.team_id]
    forfeits = [line.removeprefix("- ") for line in _what_follows(snapshot, outcome.consequences, player, team, ())]
    said = [line for line in forfeits if "plays a player short" not in line]
    if Consequence.PLAYER_SHORT in outcome.consequences:
        said.append("Your team plays a player short in what it still plays.")
    head = (
        f"**{for_prose(snapshot.competition.name)}**: {KIND_NAMES[offence.kind]} was recorded against "
        f"{for_prose(player.name)} of your team {for_prose(team.name)}."
    )
    return " ".join([head, *said, _how_to_appeal(offence)])


def captain_of(team: str) -> str:
    """How a captain without a Discord account is named."""
    return f"the captain of {team}"


def told_lifted(snapshot: Snapshot, offence: Offence) -> str:
    """The message to player and captain when an offence no longer counts."""
    player = snapshot.players[offence.player_id]
    return (
        f"**{for_prose(snapshot.competition.name)}**: a director lifted offence #{offence.id} "
        f"({KIND_NAMES[offence.kind]}, {for_prose(player.name)}). It counts as if it had not been."
    )


def told_team_out(snapshot: Snapshot, team: Team) -> str:
    """The message to the captain of an ejected team."""
    return (
        f"**{for_prose(snapshot.competition.name)}**: a director has ejected your team {for_prose(team.name)}, without "
        "a refund. What it played already stands."
    )


def told_team_back(snapshot: Snapshot, team: Team) -> str:
    """The message to the captain of a team whose ejection fell."""
    return f"**{for_prose(snapshot.competition.name)}**: your team {for_prose(team.name)} takes part again."


def team_is_out_publicly(team: str) -> str:
    """What everybody needs to know of a team's ejection."""
    return f"**{for_prose(team)}** takes no part any more."


def team_is_back(team: str) -> str:
    """What everybody needs to know when a team's ejection fell."""
    return f"**{for_prose(team)}** takes part again."


def plays_short(team: str, players_short: int) -> str:
    """What everybody needs to know when a position is empty for good, or is filled again."""
    if players_short == 0:
        return f"**{for_prose(team)}** no longer plays a player short."
    count = "a player" if players_short == 1 else f"{players_short} players"
    return f"**{for_prose(team)}** plays {count} short in what it still plays."


def team_ejection_due(competition: Competition, team: str) -> str:
    """The question to a director in the staff channel."""
    return (
        f"{mention_director(competition)}: {for_prose(team)} had its last warning, and one of its players went on with "
        "trash talk. A director decides whether the whole team is ejected."
    )


def ejection_settled(offence: Offence) -> str:
    """How the question to a director ended, under that question."""
    if offence.lifted_at is None and offence.decision is Decision.CONFIRMED:
        return f"✅ <@{offence.decided_by}> has ejected the team."
    if offence.lifted_at is None and offence.decision is Decision.DECLINED:
        return f"✅ <@{offence.decided_by}> keeps the team in."
    return "✅ No decision is needed any more."


def team_previewed(found: TeamEjectionPreview) -> str:
    """What would follow from a team's ejection, for the director who decides."""
    forfeits = found.forfeits
    rank = "It has no overall rank, there"
    if not found.competition.settings.events:
        remaining, rank = "takes no part any more; matches still to come are walkovers for its opponents", "There"
    elif forfeits:
        remaining = f"takes no part in {name_events(forfeits)}; what it played already stands"
    else:
        remaining = "plays nothing more, and what it played already stands"
    return (
        f"{for_prose(found.team.name)} went on after its last warning (offence #{found.offence.id}). If you eject it, "
        f"it {remaining}. {rank} is no refund, and its captain is told. "
        "Nothing is decided until you press a button."
    )


def decided(done: Decided) -> str:
    """The answer to a director's decision on a team."""
    if done.decision is Decision.CONFIRMED:
        leave = f"\n{leave_now(done.to_leave)}" if done.to_leave else ""
        return f"{for_prose(done.team.name)} is ejected. Standings and pairings follow, and its captain is told.{leave}"
    return f"{for_prose(done.team.name)} stays in; the offence counts for the player alone."


def lifted(done: Lifted) -> str:
    """The answer to a lifted offence."""
    lines = [
        f"Offence #{done.offence.id} of {for_prose(done.player.name)} is lifted: everything is computed as if "
        f"it had not been. {_word_told(done)}"
    ]
    if done.led is not None:
        lines.append(leads_now(done.led))
    if done.too_many_places:
        lines.append(TOO_MANY_PLACES)
    if done.out_in is not None:
        lines.append(still_out(done.player.name, done.out_in))
    return "\n".join((*lines, *returned_lines(done.brought_back)))


def _word_told(done: Lifted) -> str:
    """Who of player and captain is told, which needs an account."""
    match done.player.user_id, done.captain_id:
        case None, None:
            return "Neither player nor captain has an account here: tell them in person."
        case None, _:
            return "The captain is told."
        case _, None:
            return "The player is told."
        case _:
            return "Player and captain are told."


def _how_to_appeal(offence: Offence) -> str:
    return f"You can appeal once, with `/appeal submit` and the number #{offence.id}."
