"""The forms of cards: lanes or pairs, what a keeper writes, and the event manager's ruling."""

import discord

from bot.db.cards import Author
from bot.ui.facts.cards import TYPED, ArrangementForm, CardForm
from bot.ui.message import custom_id
from bot.ui.texts import card_arrangement as arrangement_texts
from bot.ui.texts import cards as texts
from core.cards import LAYOUTS

ARRANGE, ENTER, RULE = "card-arrange", "card-enter", "card-rule"
TEXT, VERDICT, REASON = "text", "verdict", "reason"
LONGEST_TEXT, LONGEST_OPTION = 4000, 100

Field = discord.ui.TextInput[discord.ui.Modal]


def arrangement_form(form: ArrangementForm) -> discord.ui.Modal:
    """Lanes or pairs, a line each."""
    layout, competition = LAYOUTS[form.event.key], form.snapshot.competition
    modal = discord.ui.Modal(
        title=arrangement_texts.TITLES[layout], custom_id=custom_id(ARRANGE, competition.id, form.event.key)
    )
    modal.add_item(
        discord.ui.Label(
            text=arrangement_texts.LABELS[layout], description=form.source, component=_long_field(form.text)
        )
    )
    return modal


def card_form(form: CardForm) -> discord.ui.Modal:
    """A card, filled with what its keeper wrote before."""
    view = form.view
    modal = discord.ui.Modal(
        title=texts.form_title(form),
        custom_id=custom_id(ENTER, view.snapshot.competition.id, view.card.id, form.author.value),
    )
    is_players = view.event.scored == "player"
    modal.add_item(
        discord.ui.Label(
            text=texts.PLAYERS_LABEL if is_players else texts.HOLES_LABEL,
            description=texts.PLAYERS_HINT if is_players else texts.HOLES_HINT,
            component=_long_field(form.text),
        )
    )
    return modal


def ruling_form(form: CardForm) -> discord.ui.Modal:
    """What counts, and why; the id bears the newest revision that the event manager has seen."""
    view = form.view
    modal = discord.ui.Modal(
        title=texts.form_title(form),
        custom_id=custom_id(RULE, view.snapshot.competition.id, view.card.id, view.card.mark),
    )
    choices = [
        discord.SelectOption(
            label=texts.cut(texts.option_for(view, author), LONGEST_OPTION),
            value=author.value,
            default=author.value == form.verdict,
        )
        for author in (Author.OWN, Author.SECOND)
        if author in view.written
    ]
    choices.append(discord.SelectOption(label=texts.TYPED_OPTION, value=TYPED, default=form.verdict == TYPED))
    verdict: discord.ui.Select[discord.ui.Modal] = discord.ui.Select(custom_id=VERDICT, options=choices)
    reason: Field = discord.ui.TextInput(custom_id=REASON, default=form.reason, max_length=texts.REASON_MAX_CHARACTERS)
    modal.add_item(discord.ui.Label(text=texts.VERDICT_LABEL, component=verdict))
    modal.add_item(discord.ui.Label(text=texts.REASON_LABEL, component=reason))
    modal.add_item(discord.ui.Label(text=texts.TYPED_LABEL, component=_long_field(form.text, is_required=False)))
    return modal


def _long_field(text: str, *, is_required: bool = True) -> Field:
    return discord.ui.TextInput(
        custom_id=TEXT,
        style=discord.TextStyle.paragraph,
        default=text[:LONGEST_TEXT] or None,
        max_length=LONGEST_TEXT,
        required=is_required,
    )
