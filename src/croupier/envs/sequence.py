"""A game as a sequence of single decisions and single draws, as other systems expect one. Plain, over the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from croupier.compiled.playout import lowest
from croupier.core.game import Game
from croupier.envs.explicit import Explicit, Outcomes, Undrawn

Step = tuple[int, int]
"""A seat and its action."""
DEAL = (-1, -1)
"""The step that is nobody's action: the setup."""
NOBODY, DEALER = -1, -2
"""Who is to act where the game is over, and where chance is due."""


class Decision(NamedTuple):
    """What there was when a seat decided, and what it did."""

    s: Any
    action: int


Trails = tuple[tuple[Decision, ...], ...]


class Position(NamedTuple):
    """A moment of a game. Nothing in it ever changes, so that it need not be copied: deepcopy gives the same one."""

    s: Any
    """The state; where chance is due, that before the step that is being carried out."""
    to_act: int
    """A seat, NOBODY or DEALER."""
    plies: int
    trails: Trails
    """For each seat, its own decisions until now."""
    first: int
    """The seat that is asked first where several decide at the same time; the others follow by number."""
    step: Step = DEAL
    """Where chance is due: the step that is being carried out, and the draws made for it until now."""
    drawn: tuple[int, ...] = ()
    outcomes: Outcomes = []
    """Where chance is due: what the next draw may bring."""

    @property
    def is_dealt(self) -> bool:
        return self.to_act != DEALER or self.step != DEAL

    def __deepcopy__(self, memo: object) -> Position:
        return self


class Sequence:
    """The positions of a game with a number of seats, options by index of their values, and the printed box."""

    def __init__(self, game: Game, explicit: Explicit, seats: int, options: Mapping[str, int], box: Any = None) -> None:
        self.game = game
        self.explicit = explicit
        self.seats = seats
        self.box = box or game.default_box()
        self.most_draws = len(game.State().numbers())
        """No step makes more draws: each of them leaves a number of its own in the state."""
        self.longest_row = max(n for kind in (*game.State.kinds.values(), *game.Box.kinds.values()) for n in kind.shape)
        """No draw has more outcomes: they are places of a row."""
        before = Position(game.State(seats=seats, **options), DEALER, -1, ((),) * seats, 0)
        self.start = self.carried_out(before, DEAL, ())

    def decision(self, s: Any, plies: int, trails: Trails, first: int) -> Position:
        """Where no chance is due: the next decision, or the end."""
        due = self.game.to_act(s) if plies < self.game.meta.max_plies else 0
        seat = lowest(due) if due else NOBODY
        return Position(s, first if due >> first & 1 else seat, plies, trails, first)

    def legal(self, at: Position) -> list[int]:
        """The legal actions of the seat to act, rising."""
        mask = [0] * self.game.N_ACTIONS
        self.game.legal(self.box, at.s, at.to_act, mask)
        return [action for action, marked in enumerate(mask) if marked]

    def decided(self, at: Position, action: int) -> Position:
        """After a legal action of the seat to act."""
        seat = at.to_act
        trail = (*at.trails[seat], Decision(at.s, action))
        trails = (*at.trails[:seat], trail, *at.trails[seat + 1 :])
        return self.carried_out(at._replace(trails=trails), (seat, action), ())

    def drew(self, at: Position, outcome: int) -> Position:
        """After one of the outcomes, where chance is due."""
        return self.carried_out(at, at.step, (*at.drawn, outcome))

    def carried_out(self, at: Position, step: Step, drawn: tuple[int, ...]) -> Position:
        """The step with the draws made for it: the next decision or the end, or the draw that is missing."""
        try:
            s = self.stepped(at.s, step, drawn)
        except Undrawn as missing:
            return Position(at.s, DEALER, at.plies, at.trails, at.first, step, drawn, missing.outcomes)
        return self.decision(s, at.plies + 1, at.trails, at.first)

    def stepped(self, s: Any, step: Step, drawn: tuple[int, ...]) -> Any:
        if step == DEAL:
            return self.explicit.setup(self.box, s, drawn)
        return self.explicit.apply(self.box, s, *step, drawn)

    def redealt(self, at: Position, seat: int, key: int) -> Position:
        """Where no chance is due: all that the seat cannot know is dealt again, with chance from ``key`` alone.

        Open choices of others are withdrawn, and who is to act stays so: those others are asked afterwards. Of their earlier
        decisions nothing is kept, for they were made with other cards; what matters of them the new state holds.
        """
        s = at.s.copy()
        self.game.redeal(self.box, s, seat, key)
        trails = tuple(trail if other == seat else () for other, trail in enumerate(at.trails))
        return self.decision(s, at.plies, trails, max(at.to_act, 0))

    def observed(self, at: Position, seat: int) -> list[int]:
        """OBSERVATION integers, all 0 before the deal."""
        return self.seen(at.s, seat) if at.is_dealt else [0] * self.game.OBSERVATION

    def seen(self, s: Any, seat: int) -> list[int]:
        """The same of a state that is dealt."""
        out = [0] * self.game.OBSERVATION
        self.game.observe(self.box, s, seat, out)
        return out

    def returns(self, at: Position) -> list[float]:
        """0 for all before the end, equal shares where the game is truncated."""
        if at.to_act != NOBODY:
            return [0.0] * self.seats
        if self.game.to_act(at.s):
            return [1.0 / self.seats] * self.seats
        out = [0.0] * self.seats
        self.game.returns(at.s, out)
        return out
