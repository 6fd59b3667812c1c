"""Competitions, teams and askers for tests, made by the real services."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from bot.db.competitions import get_competition, load_snapshot, raise_revision, update_competition
from bot.db.engine import Database
from bot.db.snapshot import Channels, Competition, Player, Snapshot, Team
from bot.services import amending, ending, registration
from bot.services import competition as competitions
from bot.services.access import Asker
from bot.ui.facts.ending import Ended
from bot.ui.facts.rules import Amended, AmendPreview
from bot.ui.facts.teams import Registration
from core.competition import State, Step
from core.errors import RuleError
from core.rulebook import DraftRule

GUILD = 1
FACILITATOR_ROLE, DIRECTOR_ROLE = 11, 12
DIRECTOR_ID, FACILITATOR_ID = 101, 102
CHANNELS = Channels(announcements=21, standings=22, captains=23, staff=24)
FIRST_DAY = date(2027, 6, 12)
ADULT = "1990-01-01"

STEPS_TO: dict[State, tuple[Step, ...]] = {
    State.DRAFT: (),
    State.REGISTRATION_OPEN: (Step.OPEN_REGISTRATION,),
    State.REGISTRATION_CLOSED: (Step.OPEN_REGISTRATION, Step.CLOSE_REGISTRATION),
    State.RUNNING: (Step.OPEN_REGISTRATION, Step.CLOSE_REGISTRATION, Step.START),
    State.FINISHED: (Step.OPEN_REGISTRATION, Step.CLOSE_REGISTRATION, Step.START, Step.FINISH),
    State.CANCELLED: (Step.CANCEL,),
    State.ARCHIVED: (Step.CANCEL, Step.ARCHIVE),
}

_interaction_ids = itertools.count(1)
_captain_ids = itertools.count(1001)


def asker(user_id: int, *role_ids: int, guild_id: int = GUILD, channel_id: int = 0, manages: bool = False) -> Asker:
    """Somebody who asks; every call is another interaction."""
    return Asker(user_id, guild_id, channel_id, frozenset(role_ids), manages, next(_interaction_ids))


def director(guild_id: int = GUILD) -> Asker:
    """Somebody who may manage the server."""
    return asker(DIRECTOR_ID, guild_id=guild_id, manages=True)


def facilitator(guild_id: int = GUILD) -> Asker:
    """Somebody with the facilitator's role."""
    return asker(FACILITATOR_ID, FACILITATOR_ROLE, guild_id=guild_id)


def captain(team: Team, guild_id: int = GUILD) -> Asker:
    """The captain of a team."""
    assert team.captain_id is not None
    return asker(team.captain_id, guild_id=guild_id)


def stranger(guild_id: int = GUILD) -> Asker:
    """Somebody without any role."""
    return asker(999, guild_id=guild_id)


async def create_competition(
    database: Database,
    kind: str = "getaway",
    name: str = "Games",
    *,
    state: State = State.REGISTRATION_OPEN,
    guild_id: int = GUILD,
    channels: Channels = CHANNELS,
    first_day: date = FIRST_DAY,
    last_day: date | None = None,
    time_zone: str = "America/Chicago",
    facilitator_role_id: int = FACILITATOR_ROLE,
    director_role_id: int | None = DIRECTOR_ROLE,
) -> Competition:
    """A competition in a state; its registration is open unless another one is asked for."""
    new = competitions.NewCompetition(
        kind=kind,
        name=name,
        first_day=first_day.isoformat(),
        last_day=last_day.isoformat() if last_day else None,
        time_zone=time_zone,
        channels=channels,
        facilitator_role_id=facilitator_role_id,
        director_role_id=director_role_id,
    )
    async with database.transaction() as tx:
        competition = await competitions.create_competition(tx, director(guild_id), new)
    return await take_steps(database, competition, *STEPS_TO[state])


async def take_steps(database: Database, competition: Competition, *steps: Step) -> Competition:
    """Take a competition on, as a director does."""
    for step in steps:
        who, chosen = director(competition.guild_id), str(competition.id)
        async with database.transaction() as tx:
            if step not in ending.ASKED_BACK:
                competition = await competitions.step_competition(tx, who, chosen, step)
                continue
            asked = await ending.preview_ending(tx, who, chosen, step, "Why not.")
            ended = await ending.confirm_ending(tx, who, chosen, str(asked.draft_id))
            assert isinstance(ended, Ended), ended
            competition = ended.competition
    return competition


async def amend_rule(
    database: Database,
    competition: Competition,
    number: str = "1.1",
    text: str = "New.",
    *,
    title: str | None = None,
    reason: str | None = None,
    seen: int = 99,
    by: Asker | None = None,
) -> Amended:
    """A rule that a director has changed, in a form that was opened when the rules had the version `seen`."""
    who, chosen = by or director(competition.guild_id), str(competition.id)
    async with database.transaction() as tx:
        typed = DraftRule(number, text, title)
        found = await amending.preview_amendment(tx, who, chosen, str(seen), typed, reason)
    return await put_in_force(database, competition, found, who)


async def put_in_force(database: Database, competition: Competition, found: AmendPreview, who: Asker) -> Amended:
    """What a preview of an amendment showed; raises what it was refused with."""
    if found.fault is not None:
        raise RuleError(found.fault)
    async with database.transaction() as tx:
        done = await amending.confirm_amendment(tx, who, str(competition.id), str(found.draft_id))
    assert isinstance(done, Amended), done
    return done


async def change_settings(database: Database, competition: Competition, **values: Any) -> Competition:
    """The competition with other settings."""
    async with database.transaction() as tx:
        current = await raise_revision(tx, competition)
        changed = replace(current, settings=replace(current.settings, **values))
        await update_competition(tx, changed)
    return changed


async def start(database: Database, competition: Competition) -> Competition:
    """Close the registration and begin."""
    return await take_steps(database, competition, Step.CLOSE_REGISTRATION, Step.START)


async def start_games(database: Database, teams: Mapping[str, Sequence[str]]) -> Competition:
    """The games of these teams with their players, in which play has begun."""
    competition = await create_competition(database)
    for name, players in teams.items():
        await register_team(database, competition, name, players)
    return await start(database, competition)


async def register_team(
    database: Database,
    competition: Competition,
    name: str,
    players: Sequence[str] | None = None,
    captain_id: int | None = None,
) -> Team:
    """A team, registered by its captain while the registration is open.

    A player is a name, with a birth date or without (then of age); with no players named, as few as may be.
    """
    at_least = competition.settings.roster_at_least
    named = players if players is not None else [f"{name[:80]} {number}" for number in range(1, at_least + 1)]
    lines = [line if line[-1].isdigit() and line.count("-") >= 2 else f"{line}, {ADULT}" for line in named]
    captain_id = captain_id if captain_id is not None else next(_captain_ids)
    async with database.transaction() as tx:
        made = await registration.register_team(
            tx, asker(captain_id, guild_id=competition.guild_id), str(competition.id), name, "\n".join(lines)
        )
    assert made.team is not None, made
    return made.team


async def send_form(
    database: Database, competition: Competition, name: str, players: str, user_id: int = 1
) -> Registration:
    """What becomes of a registration form, right or wrong."""
    async with database.transaction() as tx:
        who = asker(user_id, guild_id=competition.guild_id)
        return await registration.register_team(tx, who, str(competition.id), name, players)


async def register_teams(database: Database, competition: Competition, names: Iterable[str]) -> list[Team]:
    """Several teams, with as few players as may be."""
    return [await register_team(database, competition, name) for name in names]


async def load(database: Database, competition: Competition) -> Snapshot:
    """The competition as the database holds it now, past every cache."""
    async with database.reading() as tx:
        return await load_snapshot(tx.connection, await get_competition(tx.connection, competition.id))


async def players_of(database: Database, team: Team, competition: Competition) -> tuple[Player, ...]:
    """The players of a team, in the order in which they joined."""
    return (await load(database, competition)).roster(team.id)


def plain(text: str) -> str:
    """A text without the marks around names."""
    return text.replace("\u2068", "").replace("\u2069", "")
