"""The forms of the desk: one round, a team's sheet, a correction, a call."""

import discord

from bot.ui.facts.desk import RoundForm, SheetForm
from bot.ui.message import custom_id
from bot.ui.texts import desk as texts
from bot.ui.texts import scores as score_texts
from bot.ui.texts import team_sheets as sheet_texts

ROUND, SHEET, CORRECTION, CALL = "desk-round", "desk-sheet-typed", "score-proposed", "desk-called"
SCORE, TEXT, REASON = "score", "text", "reason"
LONGEST_SHEET, LONGEST_REASON = 4000, 300
Input = discord.ui.TextInput[discord.ui.Modal]


def round_form(form: RoundForm) -> discord.ui.Modal:
    """The counts of one round in the short notation."""
    modal = discord.ui.Modal(title=texts.round_title(form), custom_id=_identify(ROUND, form))
    modal.add_item(_ask_score(form))
    return modal


def correction_form(form: RoundForm) -> discord.ui.Modal:
    """What the round should be, and why."""
    modal = discord.ui.Modal(title=texts.round_title(form), custom_id=_identify(CORRECTION, form))
    modal.add_item(_ask_score(form))
    reason: Input = discord.ui.TextInput(custom_id=REASON, max_length=LONGEST_REASON)
    modal.add_item(discord.ui.Label(text=texts.REASON_LABEL, component=reason))
    return modal


def sheet_form(form: SheetForm) -> discord.ui.Modal:
    """A line a player."""
    identity = custom_id(SHEET, form.snapshot.competition.id, form.event.key, f"#{form.team.id}")
    modal = discord.ui.Modal(title=sheet_texts.form_title(form), custom_id=identity)
    text: Input = discord.ui.TextInput(
        custom_id=TEXT, style=discord.TextStyle.paragraph, default=form.text, max_length=LONGEST_SHEET
    )
    modal.add_item(discord.ui.Label(text=sheet_texts.LABEL, description=sheet_texts.form_hint(form), component=text))
    return modal


def call_form(competition_id: int) -> discord.ui.Modal:
    """Where a director is needed; it may be left empty."""
    modal = discord.ui.Modal(title=texts.CALL_TITLE, custom_id=custom_id(CALL, competition_id))
    text: Input = discord.ui.TextInput(custom_id=TEXT, max_length=texts.CALL_MAX_CHARACTERS, required=False)
    modal.add_item(discord.ui.Label(text=texts.CALL_LABEL, description=texts.CALL_HINT, component=text))
    return modal


def _identify(route: str, form: RoundForm) -> str:
    return custom_id(route, form.snapshot.competition.id, form.event.key, f"#{form.entrant_id}", form.round)


def _ask_score(form: RoundForm) -> "discord.ui.Label[discord.ui.Modal]":
    shown = form.event.entry.show(form.standing) if form.standing is not None else None
    score: Input = discord.ui.TextInput(
        custom_id=SCORE, default=form.typed or shown, max_length=score_texts.LONGEST_TYPED
    )
    return discord.ui.Label(text=texts.round_label(form), description=texts.round_hint(form), component=score)
