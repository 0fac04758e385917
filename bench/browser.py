"""How long people wait for their browsers: for the next pattern after the last answer of a turn, and while they drag a piece.

    scripts/bench browser [turns | drag] [--turns N] [--calm]

A real server at pace 0 and three pages of one table, each in a context of its own with the focus, all on this machine. A turn
is timed from the last press of a button, before the server has heard of it, to three moments on the slowest of the three pages:
``heard``, the message has come; ``drawn``, the frame in which the dock shows the new pattern and takes an answer is laid out
and recorded; ``painted``, that frame is on the screen, by the browser's own element timing. The ``floor`` is the same with
nothing to do: at one moment each of the three pages gets one letter more. All times are of one clock, in milliseconds.
``--calm`` asks for reduced motion. Script per pointer move is the processor's time in the browser's own trace; the time by the
clock stands beside it. The last line is one JSON object.
"""

from __future__ import annotations

import json
import signal
import statistics
import subprocess
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

from croupier import games

PEOPLE = ("Ines", "Mara", "Otto")
MOVES = 150
DRAGS = 3
SETTLED = 300
"""Milliseconds after which what an answer leads to has been drawn."""
IDLE = 20
"""Moments of each game at which nothing happens but one letter."""

WATCH = """(() => {
  const seen = window.bench = { presses: [], turns: {}, floor: {}, updates: 0 };
  const now = () => performance.timeOrigin + performance.now();
  const waiting = {};
  let due = null, letter = null;
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) { super(...given); this.addEventListener('message', ({ data }) => hear(JSON.parse(data))); }
  };
  function hear({ type, view, offer }) {
    seen.updates += type === 'update' ? 1 : 0;
    if (view?.phase !== 'mark' || !offer || view.marked) return;
    const turn = `${view.round}.${view.turn}`;
    if (seen.turns[turn]) return;
    due = seen.turns[turn] = { turn, heard: now(), name: view.pattern.name };
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  function look() {
    const dock = document.querySelector('.dock.is-placing');
    const piece = dock?.querySelector('[data-shape]')?.ariaLabel;
    if (piece !== 'one box' && (piece !== due?.name || dock.querySelector('.is-primary').disabled)) return;
    watcher.disconnect();
    mark(due, due.turn);
  }
  const watcher = new MutationObserver(look);
  function mark(times, name) {       // a letter that comes with this frame, as the browser times no other things of a page
    letter?.remove();
    letter = document.createElement('i');
    letter.setAttribute('elementtiming', name);
    letter.style.cssText = 'position: fixed; left: 0; bottom: 0; font: 10px/10px sans-serif';
    letter.textContent = 'x';
    document.body.append(letter);
    waiting[name] = times;
    const frame = new MessageChannel();
    frame.port1.onmessage = () => (times.drawn = now());
    requestAnimationFrame(() => frame.port2.postMessage(0));
  }
  new PerformanceObserver((list) => {
    for (const { identifier, renderTime: at } of list.getEntries()) waiting[identifier].painted = performance.timeOrigin + at;
  }).observe({ type: 'element' });
  bench.now = now;
  bench.idle = (at, name) => setTimeout(() => mark((seen.floor[name] = { heard: now() }), name), at - now());
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
  await new Promise((done) => setTimeout(done));       // a press is a task of its own, not part of a frame
  bench.presses.push(bench.now());
  main().click();
  await until(() => bench.updates > before);
  await frame();
  return true;
}"""


class Turn(NamedTuple):
    """Milliseconds after the last press, on the slowest page."""

    heard: float
    drawn: float
    painted: float


def sit_all(browser: Browser, home: str, *, calm: bool = False) -> list[Person]:
    motion = "reduce" if calm else "no-preference"
    people = [sit_down(browser, home, name, 1280, 800, reduced_motion=motion) for name in PEOPLE]
    for person in people:
        person.page.add_init_script(WATCH)
        person.page.context.new_cdp_session(person.page).send("Emulation.setFocusEmulationEnabled", {"enabled": True})
    path = people[0].open_table(len(people), GAME)
    for guest in people[1:]:
        guest.join(path)
    people[0].start()
    return people


def play(browser: Browser, home: str, *, calm: bool) -> tuple[list[Turn], list[Turn]]:
    """A game: its turns but the first, which follows no turn; and the floor, measured before its first choice."""
    people = sit_all(browser, home, calm=calm)
    moments = [wait_idly(people, f"idle {n}") for n in range(IDLE)]
    while not all(person.is_over for person in people):
        asked = [answer(person) for person in people]
        if not any(asked):
            for person in people:
                person.page.keyboard.press("s")  # what is still played at the end
    seen = [person.page.evaluate("bench") for person in people]
    for person in people:
        person.page.context.close()
    floor = [slowest([page["floor"][f"idle {n}"] for page in seen], at) for n, at in enumerate(moments)]
    return list(turns_of(seen)), [one for one in floor if one]


def wait_idly(people: list[Person], name: str) -> float:
    """When one letter was due on all pages."""
    at = float(people[0].page.evaluate("bench.now() + 150"))
    for person in people:
        person.page.evaluate("([at, name]) => void bench.idle(at, name)", [at, name])
    people[0].page.wait_for_timeout(350)
    return at


def answer(person: Person) -> bool:
    """Whether they were asked. Looks at nothing until the pages have drawn what follows: that would take their processor."""
    person.page.wait_for_timeout(50)
    asked = bool(person.page.evaluate(ANSWER))
    if asked:
        person.page.wait_for_timeout(SETTLED)
    return asked


def turns_of(seen: list[dict[str, Any]]) -> Iterator[Turn]:
    presses = sorted(at for page in seen for at in page["presses"])
    for turn in list(seen[0]["turns"])[1:]:
        pages = [page["turns"][turn] for page in seen]
        last = max(at for at in presses if at <= min(page["heard"] for page in pages))
        if found := slowest(pages, last):
            yield found


def slowest(pages: list[dict[str, float]], since: float) -> Turn | None:
    """None when a page was answered before its frame was on the screen."""
    if not all("painted" in page and "drawn" in page for page in pages):
        return None
    return Turn(*(max(page[what] for page in pages) - since for what in Turn._fields))


def quantile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def measure_turns(browser: Browser, home: str, least: int, *, calm: bool) -> dict[str, Any]:
    turns: list[Turn] = []
    floor: list[Turn] = []
    while len(turns) < least:
        played, idle = play(browser, home, calm=calm)
        turns, floor = turns + played, floor + idle
        print(f"{len(turns)} turns")
    return {"turns": len(turns), **summed_up("turn", turns), **summed_up("floor", floor)}


def summed_up(name: str, turns: list[Turn]) -> dict[str, float]:
    found: dict[str, float] = {}
    for what in Turn._fields:
        values = [getattr(turn, what) for turn in turns]
        p50, p95 = quantile(values, 50), quantile(values, 95)
        print(f"{name} {what:<8} p50 {p50:6.0f}  p95 {p95:6.0f}  max {max(values):6.0f} ms")
        found |= {f"{name}_{what}_p50_ms": round(p50, 1), f"{name}_{what}_p95_ms": round(p95, 1)}
    return found


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


def warm_bots() -> None:
    """A server that starts compiles what is not in the cache: that would take one of the pages' cores for minutes."""
    for game in games.NAMES:
        with subprocess.Popen([sys.executable, "-m", "croupier.bots.process", "warm", game], stdin=subprocess.PIPE) as warming:
            warming.wait()


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # server and browser end then, too
    wanted = sys.argv[1:2] if sys.argv[1:2] in (["turns"], ["drag"]) else ["turns", "drag"]
    least = int(sys.argv[sys.argv.index("--turns") + 1]) if "--turns" in sys.argv else 100
    found: dict[str, Any] = {"bench": "browser"}
    warm_bots()
    with tempfile.TemporaryDirectory() as data, open_house(Path(data), pace=0) as port, open_browser() as browser:
        home = f"http://127.0.0.1:{port}"
        if "drag" in wanted:
            for device in ("mouse", "touch"):
                found[device] = measure_drag(browser, home, touch=device == "touch")
                print(device, found[device])
        if "turns" in wanted:
            found |= measure_turns(browser, home, least, calm="--calm" in sys.argv)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
