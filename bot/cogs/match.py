"""`/match` and `/bracket`: the dodgeball tournament."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import OfferedNames, autocomplete_competition, offer
from bot.services import belated_matches, drawing, match_corrections
from bot.services import dodgeball as service
from bot.services.access import Asker, Transaction
from bot.services.bracket import draw_bracket_message
from bot.services.game_table import show_table
from bot.services.match_choices import (
    name_decided_matches,
    name_enterable_matches,
    name_ready_matches,
    name_sides,
    read_bracket,
)
from bot.services.match_corrections import MatchCorrectionAsked
from bot.services.match_history import show_match_history
from bot.ui.answering import Interaction, answer_change, answer_question
from bot.ui.game_table_view import view_table
from bot.ui.handlers import change_with
from bot.ui.match_view import BELATED, ask_belated
from bot.ui.message import Button, Message, custom_id
from bot.ui.texts import dodgeball as texts
from bot.ui.texts import drawing as drawing_texts
from bot.ui.texts import match_corrections as correction_texts
from bot.ui.texts.match_history import history_lines

if TYPE_CHECKING:
    from bot.client import SkipperClient


CONFIRM, DRAW = "match-confirm", "match-draw"


@app_commands.guild_only()
class MatchCog(commands.GroupCog, group_name="match", group_description="Dodgeball: matches and the bracket"):
    """Entering results is for staff; the bracket is for everybody."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(
            CONFIRM, "director", 2, change_with(self.deps, match_corrections.confirm_correction, _say_corrected)
        )
        client.router.add(BELATED, "staff", 2, change_with(self.deps, belated_matches.confirm_result, _say_entered))
        client.router.add(DRAW, "director", 2, change_with(self.deps, drawing.confirm_draw, _say_drawn))
        client.tree.add_command(self._bracket_command())

    @app_commands.command(description="Draw the bracket from the teams that hold a place", extras={"who": "director"})
    @app_commands.describe(seed="For a draw that nobody chose: something public, like tonight's lottery numbers")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def draw(
        self,
        interaction: Interaction,
        seed: app_commands.Range[str, 1, 80] | None = None,
        competition: str | None = None,
    ) -> None:
        """Draw the seeds."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: drawing.draw_bracket(tx, asker, competition, seed),
            _say_drawn,
        )

    @app_commands.command(description="Enter who won each game of a match", extras={"who": "staff"})
    @app_commands.describe(match="Which match", game1="Who won game 1", game2="Who won game 2", game3="Only after 1-1")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def result(
        self,
        interaction: Interaction,
        match: str,
        game1: str,
        game2: str,
        game3: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Enter a result."""

        async def use_case(tx: Transaction, asker: Asker) -> service.MatchDone | belated_matches.BelatedAsked:
            return await belated_matches.enter_result(tx, asker, competition, match, (game1, game2, game3))

        await answer_change(self.deps, interaction, use_case, _say_result)

    @app_commands.command(description="Referee a match: line-ups, outs, stalling, time", extras={"who": "staff"})
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def table(self, interaction: Interaction, match: str, competition: str | None = None) -> None:
        """Open the table of a match."""
        await answer_question(
            self.deps, interaction, lambda tx, asker: show_table(tx, asker, competition, match), view_table
        )

    @app_commands.command(description="Enter that a team forfeits a match", extras={"who": "staff"})
    @app_commands.describe(match="Which match", absent="Who is late or has too few players")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def forfeit(self, interaction: Interaction, match: str, absent: str, competition: str | None = None) -> None:
        """Enter a forfeit."""

        async def use_case(tx: Transaction, asker: Asker) -> service.MatchDone:
            return await service.forfeit_match(tx, asker, competition, match, absent)

        await answer_change(self.deps, interaction, use_case, _say_entered)

    @app_commands.command(description="Correct the result of a match", extras={"who": "director"})
    @app_commands.describe(
        match="Which match",
        reason="Why",
        game1="Who won game 1",
        game2="Who won game 2",
        absent="Instead of the games: who forfeits",
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def correct(
        self,
        interaction: Interaction,
        match: str,
        reason: app_commands.Range[str, 1, 300],
        game1: str | None = None,
        game2: str | None = None,
        game3: str | None = None,
        absent: str | None = None,
        competition: str | None = None,
    ) -> None:
        """Correct a result."""

        async def use_case(tx: Transaction, asker: Asker) -> MatchCorrectionAsked:
            games = (game1, game2, game3)
            return await match_corrections.preview_correction(tx, asker, competition, match, games, reason, absent)

        await answer_change(self.deps, interaction, use_case, _say_corrected)

    @app_commands.command(description="Take back the result of a match", extras={"who": "director"})
    @app_commands.describe(match="Which match; later ones that rest on it go first", reason="Why")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def undo(
        self,
        interaction: Interaction,
        match: str,
        reason: app_commands.Range[str, 1, 300],
        competition: str | None = None,
    ) -> None:
        """Take a result back."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: match_corrections.undo_match(tx, asker, competition, match, reason),
            lambda undone: Message(texts.match_undone(undone)),
        )

    @app_commands.command(
        description="What was entered for a match, by whom, and under which rules", extras={"who": "staff"}
    )
    @app_commands.describe(match="Which match")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def history(self, interaction: Interaction, match: str, competition: str | None = None) -> None:
        """Show every revision of its result."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: show_match_history(tx, asker, competition, match),
            lambda found: Message("\n".join(history_lines(found))),
        )

    @result.autocomplete("match")
    async def _offer_enterable(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, name_enterable_matches)

    @table.autocomplete("match")
    @forfeit.autocomplete("match")
    async def _offer_ready(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, name_ready_matches)

    @history.autocomplete("match")
    @correct.autocomplete("match")
    @undo.autocomplete("match")
    async def _offer_decided(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, name_decided_matches)

    @result.autocomplete("game1")
    @result.autocomplete("game2")
    @result.autocomplete("game3")
    @correct.autocomplete("game1")
    @correct.autocomplete("game2")
    @correct.autocomplete("game3")
    async def _offer_sides(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offer(interaction, typed, _sides_of(interaction))

    @forfeit.autocomplete("absent")
    @correct.autocomplete("absent")
    async def _offer_absent(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        sides = await offer(interaction, typed, _sides_of(interaction))
        return [*sides, app_commands.Choice(name=texts.BOTH_TEAMS, value=service.BOTH)]

    def _bracket_command(self) -> app_commands.Command["MatchCog", ..., None]:
        @app_commands.autocomplete(competition=autocomplete_competition)
        async def bracket(interaction: Interaction, competition: str | None = None) -> None:
            await answer_question(
                self.deps,
                interaction,
                lambda tx, asker: read_bracket(tx, asker, competition),
                draw_bracket_message,
            )

        return app_commands.Command(
            name="bracket",
            description="Show the bracket of the dodgeball tournament",
            callback=bracket,
            extras={"who": "anybody"},
        )


def _say_drawn(done: drawing.DrawnBracket | drawing.DrawAsked) -> Message:
    if isinstance(done, drawing.DrawnBracket):
        return Message(drawing_texts.drawn(done.snapshot))
    identity = custom_id(DRAW, done.snapshot.competition.id, done.draft_id)
    return Message(drawing_texts.asked(done), (Button(drawing_texts.DRAW_AGAIN, identity, "danger"),))


def _sides_of(interaction: Interaction) -> OfferedNames:
    match = interaction.namespace.match
    return lambda tx, asker, chosen: name_sides(tx, asker, chosen, str(match))


def _say_entered(done: service.MatchDone) -> Message:
    return Message(texts.match_entered(done.snapshot, done))


def _say_result(done: service.MatchDone | belated_matches.BelatedAsked) -> Message:
    return _say_entered(done) if isinstance(done, service.MatchDone) else ask_belated(done)


def _say_corrected(done: service.MatchDone | MatchCorrectionAsked) -> Message:
    if isinstance(done, service.MatchDone):
        return _say_entered(done)
    confirm = custom_id(CONFIRM, done.snapshot.competition.id, done.draft_id)
    return Message(correction_texts.asked(done), (Button(correction_texts.CONFIRM, confirm, "primary"),))
