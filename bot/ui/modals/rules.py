"""The form that amends a rule."""

import discord

from bot.ui.facts.rules import AmendForm
from bot.ui.message import custom_id
from bot.ui.texts import amending as texts
from core.rulebook import TEXT_MAX_CHARACTERS, TITLE_MAX_CHARACTERS

SUBMIT = "rules-amend"
TITLE, TEXT, REASON = "title", "text", "reason"
REASON_MAX_CHARACTERS = 300


def amend_form(form: AmendForm) -> discord.ui.Modal:
    """The form, filled with what was typed or what the rule says; a new rule gets a title, a late change a reason."""
    typed = form.typed
    modal = discord.ui.Modal(
        title=texts.form_title(form), custom_id=custom_id(SUBMIT, form.competition.id, form.number, form.version)
    )
    if form.rule is None:
        title: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=TITLE, default=typed.title if typed else None, max_length=TITLE_MAX_CHARACTERS
        )
        modal.add_item(discord.ui.Label(text=texts.TITLE_LABEL, component=title))
    text: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=TEXT,
        style=discord.TextStyle.paragraph,
        default=typed.text if typed else form.rule.text if form.rule else None,
        max_length=TEXT_MAX_CHARACTERS,
    )
    modal.add_item(discord.ui.Label(text=texts.TEXT_LABEL, component=text))
    if form.has_started:
        reason: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=REASON, default=form.reason or None, max_length=REASON_MAX_CHARACTERS, required=False
        )
        modal.add_item(discord.ui.Label(text=texts.REASON_LABEL, description=texts.REASON_HINT, component=reason))
    return modal
