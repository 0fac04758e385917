"""What a game brings to the terminal: the contract of ``cli/<game>_screen.py``, and what holds where a part is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Protocol, cast

from rich.console import RenderableType

from croupier.core.game import Offer, Offered

Keyed = tuple[str, Offered]
"""A legal action, and what is typed to choose it."""


class Screen(Protocol):
    """``view`` and ``told`` are the game's own structs, ``names[seat]`` who sits there, ``me`` the person's seat. In the
    labels of an ``offer`` names stand for seats."""

    # --- every game ---------------------------------------------------------------------------------------------------

    WORDS: Mapping[str, str]
    """Styles of words in sentences; a word is a regular expression."""
    KEYS: Mapping[str, str]
    """Further pages: what is typed, and the name of the function (view, names) that draws it."""

    def table(self, view: Any, names: Sequence[str], me: int, recent: Sequence[Any]) -> RenderableType:
        """What everybody sees; a ``canvas.Fitting`` where it is drawn larger on larger terminals. ``recent``: what was told
        since the person's last decision."""

    def hand(self, view: Any, me: int) -> RenderableType:
        """What the person holds, for when nothing is asked."""

    def choice(self, offered: Offered, view: Any) -> list[RenderableType]:
        """The cells of a legal action in the list of choices, without its key; the last one may be cut short."""

    def card(self, key: str) -> RenderableType:
        """A card of ``game.cards()`` by its key, for the page that explains them."""

    # --- where the game needs it --------------------------------------------------------------------------------------

    def lines(self, told: Sequence[Any]) -> list[str]:
        """The sentences of a moment."""

    def spoken(self, view: Any, names: Sequence[str], me: int) -> RenderableType:
        """The table where it is told line by line."""

    def keyed(self, offer: Offer, view: Any) -> list[Keyed]:
        """All legal actions, the best first where there are too many to list."""

    def read(self, answer: str, offer: Offer, view: Any) -> str:
        """A short form, in lower case, as the notation it stands for; what is none, as it is. Invalid with a sentence."""

    def how(self, offer: Offer, view: Any) -> str:
        """What can be typed, as in "Type ... and Enter"; "" where it is a key of the list."""

    def body(self, offer: Offer, view: Any, listing: RenderableType) -> RenderableType:
        """What stands under the question: the list of choices, with or without something beside it."""

    def guide(self, view: Any) -> RenderableType | None:
        """How to type, and what signs mean: it stands before the cards on the page behind ``?``."""

    def sheet(self, view: Any, names: Sequence[str]) -> RenderableType | None:
        """After the end: how the points came about; it then stands in place of the table."""


def load(name: str) -> Screen:
    module = import_module(f"croupier.cli.{name}_screen")
    parts: dict[str, Any] = {
        "lines": lambda told: [event.text for event in told],
        "spoken": lambda view, names, me: module.table(view, names, me, ()),
        "keyed": keyed,
        "read": lambda answer, offer, view: answer,
        "how": lambda offer, view: "",
        "body": lambda offer, view, listing: listing,
        "guide": lambda view: None,
        "sheet": lambda view, names: None,
    }
    return cast(Screen, SimpleNamespace(**parts | vars(module)))


def keyed(offer: Offer, view: Any) -> list[Keyed]:
    """By its own number where one digit is enough for all, else by its place."""
    own = all(offered.number < 10 for offered in offer.actions)
    return [(str(offered.number if own else i), offered) for i, offered in enumerate(offer.actions, 1)]
