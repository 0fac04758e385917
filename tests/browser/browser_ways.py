"""The three ways to play Silver & Gold: with a mouse, with fingers, by keyboard alone."""

from __future__ import annotations

from browser_hands import Fingers, Keys, Mouse, Point, Pointer, middle
from browser_islands import BOXES, GAME, STILL, Box, Islander, boxes_of, shape_of
from browser_person import Person
from browser_wire import Message
from playwright.sync_api import expect


class Pointing(Islander):
    """With a pointer: pieces are dragged, boxes tapped, buttons pressed."""

    pointer: Pointer

    def press(self, selector: str, text: str | None = None) -> None:
        self.pointer.tap(self.page.locator(selector, has_text=text).first)

    def skip(self) -> None:
        self.person.skip()
        expect(self.page.get_by_role("button", name="Skip ahead")).to_have_count(0)

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
        assert self.page.evaluate("getSelection().toString()") == "", "a drag selects text"


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
        if self.did["two fingers"] < 1 and self.lying():
            turned = turn_right(self.shape())
            if turned != self.shape() and self.fits_here(turned):
                self.twist(turned)
        super().lay_pattern(boxes)

    def fits_here(self, shape: set[Box]) -> bool:
        """Whether it is offered on the island where the piece lies: one that fits nowhere turns back when it is let go."""
        offered = [boxes_of(action) for action in self.wire.offer["actions"]]  # type: ignore[index]
        return any(boxes[0][0] == self.lying()[0][0] and shape_of(boxes) == shape for boxes in offered)

    def twist(self, turned: set[Box]) -> None:
        slot = self.lying()[0][0]
        self.near(slot)
        expect(self.page.locator(".dock.is-placing .is-primary")).to_be_enabled()  # no answer is on its way
        self.fingers.twist(place(self.page.evaluate(BOXES), self.lying()[0]))
        self.until(lambda: self.shape() == turned, "two fingers should turn the piece by a quarter")
        self.did["two fingers"] += 1


def turn_right(shape: set[Box]) -> set[Box]:
    height = max(row for row, _ in shape)
    return {(column, height - row) for row, column in shape}


class ByKeys(Islander):
    """Arrows, R, F, O, Tab, Enter and Backspace alone."""

    def __init__(self, person: Person, seed: int) -> None:
        super().__init__(person, seed)
        self.keys = Keys(person.page)

    def skip(self) -> None:
        skip = self.page.get_by_role("button", name="Skip ahead")
        self.keys.use(skip)
        expect(skip).to_have_count(0)

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
            self.keys.use(self.page.locator(f'[data-pick="{key}"] button'))
        expect(self.page.locator(".dock .is-primary")).to_be_enabled()
        self.keys.use(self.page.locator(".dock .is-primary"))
        return str(action["action"])

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


def begin_to_place(islander: Pointing) -> None:
    """A table with a bot, up to the first pattern."""
    islander.person.open_table(2, GAME)
    islander.person.fill_with_bots("Greenhorn")
    islander.person.start()
    islander.until(lambda: islander.is_asked, "the islands should be dealt")
    islander.decide()
    islander.until(lambda: islander.is_asked, "the first pattern should be asked for")
    islander.see_islands()


def grip(islander: Pointing) -> Point:
    """Where the piece that lies is taken up."""
    return place(islander.page.evaluate(BOXES), islander.lying()[0])
