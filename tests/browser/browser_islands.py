"""Somebody who plays Silver & Gold in a browser, and holds the page against what the table says."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable

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
  return [`${box.closest('.island').dataset.slot},${box.dataset.at}`, [at.x + at.width / 2, at.y + at.height / 2]];
}))"""
CROSSED = """() => Object.fromEntries([...document.querySelectorAll('.isles .island')].map((island) => [island.dataset.slot,
  [...island.querySelectorAll('button[data-state=crossed]')].reduce((all, box) => all | 1 << box.dataset.bit, 0)]))"""
SHAPE = """() => [...document.querySelectorAll('[data-shape] rect')]
  .map((box) => [box.y, box.x].map((at) => Math.floor(at.baseVal.value / 10)))"""
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
            self.until(lambda: self.wire.withdrawals > before and self.wire.is_asked, "after the take back nothing is asked")
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
        self.until(lambda: self.lying() == boxes, f"the piece should lie on {boxes}, not on {self.lying()}", 5)

    def lying(self) -> list[tuple[int, int, int]]:
        return sorted(tuple(box) for box in self.page.evaluate(LYING))

    def shape(self) -> set[Box]:
        return {tuple(box) for box in self.page.evaluate(SHAPE)}

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


def expect_sheet(islander: Islander) -> None:
    """The end shows the totals of the view, by place, and each is the sum of its lines."""
    view = islander.wire.view
    points = islander.page.locator(".standings .points").all_inner_texts()
    assert sorted(map(int, points), reverse=True) == list(map(int, points))
    assert sorted(map(int, points)) == sorted(seat["score"]["total"] for seat in view["seats"])
    sheet = islander.page.locator(".score-sheet").first
    total = sheet.locator(".is-total td").all_inner_texts()
    assert [int(text.split()[0]) for text in total] == list(map(int, points))
    lines = [[int(cell.split()[0]) for cell in row.locator("td").all_inner_texts()] for row in sheet.locator("tbody tr").all()]
    assert [sum(line[i] for line in lines[:-1]) for i in range(len(total))] == lines[-1]
