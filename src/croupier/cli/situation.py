"""``croupier situation``: the referee's trace of situations, and whether they hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.files import read_text
from croupier.cli.paths import File
from croupier.core.errors import CroupierError, Invalid
from croupier.study.expectations import judge
from croupier.study.situation import read_situation, template

HOLDS, DIFFERS, UNREADABLE = 0, 1, 2


def situation(*files: File, new: Annotated[str | None, Parameter(name="--new")] = None) -> int:
    """Ask the referee what happens in a situation, and by which rules.

    Exit code: 0 every situation holds, 1 one does not, 2 one cannot be read.

    Parameters
    ----------
    files
        Situation files (TOML).
    new
        Print a template for this game instead; it holds as it stands.
    """
    if new is not None:
        if files:
            raise Invalid("Name situation files, or --new GAME for a template; not both at once.")
        print(template(new), end="")
        return HOLDS
    if not files:
        raise Invalid("Name a situation file, or --new GAME for a template.")
    return max(report(file) for file in files)


def report(file: Path) -> int:
    """Print the trace of one file and whether it holds."""
    try:
        situation = read_situation(read_text(file), str(file))
        lines, differences = judge(situation)
    except CroupierError as error:
        return unreadable(str(error))
    print("\n".join([situation.title, *lines]))
    if not differences:
        print("It holds.\n")
        return HOLDS
    print("\n".join(["It does not hold:", *(f"  {difference}" for difference in differences), ""]))
    return DIFFERS


def unreadable(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return UNREADABLE
