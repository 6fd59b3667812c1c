"""Statements are compiled once for each kind of database, and not once for the engine of each test.

A compiled statement belongs to a dialect, of which SQLAlchemy makes one for each engine; those of one kind are all
alike here. Compiling took nearly half of what a test of a service costs.
"""

from typing import Any

from sqlalchemy import Connection, Engine, event

Key = tuple[Any, ...]


class CompiledOnce(dict[Key, Any]):
    """SQLAlchemy's cache, whose keys begin with the dialect; the kind of the dialect takes its place."""

    def get(self, key: Key, default: Any = None) -> Any:
        return super().get(_of_kind(*key), default)

    def __setitem__(self, key: Key, compiled: Any) -> None:
        super().__setitem__(_of_kind(*key), compiled)


def compile_once() -> None:
    """From now on every engine of this process shares what was compiled."""
    compiled = CompiledOnce()

    @event.listens_for(Engine, "engine_connect")
    def share(connection: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        connection.execution_options(compiled_cache=compiled)


def _of_kind(dialect: object, *rest: Any) -> Key:
    return (type(dialect).__name__, *rest)
