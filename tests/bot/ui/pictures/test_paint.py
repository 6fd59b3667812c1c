"""From values to PNG: no name breaks it, and what breaks is told as one ordinary error."""

import importlib.util
import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
import resvg_py

from bot.ui.pictures import Picture, PictureError, paint
from bot.ui.pictures.paint import render_now
from tests.bot.ui.pictures.pixels import read_size
from tests.bot.ui.pictures.samples import make_bracket, make_double_bracket, make_table
from tests.bot.ui.worst_names import WORST_NAMES, random_names

PROJECT = Path(__file__).parents[4]
DISCORD_UPLOAD_BYTES = 10 * 1024 * 1024


class Panic(BaseException):
    """As resvg's, which is no Exception."""


def test_no_name_breaks_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paint, "PIXELS_PER_PHONE_PIXEL", 0.5)  # most of the time goes into pixels
    names = [*WORST_NAMES, *random_names(500, seed=2)]
    for start in range(0, len(names), 30):
        table = make_table(names[start : start + 30], headings=())
        width, height = read_size(render_now(table))
        assert width == 195
        assert height > 10 * len(table.rows)


@pytest.mark.parametrize("teams", [2, 3, 12, 16])
def test_a_bracket_is_twice_as_fine_as_a_phone(teams: int) -> None:
    bracket = make_bracket([f"Team {number}" for number in range(1, teams + 1)])
    assert read_size(render_now(bracket))[0] == 780


def test_the_largest_bracket_fits_into_a_message() -> None:
    png = render_now(make_double_bracket([*WORST_NAMES, *random_names(64)][:64]))
    width, height = read_size(png)
    assert width * height <= 8_100_000
    assert len(png) < DISCORD_UPLOAD_BYTES


def test_the_same_values_make_the_same_bytes() -> None:
    table = make_table(WORST_NAMES[:12])
    assert render_now(table) == render_now(table)


def test_after_a_panic_it_is_tried_with_latin_letters(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    drawn: list[str] = []

    def panic_at_first(svg_string: str, **options: Any) -> bytes:
        drawn.append(svg_string)
        if len(drawn) == 1:
            raise Panic("called Option::unwrap() on a None value")
        return draw(svg_string=svg_string, **options)

    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", panic_at_first)
    with caplog.at_level(logging.ERROR):
        png = render_now(make_bracket(["東京", "Aces"]))
    assert read_size(png)[0] == 780
    assert drawn[1] == paint.draw(make_bracket(["東京", "Aces"]), is_plain=True).svg != drawn[0]
    assert "could not be drawn" in caplog.text


def test_a_second_panic_is_an_ordinary_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(**options: Any) -> bytes:
        raise Panic("boom")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", panic)
    with pytest.raises(PictureError, match=r"the picture could not be drawn: Panic\('boom'\)"):
        render_now(make_bracket(["Aces", "Bees"]))


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_being_stopped_is_no_fault_of_the_picture(stop: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(**options: Any) -> bytes:
        raise stop

    monkeypatch.setattr(resvg_py, "svg_to_bytes", interrupt)
    with pytest.raises(stop):
        render_now(make_bracket(["Aces", "Bees"]))


def test_what_is_no_picture_is_an_ordinary_error() -> None:
    with pytest.raises(PictureError):
        render_now(cast(Picture, "a string"))


@pytest.fixture
def readme() -> Any:
    """The module that draws the pictures of README."""
    spec = importlib.util.spec_from_file_location("draw", PROJECT / "docs/pictures/draw.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_core(command: str, name: str) -> Any:
    """What `python -m core.scoring` says about one of the files beside the pictures."""
    file = str(PROJECT / f"docs/pictures/{name}.json")
    said = subprocess.run(
        [sys.executable, "-m", "core.scoring", command, file], cwd=PROJECT, capture_output=True, check=True
    )
    return json.loads(said.stdout)


def test_the_standings_in_readme_are_what_core_computes(readme: Any) -> None:
    computed = run_core("standings", "standings")
    events = computed["counted"]
    assert [(row.rank, row.name, row.values) for row in readme.make_standings().rows] == [
        (f"{one['rank']:g}", one["name"], tuple(f"{n:g}" for n in (one["total"], *(one["ranks"][e] for e in events))))
        for one in computed["overall"]["teams"]
    ]


def test_the_bracket_in_readme_is_what_core_computes(readme: Any) -> None:
    (section,) = readme.make_bracket().sections
    drawn = {match.match_id: match for each in section.rounds for match in each.matches}
    computed = run_core("bracket", "bracket")["matches"]
    assert [one["id"] for one in computed] == list(drawn)
    for one in computed:
        sides = drawn[one["id"]].sides
        assert [side.name for side in sides] == one["teams"]
        assert next((side.name for side in sides if side.is_winner), None) == one["winner"]
        if one["score"] is not None:
            games = sorted((side.games_won for side in sides), reverse=True)
            assert "-".join(map(str, games)) == one["score"]


def test_the_pictures_in_readme_are_those_of_today(readme: Any) -> None:
    for name, picture in (("standings", readme.make_standings()), ("bracket", readme.make_bracket())):
        shown = (PROJECT / f"docs/pictures/{name}.png").read_bytes()
        assert read_size(shown) == read_size(render_now(picture)), "draw them anew: python docs/pictures/draw.py"
        assert "…" not in paint.draw(picture).svg
