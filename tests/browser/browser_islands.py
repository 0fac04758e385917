"""Somebody who plays Silver & Gold with a mouse, with fingers or by keyboard, and holds the page against what the table says."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from browser_hands import Fingers, Keys, Mouse, Point, Pointer, middle
from browser_person import Person
from browser_wire import Message, Wire
from playwright.sync_api import expect

GAME = "Silver & Gold"
Box = tuple[int, int]

LYING = """() => [...document.querySelectorAll('.isles .island')].flatMap((island) =>
  [...island.querySelectorAll('button[data-bit]')].filter((box) => box.ariaLabel.endsWith('the piece lies here'))
    .map((box) => [Number(island.dataset.slot), ...box.dataset.at.split(',').map(Number)]))"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll('.isles button[data-bit]')].map((box) => {
  const at = box.getBoundingClientRect();
  return [`${box.closest('.island').dataset.slot},${box.dataset.at}`, [at.x + at.width / 2, at.y + at.height / 2, at.width, at.height]];
}))"""
CROSSED = """() => Object.fromEntries([...document.querySelectorAll('.isles .island')].map((island) => [island.dataset.slot,
  [...island.querySelectorAll('button[data-state=crossed]')].reduce((all, box) => all | 1 << box.dataset.bit, 0)]))"""
SHAPE = """() => [...document.querySelectorAll('[data-shape] rect')].map((r) => [Math.floor(r.y.baseVal.value / 10), Math.floor(r.x.baseVal.value / 10)])"""
STILL = """() => scrollY === 0 && document.scrollingElement.scrollHeight <= innerHeight
  && document.scrollingElement.scrollWidth <= innerWidth && document.querySelector('.cloth').scrollTop === 0"""


def boxes_of(action: Message) -> list[tuple[int, int, int]]:
    """The (island, row, column) that an offered action crosses off, rising."""
    touched = [thing.split(":") for thing in action.get("touches", ()) if thing.startswith("box:")]
    return sorted((int(slot), int(bit) // 4, int(bit) % 4) for _, slot, bit in touched)


def shape_of(boxes: list[tuple[int, int, int]]) -> set[Box]:
    """The same boxes at the top left of the grid."""
    top, left = min(row for _, row, _ in boxes), min(column for _, _, column in boxes)
    return {(row - top, column - left) for _, row, column in boxes}


class Islander:
    """Plays by chance, but likes an X, so that chains come. Subclasses say how an answer gets onto the page."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self.page = person.page
        self.wire = Wire(person.page)
        self.chance = random.Random(seed)
        self.did: Counter[str] = Counter()
        self.may_take_back = True

    # --- to the table and back ---

    @property
    def is_asked(self) -> bool:
        return self.wire.is_asked

    @property
    def is_over(self) -> bool:
        return self.person.is_over

    def reload(self) -> None:
        """The page comes back as it was: the same question, the same crosses."""
        before, welcomes = (self.wire.view, self.wire.decision), self.wire.welcomes
        self.page.reload()
        self.until(lambda: self.wire.welcomes > welcomes, "the page should come back")
        assert (self.wire.view, self.wire.decision) == before, "the table tells something else after the reload"
        self.did["reload"] += 1

    # --- deciding ---

    def decide(self) -> None:
        """Answer what is asked now. What the page sends must be what was laid on it."""
        phase = self.wire.view["phase"]
        sent = len(self.wire.acts)
        wanted = {"choose": self.keep, "mark": self.mark, "replace": self.take}[phase]()
        self.until(lambda: len(self.wire.acts) > sent, f"{wanted} should be sent")
        assert self.wire.acts[sent:] == [wanted], f"{self.person.name} meant {wanted}, the page sent {self.wire.acts[sent:]}"
        self.until(lambda: not self.wire.pending, f"{wanted} should be answered")
        assert self.wire.refusals == []
        self.did[phase] += 1

    def until(self, fits: Callable[[], bool], what: str, within: float = 10) -> None:
        end = time.monotonic() + within
        while not fits():
            assert time.monotonic() < end, f"{self.person.name}: {what}"
            self.page.wait_for_timeout(10)

    def mark(self) -> str:
        self.see_islands()
        is_bonus = bool(self.wire.view.get("marked"))
        if is_bonus and self.may_take_back and self.did["take back"] < 3 and self.chance.random() < 0.5:
            before = self.wire.withdrawals
            self.take_back()
            self.until(lambda: self.wire.withdrawals > before and self.wire.is_asked, "what was taken back should be asked again")
            assert not self.wire.view.get("marked"), "all of the turn's marks are taken back"
            self.see_islands()
            is_bonus = False
        action = self.like(self.wire.offer["actions"])  # type: ignore[index]
        self.did["bonus" if is_bonus else "pattern" if len(boxes_of(action)) > 1 else "single box"] += 1
        return self.cross_off(action, is_bonus)

    def like(self, actions: list[Message]) -> Message:
        """Patterns rather than boxes, those with an X first."""
        longest = max(len(boxes_of(action)) for action in actions)
        if longest > 1 and self.chance.random() < 0.9:
            actions = [action for action in actions if len(boxes_of(action)) == longest]
        with_x = [action for action in actions if action.get("gains", {}).get("bonus")]
        return self.chance.choice(with_x or actions)

    def see_islands(self) -> None:
        """The page shows the own islands, with the own open marks, and asks."""
        expect(self.page.locator(".dock.is-placing")).to_be_visible()
        self.skip()
        crossed = {
            str(slot): island.get("crossed", 0) | island.get("marks", 0)
            for slot, island in enumerate(self.wire.mine["islands"])
            if island
        }
        self.until(lambda: self.page.evaluate(CROSSED) == crossed, f"{crossed} should be crossed off on the page")

    def expect_lying(self, boxes: list[tuple[int, int, int]]) -> None:
        self.until(lambda: self.lying() == boxes, f"the piece should lie on {boxes}", 5)

    def lying(self) -> list[tuple[int, int, int]]:
        return sorted(tuple(box) for box in self.page.evaluate(LYING))

    def offered(self, boxes: list[tuple[int, int, int]]) -> Message:
        """The offered action that crosses off these."""
        actions = self.wire.offer["actions"]  # type: ignore[index]
        return next(action for action in actions if boxes_of(action) == boxes)

    def expect_gains(self, action: Message) -> None:
        """The dock says what the offer says that it gains."""
        gains = action.get("gains", {})
        shown = " ".join(self.page.locator(".dock .gains").inner_text().split())
        for name, words in {"coins": "+{}", "palms": "+{}", "cards": "done +{}", "seals": "seals +{}"}.items():
            assert not gains.get(name) or words.format(gains[name]) in shown, f"{name} of {gains} is missing in {shown!r}"

    # --- what subclasses do with their hands ---

    def skip(self) -> None:
        """End what is still being played, where it stands between the eye and the question."""
        raise NotImplementedError

    def keep(self) -> str:
        raise NotImplementedError

    def cross_off(self, action: Message, is_bonus: bool) -> str:
        """Lay the action, or one near it; returns the notation of what lies when it is confirmed."""
        raise NotImplementedError

    def take(self) -> str:
        raise NotImplementedError

    def take_back(self) -> None:
        raise NotImplementedError

    def see_the_end(self) -> None:
        raise NotImplementedError

    def cards_of(self, action: Message) -> list[str]:
        """The keys of the cards that an action keeps or takes."""
        return [thing for thing in action["touches"] if thing.startswith(("dealt:", "display:")) or thing == "deck"]


class Pointing(Islander):
    """With a pointer: pieces are dragged, boxes tapped, buttons pressed."""

    pointer: Pointer

    def press(self, selector: str, text: str | None = None) -> None:
        self.pointer.tap(self.page.locator(selector, has_text=text).first)

    def skip(self) -> None:
        skip = self.page.get_by_role("button", name="Skip ahead")
        if skip.count():
            self.pointer.tap(skip)
            expect(skip).to_have_count(0)

    def see_the_end(self) -> None:
        self.skip()

    def keep(self) -> str:
        return self.pick()

    def take(self) -> str:
        self.skip()
        return self.pick()

    def pick(self) -> str:
        action = self.chance.choice(self.wire.offer["actions"])  # type: ignore[index]
        for key in self.cards_of(action):
            self.press(f'[data-pick="{key}"] button')
        self.press(".dock .is-primary")
        return str(action["action"])

    def take_back(self) -> None:
        self.press(".dock .acts button", "Take back")
        self.did["take back"] += 1

    def cross_off(self, action: Message, is_bonus: bool) -> str:
        boxes = boxes_of(action)
        if len(boxes) == 1:
            self.lay_one(boxes, is_bonus)
        else:
            self.lay_pattern(boxes)
        self.expect_lying(boxes)
        self.expect_gains(action)
        assert self.page.evaluate(STILL), f"the page of {self.person.name} scrolls while a piece is placed"
        self.press(".dock .is-primary", "Cross off")
        return str(action["action"])

    def lay_one(self, boxes: list[tuple[int, int, int]], is_bonus: bool) -> None:
        one = self.page.locator(".dock .one-box")
        if not is_bonus and one.count() and one.get_attribute("aria-pressed") == "false":
            self.pointer.tap(one)
        slot, row, column = boxes[0]
        self.near(slot)
        self.press(f'.island[data-slot="{slot}"] [data-at="{row},{column}"]')

    def near(self, slot: int) -> None:
        """On a phone only one island is large."""
        other = self.page.locator(f'.island.is-far[data-slot="{slot}"] .isle-pick')
        if other.is_visible():
            self.pointer.tap(other)
            expect(self.page.locator(f'.island.is-near[data-slot="{slot}"]')).to_be_visible()
            self.page.wait_for_timeout(200)  # the piece glides

    def lay_pattern(self, boxes: list[tuple[int, int, int]]) -> None:
        one = self.page.locator(".dock .one-box")
        if one.get_attribute("aria-pressed") == "true":
            self.pointer.tap(one)
        self.turn_to(shape_of(boxes))
        self.near(boxes[0][0])
        if self.lying() != boxes or self.chance.random() < 0.5:
            self.drag_to(boxes)

    def turn_to(self, shape: set[Box]) -> None:
        for button in ["", *["Turn right"] * 3, "Mirror", *["Turn right"] * 3]:
            if button:
                self.pointer.tap(self.page.get_by_role("button", name=button))
            if self.shape() == shape:
                return
        raise AssertionError(f"the piece is never {shape}")

    def shape(self) -> set[Box]:
        return {tuple(box) for box in self.page.evaluate(SHAPE)}

    def drag_to(self, boxes: list[tuple[int, int, int]]) -> None:
        """From where the piece lies, or from the dock."""
        lying = self.lying()
        at = self.page.evaluate(BOXES)
        if lying and self.chance.random() < 0.7:
            i = self.chance.randrange(len(boxes))
            start, end = place(at, lying[i]), place(at, boxes[i])
            self.did["drag"] += 1
        else:
            start, end = middle(self.page.locator("[data-shape]")), centre([place(at, box) for box in boxes])
            self.did["drag from the dock"] += 1
        self.pointer.drag(start, (end[0], end[1] + self.pointer.lift))


def place(at: dict[str, list[float]], box: tuple[int, int, int]) -> Point:
    x, y, *_ = at[",".join(map(str, box))]
    return x, y


def centre(points: list[Point]) -> Point:
    """The middle of the rectangle around them."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


class ByMouse(Pointing):
    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(person, seed)
        self.pointer = Mouse(person.page)


class ByTouch(Pointing):
    """A thumb on a phone. Once, a second finger turns the piece."""

    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(person, seed)
        self.fingers = self.pointer = Fingers(person.page)

    def lay_pattern(self, boxes: list[tuple[int, int, int]]) -> None:
        if self.did["two fingers"] < 1 and len(turned := turn_right(self.shape())) and turned != self.shape() and self.lying():
            self.twist(turned)
        super().lay_pattern(boxes)

    def twist(self, turned: set[Box]) -> None:
        slot = self.lying()[0][0]
        self.near(slot)
        self.fingers.twist(place(self.page.evaluate(BOXES), self.lying()[0]))
        assert self.shape() == turned, "two fingers turn the piece by a quarter"
        self.did["two fingers"] += 1


def turn_right(shape: set[Box]) -> set[Box]:
    height = max(row for row, _ in shape)
    return {(column, height - row) for row, column in shape}


class ByKeys(Islander):
    """Arrows, R, F, O, Tab, Enter and Backspace; Shift with Tab or R never."""

    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(person, seed)
        self.keys = Keys(person.page)

    def skip(self) -> None:
        """By Tab, unless it ends before."""
        skip = self.page.get_by_role("button", name="Skip ahead")
        while skip.count():
            if self.keys.at == "Skip ahead":
                self.keys.press("Enter")
                return expect(skip).to_have_count(0)
            self.keys.press("Tab")

    def see_the_end(self) -> None:
        self.skip()

    def see_islands(self) -> None:
        expect(self.page.locator(".dock.is-placing")).to_be_visible()
        self.keys.press("ArrowRight")  # the piece moves, and what is still played ends
        super().see_islands()

    def take_back(self) -> None:
        self.keys.press("Backspace")
        self.did["take back"] += 1

    def keep(self) -> str:
        return self.pick()

    def take(self) -> str:
        self.skip()
        return self.pick()

    def pick(self) -> str:
        expect(self.page.locator(".pick-row button").first).to_be_enabled()
        action = self.chance.choice(self.wire.offer["actions"])  # type: ignore[index]
        for key in self.cards_of(action):
            name = self.page.locator(f'[data-pick="{key}"] button').get_attribute("aria-label")
            self.tab_to_pick(key, name or "")
            self.keys.press("Enter")
        self.keys.use("Take " if self.wire.view["phase"] == "replace" else "Keep these two")
        return str(action["action"])

    def tab_to_pick(self, key: str, name: str) -> None:
        """Two islands may have the same name."""
        here = "(key) => document.activeElement.closest('[data-pick]')?.dataset.pick === key"
        for _ in range(60):
            if self.page.evaluate(here, key):
                return
            self.keys.press("Tab")
        raise AssertionError(f"Tab never comes to {key}, {name}")

    def cross_off(self, action: Message, is_bonus: bool) -> str:
        boxes = boxes_of(action)
        if not is_bonus and (len(boxes) == 1) != (len(self.shape()) == 1):
            self.keys.press("O")
        if len(boxes) > 1:
            self.turn_to(shape_of(boxes))
        self.walk_to(boxes)
        lies = self.offered(self.lying())
        self.did["reached" if lies == action else "another one near it"] += 1
        self.expect_gains(lies)
        self.keys.press("Enter")
        return str(lies["action"])

    def shape(self) -> set[Box]:
        return {tuple(box) for box in self.page.evaluate(SHAPE)}

    def turn_to(self, shape: set[Box]) -> None:
        for key in ["", "R", "R", "R", "F", "R", "R", "R"]:
            if key:
                self.keys.press(key.lower())
            if self.shape() == shape:
                return
        raise AssertionError(f"the piece is never {shape}")

    def walk_to(self, boxes: list[tuple[int, int, int]], most: int = 12) -> None:
        """Arrows towards the place, as the eye says."""
        for _ in range(most):
            lying = self.lying()
            if lying == boxes:
                return
            self.keys.press(towards(lying, boxes) if lying else "ArrowRight")
        if not self.lying():
            self.keys.press("ArrowDown")


def towards(lying: list[tuple[int, int, int]], boxes: list[tuple[int, int, int]]) -> str:
    (slot, row, column), (there, down, right) = min(lying), min(boxes)
    if slot != there:
        return "ArrowRight" if there > slot else "ArrowLeft"
    if abs(right - column) > abs(down - row):
        return "ArrowRight" if right > column else "ArrowLeft"
    return "ArrowDown" if down > row else "ArrowUp"


def play_to_the_end(*islanders: Islander, reload_in: int = 0, within: float = 300) -> None:
    """Everybody answers what they are asked until all see the result. ``reload_in``: the turn in which the first one's page is
    loaded again, in the middle of their X chain if they have one by then, at the latest in the last round."""
    end = time.monotonic() + within
    first = islanders[0]
    while not all(islander.is_over for islander in islanders):
        assert time.monotonic() < end, "\n\n".join(one.page.locator("body").inner_text() for one in islanders)
        asked = [islander for islander in islanders if islander.is_asked]
        for islander in asked:
            if islander is first and reload_in and not first.did["reload"] and may_reload(first, reload_in):
                first.reload()
            islander.decide()
        for islander in islanders:
            if islander.wire.view.get("phase") == "over" and not islander.is_over:
                islander.see_the_end()
        if not asked:
            islanders[0].page.wait_for_timeout(20)


def may_reload(islander: Islander, turn: int) -> bool:
    view = islander.wire.view
    now = 7 * (view["round"] - 1) + view["turn"]
    return now >= turn and (bool(view.get("marked")) or now > 21)


def totals(view: dict[str, Any]) -> list[int]:
    return [seat["score"]["total"] for seat in view["seats"]]
