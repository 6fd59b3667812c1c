"""What an organiser sets until the start: fee, places, who may enter, how dates are written, and the grace."""

from dataclasses import dataclass, replace
from typing import Any

from bot.db.competitions import update_competition
from bot.db.engine import Transaction
from bot.db.payments import load_paid
from bot.db.rosters import update_team
from bot.db.snapshot import Player, Snapshot, Team, TeamStatus
from bot.services.access import (
    Asker,
    is_director,
    read_competition,
    record_change,
)
from bot.services.captain_notices import call_captains
from bot.services.competition import change_before_start
from bot.services.eligibility import find_too_young
from bot.services.fees import OWING, find_amount, status_by_fee
from bot.services.opening import correct_opening
from bot.services.waitlist import count_places_taken, offer_free_places
from bot.ui.facts.competition_settings import SettingsChanged, SettingsView
from bot.ui.texts import competition_settings as texts
from core.competition import BEFORE_START, CompetitionSettings, DateStyle
from core.eligibility import check_roster_size
from core.errors import RuleError

NONE = "none"


@dataclass(frozen=True, slots=True)
class TypedSettings:
    """What a director typed; None is left as it is, and `none` is no limit or no fee. The grace is in seconds."""

    fee: str | None = None
    currency: str | None = None
    places: str | None = None
    minimum_age: int | None = None
    fewest_players: int | None = None
    most_players: str | None = None
    dates: str | None = None
    grace_seconds: int | None = None


async def show_settings(tx: Transaction, asker: Asker, chosen: str | None) -> SettingsView:
    """The settings of a competition. Raises NotFound."""
    competition = (await read_competition(tx, asker, chosen)).competition
    return SettingsView(competition, is_director(asker, competition) and competition.state in BEFORE_START)


async def set_settings(tx: Transaction, asker: Asker, chosen: str | None, typed: TypedSettings) -> SettingsChanged:
    """Change settings until the start; whom it concerns is told, and places that become free are offered.

    Raises NotFound, NotAllowed or RuleError, and then nothing has changed.
    """
    snapshot = await change_before_start(tx, asker, chosen, "settings")
    before = snapshot.competition
    values = _read(typed, before.settings)
    if not values:
        raise RuleError(texts.NOTHING_NAMED)
    settings = replace(before.settings, **values)
    if settings == before.settings:
        raise RuleError(texts.NOTHING_NEW)
    after = snapshot.with_competition(replace(before, settings=settings))
    await update_competition(tx, after.competition)
    await correct_opening(tx, after.competition)
    facts = {name: value for name, value in values.items() if getattr(before.settings, name) != value}
    await record_change(tx, asker, after.competition, "settings set", **facts)
    done = SettingsChanged(
        before,
        after.competition,
        moved=await _confirm_by_fee(tx, after) if "fee_cents" in facts else (),
        wrong_size=_list_wrong_size(after) if {"roster_at_least", "roster_at_most"} & facts.keys() else (),
        too_young=await _list_too_young(tx, after) if "minimum_age" in facts else (),
        entered=count_places_taken(after) if "capacity" in facts else 0,
    )
    await _tell_captains(tx, after, done)
    await offer_free_places(tx, after.competition)
    return done


def _read(typed: TypedSettings, now: CompetitionSettings) -> dict[str, Any]:
    """What was typed as settings. Raises RuleError; what cannot be together the settings themselves refuse."""
    values: dict[str, Any] = {}
    if typed.currency is not None:
        values["currency"] = _read_currency(typed.currency)
    if typed.fee is not None:
        values["fee_cents"] = _read_fee(typed.fee, values.get("currency", now.currency))
    if typed.places is not None:
        values["capacity"] = _read_limit(typed.places)
    if typed.most_players is not None:
        values["roster_at_most"] = _read_limit(typed.most_players)
    if typed.dates is not None:
        if typed.dates not in list(DateStyle):
            raise RuleError(texts.UNKNOWN_STYLE)
        values["date_style"] = DateStyle(typed.dates)
    numbers = {
        "minimum_age": typed.minimum_age,
        "roster_at_least": typed.fewest_players,
        "grace_seconds": typed.grace_seconds,
    }
    return values | {name: number for name, number in numbers.items() if number is not None}


def _read_fee(text: str, currency: str) -> int:
    if text.strip().lower() in (NONE, "0"):
        return 0
    cents = find_amount(text, currency)
    if cents is None:
        raise RuleError(texts.BAD_FEE)
    return cents


def _read_currency(text: str) -> str:
    code = text.strip().upper()
    if not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise RuleError(texts.BAD_CURRENCY)
    return code


def _read_limit(text: str) -> int | None:
    text = text.strip().lower()
    if text == NONE:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise RuleError(texts.BAD_NUMBER)
    return int(text)


async def _confirm_by_fee(tx: Transaction, after: Snapshot) -> tuple[Team, ...]:
    """The fee confirms a place, so another fee may confirm others; gives the teams that stand otherwise now."""
    paid = await load_paid(tx, after.competition.id)
    moved: list[Team] = []
    for team in after.teams.values():
        status = status_by_fee(after.competition, team, paid.get(team.id, 0))
        if status is not team.status:
            await update_team(tx, team.id, status=status)
            moved.append(replace(team, status=status))
    return tuple(moved)


def _list_wrong_size(after: Snapshot) -> tuple[Team, ...]:
    settings = after.competition.settings
    entered = (team for team in after.teams.values() if team.status in (*OWING, TeamStatus.WAITLISTED))
    return tuple(team for team in entered if check_roster_size(len(after.roster(team.id)), settings) is not None)


async def _list_too_young(tx: Transaction, after: Snapshot) -> tuple[tuple[Player, Team], ...]:
    return tuple((player, after.teams[player.team_id]) for player in await find_too_young(tx, after))


async def _tell_captains(tx: Transaction, after: Snapshot, done: SettingsChanged) -> None:
    settings, revision = after.competition.settings, after.competition.revision
    for status in (TeamStatus.CONFIRMED, TeamStatus.PENDING):
        teams = [team for team in done.moved if team.status is status]
        await call_captains(tx, after, teams, f"settings:{revision}:{status}", texts.told_fee(settings, status))
    unfit = dict.fromkeys((*done.wrong_size, *(team for _player, team in done.too_young)))
    await call_captains(tx, after, unfit, f"settings:{revision}:entry", texts.told_entry(settings))
