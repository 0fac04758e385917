"""The fair deal, recomputed here by hand, and the proof of it from a log."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
from msgspec.structs import replace
from table_sitting import SEED, dealt, opened

from croupier import games
from croupier.cli import app
from croupier.core.errors import Invalid
from croupier.table import entries as e
from croupier.table.commands import StartCommand
from croupier.table.deal import chance_words, commitment, deal_key, hash_key
from croupier.table.opening import printed_box
from croupier.table.table import Table
from croupier.table.verify import verify


def prefixed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "little") + part for part in parts)


def test_commitment_key_and_words_by_hand() -> None:
    assert commitment(b"\0" * 32) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    key = hashlib.sha256(prefixed(SEED, b"tab", b"00ff", b"", b"12")).digest()
    assert deal_key(SEED, "tab", ["00ff", "", "12"]) == key
    assert deal_key(SEED, "tab", ["00", "ff", "12"]) != key
    digest = hashlib.blake2b((7).to_bytes(8, "little"), key=key, digest_size=16).digest()
    assert chance_words(key, 7) == [int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8, 12)]
    assert hash_key("secret") == hashlib.sha256(b"secret").hexdigest()


def test_fixed_vectors() -> None:
    """These never change: they are what old logs were dealt by."""
    key = deal_key(bytes(range(32)), "tab", ["0000000000000001", ""])
    assert key.hex() == VECTOR_KEY
    assert chance_words(key, 0) == VECTOR_SETUP and chance_words(key, 1) == VECTOR_FIRST


VECTOR_KEY = "c67250ab83f9382820a7fc5dfe23afe0a1d0ac949a9d5df755a06bdc304118ba"
VECTOR_SETUP = [3544791034, 823595320, 2866125686, 1032130418]
VECTOR_FIRST = [3253589441, 2310859003, 3471693033, 1867621444]


def words(key: bytes, k: int) -> list[int]:
    digest = hashlib.blake2b(k.to_bytes(8, "little"), key=key, digest_size=16).digest()
    return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]


def test_a_whole_game_by_hand() -> None:
    """Set up and act with the rules alone, with words computed here; the state is the table's."""
    sitting = dealt(5, 2).play_out(random.Random(1))
    game = games.load("quickshot")
    box = game.default_box()
    nonces = [b"0000000000000001", b"0000000000000002", b"", b"", b""]
    key = hashlib.sha256(prefixed(SEED, b"tab", *nonces)).digest()
    s = game.State(seats=5, chance=words(key, 0))
    game.setup(box, s)
    acted = [entry for entry in sitting.log if isinstance(entry, e.Acted)]
    for k, entry in enumerate(acted, 1):
        s.chance = words(key, k)
        game.apply(box, s, entry.seat, game.parse_action(box, s, entry.seat, entry.action))
    s.chance = [0, 0, 0, 0]
    assert s == sitting.table.state
    digest = hashlib.blake2b(s.pack(), digest_size=8, key=hashlib.sha256(box.pack()).digest()).hexdigest()
    assert digest == acted[-1].digest


def test_every_nonce_and_the_table_change_the_deal() -> None:
    deals = [dealt(5, 1), dealt(5, 2), dealt(5, 3), dealt(5, 3, seed=bytes(32))]
    assert len({sitting.log[-1].digest for sitting in deals}) == 4


# --- verify ------------------------------------------------------------------------------------------------------------


def finished(seats: int = 4, people: int = 2, seed: int = 1) -> list[e.Entry]:
    return dealt(seats, people, seconds=30).play_out(random.Random(seed)).log


def check(log: list[e.Entry]) -> list[str]:
    """The faults that verify finds."""
    return list(verify([e.encode(entry) for entry in log]).faults)


def renumbered(log: list[e.Entry]) -> list[e.Entry]:
    return [replace(entry, seq=i) for i, entry in enumerate(log)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_a_true_log_is_proven(seats: int) -> None:
    report = verify([e.encode(entry) for entry in finished(seats)])
    assert report.is_proven and report.draws > seats
    text = "\n".join(report.lines())
    for nonce in ("0000000000000001", "0000000000000002", commitment(SEED)):
        assert nonce in text
    assert "nobody was told the seed" in text and "NOT PROVEN" not in text


def test_what_is_not_proven_is_named() -> None:
    log = [entry for entry in finished() if not isinstance(entry, e.NonceGiven)]
    assert check(renumbered(log))  # without its nonces it is another deal
    silent = opened(4, 2)
    silent.log = renumbered([entry for entry in silent.log if not isinstance(entry, e.NonceGiven)])
    silent.table = Table.refold(silent.log)
    silent.do(StartCommand(), 0)
    report = verify([e.encode(entry) for entry in silent.play_out(random.Random(1)).log])
    assert report.is_proven
    text = "\n".join(report.not_proven)
    assert "no nonce of Ann came" in text and "no nonce of Bo came" in text and "no nonce came at all" in text


def test_every_changed_action_is_found() -> None:
    log = finished()
    for at, entry in enumerate(log):
        if isinstance(entry, e.Acted):
            for value in range(1, 9):
                other = f"{entry.action.split()[0]} {value}"
                if other != entry.action:
                    assert check([*log[:at], replace(entry, action=other), *log[at + 1 :]])


def test_every_changed_seat_digest_and_missing_entry_is_found() -> None:
    log = finished()
    for at, entry in enumerate(log[1:], 1):
        if isinstance(entry, e.Acted):
            for seat in range(-1, 5):
                if seat != entry.seat:
                    assert check([*log[:at], replace(entry, seat=seat), *log[at + 1 :]])
        if isinstance(entry, e.Acted | e.Dealt):
            assert check([*log[:at], replace(entry, digest="0" * 16), *log[at + 1 :]])
        if isinstance(entry, e.Acted | e.Dealt | e.NonceGiven | e.Ended):
            assert check(renumbered(log[:at] + log[at + 1 :]))
            assert check(log[:at] + log[at + 1 :])
            assert check(log[:at])


def test_every_changed_order_is_found() -> None:
    log = finished(5)
    for at in range(1, len(log) - 1):
        swapped = [*log[:at], log[at + 1], log[at], *log[at + 2 :]]
        assert check(swapped)
        if isinstance(log[at + 1], e.Acted | e.Dealt):
            assert check(renumbered(swapped))


def test_changed_seed_commitment_nonce_box_table_and_seats_are_found() -> None:
    log = finished()
    first = log[0]
    assert isinstance(first, e.Opened)
    other_box = first.box.replace("Trap = ", "Trap = 1")
    for changes in (
        {"seed": "00" * 32},
        {"commitment": "00" * 32},
        {"seed": "00" * 32, "commitment": commitment(bytes(32))},
        {"box": other_box},
        {"table": "tub"},
        {"seats": 5},
        {"starter": 1},
    ):
        assert check([replace(first, **changes), *log[1:]]), changes
    assert other_box != first.box == printed_box(games.load("quickshot"))
    for at, entry in enumerate(log):
        if isinstance(entry, e.NonceGiven):
            assert check([*log[:at], replace(entry, nonce="1" * 16), *log[at + 1 :]])
            assert check([*log[:at], replace(entry, seat=1 - entry.seat), *log[at + 1 :]])
        if isinstance(entry, e.Ended):
            assert check([*log[:at], replace(entry, seed="11" * 32), *log[at + 1 :]])


def test_a_box_that_does_not_suffice_for_the_seats_is_found() -> None:
    log = finished(7)
    few = "hand_size = 4\n[copies]\nCamouflage = 20\n" + "".join(
        f"{card} = 0\n" for card in ("Trap", "Ploy", "Reinforcements", "Explosion", "Targeting", "Poison", "Assault")
    )
    [fault] = check([replace(log[0], box=few), *log[1:]])
    assert "need" in fault


def test_another_seed_throughout_has_another_commitment() -> None:
    """A forged log may be consistent in itself; what was shown before the deal gives it away."""
    forged = verify([e.encode(entry) for entry in dealt(4, 2, seed=bytes(32)).play_out(random.Random(1)).log])
    assert forged.is_proven and forged.commitment != commitment(SEED)
    assert any("compare it" in sentence for sentence in forged.not_proven)


def test_a_log_from_before_the_end_proves_nothing_yet() -> None:
    [fault] = verify(dealt().lines()).faults
    assert "before the end" in fault
    unfinished = [e.encode(entry) for entry in dealt().log]
    assert "does not reach the end" in verify(unfinished).faults[0]
    assert "never dealt" in verify([e.encode(entry) for entry in opened().log]).faults[0]


@pytest.mark.parametrize("lines", [[], [b"{"], [b"hello"], [b'{"kind":"seat_opened","seq":0,"at":1,"seat":0}']])
def test_what_is_no_log_is_invalid(lines: list[bytes]) -> None:
    with pytest.raises(Invalid):
        verify(lines)


# --- the command -------------------------------------------------------------------------------------------------------


def run(log: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        app.main(["verify", str(log)])
    captured = capsys.readouterr()
    return int(left.value.code or 0), captured.out, captured.err


def test_the_command_says_proven_not_proven_or_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = finished()
    file = tmp_path / "log.jsonl"
    file.write_bytes(b"\n".join(map(e.encode, log)) + b"\n")
    code, out, err = run(file, capsys)
    assert (code, err) == (0, "") and "Proven: the seed" in out and "Cannot be proven:" in out
    file.write_bytes(b"\n".join(map(e.encode, [*log[:-2], replace(log[-2], digest="0" * 16), log[-1]])))
    code, out, err = run(file, capsys)
    assert (code, err) == (1, "") and "NOT PROVEN" in out
    file.write_bytes(b"\x00\xff")
    code, out, err = run(file, capsys)
    assert (code, out) == (2, "") and err.count("\n") == 1 and "UTF-8" in err
    code, out, err = run(tmp_path / "nowhere", capsys)
    assert code == 2 and "nowhere" in err
