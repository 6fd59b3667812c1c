"""What a keeper types on a card, to and from rounds."""

from collections.abc import Mapping

from bot.db.snapshot import SheetKey
from bot.services.team_sheets import label_players
from bot.ui.facts.cards import CardView
from bot.ui.texts import card_refusals as texts
from bot.ui.texts import conduct as conduct_texts
from core.errors import RuleError
from core.scoring.games import Round
from core.team_sheet import read_team_sheet, write_team_sheet

Written = Mapping[SheetKey, Round]
Faults = tuple[str, ...]


def read_card(view: CardView, text: str) -> tuple[Written, Faults]:
    """The rounds that a text holds, by sheet, and what is wrong with it, a sentence each."""
    written, faults = (_read_players if view.event.scored == "player" else _read_team)(view, text)
    return written, faults or (() if written else (texts.NOTHING_WRITTEN,))


def write_card_text(view: CardView, written: Written) -> str:
    """What `read_card` reads: every player of the card, with what is written of them."""
    entry = view.event.entry
    if view.event.scored == "team":
        return "".join(entry.show(written[line]) for line in view.lines if line in written)
    playing = {line.player_id for line in view.lines}
    numbers = range(1, view.event.rounds + 1)
    rounds = {
        label: [written.get(SheetKey(view.event.key, None, player.id, number)) for number in numbers]
        for label, player in label_players(view.snapshot.roster(view.team.id)).items()
        if player.id in playing
    }
    return write_team_sheet(rounds, entry)


def _read_team(view: CardView, text: str) -> tuple[Written, Faults]:
    entry = view.event.entry
    try:
        return {line: entry.parse(text) for line in view.lines if text.strip()}, ()
    except RuleError as error:
        return {}, (error.sentence,)


def _read_players(view: CardView, text: str) -> tuple[Written, Faults]:
    event = view.event
    players = label_players(view.snapshot.roster(view.team.id))
    sheet = read_team_sheet(text, tuple(players), event.entry, event.rounds)
    written = {
        SheetKey(event.key, None, players[label].id, number): one
        for label, rounds in sheet.rounds.items()
        for number, one in enumerate(rounds, start=1)
        if one is not None
    }
    late = dict.fromkeys(key.player_id for key in written if key not in view.lines)
    ejected = (player.name for player in players.values() if player.id in late)
    return written, (*sheet.faults, *map(conduct_texts.player_is_ejected, ejected))
