"""The forms by which players are linked to Discord accounts, and by which somebody accepts an invitation."""

import discord

from bot.ui.facts.teams import InvitationView, LinkForm
from bot.ui.message import custom_id
from bot.ui.texts import linking as texts
from core.names import NAME_MAX_CHARACTERS

LINK, JOIN = "link", "invited-join"
NAME, BIRTH_DATE = "name", "birth_date"
LONGEST_DATE = 40


def link_form(found: LinkForm) -> discord.ui.Modal:
    """An account for each player; the field of a player bears the player's id."""
    form = discord.ui.Modal(title=texts.LINK_TITLE, custom_id=custom_id(LINK, found.competition.id, found.team.id))
    for player in found.players:
        linked = [discord.Object(player.user_id)] if player.user_id is not None else []
        select: discord.ui.UserSelect[discord.ui.Modal] = discord.ui.UserSelect(
            custom_id=f"#{player.id}", required=False, min_values=0, max_values=1, default_values=linked
        )
        form.add_item(discord.ui.Label(text=texts.link_label(player.name), component=select))
    return form


def join_form(view: InvitationView, known_as: str) -> discord.ui.Modal:
    """Name and birth date of somebody who accepts an invitation."""
    form = discord.ui.Modal(
        title=texts.INVITATION_TITLE, custom_id=custom_id(JOIN, view.competition.id, view.invitation_id)
    )
    name: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=NAME, default=known_as[:NAME_MAX_CHARACTERS] or None, max_length=NAME_MAX_CHARACTERS
    )
    birth_date: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=BIRTH_DATE, max_length=LONGEST_DATE
    )
    form.add_item(discord.ui.Label(text=texts.YOUR_NAME, component=name))
    form.add_item(discord.ui.Label(text=texts.YOUR_BIRTH_DATE, description=texts.WHO_SEES_IT, component=birth_date))
    return form
