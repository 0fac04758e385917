"""``--option NAME=VALUE``: a game's options as a person types them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from croupier.core.errors import Invalid, quoted
from croupier.core.game import Meta
from croupier.table.opening import read_options

Options = Annotated[list[str] | None, Parameter(negative=())]


def checked_options(meta: Meta, texts: Sequence[str]) -> dict[str, int]:
    """The fields of a state that the options set: those chosen, and the defaults of the others.

    Invalid without ``=``; Unknown names the options, or the values, that there are.
    """
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Invalid(f"An option is written NAME=VALUE, as in {example(meta)}; {quoted(text)} has no '='.")
        chosen[name.strip()] = value.strip()
    values = read_options(meta, chosen)
    return {option.name: option.values.index(values[option.name]) for option in meta.options}


def example(meta: Meta) -> str:
    return f"{meta.options[0].name}={meta.options[0].values[-1]}" if meta.options else "name=on"
