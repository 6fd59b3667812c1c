"""What each role may change at most: held against the rows that an input changed, whatever the bot thinks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rehearsal.fuzz.changes import Change, Row, Watcher
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
# Rows that name whoever wrote them, and are never changed but for that name, which can be erased.
AUTHORED = {"card_revision": "written_by", "sheet": "submitted_by"}
# What every change of anything in a competition moves on in its own row.
MOVED_ON = frozenset({"revision", "ledger_length", "ledger_digest"})
# What they may have erased where it is about them, or about somebody whom they entered.
ERASABLE = {
    "player": frozenset({"name", "user_id", "birth_date", "person_key", "entered_by", "of_age_on", "of_age_by"}),
    "offence": frozenset({"note", "lift_reason"}),
}
ERASED_WHOLE = ("presence",)


@dataclass
class Rights:
    """Who leads and plays for which team, as it was before an input; looked up again after it."""

    town: FuzzTown
    watcher: Watcher
    _guilds: dict[int, int] = field(default_factory=dict[int, int])
    _led: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    _joined: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    _played_as: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    _teams: dict[int, int] = field(default_factory=dict[int, int])

    def remember(self) -> None:
        """Note how it is before the next input."""
        self._guilds = dict(self.watcher.select("SELECT id, guild_id FROM competition"))
        self._led = self._group("SELECT captain_id, id FROM team UNION SELECT user_id, team_id FROM co_captain")
        self._joined = self._group("SELECT user_id, team_id FROM player")
        self._teams = dict(self.watcher.select("SELECT id, team_id FROM player"))
        self._played_as = self._group("SELECT user_id, id FROM player UNION SELECT entered_by, id FROM player")

    def find_forbidden(self, sent: Input, changes: Sequence[Change]) -> str | None:
        """The first change that whoever sent this may not make."""
        user_id = sent.person.id
        led, joined = self._led.get(user_id, set()), self._joined.get(user_id, set())
        played_as = self._played_as.get(user_id, set())
        self.remember()
        for change in changes:
            problem = self._judge(sent, change, leads=bool(led))
            is_own = self._is_own(change, user_id, led, joined) or _is_erased(change, played_as)
            if problem is None and sent.role not in STAFF and not is_own:
                problem = "it is not their own"
            if problem is not None:
                return f"{problem}: {change.table} {(change.after or change.before or {}).get('id', '')}"
        return None

    def _judge(self, sent: Input, change: Change, *, leads: bool) -> str | None:
        if sent.channel.guild is None:
            return "nothing may change from direct messages"
        guild_ids = {self._guild_of(change.table, row) for row in (change.before, change.after) if row is not None}
        if guild_ids - {sent.channel.guild.id, None}:
            return "it belongs to another server"
        usable = USABLE[sent.role] | USABLE["captain"] if leads else USABLE[sent.role]  # a stranger may enter a team
        return None if sent.who in usable else f"for {sent.who} alone"

    def _is_own(self, change: Change, user_id: int, led: set[int], joined: set[int]) -> bool:
        """A row counts as it was; a new one as it is. A new team makes its players own, too."""
        row = change.before or change.after or {}
        if change.table == "competition":
            return change.before is not None and change.after is not None and _differing(change) <= MOVED_ON
        if row.get(OWN.get(change.table, "")) == user_id:
            return True
        author = AUTHORED.get(change.table)
        if author is not None:
            return row[author] == user_id and (change.before is None or _differing(change) == {author})
        own_now = led | self._led.get(user_id, set()) if change.before is None else led
        if change.table == "team":
            return row["id"] in led | joined
        return change.table in OWN and row.get("team_id", self._teams.get(row.get("player_id", 0))) in own_now

    def _guild_of(self, table: str, row: Row) -> int | None:
        if table == "competition" or "guild_id" in row:
            return row["guild_id"]
        return self._guilds.get(row.get("competition_id", 0))

    def _group(self, query: str) -> dict[int, set[int]]:
        grouped: dict[int, set[int]] = {}
        for user_id, team_id in self.watcher.select(query):
            grouped.setdefault(user_id, set()).add(team_id)
        return grouped


def _is_erased(change: Change, player_ids: set[int]) -> bool:
    """Whether nothing but what names a person is gone, from rows about somebody they play as or have entered."""
    if change.before is None:
        return False
    is_theirs = change.before.get("id" if change.table == "player" else "player_id") in player_ids
    if change.after is None:
        return is_theirs and change.table in ERASED_WHOLE
    return is_theirs and _differing(change) <= ERASABLE.get(change.table, frozenset())


def _differing(change: Change) -> set[str]:
    """The columns of a changed row that are not as they were."""
    before, after = change.before or {}, change.after or {}
    return {name for name, value in before.items() if after[name] != value}
