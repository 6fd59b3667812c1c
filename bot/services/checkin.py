"""Check-in on the day: who is there, whose ID was seen, who wears what dodgeball asks for (G4, G8, D1)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, time
from enum import StrEnum

from bot.db.eligibility import load_ages, load_excused_players
from bot.db.engine import Transaction
from bot.db.presence import Presence, load_presence, replace_birth_date, save_presence
from bot.db.snapshot import Competition, Player, Snapshot, Team
from bot.posts.outbox import enqueue_notice
from bot.services.access import (
    Asker,
    change_competition,
    is_staff,
    read_competition,
    record_change,
    require_captain,
    require_staff,
)
from bot.services.captain_notices import list_registered
from bot.services.ejections import ejections_of
from bot.services.eligibility import is_old_enough
from bot.services.lookup import find_own_team, find_player, find_team
from bot.services.receipts import list_unread
from bot.ui.facts.checkin import ABSENT, Missing, SignInSheet, TeamCheckIn
from bot.ui.message import Message
from bot.ui.texts import checkin as texts
from bot.ui.texts import lookup as lookup_texts
from core.competition import Kind, State
from core.errors import NotFound, RuleError
from core.wall_time import get_zone

WITHOUT_CHECK_IN = (State.DRAFT, State.FINISHED, State.CANCELLED, State.ARCHIVED)


class Mark(StrEnum):
    """What is noted of a player."""

    PRESENT = "present"
    ID_SEEN = "id"
    GEAR = "gear"


async def show_check_in(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None, page: int = 1
) -> TeamCheckIn:
    """A team as its captain, or staff, check it in. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    team = _choose_team(snapshot, asker, named_team)
    _require_open(tx, snapshot.competition)
    presence = await load_presence(tx, snapshot.competition.id)
    return await _view(tx, snapshot, asker, team, presence, page=page)


async def show_player(tx: Transaction, asker: Asker, chosen: str | None, player: str) -> TeamCheckIn:
    """One player, to note something of. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await read_competition(tx, asker, chosen)
    found = find_player(snapshot, player)
    team = _choose_team(snapshot, asker, f"#{found.team_id}")
    _require_open(tx, snapshot.competition)
    presence = await load_presence(tx, snapshot.competition.id)
    return await _view(tx, snapshot, asker, team, presence, player=found)


async def mark_player(
    tx: Transaction, asker: Asker, chosen: str | None, player: str, mark: str, *, is_so: bool
) -> TeamCheckIn:
    """Note something of a player; staff alone note that they saw an ID, which replaces the birth date.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    found = find_player(snapshot, player)
    team = _choose_team(snapshot, asker, f"#{found.team_id}")
    _require_open(tx, competition)
    presence = await load_presence(tx, competition.id)
    seen = presence.get(found.id, ABSENT)
    match mark:
        case Mark.PRESENT:
            seen = replace(seen, is_present=is_so)
        case Mark.ID_SEEN:
            require_staff(asker, competition)
            if is_so:
                await _confirm_age(tx, asker, snapshot, found)
            seen = replace(seen, is_id_seen=is_so, is_present=seen.is_present or is_so)
        case Mark.GEAR if competition.settings.kind is Kind.DODGEBALL:
            seen = replace(seen, has_gear=is_so)
        case _:
            raise RuleError(texts.UNKNOWN_MARK)
    await save_presence(tx, found.id, seen, asker.user_id)
    await record_change(tx, asker, competition, "check in", player=found.id, mark=mark, is_so=is_so)
    return await _view(tx, snapshot, asker, team, {**presence, found.id: seen}, player=found)


async def mark_everybody(tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None) -> TeamCheckIn:
    """Note that the whole team is there. Raises NotFound, NotAllowed or RuleError."""
    snapshot = await change_competition(tx, asker, chosen)
    team = _choose_team(snapshot, asker, named_team)
    _require_open(tx, snapshot.competition)
    presence = await load_presence(tx, snapshot.competition.id)
    for player in snapshot.roster(team.id):
        presence[player.id] = replace(presence.get(player.id, ABSENT), is_present=True)
        await save_presence(tx, player.id, presence[player.id], asker.user_id)
    await record_change(tx, asker, snapshot.competition, "check in", team=team.id)
    return await _view(tx, snapshot, asker, team, presence)


async def list_missing(tx: Transaction, asker: Asker, chosen: str | None) -> Missing:
    """Who is not there yet, and which captains have not read which rules, for staff. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    return _find_missing(snapshot, await load_presence(tx, snapshot.competition.id))


async def nudge_captains(tx: Transaction, asker: Asker, chosen: str | None, list_number: str) -> Missing:
    """Call the captains of all teams that miss somebody now, once for each list that was shown.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_staff(asker, competition)
    _require_open(tx, competition)
    if not (list_number.isascii() and list_number.isdigit() and len(list_number) < 10):
        raise RuleError(texts.UNKNOWN_MARK)
    missing = _find_missing(snapshot, await load_presence(tx, competition.id))
    for number, (text, mentioned) in enumerate(texts.nudges(missing)):
        message, subject = Message(text, user_mentions=mentioned), f"nudge:{list_number}:{number}"
        await enqueue_notice(tx, competition.id, subject, message, channel_id=competition.channels.captains)
    await record_change(tx, asker, competition, "captains nudge", teams=[team.id for team, _ in missing.absent])
    return missing


async def load_sign_in_sheet(tx: Transaction, asker: Asker, chosen: str | None) -> SignInSheet:
    """Everybody who may play, for the desk at the door. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    require_staff(asker, snapshot.competition)
    of = snapshot.competition.id
    excused = await load_excused_players(tx, of)
    return SignInSheet(snapshot, tuple(_list_due(snapshot)), await load_presence(tx, of), excused.keys())


async def _view(
    tx: Transaction,
    snapshot: Snapshot,
    asker: Asker,
    team: Team,
    presence: Mapping[int, Presence],
    page: int = 1,
    player: Player | None = None,
) -> TeamCheckIn:
    staff = is_staff(asker, snapshot.competition)
    excused = await load_excused_players(tx, snapshot.competition.id) if staff else dict[int, str]()
    return TeamCheckIn(snapshot, team, presence, staff, list_unread(snapshot, team), page, player, excused)


async def _confirm_age(tx: Transaction, asker: Asker, snapshot: Snapshot, player: Player) -> None:
    """An ID proves the age; whom a director has excused keeps the date, which another day would ask for."""
    settings = snapshot.competition.settings
    if player.id in await load_excused_players(tx, snapshot.competition.id):
        return
    if not is_old_enough((await load_ages(tx, snapshot.competition.id))[player.id], settings):
        raise RuleError(texts.too_young(player))
    await replace_birth_date(tx, player.id, settings.first_day, asker.user_id)


def _find_missing(snapshot: Snapshot, presence: dict[int, Presence]) -> Missing:
    absent: list[tuple[Team, tuple[Player, ...]]] = []
    for team, due in _list_due(snapshot):
        players = tuple(player for player in due if not presence.get(player.id, ABSENT).is_present)
        if players:
            absent.append((team, players))
    unread = ((team, list_unread(snapshot, team)) for team in list_registered(snapshot))
    return Missing(snapshot, tuple(absent), tuple((team, versions) for team, versions in unread if versions))


def _list_due(snapshot: Snapshot) -> Iterator[tuple[Team, tuple[Player, ...]]]:
    """The teams that take part, each with the players who may still play."""
    ejections = ejections_of(snapshot)
    for team in snapshot.taking_part():
        if team.id not in ejections.teams:
            yield team, tuple(player for player in snapshot.roster(team.id) if player.id not in ejections.players)


def _choose_team(snapshot: Snapshot, asker: Asker, named_team: str | None) -> Team:
    """Staff check every team in, captains their own."""
    team = find_team(snapshot, named_team) if named_team is not None else find_own_team(snapshot, asker.user_id)
    if team is None:
        raise NotFound(lookup_texts.NO_OWN_TEAM)
    if not is_staff(asker, snapshot.competition):
        require_captain(asker, team)
    return team


def is_check_in_open(tx: Transaction, competition: Competition) -> bool:
    """Whether teams are checked in now: from the time that is set, else from the first day on, until the end."""
    return competition.state not in WITHOUT_CHECK_IN and tx.now >= _opens_at(competition)


def _require_open(tx: Transaction, competition: Competition) -> None:
    if competition.state in WITHOUT_CHECK_IN:
        raise RuleError(texts.not_now(competition))
    if not is_check_in_open(tx, competition):
        raise RuleError(texts.too_early(_opens_at(competition)))


def _opens_at(competition: Competition) -> datetime:
    settings = competition.settings
    first_midnight = datetime.combine(settings.first_day, time(), get_zone(settings.time_zone)).astimezone(UTC)
    return settings.schedule.check_in_opens_at or first_midnight
