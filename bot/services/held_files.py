"""Files that were checked and wait to be confirmed: in memory alone and not for long, since they hold birth dates."""

import asyncio
import secrets
from dataclasses import dataclass, field

KEPT_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A file, whose it is, and a digest of what was said about it."""

    competition_id: int
    user_id: int
    data: bytes = field(repr=False)
    shown: str = ""


class HeldFiles:
    """One file of each person in each competition, for a quarter of an hour at most."""

    def __init__(self) -> None:
        self._files: dict[str, HeldFile] = {}

    def hold(self, file: HeldFile) -> str:
        """Keep a file in the place of an earlier one; gives the key that only its owner can use."""
        for key, other in list(self._files.items()):
            if (other.competition_id, other.user_id) == (file.competition_id, file.user_id):
                self.drop(key)
        key = secrets.token_hex(8)
        self._files[key] = file
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self.drop, key)
        return key

    def find(self, competition_id: int, user_id: int, key: str) -> HeldFile | None:
        """Somebody's own file, as long as it is kept."""
        file = self._files.get(key)
        return file if file and (file.competition_id, file.user_id) == (competition_id, user_id) else None

    def drop(self, key: str) -> None:
        """Keep it no longer."""
        self._files.pop(key, None)
