"""Who may do something, and which competition is meant."""

from collections.abc import Sequence

from bot.db.snapshot import Competition
from bot.ui.names import for_prose
from bot.ui.texts.listing import name_some

MOST_NAMED = 10
MANAGER_ONLY = "Only somebody who may manage this server can do this: ask one of its administrators."
PICKED_NOWHERE = (
    "What you chose belongs to no competition of this server. Choose again from the list that appears while you type."
)
NOT_IN_SERVER = "Please use this in the server of your tournament; it does not work in direct messages."


def directors_only(director_role_id: int | None) -> str:
    """The refusal of what only directors do."""
    role = f" or has the role <@&{director_role_id}>" if director_role_id else ""
    return f"Only a director can do this: somebody who may manage this server{role}. Please ask one of them."


def staff_only(facilitator_role_id: int | None) -> str:
    """The refusal of what only staff do."""
    role = f" (the role <@&{facilitator_role_id}>)" if facilitator_role_id else ""
    return f"Only a facilitator{role} or a director can do this. Please ask one of them."


def mention_director(competition: Competition) -> str:
    """The mention of whoever is to decide: the directors' role, else whoever created the competition."""
    role_id = competition.director_role_id
    return f"<@&{role_id}>" if role_id else f"<@{competition.created_by}>"


def captain_only(team: str) -> str:
    """The refusal of what only a captain does for the team."""
    return f"Only the captain of {for_prose(team)} can do this, or a director for them."


def unknown_competition(chosen: str, names: Sequence[str]) -> str:
    """The refusal of a competition that this server does not have."""
    return f"There is no competition {for_prose(chosen[:100])} in this server. {_name_them(names)}"


def which_competition(names: Sequence[str]) -> str:
    """The question which competition is meant, or that there is none."""
    if not names:
        return "There is no competition in this server yet. A director creates one with `/competition create`."
    return f"Which competition do you mean? Fill in the option `competition`. {_name_them(names)}"


def picked_elsewhere(named: str, picked: Sequence[str]) -> str:
    """The refusal of something chosen in one competition, where the option names another; `picked` may be unknown."""
    if not picked:
        return PICKED_NOWHERE
    return (
        f"What you chose belongs to {_and(picked)}, but the option `competition` says {for_prose(named)}. Leave "
        f"`competition` empty, or choose again from the list, which then shows {for_prose(named)} alone."
    )


def picked_from_several(picked: Sequence[str]) -> str:
    """The refusal of things that were chosen in different competitions."""
    return f"What you chose belongs to different competitions: {_and(picked)}. Choose everything from one of them."


def _and(names: Sequence[str]) -> str:
    return " and ".join(for_prose(name) for name in names[:MOST_NAMED])


def _name_them(names: Sequence[str]) -> str:
    if not names:
        return "A director creates one with `/competition create`."
    return f"Here are: {name_some(names, MOST_NAMED)}."
