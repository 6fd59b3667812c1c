"""Answers about rounds, with the buttons for what comes next."""

from bot.ui.desk_view import next_player
from bot.ui.facts.corrections import CorrectionMade, CorrectionProposed
from bot.ui.facts.scores import RoundDoubted, RoundEntered
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import corrections as correction_texts
from bot.ui.texts import scores as texts

CONFIRM, CONFIRM_CORRECTION, UNDO = "score-confirm", "correction-confirm", "score-undo"


def say_round(done: RoundEntered | RoundDoubted) -> Message:
    """A round that counts, or the question whether it is meant."""
    of = done.snapshot.competition.id
    if isinstance(done, RoundDoubted):
        confirm = Button(texts.CONFIRM, custom_id(CONFIRM, of, done.draft_id), "primary")
        return Message(texts.round_doubted(done), (confirm,))
    key = done.sheet.key
    undo = Button(texts.UNDO, custom_id(UNDO, of, done.sheet.id))
    if key.player_id is None:
        return Message(texts.round_entered(done), (undo,))
    team = done.snapshot.teams[done.snapshot.players[key.player_id].team_id]
    return Message(texts.round_entered(done), (next_player(done.snapshot, key.event, team), undo))


def say_correction(done: CorrectionMade | CorrectionProposed) -> Message:
    """A correction that counts, or what would follow from it."""
    if isinstance(done, CorrectionMade):
        return Message(correction_texts.made(done))
    confirm = custom_id(CONFIRM_CORRECTION, done.snapshot.competition.id, done.draft_id)
    return Message(correction_texts.proposed(done), (Button(correction_texts.CONFIRM, confirm, "primary"),))
