"""What captains do × the states of a competition: what works, and in which words it is refused otherwise."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.clock import Clock
from bot.db.engine import Database, Transaction
from bot.services import captaincy, checkin, fees, invitations, linking, registration, roster, roster_files, withdrawing
from bot.services.held_files import HeldFiles
from bot.services.help import show_help
from bot.services.roster import Newcomer
from bot.ui.facts.help import HelpCommand
from bot.ui.texts.help import list_shown
from core.competition import State, Step
from core.errors import UserError
from tests.builders import (
    ADULT,
    asker,
    create_competition,
    director,
    facilitator,
    register_team,
    take_steps,
)
from tools.commands import list_commands, load_client

ANN, QUINN, CO, PAT, NEW = 1, 2, 3, 4, 5
LOCK_AT = datetime(2027, 6, 12, 5, tzinfo=UTC)
TRIO = "\n".join(f"{name} {ADULT}" for name in ("X", "Y", "Z"))
FILE = f"Team,Player,Birth date\nFile,P,{ADULT}\nFile,Q,{ADULT}\nFile,R,{ADULT}\n".encode()
DI = Newcomer("Di", ADULT)

Act = Callable[[Transaction], Awaitable[Any]]
ACTS: dict[str, Act] = {
    "register": lambda tx: registration.register_team(tx, asker(NEW), "Games", "New", TRIO),
    "found": lambda tx: registration.found_team(tx, asker(NEW), "Games", "New"),
    "add": lambda tx: roster.add_player(tx, asker(ANN), "Games", None, DI, None),
    "add by a director": lambda tx: roster.add_player(tx, director(), "Games", "Lodge", DI, "ill"),
    "remove": lambda tx: roster.remove_player(tx, asker(QUINN), "Games", None, "D", None),
    "swap": lambda tx: roster.swap_players(tx, asker(ANN), "Games", None, "B", DI, None),
    "invite": lambda tx: invitations.invite_members(tx, asker(ANN), "Games", None, [NEW]),
    "link": lambda tx: linking.link_players(tx, asker(ANN), "Games", "Lodge", {"B": NEW}),
    "leave": lambda tx: withdrawing.leave_team(tx, asker(PAT), "Games"),
    "withdraw": lambda tx: withdrawing.preview_withdrawal(tx, asker(ANN), "Games", None),
    "hand over": lambda tx: captaincy.hand_over(tx, asker(ANN), "Games", None, NEW),
    "appoint": lambda tx: captaincy.name_co_captain(tx, asker(ANN), "Games", None, NEW),
    "dismiss": lambda tx: captaincy.dismiss_co_captain(tx, asker(ANN), "Games", None, CO),
    "code": lambda tx: captaincy.issue_code(tx, facilitator(), "Games", "Olde"),
    "check in": lambda tx: checkin.mark_everybody(tx, asker(ANN), "Games", None),
    "pay": lambda tx: fees.record_payment(tx, director(), "Games", "Lodge", "5"),
    "import": lambda tx: roster_files.preview_import(tx, director(), "Games", FILE, HeldFiles()),
}
STEPS: dict[str, tuple[Step, ...]] = {
    "open": (),
    "closed": (Step.CLOSE_REGISTRATION,),
    "locked": (Step.CLOSE_REGISTRATION,),
    "running": (Step.CLOSE_REGISTRATION, Step.START),
    "finished": (Step.CLOSE_REGISTRATION, Step.START, Step.FINISH),
    "cancelled": (Step.CANCEL,),
    "archived": (Step.CANCEL, Step.ARCHIVE),
}


async def bring_to(database: Database, clock: Clock, stage: str) -> None:
    """A competition with a team of three, one of four, and one whose captain has no account, in a state."""
    if stage == "draft":
        await create_competition(database, state=State.DRAFT)
        return
    games = await create_competition(database)
    team = await register_team(database, games, "Lodge", ["A", "B", "C"], captain_id=ANN)
    await register_team(database, games, "Quad", ["D", "E", "F", "G"], captain_id=QUINN)
    async with database.transaction() as tx:
        await captaincy.name_co_captain(tx, asker(ANN), "Games", None, CO)
        await linking.link_players(tx, asker(ANN), "Games", f"#{team.id}", {"A": PAT})
        names = "\n".join(f"O{number} {ADULT}" for number in range(3))
        await registration.register_team(tx, facilitator(), "Games", "Olde", names, "Olde Tom")
    await take_steps(database, games, *STEPS[stage])
    if stage not in ("open", "closed"):
        clock.set(LOCK_AT)


WORKS = None
NO_TEAM = (
    "You are not the captain of a team here. `/team register` registers one; a director names the team in the option "
    "`team`."
)
NOT_OPEN = "The registration of \u2068Games\u2069 is not open yet: a director opens it with `/competition open`."
CLOSED = (
    "The registration of \u2068Games\u2069 is closed. Ask a director whether your team can still get in. `/competition "
    "open` opens it again."
)
BEGUN = "\u2068Games\u2069 has begun: no team can register any more. `/team list` shows those that are in it."
LOCKED = (
    "Rosters locked <t:1812776400:F> (<t:1812776400:R>), and nothing was changed. Ask a director, somebody who may "
    "manage this server or has the role <@&12>: they can still change yours, with a reason, until your team's first "
    "score."
)
STAYS = (
    "Rosters locked <t:1812776400:F> (<t:1812776400:R>), so your position in \u2068Lodge\u2069 stays yours; rounds "
    "that you do not play count nothing. Please tell your captain and a director that you do not come."
)
TOO_EARLY = "Check-in opens <t:1812776400:F> (<t:1812776400:R>). Come back then."
RESUME = " If it must change, a director goes on with `/competition resume`."


def unknown(team: str) -> str:
    return f"There is no team \u2068{team}\u2069 in this competition. `/team list` shows all of them."


def over(state: str) -> dict[str, str | None]:
    """What is refused once a competition is over; a co-captain can be let go, and money given back, until the end."""
    registering = f"\u2068Games\u2069 is {state}: no team can register any more. `/competition show` shows another one."
    team = f"\u2068Games\u2069 is {state}: its teams stay as they are.{RESUME if state == 'finished' else ''}"
    nobody = f"\u2068Games\u2069 is {state}: there is nobody to check in."
    archived = "\u2068Games\u2069 is archived: nothing more is recorded for it."
    different = {
        "register": registering,
        "found": registering,
        "import": registering,
        "check in": nobody,
        "dismiss": WORKS,
        "pay": archived if state == "archived" else WORKS,
    }
    return {act: different.get(act, team) for act in ACTS}


ALL_WORKS = dict.fromkeys(ACTS, WORKS)
AFTER_LOCK = {"add": LOCKED, "remove": LOCKED, "swap": LOCKED, "invite": LOCKED, "leave": STAYS}
EXPECTED: dict[str, dict[str, str | None]] = {
    "draft": {
        **dict.fromkeys(ACTS, NO_TEAM),
        **dict.fromkeys(("register", "found", "import"), NOT_OPEN),
        **dict.fromkeys(("add by a director", "link", "pay"), unknown("Lodge")),
        "code": unknown("Olde"),
        "leave": "Your Discord account plays for no team here. If your captain entered you by name, ask them to take "
        "you out with `/team remove`.",
    },
    "open": {**ALL_WORKS, "check in": TOO_EARLY},
    "closed": {**ALL_WORKS, "check in": TOO_EARLY, **dict.fromkeys(("register", "found", "import"), CLOSED)},
    "locked": {**ALL_WORKS, **AFTER_LOCK, **dict.fromkeys(("register", "found", "import"), CLOSED)},
    "running": {**ALL_WORKS, **AFTER_LOCK, **dict.fromkeys(("register", "found", "import"), BEGUN)},
    "finished": over("finished"),
    "cancelled": over("cancelled"),
    "archived": over("archived"),
}


class Undone(Exception):
    """Takes back what an act did, so that the next one finds the same state."""


@pytest.mark.parametrize("stage", EXPECTED)
async def test_every_act_in_every_state(sqlite_database: Database, clock: Clock, stage: str) -> None:
    await bring_to(sqlite_database, clock, stage)
    said: dict[str, str | None] = {}
    for name, act in ACTS.items():
        try:
            async with sqlite_database.transaction() as tx:
                await act(tx)
                raise Undone
        except Undone:
            said[name] = WORKS
        except UserError as error:
            said[name] = error.sentence
    assert said == EXPECTED[stage]


ACT_COMMANDS = {
    "register": (asker(NEW), "team register"),
    "found": (asker(NEW), "team start"),
    "add": (asker(ANN), "team add"),
    "remove": (asker(QUINN), "team remove"),
    "swap": (asker(ANN), "team swap"),
    "invite": (asker(ANN), "player invite"),
    "link": (asker(ANN), "player link"),
    "leave": (asker(PAT), "team leave"),
    "withdraw": (asker(ANN), "team withdraw"),
    "hand over": (asker(ANN), "captain handover"),
    "appoint": (asker(ANN), "captain appoint"),
    "code": (facilitator(), "captain code"),
    "check in": (asker(ANN), "checkin team"),
    "pay": (director(), "fee record"),
    "import": (director(), "roster import"),
}


@pytest.mark.parametrize("stage", EXPECTED)
async def test_help_shows_what_works_and_nothing_that_would_be_refused(
    sqlite_database: Database, clock: Clock, stage: str
) -> None:
    await bring_to(sqlite_database, clock, stage)
    client = await load_client()
    commands = {
        c.qualified_name: HelpCommand(c.qualified_name, c.description, c.extras["who"]) for c in list_commands(client)
    }
    shown: dict[str, bool] = {}
    for act, (who, command) in ACT_COMMANDS.items():
        async with sqlite_database.reading() as tx:
            (standing,) = (await show_help(tx, who, "Games")).standings
        shown[act] = any(command in names for names in list_shown(standing, commands).values())
    assert shown == {act: EXPECTED[stage][act] is WORKS for act in ACT_COMMANDS}
