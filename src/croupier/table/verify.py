"""Prove the deal of a finished table from its log: commitment, nonces, and every draw. Also says what a log cannot prove."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.core.errors import CroupierError, Invalid
from croupier.table import deal, names
from croupier.table import entries as e
from croupier.table.fold import fold, kind_of
from croupier.table.opening import blank
from croupier.table.table import Table


class SeatNonce(msgspec.Struct, frozen=True):
    seat: int
    name: str
    is_bot: bool
    nonce: str
    """Empty when none came before the deal."""


class Report(msgspec.Struct, frozen=True):
    """What came of it. The deal is proven when there are no faults."""

    table: str
    game: str
    commitment: str
    nonces: tuple[SeatNonce, ...]
    draws: int
    """How many draws were repeated with the seed: the setup, and one for each action in force."""
    faults: tuple[str, ...]
    """What in the log contradicts itself, as sentences."""
    not_proven: tuple[str, ...]
    """What no log can prove, or this one does not, as sentences."""

    @property
    def is_proven(self) -> bool:
        return not self.faults

    def lines(self) -> list[str]:
        """The report for people."""
        out = [f"Table {self.table}, {self.game}.", f"Commitment shown before the deal: {self.commitment}"]
        out += [f"Nonce of {nonce.name} (seat {nonce.seat}): {nonce.nonce}" for nonce in self.nonces if nonce.nonce]
        if self.is_proven:
            out.append("Proven: the seed that was revealed is the one of the commitment.")
            out.append(f"Proven: seed and nonces make the deal and all draws after it (all {self.draws} repeated alike).")
        else:
            out += [f"NOT PROVEN: {fault}" for fault in self.faults]
        return out + [f"Cannot be proven: {sentence}" for sentence in self.not_proven]


def verify(lines: Iterable[bytes | str]) -> Report:
    """Examine an exported log, one entry a line. Invalid when it cannot be read at all."""
    log = e.read_log(lines)
    if not log or not isinstance(log[0], e.Opened):
        raise Invalid("This is no log of a table: it does not begin with the entry 'opened'.")
    table = blank(log[0])
    faults = seed_faults(log[0])
    if not faults:
        table, faults = repeat(table, log[1:])
    return Report(
        log[0].table, table.game.meta.title, log[0].commitment, nonces_of(table), table.plies + 1 if table.state else 0,
        tuple(faults), tuple(not_proven(table)),
    )  # fmt: skip


def seed_faults(opened: e.Opened) -> list[str]:
    if opened.seed == e.REDACTED:
        return ["The seed is not revealed: this log was written before the end of the game. Fetch it again after the end."]
    try:
        seed = bytes.fromhex(opened.seed)
    except ValueError:
        return ["The seed is not written in hexadecimal digits."]
    if len(seed) != deal.SEED_BYTES:
        return [f"The seed has {len(seed)} bytes; it must have {deal.SEED_BYTES}."]
    if deal.commitment(seed) != opened.commitment:
        return [f"The seed does not belong to the commitment: its SHA-256 is {deal.commitment(seed)}."]
    return []


def repeat(table: Table, rest: list[e.Entry]) -> tuple[Table, list[str]]:
    """Refold everything, with a sentence about the first entry that differs."""
    for entry in rest:
        twin = table.copy()
        try:
            fold(twin, entry)
        except CroupierError as error:
            reason = str(error).rstrip(".")
            return table, [f"Entry {entry.seq} ({kind_of(entry)}) does not follow from those before it: {reason}."]
        table = twin
    if table.state is None:
        return table, ["The cards were never dealt."]
    if not table.is_over or not any(isinstance(entry, e.Ended) for entry in rest):
        return table, ["The log does not reach the end of the game."]
    return table, []


def nonces_of(table: Table) -> tuple[SeatNonce, ...]:
    """Of every seat that was dealt in, as far as the log could be followed."""
    return tuple(
        SeatNonce(p, names.printable(s.name), s.kind == "bot", s.nonce) for p, s in enumerate(table.seats) if s.kind != "open"
    )


def not_proven(table: Table) -> list[str]:
    """Honest limits: of every log, and of this one."""
    people = [nonce for nonce in nonces_of(table) if not nonce.is_bot]
    silent = [nonce.name for nonce in people if not nonce.nonce]
    sentences = [
        "that nobody was told the seed before the end; who knew it could foresee every draw.",
        "that the commitment above is the one you were shown before the deal; compare it with what you kept.",
    ]
    if len(silent) < len(people):
        sentences.append("that whoever sent the last nonce did not choose it together with somebody who knew the seed.")
    sentences += [f"that {name} had a part in the deal; no nonce of {name} came." for name in silent]
    if silent and len(silent) == len(people):
        sentences.append("that the seed was not chosen to suit somebody, for no nonce came at all.")
    sentences.append("names and times, and whether a person or a bot chose an action; there the log is only the table's word.")
    if table.opened.rules_version != table.game.meta.rules_version:
        sentences.append(f"that version {table.opened.rules_version} of the rules, which it began under, decides alike.")
    return sentences
