"""The desk's form of one round: a typing error is kept, and mended in the form."""

import pytest

from bot.db.engine import Database
from bot.services import desk_rounds
from bot.services.rounds import TypedRound
from bot.ui.desk_view import say_unread
from bot.ui.facts.desk import RoundUnread
from bot.ui.facts.scores import RoundEntered
from core.errors import NotAllowed, NotFound
from tests.builders import create_competition, facilitator, load, register_team, start, stranger


async def test_a_typing_error_offers_the_form_with_what_was_typed(sqlite_database: Database) -> None:
    competition = await create_competition(sqlite_database)
    await register_team(sqlite_database, competition, "Gutter Gang", ["Ann", "Bo", "Cy"])
    await start(sqlite_database, competition)
    async with sqlite_database.transaction() as tx:
        unread = await desk_rounds.submit_form(tx, facilitator(), None, TypedRound("bowling", "Ann", 2, text="31O"))
    assert isinstance(unread, RoundUnread)
    said = say_unread(unread)
    assert said.text.startswith('\u2068Ann\u2069: "31O" is not a bowling game. Type the total, like 151,')
    assert said.text.endswith(" Your text is kept: press Fix.")
    assert [button.label for button in said.buttons] == ["Fix"]
    assert (await load(sqlite_database, competition)).sheets == {}
    async with sqlite_database.reading() as tx:
        form = await desk_rounds.reopen_form(tx, facilitator(), None, str(unread.draft_id))
        with pytest.raises(NotFound) as gone:
            await desk_rounds.reopen_form(tx, facilitator(), None, "1")
        with pytest.raises(NotAllowed):
            await desk_rounds.reopen_form(tx, stranger(), None, str(unread.draft_id))
    assert (form.entrant, form.round, form.typed) == ("Ann", 2, "31O")
    assert gone.value.sentence == (
        "This was done already, or it is older than a day; nothing was changed now. Open the round again."
    )
    async with sqlite_database.transaction() as tx:
        done = await desk_rounds.submit_form(tx, facilitator(), None, TypedRound("bowling", "Ann", 2, text="131"))
    assert isinstance(done, RoundEntered)
