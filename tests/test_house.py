"""The house stays in order: imports go one way, and documents say what the code does."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.settings import Settings
from tools.commands import DOCUMENT, list_commands, load_client, render

ROOT = Path(__file__).parents[1]

# Who may not import what: a folder or file, and the beginnings of the modules that are closed to it.
CLOSED: list[tuple[str, tuple[str, ...]]] = [
    ("core", ("bot", "rehearsal", "tests", "discord", "sqlalchemy", "asyncio", "random", "time", "os", "threading")),
    ("bot", ("rehearsal", "tests", "tools", "bench")),
    ("bot/db", ("discord", "bot.services", "bot.posts", "bot.cogs", "bot.ui", "bot.client")),
    ("bot/posts", ("bot.services", "bot.cogs", "bot.client")),
    ("bot/services", ("discord", "bot.cogs", "bot.client", "bot.ui.answering", "bot.ui.router", "bot.posts.publisher")),
    ("bot/ui/texts", ("discord", "sqlalchemy", "bot.services", "bot.cogs", "bot.client")),
    ("bot/ui/pictures", ("discord", "sqlalchemy", "bot.services", "bot.cogs", "bot.db", "core")),
    ("bot/cogs", ("sqlalchemy", "bot.db", "bot.posts")),
]
STANDARD_ONLY = "core"


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            module = node.module or ""
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _sources(place: str) -> list[Path]:
    target = ROOT / place
    return [target] if target.is_file() else sorted(target.rglob("*.py"))


@pytest.mark.parametrize(("place", "closed"), CLOSED, ids=[place for place, _ in CLOSED])
def test_imports_go_one_way(place: str, closed: tuple[str, ...]) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in _sources(place)
        for name in _imports(path)
        if any(name == module or name.startswith(f"{module}.") for module in closed)
    ]
    assert wrong == []


def test_core_needs_the_standard_library_only() -> None:
    import sys

    foreign = (
        {name.split(".")[0] for path in _sources("core") for name in _imports(path)}
        - sys.stdlib_module_names
        - {"core"}
    )
    assert foreign == set()


def test_no_event_imports_another() -> None:
    for path in _sources("core/scoring/events"):
        assert [name for name in _imports(path) if name.startswith("core.scoring.events")] == [], path


def test_no_cog_imports_another() -> None:
    for path in _sources("bot/cogs"):
        if path.name == "__init__.py":
            continue
        others = [name for name in _imports(path) if name.startswith("bot.cogs.") and "options" not in name]
        assert others == [], path


def test_every_setting_is_documented_and_nothing_else() -> None:
    documented = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.M)
    assert sorted(documented) == sorted(name.upper() for name in Settings.model_fields)


def test_the_example_shows_the_defaults() -> None:
    shown = dict(re.findall(r"^([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.M))
    for name, field in Settings.model_fields.items():
        assert shown[name.upper()] == (field.default or ""), name


def _tracked() -> list[Path]:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listing.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listing.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_lock_names_a_registry() -> None:
    for path in ROOT.glob("requirements/*.txt"):
        assert "://" not in path.read_text(), path


def test_files_stay_short() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for path in _tracked()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in ("core", "bot", "rehearsal", "tools", "bench")
        and (count := len(path.read_text().splitlines())) > 320
    }
    assert long == {}


async def test_every_command_says_who_may_use_it_and_is_documented() -> None:
    client = await load_client()
    for command in list_commands(client):
        assert command.extras.get("who") in ("anybody", "captain", "staff", "director"), command.qualified_name
    for route in client.router:
        assert route.who in ("anybody", "captain", "staff", "director"), route.name
    assert DOCUMENT.read_text() == render(client), "run: python -m tools.commands"


DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_every_make_target_in_a_document_exists() -> None:
    declared = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert declared is not None
    targets = {*declared[1].split()}
    named = {
        (path.name, target)
        for path in DOCUMENTS
        for code in re.findall(r"`([^`\n]+)`|^    (.+)$", path.read_text(), re.MULTILINE)
        for target in re.findall(r"\bmake ([a-z]+)", " ".join(code))
    }
    assert {target for _, target in named} >= {"run", "test"}
    assert {(name, target) for name, target in named if target not in targets} == set()


def test_every_link_in_a_document_leads_somewhere() -> None:
    links = [
        (path, target.partition("#")[0])
        for path in DOCUMENTS
        for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text())
        if not target.startswith(("https://", "#"))
    ]
    assert len(links) >= 7
    assert [f"{path.name}: {target}" for path, target in links if not (path.parent / target).exists()] == []


def test_every_file_in_a_document_exists() -> None:
    """Paths in code marks that begin with a folder of ours."""
    folders = "core|bot|rehearsal|tests|tools|bench|docs|migrations|requirements"
    named = [
        (path.name, found)
        for path in DOCUMENTS
        for found in re.findall(rf"`((?:{folders})/[\w/.-]*\w)`", path.read_text())
    ]
    assert len(named) > 5
    assert [f"{name}: {found}" for name, found in named if not (ROOT / found).exists()] == []
