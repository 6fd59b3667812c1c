"""The outbox: a post is a row first, in the transaction of what it tells, and a message later.

A live post (standings, bracket) is drawn from the newest state whenever it is sent, so ten corrections become one edit.
A notice keeps its text and is sent once.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, bindparam, case, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.db.connection import Connection
from bot.db.engine import Transaction
from bot.db.tables import post as posts
from bot.ui.message import Message
from bot.ui.pictures.kept import write_pictures

LONGEST_TEXT, CUT = 2000, "\n..."
INSERTS = {"sqlite": sqlite.insert(posts), "postgresql": postgresql.insert(posts)}
NOTICE = {name: statement.on_conflict_do_nothing() for name, statement in INSERTS.items()}
TRIED_AGAIN = case((posts.c.status == "failed", "waiting"), else_=posts.c.status)
"""What failed is tried again with the next change: somebody may have given back a permission."""
REFRESH = (
    update(posts)
    .where(
        posts.c.competition_id == bindparam("of_competition"),
        posts.c.subject.in_(bindparam("subjects", expanding=True)),
    )
    .values(wanted_revision=bindparam("revision"), status=TRIED_AGAIN)
    .returning(posts.c.subject)
)
CREATE = {
    name: statement.on_conflict_do_update(
        index_elements=["competition_id", "subject"],
        set_={"wanted_revision": statement.excluded.wanted_revision, "status": TRIED_AGAIN},
    )
    for name, statement in INSERTS.items()
}
DUE = (
    select(posts)
    .where(
        posts.c.status != "failed",
        or_(
            posts.c.shown_revision < posts.c.wanted_revision,
            posts.c.is_live & posts.c.message_id.is_not(None) & ~posts.c.is_pinned,
        ),
    )
    .order_by(posts.c.id)
)


class PostStatus(StrEnum):
    """How far a post has come; `sending` outlives a crash, and then nobody knows whether it arrived."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Post:
    """One row of the outbox; `*_at` are seconds of real time since the epoch."""

    id: int
    competition_id: int
    subject: str
    channel_id: int | None
    user_id: int | None
    payload: dict[str, Any] | None
    is_live: bool
    wanted_revision: int
    shown_revision: int
    status: PostStatus
    nonce: int
    attempted_at: float | None
    attempted_text: str | None
    message_id: int | None
    replaced_message_id: int | None
    replaced_in_id: int | None
    is_pinned: bool
    sent_at: float | None

    @property
    def place(self) -> tuple[str, int]:
        """Where it goes: a channel, or the direct messages of a user."""
        return ("user", self.user_id) if self.user_id is not None else ("channel", self.channel_id or 0)

    @property
    def replaced_place(self) -> tuple[str, int]:
        """Where the message is that it takes over from."""
        return ("channel", self.replaced_in_id) if self.replaced_in_id is not None else self.place


async def enqueue_notice(
    tx: Transaction,
    competition_id: int,
    subject: str,
    message: Message,
    *,
    channel_id: int | None = None,
    user_id: int | None = None,
) -> None:
    """Post a notice once; `subject` tells it apart within its competition, and a second one of it is not sent.

    A text that is longer than a message holds ends with the last whole line that fits. Its pictures are drawn when it
    is sent; then only the text is kept.
    """
    payload = replace(message, text=cut_text(message.text)).to_json()
    if message.pictures:
        payload["pictures"] = write_pictures(message.pictures)
    values = {**_new(competition_id, subject, channel_id, user_id), "payload": payload, "is_live": False}
    await tx.connection.execute(NOTICE[tx.connection.dialect.name], values | {"wanted_revision": 1})


def cut_text(text: str) -> str:
    """At most what one message holds, whole lines where there are several."""
    if len(text) <= LONGEST_TEXT:
        return text
    kept = text[: LONGEST_TEXT - len(CUT)]
    return (kept.rsplit("\n", 1)[0] if "\n" in kept else kept) + CUT


async def change_notice(tx: Transaction, post: Post, message: Message) -> None:
    """Let a notice say something else: before it is sent, or by an edit."""
    values = {"payload": message.to_json(), "wanted_revision": post.wanted_revision + 1}
    await tx.connection.execute(update(posts).where(posts.c.id == post.id).values(values))


async def refresh_live(
    tx: Transaction, competition_id: int, channels: Mapping[str, int], revision: int, if_there: Sequence[str] = ()
) -> None:
    """Have live posts, by subject with their channels, show at least this revision; what is not there is created.

    Those named by `if_there` are not.
    """
    values = {"of_competition": competition_id, "subjects": [*channels, *if_there], "revision": revision}
    if channels.keys() <= {*(await tx.connection.execute(REFRESH, values)).scalars()}:
        return
    rows = [
        {**_new(competition_id, subject, channel_id, None), "is_live": True, "wanted_revision": revision}
        for subject, channel_id in channels.items()
    ]
    await tx.connection.execute(CREATE[tx.connection.dialect.name], rows)


async def move_live(tx: Transaction, competition_id: int, subject: str, channel_id: int) -> None:
    """Show a live post in another channel from now on; the message in the one where it is now goes then."""
    is_there = posts.c.message_id.is_not(None)
    await tx.connection.execute(
        update(posts)
        .where(posts.c.competition_id == competition_id, posts.c.subject == subject)
        .values(
            channel_id=channel_id,
            message_id=None,
            replaced_message_id=case((is_there, posts.c.message_id), else_=posts.c.replaced_message_id),
            replaced_in_id=case((is_there, posts.c.channel_id), else_=posts.c.replaced_in_id),
            is_pinned=False,
            shown_revision=0,
            wanted_revision=posts.c.wanted_revision + 1,
            status=PostStatus.WAITING,
            nonce=_new_nonce(),
        )
    )


async def load_due(connection: Connection) -> list[Post]:
    """The posts that have something to send, in the order in which they were enqueued."""
    return [read_post(row) for row in await connection.execute(DUE)]


async def load_failed(connection: Connection, competition_id: int) -> list[Post]:
    """The posts that could not be delivered."""
    statement = select(posts).where(posts.c.competition_id == competition_id, posts.c.status == PostStatus.FAILED)
    return [read_post(row) for row in await connection.execute(statement.order_by(posts.c.id))]


async def load_about(connection: Connection, competition_id: int, prefix: str) -> list[Post]:
    """The posts whose subjects begin so."""
    about = posts.c.subject.startswith(prefix, autoescape=True)
    statement = select(posts).where(posts.c.competition_id == competition_id, about).order_by(posts.c.id)
    return [read_post(row) for row in await connection.execute(statement)]


async def change_post(tx: Transaction, post_id: int, **values: Any) -> None:
    """Save how far a post has come."""
    await tx.connection.execute(update(posts).where(posts.c.id == post_id).values(values))


async def advance_post(tx: Transaction, post: Post, **values: Any) -> bool:
    """Save how far a post has come, unless it was moved to another channel meanwhile; whether it was not."""
    still = (posts.c.id == post.id) & (posts.c.nonce == post.nonce)
    return (await tx.connection.execute(update(posts).where(still).values(values))).rowcount == 1


async def note_shown(tx: Transaction, post: Post, message_id: int, revision: int) -> None:
    """Save what a message shows after an edit, unless the post was moved to another one meanwhile."""
    still = (posts.c.id == post.id) & (posts.c.message_id == message_id)
    await tx.connection.execute(update(posts).where(still).values(shown_revision=revision))


async def load_known_messages(connection: Connection, channel_id: int) -> set[int]:
    """The ids of the messages in a channel that belong to some post, or that one is about to take over from."""
    statement = select(posts.c.message_id, posts.c.replaced_message_id).where(
        or_(posts.c.channel_id == channel_id, posts.c.replaced_in_id == channel_id)
    )
    return {id_ for row in await connection.execute(statement) for id_ in row if id_ is not None}


async def recheck_live(tx: Transaction) -> None:
    """Have every live message edited once, which finds out whether somebody deleted it."""
    await tx.connection.execute(
        update(posts).where(posts.c.is_live, posts.c.status == PostStatus.SENT).values(shown_revision=0)
    )


def read_post(row: Row[Any]) -> Post:
    """A post from its row."""
    return replace(Post(*row), status=PostStatus(row.status))


def _new(competition_id: int, subject: str, channel_id: int | None, user_id: int | None) -> dict[str, Any]:
    return {
        "competition_id": competition_id,
        "subject": subject,
        "channel_id": channel_id,
        "user_id": user_id,
        "shown_revision": 0,
        "status": PostStatus.WAITING,
        "nonce": _new_nonce(),
        "is_pinned": False,
    }


def _new_nonce() -> int:
    return secrets.randbits(62) + 1
