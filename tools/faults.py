"""Small faults that can be put into a function, a class or a constant of a Python file."""

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.rulebook_document import Definition, find_in_module

_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OTHER_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A small fault: the line that it is on, what it does, and the whole file with it.

    A crude one leaves out a whole step, so that nearly any test notices it.
    """

    line: int
    description: str
    source: str
    is_crude: bool = False


def list_faults(path: Path, names: Sequence[str], decorator: str | None = None) -> list[Fault]:
    """Return every fault that can be put into a definition, in the order in which they are met.

    With a decorator the definition bears it in each file returned; see `decorate`.
    """
    tree, definition = _parse(path, names)
    code = list(_list_code(definition))
    if decorator:
        _decorate(tree, definition, decorator)
    return [
        Fault(
            node.lineno,
            f"line {node.lineno}: {original} -> {broken}",
            source,
            is_crude=isinstance(node, ast.Return | ast.Call) or _is_text(node),
        )
        for node in code
        if not _is_text(node) or isinstance(definition, ast.Assign | ast.AnnAssign)
        for original, broken, source in _break_node(tree, node)
    ]


def decorate(path: Path, names: Sequence[str], decorator: str) -> str:
    """Return a file in which a function bears a decorator, such as `recording.record('x')`; else the same."""
    tree, definition = _parse(path, names)
    _decorate(tree, definition, decorator)
    return ast.unparse(tree)


def _parse(path: Path, names: Sequence[str]) -> tuple[ast.Module, Definition]:
    """Return a file, and a definition in it; LookupError if it is not there."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    definition = find_in_module(tree, names)
    if definition is None:
        raise LookupError(f"{path} has no {'.'.join(names)}")
    return tree, definition


def _decorate(tree: ast.Module, definition: Definition, decorator: str) -> None:
    if isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef):
        definition.decorator_list.append(ast.parse(decorator, mode="eval").body)
        after_docstring = 1 if ast.get_docstring(tree) is not None else 0
        tree.body.insert(after_docstring, ast.Import([ast.alias(decorator.partition(".")[0])]))
        ast.fix_missing_locations(tree)


def _list_code(definition: Definition) -> Iterator[ast.expr | ast.Return]:
    """Yield the expressions and returns of a definition that run: no annotations, no docstrings."""
    skipped: set[int] = set()
    for node in ast.walk(definition):
        for name in ("annotation", "returns"):
            if annotation := getattr(node, name, None):
                skipped.update(id(inner) for inner in ast.walk(annotation))
        if isinstance(node, ast.expr | ast.Return) and id(node) not in skipped:
            yield node


def _break_node(tree: ast.Module, node: ast.expr | ast.Return) -> Iterator[tuple[str, str, str]]:
    """Yield a node as it was and as broken, and the whole file with that; the tree is left as it was."""
    before = ast.unparse(node)[:40]
    for breaking in _list_breakings(node):
        original = copy.copy(node)
        breaking(node)
        after, source = ast.unparse(node)[:40], ast.unparse(tree)
        _become(node, original)
        yield before, after, source


def _list_breakings(node: ast.expr | ast.Return) -> Iterator[Callable[[ast.AST], None]]:
    match node:
        case ast.Compare(ops=[operator, *others]):
            yield _setting("ops", [_OPPOSITES[type(operator)](), *others])
        case ast.BoolOp():
            yield _setting("op", ast.And() if isinstance(node.op, ast.Or) else ast.Or())
        case ast.IfExp():
            yield _setting("test", ast.UnaryOp(ast.Not(), node.test))
        case ast.BinOp() if type(node.op) in _OTHER_SUMS:
            yield _setting("op", _OTHER_SUMS[type(node.op)]())
        case ast.UnaryOp(op=ast.USub()):
            yield _setting("op", ast.UAdd())
        case ast.Constant(value=bool() | int() | str() as value) if value != "":
            yield _setting("value", _find_other(value))
        case ast.Call(func=ast.Name(), args=[ast.expr() as argument]):
            yield _becoming(argument)
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield _setting("value", ast.Constant(None))
        case _:
            pass


def _is_text(node: ast.expr | ast.Return) -> bool:
    """Whether it is a text, which is broken in constants only: a function's are words that other tests hold."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _find_other(value: bool | int | str) -> bool | int | str:
    if isinstance(value, str):
        return ""
    return not value if isinstance(value, bool) else value + 1


def _setting(field: str, value: object) -> Callable[[ast.AST], None]:
    return lambda node: setattr(node, field, value)


def _becoming(other: ast.expr) -> Callable[[ast.AST], None]:
    """Let a node become one of its own parts: `sum(rounds)` becomes `rounds`."""
    return lambda node: _become(node, other)


def _become(node: ast.AST, other: ast.AST) -> None:
    node.__class__ = other.__class__
    node.__dict__.clear()
    node.__dict__.update(other.__dict__)
