"""One weekend from the first command to the verdict: `python -m rehearsal weekend --seed N --teams N`."""

from __future__ import annotations

import itertools
from datetime import timedelta
from pathlib import Path

from rehearsal.errors import PeopleError
from rehearsal.prompt import readable
from rehearsal.state import Channel
from rehearsal.weekend import dodgeball, games
from rehearsal.weekend.cast import cast_weekend
from rehearsal.weekend.checking import check_dodgeball, check_games
from rehearsal.weekend.deadlines import Stopwatch, check_answers
from rehearsal.weekend.registering import LOCK_AT
from rehearsal.weekend.theatre import Memory, Theatre, WeekendError, open_theatre

FOLDER = Path("out")


async def play_weekend(seed: int, teams: int, folder: Path = FOLDER, memory: Memory | None = None) -> int:
    """Play it and print what people see; 0 if everything was as it must be and none too late, else 1."""
    watch = Stopwatch()

    def say(line: str) -> None:
        print(f"[{watch.seconds:5.1f} s] {line}", flush=True)

    try:
        async with open_theatre(say) as theatre:
            _save(folder, await act_weekend(theatre, seed, teams))
            for channel in theatre.channels.values():
                _show(theatre, channel, folder)
            held = memory or Memory()
            held.bot_mib, held.whole_mib = theatre.bot.memory_mib()
            answers = check_answers(theatre.standin.world.interactions.values())
            violations = [f"{v.route}: {v.code} {v.reason}" for v in theatre.standin.violations]
            used = "was used" if theatre.standin.document else "was not used"
    except (WeekendError, PeopleError) as error:
        print(f"FAILED: {error}")
        return 1
    if violations:
        print("FAILED: Discord would have refused:", *violations, sep="\n  ")
        return 1
    say(f"{answers}; no refusal by Discord")
    say(f"the bot holds {held.bot_mib:.0f} MiB, {held.whole_mib:.0f} MiB with the process that draws")
    if watch.is_late:
        print(f"FAILED: the weekend took {watch}")
        return 1
    say(f"over after {watch}")
    print(f"The weekend of seed {seed} went as it must. Discord's OpenAPI document {used}.")
    return 0


async def act_weekend(theatre: Theatre, seed: int, teams: int) -> dict[str, bytes]:
    """Everything that people do on the weekend, checked at its end; gives the exported files."""
    cast = cast_weekend(seed, teams)
    await theatre.set_clock(LOCK_AT - timedelta(days=10))
    theatre.say("Games: registration")
    played = await games.fill_games(theatre, cast)
    channels = await dodgeball.fill_dodgeball(theatre, cast, seed)
    await games.close_games(played)
    await theatre.set_clock(LOCK_AT + timedelta(hours=9))
    await games.play_games(played)
    await theatre.set_clock(LOCK_AT + timedelta(days=1, hours=9))
    await dodgeball.play_dodgeball(theatre, cast, channels)
    theatre.say("Checking exports, scorers and channels")
    return {
        "results.json": await check_games(theatre, played.channels),
        "bracket.json": await check_dodgeball(theatre, channels),
    }


def _save(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _show(theatre: Theatre, channel: Channel, folder: Path) -> None:
    """Print a channel as people see it, and save its pictures."""
    print(f"\n===== #{channel.name} =====")
    numbers = itertools.count(1)
    for message in theatre.posted(channel):
        print(readable(message.text))
        if message.buttons:
            print("  " + " ".join(f"[ {label} ]" for label in message.buttons))
        for attachment in message.attachments:
            path = folder / f"{channel.name}-{next(numbers)}{Path(attachment.filename).suffix}"
            path.write_bytes(attachment.content)
            print(f"  picture: {path}")
