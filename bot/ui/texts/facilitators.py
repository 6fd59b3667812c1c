"""Facilitators bound to events."""

from collections.abc import Collection, Sequence
from typing import Any

from bot.db.snapshot import Snapshot
from bot.ui.facts.desk import Bound
from bot.ui.names import for_prose
from bot.ui.texts.scores import not_in_edition as not_in_edition
from core.scoring.event import Event, get_event

NO_EVENTS = "A dodgeball tournament has no events: every facilitator enters every match with `/match result`."


def other_event(event: Event[Any], own: Sequence[Event[Any]], managers: Sequence[int]) -> str:
    """The refusal of what another facilitator keeps."""
    own_titles = _join([one.title for one in own])
    who = _join([*_mention(managers), "a facilitator of every event", "a director"], "or")
    return f"You keep {own_titles}, so you cannot do this for {event.title}. Ask {who}."


def managers_only(event: Event[Any], managers: Sequence[int], director_role_id: int | None) -> str:
    """The refusal of what an event's manager decides."""
    role = f" (the role <@&{director_role_id}>)" if director_role_id else ""
    if not managers:
        return f"Only the manager of {event.title} can do this. Nobody is bound to it yet, so ask a director{role}."
    return f"Only the manager of {event.title} can do this: {_join([*_mention(managers)], 'or')}, or a director{role}."


def not_a_facilitator(user_id: int, role_id: int | None) -> str:
    """The refusal to bind somebody who is not staff."""
    if role_id is None:
        return "This competition has no facilitator's role, so nobody can be bound. A director sets one first."
    return f"<@{user_id}> is no facilitator: give them the role <@&{role_id}> first, then bind them to the event."


def not_bound(event: Event[Any], user_id: int) -> str:
    """The refusal to release somebody who is not bound."""
    return f"<@{user_id}> is not bound to {event.title}. `/facilitator list` shows who is."


def bound(done: Bound) -> str:
    """The answer to a director."""
    own = [get_event(event) for event in done.snapshot.competition.settings.events]
    own = [event for event in own if (event.key, done.user_id) in done.snapshot.facilitators]
    who, titles = f"<@{done.user_id}>", _join([event.title for event in own])
    if not own:
        return f"{who} is bound to no event any more and may enter scores in all of them."
    first = f"{who} now keeps {done.event.title}" if done.is_bound else f"{who} no longer keeps {done.event.title}"
    return f"{first}. They enter, time and correct {titles} only, and decide what its manager decides."


def listed(snapshot: Snapshot, without_role: Collection[int] = ()) -> str:
    """Who keeps which event, and who of them has lost the facilitator's role."""
    lines = [f"**Who keeps which event of {for_prose(snapshot.competition.name)}**"]
    for key in snapshot.competition.settings.events:
        bound_to = sorted(user_id for event, user_id in snapshot.facilitators if event == key)
        lines.append(f"{get_event(key).title}: {_join([*_mention(bound_to)]) or 'every facilitator'}")
    lines.append("Whoever is bound to no event keeps all of them, and so do directors.")
    if without_role:
        lines.append(
            f"⚠️ {_join(_mention(sorted(without_role)))}: no facilitator any more, but still bound, and called where "
            "cards are disputed. A director releases them with `/facilitator remove`."
        )
    return "\n".join(lines)


def _mention(user_ids: Sequence[int]) -> list[str]:
    return [f"<@{user_id}>" for user_id in user_ids]


def _join(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
