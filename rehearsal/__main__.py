"""python -m rehearsal run: play (or join Discord). python -m rehearsal serve: the stand-in as a process of its own."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys

from rehearsal.server import TOKEN, StandIn


async def serve(port: int, token: str) -> None:
    """Serve until interrupted; refusals are printed as they happen."""
    async with StandIn(port=port, token=token) as standin:
        standin.create_guild("Rehearsal")
        print(f"DISCORD_API_URL={standin.url}")
        print(f"DISCORD_TOKEN={standin.token}", flush=True)
        stopped = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
        shown = 0
        while not stopped.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), 0.5)
            for violation in standin.violations[shown:]:
                print(f"refused: {violation.route}: {violation.code} {violation.reason}", flush=True)
            shown = len(standin.violations)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rehearsal", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="join Discord with DISCORD_TOKEN, or play the rehearsal without one")
    serving = commands.add_parser("serve", help="serve a stand-in of Discord until interrupted")
    serving.add_argument("--port", type=int, default=0, help="0 takes a free one")
    serving.add_argument("--token", default=TOKEN, help="the only token that is accepted")
    weekend = commands.add_parser("weekend", help="play a whole weekend and check it")
    weekend.add_argument("--seed", type=int, default=1, help="the same seed is the same weekend")
    weekend.add_argument("--teams", type=int, default=12, choices=range(4, 13), metavar="4..12")
    faults = commands.add_parser("faults", help="kill, cut off, lock out and double the bot, and count what is lost")
    faults.add_argument("--seed", type=int, default=1, help="decides who does what, and when what goes wrong")
    faults.add_argument("--kills", type=int, default=100)
    fuzzing = commands.add_parser("fuzz", help="send hostile input over the wire")
    fuzzing.add_argument("--seed", type=int, default=1, help="the same seed is the same inputs")
    fuzzing.add_argument("--inputs", type=int, default=5000)
    fuzzing.add_argument("--only", default="", help="what the name of a command, button or form begins with")
    given = parser.parse_args(arguments)
    if given.command == "run":
        from rehearsal.run import main as run  # the stand-in alone needs nothing of the bot

        return run()
    if given.command == "weekend":
        from rehearsal.weekend.run import play_weekend

        return asyncio.run(play_weekend(given.seed, given.teams))
    if given.command == "faults":
        from rehearsal.trials.run import run_trials

        return asyncio.run(run_trials(given.seed, given.kills))
    if given.command == "fuzz":
        from rehearsal.fuzz.run import fuzz

        return 1 if asyncio.run(fuzz(given.seed, given.inputs, only=given.only)).findings else 0
    asyncio.run(serve(given.port, given.token))
    return 0


if __name__ == "__main__":
    sys.exit(main())
