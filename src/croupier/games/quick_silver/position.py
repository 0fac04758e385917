"""Positions of Quick Silver as data, and back. docs/positions.md describes the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from croupier.core.errors import Invalid, quoted
from croupier.core.events import seats_in
from croupier.core.position import PositionReader
from croupier.games.quick_silver.box import GOLD, HAND, KINDS, MOST_TURNS, Box, check_box
from croupier.games.quick_silver.meta import META
from croupier.games.quick_silver.possible import ENDINGS, check_position, dealt
from croupier.games.quick_silver.state import (
    CENTRE,
    NOWHERE,
    OVER,
    PLACES,
    REDIRECT,
    SEATS,
    State,
    is_alive,
    next_alive,
)

Phase = Literal["turn", "redirect", "exchange", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
DEFAULT_NAMES = "ABCDEF"
COUNTED = ("sneaks", "swaps", "centre_swaps", "windows", "redirects")
OPTIONS = tuple(option.name for option in META.options)
FIELDS = (
    "seats", "starter", *OPTIONS, "round", "start", "phase", "current", "target", "redirected", "white", "die", "hands",
    "centre", "known", "centre_known", "showing", "blasted", "tin", "sneak_tokens", "cash", "stranger_cash", "out", "blown",
    "totals", "groups", "gains", "stranger_total", "stranger_group", "stranger_gain", "winners", "stranger_wins", "ending",
    "counted",
)  # fmt: skip
MOST = 1_000_000_000
"""Of dollars, rounds and what is counted."""
TO_CENTRE = "centre"
UP = "+"
"""Marks a card that lies face up: ``silver-14+``."""


# --- writing ---------------------------------------------------------------------------------------------------------


def dump_position(box: Box, s: State) -> dict[str, Any]:
    names = DEFAULT_NAMES[: s.seats]
    data: dict[str, Any] = {
        "seats": list(names),
        "starter": names[s.starter - 1] if s.starter else "",
        "not_quite_dead": bool(s.not_quite_dead),
        "sneaky_stranger": bool(s.sneaky_stranger),
        "round": s.round,
        "start": names[s.start],
        "phase": PHASES[s.phase],
        "current": names[s.current],
        "target": "" if s.target == NOWHERE else TO_CENTRE if s.target == CENTRE else names[s.target],
        "redirected": [names[p] for p in seats_in(s.redirected)],
        "white": s.white,
        "die": s.die,
        "hands": {names[p]: format_cards(box, s, p) for p in range(s.seats) if s.cards[p][0]},
        "centre": format_cards(box, s, CENTRE),
        "known": {names[p]: format_known(s, names, p) for p in range(s.seats) if s.cards[p][0]},
        "centre_known": format_known(s, names, CENTRE),
    }
    rows = (("showing", s.showing), ("blasted", s.blasted), ("tin", s.tin), ("sneak_tokens", s.tokens), ("cash", s.cash))
    data |= {key: {names[p]: row[p] for p in range(s.seats)} for key, row in rows}
    data |= {
        "stranger_cash": s.cash[CENTRE],
        "out": {names[p]: s.out[p] for p in range(s.seats) if s.out[p]},
        "blown": [names[p] for p in seats_in(s.blown)],
    }
    data |= dump_market(s, names)
    return data | {
        "winners": [names[p] for p in seats_in(s.winners) if p != CENTRE],
        "stranger_wins": bool(s.winners >> CENTRE & 1),
        "ending": ENDINGS[s.ending],
        "counted": dict(zip(COUNTED, s.counted, strict=True)),
    }


def dump_market(s: State, names: str) -> dict[str, Any]:
    sold = [p for p in range(s.seats) if s.group[p]]
    return {
        "totals": {names[p]: s.total[p] for p in sold},
        "groups": {names[p]: s.group[p] for p in sold},
        "gains": {names[p]: s.gain[p] for p in sold},
        "stranger_total": s.total[CENTRE],
        "stranger_group": s.group[CENTRE],
        "stranger_gain": s.gain[CENTRE],
    }


def format_cards(box: Box, s: State, place: int) -> str:
    return " ".join(format_card(box, s.cards[place][i]) + UP * s.up[place][i] for i in range(HAND))


def format_card(box: Box, code: int) -> str:
    """silver-14, or dynamite."""
    kind = KINDS[box.kind[code]]
    return f"{kind}-{box.value[code]}" if box.kind[code] <= GOLD else kind


def format_known(s: State, names: str, place: int) -> list[list[str]]:
    return [[names[p] for p in seats_in(mask)] for mask in s.known[place]]


# --- reading ---------------------------------------------------------------------------------------------------------


def load_position(box: Box, data: Mapping[str, Any]) -> State:
    """Invalid, with a sentence, unless the position can be.

    Hands that are left out, and the centre, are dealt from what is left in the box, lowest cards first.
    """
    return Reader(box, data).state()


def codes_by_word(box: Box) -> dict[str, list[int]]:
    """Which cards a word can mean."""
    codes: dict[str, list[int]] = {}
    for code in range(1, box.codes):
        codes.setdefault(format_card(box, code), []).append(code)
        if box.kind[code] <= GOLD:
            codes.setdefault(str(box.value[code]), []).append(code)
    return codes


class Reader(PositionReader):
    """Reads one position; every method fills its part of the state."""

    def __init__(self, box: Box, data: Mapping[str, Any]) -> None:
        self.box = box
        super().__init__(META, FIELDS, data)
        self.s = State(target=NOWHERE)
        if reason := check_box(box, len(self.names)):
            raise Invalid(reason)
        if TO_CENTRE in self.names:
            raise Invalid("No seat can be called centre: that is where the central cards lie.")
        self.s.seats = len(self.names)
        self.codes = codes_by_word(box)

    def state(self) -> State:
        s = self.s
        if self.data.get("starter"):
            s.starter = 1 + self.seat(self.data["starter"], "starter")
        s.not_quite_dead, s.sneaky_stranger = (int(self.flag(option)) for option in OPTIONS)
        s.round = self.number("round", 1, MOST, 1)
        s.phase = self.word("phase", PHASES, "turn")
        s.ending = self.word("ending", ENDINGS, "")
        self.read_out()
        self.read_turn()
        self.read_dice()
        self.read_cards()
        self.read_tokens()
        self.read_money()
        self.read_market()
        s.winners = self.mask("winners") | int(self.flag("stranger_wins")) << CENTRE
        self.read_counted()
        if reason := check_position(self.box, s, self.names):
            raise Invalid(reason)
        return s

    def word(self, key: str, words: tuple[str, ...], default: str) -> int:
        value = self.data.get(key, default)
        if value not in words:
            raise Invalid(f"{key} is {quoted(value)}; it must be one of {', '.join(filter(None, words))}.")
        return words.index(value)

    def mask(self, key: str) -> int:
        """A list of seats."""
        listed = self.data.get(key, [])
        if not isinstance(listed, list):
            raise Invalid(f'{key} must list seats: {key} = ["{self.names[0]}"].')
        return sum(1 << seat for seat in {self.seat(name, key) for name in listed})

    def numbers(self, key: str, row: list[int], least: int, most: int) -> None:
        for seat, value in self.by_seat(key):
            row[seat] = self.checked(value, f"{key} of {self.names[seat]}", least, most)

    # --- who is in, and whose turn it is ---

    def read_out(self) -> None:
        self.numbers("out", self.s.out, 1, SEATS)
        self.s.blasts = max(self.s.out)
        self.s.blown = self.mask("blown")

    def read_turn(self) -> None:
        s = self.s
        s.start = self.seat(self.data.get("start", self.names[self.first()]), "start")
        s.current = self.seat(self.data.get("current", self.names[s.start]), "current")
        if s.phase == REDIRECT and not self.data.get("target"):
            s.target = next_alive(s, s.current)
        elif self.data.get("target") == TO_CENTRE:
            s.target = CENTRE
        elif self.data.get("target"):
            s.target = self.seat(self.data["target"], "target")
        s.redirected = self.mask("redirected")

    def first(self) -> int:
        """Who starts this round, where ``start`` is left out: as it follows from ``starter``, else the first seat that can."""
        s = self.s
        if s.starter and s.blasts == 0:
            return (s.starter + s.round - 2) % s.seats
        return next((seat for seat in range(s.seats) if dealt(s) >> seat & 1), 0)

    def read_dice(self) -> None:
        """Without ``white``, as many of each hand as lie face up in those written; without ``die``, the last circle."""
        s = self.s
        s.die = self.number("die", 0, MOST_TURNS, 0 if s.phase == OVER else 1)
        hands = [str(text) for text in (*dict(self.by_seat("hands")).values(), *filter(None, [self.data.get("centre")]))]
        up = sum(text.count(UP) for text in hands) // len(hands) if hands else min(self.box.white[: self.box.white_faces])
        s.white = self.number("white", 0, HAND, min(HAND, up))

    # --- cards ---

    def read_cards(self) -> None:
        s, box = self.s, self.box
        s.deck = box.copies[:]
        written = dict(self.by_seat("hands"))
        if "centre" in self.data:
            written[CENTRE] = self.data["centre"]
        for place, text in written.items():
            self.read_hand(place, text)
        for place in range(PLACES):
            if place not in written and (place == CENTRE or is_alive(s, place)):
                self.deal_hand(place)
        for place, rows in [*self.by_seat("known"), (CENTRE, self.data.get("centre_known"))]:
            if rows is not None:
                self.read_known(place, rows)

    def called(self, place: int) -> str:
        return "the centre" if place == CENTRE else self.names[place]

    def read_hand(self, place: int, text: object) -> None:
        words = text.split() if isinstance(text, str) else []
        if len(words) != HAND:
            raise Invalid(
                f'The cards of {self.called(place)} are {quoted(text)}; write {HAND} of them: "copper-5 silver-14+ dynamite".'
            )
        for slot, word in enumerate(words):
            self.lay(place, slot, self.read_card(word.removesuffix(UP)), up=word.endswith(UP))

    def read_card(self, word: str) -> int:
        """By kind and value, by the value alone where one kind only has it, or a special card; ``plate`` is short."""
        found = self.codes.get({"plate": "replacement_plate"}.get(word, word), [])
        if len(found) == 1:
            return found[0]
        box = self.box
        if found:
            raise Invalid(f"{quoted(word)} can be {' or '.join(format_card(box, code) for code in found)}; write which.")
        known = ", ".join(format_card(box, code) for code in range(1, box.codes))
        raise Invalid(f"The box has no card {quoted(word)}; it has {known}.")

    def lay(self, place: int, slot: int, code: int, *, up: bool) -> None:
        s = self.s
        if s.deck[code] == 0:
            raise Invalid(f"There are more cards {format_card(self.box, code)} than the box has: {self.box.copies[code]}.")
        s.deck[code] -= 1
        s.cards[place][slot], s.up[place][slot] = code, int(up)
        s.known[place][slot] = (1 << s.seats) - 1 if up else 0 if place == CENTRE else 1 << place

    def deal_hand(self, place: int) -> None:
        """Lowest cards first; as many face up as the white die says."""
        for slot in range(HAND):
            self.lay(place, slot, next(code for code, left in enumerate(self.s.deck) if left), up=slot < self.s.white)

    def read_known(self, place: int, rows: object) -> None:
        if not isinstance(rows, list) or len(rows) != HAND or not all(isinstance(row, list) for row in rows):
            raise Invalid(f"known of {self.called(place)} must list for each of {HAND} cards the seats that know it.")
        for slot, row in enumerate(rows):
            self.s.known[place][slot] = sum(1 << seat for seat in {self.seat(name, "known") for name in row})

    # --- tokens, money, the market ---

    def read_tokens(self) -> None:
        """Of showing, blasted and tin one may be left out for a seat: the plates of the box say it."""
        s, plates = self.s, self.box.plates
        given = {key: dict(self.by_seat(key)) for key in ("showing", "blasted", "tin")}
        for key, row in (("showing", s.showing), ("blasted", s.blasted), ("tin", s.tin)):
            self.numbers(key, row, 0, plates)
        for seat in range(s.seats):
            if seat not in given["blasted"] and (seat in given["showing"] or not is_alive(s, seat)):
                s.blasted[seat] = max(0, plates - s.showing[seat] - s.tin[seat])
            elif seat not in given["showing"]:
                s.showing[seat] = max(0, plates - s.blasted[seat] - s.tin[seat])
        self.numbers("sneak_tokens", s.tokens, 0, MOST_TURNS)

    def read_money(self) -> None:
        self.numbers("cash", self.s.cash, 0, MOST)
        self.s.cash[CENTRE] = self.number("stranger_cash", 0, MOST, 0)

    def read_market(self) -> None:
        s = self.s
        for key, alone, row in (("totals", "total", s.total), ("groups", "group", s.group), ("gains", "gain", s.gain)):
            most = PLACES if alone == "group" else 9999
            self.numbers(key, row, 0, most)
            row[CENTRE] = self.number(f"stranger_{alone}", 0, most, 0)

    def read_counted(self) -> None:
        counted = self.data.get("counted", {})
        if not isinstance(counted, dict) or set(counted) - set(COUNTED):
            raise Invalid(f"counted must be a table with {', '.join(COUNTED)}.")
        self.s.counted = [self.checked(counted.get(key, 0), f"counted {key}", 0, MOST) for key in COUNTED]
