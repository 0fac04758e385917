"""docs/protocol.md: every message has an example, and every example decodes strictly as what its heading says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from croupier import games
from croupier.server import messages as m
from croupier.server.problems import STATUS
from croupier.table.refusals import RefusalCode

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = [
    (heading, example)
    for heading, body in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    for example in re.findall(r"^```json\n(.*?)^```", body, re.M | re.S)
]


def nothing_lost(example: Any, decoded: Any) -> bool:
    """Every field of the example is in what it decoded to, so no name in it is a wrong one."""
    if isinstance(example, dict):
        return all(name in decoded and nothing_lost(value, decoded[name]) for name, value in example.items())
    if isinstance(example, list):
        return len(example) == len(decoded) and all(map(nothing_lost, example, decoded))
    return bool(example == decoded)


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_decodes(name: str, example: str) -> None:
    kind = getattr(m, name)
    decoded = msgspec.json.decode(example, type=kind)
    raw = msgspec.json.decode(example)
    assert nothing_lost(raw, msgspec.to_builtins(decoded))
    if raw.get("view"):
        game = games.load(raw["view"]["game"])
        assert nothing_lost(raw["view"], msgspec.to_builtins(msgspec.convert(raw["view"], game.View)))
        for event in [event for beat in raw["beats"] for event in beat["events"]]:
            assert nothing_lost(event, msgspec.to_builtins(msgspec.convert(event, game.Told)))


def test_every_message_has_an_example() -> None:
    shown = {name for name, _ in EXAMPLES}
    wire = {kind.__name__ for union in (m.FromClient, m.FromServer) for kind in get_args(union)}
    http = {
        "GameInfo",
        "RulesInfo",
        "Lobby",
        "NewTable",
        "Join",
        "Seated",
        "HandOver",
        "HandOverToken",
        "Redeem",
        "Problem",
        "Health",
    }
    assert wire | http == shown


def test_every_message_type_on_the_page_is_read_by_the_socket() -> None:
    for name, example in EXAMPLES:
        if getattr(m, name) in get_args(m.FromClient):
            assert type(msgspec.json.decode(example, type=m.FromClient)).__name__ == name


def test_every_code_is_explained_and_has_a_status() -> None:
    codes = set(get_args(RefusalCode))
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.M)) == codes
    assert set(STATUS) == codes
