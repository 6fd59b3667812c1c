"""What each role may change at most: held against the rows that an input changed, whatever the bot thinks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rehearsal.fuzz.changes import Row, Watcher
from rehearsal.fuzz.inputs import Input
from rehearsal.fuzz.town import FuzzTown

# The commands, buttons and forms that a role may use, by for whom they are; elsewhere and in DMs it is nobody.
USABLE: Mapping[str, frozenset[str]] = {
    "stranger": frozenset({"anybody"}),
    "player": frozenset({"anybody"}),
    "captain": frozenset({"anybody", "captain"}),
    "other captain": frozenset({"anybody", "captain"}),
    "facilitator": frozenset({"anybody", "captain", "staff"}),
    "director": frozenset({"anybody", "captain", "staff", "director"}),
    "foreign administrator": frozenset({"anybody", "captain", "staff", "director"}),
}
STAFF = ("facilitator", "director", "foreign administrator")
# Everybody else changes rows of their own alone: those that name them here, or that belong to a team that they lead.
OWN = {
    "team": "captain_id",
    "player": "user_id",
    "co_captain": "user_id",
    "claim_code": "issued_by",
    "invitation": "user_id",
    "registration_draft": "user_id",
    "presence": "recorded_by",
    "receipt": "user_id",
    "draft": "user_id",
    "direct_opt_in": "user_id",
    "appeal": "appealed_by",
    "ledger": "actor_id",
}


@dataclass
class Rights:
    """Who leads and plays for which team, as it was before an input; looked up again after it."""

    town: FuzzTown
    watcher: Watcher
    _guilds: dict[int, int] = field(default_factory=dict[int, int])
    _led: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    _joined: dict[int, set[int]] = field(default_factory=dict[int, set[int]])

    def remember(self) -> None:
        """Note how it is before the next input."""
        self._guilds = dict(self.watcher.select("SELECT id, guild_id FROM competition"))
        self._led = self._group("SELECT captain_id, id FROM team UNION SELECT user_id, team_id FROM co_captain")
        self._joined = self._group("SELECT user_id, team_id FROM player")

    def find_forbidden(self, sent: Input, changed: Sequence[tuple[str, Row]]) -> str | None:
        """The first change that whoever sent this may not make."""
        led, joined = self._led.get(sent.person.id, set()), self._joined.get(sent.person.id, set())
        self.remember()
        led, joined = led | self._led.get(sent.person.id, set()), joined | self._joined.get(sent.person.id, set())
        settings = {
            tuple(value for name, value in row.items() if name != "revision")
            for table, row in changed
            if table == "competition"
        }
        competitions = {row["id"] for table, row in changed if table == "competition"}
        if sent.role not in STAFF and len(settings) > len(competitions):
            return "it changes a competition itself"
        for table, row in changed:
            problem = self._judge(sent, table, row, led, joined)
            if problem is not None:
                return f"{problem}: {table} {row.get('id', '')}"
        return None

    def _judge(self, sent: Input, table: str, row: Row, led: set[int], joined: set[int]) -> str | None:
        if sent.channel.guild is None:
            return "nothing may change from direct messages"
        if self._guild_of(table, row) not in (sent.channel.guild.id, None):
            return "it belongs to another server"
        if sent.who not in USABLE[sent.role]:
            return f"for {sent.who} alone"
        if sent.role in STAFF or table == "competition" or row.get(OWN.get(table, "")) == sent.person.id:
            return None
        teams = {row["id"]} if table == "team" else {row.get("team_id")}
        return None if table in OWN and teams & (led | joined if table == "team" else led) else "it is not their own"

    def _guild_of(self, table: str, row: Row) -> int | None:
        if table == "competition" or "guild_id" in row:
            return row["guild_id"]
        return self._guilds.get(row.get("competition_id", 0))

    def _group(self, query: str) -> dict[int, set[int]]:
        grouped: dict[int, set[int]] = {}
        for user_id, team_id in self.watcher.select(query):
            grouped.setdefault(user_id, set()).add(team_id)
        return grouped
