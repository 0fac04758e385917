"""``--bots NAME,NAME``: bots as a person types them."""

from __future__ import annotations


def line_up(text: str) -> list[str]:
    """The names with commas between them, empty ones too: whoever knows the names refuses those."""
    return [name.strip().lower() for name in text.split(",")]
