"""What people were told, against what the database and the channels hold."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from rehearsal.interactions import COMMAND, Interaction
from rehearsal.state import Message
from rehearsal.world import World

ENTERED = ("has **", " beat ", " is out in place ")
REFUSED = "This match is decided already"
RESULT_NAMES = ("score", "score-confirm", "match", "correction-confirm", "match-confirm")
RESULT_TABLES = {"sheet": "sheet", "result": "match_result"}
LEDGER = """
    SELECT interaction_id, facts FROM ledger
    WHERE action IN ('score submit', 'score correct', 'score holdem', 'event stroke-index', 'match result')
"""
FIRST_ENTRIES = """
    SELECT count(*) FROM sheet WHERE replaces_id IS NULL
    GROUP BY competition_id, event, team_id, player_id, round HAVING count(*) > 1
"""
# A live message is at rest once it is pinned: only then the one that it took over from is gone.
UNSENT = """
    SELECT count(*) FROM post WHERE status != 'failed'
    AND (shown_revision < wanted_revision OR status = 'sending' OR is_live AND NOT is_pinned)
"""


@dataclass
class Count:
    """What was counted, and what is wrong."""

    numbers: dict[str, int] = field(default_factory=dict[str, int])
    wrong: list[str] = field(default_factory=list[str])

    def must_be_none(self, what: str, number: int) -> None:
        """Count what must not occur."""
        self.numbers[what] = number
        if number:
            self.wrong.append(f"{number} {what}")

    def __str__(self) -> str:
        return ", ".join(f"{number} {what}" for what, number in self.numbers.items())


def count_results(world: World, database: Path) -> Count:
    """Results: acknowledged ones that are lost, and ones that are there twice or by halves."""
    with closing(sqlite3.connect(database)) as connection:
        noted = [(interaction, json.loads(facts)) for interaction, facts in connection.execute(LEDGER)]
        rows = {
            (fact, row_id)
            for fact, table in RESULT_TABLES.items()
            for (row_id,) in connection.execute(f"SELECT id FROM {table}")
        }
        twice = len(connection.execute(FIRST_ENTRIES).fetchall())
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    by_interaction = Counter(interaction for interaction, _ in noted)
    refers_to = Counter((fact, facts[fact]) for _, facts in noted for fact in RESULT_TABLES if fact in facts)
    acknowledged = {it.id for it in world.interactions.values() if _is_acknowledged_result(it)}
    count = Count({"results": len(rows), "acknowledged results": len(acknowledged)})
    count.must_be_none("acknowledged results lost", len(acknowledged - by_interaction.keys()))
    count.must_be_none("results doubled", twice + sum(n - 1 for n in by_interaction.values()))
    count.must_be_none("results half-done", len(rows ^ refers_to.keys()) + sum(n - 1 for n in refers_to.values()))
    count.must_be_none("references broken", len(broken))
    count.must_be_none("databases damaged", int(not sound))
    count.numbers["results done though nobody was answered"] = len(by_interaction.keys() - acknowledged)
    return count


def count_posts(world: World, database: Path) -> Count:
    """Posts: what the outbox wanted to be read, against the messages that people can read."""
    with closing(sqlite3.connect(database)) as connection:
        posts = connection.execute("SELECT message_id, status, is_live, channel_id IS NOT NULL FROM post").fetchall()
        told = connection.execute("SELECT count(*) FROM post WHERE subject LIKE 'match:%'").fetchone()[0]
        matches = connection.execute("SELECT count(*) FROM match_result").fetchone()[0]
        (unsent,) = connection.execute(UNSENT).fetchone()
    wanted = {message_id for message_id, status, *_ in posts if status != "failed"}
    there = {message.id: message for message in world.messages() if _is_post(message)}
    pinned = {message_id for message_id, _, is_live, _ in posts if is_live}
    given_up = [is_in_channel for _, status, _, is_in_channel in posts if status == "failed"]
    count = Count({"posts": len(posts), "direct messages given up": given_up.count(0)})
    count.must_be_none("posts given up", given_up.count(1))
    count.must_be_none("posts unsent", unsent)
    count.must_be_none("posts missing", len(wanted - there.keys()) + abs(matches - told))
    count.must_be_none("posts doubled", len(there.keys() - wanted))
    count.must_be_none("live messages not pinned", sum(there[id_].pinned_at is None for id_ in pinned & there.keys()))
    return count


def is_settled(database: Path) -> bool:
    """Whether the outbox has nothing left to send."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(UNSENT).fetchone() == (0,)


def _is_acknowledged_result(interaction: Interaction) -> bool:
    name = interaction.data.get("name" if interaction.kind == COMMAND else "custom_id", "").split(":")[0]
    if name not in RESULT_NAMES:
        return False
    shown = interaction.original
    if shown is None or shown.text.startswith(REFUSED):
        return False
    return any(words in shown.text for words in ENTERED)


def _is_post(message: Message) -> bool:
    return message.author.is_bot and message.kind == 0 and message.interaction is None
