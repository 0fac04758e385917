"""Events as sentences, for the log, the live region, the terminal and the referee's trace. ``{2}`` is the name of seat 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from croupier.core.events import seats_in
from croupier.games.quickshot.box import CARDS
from croupier.games.quickshot.state import (
    ASKS,
    CHOSEN_BY_CHANCE,
    DISCARDS,
    ELIMINATES,
    INVERTS,
    KEPT,
    KEPT_UNSEEN,
    LAST,
    NOTHING,
    POISON,
    PROTECTED,
    PROTECTS,
    REINFORCEMENTS,
    TARGETING,
    TOOK,
    TRAP,
)

Kind = Literal[
    "dealt", "first", "round", "reshuffled", "drew", "led", "revealed", "covered", "ability", "spent", "declined", "strength",
    "out", "hand", "leader", "cleared", "won",
]
Result = Literal["none", "out", "discard", "safe", "protects", "inverts", "asks"]
KIND_NAMES: tuple[Kind, ...] = get_args(Kind)
RESULT_NAMES: tuple[Result, ...] = get_args(Result)

Args = Sequence[int | None]


def format_event(kind: int, args: Args) -> str:
    return SENTENCES[KIND_NAMES[kind]](args)


def card(value: int | None) -> str:
    return CARDS[(value or 1) - 1]


def one(seat: int | None) -> str:
    return f"{{{seat}}}"


def names(mask: int | None) -> str:
    """{0}, {1} and {4}"""
    listed = [one(seat) for seat in seats_in(mask or 0)]
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def several(mask: int | None) -> bool:
    return bool(mask and mask & (mask - 1))


def say_first(a: Args) -> str:
    why = "by chance" if a[1] == CHOSEN_BY_CHANCE else "as this table has it"
    return f"{one(a[0])} is the first Leader, {why}."


def say_drew(a: Args) -> str:
    return f"{one(a[0])} draws a card." if a[1] is None else f"{one(a[0])} draws {card(a[1])}."


def say_covered(a: Args) -> str:
    both = "both" if len(seats_in(a[1] or 0)) == 2 else "all"
    return f"{names(a[1])} {both} played {card(a[0])}: face down."


def say_ability(a: Args) -> str:
    owner, value, hit, result = one(a[0]), card(a[1]), names(a[2]), a[3]
    if result == ELIMINATES:
        return f"{value} of {owner} eliminates {hit}{', the weakest' if a[1] in (TARGETING, POISON) else ''}."
    if result == DISCARDS:
        return f"{value} of {owner}: {hit}, the weakest, must discard a card."
    if result == PROTECTED:
        return f"{value} of {owner} finds {hit}, the weakest, but Camouflage protects."
    return {
        PROTECTS: f"Camouflage protects {owner} from Targeting and Poison this round.",
        INVERTS: f"Ploy of {owner} inverts the order: the lowest is the strongest.",
        ASKS: f"Reinforcements: {owner} may add a card.",
        NOTHING: f"{value} of {owner} {'finds no 4 or 5: its strength stays 2' if a[1] == TRAP else 'changes nothing'}.",
    }[result or 0]


def say_spent(a: Args) -> str:
    return f"{one(a[0])} {'adds' if a[2] == REINFORCEMENTS else 'discards'} {card(a[1])}."


def say_out(a: Args) -> str:
    are = "are" if several(a[0]) else "is"
    if a[1] == POISON:
        return f"{names(a[0])} has no card to discard and is eliminated."
    if not a[1]:
        have = "have" if several(a[0]) else "has"
        return f"{names(a[0])} {have} no card to play and {are} eliminated."
    return f"{names(a[0])} {are} eliminated."


def say_hand(a: Args) -> str:
    shown = [card(value) for value in range(1, 9) for _ in range(a[value] or 0)]
    return f"{one(a[0])}'s hand is discarded: {', '.join(shown)}."


def say_leader(a: Args) -> str:
    how = a[1]
    if how == TOOK:
        return f"{one(a[0])} is the strongest and takes the Leader card."
    if how == KEPT:
        return f"{one(a[0])} keeps the Leader card."
    if how == KEPT_UNSEEN:
        return f"All cards lie face down: {one(a[0])} keeps the Leader card."
    return f"The Leader card passes to the left, to {one(a[0])}."


def say_won(a: Args) -> str:
    if a[1] == LAST:
        return f"{one(a[0])} is the last one left and wins."
    return f"The last round is over: {one(a[0])} leads and wins."


SENTENCES = {
    "dealt": lambda a: f"Everybody is dealt {a[0]} cards.",
    "first": say_first,
    "round": lambda a: f"Round {a[0]} begins.",
    "reshuffled": lambda a: f"The draw pile is empty: the {a[0]} discards are shuffled into a new one.",
    "drew": say_drew,
    "led": lambda a: f"{one(a[0])} leads with {card(a[1])}.",
    "revealed": lambda a: "All cards are turned up.",
    "covered": say_covered,
    "ability": say_ability,
    "spent": say_spent,
    "declined": lambda a: f"{one(a[0])} adds nothing.",
    "strength": lambda a: f"{one(a[0])} now has strength {a[1]}.",
    "out": say_out,
    "hand": say_hand,
    "leader": say_leader,
    "cleared": lambda a: "The cards on the table are discarded.",
    "won": say_won,
}
