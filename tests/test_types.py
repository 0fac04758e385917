"""The client's types are those of the structs."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "client" / "src" / "lib" / "protocol.ts"


def written() -> str:
    spec = importlib.util.spec_from_file_location("protocol", ROOT / "scripts" / "protocol.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.protocol())


@pytest.mark.skipif(not FILE.exists(), reason="installed without the client's sources")
def test_protocol_ts_has_not_drifted() -> None:
    assert FILE.read_text(encoding="utf-8") == written(), "run scripts/types"


def test_types_say_what_the_wire_does() -> None:
    text = written()
    assert 'type: "hello";\n  protocol: number;\n  key?: string;' in text
    assert "bots?: (Level | null)[];" in text, "a request may leave defaults out"
    assert "  level: Level;\n  title: string;" in text
    assert "commitment?: string;" in text, "omit_defaults leaves defaults out"
    assert "/** Counts this viewer's updates on this socket from 1, without gaps. */" in text
