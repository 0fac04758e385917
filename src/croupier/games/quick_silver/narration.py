"""Events as sentences, for the log, the live region, the terminal and the referee's trace. ``{2}`` is the name of seat 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from croupier.core.events import seats_in
from croupier.games.quick_silver.box import HAND, card_name
from croupier.games.quick_silver.state import BY_CHANCE, CENTRE, LAST_ALIVE, RICHEST

Kind = Literal[
    "first", "round", "rolled", "sneaked", "named", "redirected", "allowed", "swapped", "ticked", "found", "stopped", "blasted",
    "repaired", "out", "restarted", "shown", "group", "earned", "tied", "won",
]  # fmt: skip
KIND_NAMES: tuple[Kind, ...] = get_args(Kind)

Args = Sequence[int | None]


def format_event(kind: int, args: Args) -> str:
    return SENTENCES[KIND_NAMES[kind]](args)


def one(place: int | None) -> str:
    """A player's name; the centre sells as the Stranger."""
    return "The Stranger" if place == CENTRE else f"{{{place}}}"


def target(place: int | None) -> str:
    return "the centre" if place == CENTRE else f"{{{place}}}"


def names(mask: int | None) -> str:
    """{0}, {1} and {4}"""
    listed = [one(place) for place in seats_in(mask or 0)]
    listed[1:] = [name.replace("The", "the") for name in listed[1:]]
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


def several(mask: int | None) -> bool:
    return bool(mask and mask & (mask - 1))


def card(shown: int | None) -> str:
    """A card as events carry it: 100 * kind + value."""
    return card_name((shown or 0) // 100, (shown or 0) % 100)


def counted(n: int | None, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def say_first(a: Args) -> str:
    return f"{one(a[0])} has the first turn, {'by chance' if a[1] == BY_CHANCE else 'as this table has it'}."


def say_rolled(a: Args) -> str:
    light = {0: "all cards are dealt face down", 1: "1 card of each hand is dealt face up", HAND: "all cards are dealt face up"}
    dealt = light.get(a[0] or 0, f"{a[0]} cards of each hand are dealt face up")
    return f"White die {a[0]}: {dealt}. Black die {a[1]}: {counted(a[1], 'turn')} each."


def say_swapped(a: Args) -> str:
    """Cards that the reader does not know by their places, from the left as in the notation."""
    gives, takes = (f"card {1 + (at or 0)}" if shown is None else card(shown) for at, shown in zip(a[2:4], a[4:6], strict=True))
    return f"{one(a[0])} gives {gives} to {target(a[1])} and takes {takes}."


def say_found(a: Args) -> str:
    found = [counted(a[1], "Dynamite")] if a[1] else []
    found += [counted(a[2], "Replacement Plate")] if a[2] else []
    return f"{one(a[0])} reveals {' and '.join(found)}."


def say_blasted(a: Args) -> str:
    left = f"{a[2] or 'none'} {'are' if a[2] and a[2] > 1 else 'is'} left"
    return f"Boom: {one(a[0])} loses {counted(a[1], 'plate')}; {left}."


def say_out(a: Args) -> str:
    return f"{names(a[0])} {'have' if several(a[0]) else 'has'} no plate left and {'are' if several(a[0]) else 'is'} out."


def say_restarted(a: Args) -> str:
    have, start = ("have", "start") if several(a[0]) else ("has", "starts")
    return f"{names(a[0])} {have} no plate left: not quite dead yet, but {start} over with $0."


def say_shown(a: Args) -> str:
    """What the cards do not make of the total, sneak tokens do."""
    sneaked = (a[4] or 0) - sum((shown or 0) % 100 for shown in a[1:4])
    more = f", plus {sneaked} for sneaking" if sneaked else ""
    return f"{one(a[0])} unloads {card(a[1])}, {card(a[2])} and {card(a[3])}{more}: {a[4]}."


def say_group(a: Args) -> str:
    number, total, who, many = a[0] or 0, a[1], names(a[2]).replace("The", "the"), several(a[2])
    if number == 1:
        return f"Highest total, {total}: {who} {'come too late and earn' if many else 'comes too late and earns'} nothing."
    sell = f"{who} {'each sell their' if many else 'sells the'}"
    if number == 2:
        return f"Second, {total}: {sell} highest card."
    if number == 3:
        return f"Third, {total}: {sell} lowest card."
    return f"Lower, {total}: {who} {'sell' if many else 'sells'} nothing."


def say_tied(a: Args) -> str:
    return f"{names(a[0])} are the richest with ${a[1]} each: nobody wins yet, another round is played."


def say_won(a: Args) -> str:
    wins = "share the win" if several(a[0]) else "wins"
    if a[1] == RICHEST:
        return f"{names(a[0])} is the richest and {wins}."
    if a[1] == LAST_ALIVE:
        return f"{names(a[0])} is the last one alive and {wins}."
    return f"Nobody is left alive: {names(a[0])} had the most cash and {wins}."


SENTENCES = {
    "first": say_first,
    "round": lambda a: f"Round {a[0]} begins, and {one(a[1])} starts.",
    "rolled": say_rolled,
    "sneaked": lambda a: f"{one(a[0])} sneaks towards the exit: {counted(a[1], 'sneak token')}.",
    "named": lambda a: f"{one(a[0])} wants to swap with {target(a[1])}.",
    "redirected": lambda a: f"{one(a[0])} gives up a plate ({a[2]} left) and sends {one(a[1])} elsewhere.",
    "allowed": lambda a: f"{one(a[0])} lets {one(a[1])} swap.",
    "swapped": say_swapped,
    "ticked": lambda a: (
        f"The black die goes down to {a[0]}: {counted(a[0], 'more turn')} each."
        if a[0]
        else "The black die is at 0: everybody rushes out of the mine."
    ),
    "found": say_found,
    "stopped": lambda a: f"{one(a[0])} stops {counted(a[1], 'Dynamite')} with {counted(a[1], 'Replacement Plate')}.",
    "blasted": say_blasted,
    "repaired": lambda a: f"{one(a[0])} repairs {counted(a[1], 'blasted plate')} with {counted(a[1], 'Replacement Plate')}.",
    "out": say_out,
    "restarted": say_restarted,
    "shown": say_shown,
    "group": say_group,
    "earned": lambda a: f"{one(a[0])} earns ${a[1]} and has ${a[2]}.",
    "tied": say_tied,
    "won": say_won,
}
