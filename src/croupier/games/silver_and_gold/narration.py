"""Events as sentences, for the log, the live region, the terminal and the referee's trace. ``{2}`` is the name of seat 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from croupier.core.errors import listed
from croupier.core.events import seats_in
from croupier.games.silver_and_gold.box import name_of_code
from croupier.games.silver_and_gold.grid import format_boxes, pattern_name
from croupier.games.silver_and_gold.state import CHOSEN_BY_CHANCE, NOBODY, SHARED, TIE_BROKEN

Kind = Literal[
    "dealt", "kept", "returned", "displayed", "first", "revealed", "marked", "bonus", "lost", "coin", "palm", "trophy",
    "completed", "took", "refilled", "nothing", "round", "scored", "won",
]
KIND_NAMES: tuple[Kind, ...] = get_args(Kind)

Args = Sequence[int]


def format_event(kind: int, args: Args) -> str:
    return SENTENCES[KIND_NAMES[kind]](args)


def one(seat: int) -> str:
    return f"{{{seat}}}"


def names(mask: int) -> str:
    return listed([one(seat) for seat in seats_in(mask)])


def count(n: int, what: str) -> str:
    """``1 coin``, ``2 coins``, ``2 boxes``."""
    return f"{n} {what}" if n == 1 else f"{n} {what}{'es' if what.endswith('x') else 's'}"


def say_first(a: Args) -> str:
    why = "by chance" if a[1] == CHOSEN_BY_CHANCE else "as this table has it"
    return f"{one(a[0])} is the first player, {why}."


def say_displayed(a: Args) -> str:
    shown = [name_of_code(card) for card in a if card]
    return f"On display: {listed(shown)}." if shown else "No island is left for the display."


def say_marked(a: Args) -> str:
    boxes = count(a[2].bit_count(), "box") if a[3] else f"the single box {format_boxes(a[2])}"
    return f"{one(a[0])} crosses off {boxes} on {name_of_code(a[1])}."


def say_bonus(a: Args) -> str:
    n = a[2].bit_count()
    boxes, reason = format_boxes(a[2]).replace(" ", ", "), "an X" if n == 1 else f"{n} X"
    return f"{one(a[0])} crosses off {boxes} on {name_of_code(a[1])} for {reason}."


def say_coin(a: Args) -> str:
    return f"{one(a[0])} marks {count(a[1], 'coin')}." if a[1] else f"{one(a[0])} has no place left for a coin."


def say_trophy(a: Args) -> str:
    return f"{one(a[0])} fills a row of coins: {f'trophy {a[1]}' if a[1] else 'no trophy is left'}."


def say_took(a: Args) -> str:
    if a[2] == NOBODY:
        return f"{one(a[0])} takes the top island of the deck: {name_of_code(a[1])}."
    return f"{one(a[0])} takes {'the only island, ' if a[3] else ''}{name_of_code(a[1])}."


def say_scored(a: Args) -> str:
    return f"{one(a[0])}: coins {a[1]}, trophies {a[2]}, palms {a[3]}, islands {a[4]}, seals {a[5]}; {sum(a[1:])} points."


def say_won(a: Args) -> str:
    if a[1] == SHARED:
        return f"{names(a[0])} share the victory."
    return f"{names(a[0])} wins{' the tie by the colors of the islands' if a[1] == TIE_BROKEN else ''}."


SENTENCES = {
    "dealt": lambda a: f"Everybody is dealt {a[0]} islands, to keep two.",
    "kept": lambda a: f"{one(a[0])} keeps {name_of_code(a[1])} and {name_of_code(a[2])}.",
    "returned": lambda a: f"{count(a[0], 'island')} go back into the deck.",
    "displayed": say_displayed,
    "first": say_first,
    "revealed": lambda a: f"Round {a[0]}, turn {a[1]}: {one(a[2])} reveals the {pattern_name(a[3])}.",
    "marked": say_marked,
    "bonus": say_bonus,
    "lost": lambda a: f"{one(a[0])} has no open box left for {'an X' if a[1] == 1 else f'{a[1]} X'}.",
    "coin": say_coin,
    "palm": lambda a: f"{one(a[0])} scores {a[1]} for a palm.",
    "trophy": say_trophy,
    "completed": lambda a: f"{one(a[0])} completes {name_of_code(a[1])}: {a[2]} points.",
    "took": say_took,
    "refilled": lambda a: f"{name_of_code(a[0])} is laid out.",
    "nothing": lambda a: f"No island is left to take for {one(a[0])}.",
    "round": lambda a: f"Round {a[0]} is over.",
    "scored": say_scored,
    "won": say_won,
}
