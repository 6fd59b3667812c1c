"""The history of scores: each round with all its revisions."""

from collections.abc import Iterator
from typing import Any

from bot.db.snapshot import Player, Sheet, Snapshot, Team
from bot.ui.facts.rules import RulesInForce
from bot.ui.facts.score_history import Revision, RoundHistory, ScoreHistory
from bot.ui.names import for_prose, mention_account
from bot.ui.texts.holdem import describe_order_change
from bot.ui.texts.listing import count
from bot.ui.texts.pages import paginate
from bot.ui.texts.scores import name_round, show_amount, show_spelled
from bot.ui.times import show_time
from core.holdem.order import compare_orders, read_order
from core.scoring.event import Event

NOT_GAMES = "This competition is a dodgeball tournament; `/bracket` shows its results, and `/audit` who entered them."
PREVIOUS_PAGE, NEXT_PAGE = "Previous page", "Next page"
LONGEST_PAGE = 1800


def pages(history: ScoreHistory) -> list[str]:
    """The whole history, page by page."""
    title = f"**Scores of {_whose(history)}{f' in {history.event.title}' if history.event else ''}**"
    lines = (line for each in history.rounds for line in _round_lines(history.snapshot, each))
    found = paginate([title, *lines], LONGEST_PAGE)
    if len(found) == 1:
        return found
    return [f"{page}\nPage {number} of {len(found)}" for number, page in enumerate(found, 1)]


def nothing_entered(event: Event[Any] | None, player: Player | None, team: Team | None) -> str:
    """The answer where there is no history."""
    whose = f" for {for_prose(player.name)}" if player else f" for {for_prose(team.name)}" if team else ""
    return f"Nothing has been entered{whose}{f' in {event.title}' if event else ''} yet."


def _whose(history: ScoreHistory) -> str:
    whose = history.player or history.team
    return for_prose(whose.name if whose else history.snapshot.competition.name)


def _round_lines(snapshot: Snapshot, told: RoundHistory) -> Iterator[str]:
    who = "" if told.entrant is None else f": {for_prose(told.entrant)}"
    team = "" if told.team is None else f" ({for_prose(told.team)})"
    which = "" if told.entrant is None or told.event.rounds == 1 else f", {name_round(told.event, told.key.round)}"
    yield f"**{told.event.title}{which}**{who}{team}"
    for revision in told.revisions:
        yield _revision_line(snapshot, told.event, revision)


def _revision_line(snapshot: Snapshot, event: Event[Any], revision: Revision) -> str:
    sheet = revision.sheet
    reason = f", because: {for_prose(sheet.reason)}" if sheet.reason else ""
    together = f", one of {revision.together} rounds at once" if revision.together > 1 else ""
    return (
        f"- {_what(snapshot, event, revision)}: {mention_account(sheet.submitted_by)} "
        f"{show_time(sheet.submitted_at)}{together}{reason} "
        f"{_rules(revision.rules)}"
    )


def _what(snapshot: Snapshot, event: Event[Any], revision: Revision) -> str:
    sheet, replaced = revision.sheet, revision.replaced
    if sheet.key.player_id is None and sheet.key.team_id is None:
        return _whole_event(snapshot, sheet, replaced)
    instead = "" if replaced is None else f", instead of {_value(event, replaced)}"
    return f"**{_value(event, sheet)}**{instead}"


def _value(event: Event[Any], sheet: Sheet) -> str:
    if sheet.is_forfeit:
        return "a forfeit"
    entered = None if sheet.value is None or event.entry is None else event.entry.read(sheet.value)
    return (
        "nothing (missing)"
        if entered is None
        else f"{show_amount(event, entered.points)}{show_spelled(event, entered)}"
    )


def _whole_event(snapshot: Snapshot, sheet: Sheet, replaced: Sheet | None) -> str:
    """What changed in hold'em's order, or the course's stroke index."""
    if sheet.key.event != "holdem":
        return f"stroke index **{' '.join(map(str, sheet.value['stroke_index']))}**" if sheet.value else "taken back"
    change = compare_orders(read_order(replaced.value if replaced else None), read_order(sheet.value))
    said = describe_order_change(change, lambda id_: for_prose(snapshot.players[id_].name))
    return f"**{said or 'the same order'}**"


def _rules(rules: RulesInForce) -> str:
    return f"(rules version {rules.version}, {count(rules.rulings, 'ruling')})"
