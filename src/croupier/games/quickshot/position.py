"""A position as TOML-able data, and back. Part of the notation; docs/positions.md describes the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.chance import total
from croupier.core.errors import Invalid
from croupier.core.record import Counts
from croupier.games.quickshot.box import Box, check_box
from croupier.games.quickshot.state import DRAWS, EXITS, NOBODY, OVER, SEATS, VALUES, State, hand_size, is_in

PHASES = ("lead", "follow", "resolve", "reinforce", "discard", "over")
DEFAULT_NAMES = "ABCDEFG"
FIELDS = (
    "seats starter round leader phase current step inverted all_down winner out hands table choices strength pile boxed discards reshuffled draws"
).split()


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
    """Invalid, with a sentence, unless the position can be. Cards nowhere mentioned are boxed, then lie in the draw pile."""
    for key in data:
        if key not in FIELDS:
            raise Invalid(f"A position of Quickshot has no {key!r}; it has {', '.join(FIELDS)}.")
    return Reader(box, data).state()


class Reader:
    """Reads one position; every method fills its part of the state."""

    def __init__(self, box: Box, data: Mapping[str, Any]) -> None:
        self.box = box
        self.data = data
        self.s = State(winner=NOBODY)
        self.names = self.read_names()

    def state(self) -> State:
        s = self.s
        if self.data.get("starter"):
            s.starter = 1 + self.seat(self.data["starter"], "starter")
        s.round = self.number("round", 1, self.box.rounds, 1)
        s.leader = self.seat(self.data.get("leader", self.names[0]), "leader")
        s.phase = self.read_phase()
        s.current = self.seat(self.data.get("current", self.names[s.leader]), "current")
        s.step = self.number("step", 0, 8, 0)
        s.inverted = int(self.flag("inverted"))
        s.all_down = int(self.flag("all_down"))
        if self.data.get("winner"):
            s.winner = self.seat(self.data["winner"], "winner")
        self.read_out()
        self.read_hands()
        self.read_table()
        self.read_piles()
        self.read_draws()
        self.check()
        return s

    # --- single values ---

    def read_names(self) -> list[str]:
        names = self.data.get("seats")
        if not isinstance(names, list) or not all(isinstance(n, str) and n for n in names) or len(set(names)) != len(names):
            raise Invalid('seats must be a list of different names, clockwise: seats = ["A", "B", "C"].')
        if not 3 <= len(names) <= SEATS:
            raise Invalid(f"seats has {len(names)} names; Quickshot takes 3 to {SEATS}.")
        reason = check_box(self.box, len(names))
        if reason:
            raise Invalid(reason)
        self.s.seats = len(names)
        return names

    def number(self, key: str, least: int, most: int, default: int) -> int:
        value = self.data.get(key, default)
        if type(value) is not int or not least <= value <= most:
            raise Invalid(f"{key} is {value!r}; it must be a whole number from {least} to {most}.")
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise Invalid(f"{key} is {value!r}; it must be true or false.")
        return value

    def seat(self, name: object, key: str) -> int:
        if name not in self.names:
            raise Invalid(f"{key} names {name!r}; seats are {', '.join(self.names)}.")
        return self.names.index(name)

    def read_phase(self) -> int:
        phase = self.data.get("phase", "lead")
        if phase not in PHASES:
            raise Invalid(f"phase is {phase!r}; it must be one of {', '.join(PHASES)}.")
        return PHASES.index(phase)

    def by_seat(self, key: str) -> list[tuple[int, Any]]:
        rows = self.data.get(key, {})
        if not isinstance(rows, dict):
            raise Invalid(f"{key} must name seats: {key} = {{ {self.names[0]} = ... }}.")
        return [(self.seat(name, key), value) for name, value in rows.items()]

    # --- zones ---

    def read_out(self) -> None:
        rows = self.data.get("out", {})
        if isinstance(rows, list):
            rows = {name: 1 for name in rows}
        for name, when in rows.items():
            seat = self.seat(name, "out")
            if type(when) is not int or not 1 <= when <= SEATS:
                raise Invalid(f"out says {when!r} for {name}; it is the number of the elimination, from 1.")
            self.s.out[seat] = when
        self.s.eliminations = max(self.s.out)

    def cards(self, text: object, what: str) -> Counts:
        counts = [0] * VALUES
        words = text.split() if isinstance(text, str) else [str(v) for v in text] if isinstance(text, list) else None
        if words is None:
            raise Invalid(f"{what} is {text!r}; cards are written as strengths: \"1 4 8\".")
        for word in words:
            if word not in list("12345678"):
                raise Invalid(f"{what} has {word!r}; cards are the strengths 1 to 8.")
            counts[int(word)] += 1
        return counts

    def read_hands(self) -> None:
        for seat, text in self.by_seat("hands"):
            self.s.hands[seat] = self.cards(text, f"the hand of {self.names[seat]}")

    def read_table(self) -> None:
        for seat, text in self.by_seat("table"):
            words = str(text).split()
            if not words or words[0] not in list("12345678") or words[1:] not in ([], ["down"]):
                raise Invalid(f"table says {text!r} for {self.names[seat]}; write a strength, or \"5 down\" for a face-down card.")
            self.s.card[seat] = int(words[0])
            self.s.up[seat] = int(len(words) == 1)
            self.s.strength[seat] = int(words[0]) if self.s.up[seat] else 0
        for seat, value in self.by_seat("strength"):
            if type(value) is not int or not 1 <= value <= 16:
                raise Invalid(f"strength is {value!r} for {self.names[seat]}; it is a whole number from 1 to 16.")
            self.s.strength[seat] = value
        for seat, value in self.by_seat("choices"):
            if value not in range(1, VALUES) or self.s.hands[seat][value] == 0:
                raise Invalid(f"choices says {value!r} for {self.names[seat]}, which is not in that hand.")
            self.s.choice[seat] = value

    def read_piles(self) -> None:
        s = self.s
        for key in ("pile", "boxed", "discards"):
            setattr(s, key, self.cards(self.data.get(key, ""), key))
        for value in range(1, VALUES):
            left = self.box.copies[value] - self.mentioned(value)
            if left < 0:
                raise Invalid(f"There are {-left} more cards {value} than the {self.box.copies[value]} in the box.")
            if "boxed" not in self.data:
                s.boxed[value] = min(left, self.box.boxed - total(s.boxed))
                left -= s.boxed[value]
            s.pile[value] += left

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
            left = self.cards(row.get("left", ""), "left in draws") and str(row.get("left", "")).split()
            card = row.get("card")
            if card not in range(1, VALUES) or len(left) > EXITS:
                raise Invalid("Every row of draws has a card from 1 to 8 and the cards that have left the hand since.")
            s.drawn[i] = card
            s.n_exits[i] = len(left)
            s.exits[i] = [int(v) for v in left] + [0] * (EXITS - len(left))

    # --- what cannot be ---

    def check(self) -> None:
        s = self.s
        most = self.box.hand_size + s.round
        for p in range(s.seats):
            name = self.names[p]
            if not is_in(s, p) and (hand_size(s, p) or s.card[p]):
                raise Invalid(f"{name} is out and cannot have cards.")
            if hand_size(s, p) > most:
                raise Invalid(f"{name} holds {hand_size(s, p)} cards; {most} are possible in round {s.round}.")
        if s.phase == OVER:
            return
        if not is_in(s, s.leader) and PHASES[s.phase] in ("lead", "follow"):
            raise Invalid(f"{self.names[s.leader]} is out and cannot lead.")
        if sum(is_in(s, p) for p in range(s.seats)) < 2:
            raise Invalid("Fewer than two players are left; the game would be over.")
        self.check_phase()

    def check_phase(self) -> None:
        s = self.s
        leader, current = self.names[s.leader], self.names[s.current]
        phase = PHASES[s.phase]
        if phase == "resolve":
            raise Invalid("phase resolve is never a decision; name lead, follow, reinforce, discard or over.")
        if phase == "lead" and hand_size(s, s.leader) == 0:
            raise Invalid(f"{leader} leads and must have a card in hand.")
        if phase == "lead" and any(s.card):
            raise Invalid("Before the Leader plays, no card lies on the table.")
        if phase == "follow" and s.card[s.leader] == 0:
            raise Invalid(f"After {leader} has led, table must name the Leader's card.")
        if phase in ("reinforce", "discard") and (not is_in(s, s.current) or hand_size(s, s.current) == 0):
            raise Invalid(f"{current} is asked and must be in the game with a card in hand.")
