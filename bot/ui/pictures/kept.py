"""A picture's values as JSON, for posts that are drawn when they are sent."""

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter

from bot.ui.pictures.values import BracketPicture, Picture, TablePicture

PICTURES = TypeAdapter(tuple[TablePicture | BracketPicture, ...])


def write_pictures(pictures: Iterable[Picture]) -> list[Any]:
    """The values of pictures as JSON."""
    return PICTURES.dump_python(tuple(pictures), mode="json")


def read_pictures(values: Any) -> tuple[Picture, ...]:
    """The pictures that `write_pictures` wrote."""
    return PICTURES.validate_python(values)
