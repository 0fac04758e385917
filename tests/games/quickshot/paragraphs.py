"""The situations about each paragraph of the rules page. ``python -m tests.games.quickshot.paragraphs`` prints the list."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "rules" / "quickshot.md"
SITUATIONS = ROOT / "tests" / "situations" / "quickshot"
CODE = ROOT / "src" / "croupier" / "games" / "quickshot"


def paragraphs() -> list[str]:
    """The numbers on the rules page, in its order."""
    return re.findall(r"^\*\*(\d+\.\d+)\*\* ", PAGE.read_text("utf-8"), re.MULTILINE)


def situations() -> list[Path]:
    return sorted(SITUATIONS.glob("*.toml"))


def cited() -> dict[str, list[str]]:
    """Paragraph to the names of the situations that are about it."""
    found: dict[str, list[str]] = {}
    for file in situations():
        for rule in tomllib.loads(file.read_text("utf-8"))["rules"]:
            found.setdefault(rule, []).append(file.stem)
    return found


def in_code() -> set[str]:
    """The paragraphs that the rules emit or name: 3_10 and "3.10"."""
    text = "\n".join(file.read_text("utf-8") for file in CODE.glob("*.py"))
    emitted = {f"{section}.{int(number)}" for section, number in re.findall(r"\b(\d)_(\d\d)\b", text)}
    return emitted | set(re.findall(r'"(\d\.\d+)"', text))


def main() -> None:
    found = cited()
    for rule in paragraphs():
        print(f"{rule:5} {len(found.get(rule, [])):3}  {', '.join(found.get(rule, ['NONE']))}")


if __name__ == "__main__":
    main()
