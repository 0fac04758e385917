"""TypeScript types of every message, from the structs of croupier.server.messages: ``python scripts/protocol.py FILE``.

Class docstrings and the docstrings below fields become comments; tags become literal fields, so that unions can be told
apart; a field is optional where the wire may leave it out.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import sys
import textwrap
import types
import typing
from pathlib import Path
from typing import Any, Literal, Union

import msgspec

from croupier import games
from croupier.core import game
from croupier.server import messages
from croupier.table import frame


class View:
    """Stands for the view of any game while the types are read."""


class Told:
    """Stands for the event of any game while the types are read."""


OPEN_TYPES = {"View": View, "Told": Told}
PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    View: "View",
    Told: "Told",
    Any: "unknown",
}
HEAD = """\
// Written by scripts/types from the structs of croupier.server.messages. Do not edit: change the structs and run it again.
"""


def aliases() -> dict[Any, str]:
    """The Literals that have a name of their own."""
    named = {}
    for module in (game, frame, messages):
        named |= {value: name for name, value in vars(module).items() if typing.get_origin(value) is Literal}
    return named


class Writer:
    """Collects the structs it meets and writes each once."""

    def __init__(self) -> None:
        self.named = aliases()
        self.used: dict[str, str] = {}
        self.structs: dict[str, str] = {}

    def type_text(self, hint: Any) -> str:
        if hint in self.named:
            name = self.named[hint]
            self.used[name] = " | ".join(f'"{value}"' for value in typing.get_args(hint))
            return name
        if hint in PLAIN:
            return PLAIN[hint]
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            self.add(hint)
            return hint.__name__
        return self.generic(typing.get_origin(hint), typing.get_args(hint))

    def generic(self, origin: Any, args: tuple[Any, ...]) -> str:
        if origin is Literal:
            return " | ".join(f'"{value}"' for value in args)
        if origin in (Union, types.UnionType):
            return " | ".join(self.type_text(arg) for arg in args)
        if origin in (tuple, list):
            item = self.type_text(args[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        if origin is dict:
            return f"Record<{self.type_text(args[0])}, {self.type_text(args[1])}>"
        raise TypeError(f"no TypeScript for {origin} {args}")

    def add(self, struct: type[msgspec.Struct]) -> None:
        if struct.__name__ in self.structs:
            return
        self.structs[struct.__name__] = ""  # keeps the place: outer structs stand before the inner ones
        hints = typing.get_type_hints(struct, localns=OPEN_TYPES)
        notes = field_notes(struct)
        config = struct.__struct_config__
        lines = [*comment(inspect.cleandoc(own_doc(struct)), ""), f"export interface {struct.__name__} {{"]
        if config.tag is not None:
            lines.append(f'  {config.tag_field}: "{config.tag}";')
        for field in msgspec.structs.fields(struct):
            lines += [*comment(notes.get(field.name, ""), "  "), f"  {self.field_text(field, hints[field.name], config)}"]
        self.structs[struct.__name__] = "\n".join([*lines, "}"])

    def field_text(self, field: Any, hint: Any, config: Any) -> str:
        may_miss = not field.required and (config.omit_defaults or config.forbid_unknown_fields)
        text = self.type_text(hint)
        if may_miss and field.default is None:
            text = text.removesuffix(" | null")
        return f"{field.encode_name}{'?' if may_miss else ''}: {text};"


def own_doc(struct: type) -> str:
    return struct.__dict__.get("__doc__") or ""


def field_notes(struct: type) -> dict[str, str]:
    """The docstrings that stand below fields."""
    body = typing.cast(ast.ClassDef, ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]).body
    notes = {}
    for field, after in itertools.pairwise(body):
        said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and after.value.value
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(said, str):
            notes[field.target.id] = inspect.cleandoc(said)
    return notes


def comment(text: str, indent: str) -> list[str]:
    if not text:
        return []
    lines = text.replace("``", "`").splitlines()
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def own_structs() -> list[type[msgspec.Struct]]:
    """The structs that messages.py itself defines, in its order."""
    found = [x for x in vars(messages).values() if isinstance(x, type) and issubclass(x, msgspec.Struct)]
    return [x for x in found if x.__module__ == messages.__name__ and x is not messages.Message]


def protocol() -> str:
    """The whole file."""
    writer = Writer()
    unions = {name: typing.get_args(getattr(messages, name)) for name in ("FromClient", "FromServer")}
    for members in unions.values():
        for struct in members:
            writer.add(struct)
    for struct in own_structs():
        writer.add(struct)
    texts = {name: " | ".join(struct.__name__ for struct in members) for name, members in unions.items()}
    for name in OPEN_TYPES:
        texts[name] = " | ".join(writer.type_text(getattr(games.load(title), name)) for title in games.NAMES)
    texts = dict(writer.used) | texts
    named = [f"export type {name} = {text};" for name, text in texts.items()]
    return "\n\n".join([f"{HEAD}\nexport const PROTOCOL = {messages.PROTOCOL};", *named, *writer.structs.values()]) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(protocol(), encoding="utf-8")
