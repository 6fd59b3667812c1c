"""`/holdem`: who sits where, who moves, and who deals the next hand."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_player
from bot.services import moves, seats
from bot.ui import room_view as view
from bot.ui.answering import Interaction, answer_change, answer_question, show_modal
from bot.ui.handlers import change_with, open_with
from bot.ui.message import Message
from bot.ui.modals.room import BIG, DEALT, SMALL, deal_form
from bot.ui.router import Press
from bot.ui.texts import room as texts
from core.holdem.seating import MOST_AT_TABLE

if TYPE_CHECKING:
    from bot.client import SkipperClient

MOST_TABLES = 200


@app_commands.guild_only()
class HoldemCog(commands.GroupCog, group_name="holdem", group_description="Hold'em: seats and moves"):
    """The room, from the draw of the seats to the last table."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        confirm_moves = change_with(self.deps, moves.confirm_moves, view.say_made, is_in_place=True)
        client.router.add(view.DRAW, "director", 2, change_with(self.deps, seats.confirm_draw, view.say_drawn))
        client.router.add(view.MOVED, "staff", 3, confirm_moves)
        client.router.add(view.DEAL, "anybody", 2, open_with(self.deps, seats.view_table, deal_form))
        client.router.add(DEALT, "anybody", 2, self._deal)

    @app_commands.command(description="Draw the seats, team-mates apart", extras={"who": "director"})
    @app_commands.describe(seed="A line that everybody could see come about, such as tonight's lottery numbers")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def draw(
        self,
        interaction: Interaction,
        seed: app_commands.Range[str, 1, 100] | None = None,
        competition: str | None = None,
    ) -> None:
        """Draw them."""
        await answer_change(
            self.deps, interaction, lambda tx, asker: seats.draw(tx, asker, competition, seed), view.say_drawn
        )

    @app_commands.command(description="Who sits where, and who has to move", extras={"who": "anybody"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def room(self, interaction: Interaction, competition: str | None = None) -> None:
        """Show the room."""
        await answer_question(
            self.deps, interaction, lambda tx, asker: seats.show_room(tx, asker, competition), view.say_room
        )

    @app_commands.command(description="Where you and your team sit, or another player", extras={"who": "anybody"})
    @app_commands.describe(player="Whose seat; leave it out for your own team")
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def seat(self, interaction: Interaction, player: str | None = None, competition: str | None = None) -> None:
        """Find a seat."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: seats.find_own_seats(tx, asker, competition, player),
            lambda found: Message(texts.seats_of(found)),
        )

    @app_commands.command(description="Let a player sit elsewhere than proposed", extras={"who": "staff"})
    @app_commands.describe(player="Who moves", table="To which table", seat="Which seat; left out, the first free one")
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def move(
        self,
        interaction: Interaction,
        player: str,
        table: app_commands.Range[int, 1, MOST_TABLES],
        seat: app_commands.Range[int, 1, MOST_AT_TABLE] | None = None,
        competition: str | None = None,
    ) -> None:
        """Move somebody by hand."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: moves.move_player(tx, asker, competition, player, table, seat),
            view.say_made,
        )

    @app_commands.command(description="Who deals the next hand, and who posts the blinds", extras={"who": "anybody"})
    @app_commands.describe(table="At which table")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def button(
        self, interaction: Interaction, table: app_commands.Range[int, 1, MOST_TABLES], competition: str | None = None
    ) -> None:
        """Ask for the last blinds."""
        await show_modal(
            self.deps, interaction, lambda tx, asker: seats.view_table(tx, asker, competition, str(table)), deal_form
        )

    async def _deal(self, press: Press) -> None:
        competition, table = press.arguments
        small, big = press.fields.get(SMALL, ""), press.fields.get(BIG, "")
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: seats.deal(tx, asker, competition, table, small, big),
            view.say_dealt,
        )
