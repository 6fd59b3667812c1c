"""The line prompt of `make run` without a token, as a newcomer uses it."""

from collections.abc import Iterator
from pathlib import Path

from bot.bootstrap import run_bot
from bot.clock import Clock
from bot.settings import Settings
from bot.ui.names import for_prose
from rehearsal.prompt import Prompt, readable, split_options
from rehearsal.server import StandIn
from rehearsal.stage import build_stage, prepare_competition

LINES = [
    "help",
    "/team register",
    "My Team",
    "Zed, 1990-01-01",
    "Yan, 1991-02-01",
    "Xu, 1992-03-01",
    "",
    "as director",
    "/roster import file:{folder}/teams.csv",
    "/roster import file:{folder}/none.csv",
    "/competition close",
    "/competition start",
    "press Start it",
    "as facilitator",
    "/score bowling player:Hal Hudson game:1 score:200",
    "/standings",
    "clock +1h",
    "clock soon",
    "read #general",
    "/score nope",
    "/score bowling foo:1",
    "dance",
    "press Nothing",
    "press Score",
    "choose My Team",
    "choose Nothing",
    "read #standings",
    "read #nowhere",
]


async def test_a_newcomer_registers_scores_and_reads(tmp_path: Path) -> None:
    shown: list[str] = []
    (tmp_path / "teams.csv").write_text("Team,Player\n")
    typed: Iterator[str] = iter([line.replace("{folder}", str(tmp_path)) for line in LINES])
    clock = Clock()

    async def read_line(prompt: str) -> str | None:
        shown.append(prompt)
        return next(typed, None)

    async with StandIn() as standin:
        stage = build_stage(standin)
        settings = Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            discord_token=standin.token,  # pyright: ignore[reportArgumentType]
            discord_api_url=standin.url,
            database_url=f"sqlite:///{tmp_path}/rehearsal.db",
        )
        async with run_bot(settings, clock):
            await prepare_competition(stage, clock.now())
            await Prompt(stage, clock, tmp_path / "out", read_line, shown.append).run()
        assert standin.violations == []
    text = "\n".join(shown)
    assert "captain> \n" in text
    assert "✅ Xu" in text
    assert "Hal Hudson (Łódź Lions) has **200 pins**" in text
    assert "#standings: **Getaway Games" in text
    assert "\\" not in text.replace("\\n", "")
    assert "Write: clock +1h" in text
    assert "there is no 'nope'" in text
    assert "/score bowling has these options: player, game, score, pins, competition." in text
    assert "There is no 'dance' here. Type help." in text
    assert "There is no button 'Nothing' to be seen." in text
    assert "There is no option 'Nothing' to be seen." in shown
    assert any(line.startswith("  ( Team: ") and "My Team" in line for line in shown)
    assert any(line.startswith("  [ Zed, game 1 ]") for line in shown)
    assert "There is no channel #nowhere." in text
    assert "There is no channel #general." not in text
    assert "Nothing was registered: the file needs the headings" in text
    assert f"there is no file '{tmp_path}/none.csv' here" in text
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".png"}


def test_options_are_split_as_discord_shows_them() -> None:
    given = split_options(" player:Ann Archer score:at 10:30 x game:1", ["player", "score", "game"])
    assert given == {"player": "Ann Archer", "score": "at 10:30 x", "game": "1"}


def test_what_is_printed_is_what_people_see() -> None:
    assert readable("\u2068\\*\\*Bold\\*\\*\u2069 a\\:b ```\\x``` \x1b[31m") == "**Bold** a:b ```\\x``` [31m"


def test_a_name_that_ends_in_stars_keeps_them() -> None:
    for name in ("Bold**", "**Bold**", "a\\**"):
        assert readable(f"**{for_prose(name)}** is registered") == f"**{name}** is registered"
