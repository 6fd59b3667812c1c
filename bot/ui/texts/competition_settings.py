"""What directors read about settings, and captains about what they change for their teams."""

from collections.abc import Iterator, Mapping, Sequence

from bot.db.snapshot import Team, TeamStatus
from bot.ui.facts.competition_settings import SettingsChanged, SettingsView
from bot.ui.names import for_prose
from bot.ui.texts.listing import list_some, name_some
from bot.ui.texts.registration import word_money, word_size
from core.competition import CompetitionSettings, DateStyle

DATE_STYLES: Mapping[DateStyle, str] = {
    DateStyle.ISO: "year first, 2001-05-03; in 03/05/2001 the day comes first",
    DateStyle.DAY_MONTH_YEAR: "day first: 03/05/2001 is 3 May",
    DateStyle.MONTH_DAY_YEAR: "month first: 03/05/2001 is March 5",
}
NOTHING_NAMED = "Name at least one setting that is to change, such as `fee`. `/settings show` shows all of them."
NOTHING_NEW = "The settings are so already, and nothing was changed. `/settings show` shows all of them."
BAD_FEE = "This is no fee. Write it like `80` or `79.50`, up to 10,000, or `none`; nothing was changed."
BAD_CURRENCY = "A currency is three letters such as USD or EUR; nothing was changed."
BAD_NUMBER = "Write a whole number such as 12, or `none` for no limit; nothing was changed."
UNKNOWN_STYLE = "Choose from the list how dates are written; nothing was changed."
HOW = "`/settings set` changes them until the competition starts; `/schedule set` sets the times."
MOST_NAMED = 20


def shown(view: SettingsView) -> str:
    """All settings, line by line."""
    head = f"**Settings of {for_prose(view.competition.name)}**"
    lines = [f"{name}: {value}" for name, value in _list_settings(view.competition.settings)]
    return "\n".join((head, *lines, *([HOW] if view.may_set else [])))


def changed(done: SettingsChanged) -> str:
    """What is set now, and whom it concerns."""
    before = dict(_list_settings(done.before.settings))
    lines = [f"✅ Settings of **{for_prose(done.after.name)}** from now on:"]
    lines += [f"{name}: {value}" for name, value in _list_settings(done.after.settings) if before[name] != value]
    return "\n".join((*lines, *_list_concerned(done)))


def told_fee(settings: CompetitionSettings, status: TeamStatus) -> str:
    """The note to captains whose places the new fee confirms, or holds until it is paid."""
    if status is TeamStatus.CONFIRMED:
        return f"The fee is now {_word_fee(settings)}, so your places are confirmed. `/team mine` shows your team."
    return (
        f"The fee is now {_word_fee(settings)}: your places are held, and confirmed once a director has recorded it. "
        "`/team mine` shows your team."
    )


def told_entry(settings: CompetitionSettings) -> str:
    """The note to captains whose teams do not fit what is asked now."""
    size = word_size(settings.roster_at_least, settings.roster_at_most).lower()
    return (
        f"What a team needs has changed: {size}, each {settings.minimum_age} or older on "
        f"{settings.first_day.isoformat()}. Yours does not have that yet: `/team mine` shows what is missing."
    )


def _list_settings(settings: CompetitionSettings) -> Iterator[tuple[str, str]]:
    yield "Fee", _word_fee(settings)
    yield "Places", "no limit" if settings.capacity is None else f"{settings.capacity} teams"
    yield "Minimum age on the first day", str(settings.minimum_age)
    yield "A team", word_size(settings.roster_at_least, settings.roster_at_most).lower()
    yield "Birth dates are read", DATE_STYLES[settings.date_style]
    yield "Late teams have", f"{settings.grace_seconds // 60} min {settings.grace_seconds % 60:02} s of grace"


def _list_concerned(done: SettingsChanged) -> Iterator[str]:
    settings = done.after.settings
    for status, what in (
        (TeamStatus.CONFIRMED, "confirmed now"),
        (TeamStatus.PENDING, "pending until the fee is paid"),
    ):
        if teams := [team for team in done.moved if team.status is status]:
            yield f"{_name(teams)}: {what}."
    if settings.capacity is not None and done.entered > settings.capacity:
        yield f"{done.entered} teams hold a place already, and keep it."
    if done.wrong_size:
        yield f"⚠️ Too few or too many players now: {_name(done.wrong_size)}."
    if done.too_young:
        named = [f"{for_prose(player.name)} ({for_prose(team.name)})" for player, team in done.too_young]
        yield f"❌ Too young now: {list_some(named, MOST_NAMED)}. `/player except` makes an exception."
    if done.moved or done.wrong_size or done.too_young:
        yield "Their captains are told; tell those in person who have no account."


def _word_fee(settings: CompetitionSettings) -> str:
    return f"{word_money(settings.fee_cents, settings.currency)} for a team" if settings.fee_cents else "none"


def _name(teams: Sequence[Team]) -> str:
    return name_some([team.name for team in teams], MOST_NAMED)
