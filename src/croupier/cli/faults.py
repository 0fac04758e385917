"""A command line that cannot be read, as one sentence that says what is possible."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args, get_origin

from cyclopts import CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from croupier import games
from croupier.core.errors import listed, meaning, quoted

KINDS = {int: "a whole number", float: "a number", bool: "yes or no", Path: "a path"}


def in_words(command: str, error: CycloptsError) -> str:
    """``croupier play --sets 3``: There is no option '--sets'; there are --seats, --bots ..."""
    match error:
        case UnknownOptionError():
            typed, known = str(error.token.keyword or error.token.value), options(error)
            return f"croupier {command} has no option {quoted(typed)}{meaning(typed, known)}; it has {listed(known)}."
        case UnusedCliTokensError():
            if (error.unused_tokens or [""])[0] in games.NAMES:
                return f"croupier {command} is told the game twice; name it once, and mind that --game is not --games."
            unused = quoted((error.unused_tokens or [""])[0])
            return f"croupier {command} has no use for {unused}; see croupier {command} --help."
        case MissingArgumentError():
            return missing(command, error)
        case CoercionError() if error.argument and error.token:
            return f"{shown(error.argument)} is {kind(error.argument.hint)}, not {quoted(error.token.value)}."
        case RepeatArgumentError():
            return f"{error.token.keyword} is given twice; once is enough."
    return " ".join(str(error).split())


def missing(command: str, error: MissingArgumentError) -> str:
    if error.keyword:
        return f"{error.keyword} needs a value."
    if not error.argument:
        return f"croupier {command} needs more; see croupier {command} --help."
    name = shown(error.argument)
    if error.argument.index is None:
        return f"croupier {command} needs {name}."
    known = f"; there {'are' if len(games.NAMES) > 1 else 'is'} {listed(games.NAMES)}" if name == "GAME" else ""
    return f"croupier {command} needs {name}{known}."


def options(error: UnknownOptionError) -> list[str]:
    return [name for argument in error.argument_collection or () if (name := shown(argument)).startswith("--")] or ["--help"]


def shown(argument: Any) -> str:
    """An option by its first name, as it is typed; what is known by its place as the help shows it."""
    name = str(argument.names[0] if argument.names else argument.name)
    return name if argument.index is None else name.removeprefix("--").upper()


def kind(hint: Any) -> str:
    """What kind of value an argument takes."""
    if get_origin(hint) is None:
        return KINDS.get(hint, "a text")
    choices = [choice for choice in get_args(hint) if isinstance(choice, str)]
    if choices:
        return f"one of {listed(choices)}"
    return next((KINDS[part] for part in get_args(hint) if part in KINDS), "a text")
