"""Dodgeball teams with too few players left."""

from bot.ui.names import for_prose


def nobody_left(team: str, title: str) -> str:
    """The refusal of a result of a team without players."""
    return (
        f"{for_prose(team)} has no player left, so it cannot play {title}: enter a forfeit with `/match forfeit`. If "
        "an ejection is wrong, a director lifts it with `/conduct lift`."
    )


def too_few(team: str, left: int) -> str:
    """The note to staff about a team that cannot start a game any more."""
    if left <= 0:
        return f"⚠️ {for_prose(team)} has no player left. Enter a forfeit for its matches: `/match forfeit`."
    players = "1 player" if left == 1 else f"{left} players"
    return (
        f"⚠️ {for_prose(team)} has {players} left to line up, and a game starts with 4. Whoever has fewer forfeits "
        "that game; for a whole match: `/match forfeit`."
    )
