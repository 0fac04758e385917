"""Somebody who plays Quick Silver in a browser, by mouse, by touch or with the keyboard alone."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable

from browser_hands import Fingers, Keys, Mouse, middle
from browser_person import Person
from browser_wire import Message, Wire
from playwright.sync_api import Locator, expect

GAME = "Quick Silver"
CENTRE = -1
LIKES_TO_SNEAK = 0.25
LIKES_TO_REDIRECT = 0.3


class Miner:
    """Plays by chance, and swaps before it sneaks: a game may be short.

    ``rival``: a seat that is named whenever it can be asked whether it redirects.
    """

    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self.page = person.page
        self.wire = Wire(person.page)
        self.chance = random.Random(seed)
        self.did: Counter[str] = Counter()
        self.rival: int | None = None
        self.round = 1

    @property
    def is_asked(self) -> bool:
        return self.wire.is_asked

    @property
    def is_over(self) -> bool:
        return self.person.is_over

    @property
    def in_window(self) -> bool:
        return self.is_asked and self.wire.view["phase"] == "redirect"

    @property
    def actions(self) -> dict[str, Message]:
        assert self.wire.offer
        return {action["action"]: action for action in self.wire.offer["actions"]}

    def decide(self) -> None:
        """Answer what is asked now. What the page sends must be what was picked on it."""
        phase = self.wire.view["phase"]
        sent = len(self.wire.acts)
        wanted = {"turn": self.turn, "redirect": self.redirect, "exchange": self.exchange}[phase]()
        self.until(lambda: len(self.wire.acts) >= sent + len(wanted), f"{wanted} should be sent")
        assert self.wire.acts[sent : sent + len(wanted)] == wanted
        self.until(lambda: not self.wire.pending, f"{wanted} should be answered")
        assert self.wire.refusals == []

    def until(self, fits: Callable[[], bool], what: str, within: float = 10) -> None:
        end = time.monotonic() + within
        while not fits():
            assert time.monotonic() < end, f"{self.person.name}: {what}\n{self.page.locator('body').inner_text()}"
            self.page.wait_for_timeout(10)

    def see(self) -> None:
        """The own decision stands in the dock, and the own cards of this round: what still plays of the last one is skipped."""
        expect(self.page.locator(".qk-dock.is-yours")).to_be_visible()
        if self.wire.view["round"] != self.round:
            self.round = self.wire.view["round"]
            self.person.skip()
            expect(self.page.get_by_role("button", name="Skip ahead")).to_have_count(0)

    def reload_in_window(self) -> None:
        """The page comes back with the same question and the same deadline."""
        before, welcomes = (self.wire.view, self.wire.decision, self.wire.frame["due_at"]), self.wire.welcomes
        self.page.reload()
        self.until(lambda: self.wire.welcomes > welcomes, "the page should come back")
        assert (self.wire.view, self.wire.decision, self.wire.frame["due_at"]) == before
        expect(self.page.locator("#question")).to_contain_text("swap with you")
        self.did["reload"] += 1

    # --- choosing ---

    def turn(self) -> list[str]:
        self.see()
        action = self.chance.choice([action for action in self.actions if action != "sneak"])
        if "sneak" in self.actions and self.did["exchange"] and self.chance.random() < LIKES_TO_SNEAK:
            action = "sneak"
        if self.rival is not None and f"swap {'ABCDEF'[self.rival]}" in self.actions:
            action = f"swap {'ABCDEF'[self.rival]}"
        self.did[action.split()[0]] += 1
        if action == "sneak":
            self.sneak()
        else:
            self.name(CENTRE if action == "swap centre" else "ABCDEF".index(action.split()[1]))
        return [action]

    def redirect(self) -> list[str]:
        self.see()
        action = "redirect" if self.chance.random() < LIKES_TO_REDIRECT else "allow"
        self.did[action] += 1
        self.answer(action)
        return [action]

    def exchange(self) -> list[str]:
        self.see()
        own, other = self.chance.randrange(3), self.chance.randrange(3)
        self.did["exchange"] += 1
        self.give_and_take(own, other)
        return [f"give {own + 1} take {other + 1}"]

    # --- where things are ---

    @property
    def primary(self) -> Locator:
        return self.page.locator(".qk-dock button.is-primary")

    def place(self, place: int) -> Locator:
        return self.page.locator(f".qk-board [data-place='{place}']")

    def own_card(self, slot: int) -> Locator:
        return self.page.locator(f".mycards [data-slot='{slot}'] .card")

    def other_card(self, slot: int) -> Locator:
        return self.place(self.wire.view["target"]).locator(f"[data-slot='{slot}'] .card")

    # --- what subclasses do with their hands ---

    def sneak(self) -> None:
        raise NotImplementedError

    def name(self, place: int) -> None:
        raise NotImplementedError

    def answer(self, action: str) -> None:
        raise NotImplementedError

    def give_and_take(self, own: int, other: int) -> None:
        raise NotImplementedError


class Pointing(Miner):
    """By mouse or touch: cards are tapped, and every other exchange is dragged."""

    pointer: Mouse | Fingers

    def sneak(self) -> None:
        self.pointer.tap(self.page.locator(".sneak-button"))

    def name(self, place: int) -> None:
        self.pointer.tap(self.place(place).locator("button.swap"))
        self.pointer.tap(self.primary)

    def answer(self, action: str) -> None:
        self.pointer.tap(self.page.locator(".qk-dock .give-up") if action == "redirect" else self.primary)

    def give_and_take(self, own: int, other: int) -> None:
        if self.did["exchange"] % 2:
            self.did["drag"] += 1
            self.drag(self.own_card(own), self.other_card(other))
        else:
            self.pointer.tap(self.own_card(own))
            self.pointer.tap(self.other_card(other))
            self.pointer.tap(self.primary)

    def drag(self, card: Locator, onto: Locator) -> None:
        expect(onto).to_be_visible()
        self.pointer.drag(middle(card), middle(onto))


class ByMouse(Pointing):
    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(person, seed)
        self.pointer = Mouse(person.page)


class ByTouch(Pointing):
    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(person, seed)
        self.pointer = Fingers(person.page)


class ByKeys(Miner):
    """Letters and numbers, arrows and Enter; every other time Tab instead."""

    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(person, seed)
        self.keys = Keys(person.page)

    def sneak(self) -> None:
        self.keys.press("k")

    def name(self, place: int) -> None:
        if place == CENTRE:
            self.keys.press("c", "Enter")
        else:
            self.keys.use(self.place(place).locator("button.swap"))
            self.keys.use(self.primary)

    def answer(self, action: str) -> None:
        self.keys.press(*(["n", "Enter"] if action == "redirect" else ["y"]))

    def give_and_take(self, own: int, other: int) -> None:
        self.keys.press(str(own + 1), str(other + 4), "Enter")


def play_to_the_end(first: Miner, second: Miner, within: float = 240) -> None:
    """Everybody answers what they are asked until both see the result.

    The first names the second until the second's page has been loaded again while it was asked.
    """
    end = time.monotonic() + within
    while not (first.is_over and second.is_over):
        assert time.monotonic() < end, "\n\n".join(one.page.locator("body").inner_text() for one in (first, second))
        first.rival = None if second.did["reload"] else second.wire.seat
        if second.in_window and not second.did["reload"]:
            second.reload_in_window()
        asked = [miner for miner in (first, second) if miner.is_asked]
        for miner in asked:
            miner.decide()
        for miner in (first, second):
            if miner.wire.view.get("phase") == "over" and not miner.is_over:
                miner.person.see_the_end()
        if not asked:
            first.page.wait_for_timeout(20)
            second.page.wait_for_timeout(1)  # its messages come in
