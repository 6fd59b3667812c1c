"""Checks what came over the wire before anything reads it.

Discord's own app fills in options as they were declared, but anybody can write a client. discord.py takes the shape of
what it reads for granted, and an error while it reads would end the connection; it checks neither ranges nor choices.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Any

import discord
from discord import app_commands
from pydantic import (
    BaseModel,
    Field,
    FiniteFloat,
    StrictBool,
    StrictInt,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from bot.ui.picks import PICKED, read_mark
from bot.ui.texts import faults as texts
from core.errors import NotFound

LONGEST_OPTION, LONGEST_FIELD, LONGEST_CUSTOM_ID, MOST_VALUES = 6000, 4000, 100, 25
SAFE_INTEGER = 2**53

Kind = discord.AppCommandOptionType
Payload = dict[str, Any]

NO_NUL = r"^[^\x00]*$"  # no database of ours keeps it in every place; pydantic refuses broken surrogates itself
Text = Annotated[str, StringConstraints(strict=True, max_length=LONGEST_OPTION, pattern=NO_NUL)]
FieldText = Annotated[str, StringConstraints(strict=True, max_length=LONGEST_FIELD, pattern=NO_NUL)]
CustomId = Annotated[str, StringConstraints(strict=True, max_length=LONGEST_CUSTOM_ID, pattern=NO_NUL)]
Whole = Annotated[StrictInt, Field(ge=-SAFE_INTEGER, le=SAFE_INTEGER)]
Real = Annotated[FiniteFloat, Field(strict=True)]


class _Option(BaseModel):
    name: Text
    type: Whole
    value: Text | StrictBool | Whole | Real | None = None
    options: list["_Option"] = []


class _Command(BaseModel):
    name: Text
    type: Whole = 1
    options: list[_Option] = []
    resolved: Payload = {}


class _Press(BaseModel):
    custom_id: CustomId
    component_type: Whole
    values: list[Text] = Field([], max_length=MOST_VALUES)


class _Field(BaseModel):
    custom_id: CustomId
    value: FieldText | StrictBool | None = None
    values: list[Text] = Field([], max_length=MOST_VALUES)


class _Row(BaseModel):
    component: _Field | None = None
    components: list[_Field] = []


class _Form(BaseModel):
    custom_id: CustomId
    components: list[_Row]


SHAPES: dict[discord.InteractionType, type[BaseModel]] = {
    discord.InteractionType.application_command: _Command,
    discord.InteractionType.autocomplete: _Command,
    discord.InteractionType.component: _Press,
    discord.InteractionType.modal_submit: _Form,
}
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
"""What discord.py raises for options that Discord's own app would not send."""
NOTHING: Any = {"name": "", "custom_id": "", "component_type": 2, "components": []}
"""Stands for what could not be read: no command, button or form has this name."""


def guard(parse: Callable[[Any], None]) -> Callable[[Any], None]:
    """The parser of interactions, which sees nothing but what has the shape that Discord documents."""
    shapes = {kind.value: TypeAdapter(shape) for kind, shape in SHAPES.items()}

    def guarded(payload: Payload) -> None:
        shape = shapes.get(payload["type"])
        try:
            if shape is not None:
                shape.validate_python(payload.get("data"))
        except ValidationError:
            payload = {**payload, "data": NOTHING}
        parse(payload)

    return guarded


def refuse_unknown(interaction: discord.Interaction[Any]) -> NotFound:
    """The refusal of a command, button or form that is not there, or could not be read."""
    return NotFound(texts.UNREADABLE if interaction.data is NOTHING else texts.STALE)


def take_marks(interaction: discord.Interaction[Any]) -> None:
    """Take the competition's mark off what was picked from a list, and keep it with the interaction for `to_asker`."""
    try:
        command = interaction.command
    except UNREADABLE:
        return
    if not isinstance(command, app_commands.Command):
        return
    listed = {parameter.display_name for parameter in command.parameters if parameter.autocomplete}
    picked: set[str] = set()
    for option in _values_in(interaction.data):
        if option["name"] not in listed or option.get("focused") or (marked := read_mark(option.get("value"))) is None:
            continue
        competition_id, option["value"] = marked
        picked.add(competition_id)
    interaction.extras[PICKED] = frozenset(picked)


def find_misfit(interaction: discord.Interaction[Any]) -> str | None:
    """The name of an option that does not hold what its command declares; empty if there is no such command.

    While somebody types, other options may be unfinished, but the one under the cursor must be one that offers choices.
    """
    try:
        command, namespace = interaction.command, interaction.namespace
    except UNREADABLE:
        return ""  # an option without its value, or with an id that is none
    if not isinstance(command, app_commands.Command):
        return ""
    given = dict(iter(namespace))
    declared = {parameter.display_name: parameter for parameter in command.parameters}
    if interaction.type is discord.InteractionType.autocomplete:
        under_cursor = (option["name"] for option in _values_in(interaction.data) if option.get("focused"))
        typed = [name for name in under_cursor if name in declared and declared[name].autocomplete]
        return None if typed and _fits(declared[typed[0]], given[typed[0]], is_unfinished=True) else ""
    for name, parameter in declared.items():
        if (name not in given and parameter.required) or (name in given and not _fits(parameter, given[name])):
            return name
    return next((name for name in given if name not in declared), None)


def _values_in(data: Any) -> Iterator[Payload]:
    """Every option of a command and its groups."""
    options: list[Payload] = data.get("options") or []
    for option in options:
        yield option
        yield from _values_in(option)


_TYPES: dict[Kind, tuple[type, ...]] = {
    Kind.string: (str,),
    Kind.integer: (int,),
    Kind.number: (int, float),
    Kind.boolean: (bool,),
    Kind.user: (discord.User, discord.Member),
    Kind.channel: (app_commands.AppCommandChannel, app_commands.AppCommandThread),
    Kind.role: (discord.Role,),
    Kind.mentionable: (discord.User, discord.Member, discord.Role),
    Kind.attachment: (discord.Attachment,),
}


def _fits(parameter: app_commands.Parameter, value: Any, *, is_unfinished: bool = False) -> bool:
    is_number = parameter.type in (Kind.integer, Kind.number)
    if not isinstance(value, _TYPES[parameter.type]) or (is_number and isinstance(value, bool)):
        return False
    if is_unfinished:
        return True
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return False
    size = len(value) if isinstance(value, str) else value
    least, most = parameter.min_value, parameter.max_value
    return (least is None or size >= least) and (most is None or size <= most)
