"""A prepared server for newcomers: channels, people, and the Getaway Games with four teams, made by slash commands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from rehearsal.guild import Guild
from rehearsal.people import Person
from rehearsal.server import StandIn
from rehearsal.state import Channel

TEAMS = {
    "Gutter Gang": ("Ann Archer", "Bo Baker", "Cy Carter", "Di Dawson"),
    "Łódź Lions": ("Hal Hudson", "Ina Iwicka", "Jo Jensen", "Kim Kowalska"),
    "東京 Rollers 🎳": ("Aiko", "Botan", "Chiyo", "Daichi"),
    "Trio": ("Ed Ellis", "Flo Fisher", "Gus Grant"),
}
BIRTH_DATE = "1990-05-17"
DAYS_AHEAD = 14


@dataclass
class Stage:
    """The server and the people that the prompt speaks for."""

    guild: Guild
    channels: dict[str, Channel]
    people: dict[str, Person]


def build_stage(standin: StandIn) -> Stage:
    """The server, before the bot has done anything in it."""
    guild = standin.create_guild("Rehearsal")
    organiser = guild.create_role("Organiser", "manage_guild", "manage_messages")
    facilitator = guild.create_role("Facilitator")
    people = {
        "director": guild.join("Dora", roles=[organiser]),
        "facilitator": guild.join("Fay", roles=[facilitator]),
        "captain": guild.join("Casey"),
        "player": guild.join("Pat"),
    }
    channels = {name: guild.create_channel(name) for name in ("announcements", "standings", "captains")}
    channels["staff"] = guild.create_channel("staff", only=[organiser, facilitator])
    return Stage(guild, channels, people)


async def prepare_competition(stage: Stage, now: datetime) -> None:
    """Create the Getaway Games, two weeks ahead, and let four captains register."""
    director, channels = stage.people["director"], stage.channels
    first_day = (now.astimezone(UTC) + timedelta(days=DAYS_AHEAD)).date()
    facilitator_role = stage.people["facilitator"].member.roles[0]
    await director.slash(
        "competition create",
        kind="getaway",
        name=f"Getaway Games {first_day.year}",
        first_day=first_day.isoformat(),
        time_zone="America/Chicago",
        facilitator_role=facilitator_role,
        **channels,
    )
    await director.slash("competition open")
    for number, (team, players) in enumerate(TEAMS.items(), 1):
        captain = stage.guild.join(f"Captain{number}")
        form = await captain.slash("team register")
        lines = "\n".join(f"{player}, {BIRTH_DATE}" for player in players)
        await captain.fill(form, {"name": team, "players": lines})
