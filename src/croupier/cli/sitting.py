"""One game between a person and bots in this process: whose decision it is, and what the person saw happen."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

from croupier.bots.levels import LEVELS
from croupier.cli.opponents import Opponents
from croupier.core.chance import seed_chance
from croupier.core.events import Event, Recorder, seats_in
from croupier.core.game import OPEN, Game, Offer
from croupier.core.record import Record


class Moment(NamedTuple):
    """What happened at once, as the person was told it, and what they saw right after it."""

    told: list[Any]
    view: Any


class Sitting:
    """A game from its setup to its end. Equal seeds and equal actions give equal games."""

    def __init__(
        self,
        game: Game,
        box: Any,
        opponents: Opponents,
        *,
        levels: list[str],
        me: int,
        seed: int,
        starter: int = 0,
        options: Mapping[str, int] | None = None,
    ) -> None:
        """``levels[seat]`` is the level of the bot in that seat; the person's own entry is not used. ``starter``: 1 + the seat
        that starts, 0 as the rules say. ``options``: fields of the state; those left out have their defaults."""
        self.game = game
        self.box = box
        self.opponents = opponents
        self.levels = levels
        self.me = me
        self.seed = seed
        self.starter = starter
        self.options = dict(options or {})
        self.plies = [0] * len(levels)
        """Of each seat, so that the order within a simultaneous decision makes no difference to any bot."""
        self.ahead: Future[dict[int, list[int]]] | None = None
        """What the bots choose in the running simultaneous decision, thought out while I think."""
        self.state = game.State(seats=len(levels), starter=starter, **self.options)
        seed_chance(self.state, seed)
        self.moments = self.collect(lambda: game.setup(box, self.state))
        """What happened since it was last taken."""
        self.first = self.state.starter - 1 if self.state.starter else seats_in(game.to_act(self.state))[0]
        """The seat that starts: where all decide at first, the state says who."""

    def rematch(self, seed: int) -> Sitting:
        """The same table once more; the next seat starts."""
        levels, starter = self.levels, 1 + (self.first + 1) % len(self.levels)
        more = {"me": self.me, "seed": seed, "starter": starter}
        return Sitting(self.game, self.box, self.opponents, levels=levels, options=self.options, **more)

    def collect(self, change: Any) -> list[Moment]:
        """Make a change to the state and return the moments that it brought."""
        recorder = Recorder(show=self.view)
        self.state.recorder = recorder
        change()
        recorder.beat()
        self.state.recorder = None
        return [Moment([self.tell(event) for event in beat.events], beat.view) for beat in recorder.beats]

    def take(self) -> list[Moment]:
        """The moments since the last call."""
        taken, self.moments = self.moments, []
        return taken

    def tell(self, event: Event) -> Any:
        return self.game.tell(event, self.me)

    def view(self) -> Any:
        return self.game.view(self.box, self.state, self.me)

    def open_view(self) -> Any:
        """Everything, after the end."""
        return self.game.view(self.box, self.state, OPEN)

    @property
    def is_over(self) -> bool:
        return self.game.to_act(self.state) == 0

    @property
    def asks_me(self) -> bool:
        return bool(self.game.to_act(self.state) >> self.me & 1)

    def offer(self) -> Offer:
        """My decision; only while ``asks_me``."""
        return self.game.offer(self.box, self.state, self.me)

    def act(self, seat: int, action: int) -> None:
        self.plies[seat] += 1
        self.moments += self.collect(lambda: self.game.apply(self.box, self.state, seat, action))

    @property
    def may_withdraw(self) -> bool:
        """Whether I have open choices that can still be taken back."""
        return self.game.withdraw(self.box, self.state.copy(), self.me) > 0

    def withdraw(self) -> bool:
        """Take back my open choices, as if I had not made them; whether there were any."""
        return self.game.withdraw(self.box, self.state, self.me) > 0

    # --- bots --------------------------------------------------------------------------------------------------------

    def let_bot_act(self) -> None:
        """The first bot that must decide does so."""
        seat = self.bots_to_act(self.state)[0]
        thought = self.ahead.result() if self.ahead else {}
        self.act(seat, thought[seat].pop(0) if thought.get(seat) else self.choose(self.state, seat, self.plies[seat]))
        if not any(thought.values()):
            self.ahead = None

    def think_ahead(self) -> None:
        """Where bots decide at the same time as I do, they begin to think now."""
        if self.ahead or not self.asks_me or not self.bots_to_act(self.state):
            return
        ahead = self.ahead = Future()

        def think(state: Record, plies: list[int]) -> None:
            try:
                ahead.set_result(self.thought_out(state, plies))
            except BaseException as error:  # whoever asks for the result gets it
                ahead.set_exception(error)

        threading.Thread(target=think, args=(self.state.copy(), list(self.plies)), daemon=True).start()

    @property
    def is_thought_out(self) -> bool:
        return self.ahead is not None and self.ahead.done()

    def thought_out(self, state: Record, plies: list[int]) -> dict[int, list[int]]:
        """The actions of each bot in the simultaneous decision of this state, which goes on as long as I have not decided."""
        actions: dict[int, list[int]] = {}
        while seats := self.bots_to_act(state):
            action = self.choose(state, seats[0], plies[seats[0]])
            self.game.apply(self.box, state, seats[0], action)
            actions.setdefault(seats[0], []).append(action)
            plies[seats[0]] += 1
        return actions

    @property
    def usual_thought(self) -> float:
        """Seconds within which any of the bots has practically always chosen."""
        return max(LEVELS[level].usual for seat, level in enumerate(self.levels) if seat != self.me)

    def bots_to_act(self, state: Record) -> list[int]:
        return [seat for seat in seats_in(self.game.to_act(state)) if seat != self.me]

    def choose(self, state: Record, seat: int, plies: int) -> int:
        """A bot's action. It gets a redealt state, never the truth."""
        key = self.key(seat, plies)
        imagined: Record = state.copy()
        self.game.redeal(self.box, imagined, seat, key)
        return self.opponents.choose(self.box, imagined, seat, self.levels[seat], key)

    def key(self, seat: int, plies: int) -> int:
        """62 bits that follow from the seed, the seat and how often it has decided."""
        text = f"{self.seed} {plies} {seat}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little") >> 2
