"""The rules page of a game, cut into sections and paragraphs: ``## 3 The round``, ``**3.4** text``."""

from __future__ import annotations

import functools
import re
from importlib import resources
from pathlib import Path

from croupier import games
from croupier.server.messages import Paragraph, RulesInfo, Section

SECTION = re.compile(r"^## (\d+)\s+(.+?)\s*$")
PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+)\*\*\s*(.*)$")


@functools.cache
def rules_info(game: str) -> RulesInfo:
    """Unknown names the games there are. Without a page there are no sections."""
    loaded = games.load(game)
    return RulesInfo(loaded.meta.title, loaded.cards(), parse_rules(read_page(game)))


def read_page(game: str) -> str:
    """The page as it was packaged, else as it stands in the sources; empty when there is none."""
    packaged = resources.files("croupier") / "rules" / page_of(game)
    if packaged.is_file():
        return packaged.read_text("utf-8")
    source = Path(__file__).parents[3] / "docs" / "rules" / page_of(game)
    return source.read_text("utf-8") if source.is_file() else ""


def page_of(game: str) -> str:
    return f"{game.replace('_', '-')}.md"


def parse_rules(page: str) -> tuple[Section, ...]:
    """Sections with their numbered paragraphs; a paragraph goes on until the next one."""
    sections: list[tuple[int, str, list[tuple[str, list[str]]]]] = []
    for line in page.splitlines():
        if head := SECTION.match(line):
            sections.append((int(head[1]), head[2], []))
        elif line.startswith("#"):
            continue
        elif sections and (start := PARAGRAPH.match(line)):
            sections[-1][2].append((start[1], [start[2]]))
        elif sections and sections[-1][2]:
            sections[-1][2][-1][1].append(line)
    return tuple(
        Section(number, title, tuple(Paragraph(name, flowed(lines)) for name, lines in paragraphs))
        for number, title, paragraphs in sections
    )


def flowed(lines: list[str]) -> str:
    """Lines of one block joined by spaces, blocks by an empty line; rows of lists and tables stay rows."""
    text = ""
    for line in lines:
        kept = line.startswith(("- ", "* ", "|", "  ")) or not line
        text += ("\n" if kept or text.endswith("\n") else " " if text else "") + line.rstrip()
    return re.sub(r"\n{3,}", "\n\n", text).strip()
