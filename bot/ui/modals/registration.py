"""The form that registers a team."""

import discord

from bot.db.rosters import Draft
from bot.db.snapshot import Competition
from bot.ui.message import custom_id
from bot.ui.texts import registration as texts
from core.names import NAME_MAX_CHARACTERS

SUBMIT = "register"
NAME, PLAYERS, CAPTAIN = "name", "players", "captain"
LONGEST_PLAYERS = 4000


def registration_form(competition: Competition, draft: Draft) -> discord.ui.Modal:
    """The form, filled with what was sent before."""
    form = discord.ui.Modal(title=texts.FORM_TITLE, custom_id=custom_id(SUBMIT, competition.id))
    name: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=NAME, default=draft.team_name[:NAME_MAX_CHARACTERS] or None, max_length=NAME_MAX_CHARACTERS
    )
    players: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=PLAYERS,
        style=discord.TextStyle.paragraph,
        default=draft.players[:LONGEST_PLAYERS] or None,
        max_length=LONGEST_PLAYERS,
    )
    form.add_item(discord.ui.Label(text=texts.NAME_LABEL, component=name))
    form.add_item(
        discord.ui.Label(text=texts.PLAYERS_LABEL, description=texts.form_hint(competition.settings), component=players)
    )
    if draft.captain_name is not None:
        captain: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=CAPTAIN,
            default=draft.captain_name[:NAME_MAX_CHARACTERS] or None,
            max_length=NAME_MAX_CHARACTERS,
            required=False,
        )
        form.add_item(discord.ui.Label(text=texts.CAPTAIN_LABEL, description=texts.CAPTAIN_HINT, component=captain))
    return form
