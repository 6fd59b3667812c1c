"""The form that asks who posted the blinds of the last hand."""

import discord

from bot.ui.facts.room import TableView
from bot.ui.message import custom_id
from bot.ui.texts import room as texts

DEALT, SMALL, BIG = "holdem-dealt", "small", "big"
Menu = discord.ui.Select[discord.ui.Modal]


def deal_form(view: TableView) -> discord.ui.Modal:
    """Two menus of the seats of a table."""
    identity = custom_id(DEALT, view.snapshot.competition.id, view.table)
    modal = discord.ui.Modal(title=texts.FORM_TITLE.format(view.table), custom_id=identity)
    modal.add_item(discord.ui.Label(text=texts.SMALL_LABEL, description=texts.SMALL_HINT, component=_menu(SMALL, view)))
    modal.add_item(discord.ui.Label(text=texts.BIG_LABEL, component=_menu(BIG, view)))
    return modal


def _menu(name: str, view: TableView) -> Menu:
    options = [discord.SelectOption(label=label, value=value) for label, value in texts.list_seats(view)]
    return discord.ui.Select(custom_id=name, options=options)
