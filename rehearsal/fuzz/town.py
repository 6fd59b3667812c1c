"""Two servers and their people; one of them has a competition of each kind in each state, made by slash commands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rehearsal import permissions
from rehearsal.fuzz.changes import Watcher
from rehearsal.guild import Guild
from rehearsal.people import Person, Reply
from rehearsal.server import StandIn
from rehearsal.state import Channel, Json, Role

SELECTS = range(3, 9)  # string select; 4 is a text input and 5 to 8 choose users, roles, both, channels
KINDS = {"getaway": 3, "dodgeball": 6}  # with the smallest roster
TEAMS = ("Aces", "Bats")
OPENED, CLOSED, STARTED = ("open",), ("open", "register", "close"), ("open", "register", "close", "start")
CROWD = 14
CROWDED = ("open", "register", "crowd", "close", "schedule")
STATES: Mapping[str, tuple[str, ...]] = {
    "draft": (),
    "registration open": (*OPENED, "register"),
    "registration closed": CLOSED,
    "running": (*STARTED, "play"),
    "finished": (*STARTED, "finish"),
    "cancelled": (*OPENED, "register", "cancel"),
    "archived": (*OPENED, "register", "cancel", "archive"),
}


@dataclass(frozen=True)
class Arena:
    """A competition with the ids that a client can name."""

    id: int
    name: str
    kind: str
    state: str
    guild: Guild
    channels: Mapping[str, Channel]
    team_ids: Mapping[str, int]
    player_ids: tuple[int, ...]


@dataclass
class FuzzTown:
    """Everybody and everything. `people` are by what they are; the bystander never acts and nobody may ping them."""

    standin: StandIn
    guild: Guild
    elsewhere: Guild
    people: dict[str, Person]
    facilitator_role: Role
    bystander: Person
    bystander_role: Role
    arenas: list[Arena] = field(default_factory=list[Arena])
    custom_ids: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])  # as they came to light
    forms: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    field_kinds: dict[str, int] = field(default_factory=dict[str, int])
    menus: dict[str, tuple[int, set[str]]] = field(default_factory=dict[str, tuple[int, set[str]]])

    def arena(self, kind: str, state: str) -> Arena:
        """The competition of this kind in this state."""
        return next(a for a in self.arenas if (a.kind, a.state, a.guild) == (kind, state, self.guild))

    def learn(self, reply: Reply) -> Reply:
        """Remember the buttons, selects and fields that the bot has shown, as real custom_ids."""
        if reply.modal is not None:
            shown_fields = [row["component"] for row in reply.modal["components"] if "component" in row]
            self.field_kinds |= {shown["custom_id"]: shown["type"] for shown in shown_fields}
            names = {shown["custom_id"] for shown in shown_fields}
            self.forms.setdefault(reply.modal["custom_id"].split(":")[0], set()).update(names)
        shown = [reply.modal] if reply.modal is not None else reply.message.components if reply.message else []
        self._keep_ids(shown)
        return reply

    def fields_of(self, route: str) -> list[str]:
        """The fields of a form, as far as it was seen; else those of every form."""
        return sorted(self.forms.get(route) or set[str]().union(*self.forms.values()))

    def learn_posts(self) -> None:
        """Remember the buttons of everything that stands in a channel."""
        for channel in self.guild.channels.values():
            for message in channel.messages:
                self._keep_ids(message.components)

    def _keep_ids(self, components: list[Json]) -> None:
        for component in components:
            custom_id = component.get("custom_id")
            if custom_id:
                name = custom_id.split(":")[0]
                self.custom_ids.setdefault(name, {})[custom_id] = None
                if component.get("type") in SELECTS:
                    _, values = self.menus.setdefault(name, (component["type"], set()))
                    values.update(option["value"] for option in component.get("options") or [])
            self._keep_ids(component.get("components") or [])


def build_town(standin: StandIn) -> FuzzTown:
    """The servers, before the bot has done anything in them. The bot may ping everybody, so that a slip shows."""
    guild = standin.create_guild("Town", bot_permissions=permissions.BOT | permissions.MENTION_EVERYONE)
    elsewhere = standin.create_guild("Elsewhere", owner="Adam")
    director_role = guild.create_role("Organiser", "manage_guild", "manage_messages")
    facilitator_role = guild.create_role("Facilitator")
    bystander_role = guild.create_role("Bystanders", mentionable=True)
    people = {
        "stranger": guild.join("Sid"),
        "player": guild.join("Pat"),
        "captain": guild.join("Ann"),
        "other captain": guild.join("Bob"),
        "facilitator": guild.join("Fay", roles=[facilitator_role]),
        "director": guild.join("Dora", roles=[director_role]),
        "foreign administrator": elsewhere.owner,
    }
    bystander = guild.join("Will", roles=[bystander_role])
    return FuzzTown(standin, guild, elsewhere, people, facilitator_role, bystander, bystander_role)


async def fill_town(town: FuzzTown, watcher: Watcher, states: Collection[str] = STATES) -> None:
    """Create the competitions and take each to its state; wait for their posts, and look their ids up."""
    for kind in KINDS:
        for state in states:
            making = _Making(town, town.guild, kind, f"{kind.title()} {state}", town.people["director"])
            await making.take(STATES[state])
    foreign = _Making(town, town.elsewhere, "getaway", "Foreign", town.people["foreign administrator"])
    await foreign.take(STATES["running"])
    await look_up(town, watcher)


async def crowd_town(town: FuzzTown, watcher: Watcher) -> None:
    """One more competition of each kind, in which many teams play."""
    for kind, steps in {"getaway": (*CROWDED, "start", "begin"), "dodgeball": (*CROWDED, "draw", "start")}.items():
        await _Making(town, town.guild, kind, f"{kind.title()} crowded", town.people["director"]).take(steps)
    await look_up(town, watcher)


async def look_up(town: FuzzTown, watcher: Watcher) -> None:
    """Learn all ids, once every post is out."""
    await watcher.settle()
    town.learn_posts()
    town.arenas = _read_arenas(town, watcher)


class _Making:
    """One competition on its way to a state."""

    def __init__(self, town: FuzzTown, guild: Guild, kind: str, name: str, director: Person) -> None:
        self.town, self.guild, self.kind, self.name, self.director = town, guild, kind, name, director

    async def take(self, steps: tuple[str, ...]) -> None:
        """Create it and take these steps."""
        places = ("announcements", "standings", "captains", "staff")
        channels = {place: self.guild.create_channel(f"{self.name}-{place}") for place in places}
        role = self.town.facilitator_role if self.guild is self.town.guild else self.guild.create_role("Facilitator")
        about = {"kind": self.kind, "first_day": "2027-06-12", "time_zone": "America/Chicago"}
        await self._slash("create", **about, **channels, name=self.name, facilitator_role=role)
        for step in steps:
            if step == "register":
                await self._register()
            elif step == "crowd":
                await self._crowd()
            elif step == "schedule":
                await self._do(self.director, "schedule set", check_in_opens="2027-05-01 07:10", competition=self.name)
            elif step == "draw":
                await self._do(self.director, "match draw", seed="fuzz", competition=self.name)
            elif step == "begin":
                await self._do(self.director, "clock start", event="bags", at="07:10", competition=self.name)
                await self._do(self.director, "holdem draw", seed="fuzz 9", competition=self.name)
                await self._do(self.director, "holdem draw", competition=self.name)  # asks back
            elif step == "play":
                await self._play()
            else:
                reasons = {"reason": "rain"} if step == "cancel" else {}
                reply = await self._slash(step, **reasons, competition=self.name)
                if reply.buttons:
                    self.town.learn(await self.director.click(reply, reply.buttons[0]))

    async def _slash(self, step: str, **options: Any) -> Reply:
        return await self._do(self.director, f"competition {step}", **options)

    async def _do(self, person: Person, command: str, **options: Any) -> Reply:
        reply = self.town.learn(await person.slash(command, **options))
        is_question = bool(reply.buttons)  # "There is no rule 1.22 ... Add it as a new rule?"
        if reply.text.startswith(("Only", "There is no", "Something")) and not is_question:
            raise RuntimeError(f"the town cannot be built: {reply!r}")
        return reply

    async def _register(self) -> None:
        captains = [self.town.people["captain"], self.town.people["other captain"]]
        if self.guild is not self.town.guild:
            captains = [self.guild.join("Abel"), self.guild.join("Bela")]
        for team, captain in zip(TEAMS, captains, strict=True):
            lines = "\n".join(f"{team[:-1]} {chr(65 + n)}, 1990-01-0{n + 1}" for n in range(KINDS[self.kind]))
            form = await self._do(captain, "team register", competition=self.name)
            await captain.fill(form, {"name": team, "players": lines})
        if self.guild is self.town.guild:
            await self._link(captains[0], self.town.people["player"])

    async def _crowd(self) -> None:
        """So many teams from a file that lists have pages."""
        rows = [
            f"Team {team},Player {team} {number},1990-01-01"
            for team in range(1, CROWD + 1)
            for number in range(KINDS[self.kind])
        ]
        table = "\n".join(["Team,Player,Birth date", *rows]).encode()
        checked = await self._do(self.director, "roster import", file=("rosters.csv", table), competition=self.name)
        self.town.learn(await self.director.click(checked, checked.buttons[0]))

    async def _link(self, captain: Person, player: Person) -> None:
        """The player has an account, and a place in the captain's team."""
        form = await self._do(captain, "player link", player=f"{TEAMS[0][:-1]} B", competition=self.name)
        assert form.modal is not None, form
        (choice,) = [row["component"]["custom_id"] for row in form.modal["components"]]
        await captain.fill(form, {choice: player})

    async def _play(self) -> None:
        """A little of everything that leaves a button, a draft, or something to correct."""
        for command, given in PLAYED[self.kind]:
            options = {name: value or await self._offered(command, name) for name, value in given.items()}
            reply = await self._do(self.director, command, **options, competition=self.name)
            if reply.modal is not None:  # /rules amend shows what it would say, over the button that does it
                shown = self.town.learn(await self.director.fill(reply, {"text": "Bring water.", "reason": "heat"}))
                self.town.learn(await self.director.click(shown, shown.buttons[0]))
            elif command == "desk show":
                for label in reply.buttons:  # they show the menus, and a form
                    self.town.learn(await self.director.click(reply, label))
            elif reply.buttons and "event" in given:
                self.town.learn(await self.director.click(reply, reply.buttons[0]))

    async def _offered(self, command: str, option: str) -> Any:
        """The first value that the bot offers for an option."""
        offered = await self.director.autocomplete(command, focus=option, competition=self.name)
        return offered[0][1]


# What is played in a running competition; an empty value stands for the first one that is offered.
PLAYED: Mapping[str, list[tuple[str, dict[str, Any]]]] = {
    "getaway": [
        ("score bowling", {"player": "Ace A", "game": 1, "score": "151"}),
        ("score bowling", {"player": "Ace A", "game": 2, "score": "299"}),
        ("score holdem", {"player": "Bat B"}),
        ("conduct warn", {"player": "Ace B", "event": "bowling"}),
        ("conduct warn", {"player": "Ace C"}),
        ("conduct eject", {"player": "Bat A", "event": "golf"}),
        ("conduct team-eject", {"team": "Aces"}),
        ("rules amend", {"section": "1.2"}),
        ("rules amend", {"section": "1.22"}),
        ("event cancel", {"event": "golf", "reason": "storm"}),
        ("desk show", {}),
    ],
    "dodgeball": [
        ("conduct warn", {"player": "Ace B"}),
        ("rules amend", {"section": "1.2"}),
        ("desk show", {}),
        ("match table", {"match": ""}),
        ("match result", {"match": "", "game1": "Aces", "game2": "Aces"}),
    ],
}


def _read_arenas(town: FuzzTown, watcher: Watcher) -> list[Arena]:
    guilds = {guild.id: guild for guild in (town.guild, town.elsewhere)}
    rows = watcher.select("SELECT id, name, kind, state, guild_id FROM competition ORDER BY id")
    return [
        Arena(
            id_,
            name,
            kind,
            state,
            guilds[guild_id],
            _channels_of(guilds[guild_id], name),
            dict(watcher.select("SELECT name, id FROM team WHERE competition_id = ?", id_)),
            tuple(i for (i,) in watcher.select("SELECT id FROM player WHERE competition_id = ? ORDER BY id", id_)),
        )
        for id_, name, kind, state, guild_id in rows
    ]


def _channels_of(guild: Guild, competition: str) -> dict[str, Channel]:
    prefix = f"{competition}-"
    return {c.name.removeprefix(prefix): c for c in guild.channels.values() if c.name.startswith(prefix)}
