"""`/rules`: everybody reads them, directors amend them, captains say that they have read a change."""

import secrets
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.options import autocomplete_competition, autocomplete_team, offer
from bot.services import amending
from bot.services import receipts as receipts_service
from bot.services import rules as service
from bot.services.rules_notices import READ
from bot.ui.answering import Interaction, answer_change, answer_question, show_modal, to_asker
from bot.ui.departed import let_departed_be_followed
from bot.ui.facts.rules import Amended, AmendPreview, Receipts, RulesView, UnknownRule
from bot.ui.handlers import change_with, open_with
from bot.ui.message import Button, Message, custom_id
from bot.ui.modals import rules as forms
from bot.ui.router import Press
from bot.ui.texts import amending as amend_texts
from bot.ui.texts import rules as texts
from bot.ui.texts.pages import paginate
from core.errors import RuleError
from core.rulebook import DraftRule

if TYPE_CHECKING:
    from bot.client import SkipperClient

PAGE, REMIND = "rules-page", "rules-remind"
OPEN, AGAIN, CONFIRM = "rules-open", "rules-again", "rules-confirm"
LARGEST_FILE_BYTES = 256 * 1024
ALL = "all"
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class RulesCog(commands.GroupCog, group_name="rules", group_description="The official rules"):
    """Reading, amending, and who has read."""

    def __init__(self, client: "SkipperClient") -> None:
        self.deps = client.deps
        super().__init__()
        client.router.add(PAGE, "anybody", 3, self._turn_page)
        client.router.add(
            READ,
            "captain",
            2,
            change_with(self.deps, receipts_service.acknowledge, lambda done: Message(texts.acknowledged(done))),
        )
        client.router.add(OPEN, "director", 2, self._open_form)
        client.router.add(forms.SUBMIT, "director", 3, self._amend)
        client.router.add(AGAIN, "director", 2, open_with(self.deps, amending.read_form_again, forms.amend_form))
        client.router.add(
            CONFIRM,
            "director",
            2,
            change_with(self.deps, amending.confirm_amendment, _word_amended, is_in_place=True),
        )
        client.router.add(REMIND, "director", 3, self._remind)

    @app_commands.command(description="The rules: a section, a rule, or a search", extras={"who": "anybody"})
    @app_commands.describe(section="A section such as 2, or a rule such as 2.4", search="Words that the rule holds")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def show(
        self,
        interaction: Interaction,
        section: str | None = None,
        search: app_commands.Range[str, 1, 100] | None = None,
        competition: str | None = None,
    ) -> None:
        """Show them."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: service.show_rules(tx, asker, competition, section, search),
            lambda view: _word_page(view, section, 0, is_turnable=search is None or section is not None),
        )

    @app_commands.command(description="Change a rule, or add one", extras={"who": "director"})
    @app_commands.describe(section="The rule's number, such as 2.4")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def amend(self, interaction: Interaction, section: str, competition: str | None = None) -> None:
        """Open the form."""
        await show_modal(
            self.deps,
            interaction,
            lambda tx, asker: amending.read_amend_form(tx, asker, competition, section),
            lambda found: _word_unknown(found) if isinstance(found, UnknownRule) else forms.amend_form(found),
        )

    @app_commands.command(description="Who has read the newest rules, and who has not", extras={"who": "director"})
    @app_commands.describe(version="An earlier version")
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def receipts(
        self, interaction: Interaction, version: str | None = None, competition: str | None = None
    ) -> None:
        """Show who has read."""
        await answer_question(
            self.deps,
            interaction,
            lambda tx, asker: receipts_service.show_receipts(tx, asker, competition, version),
            _word_receipts,
        )

    @app_commands.command(description="Note that you told a captain of a change in person", extras={"who": "staff"})
    @app_commands.describe(team="Whose captain", version="The newest, unless you name another")
    @app_commands.autocomplete(team=autocomplete_team, competition=autocomplete_competition)
    async def told(
        self, interaction: Interaction, team: str, version: str | None = None, competition: str | None = None
    ) -> None:
        """Count a captain as having read a version."""
        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: receipts_service.tell_in_person(tx, asker, competition, team, version),
            lambda done: Message(texts.told_in_person(*done)),
        )

    @app_commands.command(description="Add or replace rules from a text file", extras={"who": "director"})
    @app_commands.describe(
        file="Each rule under a heading such as: ## 2.4 Team ranking", reason="Needed once play has started"
    )
    @app_commands.autocomplete(competition=autocomplete_competition)
    async def upload(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        reason: app_commands.Range[str, 1, 300] | None = None,
        competition: str | None = None,
    ) -> None:
        """Amend several rules at once."""
        read: list[str] = []

        async def fetch() -> None:
            read.append(await _read_text(file))

        await answer_change(
            self.deps,
            interaction,
            lambda tx, asker: amending.preview_file(tx, asker, competition, read[0], reason),
            _word_preview,
            prepare=fetch,
        )

    @show.autocomplete("section")
    async def _sections(self, interaction: Interaction, typed: str) -> Choices:
        return await offer(interaction, typed, service.name_sections_and_rules)

    @amend.autocomplete("section")
    async def _rules(self, interaction: Interaction, typed: str) -> Choices:
        return await offer(interaction, typed, service.name_rules)

    @receipts.autocomplete("version")
    @told.autocomplete("version")
    async def _versions(self, interaction: Interaction, typed: str) -> Choices:
        return await offer(interaction, typed, receipts_service.name_versions)

    async def _turn_page(self, press: Press) -> None:
        competition_id, shown, page = press.arguments
        section = None if shown == ALL else shown
        await answer_question(
            self.deps,
            press.interaction,
            lambda tx, asker: service.show_rules(tx, asker, competition_id, section),
            lambda view: _word_page(view, section, int(page) if page.isascii() and page.isdigit() else 0),
            is_in_place=True,
        )

    async def _remind(self, press: Press) -> None:
        """Now it matters whether a captain is still here."""
        competition_id, version, token = press.arguments

        async def prepare() -> None:
            async with self.deps.database.reading() as tx:
                asker = to_asker(press.interaction)
                found = await receipts_service.show_receipts(tx, asker, competition_id, version)
            captain_ids = [team.captain_id for team in found.missing]
            await let_departed_be_followed(self.deps, press.interaction, competition_id, captain_ids)

        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: receipts_service.remind_the_rest(tx, asker, competition_id, version, token),
            lambda called: Message(texts.reminded(called.captains, called.without_account)),
            prepare,
        )

    async def _open_form(self, press: Press) -> None:
        competition_id, number = press.arguments
        await show_modal(
            self.deps,
            press.interaction,
            lambda tx, asker: amending.read_amend_form(tx, asker, competition_id, number, may_be_new=True),
            lambda found: _word_unknown(found) if isinstance(found, UnknownRule) else forms.amend_form(found),
        )

    async def _amend(self, press: Press) -> None:
        competition_id, number, version = press.arguments
        fields = press.fields
        typed = DraftRule(number, fields.get(forms.TEXT, ""), fields.get(forms.TITLE))
        reason = fields.get(forms.REASON)
        await answer_change(
            self.deps,
            press.interaction,
            lambda tx, asker: amending.preview_amendment(tx, asker, competition_id, version, typed, reason),
            _word_preview,
        )


def _word_page(view: RulesView, section: str | None, page: int, *, is_turnable: bool = True) -> Message:
    """One page of what was asked for, with buttons to its neighbours; a search is shown whole."""
    lines = list(texts.shown_lines(view))
    if not is_turnable:
        return Message("\n".join(lines))
    pages = paginate(lines)
    page = min(page, len(pages) - 1)
    turns = ((texts.PREVIOUS, page - 1), (texts.NEXT, page + 1))
    buttons = tuple(
        Button(label, custom_id(PAGE, view.competition.id, (section or ALL).strip(), number))
        for label, number in turns
        if 0 <= number < len(pages)
    )
    text = f"{pages[page]}\n{texts.page_of(page + 1, len(pages))}" if len(pages) > 1 else pages[page]
    return Message(text, buttons)


def _word_unknown(found: UnknownRule) -> Message:
    def open_form(number: str) -> str:
        return custom_id(OPEN, found.competition.id, number)

    near = (Button(amend_texts.near_label(rule), open_form(rule.number)) for rule in found.near)
    add = Button(amend_texts.add_label(found.number), open_form(found.number), "primary")
    return Message(amend_texts.unknown_rule(found), (add, *near))


def _word_amended(done: Amended | AmendPreview) -> Message:
    return _word_preview(done) if isinstance(done, AmendPreview) else Message(amend_texts.amended(done))


def _word_preview(found: AmendPreview) -> Message:
    """What would change over a button that does it; what was typed can be changed first."""
    ids = found.competition.id, found.draft_id
    confirm = Button(amend_texts.CONFIRM, custom_id(CONFIRM, *ids), "danger")
    change = Button(amend_texts.CHANGE, custom_id(AGAIN, *ids))
    buttons = ((confirm,) if found.fault is None else ()) + ((change,) if found.is_typed else ())
    return Message(amend_texts.asked(found), buttons)


def _word_receipts(found: Receipts) -> Message:
    """Who has read, over a button for the rest; each such answer reminds once, however often it is pressed."""
    press = secrets.token_hex(4)
    remind = Button(texts.REMIND, custom_id(REMIND, found.competition.id, found.version, press))
    return Message("\n".join(texts.receipts_lines(found)), (remind,) if found.missing else ())


async def _read_text(file: discord.Attachment) -> str:
    """The text of a file that somebody sent. Raises RuleError."""
    if file.size > LARGEST_FILE_BYTES:
        raise RuleError(amend_texts.FILE_TOO_LARGE)
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleError(amend_texts.NOT_A_TEXT) from None
