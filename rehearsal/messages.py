"""Messages come, change and go. The checks of their contents are in `check`, permissions in the routes."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rehearsal import components, limits, mentions, payloads, permissions
from rehearsal.errors import refusal
from rehearsal.reading import PIN_NOTICE
from rehearsal.shapes import FormErrors, refuse_field
from rehearsal.state import COMPONENTS_V2, EPHEMERAL, LOADING, Attachment, Channel, Json, Message, User
from rehearsal.world import Audience

if TYPE_CHECKING:
    from rehearsal.interactions import Interaction
    from rehearsal.world import World

GUILD_MESSAGES_INTENT = 1 << 9
DIRECT_MESSAGES_INTENT = 1 << 12
SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12
SETTABLE_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2


@dataclass(frozen=True)
class Upload:
    """One file of a multipart request: `files[3]` has the number 3."""

    number: int
    filename: str
    content: bytes = field(repr=False)


def check(body: Json, uploads: list[Upload], existing: Message | None = None) -> None:
    """Refuse what Discord refuses about a message's contents; `existing` is the message to be edited.

    Raises:
        ApiError: 50035 with the faulty fields, or 50006 when nothing would be left to show.
    """
    errors = FormErrors()
    flags = (existing.flags if existing else 0) | (body.get("flags") or 0)
    after = _after_edit(body, existing)
    is_v2 = bool(flags & COMPONENTS_V2)
    if is_v2:
        _check_no_legacy_fields(after, body, errors)
    _check_embeds(after["embeds"], errors)
    mentions.check_allowed_mentions(body.get("allowed_mentions"), errors)
    files = _check_attachments(body, uploads, existing, errors)
    if body.get("components"):
        names = {a.filename for a in existing.attachments} if existing else set()
        components.check_message_components(body["components"], is_v2=is_v2, files=names | set(files), errors=errors)
    errors.refuse()
    has_files = bool(uploads) or bool(existing and existing.attachments and body.get("attachments") is None)
    has_embeds = any(_is_visible(embed) for embed in after["embeds"])
    if not (after["content"].strip() or has_embeds or after["components"] or has_files):
        raise refusal(50006, "no content, embed, component or file")


def _after_edit(body: Json, existing: Message | None) -> Json:
    """The parts of the message as they will be."""
    before: Json = {"content": "", "embeds": [], "components": []}
    if existing is not None:
        before = {
            "content": existing.content,
            "embeds": existing.embeds,
            "components": existing.components,
        }
    empty: Json = {"content": "", "embeds": [], "components": []}
    return {key: (body[key] or empty[key]) if key in body else before[key] for key in before}


def _check_no_legacy_fields(after: Json, body: Json, errors: FormErrors) -> None:
    legacy = {"content": after["content"], "embeds": after["embeds"], "poll": body.get("poll")}
    for name, value in legacy.items():
        if value:
            message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            errors.add((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_embeds(embeds: list[Json], errors: FormErrors) -> None:
    total = sum(_embed_size(embed) for embed in embeds)
    if total > limits.EMBEDS_TEXT_IN_SUM:
        message = f"Embed size exceeds maximum size of {limits.EMBEDS_TEXT_IN_SUM}"
        errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _embed_texts(embed: Json) -> list[str]:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("author") or {}).get("name"), (embed.get("footer") or {}).get("text")]
    for item in embed.get("fields") or []:
        texts += [item["name"], item["value"]]
    return [text for text in texts if text]


def _embed_size(embed: Json) -> int:
    return sum(len(text.strip()) for text in _embed_texts(embed))


def _is_visible(embed: Json) -> bool:
    return bool(_embed_texts(embed) or embed.get("image") or embed.get("thumbnail") or embed.get("url"))


def _check_attachments(
    body: Json, uploads: list[Upload], existing: Message | None, errors: FormErrors
) -> dict[str, Upload]:
    """The uploads by the name under which they will be stored."""
    if len(uploads) > 10:
        errors.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for upload in uploads:
        if len(upload.content) > limits.ATTACHMENT_BYTES:
            raise refusal(40005, f"{upload.filename} has {len(upload.content)} bytes")
    numbers = {upload.number for upload in uploads}
    kept = {a.id for a in existing.attachments} if existing else set[int]()
    for index, listed in enumerate(body.get("attachments") or []):
        if int(listed["id"]) not in numbers | kept:
            message = "An uploaded attachment could not be found"
            errors.add(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", message)
    listed_names = {int(a["id"]): a.get("filename") for a in body.get("attachments") or []}
    return {_safe(listed_names.get(u.number) or u.filename): u for u in uploads}


def _safe(filename: str) -> str:
    return filename.replace(" ", "_").replace("/", "_").replace("\\", "_")


def create(
    channel: Channel,
    author: User,
    body: Json,
    uploads: list[Upload],
    *,
    interaction: Interaction | None = None,
    kind: int = 0,
    flags: int = 0,
) -> Message:
    """Store and announce a message whose contents were checked."""
    world = channel.world
    message = Message(
        world.ids.make(),
        channel,
        author,
        content=(body.get("content") or "").strip(),
        embeds=body.get("embeds") or [],
        components=components.number(body.get("components") or []),
        flags=flags,
        kind=kind,
        nonce=None if body.get("nonce") is None else str(body["nonce"]),
        reference=body.get("message_reference"),
        interaction=interaction,
        addressee=interaction.member.user if interaction and flags & EPHEMERAL else None,
    )
    message.attachments = _store(world, message, body, uploads)
    notify(message, body.get("allowed_mentions"))
    channel.history[message.id] = message
    announce("MESSAGE_CREATE", message)
    return message


def notify(message: Message, allowed: Json | None) -> None:
    """Work out whom the message notifies, and remember it."""
    if message.is_ephemeral or message.flags & LOADING:
        return
    author = message.guild.members.get(message.author.id) if message.guild else None
    may = permissions.in_channel(author, message.channel) if author else 0
    message.pings = mentions.evaluate(message, allowed, may)
    message.mentioned_ids = sorted(message.pings.users)


def edit(message: Message, body: Json, uploads: list[Upload]) -> Message:
    """Change a message as the body says; what it does not name stays. An edit notifies nobody anew."""
    was_loading = bool(message.flags & LOADING)
    if not was_loading:
        message.edits.append(message.text)
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = body["embeds"] or []
    if "components" in body:
        message.components = components.number(body["components"] or [])
    if body.get("flags") is not None:
        kept = message.flags & (EPHEMERAL | COMPONENTS_V2)
        message.flags = kept | body["flags"] & SETTABLE_FLAGS
    message.flags &= ~LOADING
    if body.get("attachments") is not None:
        listed = {int(a["id"]) for a in body["attachments"]}
        message.attachments = [a for a in message.attachments if a.id in listed]
    message.attachments += _store(message.world, message, body, uploads)
    message.edited_at = None if was_loading else message.world.clock.now()
    if was_loading:
        notify(message, body.get("allowed_mentions"))
    announce("MESSAGE_UPDATE", message)
    return message


def remove(message: Message) -> None:
    message.is_deleted = True
    message.channel.history.pop(message.id, None)
    guild = {"guild_id": str(message.guild.id)} if message.guild else {}
    gone = {"id": str(message.id), "channel_id": str(message.channel.id), **guild}
    message.world.announce("MESSAGE_DELETE", gone, _audience(message.channel))


def announce(event: str, message: Message) -> None:
    """Tell the bot, without the contents where it has no right to them."""
    audience = _audience(message.channel)
    if message.is_ephemeral or not message.world.is_heard(audience):
        return
    payload = payloads.message(message, hide_content=hides_content(message))
    if message.guild:
        payload["guild_id"] = str(message.guild.id)
        author = message.guild.members.get(message.author.id)
        if author is not None:
            payload["member"] = payloads.member(author)
            del payload["member"]["user"]
    message.world.announce(event, payload, audience)


def hides_content(message: Message) -> bool:
    """Without the message-content intent a bot reads only its own messages, DMs, and where it is named."""
    bot = message.world.bot
    if message.world.has_message_content or message.author is bot or message.guild is None:
        return False
    return bot.id not in message.mentioned_ids


def post_as(author: User, channel: Channel, text: str) -> Message:
    """Somebody writes an ordinary message."""
    if not text.strip() or len(text) > 2000:
        raise refuse_field(("content",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 2000 in length.")
    return create(channel, author, {"content": text}, [])


def pin(message: Message, *, pinned: bool) -> None:
    """Pin or unpin; Discord announces a pin with a system message of type 6."""
    world = message.world
    message.pinned_at = world.clock.now() if pinned else None
    announce("MESSAGE_UPDATE", message)
    changed: Json = {"channel_id": str(message.channel.id), "last_pin_timestamp": None}
    if message.guild:
        changed["guild_id"] = str(message.guild.id)
    world.announce("CHANNEL_PINS_UPDATE", changed, _audience(message.channel))
    if pinned:
        reference = {"message_id": str(message.id), "channel_id": str(message.channel.id)}
        note = Message(world.ids.make(), message.channel, world.bot, kind=PIN_NOTICE, reference=reference)
        message.channel.history[note.id] = note
        announce("MESSAGE_CREATE", note)


def _store(world: World, message: Message, body: Json, uploads: list[Upload]) -> list[Attachment]:
    listed = {int(a["id"]): a for a in body.get("attachments") or []}
    stored: list[Attachment] = []
    for upload in uploads:
        about: dict[str, Any] = listed.get(upload.number, {})
        attachment_id = world.ids.make()
        filename = _safe(about.get("filename") or upload.filename)
        address = f"{world.base_url}/attachments/{message.channel.id}/{attachment_id}/{filename}"
        kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
        attachment = Attachment(attachment_id, filename, upload.content, kind, address, about.get("description"))
        world.attachments[attachment_id] = attachment
        stored.append(attachment)
    return stored


def _audience(channel: Channel) -> Audience:
    if channel.guild is None:
        return Audience(None, DIRECT_MESSAGES_INTENT)
    return Audience(channel.guild.id, GUILD_MESSAGES_INTENT)
