"""Our games as games of OpenSpiel (Lanctot et al. 2019): importing this registers ``croupier_<name>`` for each of them.

    import croupier.envs.openspiel, pyspiel
    game = pyspiel.load_game("croupier_quickshot(players=3)")

Parameters are ``players`` and the game's options by name. Every draw of the dealer is a chance node with its exact
probabilities, so that a history alone reproduces its state. Simultaneous decisions are asked one seat after the other; no
seat's observation tells an open choice of another. docs/decisions/openspiel.md gives the reasons.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from croupier import games
from croupier.core.errors import Illegal, Invalid, unknown
from croupier.core.game import Meta
from croupier.envs.explicit import Explicit, Outcomes
from croupier.envs.sequence import DEALER, NOBODY, Sequence

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError("OpenSpiel is not installed; pip install 'open-spiel>=2.0,<3' brings it.") from None

PREFIX = "croupier_"
PSEUDO_PLAYERS = {NOBODY: int(pyspiel.PlayerId.TERMINAL), DEALER: int(pyspiel.PlayerId.CHANCE)}
WITHOUT_WINNER = {"sneaky_stranger": "on"}
"""Options under which somebody without a seat may win, so that the returns need not add up to 1."""
KEYS = 1 << 53
"""How many ways a redeal may fall."""


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters. Chance nodes come on top of ``max_game_length``, which counts decisions."""

    name: str

    def __init__(self, params: Mapping[str, Any] = MappingProxyType({}), box: Any = None) -> None:
        """Invalid or Unknown, with a sentence, where a parameter is not possible.

        With a box of its own a game is not what its name says: neither it nor its states can be pickled or serialized.
        """
        game = games.load(self.name)
        given = defaults(game.meta) | dict(params)
        players, options = checked_players(game.meta, given), checked_options(game.meta, given)
        if box is not None and (fault := game.check_box(box, players)):
            raise Invalid(fault)
        self.sequence = Sequence(game, explicit(self.name), players, options, box)
        super().__init__(game_type(game.meta, given), game_info(self.sequence, given), dict(params))

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> CroupierState:
        return CroupierState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.sequence.most_draws * (1 + self.sequence.game.meta.max_plies)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer | None:
        """What one player may know: of this moment, or with perfect recall (a string only). None for other kinds."""
        if params:
            raise Invalid(f"Observers of Croupier's games have no parameters; {', '.join(params)} cannot be set.")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.sequence, perfect_recall=kind.perfect_recall)


class CroupierState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel around a Position, the only thing that is copied and pickled."""

    def __init__(self, game: CroupierGame) -> None:
        super().__init__(game)
        self.position = game.sequence.start

    @property
    def sequence(self) -> Sequence:
        sequence: Sequence = self.get_game().sequence
        return sequence

    def current_player(self) -> int:
        seat = self.position.to_act
        return seat if seat >= 0 else PSEUDO_PLAYERS[seat]

    def is_terminal(self) -> bool:
        return self.position.to_act == NOBODY

    def chance_outcomes(self) -> Outcomes:
        return self.position.outcomes

    def _legal_actions(self, player: int) -> list[int]:
        return self.sequence.legal(self.position)

    def _apply_action(self, action: int) -> None:
        """OpenSpiel's ``apply_action`` leaves it to the caller that the action is legal."""
        if self.position.to_act == DEALER:
            self.position = self.sequence.drew(self.position, action)
        else:
            self.position = self.sequence.decided(self.position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0 or action not in self.legal_actions(player):
            return str(action)
        return self.sequence.game.format_action(self.sequence.box, self.position.s, player, action)

    def returns(self) -> list[float]:
        return self.sequence.returns(self.position)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CroupierState:
        """A state drawn from all that agree with what the player knows; ``sampler`` gives numbers from 0 to 1.

        Its history is that of this state, although what others held when they decided is dealt again. Illegal at a chance node.
        """
        if self.position.to_act == DEALER:
            raise Illegal("Nothing can be dealt again while a draw is due; resample where a player decides, or at the end.")
        twin: CroupierState = self.clone()
        twin.position = self.sequence.redealt(self.position, player, int(sampler() * KEYS))
        return twin

    def __str__(self) -> str:
        """The position in our notation; where chance is due, the step and what has been drawn for it."""
        at = self.position
        position = self.sequence.game.dump_position(self.sequence.box, at.s) if at.is_dealt else {}
        if at.to_act == DEALER:
            position |= {"step": at.step, "draws": at.drawn}
        return json.dumps(position)


class Observer:
    """What a player may know, as OpenSpiel's observers are: a tensor (without perfect recall), and a string."""

    def __init__(self, sequence: Sequence, *, perfect_recall: bool) -> None:
        self.sequence = sequence
        self.perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(sequence.game.OBSERVATION, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: CroupierState, player: int) -> None:
        """The integers of ``observe``."""
        if self.tensor is not None:
            self.tensor[:] = self.sequence.observed(state.position, player)

    def string_from(self, state: CroupierState, player: int) -> str:
        """The same as text; with perfect recall, after each of the player's own decisions: what it saw then, and its action."""
        at = state.position
        lines = [f"player {player}"]
        if self.perfect_recall:
            lines += [f"{spaced(self.sequence.seen(s, player))} > {action}" for s, action in at.trails[player]]
        return "\n".join([*lines, spaced(self.sequence.observed(at, player))])


def spaced(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


# --- types and parameters --------------------------------------------------------------------------------------------


@functools.cache
def explicit(name: str) -> Explicit:
    return Explicit(games.load(name))


def defaults(meta: Meta) -> dict[str, Any]:
    return {"players": meta.usual_seats} | {option.name: option.values[0] for option in meta.options}


def checked_players(meta: Meta, given: Mapping[str, Any]) -> int:
    players = given["players"]
    if not isinstance(players, int) or not meta.least_seats <= players <= meta.most_seats:
        raise Invalid(f"{meta.title} has {meta.least_seats} to {meta.most_seats} players; players={players} is not possible.")
    return players


def checked_options(meta: Meta, given: Mapping[str, Any]) -> dict[str, int]:
    """The index of each option's value. Unknown names the values there are."""
    for option in meta.options:
        if given[option.name] not in option.values:
            raise unknown(f"value of {option.name}", given[option.name], option.values)
    return {option.name: option.values.index(given[option.name]) for option in meta.options}


def game_type(meta: Meta, given: Mapping[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=PREFIX + meta.name,
        long_name=f"Croupier's {meta.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if may_lack_winner(given) else pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=meta.most_seats,
        min_num_players=meta.least_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(meta),
    )


def may_lack_winner(given: Mapping[str, Any]) -> bool:
    return any(given.get(name) == value for name, value in WITHOUT_WINNER.items())


def game_info(sequence: Sequence, given: Mapping[str, Any]) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=sequence.game.N_ACTIONS,
        max_chance_outcomes=sequence.longest_row,
        num_players=sequence.seats,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=None if may_lack_winner(given) else 1.0,
        max_game_length=sequence.game.meta.max_plies,
    )


@functools.cache
def game_class(name: str) -> type[CroupierGame]:
    """What is registered for one of our games; Unknown names those there are."""
    return type("CroupierGame", (CroupierGame,), {"name": games.meta(name).name})


for name in games.NAMES:
    # A class, and nothing that lives in OpenSpiel alone: that would be destroyed after Python's end, and abort the process.
    pyspiel.register_game(game_type(games.meta(name), defaults(games.meta(name))), game_class(name))
