"""The inverse of position.py: a position that people wrote, checked and filled up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.errors import Invalid, listed, quoted
from croupier.core.position import PositionReader
from croupier.games.silver_and_gold.box import MOST_EXPEDITIONS, Box, card_name, check_box
from croupier.games.silver_and_gold.grid import bits_in, format_boxes, parse_box
from croupier.games.silver_and_gold.marks import boxes_of, slot_of
from croupier.games.silver_and_gold.meta import META
from croupier.games.silver_and_gold.position import FIELDS, PHASES, name_of, pattern_words
from croupier.games.silver_and_gold.possible import check_position, turns_before
from croupier.games.silver_and_gold.scoring import count_card
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    COIN_ROW,
    COIN_ROWS,
    DEALT_EACH,
    ISLANDS,
    KEEP,
    MARK,
    NOBODY,
    PAIRS,
    PLACES,
    REPLACE,
    SETTLE,
    TAKE,
    State,
    give_island,
    has_open_box,
)

DECISIONS = tuple(phase for phase in PHASES if phase != PHASES[SETTLE])
PHASE_OF = {"dealt": CHOOSE, "choices": CHOOSE, "marks": MARK, "owed": REPLACE, "current": REPLACE}
"""Fields that only one phase has."""


def load_position(box: Box, data: Mapping[str, Any]) -> State:
    """Invalid, with a sentence, unless the position can be.

    Cards nowhere mentioned lie in the deck. Where islands, the display or what is dealt are left out, they get the first of
    them; patterns seen earlier in the round, where they are left out, are the first of the box that can be.
    """
    return Reader(box, data).state()


class Reader(PositionReader):
    """Reads one position; every method fills its part of the state."""

    def __init__(self, box: Box, data: Mapping[str, Any]) -> None:
        self.box = box
        super().__init__(META, FIELDS, data)
        self.s = State(pattern=NOBODY)
        self.cards = {card_name(box, card): card + 1 for card in range(box.n_cards)}
        self.used: dict[int, str] = {}
        """Where each card lies that has been named."""
        if reason := check_box(box, len(self.names)):
            raise Invalid(reason)
        self.s.seats = len(self.names)

    def state(self) -> State:
        s = self.s
        s.take_from_deck = int(self.flag("take_from_deck"))
        s.phase = self.read_phase()
        early = s.phase == CHOOSE
        s.round = self.number("round", 0 if early else 1, self.box.rounds, 0 if early else 1)
        s.turn = self.number("turn", 0 if early else 1, self.box.n_expeditions - 1, 0 if early else 1)
        s.first = self.seat(self.data.get("first", self.names[0]), "first")
        s.starter = 1 + self.read_starter()
        self.refuse_other_phases()
        self.read_patterns()
        self.read_cards()
        self.read_scores()
        s.current = self.read_current()
        if s.phase == CHOOSE:
            self.read_choices()
        if s.phase == MARK:
            self.read_marks()
        reason = check_position(self.box, s, self.names)
        if reason:
            raise Invalid(reason)
        return s

    def refuse_other_phases(self) -> None:
        for key, phase in PHASE_OF.items():
            if self.data.get(key) and self.s.phase != phase:
                raise Invalid(f"{key} belongs to phase {PHASES[phase]}; the phase here is {PHASES[self.s.phase]}.")

    # --- single values ---

    def read_phase(self) -> int:
        phase = self.data.get("phase", "mark")
        if phase not in DECISIONS:
            raise Invalid(f"phase is {quoted(phase)}; it must be one of {', '.join(DECISIONS)}.")
        return PHASES.index(phase)

    def read_starter(self) -> int:
        """Left out, it follows from the turn: the first player moves on by one seat every turn (3.8)."""
        if self.data.get("starter"):
            return self.seat(self.data["starter"], "starter")
        return (self.s.first - turns_before(self.box, self.s)) % self.s.seats

    def read_current(self) -> int:
        """Left out, it is the first from the first player on who owes a card (6.2)."""
        if self.data.get("current"):
            return self.seat(self.data["current"], "current")
        order = [(self.s.first + i) % self.s.seats for i in range(self.s.seats)]
        return next((seat for seat in order if self.s.owed[seat]), 0)

    def texts(self, value: object, what: str, most: int) -> list[str]:
        if not isinstance(value, list) or len(value) > most or not all(isinstance(text, str) for text in value):
            raise Invalid(f"{what} is {quoted(value)}; it must be a list of up to {most} texts in quotes.")
        return value

    # --- patterns ---

    def read_patterns(self) -> None:
        """A position before the first turn has none."""
        if self.s.phase == CHOOSE:
            if self.data.get("pattern") or self.data.get("seen"):
                raise Invalid("In phase choose no pattern has been revealed.")
            return
        box, s = self.box, self.s
        patterns = pattern_words(box)
        named = self.data.get("pattern", patterns[0])
        if named not in patterns:
            raise Invalid(f"pattern is {quoted(named)}; this box has {', '.join(patterns)}.")
        s.pattern = patterns.index(named)
        if "seen" in self.data:
            texts = self.texts(self.data["seen"], "seen", MOST_EXPEDITIONS)
            for text in texts:
                if text not in patterns:
                    raise Invalid(f"seen has {quoted(text)}; this box has {', '.join(patterns)}.")
            seen = [patterns.index(text) for text in texts]
        else:
            others = [p for p in range(box.n_patterns) for _ in range(box.expeditions[p] - (p == s.pattern))]
            seen = [s.pattern, *others[: s.turn - 1]]
        for pattern in range(box.n_patterns):
            s.unseen[pattern] = box.expeditions[pattern] - seen.count(pattern)
            if s.unseen[pattern] < 0:
                raise Invalid(f"seen names the {patterns[pattern]} more often than the box has it.")

    # --- cards ---

    def card(self, name: str, where: str) -> int:
        """The card of that name, which may lie in one place only."""
        if name not in self.cards:
            raise Invalid(f"{where} names {quoted(name)}; cards are called {next(iter(self.cards))} to {list(self.cards)[-1]}.")
        card = self.cards[name]
        if card in self.used:
            raise Invalid(f"{name} is named twice: {self.used[card]} and {where}.")
        self.used[card] = where
        return card

    def read_cards(self) -> None:
        s = self.s
        for seat, rows in self.by_seat("islands"):
            self.read_islands(seat, rows)
        for seat, rows in self.by_seat("dealt"):
            names = self.texts(rows, f"dealt of {self.names[seat]}", DEALT_EACH)
            s.dealt[seat] = sorted(self.card(name, f"dealt to {self.names[seat]}") for name in names)
            s.dealt[seat] += [0] * (DEALT_EACH - len(names))
        for seat, rows in self.by_seat("completed"):
            for name in self.texts(rows, f"completed of {self.names[seat]}", self.box.n_cards):
                count_card(self.box, s, seat, self.card(name, f"completed by {self.names[seat]}") - 1)
        for place, name in enumerate(self.texts(self.data.get("display", []), "display", PLACES)):
            s.display[place] = self.card(name, "display") if name else 0
        for name in self.texts(self.data.get("deck", []), "deck", self.box.n_cards):
            s.deck[self.card(name, "deck") - 1] = 1
        self.read_owed()
        self.lay_out_the_rest()

    def read_islands(self, seat: int, rows: object) -> None:
        whose = f"islands of {self.names[seat]}"
        for slot, text in enumerate(self.texts(rows, whose, ISLANDS)):
            if not text.split():
                continue
            name, *boxes = text.split()
            card = self.card(name, whose)
            self.s.islands[seat][slot] = card
            self.s.open[seat][slot] = self.box.boxes[card - 1] & ~self.boxes(boxes, card, name)

    def boxes(self, words: list[str], card: int, name: str) -> int:
        mask = 0
        for word in words:
            place = parse_box(word)
            if place is None or not self.box.boxes[card - 1] >> place & 1:
                raise Invalid(f"{name} has no box {quoted(word)}; it has {format_boxes(self.box.boxes[card - 1])}.")
            mask |= 1 << place
        return mask

    def read_owed(self) -> None:
        """Left out, everybody owes what their islands lack."""
        s = self.s
        for seat, cards in self.by_seat("owed"):
            s.owed[seat] = self.checked(cards, f"owed of {self.names[seat]}", 0, ISLANDS)
        if s.phase == REPLACE and "owed" not in self.data:
            for seat, _ in self.by_seat("islands"):
                s.owed[seat] = s.islands[seat].count(0)

    def lay_out_the_rest(self) -> None:
        """What is dealt or lies open gets the first of the cards named nowhere where it is left out; the rest is the deck."""
        s = self.s
        rest = [card for card in self.cards.values() if card not in self.used]
        named = [seat for seat, _ in self.by_seat("dealt" if s.phase == CHOOSE else "islands")]
        for seat in range(s.seats):
            if seat not in named and s.phase == CHOOSE:
                dealt, rest = rest[:DEALT_EACH], rest[DEALT_EACH:]
                s.dealt[seat] = dealt + [0] * (DEALT_EACH - len(dealt))
            elif seat not in named:
                for _ in range(min(ISLANDS - s.owed[seat], len(rest))):
                    give_island(self.box, s, seat, rest.pop(0))
        if s.phase != CHOOSE and "display" not in self.data:
            shown, rest = rest[:PLACES], rest[PLACES:]
            s.display = shown + [0] * (PLACES - len(shown))
        if "deck" in self.data and rest:
            lost = listed([name_of(self.box, card) for card in rest])
            raise Invalid(f"No place is named for {lost}; where deck is left out, they lie there.")
        for card in rest:
            s.deck[card - 1] = 1
        s.deck_size = sum(s.deck)

    # --- scores ---

    def read_scores(self) -> None:
        s = self.s
        for seat, coins in self.by_seat("coins"):
            s.coins[seat] = self.checked(coins, f"coins of {self.names[seat]}", 0, COIN_ROWS * COIN_ROW)
        for seat, points in self.by_seat("palms"):
            s.palms[seat] = self.checked(points, f"palms of {self.names[seat]}", 0, 999)
        for seat, trophies in self.by_seat("trophies"):
            if not isinstance(trophies, list) or len(trophies) > COIN_ROWS:
                raise Invalid(f"trophies of {self.names[seat]} must list one for each full row of coins: [6, 3].")
            for row, trophy in enumerate(trophies):
                s.trophies[seat][row] = self.checked(trophy, f"a trophy of {self.names[seat]}", 0, 99)
            s.rows[seat] = len(trophies)
        s.trophies_gone = sum(1 for seat in range(s.seats) for trophy in s.trophies[seat] if trophy)

    # --- open choices ---

    def read_choices(self) -> None:
        for seat, text in self.by_seat("choices"):
            dealt = [name_of(self.box, card) for card in self.s.dealt[seat]]
            words = text.split() if isinstance(text, str) else []
            if len(words) != 2 or words[0] == words[1] or any(word not in dealt for word in words):
                raise Invalid(f"choices says {quoted(text)} for {self.names[seat]}; it names two of {', '.join(dealt)}.")
            first, second = sorted(dealt.index(word) for word in words)
            self.s.choice[seat] = 1 + KEEP + PAIRS.index((first, second))
            self.s.acts[seat] = 1

    def read_marks(self) -> None:
        for seat, rows in self.by_seat("marks"):
            lines = self.texts(rows, f"marks of {self.names[seat]}", 1 + ISLANDS)
            for i, line in enumerate(lines):
                self.read_mark(seat, line, first=i == 0)

    def read_mark(self, seat: int, line: str, *, first: bool) -> None:
        """The first line is the pattern or a single box, the others are boxes for an X."""
        s, whose = self.s, f"marks of {self.names[seat]}"
        name, *words = line.split() or [""]
        slots = [slot for slot in range(ISLANDS) if s.islands[seat][slot] and name_of(self.box, s.islands[seat][slot]) == name]
        if not slots:
            raise Invalid(f"{whose} names {quoted(name)}, which is no island of {self.names[seat]}.")
        slot = slots[0]
        boxes = self.boxes(words, s.islands[seat][slot], name)
        if not boxes:
            raise Invalid(f"{whose} names no box of {name}: {name} A1.")
        if boxes & ~(s.open[seat][slot] & ~s.crossed[seat][slot]):
            raise Invalid(f"{whose} names a box of {name} that is crossed off already.")
        if first:
            actions = (a for a in range(TAKE) if slot_of(a) == slot and boxes_of(self.box, s.pattern, a) == boxes)
            action = next(actions, None)
            if action is None:
                raise Invalid(f"{whose} begins with {quoted(line)}; that is neither the pattern nor a single box.")
            s.choice[seat] = 1 + action
        s.crossed[seat][slot] |= boxes
        s.acts[seat] += 1 if first else bits_in(boxes)
        self.count_bonus(seat)

    def count_bonus(self, seat: int) -> None:
        s = self.s
        xs = 0
        for slot in range(ISLANDS):
            if s.islands[seat][slot]:
                xs += bits_in(s.crossed[seat][slot] & self.box.xs[s.islands[seat][slot] - 1])
        s.bonus[seat] = xs - s.acts[seat] + 1 if has_open_box(s, seat) else 0
