"""Fees: directors record what was paid or given back by hand; the fee confirms a place (D1, rulings 83 and 109)."""

import re
from decimal import Decimal

from bot.db.engine import Transaction
from bot.db.payments import insert_payment, load_paid, load_payments
from bot.db.rosters import update_team
from bot.db.snapshot import Competition, Snapshot, Team, TeamStatus
from bot.posts.outbox import enqueue_notice
from bot.services.access import Asker, change_competition, read_competition, record_change, require_director
from bot.services.lookup import find_team
from bot.ui.facts.fees import FeeEntry, FeeRecorded, Fees
from bot.ui.message import Message
from bot.ui.texts import fees as texts
from core.competition import State
from core.errors import RuleError

MOST_CENTS = 10_000_00
LONGEST_REASON = 500
SIGNS = {"€": "EUR", "£": "GBP"}
SIGN = r"[$€£]|[A-Za-z]{3}"
AMOUNT = re.compile(rf"(?P<before>{SIGN})?\s?(?P<number>[0-9]{{1,9}}(?:[.,][0-9]{{1,2}})?)\s?(?P<after>{SIGN})?")
OWING = (TeamStatus.PENDING, TeamStatus.CONFIRMED)


async def record_payment(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str, amount: str | None
) -> FeeRecorded:
    """Record that a team paid: the whole fee, unless an amount is given; enough confirms a pending team.

    Raises NotFound, NotAllowed or RuleError.
    """
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    _require_open(competition)
    team = find_team(snapshot, named_team)
    paid = (await load_paid(tx, competition.id)).get(team.id, 0)
    owed = competition.settings.fee_cents - paid
    cents = _read_amount(amount, competition.settings.currency) if amount is not None else owed
    if cents <= 0:
        raise RuleError(texts.nothing_owed(team.name, paid, competition.settings))
    return await _save(tx, asker, snapshot, team, cents, paid + cents, None)


async def record_refund(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str, amount: str | None, reason: str
) -> FeeRecorded:
    """Record that money was given back by hand: all of it, unless an amount is given. Raises as `record_payment`."""
    snapshot = await change_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    _require_open(competition)
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON:
        raise RuleError(texts.bad_reason(LONGEST_REASON))
    payments = await load_payments(tx, competition.id)
    gone = {p.team_id: p.team for p in payments if p.team_id not in snapshot.teams}
    gone_id = next((id_ for id_ in gone if f"#{id_}" == named_team), None)
    team = find_team(snapshot, named_team) if gone_id is None else None
    team_id = team.id if team else gone_id or 0
    paid = (await load_paid(tx, competition.id)).get(team_id, 0)
    cents = _read_amount(amount, competition.settings.currency) if amount is not None else paid
    name = team.name if team else gone[team_id]
    if not 0 < cents <= paid:
        raise RuleError(texts.too_much_back(name, paid, competition.settings))
    if team is not None:
        return await _save(tx, asker, snapshot, team, -cents, paid - cents, reason)
    await insert_payment(tx, competition.id, team_id, -cents, reason, asker.user_id)
    await record_change(tx, asker, competition, "refund", team=team_id, cents=cents)
    return FeeRecorded(competition, name, -cents, paid - cents, None)


async def list_fees(tx: Transaction, asker: Asker, chosen: str | None) -> Fees:
    """What every team has paid, those that owe something first. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    competition = snapshot.competition
    require_director(asker, competition)
    paid, payments = await load_paid(tx, competition.id), await load_payments(tx, competition.id)
    fee = competition.settings.fee_cents
    entries = [
        FeeEntry(team.name, paid.get(team.id, 0), team.status in OWING and paid.get(team.id, 0) < fee, team.status)
        for team in snapshot.teams.values()
    ]
    gone = {p.team_id: p.team for p in payments if p.team_id not in snapshot.teams}
    entries += [FeeEntry(name, paid[id_], is_outstanding=False, status=None) for id_, name in gone.items()]
    entries.sort(key=lambda entry: not entry.is_outstanding)
    return Fees(competition, tuple(entries), tuple(payments))


async def list_refund_choices(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """The teams that have paid something, those that gave up included. Raises NotFound or NotAllowed."""
    competition = (await read_competition(tx, asker, chosen)).competition
    require_director(asker, competition)
    paid = await load_paid(tx, competition.id)
    names = {payment.team_id: payment.team for payment in await load_payments(tx, competition.id)}
    return [(name, f"#{id_}") for id_, name in names.items() if paid[id_] > 0]


async def warn_of_unpaid(tx: Transaction, snapshot: Snapshot) -> None:
    """Tell staff, as play begins, which teams are in it without their fee."""
    competition = snapshot.competition
    unpaid = [team for team in snapshot.teams.values() if team.status is TeamStatus.PENDING]
    if unpaid:
        notice, subject = Message(texts.unpaid_teams(unpaid)), f"unpaid:{competition.revision}"
        await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.staff)


def find_amount(text: str, currency: str) -> int | None:
    """An amount such as `80`, `79.50`, `$80` or `80 EUR`, in cents; None for what is none.

    Raises RuleError where it is one of another currency.
    """
    read = AMOUNT.fullmatch(text.strip())
    if read is None:
        return None
    cents = int(Decimal(read["number"].replace(",", ".")) * 100)
    sign = read["before"] or read["after"]
    if not 0 < cents <= MOST_CENTS or (read["before"] and read["after"]):
        return None
    if sign and not _stands_for(sign, currency):
        raise RuleError(texts.other_currency(sign, currency))
    return cents


def _stands_for(sign: str, currency: str) -> bool:
    """Whether a sign can mean a currency: many use the dollar's."""
    return currency not in SIGNS.values() if sign == "$" else SIGNS.get(sign, sign.upper()) == currency


def _read_amount(text: str, currency: str) -> int:
    """The same where there has to be one. Raises RuleError."""
    cents = find_amount(text, currency)
    if cents is None:
        raise RuleError(texts.BAD_AMOUNT)
    return cents


async def _save(
    tx: Transaction, asker: Asker, snapshot: Snapshot, team: Team, cents: int, paid: int, reason: str | None
) -> FeeRecorded:
    competition = snapshot.competition
    await insert_payment(tx, competition.id, team.id, cents, reason, asker.user_id)
    status = status_by_fee(competition, team, paid)
    action = "payment" if cents > 0 else "refund"
    await record_change(tx, asker, competition, action, team=team.id, cents=abs(cents), status=status)
    done = FeeRecorded(competition, team.name, cents, paid, status)
    if status is not team.status:
        await update_team(tx, team.id, status=status)
        if team.captain_id is not None:
            notice = Message(texts.told_captain(done, team.captain_id), user_mentions=(team.captain_id,))
            subject = f"fee:{team.id}:{competition.revision}"
            await enqueue_notice(tx, competition.id, subject, notice, channel_id=competition.channels.captains)
    return done


def status_by_fee(competition: Competition, team: Team, paid: int) -> TeamStatus:
    """The fee confirms a place; a team that forms, waits or has withdrawn stays as it is."""
    if team.status not in OWING:
        return team.status
    return TeamStatus.CONFIRMED if paid >= competition.settings.fee_cents else TeamStatus.PENDING


def _require_open(competition: Competition) -> None:
    if competition.state is State.ARCHIVED:
        raise RuleError(texts.archived(competition))
