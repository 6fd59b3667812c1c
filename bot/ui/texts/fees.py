"""What directors read about fees, and captains about theirs."""

from collections.abc import Sequence

from bot.db.snapshot import Competition, Team, TeamStatus
from bot.ui.facts.fees import FeeEntry, FeeRecorded, Fees
from bot.ui.names import for_prose
from bot.ui.texts.listing import name_some
from bot.ui.texts.registration import word_money
from bot.ui.texts.teams import STATUS_NAMES
from core.competition import CompetitionSettings

BAD_AMOUNT = "This is no amount. Write it like `80` or `79.50`, up to 10,000; nothing was recorded."
MOST_NAMED = 20
NO_TEAMS = "No team is registered yet, so nothing is owed."


def other_currency(sign: str, currency: str) -> str:
    """The refusal of an amount in another currency."""
    return (
        f"Fees here are in {currency}, and you wrote {sign}: type the amount in {currency}, or change the currency "
        "with `/settings set`. Nothing was changed."
    )


def unpaid_teams(teams: Sequence[Team]) -> str:
    """The warning that teams play which have not paid."""
    named = name_some([team.name for team in teams], MOST_NAMED)
    return f"⚠️ The fee is not recorded for {named}. `/fee record` records it; they keep their places until then."


def archived(competition: Competition) -> str:
    """The refusal once a competition is archived."""
    return f"{for_prose(competition.name)} is archived: nothing more is recorded for it."


def bad_reason(most_characters: int) -> str:
    """The refusal of a refund without a reason."""
    return f"Give a reason of 1 to {most_characters} characters for the refund. Nothing was recorded."


def nothing_owed(team: str, paid_cents: int, settings: CompetitionSettings) -> str:
    """The refusal of a payment that is not owed."""
    if not settings.fee_cents:
        return "This competition has no fee. Name the amount in the option `amount` if money was paid all the same."
    return (
        f"{for_prose(team)} has paid {word_money(paid_cents, settings.currency)} already, which is the whole fee. "
        "Nothing was recorded; name the amount in the option `amount` if more was paid."
    )


def too_much_back(team: str, paid_cents: int, settings: CompetitionSettings) -> str:
    """The refusal of giving back more than was paid."""
    paid = word_money(paid_cents, settings.currency)
    return f"{for_prose(team)} has paid {paid}, and no more can be given back. Nothing was recorded."


def recorded(done: FeeRecorded) -> str:
    """The answer to a payment or refund."""
    currency = done.competition.settings.currency
    what = "paid" if done.cents > 0 else "was given back"
    said = f"✅ {for_prose(done.team)} {what} {word_money(abs(done.cents), currency)}; in all it has paid"
    stands = f" It is {STATUS_NAMES[done.status]}." if done.status is not None else ""
    return f"{said} {word_money(done.paid_cents, currency)}.{stands}{_word_excess(done)}"


def _word_excess(done: FeeRecorded) -> str:
    """That somebody paid more than the fee, such as one that two directors recorded."""
    settings = done.competition.settings
    excess = done.paid_cents - settings.fee_cents
    if done.cents < 0 or excess <= 0 or not settings.fee_cents:
        return ""
    return f" ⚠️ That is {word_money(excess, settings.currency)} more than the fee: `/fee refund` gives it back."


def told_captain(done: FeeRecorded, captain_id: int) -> str:
    """The note to a captain whose place is confirmed by the fee, or no longer is."""
    team, competition = for_prose(done.team), for_prose(done.competition.name)
    if done.status is TeamStatus.CONFIRMED:
        return f"<@{captain_id}>, the fee of {team} is recorded: your place in {competition} is confirmed."
    return f"<@{captain_id}>, the fee of {team} was given back: your place in {competition} is held until it is paid."


def listed(fees: Fees) -> str:
    """Who owes what, and what was given back why."""
    settings = fees.competition.settings
    if not fees.entries:
        return NO_TEAMS
    owing = sum(entry.is_outstanding for entry in fees.entries)
    fee = word_money(settings.fee_cents, settings.currency)
    lines = [f"**{for_prose(fees.competition.name)}**: the fee is {fee}; outstanding: {owing} of {len(fees.entries)}."]
    lines += [_word_entry(entry, settings) for entry in fees.entries]
    for payment in fees.payments:
        if payment.cents < 0:
            amount = word_money(-payment.cents, settings.currency)
            reason = for_prose(payment.reason) if payment.reason else "no reason is kept"
            lines.append(f"Given back to {for_prose(payment.team)}: {amount}, {reason} (<@{payment.recorded_by}>)")
    return "\n".join(lines)


def _word_entry(entry: FeeEntry, settings: CompetitionSettings) -> str:
    """Owing, paid, or neither: a team without a place owes nothing, whatever it paid."""
    team, paid = for_prose(entry.team), word_money(entry.paid_cents, settings.currency)
    if entry.is_outstanding:
        part = f"{paid} of {word_money(settings.fee_cents, settings.currency)}" if entry.paid_cents else paid
        return f"❌ {team}: {part}"
    if entry.status is None:
        return f"➖ {team} (has given up): {paid}"
    if entry.status in (TeamStatus.CONFIRMED, TeamStatus.PENDING):
        return f"✅ {team}: {paid}"
    return f"➖ {team} ({STATUS_NAMES[entry.status]}): {paid}"
