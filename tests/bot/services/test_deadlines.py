"""Both sides of each deadline, a second before, on it, and a second after, across both changes of the clocks."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select

from bot.clock import Clock
from bot.db import tables
from bot.db.engine import Database
from bot.db.snapshot import Competition
from bot.services import times
from bot.services.job_kinds import KINDS
from bot.services.jobs import Jobs
from core.competition import Step
from core.errors import NotAllowed, RuleError
from core.reminders import Deadline
from tests.bot.services.test_roster import add
from tests.builders import ADULT, captain, create_competition, director, register_team, send_form, take_steps

SECOND = timedelta(seconds=1)
SPRING, AUTUMN = date(2027, 3, 14), date(2027, 11, 7)  # at 02:00 the clocks of Chicago go on, or back
DAYS = pytest.mark.parametrize("day", [SPRING, AUTUMN], ids=["spring", "autumn"])
SECONDS = pytest.mark.parametrize("seconds", [-1, 0, 1])
OPTIONS = {
    Deadline.REGISTRATION: "03:30",
    Deadline.ROSTER_LOCK: "04:00",
    Deadline.CHECK_IN: "08:30",
    Deadline.START: "09:00",
}


def instant(day: date, wall: str) -> datetime:
    """The moment of a wall time after the change: five hours behind UTC in spring by then, six in autumn."""
    hours_behind = 5 if day == SPRING else 6
    return datetime.fromisoformat(f"{day} {wall}").replace(tzinfo=UTC) + timedelta(hours=hours_behind)


async def prepare(database: Database, clock: Clock, day: date) -> Competition:
    """A competition on a day on which the clocks change, with every deadline after the change."""
    clock.set(datetime(2027, 3, 1, tzinfo=UTC))
    held = await create_competition(database, first_day=day)
    await register_team(database, held, "Lodge")
    async with database.transaction() as tx:
        typed = {deadline: f"{day} {wall}" for deadline, wall in OPTIONS.items()}
        await times.set_times(tx, director(), str(held.id), typed, "24h")
    return held


@DAYS
@SECONDS
@pytest.mark.parametrize("deadline", OPTIONS)
async def test_a_day_before_is_twenty_four_real_hours(
    sqlite_database: Database, clock: Clock, day: date, seconds: int, deadline: Deadline
) -> None:
    await prepare(sqlite_database, clock, day)
    at = instant(day, OPTIONS[deadline])
    jobs = Jobs(sqlite_database, clock, KINDS, lambda: None)
    await jobs.plan()

    clock.set(at - timedelta(hours=24) + seconds * SECOND)
    await jobs.do_due()

    async with sqlite_database.reading() as tx:
        subjects = (await tx.connection.execute(select(tables.post.c.subject))).scalars().all()
    about = f"reminder:{deadline.replace(' ', '-')}:{int(at.timestamp())}:86400"
    assert sum(subject.startswith(about) for subject in subjects) == (seconds >= 0)


@DAYS
@SECONDS
async def test_the_registration(sqlite_database: Database, clock: Clock, day: date, seconds: int) -> None:
    held = await prepare(sqlite_database, clock, day)
    clock.set(instant(day, OPTIONS[Deadline.REGISTRATION]) + seconds * SECOND)
    players = "\n".join(f"{name}, {ADULT}" for name in ("Di", "Ed", "Flo"))
    if seconds < 0:
        assert (await send_form(sqlite_database, held, "Late", players)).team is not None
        return
    with pytest.raises(RuleError) as refusal:
        await send_form(sqlite_database, held, "Late", players)
    at = int(instant(day, OPTIONS[Deadline.REGISTRATION]).timestamp())
    assert refusal.value.sentence == (
        f"The registration of \u2068Games\u2069 closed <t:{at}:F> (<t:{at}:R>). Ask a director, who can set a later "
        "time with `/schedule set`."
    )
    for steps in ((Step.OPEN_REGISTRATION,), (Step.CLOSE_REGISTRATION, Step.OPEN_REGISTRATION)):
        with pytest.raises(RuleError) as useless:
            await take_steps(sqlite_database, held, *steps)
        assert useless.value.sentence == (
            f"Registration for **\u2068Games\u2069** ended at its deadline, <t:{at}:F> (<t:{at}:R>). Set a later one, "
            "or `none`, with `/schedule set registration_closes:`."
        )


@DAYS
@SECONDS
async def test_the_roster_lock(sqlite_database: Database, clock: Clock, day: date, seconds: int) -> None:
    held = await prepare(sqlite_database, clock, day)
    lodge = await register_team(sqlite_database, held, "Creek")
    clock.set(instant(day, OPTIONS[Deadline.ROSTER_LOCK]) + seconds * SECOND)
    if seconds < 0:
        assert (await add(sqlite_database, captain(lodge))).joined is not None
        return
    with pytest.raises(NotAllowed):
        await add(sqlite_database, captain(lodge))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("2027-03-14 02:30", "There is no 02:30 on 2027-03-14 in America/Chicago"),
        ("2027-11-07 01:30", "01:30 on 2027-11-07 comes twice in America/Chicago"),
    ],
)
async def test_a_deadline_that_the_clocks_skip_or_repeat_is_asked_about(
    sqlite_database: Database, clock: Clock, typed: str, words: str
) -> None:
    held = await prepare(sqlite_database, clock, SPRING if "-03-" in typed else AUTUMN)
    with pytest.raises(RuleError) as refusal:
        async with sqlite_database.transaction() as tx:
            await times.set_times(tx, director(), str(held.id), {Deadline.START: typed}, None)
    assert refusal.value.sentence.startswith(f"`starts`: {words}")
