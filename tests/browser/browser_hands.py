"""How somebody touches a page: with a mouse, with fingers, or with the keyboard alone. Real input events, nothing else."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

Point = tuple[float, float]

STEPS = 8
"""Pointer moves in a drag."""
LIFT = 46
"""By so many pixels a piece lies above the finger that holds it."""

WHERE = """([target]) => {
  const at = document.activeElement;
  if (!target) return 'gone';
  if (at === target) return 'here';
  const before = at !== document.body && at.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING;
  return before ? 'Shift+Tab' : 'Tab';
}"""


class Pointer(Protocol):
    """Taps and drags. Places are in pixels of the page."""

    lift: float
    """How far below the piece the pointer is that holds it."""

    def tap(self, target: Locator) -> None: ...

    def drag(self, start: Point, end: Point) -> None: ...


def middle(target: Locator) -> Point:
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box, f"{target} is not on the page"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def way(start: Point, end: Point, steps: int = STEPS) -> list[Point]:
    """Points on the way, the end included. It begins upwards: a piece that lies above the finger may stay."""
    return [(start[0], start[1] - 20), *straight(start, end, steps)]


def straight(start: Point, end: Point, steps: int) -> list[Point]:
    (x, y), (wide, high) = start, (end[0] - start[0], end[1] - start[1])
    return [(x + wide * i / steps, y + high * i / steps) for i in range(1, steps + 1)]


class Mouse:
    lift = 0.0

    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, target: Locator) -> None:
        target.click()

    def drag(self, start: Point, end: Point) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for point in way(start, end):
            mouse.move(*point)
        mouse.up()


class Fingers:
    """Touches as the browser gets them from a screen, so that it may scroll, zoom or click on its own."""

    lift = LIFT

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def tap(self, target: Locator) -> None:
        target.wait_for()
        self.page.wait_for_function("(at) => !at.disabled", arg=target.element_handle())
        self.page.touchscreen.tap(*middle(target))  # both events at once: on a busy machine they would be a long press

    def drag(self, start: Point, end: Point) -> None:
        self.touch("touchStart", start)
        for point in way(start, end):
            self.touch("touchMove", point)
        self.rest(end)
        self.touch("touchEnd")

    def rest(self, at: Point) -> None:
        """Who lets go in full flight flings, and the browser takes the next tap for the one that stops the fling."""
        self.page.wait_for_timeout(120)
        self.touch("touchMove", (at[0], at[1] + 0.5))

    def twist(self, at: Point) -> None:
        """Hold the piece with one finger and turn it by a quarter to the right with another."""
        x, y = at
        self.touch("touchStart", at)
        for point in straight(at, (x, y - 20), 4):
            self.touch("touchMove", point)
        held = (x, y - 20)
        around = [(x + 60, y - 20), (x + 55, y + 5), (x + 42, y + 22), (x + 20, y + 36), (x, y + 40)]
        self.touch("touchStart", held, around[0])
        for point in around[1:]:
            self.touch("touchMove", held, point)
        self.rest(held)
        self.touch("touchEnd")


class Keys:
    """The keyboard alone: whatever is used is reached by Tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def use(self, target: Locator, most: int = 40) -> None:
        """Tab on, or back, until it has the focus; then Enter. What goes away meanwhile needs nothing more."""
        for _ in range(most):
            where = target.evaluate_all(WHERE)
            if where in ("here", "gone"):
                return self.press("Enter") if where == "here" else None
            self.press(where)
        raise AssertionError(f"Tab never comes to {target}")
