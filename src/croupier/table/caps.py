"""How much a table writes down that brings no game forward, and how long a game may be. Without an end to it one seat could
make a log that nobody can read again in reasonable time.

Only commands are held to this. A log may hold more, for it may be older than these numbers, and is read all the same. What is
counted is counted from the log, so a table that was read again refuses what it refused before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.refusals import Refuse

if TYPE_CHECKING:
    from croupier.table.table import Table

MOST_TAKE_BACKS = 40
"""Of one seat at one decision: people change their minds a few times, and the undecided a few dozen times."""
MOST_OF_SEAT = 600
"""Entries of one seat that were no progress: a phone that comes and goes every two minutes for a whole evening makes 400."""
MOST_BEFORE_DEAL = 10
"""Nonces and moves to other devices of one person before the deal: a client sends one nonce."""
MOST_GATHERING = 1000
"""Entries before the deal: seven people who each come ten times, and a host who tries everything, make a few hundred."""
FOR_HOST = 200
"""So many more are kept for the host, who can still fill the seats and start when strangers have used up the others."""


def tired_of_taking_back(table: Table, seat: int) -> str:
    """Empty while the seat may take back, else a sentence."""
    if table.taken_back[seat] >= MOST_TAKE_BACKS:
        return f"You have taken back {MOST_TAKE_BACKS} times at this decision; now your choice stands."
    if table.seats[seat].spent >= MOST_OF_SEAT:
        return "You have taken back, left and returned too often in this game; from now on your choices stand."
    return ""


def check_take_back(table: Table, seat: int) -> None:
    if tired := tired_of_taking_back(table, seat):
        raise Refuse("flood", tired)


def check_return(table: Table, seat: int) -> None:
    """Leaving is always possible, so it is coming back that has an end."""
    if table.seats[seat].spent >= MOST_OF_SEAT:
        raise Refuse("flood", "You have left and returned too often in this game; a bot plays on in your seat.")


def check_gathering(table: Table, *, for_host: bool = False) -> None:
    """Before the deal what fills seats and changes the table has an end; what opens seats, and the start, have none."""
    if is_worn(table, for_host=for_host):
        raise Refuse("flood", "Too much was changed at this table before the deal; start the game, or open a new table.")


def without_end(table: Table) -> str:
    """Why a game that goes on and on is not continued; empty as long as it may be. Some boxes and options let a game last for
    ever, and whoever comes to a table is told all that has happened there."""
    meta = table.game.meta
    if not table.mask or table.plies < meta.max_plies:
        return ""
    return (
        f"This game of {meta.title} has had {meta.max_plies} decisions and no end; no game lasts longer. The table can be"
        " looked at, but not continued; open a new one."
    )


def is_worn(table: Table, *, for_host: bool = False) -> bool:
    return table.phase == "gathering" and table.seq >= MOST_GATHERING + for_host * FOR_HOST


def check_own(table: Table, seat: int) -> None:
    """Of what a seat may write for itself at any time: nonces, and keys of other devices."""
    check_gathering(table)
    most = MOST_BEFORE_DEAL if table.phase == "gathering" else MOST_OF_SEAT
    if table.seats[seat].spent >= most:
        raise Refuse("flood", "This seat has changed its nonce or its device too often; leave it as it is now.")
