"""A small language for what a request body may look like; `limits.py` is written in it.

Each shape checks one value and reports every fault with its place, in the words of Discord's API.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from urllib.parse import urlsplit

from rehearsal.errors import ApiError, refusal

Place = tuple[str | int, ...]


@dataclass
class FormErrors:
    """The faulty fields of one body, as the tree that Discord answers with code 50035."""

    tree: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def add(self, place: Place, code: str, message: str) -> None:
        node = self.tree
        for step in place:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
        self.lines.append(f"{'.'.join(map(str, place)) or 'body'}: {message}")

    def refuse(self) -> None:
        """Raise 50035 if anything was found."""
        if self.lines:
            raise self.refusal()

    def refusal(self) -> ApiError:
        return refusal(50035, "; ".join(self.lines), errors=self.tree)


def refuse_field(place: Place, code: str, message: str) -> ApiError:
    """50035 for one field."""
    errors = FormErrors()
    errors.add(place, code, message)
    return errors.refusal()


class Form(Protocol):
    """What a value must look like."""

    def check(self, value: Any, place: Place, errors: FormErrors) -> None: ...


@dataclass(frozen=True)
class Text:
    """A string of at most `most` characters (Unicode code points); `trim` counts it as Discord trims it."""

    most: int
    least: int = 0
    trim: bool = False

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, str):
            errors.add(place, "STRING_TYPE_CONVERT", "Could not interpret as string.")
            return
        length = len(value.strip() if self.trim else value)
        if self.least and length == 0:
            errors.add(place, "BASE_TYPE_REQUIRED", "This field is required")
        elif not self.least <= length <= self.most:
            errors.add(place, *_bad_length(self.least, self.most))


@dataclass(frozen=True)
class Url:
    """An address; `attachment://name` stands for an uploaded file."""

    most: int
    schemes: tuple[str, ...] = ("http", "https")

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        before = len(errors.lines)
        Text(self.most, 1).check(value, place, errors)
        if len(errors.lines) > before:
            return
        try:
            scheme, host = urlsplit(value)[:2]
        except ValueError:
            scheme = host = ""
        if scheme and scheme not in self.schemes:
            allowed = ", ".join(repr(s) for s in self.schemes)
            message = f"Scheme {scheme!r} is not supported. Scheme must be one of ({allowed})."
            errors.add(place, "URL_TYPE_INVALID_SCHEME", message)
        elif not scheme or not host:
            errors.add(place, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


@dataclass(frozen=True)
class Whole:
    """An integer within limits."""

    least: int = -(1 << 53)
    most: int = 1 << 53

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            errors.add(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < self.least:
            message = f"int value should be greater than or equal to {self.least}."
            errors.add(place, "NUMBER_TYPE_MIN", message)
        elif value > self.most:
            errors.add(place, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {self.most}.")


@dataclass(frozen=True)
class Permissions:
    """A set of permissions, as a number or (as Discord writes it) as its digits in text."""

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not is_snowflake(value) or int(value) >= 1 << 54:
            errors.add(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')


@dataclass(frozen=True)
class Number:
    """An integer or a fraction."""

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, int | float) or isinstance(value, bool):
            errors.add(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')


@dataclass(frozen=True)
class YesNo:
    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, bool):
            errors.add(place, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


@dataclass(frozen=True)
class Snowflake:
    """An id: digits, as text or as a number."""

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not is_snowflake(value):
            errors.add(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@dataclass(frozen=True)
class Timestamp:
    """A time in ISO 8601."""

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        try:
            datetime.fromisoformat(value)
        except (TypeError, ValueError):
            errors.add(place, "DATE_TIME_TYPE_PARSE", f'Could not parse "{value}" as ISO 8601.')


@dataclass(frozen=True)
class Nonce:
    """A text or a number by which a sender recognises its message."""

    most: int

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if isinstance(value, bool) or not isinstance(value, int | str):
            errors.add(place, "NONCE_TYPE_INVALID", "Must be a string or an integer.")
        else:
            Text(self.most).check(str(value), place, errors)


@dataclass(frozen=True)
class OneOf:
    choices: tuple[Any, ...]

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if isinstance(value, bool) or value not in self.choices:
            listed = ", ".join(map(str, self.choices))
            errors.add(place, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")


@dataclass(frozen=True)
class Many:
    """A list of between `least` and `most` values of one form, which may have to differ."""

    of: Form
    most: int
    least: int = 0
    unique: bool = False

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, list):
            errors.add(place, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if not self.least <= len(value) <= self.most:
            errors.add(place, *_bad_length(self.least, self.most))
        for index, item in enumerate(value):
            self.of.check(item, (*place, index), errors)
            if self.unique and item in value[:index]:
                errors.add((*place, index), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")


@dataclass(frozen=True)
class Shape:
    """An object. Fields outside `required` may be missing or null; unknown fields are ignored."""

    fields: Mapping[str, Form]
    required: Sequence[str] = ()

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, dict):
            errors.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        for name in self.required:
            if value.get(name) is None:
                errors.add((*place, name), "BASE_TYPE_REQUIRED", "This field is required")
        for name, inner in value.items():
            form = self.fields.get(name)
            if form is not None and inner is not None:
                form.check(inner, (*place, name), errors)


@dataclass(frozen=True)
class Anything:
    """A value that is looked at elsewhere."""

    def check(self, value: Any, place: Place, errors: FormErrors) -> None: ...


@dataclass(frozen=True)
class MapOf:
    """An object with free keys, for instance one text a language."""

    of: Form

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, dict):
            errors.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        for name, inner in value.items():
            if inner is not None:
                self.of.check(inner, (*place, name), errors)


@dataclass(frozen=True)
class ByType:
    """An object whose form depends on its `type`."""

    forms: Mapping[int, Form]
    otherwise: int | None = None

    def check(self, value: Any, place: Place, errors: FormErrors) -> None:
        if not isinstance(value, dict):
            errors.add(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        kind = value.get("type")
        kind = self.otherwise if kind is None else kind
        if kind is None:
            errors.add((*place, "type"), "BASE_TYPE_REQUIRED", "This field is required")
        elif isinstance(kind, bool) or not isinstance(kind, int) or kind not in self.forms:
            listed = ", ".join(map(str, self.forms))
            message = f'Value of field "type" must be one of ({listed}).'
            errors.add((*place, "type"), "UNION_TYPE_CHOICES", message)
        else:
            self.forms[kind].check(value, place, errors)


def is_snowflake(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isdigit() and len(value) <= 20
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64


def _bad_length(least: int, most: int) -> tuple[str, str]:
    if least:
        return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
    return "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
