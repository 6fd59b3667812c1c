"""How often somebody has tried names that are entered in other teams.

Whether such a name is refused tells whether the birth date was right, so few tries are allowed. They are counted in
memory: a refusal undoes its transaction, and one process holds the database.
"""

from datetime import datetime, timedelta

MOST_GUESSES = 5
GUESS_TERM = timedelta(days=1)


class Guesses:
    """The latest tries of each account in each competition, as digests of names and dates."""

    def __init__(self) -> None:
        self._tried_at: dict[tuple[int, int], dict[str, datetime]] = {}

    def allow(self, competition_id: int, user_id: int, digest: str, now: datetime) -> bool:
        """Note a try, and say whether it is one of the few; the same try again counts once."""
        tried_at = self._tried_at.get((competition_id, user_id), {})
        recent = {tried: at for tried, at in tried_at.items() if now - at < GUESS_TERM}
        is_allowed = digest in recent or len(recent) < MOST_GUESSES
        if is_allowed:
            recent.setdefault(digest, now)
        self._tried_at[competition_id, user_id] = recent
        return is_allowed
