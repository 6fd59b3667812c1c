"""The competitions that were asked for lately, kept as they were loaded."""

from typing import Any

from bot.db.snapshot import Competition, Snapshot

MOST_KEPT = 256


class SnapshotCache:
    """The newest state of each competition that was asked for lately: its own row, and all of it.

    Every change raises the revision in its own transaction, so what is kept is used only while it is what the database
    holds.
    """

    def __init__(self) -> None:
        self._snapshots: dict[int, Snapshot] = {}
        self._competitions: dict[int, Competition] = {}

    def find(self, competition_id: int, revision: int) -> Snapshot | None:
        """The snapshot at exactly this revision, if it is kept."""
        kept = self._snapshots.get(competition_id)
        return kept if kept is not None and kept.competition.revision == revision else None

    def find_competition(self, competition_id: int, revision: int) -> Competition | None:
        """The competition's own row at exactly this revision, if it is kept."""
        kept = self._competitions.get(competition_id)
        return kept if kept is not None and kept.revision == revision else None

    def keep(self, snapshot: Snapshot) -> None:
        """Keep it instead of an older one."""
        competition = snapshot.competition
        kept = self._snapshots.get(competition.id)
        if kept is None or kept.competition.revision <= competition.revision:
            _keep_last(self._snapshots, competition.id, snapshot)
            self.keep_competition(competition)

    def keep_competition(self, competition: Competition) -> None:
        """Keep its own row instead of an older one."""
        kept = self._competitions.get(competition.id)
        if kept is None or kept.revision <= competition.revision:
            _keep_last(self._competitions, competition.id, competition)


def _keep_last(kept: dict[int, Any], key: int, value: Any) -> None:
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]
