"""A few of the attacks of ``scripts/fuzz --hostile``, for a second each, on a real server: it answers in sentences, has no
fault of its own, and goes on."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz.attacks.kinds import ATTACKS
from tests.fuzz.attacks.served import Served, serving

HELD = ("unmasked", "reserved_bits", "after_close", "promise_unkept", "sit_and_leave")
MENDED = ("pings_unread", "empty_continuations", "headers_without_end", "hostile_boxes", "odd_bodies", "odd_requests")
ROOM_MB = 60.0
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """All attacks come from one address, and each wants a table."""
    folder: Path = tmp_path_factory.mktemp("hostile")
    with serving(folder, "--limit", "tables_at_once=1000", trusting=True) as running:
        yield running


def played(server: Served, name: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.fuzz.attacks", str(server.port), name, "1.0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("name", [*HELD, *MENDED])
def test_an_attack_finds_sentences_and_no_fault(server: Served, name: str) -> None:
    before, faults = server.resident_mb(), len(server.faults())
    report = played(server, name)
    assert report["opened"] and not report["ended"], report
    assert "500" not in report["statuses"]
    assert report["longest"] <= 300, max(report["sentences"], key=len)
    assert server.faults()[faults:] == []
    assert server.resident_mb() < before + ROOM_MB
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/health", timeout=5) as answer:
        assert json.load(answer)["ok"]


def test_every_attack_has_a_name_of_its_own_and_a_sentence() -> None:
    from tests.fuzz.attacks.kinds import TOGETHER, listed

    assert len(listed()) == len(ATTACKS) >= 45
    assert all(attack.sentence.endswith(".") for attack in listed())
    assert {name for names in TOGETHER for name in names} <= set(ATTACKS)
