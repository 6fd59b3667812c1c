"""The words for what a row of the ledger refers to, by the names as they are now."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.db.history import History
from bot.db.snapshot import Sheet, SheetKey
from bot.ui.facts.audit import AuditFilter
from bot.ui.names import for_prose
from bot.ui.texts.holdem import describe_order_change
from bot.ui.texts.listing import count
from bot.ui.texts.registration import word_money
from bot.ui.texts.scores import name_round
from core.holdem.order import compare_orders, read_order
from core.scoring.event import get_event, get_events

FORMER_PLAYER = "former player"
"""Whoever asked to be forgotten."""
ERASED = "Former player"
"""The name that an erased player has in the database."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT")
NOBODY = "somebody"
NOTHING = "nothing"
MOST_NAMED = 8
HOLDEM = SheetKey("holdem", None, None, 0)


class Words:
    """Words for the facts of rows of one competition's ledger."""

    def __init__(self, history: History, currency: str, wanted: AuditFilter | None = None) -> None:
        self._wanted = wanted or AuditFilter()
        self._history = history
        self._currency = currency

    def fact(self, name: str, value: Any) -> str:
        """A fact by its name: an id becomes what it stands for."""
        word = {
            "team": self.team,
            "teams": self.teams,
            "player": self.player,
            "joined": self.player,
            "left": self.player,
            "players": self.players,
            "user": self.account,
            "captain": self.account,
            "users": self.accounts,
            "sheet": self.sheet,
            "sheets": self.sheets,
            "offence": self.offence,
            "ban": self.ban,
            "cents": self.money,
            "event": self.event,
        }.get(name, self.plain)
        return word(value)

    def plain(self, value: Any) -> str:
        """A number or a word of ours; a moment as Discord shows it."""
        if isinstance(value, str) and MOMENT.match(value):
            return f"<t:{int(datetime.fromisoformat(value).timestamp())}:f>"
        return NOTHING if value is None else str(value)

    def team(self, id_: Any) -> str:
        """A team, also one that gave up."""
        name = self._history.teams.get(id_)
        return "a team" if name is None else for_prose(name)

    def teams(self, ids: Any) -> str:
        """Several teams; or only how many there were."""
        return count(ids, "team") if isinstance(ids, int) else _name_all([self.team(id_) for id_ in ids])

    def player(self, id_: Any) -> str:
        """A player, also one who left."""
        person = self._history.people.get(id_)
        if person is None:
            return NOBODY
        return FORMER_PLAYER if person.name == ERASED else for_prose(person.name)

    def players(self, ids: Any) -> str:
        """Several players; or only how many there were."""
        return count(ids, "player") if isinstance(ids, int) else _name_all([self.player(id_) for id_ in ids])

    def account(self, user_id: Any) -> str:
        """Whoever has this account."""
        return f"<@{user_id}>" if user_id else NOBODY

    def accounts(self, user_ids: Any) -> str:
        """Several accounts."""
        return _name_all([self.account(user_id) for user_id in user_ids])

    def money(self, cents: Any) -> str:
        """An amount."""
        return word_money(cents, self._currency)

    def event(self, key: Any) -> str:
        """An event's title."""
        return get_event(key).title if key in get_events() else str(key)

    def offence(self, id_: Any) -> str:
        """An offence by its number, and whose it is."""
        incident = self._history.incidents.get(id_)
        whose = f" of {self.player(incident.player_id)} ({self.team(incident.team_id)})" if incident else ""
        return f"offence #{id_}{whose}"

    def ban(self, id_: Any) -> str:
        """Whom a ban keeps out."""
        player_id = self._history.banned.get(id_)
        return f"ban #{id_}" + (f" of {self.player(player_id)}" if player_id else "")

    def match_entered(self, id_: Any) -> str:
        """`entered a match: Reds beat Blues, 2 to 1`; where it replaced another result, both."""
        match = self._history.matches.get(id_)
        if match is None or match.replaces_id is None:
            return f"entered a match: {self._match(id_)}"
        return f"corrected a match: {self._match(match.replaces_id)} → {self._match(id_)}"

    def match_before(self, id_: Any) -> str:
        """The result that a row took back."""
        match = self._history.matches.get(id_)
        return self._match(match.replaces_id if match else None)

    def _match(self, id_: int | None) -> str:
        """`Reds beat Blues, 2 to 1`"""
        match = self._history.matches.get(id_ or 0)
        if match is None:
            return "a result"
        first, second = match.team_ids
        if match.winner_id is None:
            return f"{self.team(first)} against {self.team(second)}, both forfeited"
        loser = second if match.winner_id == first else first
        won, lost = match.games.count(match.winner_id), match.games.count(loser)
        score = f", {won} to {lost}" if match.games else ""
        how = " by forfeit" if match.how == "forfeit" else ""
        return f"{self.team(match.winner_id)} beat {self.team(loser)}{how}{score}"

    def sheet(self, id_: Any) -> str:
        """`bowling, game 1 of Bob: 120 → 130`"""
        sheet = self._history.sheets.get(id_)
        if sheet is None:
            return "a round"
        before = self._history.sheets.get(sheet.replaces_id or 0)
        if sheet.key == HOLDEM:
            return f"{self.whose_sheet(sheet)}: {self.order_of(id_)}"
        old, new = (NOTHING if one is None else self._value(one) for one in (before, sheet))
        return f"{self.whose_sheet(sheet)}: {new if old == NOTHING else f'{old} → {new}'}"

    def sheets(self, ids: Any) -> str:
        """Several sheets, those that replaced another first; of whoever is asked about, only theirs."""
        return _name_all([self.sheet(sheet.id) for sheet in self._choose_sheets(ids)])

    def sheets_taken_back(self, ids: Any) -> str:
        """Several sheets that count no more, as those of a team that were entered at once."""
        return _name_all([self.sheet_taken_back(sheet.id) for sheet in self._choose_sheets(ids)])

    def _choose_sheets(self, ids: Any) -> list[Sheet]:
        known = [self._history.sheets[id_] for id_ in ids if id_ in self._history.sheets]
        asked_for = [sheet for sheet in known if self._is_asked_for(sheet)] or known
        return sorted(asked_for, key=lambda sheet: sheet.replaces_id is None)

    def _is_asked_for(self, sheet: Sheet) -> bool:
        wanted, person = self._wanted, self._history.people.get(sheet.key.player_id or 0)
        return (
            wanted.player_id in (None, sheet.key.player_id)
            and wanted.team_id in (None, person.team_id if person else sheet.key.team_id)
            and wanted.event in (None, sheet.key.event)
        )

    def sheet_taken_back(self, id_: Any) -> str:
        """A sheet that counts no more, and what counts instead."""
        sheet = self._history.sheets.get(id_)
        if sheet is None:
            return "a round"
        before = self._history.sheets.get(sheet.replaces_id or 0)
        if sheet.key == HOLDEM:
            return f"{self.whose_sheet(sheet)}: {self.order_of(id_)}"
        return f"{self.whose_sheet(sheet)}: {self._value(sheet)} → {self._value(before) if before else NOTHING}"

    def order_of(self, id_: Any) -> str:
        """What changed in an order of elimination: who went out, came late, or is back."""
        sheet = self._history.sheets.get(id_)
        if sheet is None:
            return "the order"
        before = self._history.sheets.get(sheet.replaces_id or 0)
        change = compare_orders(read_order(before.value if before else None), read_order(sheet.value))
        return describe_order_change(change, self.player) or "the same order"

    def whose_sheet(self, sheet: Sheet) -> str:
        """`bowling, game 1 of Bob`"""
        event = get_event(sheet.key.event)
        owner = self.player(sheet.key.player_id) if sheet.key.player_id else self.team(sheet.key.team_id)
        if sheet.key.player_id is None and sheet.key.team_id is None:
            return event.title
        return f"{event.title}, {name_round(event, sheet.key.round)} of {owner}"

    def _value(self, sheet: Sheet) -> str:
        entry = get_event(sheet.key.event).entry
        if sheet.is_forfeit:
            return "a forfeit"
        if sheet.value is None:
            return NOTHING
        if entry is None or sheet.key.round == 0:
            return "entered"
        entered = entry.read(sheet.value)
        return "?" if entered is None else str(entered.points)


def _name_all(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    named = [*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    return " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named) or NOBODY
