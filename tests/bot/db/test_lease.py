"""One bot to a database: a second one is refused and told of the first; what is gone does not stand in the way."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from bot import processes
from bot.clock import Clock
from bot.db.engine import BUSY, Database, open_unpooled
from bot.db.lease import Lease, lease, take_lease
from bot.errors import CannotStart, Stopped
from bot.processes import Process, identify_this_process, is_running, read_start
from core.errors import Conflict

HERE = identify_this_process()
ELSEWHERE = Process("other-host", "another boot", 4711, "100")


@asynccontextmanager
async def held_by(url: str, process: Process, for_seconds: float = 30.0) -> AsyncGenerator[None]:
    """The database in the hands of some process."""
    async with take_lease(url):
        values = {"host": process.host, "machine": process.machine, "pid": process.pid, "started": process.started}
        await _change(url, **values, expires_at=time.time() + for_seconds)
        yield


async def _change(url: str, **values: object) -> None:
    engine = open_unpooled(url)
    async with engine.begin() as connection:
        await connection.execute(update(lease).values(values))
    await engine.dispose()


@pytest.fixture
def dead() -> Process:
    """A process of this machine that has ended."""
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    return replace(HERE, pid=int(ended.stdout), started="1")


async def test_a_second_bot_is_refused_and_told_of_the_first(empty_database_url: str) -> None:
    async with take_lease(empty_database_url):
        with pytest.raises(CannotStart) as refused:
            async with take_lease(empty_database_url):
                pytest.fail("it was taken twice")
    line = re.sub(r"since [\d-]+ [\d:]+ UTC", "since THEN UTC", str(refused.value))
    assert line == (
        f"Another Skipper uses this database: process {os.getpid()} on {HERE.host}, since THEN UTC. "
        "Stop that one first, or give this one a DATABASE_URL of its own."
    )


async def test_what_was_given_back_is_taken_at_once(empty_database_url: str) -> None:
    for _ in range(2):
        async with take_lease(empty_database_url) as taken:
            assert taken.is_held()
        assert not taken.is_held()


async def test_of_many_that_start_at_once_one_gets_it(empty_database_url: str) -> None:
    got: list[Lease] = []
    refused: list[str] = []
    all_tried = asyncio.Event()

    async def start() -> None:
        try:
            async with take_lease(empty_database_url) as taken:
                got.append(taken)
                await all_tried.wait()
        except CannotStart as error:
            refused.append(str(error))
            if len(refused) == 7:
                all_tried.set()

    async with asyncio.timeout(20):
        await asyncio.gather(*(start() for _ in range(8)))
    assert len(got) == 1
    assert all(line.startswith("Another Skipper uses this database: process ") for line in refused)


async def test_a_process_that_is_gone_does_not_keep_it(empty_database_url: str, dead: Process) -> None:
    async with held_by(empty_database_url, dead), take_lease(empty_database_url) as taken:
        assert taken.is_held()


async def test_a_recycled_pid_is_not_taken_for_the_owner(empty_database_url: str) -> None:
    recycled = replace(HERE, started="1")  # this pid runs, but what took the lease started at another time
    async with held_by(empty_database_url, recycled), take_lease(empty_database_url) as taken:
        assert taken.is_held()


async def test_a_process_that_runs_keeps_it_even_if_it_could_not_renew(empty_database_url: str) -> None:
    async with held_by(empty_database_url, HERE, for_seconds=-60):
        with pytest.raises(CannotStart, match="Stop that one first"):
            async with take_lease(empty_database_url):
                pass


async def test_on_another_machine_the_time_decides(empty_database_url: str) -> None:
    async with held_by(empty_database_url, ELSEWHERE):
        with pytest.raises(
            CannotStart, match=r"process 4711 on other-host.* If that one is gone, start again in \d+ s"
        ):
            async with take_lease(empty_database_url):
                pass
    async with held_by(empty_database_url, ELSEWHERE, for_seconds=-0.1), take_lease(empty_database_url) as taken:
        assert taken.is_held()


async def test_it_is_renewed_for_as_long_as_it_is_kept(empty_database_url: str) -> None:
    async with take_lease(empty_database_url, lease_seconds=1.0, renew_seconds=0.1) as taken:
        keeping = asyncio.create_task(taken.keep())
        await _change(empty_database_url, machine="another boot")  # so that only the time counts
        await asyncio.sleep(1.3)
        with pytest.raises(CannotStart):
            async with take_lease(empty_database_url):
                pass
        assert taken.is_held()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def test_who_loses_it_stops(empty_database_url: str, dead: Process) -> None:
    async with take_lease(empty_database_url, renew_seconds=0.05) as lost:
        await _change(empty_database_url, machine=dead.machine, pid=dead.pid)
        async with take_lease(empty_database_url):
            with pytest.raises(Stopped) as stopped:
                await asyncio.wait_for(lost.keep(), 5)
            assert not lost.is_held()
    assert str(stopped.value) == (
        f"This database was taken over by process {os.getpid()} on {HERE.host}, so this Skipper has stopped; "
        "one is enough."
    )


async def test_nothing_is_changed_on_an_expired_lease_until_it_is_renewed(database_url: str, clock: Clock) -> None:
    async with take_lease(database_url, lease_seconds=0.2) as taken:
        database = Database(database_url, clock, taken.is_held)
        await asyncio.sleep(0.25)
        with pytest.raises(Conflict, match=BUSY):
            async with database.transaction():
                pytest.fail("it may not write")
        async with database.reading():
            pass  # reading harms nobody
        await taken.renew()
        async with database.transaction():
            pass
        await database.close()


async def test_a_database_that_cannot_be_reached_is_told_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is not a database" * 100)
    for url, reason in {
        f"sqlite+aiosqlite:///{broken}": "DatabaseError: file is not a database",
        "postgresql+asyncpg://nobody@127.0.0.1:9/none": "ConnectionRefusedError: ",
    }.items():
        with pytest.raises(CannotStart) as refused:
            async with take_lease(url):
                pass
        assert str(refused.value).startswith(f"The database could not be opened ({reason}")
        assert str(refused.value).endswith(
            "nothing was changed. Check DATABASE_URL, and that the database runs and no other program has locked it; "
            "then start Skipper again."
        )
        assert "\n" not in str(refused.value)


def test_whether_a_process_runs(dead: Process, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert is_running(HERE) is True
    assert is_running(dead) is False
    assert is_running(replace(HERE, started="1")) is False
    assert is_running(ELSEWHERE) is None
    monkeypatch.setattr(processes, "PROC", tmp_path)  # as on systems without /proc, where a pid is all there is
    bare = identify_this_process()
    assert bare.machine == bare.host
    assert bare.started == ""
    assert is_running(bare) is None
    assert is_running(replace(bare, pid=dead.pid)) is False


def test_a_process_that_only_lingers_is_gone() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        alive = replace(HERE, pid=child.pid, started=read_start(child.pid) or "")
        assert is_running(alive) is True
        child.kill()
        deadline = time.monotonic() + 5
        while is_running(alive) and time.monotonic() < deadline:  # nobody has waited for it yet: a zombie
            time.sleep(0.01)
        assert is_running(alive) is False
