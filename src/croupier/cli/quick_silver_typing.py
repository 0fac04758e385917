"""What is typed in Quick Silver: short forms of the notation, and the choices with what they surely bring."""

from __future__ import annotations

import re

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.cli.quick_silver_drawing import BLASTED, CARD, FRESH, GONE, NEW_PLATE, WHOLE, chip
from croupier.cli.screen import Keyed
from croupier.core.errors import Illegal, Invalid
from croupier.core.game import Offer, Offered
from croupier.games.quick_silver.view import QuickSilverView, Slot

PAIR = re.compile(r"(?:give\s+)?(\d)[\s,]*(?:take\s+|for\s+)?(\d)")
SWAP = re.compile(r"swap\s+(?:with\s+)?(?:the\s+)?")
CENTRE = ("centre", "center")
REDIRECT, ALLOW = ("y", "yes", "r", "redirect"), ("n", "no", "a", "allow")


# --- reading ---------------------------------------------------------------------------------------------------------


def read(answer: str, offer: Offer, view: QuickSilverView) -> str:
    if view.phase == "redirect":
        return read_answer(answer, offer)
    return read_pair(answer) if view.phase == "exchange" else read_target(answer, offer)


def read_answer(answer: str, offer: Offer) -> str:
    """Enter alone is the answer that stands when none comes."""
    if answer in REDIRECT:
        return "redirect"
    return "allow" if answer in ALLOW else answer or offer.unanswered


def read_pair(answer: str) -> str:
    """``13``: the first own card for the third of the other side."""
    if re.fullmatch("[1-3]", answer):
        raise Invalid(f"Type two numbers: your card, then theirs, as {answer}{int(answer) % 3 + 1}.")
    if not (found := PAIR.fullmatch(answer)):
        return answer
    if not {*found.groups()} <= {"1", "2", "3"}:
        raise Illegal("Cards are numbered 1 to 3: your card, then theirs, as 13.")
    return f"give {found[1]} take {found[2]}"


def read_target(answer: str, offer: Offer) -> str:
    """``s``, ``c``, or how a name begins."""
    if answer in ("s", "sneak"):
        if not any(offered.action == "sneak" for offered in offer.actions):
            raise Illegal(offer.why)
        return "sneak"
    said = SWAP.sub("", answer)
    found = meant(said, offer, seats=said != answer) if said else {}
    if len(found) > 1:
        raise Invalid(f"{answer} could mean {' or '.join(found.values())}; type more of the name.")
    return next(iter(found), answer)


def meant(said: str, offer: Offer, *, seats: bool) -> dict[str, str]:
    """The actions that may be meant, and with whom they swap; with ``seats`` also by the letter of a seat, as in notation."""
    whom = {offered.action: rival(offered) for offered in offer.actions if offered.action.startswith("swap ")}
    centre = {"swap centre": "the centre"} if any(word.startswith(said) for word in CENTRE) else {}
    if exact := {action: name for action, name in whom.items() if name.lower() == said}:
        return exact
    named = {action: name for action, name in whom.items() if name.lower().startswith(said)}
    lettered = {action: name for action, name in whom.items() if seats and action == f"swap {said.upper()}"}
    return named | lettered | centre


def rival(offered: Offered) -> str:
    """With whom a swap would be."""
    return offered.label.removeprefix("Swap with ")


# --- choices ---------------------------------------------------------------------------------------------------------


def keyed(offer: Offer, view: QuickSilverView) -> list[Keyed]:
    """Sneaking and the centre stand before the players, and what costs a plate before what costs nothing."""
    order = ("sneak", "swap centre", "redirect")
    actions = sorted(offer.actions, key=lambda one: order.index(one.action) if one.action in order else len(order))
    return [(key_of(offered, offer), offered) for offered in actions]


def key_of(offered: Offered, offer: Offer) -> str:
    """``s``, ``c``, ``be``; ``y``, ``n``; ``13``"""
    fixed = {"sneak": "s", "swap centre": "c", "redirect": "y", "allow": "n"}
    if offered.action in fixed:
        return fixed[offered.action]
    if offered.action.startswith("give "):
        return "".join(re.findall(r"\d", offered.action))
    name = rival(offered).lower()
    others = [rival(one).lower() for one in offer.actions if one is not offered] + ["centre", "sneak"]
    return next((name[:n] for n in range(2, len(name)) if not any(o.startswith(name[:n]) for o in others)), name)


def choice(offered: Offered, view: QuickSilverView) -> list[RenderableType]:
    label, hint = offered.label.removesuffix(" towards the exit"), hint_of(offered, view)
    return [Text(f"{label}: {hint}" if hint else label)]


def hint_of(offered: Offered, view: QuickSilverView) -> str:
    """What is certain of a choice; "" where nothing is."""
    if offered.action == "sneak":
        return f"{(view.total or 0) + offered.gains['total']} in all"
    if offered.action == "redirect":
        left = own_plates(view) + offered.gains["plates"]
        return f"{left} left" if left > 1 else "1 left, your last one"
    if offered.action == "allow":
        return "Enter alone will do"
    if offered.action == "swap centre":
        return "the Stranger" if view.centre.stranger else ""
    if offered.action.startswith("give "):
        return outcome(offered, view)
    return "cannot redirect" if view.seats[int(offered.touches[0].split(":")[1])].showing < 2 else ""


def own_plates(view: QuickSilverView) -> int:
    """Of whoever is asked whether to redirect."""
    return view.seats[view.target or 0].showing


def outcome(offered: Offered, view: QuickSilverView) -> str:
    """The own total after an exchange: ``58``, or ``36+?`` where the card taken is not known."""
    if "total" in offered.gains:
        return str((view.total or 0) + offered.gains["total"])
    given, _ = slots_of(offered, view)
    return f"{(view.total or 0) - (given.card.value if given.card else 0)}+?"


def slots_of(offered: Offered, view: QuickSilverView) -> tuple[Slot, Slot]:
    """The card given, and the card taken."""
    own, other = (slot_at(touched, view) for touched in offered.touches)
    return own, other


def slot_at(touched: str, view: QuickSilverView) -> Slot:
    """``slot:2:0`` or ``slot:centre:0``"""
    _, place, slot = touched.split(":")
    cart = view.centre if place == "centre" else view.seats[int(place)]
    return cart.slots[int(slot)]


def body(offer: Offer, view: QuickSilverView, listing: RenderableType) -> RenderableType:
    """Turns in two columns, exchanges as a table of own cards by theirs."""
    if view.phase == "exchange":
        return exchanges(offer, view)
    return turns(offer, view) if view.phase == "turn" else listing


def turns(offer: Offer, view: QuickSilverView) -> RenderableType:
    rows = Table.grid(padding=(0, 1), expand=True)
    for _ in range(2):
        rows.add_column(width=3, justify="right", style="bold")
        rows.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    cells = [(key, *choice(offered, view)) for key, offered in keyed(offer, view)]
    for pair in zip(cells[::2], [*cells[1::2], ("", Text())], strict=False):
        rows.add_row(*pair[0], *pair[1])
    return rows


def exchanges(offer: Offer, view: QuickSilverView) -> RenderableType:
    """What is typed, and what the own cart would weigh then."""
    rows = Table.grid(padding=(0, 2))
    by_own = [offer.actions[at : at + 3] for at in range(0, len(offer.actions), 3)]
    theirs = [slots_of(offered, view)[1] for offered in by_own[0]]
    rows.add_row(Text(f" You have {view.total}"), *(numbered("take", n, slot) for n, slot in enumerate(theirs, 1)))
    for n, row in enumerate(by_own, 1):
        cells = [Text.assemble((key_of(one, offer), "bold"), f" makes {outcome(one, view)}") for one in row]
        rows.add_row(Text(" ").append_text(numbered("give", n, slots_of(row[0], view)[0])), *cells)
    return rows


def numbered(verb: str, n: int, slot: Slot) -> Text:
    return Text.assemble(f"{verb} {n} ", chip(slot, CARD))


# --- explaining ------------------------------------------------------------------------------------------------------


def how(offer: Offer, view: QuickSilverView) -> str:
    if view.phase == "exchange":
        return "two numbers, as 13"
    return "y or n" if view.phase == "redirect" else "s, c or a name"


def guide(view: QuickSilverView) -> RenderableType:
    rows = Table.grid(padding=(0, 1))
    for typed, means in TYPED:
        rows.add_row(Text(typed, "bold"), Text(means))
    return Group(goal(view), Text(), rows, Text(), *(Text(sign) for sign in SIGNS))


def goal(view: QuickSilverView) -> Text:
    return Text(
        "In a round everybody swaps cards or sneaks, as many turns as the black die says. Then each Dynamite in your cart "
        "blasts one of your plates; without a plate you are out. At the market the heaviest cart comes too late. The second "
        f"earns its highest card, the third its lowest. The richest with ${view.goal} wins, or the last one alive."
    )


TYPED = (
    ("s", "sneak: a token that makes your cart a little heavier, and no swap"),
    ("c", "swap with the centre"),
    ("be", "swap with Belle: as much of a name as tells it from the others"),
    ("13", "give your first card, take their third; also give 1 take 3"),
    ("y, n", "asked whether to redirect: give up a plate, or let them swap; Enter alone lets them"),
    ("k, why, log", "who knows which card; the rules behind what happened; all of it"),
)
SIGNS = (
    f"{WHOLE} plate, {BLASTED} blasted, {GONE} given up for good. {FRESH} swapped since you were asked last.",
    "( ) lies face down; ( ? ) you do not know it; letters after it: who else knows it. Its owner always does.",
    f"{NEW_PLATE}: a Replacement Plate. 36+?: the weight of your cart without the card that you cannot see yet.",
)
