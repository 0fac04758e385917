"""The moments of a round that a situation may name, each by the kinds of events that mark it."""

from __future__ import annotations

MOMENTS = {"round_end": ("cleared",), "resolved": ("leader",)}
"""round_end: the table is cleared, the next Leader has not drawn. resolved: all abilities are done, the cards still lie."""
COMPARED_AT = {"round_end": {"strength": "resolved", "table": "resolved", "winner": "final"}}
"""What is gone at the end of the round is compared where it last was; who has won is known afterwards."""
