"""A position as TOML-able data, and back. Part of the notation; docs/positions.md describes the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from croupier.core.chance import total
from croupier.core.errors import Invalid, quoted
from croupier.core.position import PositionReader
from croupier.core.record import Counts
from croupier.games.quickshot.box import Box, check_box
from croupier.games.quickshot.meta import META
from croupier.games.quickshot.possible import check_position
from croupier.games.quickshot.state import (
    DISCARD,
    DRAWS,
    EXITS,
    NOBODY,
    POISON,
    REINFORCE,
    REINFORCEMENTS,
    SEATS,
    VALUES,
    State,
)

Phase = Literal["lead", "follow", "resolve", "reinforce", "discard", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
DEFAULT_NAMES = "ABCDEFG"
FIELDS = (
    "seats", "starter", "round", "leader", "phase", "current", "step", "inverted", "all_down", "winner", "out", "hands",
    "table", "choices", "strength", "pile", "boxed", "discards", "reshuffled", "draws",
)


def dump_position(box: Box, s: State) -> dict[str, Any]:
    names = DEFAULT_NAMES[: s.seats]
    data: dict[str, Any] = {
        "seats": list(names),
        "starter": names[s.starter - 1] if s.starter else "",
        "round": s.round,
        "leader": names[s.leader],
        "phase": PHASES[s.phase],
        "hands": {names[p]: format_cards(s.hands[p]) for p in range(s.seats)},
        "table": {names[p]: format_front(s, p) for p in range(s.seats) if s.card[p]},
        "choices": {names[p]: s.choice[p] for p in range(s.seats) if s.choice[p]},
        "strength": {names[p]: s.strength[p] for p in range(s.seats) if s.up[p]},
        "out": {names[p]: s.out[p] for p in range(s.seats) if s.out[p]},
        "current": names[s.current],
        "step": s.step,
        "inverted": bool(s.inverted),
        "all_down": bool(s.all_down),
        "winner": "" if s.winner == NOBODY else names[s.winner],
        "pile": format_cards(s.pile),
        "boxed": format_cards(s.boxed),
        "discards": format_cards(s.discards),
    }
    if total(s.reshuffled):
        data["reshuffled"] = format_cards(s.reshuffled)
        data["draws"] = [
            {"seat": names[s.drawer[i]], "card": s.drawn[i], "left": " ".join(map(str, s.exits[i][: s.n_exits[i]]))}
            for i in range(s.draws)
        ]
    return data


def format_cards(counts: Counts) -> str:
    return " ".join(str(value) for value in range(1, VALUES) for _ in range(counts[value]))


def format_front(s: State, seat: int) -> str:
    return f"{s.card[seat]}" if s.up[seat] else f"{s.card[seat]} down"


def load_position(box: Box, data: Mapping[str, Any]) -> State:
    """Invalid, with a sentence, unless the position can be.

    Cards nowhere mentioned are boxed, then lie in the draw pile, then among the discards: in the first of these zones that
    the position leaves out.
    """
    return Reader(box, data).state()


class Reader(PositionReader):
    """Reads one position; every method fills its part of the state."""

    def __init__(self, box: Box, data: Mapping[str, Any]) -> None:
        self.box = box
        super().__init__(META, FIELDS, data)
        self.s = State(winner=NOBODY)
        if reason := check_box(box, len(self.names)):
            raise Invalid(reason)
        self.s.seats = len(self.names)

    def state(self) -> State:
        s = self.s
        if self.data.get("starter"):
            s.starter = 1 + self.seat(self.data["starter"], "starter")
        s.round = self.number("round", 1, self.box.rounds, 1)
        s.leader = self.seat(self.data.get("leader", self.names[0]), "leader")
        s.phase = self.read_phase()
        s.current = self.seat(self.data.get("current", self.names[s.leader]), "current")
        s.step = self.number("step", 0, 8, {REINFORCE: REINFORCEMENTS, DISCARD: POISON}.get(s.phase, 0))
        s.inverted = int(self.flag("inverted"))
        s.all_down = int(self.flag("all_down"))
        if self.data.get("winner"):
            s.winner = self.seat(self.data["winner"], "winner")
        self.read_out()
        self.read_hands()
        self.read_table()
        self.read_piles()
        self.read_draws()
        reason = check_position(self.box, s, self.names)
        if reason:
            raise Invalid(reason)
        return s

    # --- single values ---

    def read_phase(self) -> int:
        phase = self.data.get("phase", "lead")
        if phase not in PHASES:
            raise Invalid(f"phase is {quoted(phase)}; it must be one of {', '.join(PHASES)}.")
        return PHASES.index(phase)

    # --- zones ---

    def read_out(self) -> None:
        rows = self.data.get("out", {})
        if isinstance(rows, list):
            rows = {str(name): 1 for name in rows}
        if not isinstance(rows, dict):
            raise Invalid('out must name seats: out = ["A"], or out = { A = 2, B = 1 } with the numbers of the eliminations.')
        for name, when in rows.items():
            seat = self.seat(name, "out")
            if type(when) is not int or not 1 <= when <= SEATS:
                raise Invalid(f"out says {quoted(when)} for {name}; it is the number of the elimination, from 1.")
            self.s.out[seat] = when
        self.s.eliminations = max(self.s.out)

    def cards(self, text: object, what: str) -> Counts:
        counts = [0] * VALUES
        words = text.split() if isinstance(text, str) else [str(v) for v in text] if isinstance(text, list) else None
        if words is None:
            raise Invalid(f"{what} is {quoted(text)}; cards are written as strengths: \"1 4 8\".")
        for word in words:
            if word not in list("12345678"):
                raise Invalid(f"{what} has {quoted(word)}; cards are the strengths 1 to 8.")
            counts[int(word)] += 1
        return counts

    def read_hands(self) -> None:
        for seat, text in self.by_seat("hands"):
            self.s.hands[seat] = self.cards(text, f"the hand of {self.names[seat]}")

    def read_table(self) -> None:
        for seat, text in self.by_seat("table"):
            words = str(text).split()
            if not words or words[0] not in list("12345678") or words[1:] not in ([], ["down"]):
                raise Invalid(f'table says {quoted(text)} for {self.names[seat]}; write a strength, or "5 down".')
            self.s.card[seat] = int(words[0])
            self.s.up[seat] = int(len(words) == 1)
            self.s.strength[seat] = int(words[0]) if self.s.up[seat] else 0
        for seat, value in self.by_seat("strength"):
            if type(value) is not int:
                raise Invalid(f"strength is {quoted(value)} for {self.names[seat]}; it is a whole number.")
            self.s.strength[seat] = value
        for seat, value in self.by_seat("choices"):
            if type(value) is not int or value not in range(1, VALUES) or self.s.hands[seat][value] == 0:
                raise Invalid(f"choices says {quoted(value)} for {self.names[seat]}, which is not in that hand.")
            self.s.choice[seat] = value

    def read_piles(self) -> None:
        s = self.s
        zones = ("boxed", "pile", "discards")
        for key in zones:
            setattr(s, key, self.cards(self.data.get(key, ""), key))
        left = [0] + [self.left_over(value) for value in range(1, VALUES)]
        if "boxed" not in self.data:
            self.put_back(left)
        for key in zones[1:]:
            if key not in self.data:
                setattr(s, key, left)
                return
        if total(left):
            raise Invalid(f"Nobody and nothing holds {format_cards(left)}; leave out pile or discards, and they lie there.")

    def left_over(self, value: int) -> int:
        left = self.box.copies[value] - self.mentioned(value)
        if left < 0:
            raise Invalid(f"There are {self.mentioned(value)} cards {value}; the box has {self.box.copies[value]}.")
        return left

    def put_back(self, left: Counts) -> None:
        """Moves as many cards as the box wants from ``left`` to those put back, always of the value with most left."""
        if total(left) < self.box.boxed:
            raise Invalid(f"{self.box.boxed} cards are put back before the game; only {total(left)} are not named elsewhere.")
        while total(self.s.boxed) < self.box.boxed:
            value = left.index(max(left))
            left[value] -= 1
            self.s.boxed[value] += 1

    def mentioned(self, value: int) -> int:
        s = self.s
        held = sum(s.hands[p][value] + (s.card[p] == value) for p in range(s.seats))
        return held + s.pile[value] + s.boxed[value] + s.discards[value]

    def read_draws(self) -> None:
        s = self.s
        s.reshuffled = self.cards(self.data.get("reshuffled", ""), "reshuffled")
        draws = self.data.get("draws", [])
        if not isinstance(draws, list) or len(draws) > DRAWS or not all(isinstance(d, dict) for d in draws):
            raise Invalid(f"draws must be a list of at most {DRAWS} tables with seat, card and left.")
        s.draws = len(draws)
        for i, row in enumerate(draws):
            s.drawer[i] = self.seat(row.get("seat"), "draws")
            card, left = row.get("card"), row.get("left", "")
            gone = self.cards(left, "left in draws")
            if card not in range(1, VALUES) or total(gone) > EXITS:
                raise Invalid("Every row of draws has a card from 1 to 8 and the cards that have left the hand since.")
            s.drawn[i] = card
            s.n_exits[i] = total(gone)
            in_order = [int(v) for v in (left.split() if isinstance(left, str) else left)]
            s.exits[i] = in_order + [0] * (EXITS - len(in_order))
