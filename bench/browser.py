"""How long people wait for their browsers: for the next pattern after the last answer of a turn, and while they drag a piece.

    scripts/bench browser [turns | drag] [--turns N]

A real server at pace 0 and three pages of one table, each in a context of its own, all on this machine. The time of a turn is
that between the last press of a button and the first animation frame after the new pattern stands in the page, on the slowest
of the three pages; all times are of one clock (``Date.now``, whole milliseconds). Script per pointer move is the processor's
time in the browser's own trace; the time by the clock stands beside it. The last line is one JSON object.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from browser_house import open_browser, open_house, sit_down
from browser_islands import GAME
from browser_person import Person
from browser_trace import over, trace_drag
from browser_ways import ByMouse, ByTouch, begin_to_place, grip

PEOPLE = ("Ines", "Mara", "Otto")
MOVES = 150
DRAGS = 3

WATCH = """(() => {
  const seen = window.bench = { presses: [], turns: {}, updates: 0 };
  let due = null;
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) { super(...given); this.addEventListener('message', ({ data }) => hear(JSON.parse(data))); }
  };
  function hear({ type, view, offer }) {
    seen.updates += type === 'update' ? 1 : 0;
    if (view?.phase !== 'mark' || !offer || view.marked) return;
    const turn = `${view.round}.${view.turn}`;
    if (!seen.turns[turn]) due = seen.turns[turn] = { heard: Date.now(), name: view.pattern.name };
  }
  function look() {
    const dock = due && document.querySelector('.dock.is-placing');
    const piece = dock?.querySelector('[data-shape]')?.ariaLabel;
    if (piece !== 'one box' && (piece !== due?.name || dock.querySelector('.is-primary').disabled)) return;
    const turn = due;
    due = null;
    turn.drawn = Date.now();
    requestAnimationFrame(() => (turn.painted = Date.now()));
  }
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, all);
})()"""

ANSWER = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const $ = (selector) => document.querySelector(selector);
  const until = async (found) => {
    for (let n = 0; n < 600; n++) { if (found()) return; await frame(); }
    throw Error(`never: ${found}`);
  };
  const main = () => $('.dock.is-yours .is-primary');
  if (!main()) return false;
  if ($('.dock.is-placing')) {
    const box = () => $('.isles button[data-state=open]:not([aria-disabled])');
    await until(() => !main().disabled || void box()?.click());
  } else {
    [...document.querySelectorAll('.playback button')].find((button) => button.textContent.includes('Skip'))?.click();
    await until(() => $('.pick-row button:enabled'));
    for (const card of document.querySelectorAll('.pick-row button')) {
      if (main().disabled) { card.click(); await frame(); }
    }
  }
  await until(() => main() && !main().disabled);
  const before = bench.updates;
  bench.presses.push(Date.now());
  main().click();
  await until(() => bench.updates > before);
  await frame();
  return true;
}"""


class Turn(NamedTuple):
    """Milliseconds after the last answer, on the slowest page."""

    heard: float
    drawn: float
    painted: float


def sit_all(browser: Browser, home: str) -> list[Person]:
    people = [sit_down(browser, home, name, 1280, 800) for name in PEOPLE]
    for person in people:
        person.page.add_init_script(WATCH)
    path = people[0].open_table(len(people), GAME)
    for guest in people[1:]:
        guest.join(path)
    people[0].start()
    return people


def play(browser: Browser, home: str) -> Iterator[Turn]:
    """A game; its turns but the first, which follows no turn."""
    people = sit_all(browser, home)
    while not all(person.is_over for person in people):
        asked = [answer(person) for person in people]
        if not any(asked):
            for person in people:
                person.page.keyboard.press("s")  # what is still played at the end
    seen = [person.page.evaluate("bench") for person in people]
    yield from turns_of(seen)
    for person in people:
        person.page.context.close()


def answer(person: Person) -> bool:
    """Whether they were asked."""
    person.page.wait_for_timeout(50)
    return bool(person.page.evaluate(ANSWER))


def turns_of(seen: list[dict[str, Any]]) -> Iterator[Turn]:
    presses = sorted(at for page in seen for at in page["presses"])
    for turn in list(seen[0]["turns"])[1:]:
        pages = [page["turns"][turn] for page in seen]
        last = max(at for at in presses if at <= min(page["heard"] for page in pages))
        if all("painted" in page for page in pages):
            yield Turn(*(max(page[what] for page in pages) - last for what in Turn._fields))


def quantile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def measure_turns(browser: Browser, home: str, least: int) -> dict[str, Any]:
    turns: list[Turn] = []
    while len(turns) < least:
        turns += play(browser, home)
        print(f"{len(turns)} turns")
    for what in Turn._fields:
        values = [getattr(turn, what) for turn in turns]
        print(f"{what:<8} p50 {quantile(values, 50):6.0f}  p95 {quantile(values, 95):6.0f}  max {max(values):6.0f} ms")
    painted = [turn.painted for turn in turns]
    return {"turns": len(turns), "p50_ms": quantile(painted, 50), "p95_ms": quantile(painted, 95)}


# --- dragging --------------------------------------------------------------------------------------------------------


def measure_drag(browser: Browser, home: str, *, touch: bool) -> dict[str, Any]:
    person = sit_down(browser, home, "Ines", *((360, 740) if touch else (1280, 800)), is_mobile=touch)
    islander = ByTouch(person, 1) if touch else ByMouse(person, 1)
    begin_to_place(islander)
    path = over(islander.page, ".island.is-near" if touch else ".isles .island")(MOVES)
    drags = [trace_drag(browser, islander.page, grip(islander), path, touch=touch) for _ in range(DRAGS)]
    script = [ms for one in drags for ms in one.script_ms]
    wall = [ms for one in drags for ms in one.wall_ms]
    person.page.context.close()
    return {
        "moves": sum(one.moves for one in drags),
        "layouts": sum(one.layouts for one in drags),
        "script_ms_median": round(statistics.median(script), 3),
        "script_ms_max": round(max(script), 3),
        "wall_ms_median": round(statistics.median(wall), 3),
        "wall_ms_max": round(max(wall), 3),
    }


def main() -> None:
    wanted = sys.argv[1:2] if sys.argv[1:2] in (["turns"], ["drag"]) else ["turns", "drag"]
    least = int(sys.argv[sys.argv.index("--turns") + 1]) if "--turns" in sys.argv else 100
    found: dict[str, Any] = {"bench": "browser"}
    with tempfile.TemporaryDirectory() as data, open_house(Path(data), pace=0) as port, open_browser() as browser:
        home = f"http://127.0.0.1:{port}"
        if "drag" in wanted:
            for device in ("mouse", "touch"):
                found[device] = measure_drag(browser, home, touch=device == "touch")
                print(device, found[device])
        if "turns" in wanted:
            found |= measure_turns(browser, home, least)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
