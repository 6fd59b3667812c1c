"""What the client's pickers put into an interaction: people, roles, channels, files, options of a list."""

from __future__ import annotations

import mimetypes
from typing import TYPE_CHECKING, Any

from rehearsal import payloads, permissions
from rehearsal.errors import PeopleError
from rehearsal.limits_commands import CHANNEL, MENTIONABLE, ROLE, USER
from rehearsal.state import Attachment, Channel, Json, Member, Role

if TYPE_CHECKING:
    from rehearsal.world import World

ENTITIES = {USER: "a Person", ROLE: "a Role", CHANNEL: "a Channel", MENTIONABLE: "a Person or Role"}


def check_entity(where: str, option: Json, value: Any) -> None:
    kind = option["type"]
    fits = {
        USER: hasattr(value, "user"),
        ROLE: isinstance(value, Role),
        CHANNEL: isinstance(value, Channel),
        MENTIONABLE: hasattr(value, "user") or isinstance(value, Role),
    }
    if not fits[kind]:
        raise PeopleError(f"{where} is {ENTITIES[kind]}, not {value!r}")
    kinds = option.get("channel_types")
    if isinstance(value, Channel) and kinds and value.kind not in kinds:
        raise PeopleError(f"{where} takes channels of the types {kinds}, not {value.kind}")


def resolve(member: Member, entity: Any, resolved: Json) -> str:
    """Put what an id stands for into `resolved`, as Discord does, and return the id."""
    guild = member.guild
    if isinstance(entity, Role):
        resolved.setdefault("roles", {})[str(entity.id)] = payloads.role(entity)
        return str(entity.id)
    if isinstance(entity, Channel):
        channel = payloads.channel(entity)
        channel["permissions"] = str(permissions.in_channel(member, entity))
        resolved.setdefault("channels", {})[str(entity.id)] = channel
        return str(entity.id)
    user_id = str(entity.user.id)
    resolved.setdefault("users", {})[user_id] = payloads.user(entity.user)
    if entity.user.id in guild.members:
        partial = payloads.member(guild.members[entity.user.id])
        del partial["user"], partial["deaf"], partial["mute"]
        partial["permissions"] = str(permissions.in_guild(guild.members[entity.user.id]))
        resolved.setdefault("members", {})[user_id] = partial
    return user_id


def upload(where: str, value: Any, world: World, resolved: Json) -> str:
    if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], bytes)):
        raise PeopleError(f"{where} is a file: a pair (filename, bytes), not {value!r:.80}")
    filename, content = value
    upload_id = world.ids.make()
    kind = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    address = f"{world.base_url}/attachments/0/{upload_id}/{filename}"
    world.attachments[upload_id] = Attachment(upload_id, filename, content, kind, address)
    resolved.setdefault("attachments", {})[str(upload_id)] = payloads.attachment(world.attachments[upload_id])
    return str(upload_id)


def option_value(where: str, options: list[Json], wanted: Any) -> str:
    found = [o["value"] for o in options if wanted in (o["label"], o["value"])]
    if not found:
        raise PeopleError(f"{where} offers {', '.join(o['label'] for o in options)}; not {wanted!r}")
    return found[0]
