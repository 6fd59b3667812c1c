"""Cards as messages: what was understood, and the buttons that go on from there."""

from bot.ui.facts.cards import (
    Arrangement,
    ArrangementPreview,
    ArrangementUnread,
    CardSeen,
    CardState,
    CardUnread,
    CardWritten,
    ScoringSet,
)
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import card_arrangement as arrangement_texts
from bot.ui.texts import card_refusals as refusals
from bot.ui.texts import cards as texts

WRITE, AGAIN, VIEW, OPEN_RULING = "card-write", "card-again", "card-view", "card-rule-open"
RULE_AGAIN = "card-rule-again"
ARRANGE_AGAIN, CONFIRM = "card-arrange-again", "card-arrange-confirm"


def say_written(done: CardWritten | CardUnread) -> Message:
    """The answer to a keeper."""
    view = done.view
    competition_id = view.snapshot.competition.id
    if isinstance(done, CardUnread):
        mend = Button(texts.MEND, custom_id(AGAIN, competition_id, done.draft_id), "primary")
        return Message(texts.unread(done), (mend,))
    again = Button(texts.WRITE, custom_id(WRITE, competition_id, view.card.id, done.author.value))
    return Message(texts.written(done), () if view.state is CardState.COUNTS else (again,))


def say_seen(found: CardSeen) -> Message:
    """A card, with what the asker may do about it."""
    view = found.view
    ids = (view.snapshot.competition.id, view.card.id)
    buttons = [
        Button(texts.write_as(view, author, len(found.may_write) > 1), custom_id(WRITE, *ids, author.value))
        for author in found.may_write
    ]
    if found.may_rule:
        buttons.append(Button(texts.RULE, custom_id(OPEN_RULING, *ids), "primary"))
    return Message(texts.seen(found), tuple(buttons))


def say_ruled(done: CardWritten | CardUnread) -> Message:
    """The answer to the event manager."""
    if isinstance(done, CardUnread):
        mend = Button(texts.MEND, custom_id(RULE_AGAIN, done.view.snapshot.competition.id, done.draft_id), "primary")
        return Message(refusals.ruling_unread(done, texts.MEND), (mend,))
    return Message(texts.ruled(done))


def say_arranged(found: Arrangement | ArrangementPreview | ArrangementUnread) -> Message:
    """What was understood of lanes or pairs, or that they hold now."""
    competition_id = found.snapshot.competition.id
    if isinstance(found, Arrangement):
        return Message(arrangement_texts.arranged(found))
    if isinstance(found, ArrangementUnread):
        mend = Button(texts.MEND, custom_id(ARRANGE_AGAIN, competition_id, found.draft_id), "primary")
        return Message(arrangement_texts.unread(found), (mend,))
    confirm = Button(arrangement_texts.CONFIRM, custom_id(CONFIRM, competition_id, found.draft_id), "primary")
    return Message(arrangement_texts.previewed(found), (confirm,))


def say_arrangement(found: Arrangement) -> Message:
    """Who keeps which card."""
    return Message(arrangement_texts.shown(found))


def say_scoring(done: ScoringSet) -> Message:
    """How an event is scored from now on."""
    return Message(arrangement_texts.scoring_set(done))
