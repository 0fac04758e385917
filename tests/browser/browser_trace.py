"""What the browser does while a piece is dragged, from its own trace: layouts, and the script that each pointer move costs."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from browser_hands import Fingers, Point
from playwright.sync_api import Browser, Page

Event = dict[str, Any]
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "v8.execute"]
SCRIPT = {"EventDispatch", "FunctionCall", "RunMicrotasks", "TimerFire", "FireAnimationFrame", "EvaluateScript"}


class Dragged(NamedTuple):
    """Between the second pointer move and the moment the piece is let go."""

    moves: int
    layouts: int
    script_ms: list[float]
    """Per pointer move, of the processor: all script until the next one."""
    wall_ms: list[float]
    """The same by the clock: longer where others want the processor, too."""


def zigzag(left: float, top: float, right: float, bottom: float, moves: int) -> list[Point]:
    """Over a rectangle and back to where it began, in small steps."""
    turns = [2 * math.pi * i / moves for i in range(1, moves + 1)]
    x, y, wide, high = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    return [(x + wide * math.sin(3 * t), y + high * math.sin(4 * t)) for t in turns]


def trace_drag(browser: Browser, page: Page, start: Point, path: list[Point], *, touch: bool) -> Dragged:
    """Press at ``start``, move along the path, let go."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    if touch:
        drag_with_finger(Fingers(page), start, path)
    else:
        page.mouse.move(*start)
        page.mouse.down()
        for point in path:
            page.mouse.move(*point)
        page.mouse.up()
    page.wait_for_timeout(100)  # the last events come into the trace
    return dragged(json.loads(browser.stop_tracing())["traceEvents"])


def drag_with_finger(fingers: Fingers, start: Point, path: list[Point]) -> None:
    fingers.touch("touchStart", start)
    for point in path:
        fingers.touch("touchMove", point)
    fingers.touch("touchEnd")


def dragged(events: list[Event]) -> Dragged:
    """Read a trace. Times in it are in microseconds."""
    moves = sorted((e for e in events if is_dispatch(e, "pointermove")), key=lambda e: e["ts"])
    assert moves, "the trace has no pointer move"
    where = moves[0]["pid"], moves[0]["tid"]
    up = next(e["ts"] for e in events if is_dispatch(e, "pointerup") and (e["pid"], e["tid"]) == where)
    moves = [e for e in moves if e["ts"] < up]
    begin = moves[1]["ts"] + moves[1]["dur"]
    here = [e for e in events if (e["pid"], e["tid"]) == where and begin <= e["ts"] < up]
    layouts = sum(e["name"] == "Layout" and e["ph"] in "XB" for e in here)
    marks = [e["ts"] for e in moves[2:]] + [up]
    script = outermost([e for e in here if e["name"] in SCRIPT and e["ph"] == "X"])

    def per_move(what: str) -> list[float]:
        """``dur`` by the clock, ``tdur`` of the processor."""
        return [sum(e.get(what, e["dur"]) for e in script if a <= e["ts"] < b) / 1000 for a, b in pairwise(marks)]

    return Dragged(len(marks) - 1, layouts, per_move("tdur"), per_move("dur"))


def is_dispatch(event: Event, kind: str) -> bool:
    return event["name"] == "EventDispatch" and event["args"]["data"]["type"] == kind and "dur" in event


def outermost(events: list[Event]) -> list[Event]:
    """Without those that lie inside another."""
    kept: list[Event] = []
    for event in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
        if not kept or event["ts"] >= kept[-1]["ts"] + kept[-1]["dur"]:
            kept.append(event)
    return kept


def over(page: Page, selector: str) -> Callable[[int], list[Point]]:
    """A path over everything that the selector finds."""
    boxes = [box for one in page.locator(selector).all() if (box := one.bounding_box())]
    left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
    right, bottom = max(box["x"] + box["width"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
    return lambda moves: zigzag(left + 20, top + 20, right - 20, bottom - 20, moves)
