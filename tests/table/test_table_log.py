"""The log: its lines, its refold, and what becomes of a table whose log cannot go on."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from table_sitting import SEED, dealt, opened, same

from croupier import games
from croupier.core.errors import CroupierError, Invalid
from croupier.table import entries as e
from croupier.table import opening
from croupier.table.commands import (
    ActCommand,
    Away,
    LeaveCommand,
    NonceCommand,
    RematchCommand,
    SetSeatsCommand,
    StartCommand,
    WithdrawCommand,
)
from croupier.table.table import Table


def test_lines_and_entries_are_inverse() -> None:
    sitting = dealt(5, 3, seconds=30).play_out(random.Random(1))
    assert e.read_log(sitting.lines()) == sitting.log
    assert all(b"\n" not in line for line in sitting.lines())
    assert e.read_log([b"", *sitting.lines(), "  "]) == sitting.log


def test_entries_hold_notation_and_no_numbers() -> None:
    sitting = dealt().play_out(random.Random(1))
    acted = [entry for entry in sitting.log if isinstance(entry, e.Acted)]
    assert acted and all(entry.action.split()[0] in ("play", "reinforce", "discard", "pass") for entry in acted)
    first = sitting.log[0]
    assert first.box == games.load("quickshot").dump_box(games.load("quickshot").default_box())
    assert (first.format, first.rules_version, first.options) == (1, games.meta("quickshot").rules_version, {})


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"[]", b'{"kind":"acted"}', b'{"kind":"sung","seq":0,"at":0}', b"\xff",
     b'{"kind":"seat_opened","seq":1,"at":2,"seat":"x"}', b'{"kind":"seat_opened","seq":1,"at":2,"seat":0,"more":1}'],
)  # fmt: skip
def test_what_is_no_entry_is_invalid(line: bytes) -> None:
    with pytest.raises(Invalid):
        e.decode(line)


def test_a_bad_line_is_named() -> None:
    lines = dealt().lines()
    with pytest.raises(Invalid, match="Line 2:"):
        e.read_log([lines[0], b"{", *lines[1:]])


# --- export before the end ---------------------------------------------------------------------------------------------


def test_before_the_end_an_export_shows_what_proves_the_deal_and_no_secret() -> None:
    sitting = dealt()
    r = random.Random(2)
    while not sitting.table.is_over:
        text = b"\n".join(sitting.lines())
        assert SEED.hex().encode() not in text and b"acted" not in text and b"digest" in text
        assert sitting.log[0].commitment.encode() in text and b'"nonce":"0000000000000001"' in text
        assert all(entry.digest == "" for entry in e.read_log(sitting.lines()) if isinstance(entry, e.Dealt))
        sitting.step(r)
    assert SEED.hex().encode() in b"\n".join(sitting.lines())


# --- a log that cannot go on -------------------------------------------------------------------------------------------


def stopped(at: int = -5) -> Table:
    sitting = dealt().play_out(random.Random(3))
    log = sitting.log[:]
    assert isinstance(log[at], e.Acted)
    log[at] = replace(log[at], digest="0" * 16)
    table = Table.refold(log)
    assert same(table, halted(Table.refold(log[:at]), table.notice))
    return table


def halted(table: Table, notice: str) -> Table:
    table = table.copy()
    table.stopped, table.notice = True, notice
    return table


def test_a_digest_that_differs_stops_the_table_readable_at_its_last_good_entry() -> None:
    table = stopped()
    frame = table.frame(frozenset(), 0)
    assert (frame.state, frame.awaited, frame.due_at, frame.seed) == ("stopped", (), None, None)
    assert "began under version 1 of the rules of Quickshot" in frame.notice and "not continued" in frame.notice
    assert table.view(0) is not None and table.events(0) and table.offer(0) is None and table.decision(0) is None
    assert table.waiting_bots() == [] == table.waiting_people()


COMMANDS = [
    ActCommand(1, "play 1"), WithdrawCommand(1), StartCommand(), LeaveCommand(), Away(0), RematchCommand("x"),
    SetSeatsCommand(4),
]


def test_the_digest_after_taking_back_is_checked_too() -> None:
    sitting = dealt(5, 5).play_until_together(random.Random(1))
    p = sitting.table.awaited()[0]
    sitting.act(p, sitting.offers(p)[0])
    sitting.do(WithdrawCommand(sitting.table.decision(p)), p)
    assert Table.refold(sitting.log).phase == "playing"
    assert Table.refold([*sitting.log[:-1], replace(sitting.log[-1], digest="0" * 16)]).phase == "stopped"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_stopped_table_refuses_everything(command: object) -> None:
    table = stopped()
    refusal = table.handle(command, seat=0, now=0)
    assert refusal.code == "not_now" and refusal.sentence == table.notice


def test_rules_that_have_changed_stop_a_table_and_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of version 1 under rules of version 2 that decide otherwise."""
    sitting = dealt().play_out(random.Random(3))
    game = games.load("quickshot")
    monkeypatch.setattr(game, "meta", replace(game.meta, rules_version=2))
    assert Table.refold(sitting.log).phase == "over"  # the change did not touch this log
    plain = game.apply
    monkeypatch.setattr(game, "apply", lambda box, s, seat, action: (plain(box, s, seat, action), s.discards.__setitem__(1, 9)))
    table = Table.refold(sitting.log)
    assert table.phase == "stopped" and "version 1" in table.notice and "version 2" in table.notice


def test_a_table_that_was_opened_under_other_rules_is_not_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = opened()
    game = games.load("quickshot")
    monkeypatch.setattr(game, "meta", replace(game.meta, rules_version=2))
    assert "version 1" in sitting.refused(StartCommand(), 0).sentence


def renumbered(log: list) -> list:
    return [replace(entry, seq=i) for i, entry in enumerate(log)]


def test_a_gap_stops() -> None:
    log = dealt().play_out(random.Random(1)).log
    assert "entry 12 is missing" in Table.refold(log[:12] + log[13:]).notice


def test_entries_out_of_place_stop() -> None:
    sitting = dealt().play_out(random.Random(1))
    log = sitting.log
    at = len(log)
    misplaced = [
        e.Seated(at, 0, 1, "Zoe", "k"),
        e.NonceGiven(at, 0, 1, "0" * 16),
        e.Dealt(at, 0, "0" * 16),
        e.Acted(at, 0, 1, "bot", "play 1", "0" * 16),
        e.Withdrawn(at, 0, 1, "0" * 16),
        replace(log[0], seq=at),
        e.Ended(at, 0, "00" * 32),
        e.StoodIn(at, 0, 9, "sharper", "left"),
        e.StoodIn(at, 0, -1, "sharper", "left"),
    ]
    assert all(Table.refold([*log, entry]).phase == "stopped" for entry in misplaced)
    before = opened().log
    misplaced = [
        e.Acted(0, 0, 1, "bot", "play 1", ""),
        e.SeatsSet(0, 0, 10**9),
        e.SeatsSet(0, 0, -3),
        e.Ended(0, 0, ""),
        e.SeatOpened(0, 0, 5),
    ]
    assert all(Table.refold(renumbered([*before, entry])).phase == "stopped" for entry in misplaced)


@pytest.mark.parametrize(
    "changes",
    [{"format": 2}, {"seq": 1}, {"game": "chess"}, {"seats": 10**9}, {"seats": -1}, {"seed": "xyz"}, {"seed": "00"},
     {"box": "no box"}, {"options": {"pace": "fast"}}],
)  # fmt: skip
def test_a_log_whose_beginning_cannot_be_read_is_refused_with_a_sentence(changes: dict) -> None:
    log = opened().log
    with pytest.raises(CroupierError):
        Table.refold([replace(log[0], **changes), *log[1:]])
    with pytest.raises(Invalid):
        Table.refold(log[1:])
    with pytest.raises(Invalid):
        Table.refold([])


def test_corrupted_logs_never_raise() -> None:
    """Whatever entry is changed, dropped or doubled, a table comes back."""
    log = dealt(4, 2).play_out(random.Random(5)).log
    r = random.Random(1)
    strange = [e.SeatsSet(0, 0, 3), e.HostSet(0, 0, 9), e.HostSet(0, 0, None), e.Returned(0, 0, 2, 5)]
    pool = [*log, *dealt(5, 5).play_out(random.Random(6)).log[1:], *strange]
    for _ in range(400):
        broken = log[:]
        for _ in range(r.randrange(1, 4)):
            at = r.randrange(1, len(broken))
            broken[at : at + r.randrange(2)] = r.choice([[], [r.choice(pool)]])
        table = Table.refold(renumbered(broken) if r.random() < 0.8 else broken)
        table.frame(frozenset(), 0), table.events(0), table.view(-1)


# --- the same everywhere -----------------------------------------------------------------------------------------------


SCRIPT = """
import random, sys
sys.path.insert(0, {folder!r})
from table_sitting import dealt
for seed in range(5):
    sitting = dealt(3 + seed, 2, seconds=30).play_out(random.Random(seed))
    print(sitting.lines(), sitting.table.frame(frozenset([1, 0, 5]), 1), sitting.table.events(1))
"""


def test_logs_are_the_same_under_two_hash_seeds() -> None:
    script = SCRIPT.format(folder=str(Path(__file__).parent))
    run = [sys.executable, "-c", script]
    one, two = (
        subprocess.run(run, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True) for seed in ("1", "2")
    )
    assert one.stdout == two.stdout and len(one.stdout) > 1000


def test_tables_share_the_box_and_notice_another_one() -> None:
    one, two = opened().table, opened().table
    assert one.box is two.box
    text = opening.printed_box(one.game).replace("Trap = ", "Trap = 1")
    other = dealt(box=text)
    assert other.log[-1].digest != dealt().log[-1].digest
    assert other.table.frame(frozenset(), 0).box == text


def test_an_idle_table_is_small() -> None:
    """The budget for a loaded idle table is 60 kB in all; the table itself takes a fraction of it."""
    import tracemalloc

    logs = [dealt(7, 7).play_out(random.Random(seed)).lines() for seed in range(8)]
    Table.refold(e.read_log(logs[0])).events(0)
    tracemalloc.start()
    tables = [Table.refold(e.read_log(log)) for log in logs]
    size = tracemalloc.get_traced_memory()[0] / len(tables)
    tracemalloc.stop()
    assert size < 20_000, size


def test_nonces_and_names_may_be_anything_that_text_can_be() -> None:
    sitting = opened(3, 1)
    sitting.do(NonceCommand("f" * 64), 0)
    sitting.do(StartCommand(), 0)
    assert same(Table.refold(e.read_log([e.encode(entry) for entry in sitting.log])), sitting.table)
