"""What directors decide about people: exceptions from the minimum age, and bans."""

from bot.db.eligibility import (
    Age,
    Ban,
    find_person_key,
    insert_ban,
    load_ages,
    load_bans,
    load_excused_players,
    replace_exception,
)
from bot.db.eligibility import lift_ban as save_lifted
from bot.db.engine import Transaction
from bot.db.rosters import load_person_secret, release_player
from bot.db.snapshot import Player, Snapshot
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.lookup import find_player
from bot.services.roster import has_played, require_before_end, tell_captain, tell_short
from bot.ui.facts.eligibility import Banned, Excused
from bot.ui.facts.teams import RosterChange
from bot.ui.texts import eligibility as texts
from bot.ui.texts import roster as roster_texts
from core import eligibility
from core.competition import CompetitionSettings
from core.eligibility import TooYoung, check_player, is_of_age, person_key
from core.errors import NotFound, RuleError
from core.roster_text import UnreadableLine, parse_player_line

LONGEST_REASON = 500


async def grant_exception(
    tx: Transaction,
    asker: Asker,
    chosen: str | None,
    player: str | None,
    name: str | None,
    birth_date: str | None,
    reason: str,
) -> Excused:
    """Excuse somebody from the minimum age (G4, D1): a player, or whom a captain is about to enter.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    require_before_end(competition)
    reason = _require_reason(reason)
    if player is not None:
        entered = find_player(snapshot, player)
        if entered not in await find_too_young(tx, snapshot):
            raise RuleError(texts.no_exception_needed(entered.name))
        key, excused_name = await find_person_key(tx, entered.id) or "", entered.name
    else:
        entered = None
        key, excused_name = await _identify(tx, competition.settings, name or "", birth_date or "")
    await replace_exception(tx, competition.id, key, reason, asker.user_id)
    await record_change(tx, asker, competition, "age exception", player=entered.id if entered else None)
    is_locked = tx.now >= competition.settings.roster_lock_at
    return Excused(competition, excused_name, entered, is_locked)


async def ban_player(
    tx: Transaction, asker: Asker, chosen: str | None, player: str | None, user_id: int | None, reason: str
) -> Banned:
    """Keep somebody out of a competition: a player, who leaves the team at once, or a Discord account.

    Raises NotFound, NotAllowed, or RuleError once the player's team has played: then offences are recorded instead.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    require_before_end(competition)
    reason = _require_reason(reason)
    banned = _choose_banned(snapshot, player, user_id)
    team = snapshot.teams[banned.team_id] if banned else None
    if banned and team:
        if has_played(snapshot, team):
            raise RuleError(texts.ban_too_late(team.name))
        await release_player(tx, banned.id, is_banned=True)
        user_id = banned.user_id or user_id
    ban_id = await insert_ban(tx, competition.id, banned.id if banned else None, user_id, reason, asker.user_id)
    await record_change(tx, asker, competition, "ban", ban=ban_id, player=banned.id if banned else None)
    count = len(snapshot.roster(team.id)) - 1 if team else 0
    if banned and team:
        await tell_captain(tx, RosterChange(competition, team, None, banned, count, is_override=False))
        await tell_short(tx, snapshot, team, count)
    return Banned(competition, ban_id, banned.name if banned else None, user_id, team, count)


async def lift_ban(tx: Transaction, asker: Asker, chosen: str | None, number: str) -> Ban:
    """Let somebody who was banned be entered again. Raises NotFound or NotAllowed."""
    snapshot = await change_competition(tx, asker, chosen)
    require_director(asker, snapshot.competition)
    lifted = next((ban for ban in await load_bans(tx, snapshot.competition.id) if f"#{ban.id}" == number), None)
    if lifted is None:
        raise NotFound(texts.UNKNOWN_BAN)
    await save_lifted(tx, lifted)
    await record_change(tx, asker, snapshot.competition, "ban lift", ban=lifted.id)
    return lifted


async def list_ban_choices(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The bans that stand, for directors. Raises NotFound or NotAllowed."""
    competition = (await read_competition(tx, asker, chosen)).competition
    require_director(asker, competition)
    return [(texts.name_ban(ban), f"#{ban.id}") for ban in await load_bans(tx, competition.id)]


async def find_too_young(
    tx: Transaction, snapshot: Snapshot, settings: CompetitionSettings | None = None
) -> tuple[Player, ...]:
    """The players who are too young for the first day, of these settings or of those that are in force."""
    settings = settings or snapshot.competition.settings
    ages = await load_ages(tx, snapshot.competition.id)
    excused = await load_excused_players(tx, snapshot.competition.id)
    return tuple(
        player
        for player in snapshot.players.values()
        if player.id in ages and player.id not in excused and not is_old_enough(ages[player.id], settings)
    )


def is_old_enough(age: Age, settings: CompetitionSettings) -> bool:
    """Whether somebody is of age on the first day, by their birth date or by what was seen of it."""
    if age.birth_date is not None:
        return is_of_age(age.birth_date, settings)
    return age.of_age_on is None or age.of_age_on <= settings.first_day


async def _identify(tx: Transaction, settings: CompetitionSettings, name: str, birth_date: str) -> tuple[str, str]:
    """The digest and the name of somebody who is too young and not entered yet. Raises RuleError."""
    line = parse_player_line(f"{name}, {birth_date}", settings.date_style)
    if isinstance(line, UnreadableLine):
        raise RuleError(roster_texts.unreadable(line.fault))
    secret = await load_person_secret(tx)
    found = check_player(line, settings, {}, secret)
    if isinstance(found, eligibility.Player):
        raise RuleError(texts.no_exception_needed(line.name))
    if not isinstance(found, TooYoung):
        raise RuleError(roster_texts.not_entered(found, settings))
    return person_key(line.name, line.readings[0], secret), line.name


def _choose_banned(snapshot: Snapshot, player: str | None, user_id: int | None) -> Player | None:
    if player is not None:
        return find_player(snapshot, player)
    if user_id is None:
        raise RuleError(texts.NOBODY_NAMED)
    linked = (p for p in snapshot.players.values() if p.user_id == user_id and p.left_at is None)
    return next(linked, None)


def _require_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON:
        raise RuleError(texts.bad_reason(LONGEST_REASON))
    return reason
