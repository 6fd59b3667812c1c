"""The forms in which announcements are written and edited."""

import discord

from bot.ui.facts.announcements import AnnouncementForm, EditForm
from bot.ui.message import custom_id
from bot.ui.texts import announcements as texts

WRITE, EDIT = "announce-write", "announce-edit"
TEXT = "text"


def announcement_form(form: AnnouncementForm) -> discord.ui.Modal:
    """The form; whom it is for and when it is due stand in its id."""
    target = form.target
    whom = f"#{target.team.id}" if target.team else target.event or ""
    due = 0 if form.due_at is None else int(form.due_at.timestamp())
    identity = custom_id(WRITE, form.competition.id, target.audience, whom, due, form.late_limit_seconds)
    return _with_text(discord.ui.Modal(title=texts.FORM_TITLE, custom_id=identity), form.text)


def edit_form(form: EditForm) -> discord.ui.Modal:
    """The form, filled with what the announcement says now."""
    announcement = form.announcement
    identity = custom_id(EDIT, form.competition.id, announcement.id, announcement.edit_mark)
    return _with_text(discord.ui.Modal(title=texts.EDIT_TITLE, custom_id=identity), announcement.text)


def _with_text(modal: discord.ui.Modal, text: str) -> discord.ui.Modal:
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=TEXT,
        style=discord.TextStyle.paragraph,
        default=text or None,
        max_length=texts.TEXT_MAX_CHARACTERS,
    )
    modal.add_item(discord.ui.Label(text=texts.TEXT_LABEL, component=field))
    return modal
