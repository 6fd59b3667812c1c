"""How often somebody has tried birth dates for a name that is entered in another team.

Whether such a name is refused tells whether the date was right, so few dates are allowed for each name; a team of many
namesakes is none of that. They are counted in memory: a refusal undoes its transaction, and one process holds the
database.
"""

from datetime import datetime, timedelta

MOST_GUESSES = 5
GUESS_TERM = timedelta(days=1)


class Guesses:
    """The latest tries of each account in each competition, name by name, as digests of names and dates."""

    def __init__(self) -> None:
        self._tried_at: dict[tuple[int, int, str], dict[str, datetime]] = {}

    def allow(self, competition_id: int, user_id: int, name: str, digest: str, now: datetime) -> bool:
        """Note a try of a name's date, and say whether it is one of the few; the same try again counts once."""
        tried_at = self._tried_at.get((competition_id, user_id, name), {})
        recent = {tried: at for tried, at in tried_at.items() if now - at < GUESS_TERM}
        is_allowed = digest in recent or len(recent) < MOST_GUESSES
        if is_allowed:
            recent.setdefault(digest, now)
        self._tried_at[competition_id, user_id, name] = recent
        return is_allowed
