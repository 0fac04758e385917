"""The whole screen of a terminal, drawn anew at once: something above, something below, and the newest of a log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.control import Control
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.text import Text

Line = list[Segment]

WIDE = 112
"""From this width on the log stands beside the rest."""
LEAST = (40, 12)
"""Columns and lines without which a table cannot be read."""
COLUMN = 80
"""Nothing but the log is wider."""
CHOICES, AROUND = 5, 6
"""Below what could also be drawn smaller, a fifth of the lines is kept for choices, and 6 lines for what stands around them."""


class Fitting:
    """One thing drawn in several sizes, the largest first, each with the width it needs; on a canvas it also leaves room for
    what stands below. Where none fits it is the last."""

    def __init__(self, *sizes: tuple[int, RenderableType]) -> None:
        self.sizes = sizes

    def within(self, width: int) -> list[RenderableType]:
        return [body for needed, body in self.sizes if needed <= width] or [self.sizes[-1][1]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.within(options.max_width)[0]


class Canvas:
    def __init__(self, console: Console) -> None:
        self.console = console

    def draw(self, upper: RenderableType, log: Sequence[Text], lower: RenderableType) -> None:
        """The log stands between the two, or beside them where there is room; the cursor below ``lower``, never cut."""
        width, height = self.console.size
        if self.is_too_small():
            return
        column = min(width, COLUMN)
        below = self.lines(lower, column)[: height - 1]
        left = max(height - 2 - len(below), 0)
        above = self.lines(self.fitted(upper, column), column)[:left]
        if width < WIDE:
            room = left - len(above)
            told = self.newest(log, width, room)
            rule = self.lines(Rule(style="dim"), width)
            self.paint([*above, *told, *[[]] * (room - len(told)), *rule, *below])
        else:
            body = [*above, [], *below]
            self.paint(self.side_by_side(body, column, self.newest(log, width - column - 3, height - 2)), len(body))

    def is_too_small(self) -> bool:
        """Then that is what it says."""
        (width, height), (columns, lines) = self.console.size, LEAST
        if width >= columns and height >= lines:
            return False
        self.paint(self.lines(Text(
            f"This window is {width} by {height}; Croupier needs at least {columns} by {lines}; make it larger."
        ), width))  # fmt: skip
        return True

    def fitted(self, body: RenderableType, width: int) -> RenderableType:
        """What comes in several sizes in the largest that fits: it changes with the screen, not from question to question."""
        if not isinstance(body, Fitting):
            return body
        sizes, room = body.within(width), self.console.height - self.console.height // CHOICES - AROUND
        return next((size for size in sizes if len(self.lines(size, width)) <= room), sizes[-1])

    def lines(self, body: RenderableType, width: int) -> list[Line]:
        return self.console.render_lines(body, self.console.options.update(width=max(width, 1)), pad=False)

    def newest(self, log: Sequence[Text], width: int, room: int) -> list[Line]:
        """The last lines of the log, as many as there is room for."""
        return self.lines(Group(*log[-room:]), width)[-room:] if room > 0 and log else []

    def side_by_side(self, left: list[Line], width: int, right: list[Line]) -> list[Line]:
        rows = range(max(len(left), len(right)))
        pairs = [(left[i] if i < len(left) else [], right[i] if i < len(right) else []) for i in rows]
        return [[*Segment.adjust_line_length(one, width), Segment(" │ "), *other] for one, other in pairs]

    def paint(self, lines: list[Line], cursor: int | None = None) -> None:
        """The cursor comes to stand in the row given, else below the lines."""
        last = self.console.height - 1
        with self.console:
            self.console.control(Control.home(), Control.clear())
            for line in lines[:last]:
                self.console.print(Segments(line), end="")
                self.console.print()
            if cursor is not None:
                self.console.control(Control.move_to(0, min(cursor, last)))
