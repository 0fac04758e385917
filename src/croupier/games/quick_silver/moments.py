"""The moments of a round that a situation may name, each by the kinds of events that mark it."""

from __future__ import annotations

MOMENTS = {
    "rush": ("ticked",),
    "blasts_end": ("found", "stopped", "blasted", "repaired", "out", "restarted"),
    "market_end": ("group", "earned"),
}
"""rush: the black die has gone down; at 0, nothing is revealed yet. blasts_end: dynamite is dealt with, nothing is sold.
market_end: all is sold, the next round is not dealt."""
COMPARED_AT: dict[str, dict[str, str]] = {}
