"""How a competition fills: registrations, refusals, substitutions on both sides of the lock, and an amended rule."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from rehearsal.people import Person
from rehearsal.state import Channel
from rehearsal.weekend.cast import FIRST_DAY, Team
from rehearsal.weekend.theatre import Theatre, WeekendError

ZONE = "America/Chicago"
LOCK_AT = datetime.combine(FIRST_DAY, datetime.min.time(), ZoneInfo(ZONE))
READ_BUTTON, PUT_IN_FORCE = "I have read this", "Put it in force"


async def create_competition(theatre: Theatre, kind: str, name: str, channels: Mapping[str, Channel]) -> None:
    """The director creates it and opens the registration."""
    created = await theatre.director.slash(
        "competition create",
        kind=kind,
        name=name,
        first_day=FIRST_DAY.isoformat(),
        last_day=(FIRST_DAY + timedelta(days=1)).isoformat(),
        time_zone=ZONE,
        facilitator_role=theatre.facilitator.member.roles[0],
        **channels,
    )
    theatre.expect(created, "is created as a draft", "Skipper may do all that it needs")
    theatre.expect(await theatre.director.slash("competition open", competition=name), "registration open")


async def register(theatre: Theatre, competition: str, captain: Person, team: Team) -> None:
    """A captain registers, by the form alone."""
    form = await captain.slash("team register", competition=competition)
    theatre.expect(await captain.fill(form, {"name": team.name, "players": team.lines()}), "is registered for", "✅")


async def register_too_young_first(
    theatre: Theatre, competition: str, captain: Person, team: Team, of_age: int
) -> None:
    """The first player comes of age on the second day: refused with the reason, and mended on the kept form."""
    second_day = FIRST_DAY + timedelta(days=1)
    player = next(iter(team.players))
    late = Team(team.name, {**team.players, player: second_day.replace(year=second_day.year - of_age)})
    form = await captain.slash("team register", competition=competition)
    refused = await captain.fill(form, {"name": late.name, "players": late.lines()})
    theatre.expect(refused, "Nothing is registered yet", "too young", f"must be {of_age} or older")
    again = await captain.click(refused, "Change the form")
    theatre.expect(await captain.fill(again, {"players": team.lines()}), "✅")


async def register_too_late(theatre: Theatre, competition: str) -> None:
    """Somebody comes after the registration has closed."""
    latecomer = theatre.guild.join("Latecomer")
    refused = await latecomer.slash("team register", competition=competition)
    theatre.expect(refused, "is closed. Ask a director whether your team can still get in.")


async def substitute_around_the_lock(theatre: Theatre, competition: str, captain: Person, team: Team) -> Team:
    """A second before the lock a substitution works, at the lock it is refused; gives the team as it is then."""
    leaving = list(team.players)[-1]
    born = next(iter(team.players.values())).replace(year=1980)
    swap = {"competition": competition, "leaving": leaving, "birth_date": born.isoformat()}
    await theatre.set_clock(LOCK_AT - timedelta(seconds=2))
    theatre.expect(await captain.slash("team swap", name="Sub Stitute", **swap), "Sub Stitute")
    await theatre.set_clock(LOCK_AT)
    swap["leaving"] = "Sub Stitute"
    theatre.expect(await captain.slash("team swap", name="Too Late", **swap), "Rosters locked")
    players = {"Sub Stitute" if name == leaving else name: born for name, born in team.players.items()}
    return Team(team.name, players)


async def amend_a_rule(
    theatre: Theatre, competition: str, section: str, captains: list[Person], channels: Mapping[str, Channel]
) -> None:
    """The director changes a rule before the start; every captain is told, and all but one press the button."""
    form = await theatre.director.slash("rules amend", section=section, competition=competition)
    changed = await theatre.director.fill(form, {"text": "Players bring their own water, and share it."})
    theatre.expect(await theatre.director.click(theatre.expect(changed), PUT_IN_FORCE), "is in force")
    here = channels["captains"]
    await theatre.until(
        lambda: any(READ_BUTTON in m.buttons for m in theatre.posted(here)), f"the amendment in #{here.name}"
    )
    message = next(m for m in theatre.posted(here) if READ_BUTTON in m.buttons)
    unmentioned = [captain.name for captain in captains if captain.id not in message.pings.users]
    if unmentioned:
        raise WeekendError(f"the amendment did not mention {', '.join(unmentioned)}")
    for captain in captains[:-1]:
        theatre.expect(await captain.click(message, READ_BUTTON), "have read version 2 of the rules")
    receipts = await theatre.director.slash("rules receipts", competition=competition)
    theatre.expect(
        receipts, f"read by {len(captains) - 1} of {len(captains)} teams", "Not yet:", f"(@{captains[-1].name})"
    )
