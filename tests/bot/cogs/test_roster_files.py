"""`/roster` over the wire."""

from tests.bot.conftest import Town

TABLE = "Team,Player,Birth date\nLodge,A,1990-01-01\nLodge,B,1990-01-01\nLodge,C,1990-01-01\n"


async def test_a_file_comes_in_and_goes_out(town: Town) -> None:
    await town.create_competition()
    file = ("rosters.csv", TABLE.encode())
    refused = await town.facilitator.slash("roster import", file=file)
    assert refused.text == "Only a director can do this: somebody who may manage this server. Please ask one of them."
    checked = await town.director.slash("roster import", file=file)
    assert checked.text.startswith("✅ Nothing is wrong: 1 team with 3 players.")
    done = await town.director.click(checked, "Register these teams")
    assert done.text.startswith("✅ Registered: 1 team with 3 players.")
    out = await town.facilitator.slash("roster export")
    assert out.ephemeral
    assert [attachment.filename for attachment in out.attachments] == ["rosters.csv"]
    large = await town.director.slash("roster import", file=("large.csv", b"x" * 1_048_577))
    assert large.text == "Nothing was registered: the file is larger than 1 MiB. Send it in parts."
    asked = await town.facilitator.slash("roster export", birth_dates=True)
    assert asked.text.startswith("Only a director can do this")
