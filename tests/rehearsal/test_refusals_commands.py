"""Raw HTTP: the rules of application commands."""

from typing import Any

import pytest

from rehearsal.guild import Guild
from rehearsal.server import StandIn
from tests.rehearsal.raw import RawApi

LONG, BAD_LENGTH, REQUIRED = "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_REQUIRED"

Json = dict[str, Any]


def command(*options: Json, **fields: Any) -> Json:
    return {"name": "score", "description": "Scores", "options": list(options), **fields}


def option(kind: int = 3, **fields: Any) -> Json:
    return {"type": kind, "name": "player", "description": "Who", **fields}


def many(count: int, kind: int = 3) -> list[Json]:
    return [option(kind, name=f"o{n}") for n in range(count)]


def choices(count: int, value: Any = None) -> list[Json]:
    return [{"name": f"n{n}", "value": f"v{n}" if value is None else value} for n in range(count)]


def sized(characters: int) -> Json:
    """A command whose names, descriptions and choices have so many characters in all (7,906 to 8,005)."""
    wide = [{"name": f"{n}".ljust(100, "n"), "value": f"{n}".ljust(100, "v")} for n in range(3)]
    options = [option(name=f"o{n:02}", description="d" * 97, choices=wide[:1]) for n in range(24)]
    options.append(option(name="o24", description="d" * 97, choices=wide))
    return command(*options, description="d" * (characters - 7905))


RULES: list[tuple[list[Json], list[Json], str, str]] = [
    ([command(name="x" * 32)], [command(name="x" * 33)], "0.name", BAD_LENGTH),
    ([command()], [command(name="")], "0.name", REQUIRED),
    ([command()], [command(name=None)], "0.name", REQUIRED),
    ([command()], [command(name="Score")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="score-sheet_1")], [command(name="score sheet")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="得分")], [command(name="a.b")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="คะแนน")], [command(name="🎳")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(description="x" * 100)], [command(description="x" * 101)], "0.description", BAD_LENGTH),
    ([command()], [command(description="")], "0.description", REQUIRED),
    ([command()], [command(description=None)], "0.description", REQUIRED),
    ([command(), command(name="other")], [command(), command()], "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ([command(*many(25))], [command(*many(26))], "0.options", LONG),
    ([command(option(choices=choices(25)))], [command(option(choices=choices(26)))], "0.options.0.choices", LONG),
    (
        [command(option(choices=choices(1, "x" * 100)))],
        [command(option(choices=choices(1, "x" * 101)))],
        "0.options.0.choices.0.value",
        LONG,
    ),
    (
        [command(option(4, choices=choices(1, 5)))],
        [command(option(4, choices=choices(1, "five")))],
        "0.options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    (
        [command(option(choices=choices(2)))],
        [command(option(choices=choices(2, "same")))],
        "0.options.0.choices.1.value",
        "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE",
    ),
    ([command(option())], [command(option(name="Player"))], "0.options.0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(option())], [command(option(description=""))], "0.options.0.description", REQUIRED),
    (
        [command(*many(2))],
        [command(option(), option())],
        "0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
    ),
    (
        [command(option(required=True), option(name="b"))],
        [command(option(), option(name="b", required=True))],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        [command(option(autocomplete=True))],
        [command(option(autocomplete=True, choices=choices(1)))],
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
    ),
    (
        [command(option(4, autocomplete=True))],
        [command(option(6, autocomplete=True))],
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        [command(option(4, min_value=1, max_value=1))],
        [command(option(4, min_value=2, max_value=1))],
        "0.options.0.min_value",
        "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID",
    ),
    (
        [command(option(min_length=0, max_length=6000))],
        [command(option(max_length=6001))],
        "0.options.0.max_length",
        "NUMBER_TYPE_MAX",
    ),
    (
        [command(option(1), option(2, name="g", options=[option(1)]))],
        [command(option(1), option(3, name="b"))],
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        [command(option(2, options=many(25, 1)))],
        [command(option(2, options=many(26, 1)))],
        "0.options.0.options",
        BAD_LENGTH,
    ),
    (
        [command(option(2, options=[option(1, options=many(25))]))],
        [command(option(2, options=[option(2, options=[option(1)])]))],
        "0.options.0.options.0.type",
        "UNION_TYPE_CHOICES",
    ),
    ([command(option())], [command(option(12))], "0.options.0.type", "UNION_TYPE_CHOICES"),
    ([sized(8000)], [sized(8001)], "0", "APPLICATION_COMMAND_TOO_LARGE"),
    (
        [command(default_member_permissions="32")],
        [command(default_member_permissions="many")],
        "0.default_member_permissions",
        "NUMBER_TYPE_COERCE",
    ),
]


@pytest.mark.parametrize("scope", ["global", "guild"])
@pytest.mark.parametrize(("fits", "breaks", "place", "code"), RULES, ids=lambda v: v if isinstance(v, str) else "")
async def test_rules(
    api: RawApi, guild: Guild, scope: str, fits: list[Json], breaks: list[Json], place: str, code: str
) -> None:
    middle = f"/guilds/{guild.id}" if scope == "guild" else ""
    path = f"/applications/{guild.world.application_id}{middle}/commands"
    assert (await api.put(path, fits)).status == 200
    assert (await api.put(path, breaks)).faults() == {place: [code]}
    registered = guild.commands if scope == "guild" else guild.world.global_commands
    assert [c["name"] for c in registered.values()] == [c["name"] for c in fits]


async def test_at_most_100_commands(api: RawApi, standin: StandIn) -> None:
    path = f"/applications/{standin.world.application_id}/commands"
    hundred = [command(name=f"c{n}") for n in range(100)]
    assert (await api.put(path, hundred)).status == 200
    assert (await api.put(path, [*hundred, command(name="c100")])).refused(400, 30032)
    assert (await api.post(path, command(name="c100"))).refused(400, 30032)
    assert (await api.post(path, command(name="c99"))).status == 200
    menus = [{"name": f"m{n}", "type": 2} for n in range(16)]
    assert (await api.put(path, menus[:15])).status == 200
    assert (await api.put(path, menus)).refused(400, 30032)


async def test_one_command(api: RawApi, standin: StandIn) -> None:
    path = f"/applications/{standin.world.application_id}/commands"
    created = await api.post(path, command())
    assert created.status == 201
    again = await api.post(path, command(description="Other"))
    assert (again.status, again.body["id"]) == (200, created.body["id"])
    assert again.body["version"] != created.body["version"]
    one = f"{path}/{created.body['id']}"
    assert (await api.patch(one, {"description": "New"})).body["description"] == "New"
    assert (await api.patch(one, {"description": ""})).faults() == {"description": [REQUIRED]}
    assert (await api.get(one)).body["name"] == "score"
    assert [c["id"] for c in (await api.get(path)).body] == [created.body["id"]]
    assert (await api.delete(one)).status == 204
    assert (await api.delete(one)).refused(404, 10063)
    assert (await api.get(one)).refused(404, 10063)
    assert (await api.post(path, command(name="Bad Name"))).faults() == {"name": ["APPLICATION_COMMAND_INVALID_NAME"]}


async def test_commands_of_others(api: RawApi, guild: Guild) -> None:
    assert (await api.put("/applications/1/commands", [])).refused(403, 20012)
    path = f"/applications/{guild.world.application_id}/guilds/1/commands"
    assert (await api.put(path, [])).refused(404, 10004)


async def test_overwriting_keeps_the_ids_of_names(api: RawApi, standin: StandIn) -> None:
    path = f"/applications/{standin.world.application_id}/commands"
    first = (await api.put(path, [command(), command(name="old")])).body
    second = (await api.put(path, [command(name="new"), command()])).body
    assert second[1]["id"] == first[0]["id"]
    assert [c["name"] for c in second] == ["new", "score"]
