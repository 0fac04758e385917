"""scripts/fuzz --browser [SEED]: whole games of Silver & Gold in real browsers, by mouse, by touch and by keyboard alone.

Two people and a bot per game; every pair of ways, and both values of the option. Each answer that a page sends must be the one
that was laid on it, no console may say anything, and the sheet at the end must show the totals of the view.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

from browser_house import open_browser, open_house, sit_down
from browser_islands import GAME, Islander, expect_sheet, play_to_the_end
from browser_ways import ByKeys, ByMouse, ByTouch

WAYS: dict[str, tuple[type[Islander], int, int]] = {
    "mouse": (ByMouse, 1280, 800),
    "touch": (ByTouch, 360, 740),
    "keys": (ByKeys, 1280, 800),
}
GAMES = (
    ("mouse", "touch", False),
    ("keys", "mouse", True),
    ("touch", "keys", True),
    ("mouse", "mouse", False),
    ("touch", "touch", True),
    ("keys", "keys", False),
)
DECK = "A new island may also be the unseen top card of the deck."


def sit(browser: Browser, home: str, name: str, way: str, seed: int) -> Islander:
    by, width, height = WAYS[way]
    return by(sit_down(browser, home, name, width, height, is_mobile=way == "touch"), seed)


def play(browser: Browser, home: str, ways: tuple[str, str], deck: bool, seed: int) -> str:
    """One game; returns what was done in it."""
    ines, mara = sit(browser, home, "Ines", ways[0], seed), sit(browser, home, "Mara", ways[1], seed + 1)
    mara.person.join(ines.person.open_table(3, GAME, wish=DECK if deck else ""))
    ines.person.fill_with_bots("Greenhorn")
    ines.person.start()
    play_to_the_end(ines, mara, reload_in=5 + seed % 15)
    for islander in (ines, mara):
        expect_sheet(islander)
        assert islander.person.errors == [], islander.person.errors
        islander.page.context.close()
    return ", ".join(f"{deed} {n}" for deed, n in sorted((ines.did + mara.did).items()))


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 30)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as data, open_house(Path(data), pace=0) as port, open_browser() as browser:
        for i, (one, other, deck) in enumerate(GAMES):
            begun = time.monotonic()
            did = play(browser, f"http://127.0.0.1:{port}", (one, other), deck, seed + 10 * i)
            title = f"{one} and {other}{', from the deck too' if deck else ''}"
            print(f"{title}: {time.monotonic() - begun:.0f} s; {did}", flush=True)
    print(f"{len(GAMES)} games, nothing wrong")


if __name__ == "__main__":
    main()
