"""The situations about each paragraph of a rules page. ``python -m tests.games.paragraphs GAME`` prints the list."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from croupier import games

ROOT = Path(__file__).resolve().parents[2]


def page(game: str) -> str:
    return (ROOT / "docs" / "rules" / f"{game.replace('_', '-')}.md").read_text("utf-8")


def paragraphs(game: str) -> list[str]:
    """The numbers on the rules page, in its order."""
    return re.findall(r"^\*\*(\d+\.\d+)\*\* ", page(game), re.MULTILINE)


def situations(game: str) -> list[Path]:
    return sorted((ROOT / "tests" / "situations" / game).glob("*.toml"))


def cited(game: str) -> dict[str, list[str]]:
    """Paragraph to the names of the situations that are about it."""
    found: dict[str, list[str]] = {}
    for file in situations(game):
        for rule in tomllib.loads(file.read_text("utf-8"))["rules"]:
            found.setdefault(rule, []).append(file.stem)
    return found


def in_code(game: str) -> set[str]:
    """The paragraphs that the rules emit or name: 3_10 and "3.10"."""
    text = "\n".join(file.read_text("utf-8") for file in (ROOT / "src" / "croupier" / "games" / game).glob("*.py"))
    emitted = {f"{section}.{int(number)}" for section, number in re.findall(r"\b(\d)_(\d\d)\b", text)}
    return emitted | set(re.findall(r'"(\d\.\d+)"', text))


def main(game: str = "") -> None:
    games.meta(game)
    found = cited(game)
    for rule in paragraphs(game):
        print(f"{rule:5} {len(found.get(rule, [])):3}  {', '.join(found.get(rule, ['NONE']))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
