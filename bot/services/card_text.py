"""What a keeper types on a card, to and from rounds."""

from collections.abc import Mapping

from bot.db.snapshot import SheetKey
from bot.services.lookup import find_player
from bot.ui.facts.cards import CardView
from bot.ui.texts import card_refusals as texts
from bot.ui.texts import conduct as conduct_texts
from core.cards import read_lines, read_rounds, show_rounds
from core.errors import RuleError, UserError
from core.scoring.games import Round

Written = Mapping[SheetKey, Round]
Faults = tuple[str, ...]


def read_card(view: CardView, text: str) -> tuple[Written, Faults]:
    """The rounds that a text holds, by sheet, and what is wrong with it, line by line."""
    written, faults = (_read_players if view.event.scored == "player" else _read_team)(view, text)
    return written, faults or (() if written else (texts.NOTHING_WRITTEN,))


def write_card_text(view: CardView, written: Written) -> str:
    """What `read_card` reads: every player of the card, with what is written of them."""
    entry = view.event.entry
    assert entry is not None, "only events that are entered by rounds have cards"
    if view.event.scored == "team":
        return "".join(entry.show(written[line]) for line in view.lines if line in written)
    players: dict[int, list[Round | None]] = {}
    for line in view.lines:
        players.setdefault(line.player_id or 0, []).append(written.get(line))
    return "\n".join(
        f"{view.snapshot.players[id_].name}: {show_rounds(entry, rounds) if any(rounds) else ''}"
        for id_, rounds in players.items()
    )


def _read_team(view: CardView, text: str) -> tuple[Written, Faults]:
    entry = view.event.entry
    assert entry is not None, "only events that are entered by rounds have cards"
    try:
        return {line: entry.parse(text) for line in view.lines if text.strip()}, ()
    except UserError as error:
        return {}, (error.sentence,)


def _read_players(view: CardView, text: str) -> tuple[Written, Faults]:
    written: dict[SheetKey, Round] = {}
    faults: list[str] = []
    seen: set[int] = set()
    for number, name, rounds in read_lines(text):
        try:
            player_id, read = _read_player(view, name, rounds)
        except UserError as error:
            faults.append(texts.in_line(number, error.sentence))
            continue
        if player_id in seen:
            faults.append(texts.in_line(number, texts.named_twice(name)))
        seen.add(player_id)
        written |= read
    return written, tuple(faults)


def _read_player(view: CardView, name: str, rounds: str | None) -> tuple[int, Written]:
    """A line of a player. Raises NotFound or RuleError."""
    if rounds is None:
        raise RuleError(texts.NO_COLON)
    event, player = view.event, find_player(view.snapshot, name, view.team)
    assert event.entry is not None, "only events that are entered by rounds have cards"
    read = read_rounds(event.entry, event.rounds, rounds)
    taken = {SheetKey(event.key, None, player.id, number): one for number, one in enumerate(read, 1) if one is not None}
    if not taken.keys() <= set(view.lines):
        raise RuleError(conduct_texts.player_is_ejected(player.name))
    return player.id, taken
