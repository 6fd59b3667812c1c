"""`/event sheets`, `/event import` and `/event export` over the wire."""

import csv
from io import StringIO

from tests.bot.cogs.test_score import start_games
from tests.bot.conftest import Town


async def test_sheets_go_out_come_back_filled_and_are_exported(town: Town) -> None:
    await start_games(town)
    sheets = await town.director.slash("event sheets", event="bowling")
    assert sheets.ephemeral
    files = {attachment.filename: attachment.content for attachment in sheets.attachments}
    assert sorted(files) == ["score-sheets.csv", "score-sheets.html"]
    rows = list(csv.reader(StringIO(files["score-sheets.csv"].decode("utf-8-sig"))))
    for row in rows[1:]:
        row[5] = "120" if row[4] == "1" else ""
    filled = StringIO()
    csv.writer(filled, delimiter=";").writerows(rows)
    file = ("filled.csv", filled.getvalue().encode())

    await town.director.slash("score bowling", player="Ann", game=1, score="100")
    looked = await town.director.slash("event import", file=file)
    assert looked.text.startswith(
        "Only a look, nothing is entered yet: new 10, unchanged 0, different from what is here 1.\nDifferent"
    )
    form = await town.director.click(looked, "Enter all, replace the 1")
    done = await town.director.fill(form, {"reason": "the paper is right"})
    assert done.text == "✅ Entered: 10 new entries, 1 replaced. `/standings` shows what came of it."
    again = await town.director.click(looked, "Enter the 10 new, leave the 1")
    assert again.text == (
        "This was done already, or it is older than a day; nothing was changed now. "
        "Send the file again with `/event import` if something is missing."
    )
    said = await town.director.slash("audit", event="bowling", player="Ann")
    assert "brought in from a file: " in said.text
    assert ": 100 → 120" in said.text

    out = await town.director.slash("event export")
    exported = {attachment.filename: attachment.content for attachment in out.attachments}
    assert sorted(exported) == ["results.csv", "results.html", "results.json", "standings.csv"]
    same = await town.director.slash("event import", file=("results.json", exported["results.json"]))
    assert same.text == "Only a look, nothing is entered yet: new 0, unchanged 11, different from what is here 0."


async def test_who_may_and_which_files(town: Town) -> None:
    await start_games(town)
    refused = await town.ann.slash("event import", file=("x.csv", b"x"))
    assert refused.text.startswith("Only a director can do this")
    refused = await town.ann.slash("event sheets")
    assert refused.text.startswith("Only a facilitator")
    large = await town.director.slash("event import", file=("large.csv", b"x" * 1_048_577))
    assert large.text == (
        "Nothing was entered: the file is larger than 1 MiB. `/event sheets` gives a table to fill in."
    )
