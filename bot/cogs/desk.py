"""The desk: `/desk`, and the buttons of the desk message, from a tap to a score that counts."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition
from bot.services import conduct as conduct_service
from bot.services import corrections, desk, desk_calls, desk_rounds, scores, timers, undoing
from bot.services.access import Asker, Transaction
from bot.services.desk_message import draw_desk
from bot.services.scores import PROPOSE
from bot.ui import desk_view as view
from bot.ui.answering import Interaction, answer_change, answer_question, show_modal
from bot.ui.conduct_view import say_preview
from bot.ui.facts.desk import NO_EVENT, RoundUnread
from bot.ui.handlers import ask_with, change_with, open_with
from bot.ui.holdem_view import choose_entrant
from bot.ui.message import Message
from bot.ui.modals import desk as forms
from bot.ui.router import Press
from bot.ui.score_view import UNDO, say_correction, say_round, say_undoable
from bot.ui.station_view import view_clock
from bot.ui.texts import desk as texts
from bot.ui.texts import undoing as undo_texts
from core.conduct import OffenceKind
from core.errors import NotFound
from core.scoring.event import get_events

if TYPE_CHECKING:
    from bot.client import SkipperClient

TIMED = [app_commands.Choice(name=e.title, value=key) for key, e in get_events().items() if e.round_seconds]
OFFENCES = {"warn": OffenceKind.TRASH_TALK, "eject": OffenceKind.PUNCH}


@app_commands.guild_only()
class DeskCog(commands.GroupCog, group_name="desk", group_description="What facilitators do during the events"):
    """A few taps, on a phone, with people waiting."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        routes = {
            view.OPEN: (2, ask_with(self.deps, desk.choose_team, choose_entrant)),
            view.EVENT: (3, self._choose_event),
            view.PAGE: (4, self._turn_page),
            view.TEAM: (4, self._choose_team),
            view.NEXT: (3, self._stay_with_team),
            view.PLAYER: (5, self._choose_player),
            forms.ROUND: (4, self._enter_round),
            view.FIX_ROUND: (2, self._fix_round),
            view.UNDO: (1, ask_with(self.deps, undoing.find_undoable, say_undoable)),
            UNDO: (2, change_with(self.deps, undoing.take_back_own, lambda done: Message(undo_texts.undone(done)))),
            PROPOSE: (4, self._open_correction),
            forms.CORRECTION: (4, self._propose_correction),
            view.CALL: (
                1,
                open_with(self.deps, desk.show_desk, lambda snapshot: forms.call_form(snapshot.competition.id)),
            ),
            forms.CALL: (1, self._call),
        }
        for name, (arguments, handler) in routes.items():
            client.router.add(name, "staff", arguments, handler)

    @app_commands.command(description="What goes on, and the buttons for it", extras={"who": "staff"})
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(self, interaction: Interaction, competition: str | None = None) -> None:
        """The desk message, where the pinned one is out of reach."""
        await answer_question(
            self.deps, interaction, lambda tx, asker: desk.show_desk(tx, asker, competition), draw_desk
        )

    @app_commands.command(description="Start the clock of a timed round, with the signal", extras={"who": "staff"})
    @app_commands.describe(event="Which event")
    @app_commands.choices(event=TIMED)
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def timer(self, interaction: Interaction, event: str, competition: str | None = None) -> None:
        """Start one that belongs to no player."""
        await answer_change(
            self.deps, interaction, lambda tx, asker: timers.start_timer(tx, asker, competition, event), view_clock
        )

    async def _choose_event(self, press: Press) -> None:
        competition, purpose, shown = press.arguments
        await self._list_teams(press, competition, purpose, press.values[0] if press.values else shown)

    async def _turn_page(self, press: Press) -> None:
        await self._list_teams(press, *press.arguments)

    async def _list_teams(self, press: Press, competition: str, purpose: str, event: str, page: str = "0") -> None:
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: desk.choose_team(tx, asker, competition, purpose, event, page),
            choose_entrant,
            is_in_place=True,
        )

    async def _choose_team(self, press: Press) -> None:
        """A team that has one card gets its form at once, any other shows its players."""
        competition, purpose, event, _ = press.arguments
        team = press.values[0] if press.values else ""
        known = get_events().get(event)
        if purpose == "score" and known is not None and known.scored == "team":
            await self._open_round(press, competition, event, team, "1")
            return
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: desk.view_team(tx, asker, competition, purpose, event, team),
            view.view_team,
            is_in_place=True,
        )

    async def _stay_with_team(self, press: Press) -> None:
        competition, event, team = press.arguments
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: desk.view_team(tx, asker, competition, "score", event, team),
            view.view_team,
        )

    async def _choose_player(self, press: Press) -> None:
        competition, purpose, event, player, number = press.arguments
        if purpose == "score":
            await self._open_round(press, competition, event, player, number)
            return

        async def use_case(tx: Transaction, asker: Asker) -> conduct_service.OffencePreview:
            await desk.show_desk(tx, asker, competition)
            if purpose not in OFFENCES:
                raise NotFound(texts.UNKNOWN_BUTTON)
            during = None if event == NO_EVENT else event
            return await conduct_service.preview_offence(tx, asker, competition, OFFENCES[purpose], player, during)

        await answer_change(self.deps, press.interaction, use_case, say_preview)

    async def _open_round(self, press: Press, competition: str, event: str, entrant: str, number: str) -> None:
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: desk.open_round(tx, asker, competition, event, entrant, number),
            forms.round_form,
        )

    async def _enter_round(self, press: Press) -> None:
        competition, typed = self._read_round(press)
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: desk_rounds.submit_form(tx, asker, competition, typed),
            lambda done: view.say_unread(done) if isinstance(done, RoundUnread) else say_round(done),
        )

    async def _fix_round(self, press: Press) -> None:
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: desk_rounds.reopen_form(tx, asker, *press.arguments),
            forms.round_form,
        )

    async def _open_correction(self, press: Press) -> None:
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: desk.open_round(tx, asker, *press.arguments),
            forms.correction_form,
        )

    async def _propose_correction(self, press: Press) -> None:
        competition, typed = self._read_round(press)
        reason = press.fields.get(forms.REASON, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: corrections.propose_correction(tx, asker, competition, typed, reason),
            say_correction,
        )

    async def _call(self, press: Press) -> None:
        (competition,) = press.arguments
        text = press.fields.get(forms.TEXT, "")
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: desk_calls.call_director(tx, asker, competition, text),
            lambda _done: Message(texts.CALLED),
        )

    @staticmethod
    def _read_round(press: Press) -> tuple[str, scores.TypedRound]:
        competition, event, entrant, number = press.arguments
        at = int(number) if number in ("1", "2", "3") else 0
        return competition, scores.TypedRound(event, entrant, at, text=press.fields.get(forms.SCORE, ""))
