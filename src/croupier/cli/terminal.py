"""The terminal as a table: draws what the person sees, tells what happens at a readable pace, and asks.

On a terminal the whole screen is drawn anew for every moment; through a pipe, or with ``plain``, it is told line by line.
What a game's cards and seats look like, and how its actions are typed, stands in ``cli/<game>_screen.py``; see ``screen.py``.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from msgspec.structs import replace
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.bots.levels import wait_for
from croupier.cli import pages
from croupier.cli.canvas import CHOICES, COLUMN, Canvas
from croupier.cli.keyboard import forget_keys, silent_keys
from croupier.cli.screen import Keyed, Screen, load
from croupier.cli.sitting import Moment, Sitting
from croupier.cli.window import Window, can_draw
from croupier.core.errors import CroupierError, Illegal, Invalid
from croupier.core.game import Game, Offer

SHORT, FEW = 32, 4
"""On a screen of fewer lines, more choices than these are cut to one line each; the page of cards has them in full."""
TINY = 18
"""On a screen of fewer lines every choice has one line, so that the last is not below the edge."""
MANY = 10
"""Of more choices than these the first are listed, as many as the screen has room for; all are on a page of their own."""
BEAT, WORD = 0.7, 0.11
"""Seconds that a moment lasts, and for each word of its sentences."""


class Left(Exception):
    """The person has left the table."""


class Terminal:
    def __init__(self, game: Game, names: Sequence[str], *, me: int, pace: float, plain: bool, box: str = "") -> None:
        """``box``: the text of a box that is not the printed one."""
        self.game = game
        self.box = box
        self.names = names
        self.me = me
        self.pace = pace
        self.screen: Screen = load(game.meta.name)
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # strange bytes are no reason to lose a game
        self.full = not plain and can_draw()
        sizes = ("COLUMNS", "LINES") if self.full else ()  # a shell that exports them does not keep them true
        environ = {name: value for name, value in os.environ.items() if name not in sizes}
        self.console = Console(highlight=False, _environ=environ)
        self.canvas = Canvas(self.console)
        self.window = Window(self.console)
        self.log: list[Text] = []
        self.recent: list[Any] = []
        """What was told since the last question: what `why` is about."""
        self.ending: RenderableType | None = None
        """How the last game ended."""
        self.waiting_since = 0.0
        """When bots began with what has not been told yet; 0 when they have not."""
        self.hurry = False
        """Whether the person skips to the next question."""

    def opened(self) -> AbstractContextManager[None]:
        """Inside, the screen is ours if it can be."""
        return self.window.opened() if self.full else contextlib.nullcontext()

    def play(self, sitting: Sitting) -> None:
        """The game from its first moment to its end."""
        if self.box:
            self.write(Text("This table plays with its own box: b shows what is in it.", "bold"))
        while True:
            sitting.think_ahead()
            self.tell(sitting.take(), asked=sitting.asks_me)
            if sitting.is_over:
                return
            if sitting.asks_me:
                self.decide(sitting)
            else:
                self.let_bot_act(sitting)

    def let_bot_act(self, sitting: Sitting) -> None:
        """Where moments have a pace, what came of it is told when it says nothing of how long bots thought."""
        self.waiting_since = self.waiting_since or time.monotonic()
        if not sitting.is_thought_out:
            self.wait_for_bots(sitting)
        sitting.let_bot_act()
        if sitting.moments:
            took, self.waiting_since = time.monotonic() - self.waiting_since, 0.0
            if self.full and self.pace:
                time.sleep(wait_for(took, sitting.usual_thought) - took)

    def wait_for_bots(self, sitting: Sitting) -> None:
        """What stands on the screen while bots think."""
        if self.full:
            view = sitting.view()
            doing = "decide" if sitting.opponents.is_warm else "decide, and are still warming up"
            self.draw(view, lambda: Group(self.screen.hand(view, self.me), Text(f"The others {doing} ...", "dim")))

    # --- telling -----------------------------------------------------------------------------------------------------

    def tell(self, moments: list[Moment], *, asked: bool) -> None:
        """Moment after moment; a key skips to the next question. The last one stands beside the question that it led to."""
        if not self.full or not self.pace:
            for moment in moments:
                self.hear(moment)
            return
        with silent_keys():
            self.console.show_cursor(False)
            for moment in moments:
                self.hear(moment)
                if not self.hurry and not (asked and moment is moments[-1]):
                    self.draw(moment.view, partial(self.pausing, moment.view))
                    self.hurry = self.window.pause(self.reading_time(moment))
            self.console.show_cursor(True)

    def pausing(self, view: Any) -> RenderableType:
        return Group(self.screen.hand(view, self.me), Text("Any key skips ahead.", "dim"))

    def hear(self, moment: Moment) -> None:
        self.recent += moment.told
        for text in self.screen.lines(moment.told):
            self.write(self.sentence(text))

    def write(self, line: Text) -> None:
        """A line of the log."""
        self.log.append(line)
        if not self.full:
            self.console.print(line)

    def reading_time(self, moment: Moment) -> float:
        words = sum(len(text.split()) for text in self.screen.lines(moment.told))
        return self.pace * (BEAT + WORD * words)

    def named(self, text: str) -> str:
        """``{2}`` replaced by the name of seat 2."""
        return re.sub(r"\{(\d+)\}", lambda found: self.names[int(found[1])], text)

    def labelled(self, offer: Offer) -> Offer:
        """The offer with names in its labels: a name may be what is typed."""
        actions = tuple(replace(offered, label=self.named(offered.label)) for offered in offer.actions)
        return replace(offer, actions=actions)

    def sentence(self, text: str) -> Text:
        line = Text(self.named(text))
        for word, style in self.screen.WORDS.items():
            line.highlight_regex(rf"\b{word}\b", style)
        line.highlight_regex("|".join(rf"\b{re.escape(name)}\b" for name in self.names), "bold")
        return line

    # --- asking ------------------------------------------------------------------------------------------------------

    def decide(self, sitting: Sitting) -> None:
        """Asks until I have decided, or taken back what I had chosen; Left when the person leaves."""
        view, offer = sitting.view(), self.labelled(sitting.offer())
        notice, answer = Text(), ""
        self.hurry = False
        if not self.full:
            self.console.print(self.screen.spoken(view, self.names, self.me))
        while True:
            answer = answer or self.read(view, partial(self.question, sitting, offer, view), notice)
            notice = Text()
            if answer in ("q", "quit", "exit"):
                raise Left
            if page := self.page(answer, offer, view):
                answer = self.show_page(*page)
                continue
            try:
                self.follow(answer, sitting, offer, view)
            except CroupierError as error:
                notice, answer = Text(self.named(str(error)), "bold red"), ""
                continue
            self.look_back()
            return

    def follow(self, answer: str, sitting: Sitting, offer: Offer, view: Any) -> None:
        """Does what was answered; Invalid or Illegal with a sentence where that is nothing that can be done."""
        if answer in ("u", "undo"):
            if not sitting.withdraw():
                raise Illegal("There is nothing to take back.")
        else:
            sitting.act(self.me, self.action(answer, sitting, offer, view))

    def look_back(self) -> None:
        """What was told so far is no longer new."""
        self.recent.clear()
        for line in self.log:
            line.style = "dim"

    def action(self, answer: str, sitting: Sitting, offer: Offer, view: Any) -> int:
        """What was chosen by its key, in a short form or in notation; Invalid or Illegal with a sentence."""
        keyed = self.screen.keyed(offer, view)
        for key, offered in keyed:
            if answer == key:
                return offered.number
        notation = self.screen.read(answer, offer, view)
        try:
            return int(self.game.parse_action(sitting.box, sitting.state, self.me, notation))
        except Invalid:
            if " " in notation:
                raise
            how = self.screen.how(offer, view) or either([key for key, _ in keyed])
            raise Invalid(f"Type {how} and Enter; ? explains {'more' if self.screen.guide(view) else 'the cards'}.") from None

    def question(self, sitting: Sitting, offer: Offer, view: Any) -> RenderableType:
        keyed = self.screen.keyed(offer, view)
        most = len(keyed) if len(keyed) <= MANY else max(self.console.height // CHOICES, FEW) if self.full else MANY
        tiny = self.console.height < TINY
        short, more = self.full and self.console.height < SHORT, most < len(keyed)
        body = self.screen.body(offer, view, self.listing(keyed[:most], view, cut=short and (len(keyed) > FEW or tiny)))
        asked, why = Text(self.named(offer.question), "bold"), self.sentence(offer.why)
        about = [asked] if short and more else [asked, why]
        return Group(*about, body, self.help_line(offer, view, more=more, undo=sitting.may_withdraw))

    def listing(self, keyed: Sequence[Keyed], view: Any, *, cut: bool = False) -> RenderableType:
        """Choices with their keys, one line each if ``cut``."""
        rows = Table.grid(padding=(0, 1))
        for key, offered in keyed:
            cells = self.screen.choice(offered, view)
            if cut and isinstance(cells[-1], Text):
                cells[-1].no_wrap, cells[-1].overflow = True, "ellipsis"
            rows.add_row(Text(f"{key:>3}", "bold"), *cells)
        return rows

    def help_line(self, offer: Offer, view: Any, *, more: bool, undo: bool) -> Text:
        parts = [self.screen.how(offer, view) or "a number chooses"]
        parts += ["h more"] * more + ["u undo"] * undo + [f"? {'help' if self.screen.guide(view) else 'cards'}"]
        parts += [f"{key} {what}" for key, what in self.screen.KEYS.items()]
        parts += ["b box"] * bool(self.box) + ["why", "log", "q leave"]
        return Text(" · ".join(parts), "dim")

    def read(self, view: Any, lower: Callable[[], RenderableType], notice: Text) -> str:
        """One line from the person, stripped and in lower case."""
        if self.full:
            forget_keys()
            self.draw(view, lambda: Group(lower(), notice) if notice else lower())
        else:
            self.console.print(notice if notice else lower())
        return self.wait("> ")

    def draw(self, view: Any, lower: Callable[[], RenderableType]) -> None:
        self.window.show(lambda: self.canvas.draw(self.table(view), self.log, lower()))

    def table(self, view: Any) -> RenderableType:
        return self.screen.table(view, self.names, self.me, self.recent)

    # --- pages -------------------------------------------------------------------------------------------------------

    def page(self, answer: str, offer: Offer, view: Any) -> tuple[str, RenderableType] | None:
        """The page that an answer asks for, with its title."""
        if answer in ("h", "more") and len(keyed := self.screen.keyed(offer, view)) > MANY:
            return "All that can be done now: a number chooses", self.listing(keyed, view)
        if answer in ("?", "h", "help", "cards"):
            return "Help" if self.screen.guide(view) else "The cards", pages.help_page(self.game, self.screen, view)
        if answer in ("why", "w"):
            return "Why", pages.why(self.game, self.recent, self.sentence)
        if answer in ("log", "l"):
            return "What happened", Group(*self.log)
        if self.box and answer in ("b", "box"):
            return "This table's own box", Text(self.box)
        for key, what in self.screen.KEYS.items():
            if answer in (key, what):
                return what.capitalize(), getattr(self.screen, what)(view, self.names)
        return None

    def show_page(self, title: str, body: RenderableType) -> str:
        """Leaf by leaf; returns what was typed there that is no wish to go back, as an answer to the question."""
        if not self.full:
            self.console.print(body)
            return ""
        start = 0
        while True:
            self.window.show(partial(self.paint_leaf, title, body, start))
            end = start + self.leaf
            more = end < len(self.page_lines(body))
            if answer := self.wait("Enter for more, q to go back: " if more else "Enter to go back: "):
                return "" if answer == "q" else answer
            if not more:
                return ""
            start = end

    @property
    def leaf(self) -> int:
        """How many lines of a page the window has room for."""
        return max(self.console.height - 4, 1)

    def page_lines(self, body: RenderableType) -> list[Any]:
        return self.canvas.lines(body, min(self.console.width, COLUMN))

    def paint_leaf(self, title: str, body: RenderableType, start: int) -> None:
        if not self.canvas.is_too_small():
            lines = self.page_lines(body)[start : start + self.leaf]
            self.canvas.paint([*self.canvas.lines(Text(title, "bold"), COLUMN), [], *lines, []])

    def wait(self, prompt: str) -> str:
        """For a line; Left where none can come any more."""
        if sys.stdin is None:
            raise Left
        try:
            line = self.window.ask(prompt) if self.full else input(prompt)
            return line.strip().lower()
        except EOFError:
            raise Left from None

    # --- the end -----------------------------------------------------------------------------------------------------

    def wants_rematch(self, sitting: Sitting) -> bool:
        """Shows the end, and asks where somebody can answer."""
        view = sitting.open_view()
        end = pages.end(self.game, sitting, self.sentence)
        last = self.screen.sheet(view, self.names) or self.table(view)
        self.ending = Group(last, end)
        if not self.full:
            return False
        log = list(self.log)
        self.window.show(lambda: self.canvas.draw(last, log, end))
        self.log.clear()
        self.recent.clear()
        self.hurry = False
        return self.wait("r for a rematch, Enter to leave: ") in ("r", "rematch")

    def close(self) -> None:
        """What stays on the terminal: the end of the last game that came to one."""
        if self.ending:
            self.console.print(self.ending, width=min(self.console.width, COLUMN))
        else:
            self.console.print(Text(f"{self.names[self.me]} leaves the table."))


def either(keys: Sequence[str]) -> str:
    """``1``, ``1 or 2``, ``1, 2 or 3``."""
    return " or ".join([", ".join(keys[:-1]), keys[-1]] if len(keys) > 1 else keys)
