"""Values for options and fields: plausible ones by the option's name, and hostile ones of every kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord import AppCommandOptionType as Kind
from discord.app_commands import Parameter

from rehearsal.fuzz.town import TEAMS, Arena, FuzzTown
from rehearsal.people import Person
from rehearsal.state import Channel, Role

Candidates = Callable[[Arena], Sequence[str]]


def _teams(arena: Arena) -> list[str]:
    return [*(f"#{id_}" for id_ in arena.team_ids.values()), *TEAMS]


def _players(arena: Arena) -> list[str]:
    return [*(f"#{id_}" for id_ in arena.player_ids), "Ace A", "Bat B (Bats)"]


def _among(*values: str) -> Candidates:
    return lambda _arena: values


ROSTER = "\n".join(f"New Player {letter}, 1990-01-01" for letter in "ABCDEF")
SCORES = _among("151", "299", "1 2 1 0", "1 2 1 0 0", "2/1 1/0 0/0", " ".join(["4"] * 18))
TEXTS: Mapping[str, Candidates] = {
    "competition": lambda arena: [str(arena.id), arena.name],
    "team": _teams,
    **dict.fromkeys(("game1", "game2", "game3", "absent"), _teams),
    **dict.fromkeys(("player", "leaving", "entrant"), _players),
    "match": _among("R1-1", "W1", "G1"),
    "birth_date": _among("1990-05-17", "2015-01-01", "17 May 1990"),
    **dict.fromkeys(("first_day", "last_day"), _among("2027-06-12", "2027-06-13", "2027-12-31")),
    "time_zone": _among("America/Chicago", "UTC"),
    **dict.fromkeys(("section", "rule", "number"), _among("1.2", "2.4", "2")),
    **dict.fromkeys(("offence", "ban", "version"), _among("#1", "1", "2", "#3")),
    "score": SCORES,
    "holes": _among("7 15 3 11 1 17 5 13 9 8 16 4 12 2 18 6 14 10"),
    "players": _among(ROSTER),
}
OTHERWISE = _among("Some Words", "1", "#1")


def name_values(town: FuzzTown, option: Parameter, arena: Arena) -> Sequence[Any]:
    """What an honest person could fill into an option, most likely first."""
    if option.choices:
        return [choice.value for choice in option.choices]
    if option.type in (Kind.integer, Kind.number):
        return [int(option.min_value or 1), int(option.max_value or 3)]
    everybody: Sequence[Person] = [town.people["stranger"], town.people["player"], town.bystander]
    channels: Sequence[Channel] = [*arena.channels.values(), town.guild.default_channel]
    roles: Sequence[Role] = [town.facilitator_role, town.bystander_role]
    others: Mapping[Kind, Sequence[Any]] = {
        Kind.boolean: [True, False],
        Kind.user: everybody,
        Kind.mentionable: everybody,
        Kind.channel: channels,
        Kind.role: roles,
        Kind.attachment: [("rules.md", b"# Rules\n\n1. One\n1.2 Be fair.\n"), ("rules.md", bytes(range(256)))],
    }
    return others[option.type] if option.type in others else name_texts(option.display_name, arena)


def name_texts(name: str, arena: Arena) -> Sequence[str]:
    """What an honest person could fill into a text option or a field of this name."""
    return TEXTS.get(name, OTHERWISE)(arena)
