"""Finding a team or a player by what somebody chose or typed, in the competition that is meant.

A choice comes as `#<id>`; whoever types freely is understood where only one name can be meant.
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import TypeVar

from bot.db.engine import Transaction
from bot.db.snapshot import Player, Snapshot, Team
from bot.services.access import Asker, is_director, is_staff, read_competition, require_captain
from bot.ui.texts import lookup as texts
from core.errors import NotFound
from core.names import NAME_MAX_CHARACTERS, name_key, search_key

MOST_NEAR = 5

T = TypeVar("T", Team, Player)


def find_team(snapshot: Snapshot, text: str) -> Team:
    """The team that is meant. Raises NotFound, which names those that come near."""
    teams = list(snapshot.teams.values())
    return _find_one(teams, text, lambda team: (team.name,), texts.unknown_team)


def find_player(snapshot: Snapshot, text: str, team: Team | None = None) -> Player:
    """The player who is meant, of a team or of any; namesakes are told apart as `Name (Team)` (ruling 114).

    Raises NotFound, which names those who come near.
    """
    players = [p for p in snapshot.players.values() if p.left_at is None and (team is None or p.team_id == team.id)]
    unknown = texts.unknown_player if team is None else partial(texts.unknown_in_team, team.name)
    return _find_one(players, text, lambda p: (p.name, name_with_team(snapshot, p)), unknown)


def find_captained_team(snapshot: Snapshot, user_id: int) -> Team | None:
    """The team whose captain somebody is."""
    return next((team for team in snapshot.teams.values() if team.captain_id == user_id), None)


def find_led_team(snapshot: Snapshot, user_id: int) -> Team | None:
    """The team that somebody leads as captain, else as co-captain."""
    co_led = (team for team in snapshot.teams.values() if user_id in team.co_captain_ids)
    return find_captained_team(snapshot, user_id) or next(co_led, None)


def find_linked_player(snapshot: Snapshot, user_id: int) -> Player | None:
    """The player that a Discord account is."""
    present = (player for player in snapshot.players.values() if player.left_at is None)
    return next((player for player in present if player.user_id == user_id), None)


def find_own_team(snapshot: Snapshot, user_id: int) -> Team | None:
    """The team that somebody leads as captain, else as co-captain, else that they play for."""
    if (led := find_led_team(snapshot, user_id)) is not None:
        return led
    player = find_linked_player(snapshot, user_id)
    return None if player is None else snapshot.teams[player.team_id]


def choose_team(snapshot: Snapshot, asker: Asker, named: str | None) -> Team:
    """The team that the asker acts for: the named one, else their own.

    Captains and co-captains act for their own team, directors for every team, facilitators for a team whose captain
    has no Discord account. Raises NotFound or NotAllowed.
    """
    team = find_team(snapshot, named) if named is not None else find_own_team(snapshot, asker.user_id)
    if team is None:
        raise NotFound(texts.NO_OWN_TEAM)
    acts_for_captain = is_staff if team.captain_id is None else is_director
    if not acts_for_captain(asker, snapshot.competition):
        require_captain(asker, team)
    return team


def name_with_team(snapshot: Snapshot, player: Player) -> str:
    """A player as `Name (Team)`."""
    return f"{player.name} ({snapshot.teams[player.team_id].name})"


async def list_team_choices(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """Every team's name and the value that stands for it. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    return [(team.name, f"#{team.id}") for team in snapshot.teams.values()]


async def list_player_choices(tx: Transaction, asker: Asker, chosen: str | None) -> list[tuple[str, str]]:
    """Every player as `Name (Team)`. Raises NotFound."""
    snapshot = await read_competition(tx, asker, chosen)
    present = [player for player in snapshot.players.values() if player.left_at is None]
    return [(name_with_team(snapshot, player), f"#{player.id}") for player in present]


async def list_member_choices(
    tx: Transaction, asker: Asker, chosen: str | None, named_team: str | None
) -> list[tuple[str, str]]:
    """The players of the named team, else of the asker's own. Raises NotFound or NotAllowed."""
    snapshot = await read_competition(tx, asker, chosen)
    team = choose_team(snapshot, asker, named_team)
    return [(player.name, f"#{player.id}") for player in snapshot.roster(team.id)]


def _find_one(
    candidates: Sequence[T],
    text: str,
    names_of: Callable[[T], tuple[str, ...]],
    unknown: Callable[[str, Sequence[str]], str],
) -> T:
    """A choice's id counts, then the same name, then one that differs in case and accents alone; never a mere part."""
    tests: tuple[Callable[[T], bool], ...] = (
        lambda c: text == f"#{c.id}",
        lambda c: name_key(text) in map(name_key, names_of(c)),
        lambda c: search_key(text) in map(search_key, names_of(c)),
    )
    for is_meant in tests:
        found = [c for c in candidates if is_meant(c)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotFound(texts.ambiguous(text, [names_of(c)[-1] for c in found]))
    raise NotFound(unknown(text, come_near(text, [names_of(c)[-1] for c in candidates])))


def come_near(text: str, names: Sequence[str]) -> list[str]:
    """The names that hold what was typed, then those that are spelt nearly so."""
    wanted = search_key(text[:NAME_MAX_CHARACTERS])
    of_key = {search_key(name): name for name in names}
    holding = [key for key in of_key if wanted and wanted in key]
    near = dict.fromkeys([*holding, *get_close_matches(wanted, of_key, MOST_NEAR, cutoff=0.5)])
    return [of_key[key] for key in near][:MOST_NEAR]
