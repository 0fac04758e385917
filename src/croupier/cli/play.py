"""``croupier play GAME``: the whole game against bots in this terminal."""

from __future__ import annotations

import getpass
import logging
import secrets
from typing import Annotated

from cyclopts import Parameter

from croupier import games
from croupier.bots.levels import LEVELS
from croupier.cli.box import own_box, read_box
from croupier.cli.lineup import line_up
from croupier.cli.numbers import Number, WholeOrNone
from croupier.cli.opponents import Opponents
from croupier.cli.options import Options, checked_options
from croupier.cli.paths import PathOrNone
from croupier.cli.sitting import Sitting
from croupier.cli.terminal import Left, Terminal
from croupier.cli.window import has_terminal
from croupier.core.errors import Invalid, unknown
from croupier.core.game import Meta

BOT_NAMES = ("Belle", "Cole", "Dolly", "Ezra", "Fern", "Gus", "Hattie", "Ike", "June")
INTERRUPTED = 130
MOST_SEED = (1 << 62) - 1


def play(
    game: str,
    *,
    seats: WholeOrNone = None,
    bots: str = "prospector",
    seed: WholeOrNone = None,
    box: PathOrNone = None,
    first_seat: WholeOrNone = None,
    option: Options = None,
    name: str | None = None,
    pace: Number = 1.0,
    plain: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Play a game against bots in this terminal.

    Parameters
    ----------
    game
        Name of the game.
    seats
        How many sit at the table, you included.
    bots
        Level of the bots: greenhorn, prospector, sharper or mayor, from easy to hard. Or several levels with commas between
        them, one for each bot in turn.
    seed
        A number that makes the deal the same again. The bots then think less, but always alike.
    box
        A box file; ``croupier box GAME`` prints the built-in one.
    first_seat
        Who starts: 1 is you, 2 the bot to your left, and so on. Without it, chance says.
    option
        A change of the rules, as in ``--option take_from_deck=on``; may be given several times.
    name
        What the bots call you.
    pace
        1 is a readable pace, 2 half as fast, 0 without pauses.
    plain
        Print line after line instead of drawing the table on the whole screen.
    """
    loaded = games.load(game)
    count = checked_seats(loaded.meta, seats)
    levels = checked_levels(bots, count - 1)
    check_company(loaded.meta, levels)
    chosen_seed = checked_seed(seed)
    chosen_box = read_box(loaded, box, count)
    starter = checked_first_seat(first_seat, count)
    options = checked_options(loaded.meta, option or [])
    person = checked_name(name)
    people = [person, *[bot for bot in BOT_NAMES if bot != person][: count - 1]]
    terminal = Terminal(loaded, people, me=0, pace=checked_pace(pace), plain=plain, box=own_box(loaded, chosen_box))
    logging.getLogger("croupier").addHandler(logging.NullHandler())  # the screen belongs to the table
    opponents = Opponents(loaded, levels, exact=seed is not None)
    with opponents.seated():
        sitting = Sitting(
            loaded, chosen_box, opponents, levels=[levels[0], *levels], me=0, seed=chosen_seed, starter=starter, options=options
        )
        return sit(terminal, sitting)


def sit(terminal: Terminal, sitting: Sitting) -> int:
    """Game after game until the person has had enough; the exit code."""
    code = 0
    with terminal.opened():
        try:
            terminal.play(sitting)
            while terminal.wants_rematch(sitting):
                sitting = sitting.rematch(secrets.randbelow(MOST_SEED))
                terminal.play(sitting)
        except Left:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
    terminal.close()
    return code


def checked_first_seat(seat: int | None, seats: int) -> int:
    """As a state has it: 1 + the seat, 0 for chance."""
    if seat is not None and not 1 <= seat <= seats:
        raise Invalid(f"--first-seat is 1 to {seats}, and 1 is you; {seat} is not possible.")
    return seat or 0


def checked_seats(meta: Meta, seats: int | None) -> int:
    count = meta.usual_seats if seats is None else seats
    if not meta.least_seats <= count <= meta.most_seats:
        raise Invalid(f"{meta.title} has {meta.least_seats} to {meta.most_seats} seats; --seats {count} is not possible.")
    return count


def checked_levels(text: str, bots: int) -> list[str]:
    """One level for each bot; those that are named are given out in turn."""
    named = line_up(text)
    for level in named:
        if level not in LEVELS:
            raise unknown("level", level, LEVELS)
    if len(named) > bots:
        raise Invalid(f"--bots names {len(named)} levels for {bots} bots; name one for all, or up to {bots} with commas.")
    return [named[i % len(named)] for i in range(bots)]


def check_company(meta: Meta, levels: list[str]) -> None:
    """The rules say with how many of the rulebook's own bots people may play."""
    rulebook = levels.count("greenhorn") if meta.rulebook_bot else 0
    if refused := meta.may_seat(1 + len(levels) - rulebook, rulebook):
        raise Invalid(refused)


def checked_seed(seed: int | None) -> int:
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise Invalid(f"A seed is a whole number from 0 to {MOST_SEED}; --seed {seed} is not possible.")
    return secrets.randbelow(MOST_SEED) if seed is None else seed


def checked_pace(pace: float) -> float:
    if not 0 <= pace <= 10:
        raise Invalid(f"--pace is a number from 0 (no pauses) to 10 (very slow); {pace} is not possible.")
    return pace if has_terminal() else 0.0


def checked_name(name: str | None) -> str:
    """What was given, or the login name where that is a person's."""
    if name is None:
        try:
            login = getpass.getuser()
        except (ImportError, KeyError, OSError):
            login = "root"
        return "Guest" if login == "root" else login.capitalize()[:20]
    plain = " ".join(name.split())
    if not 1 <= len(plain) <= 20 or not plain.isprintable():
        raise Invalid("A name has 1 to 20 characters that can be printed.")
    return plain
