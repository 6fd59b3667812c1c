"""`/score`: one command for each event that is entered by rounds, made from the registry; corrections and undoing."""

from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Optional

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_player, autocomplete_team
from bot.services import corrections, undoing
from bot.services import holdem as holdem_service
from bot.services import scores as service
from bot.services.access import Asker, Transaction
from bot.ui.answering import Interaction, answer_change
from bot.ui.facts.scores import HoldemEntered
from bot.ui.handlers import change_with
from bot.ui.holdem_view import say_changed, say_out
from bot.ui.score_view import CONFIRM, CONFIRM_CORRECTION, say_correction, say_round, say_undone
from bot.ui.texts.scores import shorten_example
from core.scoring.event import Count, RoundsEvent, get_events, has_rounds

if TYPE_CHECKING:
    from bot.client import SkipperClient

LONGEST_NAME = 32
EVENTS = [app_commands.Choice(name=event.title, value=key) for key, event in get_events().items() if has_rounds(event)]


@app_commands.guild_only()
class ScoreCog(commands.GroupCog, group_name="score", group_description="Enter and correct scores"):
    """What facilitators do on a phone, in sunlight, with people waiting."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(CONFIRM, "staff", 2, change_with(self.deps, service.confirm_round, say_round))
        client.router.add(
            CONFIRM_CORRECTION, "staff", 2, change_with(self.deps, corrections.confirm_correction, say_correction)
        )
        for event in get_events().values():
            if has_rounds(event):
                self.app_command.add_command(self._event_command(event))  # pyright: ignore

    @app_commands.command(description="Correct a round that was entered wrongly", extras={"who": "staff"})
    @app_commands.describe(
        event="Which event",
        entrant="Which player; in golf, which team",
        score="The whole round as it should be; `missing` if it was not taken",
        reason="Why; it is kept with the correction",
        round="Which round or game",
    )
    @app_commands.choices(event=EVENTS)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def correct(
        self,
        interaction: Interaction,
        event: str,
        entrant: str,
        score: app_commands.Range[str, 1, 200],
        reason: app_commands.Range[str, 1, 300],
        round: app_commands.Range[int, 1, 3] = 1,  # noqa: A002 - the option's name
        competition: str | None = None,
    ) -> None:
        """Replace a round."""
        typed = service.TypedRound(event, entrant, round, text=score)
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: corrections.propose_correction(tx, asker, competition, typed, reason),
            say_correction,
        )

    @app_commands.command(
        name="holdem-correct", description="Hold'em: put a player in another place", extras={"who": "staff"}
    )
    @app_commands.describe(
        player="Who is in a wrong place",
        reason="Why; it is kept with the correction",
        place="The right place, 1 for the winner; leave it out for a player who was late",
    )
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def holdem_correct(
        self,
        interaction: Interaction,
        player: str,
        reason: app_commands.Range[str, 1, 300],
        place: app_commands.Range[int, 1, 500] | None = None,
        competition: str | None = None,
    ) -> None:
        """Move somebody in the order of elimination."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: corrections.propose_place(tx, asker, competition, player, place, reason),
            say_correction,
        )

    @app_commands.command(description="Take back what you entered last", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def undo(self, interaction: Interaction, competition: str | None = None) -> None:
        """Take one back."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: undoing.take_back_latest(tx, asker, competition),
            say_undone,
        )

    @app_commands.command(description="Hold'em: a player went out", extras={"who": "staff"})
    @app_commands.describe(player="Who went out; the last one left wins", by="Who took the chips")
    @app_commands.autocomplete(player=autocomplete_player, by=autocomplete_player, competition=autocomplete_competition)
    async def holdem(
        self, interaction: Interaction, player: str, by: str | None = None, competition: str | None = None
    ) -> None:
        """Put a player out."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: holdem_service.put_out(tx, asker, competition, player, by),
            say_out,
        )

    @app_commands.command(name="holdem-late", description="Hold'em: a player was not there", extras={"who": "staff"})
    @app_commands.describe(player="Who was not there at the start")
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def holdem_late(self, interaction: Interaction, player: str, competition: str | None = None) -> None:
        """Enter somebody as late."""
        await self._change_holdem(interaction, holdem_service.mark_late, competition, player)

    @app_commands.command(name="holdem-back", description="Hold'em: put a player back in", extras={"who": "staff"})
    @app_commands.describe(player="Who was entered by mistake")
    @app_commands.autocomplete(player=autocomplete_player, competition=autocomplete_competition)
    async def holdem_back(self, interaction: Interaction, player: str, competition: str | None = None) -> None:
        """Put somebody back in."""
        await self._change_holdem(interaction, holdem_service.take_back, competition, player)

    @correct.autocomplete("entrant")
    async def _offer_entrants(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        event = get_events().get(str(interaction.namespace.event))
        is_team = event is not None and event.scored == "team"
        return await (autocomplete_team if is_team else autocomplete_player)(interaction, typed)

    def _event_command(self, event: RoundsEvent[Any]) -> app_commands.Command["ScoreCog", ..., None]:
        """`/score derby player round score tier_1 ... tier_5 competition`."""
        entry = event.entry
        names = [f"count_{number}" for number in range(len(entry.counts))]

        async def submit(interaction: Interaction, **given: Any) -> None:
            counts = tuple(given.get(name) for name in names)
            typed = service.TypedRound(
                event.key,
                given[event.scored],
                given.get(entry.round_name, 1),
                text=given.get("score"),
                counts=counts if any(count is not None for count in counts) else None,
            )
            await self._submit(interaction, typed, given.get("competition"))

        submit.__signature__ = _signature(event, names)  # pyright: ignore[reportFunctionMemberAccess]
        described = {event.scored: "Type a name", "score": f"Like {shorten_example(entry)}"}
        described |= {name: f"{count.label}" for name, count in zip(names, entry.counts, strict=True)}
        submit = app_commands.describe(**described)(submit)
        submit = app_commands.rename(
            **{name: _option_name(count) for name, count in zip(names, entry.counts, strict=True)}
        )(submit)
        offered = autocomplete_team if event.scored == "team" else autocomplete_player
        submit = app_commands.autocomplete(**{event.scored: offered, "competition": autocomplete_competition})(submit)
        return app_commands.Command(
            name=event.key,
            description=f"Enter a {entry.noun}",
            callback=submit,
            extras={"who": "staff"},
        )

    async def _submit(self, interaction: Interaction, typed: service.TypedRound, competition: str | None) -> None:
        await answer_change(
            self.deps, interaction, lambda tx, asker: service.submit_round(tx, asker, competition, typed), say_round
        )

    async def _change_holdem(
        self,
        interaction: Interaction,
        change: Callable[[Transaction, Asker, str | None, str], Awaitable[HoldemEntered]],
        competition: str | None,
        player: str,
    ) -> None:
        await answer_change(
            self.deps, interaction, lambda tx, asker: change(tx, asker, competition, player), say_changed
        )


def _signature(event: RoundsEvent[Any], count_names: list[str]) -> Signature:
    """The options of an event's command, as discord.py reads them from a function's parameters."""
    entry = event.entry
    options = [_option(event.scored, str)]
    if event.rounds > 1:
        options.append(_option(entry.round_name, app_commands.Range[int, 1, event.rounds]))
    options.append(_option("score", app_commands.Range[str, 1, 200], default=None))
    for name, count in zip(count_names, entry.counts, strict=True):
        options.append(_option(name, app_commands.Range[int, count.lowest, count.highest], default=None))
    options.append(_option("competition", str, default=None))
    interaction = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    return Signature([interaction, *options])


def _option(name: str, kind: Any, default: Any = Parameter.empty) -> Parameter:
    annotation = kind if default is Parameter.empty else Optional[kind]  # noqa: UP045 - made at run time
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _option_name(count: Count) -> str:
    """`tier_1_140_ft` for `Tier 1 (140 ft)`."""
    kept = "".join(character if character.isalnum() else " " for character in count.label.lower())
    return "_".join(kept.split())[:LONGEST_NAME]
