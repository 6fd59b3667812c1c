"""Answers about rounds, with the buttons for what comes next."""

from bot.db.snapshot import Snapshot
from bot.ui.desk_view import next_player
from bot.ui.facts.corrections import CorrectionMade, CorrectionProposed
from bot.ui.facts.scores import RoundDoubted, RoundEntered, Undoable, Undone
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import corrections as correction_texts
from bot.ui.texts import scores as texts
from bot.ui.texts import undoing as undo_texts

CONFIRM, CONFIRM_CORRECTION, UNDO = "score-confirm", "correction-confirm", "score-undo"


def say_round(done: RoundEntered | RoundDoubted) -> Message:
    """A round that counts, or the question whether it is meant."""
    of = done.snapshot.competition.id
    if isinstance(done, RoundDoubted):
        confirm = Button(texts.CONFIRM, custom_id(CONFIRM, of, done.draft_id), "primary")
        return Message(texts.round_doubted(done), (confirm,))
    key = done.sheet.key
    undo = undo_button(done.snapshot, done.sheet.id)
    if key.player_id is None:
        return Message(texts.round_entered(done), (undo,))
    team = done.snapshot.teams[done.snapshot.players[key.player_id].team_id]
    return Message(texts.round_entered(done), (next_player(done.snapshot, key.event, team), undo))


def undo_button(snapshot: Snapshot, sheet_id: int) -> Button:
    """The button that takes back a sheet, and what was entered together with it."""
    return Button(texts.UNDO, custom_id(UNDO, snapshot.competition.id, sheet_id))


def say_undoable(found: Undoable) -> Message:
    """What would be taken back, and the button that does."""
    take_back = custom_id(UNDO, found.undone.snapshot.competition.id, found.sheet_id)
    return Message(undo_texts.question(found.undone), (Button(undo_texts.TAKE_BACK, take_back, "danger"),))


def say_undone(done: Undone | Undoable) -> Message:
    """What was taken back, or the question whether all of it is meant."""
    return say_undoable(done) if isinstance(done, Undoable) else Message(undo_texts.undone(done))


def say_correction(done: CorrectionMade | CorrectionProposed) -> Message:
    """A correction that counts, or what would follow from it."""
    if isinstance(done, CorrectionMade):
        return Message(correction_texts.made(done))
    confirm = custom_id(CONFIRM_CORRECTION, done.snapshot.competition.id, done.draft_id)
    return Message(correction_texts.proposed(done), (Button(correction_texts.CONFIRM, confirm, "primary"),))
