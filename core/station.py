"""The home-run derby's station: who shags the balls, and who may pitch (G56, G58; rulings 45, 46)."""

from collections.abc import Collection, Sequence

from core.errors import RuleError


def find_shagging_team(order: Sequence[int], hitting: int, unfinished: Collection[int]) -> int | None:
    """The team that shags: the next one up after the hitting team, or the next one of all once nobody else is to hit.

    `order` are the teams that take part, in the order in which they hit. None where no other team takes part.
    """
    at = order.index(hitting)
    after = [*order[at + 1 :], *order[:at]]
    return next((team for team in after if team in unfinished), next(iter(after), None))


def list_pitchers(hitter: int, team: Sequence[int], out: Collection[int]) -> tuple[int, ...]:
    """Who of the hitter's team may pitch: everybody but the hitter and those who are out."""
    return tuple(player for player in team if player != hitter and player not in out)


def require_pitcher(
    hitter: int, pitcher: int, team: Sequence[int], out: Collection[int], names: dict[int, str]
) -> None:
    """Raise RuleError unless somebody may pitch to a hitter; the sentence names who may."""
    may = list_pitchers(hitter, team, out)
    if pitcher in may:
        return
    if not may:
        raise RuleError(f"Nobody of {names[hitter]}'s team is left to pitch, and nobody else may. A director decides.")
    choice = " or ".join(names[player] for player in may)
    if pitcher == hitter:
        raise RuleError(f"{names[hitter]} hits, so somebody else of the team pitches. Choose {choice}.")
    if pitcher in team:
        raise RuleError(f"{names[pitcher]} is out and cannot pitch. Choose {choice}.")
    raise RuleError(f"The pitcher has to be of the hitter's own team. Choose {choice}.")
