"""What each command does: who may, when, and which entries come of it. One function per command; ``Refuse`` turns it down."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from croupier.core.errors import CroupierError, Illegal
from croupier.table import caps, names, opening
from croupier.table import commands as c
from croupier.table import entries as e
from croupier.table.draft import Draft
from croupier.table.refusals import Refuse
from croupier.table.seats import STAND_IN

if TYPE_CHECKING:
    from croupier.table.table import Done, Table

LONGEST_ACTION = 200
PLACE = re.compile(r"\{([0-9])\}")
NONCE = re.compile(r"[0-9a-fA-F]{16,64}\Z")
LEAST_AFTER_RETURN = 15_000
"""Milliseconds that somebody who comes back has left for a decision that runs already."""


def handle(draft: Draft, command: c.Command, seat: int | None) -> Done:
    if draft.table.stopped:
        raise Refuse("not_now", draft.table.notice)
    HANDLERS[type(command)](draft, command, seat)
    return draft.done()


# --- who, and when -----------------------------------------------------------------------------------------------------


def person(table: Table, seat: int | None) -> int:
    """The seat of whoever sends the command; refuses spectators."""
    if seat is None or seat not in table.people():
        raise Refuse("no_seat", "You have no seat at this table: you can watch, but not take part.")
    return seat


def gathering(table: Table) -> None:
    if table.phase != "gathering":
        raise Refuse("not_now", "The cards are dealt: seats, bots and time can be changed only before the deal.")


def host(table: Table, seat: int | None) -> None:
    """Only the host, and only before the deal."""
    if person(table, seat) != table.host:
        who = "nobody" if table.host is None else table.seats[table.host].name
        raise Refuse("not_host", f"Only the host may do that; the host is {who}.")
    gathering(table)


def known_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refuse("invalid", f"There is no seat {seat}; seats are 0 to {len(table.seats) - 1}.")


def awaited_now(table: Table) -> str:
    """What is awaited, as a sentence."""
    if table.phase == "gathering":
        return "The cards are not dealt yet."
    if table.is_over:
        return "The game is over."
    return f"Awaited now: {names.listed([table.seats[p].name for p in table.awaited()])}."


# --- deciding ----------------------------------------------------------------------------------------------------------


def handle_act(draft: Draft, command: c.ActCommand, seat: int | None) -> None:
    """Whoever decides again has come back."""
    seat = person(draft.table, seat)
    action = decided(draft.table, seat, command.decision, command.action)
    if not draft.table.seats[seat].decides:
        come_back(draft, seat)
    draft.act(seat, "person", action)


def handle_bot_act(draft: Draft, command: c.BotAct, seat: int | None) -> None:
    bot_decides(draft, command, "bot")


def handle_time_up(draft: Draft, command: c.TimeUp, seat: int | None) -> None:
    bot_decides(draft, command, "time")


def bot_decides(draft: Draft, command: c.BotAct | c.TimeUp, by: Literal["bot", "time"]) -> None:
    """A bot for its own seat or as a stand-in; by time only for a person who decides, and not too early.

    In a window nobody has an opinion for a person: what stands without an answer is taken.
    """
    table = draft.table
    known_seat(table, command.seat)
    action = decided(table, command.seat, command.decision, command.action)
    if table.seats[command.seat].decides != (by == "time"):
        raise Refuse("late", f"{table.seats[command.seat].name} decides otherwise now. {awaited_now(table)}")
    if by == "time" and (table.due_at is None or draft.now < table.due_at):
        raise Refuse("not_now", f"The time of {table.seats[command.seat].name} is not up yet.")
    stands = table.unanswered(command.seat)
    if stands and stands != table.game.format_action(table.box, table.state, command.seat, action):
        raise Refuse("illegal", f"{table.seats[command.seat].name} has not answered: only {stands!r} is taken then.")
    draft.act(command.seat, by, action)


def decided(table: Table, seat: int, decision: int, action: str) -> int:
    """The number of the action, if it answers the decision that this seat owes now."""
    if table.phase == "gathering":
        raise Refuse("not_now", "The cards are not dealt yet; the host starts the game.")
    owed = table.asked[seat] if table.is_awaited(seat) else None
    if decision != owed:
        if 0 < decision <= table.asked[seat]:
            raise Refuse("late", f"Decision {decision} is made already. {awaited_now(table)}")
        raise Refuse("not_your_decision", f"There is no decision {decision} for you to make. {awaited_now(table)}")
    if len(action) > LONGEST_ACTION:
        raise Refuse("invalid", f"An action has at most {LONGEST_ACTION} characters; this one has {len(action)}.")
    try:
        return table.game.parse_action(table.box, table.state, seat, action)
    except Illegal as error:
        raise Refuse("illegal", named(table, str(error))) from None
    except CroupierError as error:
        raise Refuse("invalid", named(table, str(error))) from None


def named(table: Table, sentence: str) -> str:
    """In a game's sentences ``{2}`` stands for the name of seat 2; in a name it is what somebody is called."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return table.seats[seat].name if seat < len(table.seats) else found[0]

    return PLACE.sub(name, sentence)


def handle_withdraw(draft: Draft, command: c.WithdrawCommand, seat: int | None) -> None:
    """Until the last choice is in. Whoever takes back what a stand-in chose has come back."""
    table, seat = draft.table, person(draft.table, seat)
    decision, newest = command.decision, table.asked[seat]
    if not 0 < decision <= newest:
        raise Refuse("not_your_decision", f"There is no decision {decision} of yours to take back. {awaited_now(table)}")
    if table.can_withdraw(seat) and decision > newest - table.open_actions[seat] - table.is_awaited(seat):
        caps.check_take_back(table, seat)
        draft.take_back(seat)
        if not table.seats[seat].decides:
            come_back(draft, seat)
    elif table.is_awaited(seat) and decision == newest:
        raise Refuse("not_now", "You have not chosen yet: there is nothing to take back.")
    else:
        raise Refuse("late", f"The last choice is in; cards are revealed. {awaited_now(table)}")


# --- the host, before the deal -----------------------------------------------------------------------------------------


def handle_start(draft: Draft, command: c.StartCommand, seat: int | None) -> None:
    host(draft.table, seat)
    if missing := draft.table.may_start():
        raise Refuse("not_now", missing)
    draft.deal()


def handle_seat_bot(draft: Draft, command: c.SeatBotCommand, seat: int | None) -> None:
    host(draft.table, seat)
    known_seat(draft.table, command.seat)
    if draft.table.seats[command.seat].kind == "person":
        raise Refuse("taken", f"{draft.table.seats[command.seat].name} sits there; a bot takes an open seat.")
    caps.check_gathering(draft.table, for_host=True)
    opening.seat_bot(draft, command.seat, command.level)


def handle_open_seat(draft: Draft, command: c.OpenSeatCommand, seat: int | None) -> None:
    host(draft.table, seat)
    known_seat(draft.table, command.seat)
    if draft.table.seats[command.seat].kind == "open":
        raise Refuse("not_now", "That seat is open already.")
    draft.write(e.SeatOpened, seat=command.seat)
    pass_host_on(draft, command.seat, None)


def handle_set_seats(draft: Draft, command: c.SetSeatsCommand, seat: int | None) -> None:
    host(draft.table, seat)
    table = draft.table
    opening.check_seats(table.game, table.box, command.seats)
    going = [other.name for other in table.seats[command.seats :] if other.kind != "open"]
    if going:
        raise Refuse("taken", f"{names.listed(going)} would lose the seat; remove them first.")
    if command.seats != len(table.seats):
        caps.check_gathering(table, for_host=True)
        draft.write(e.SeatsSet, seats=command.seats)


def handle_configure(draft: Draft, command: c.ConfigureCommand, seat: int | None) -> None:
    host(draft.table, seat)
    opening.check_seconds(command.seconds)
    if (command.seconds, command.listed) != (draft.table.seconds, draft.table.listed):
        caps.check_gathering(draft.table, for_host=True)
        draft.write(e.Configured, seconds=command.seconds, listed=command.listed)


def handle_first_seat(draft: Draft, command: c.FirstSeatCommand, seat: int | None) -> None:
    host(draft.table, seat)
    opening.check_first_seat(command.seat, len(draft.table.seats))
    if command.seat != draft.table.first_seat:
        caps.check_gathering(draft.table, for_host=True)
        draft.write(e.FirstSeatSet, seat=command.seat)


# --- people come and go ------------------------------------------------------------------------------------------------


def handle_sit(draft: Draft, command: c.Sit, seat: int | None) -> None:
    table = draft.table
    if table.phase != "gathering":
        raise Refuse("not_now", "The game has begun; you can watch it.")
    free = [p for p, other in enumerate(table.seats) if other.kind == "open"]
    if command.seat is not None:
        known_seat(table, command.seat)
        if command.seat not in free:
            raise Refuse("taken", f"{table.seats[command.seat].name} sits there; choose another seat.")
    elif not free:
        raise Refuse("taken", "All seats are taken; you can watch.")
    caps.check_gathering(table)
    there = free[0] if command.seat is None else command.seat
    name = names.unlike(names.clean_name(command.name), opening.taken(table.seats))
    draft.write(e.Seated, seat=there, name=name, key_hash=command.key_hash)
    if table.host is None:
        draft.write(e.HostSet, seat=there)


def handle_nonce(draft: Draft, command: c.NonceCommand, seat: int | None) -> None:
    seat = person(draft.table, seat)
    if not NONCE.match(command.nonce):
        raise Refuse("invalid", "A nonce has 16 to 64 hexadecimal digits.")
    if draft.table.phase != "gathering":
        raise Refuse("late", "The cards are dealt: a nonce counts only before the deal.")
    if draft.table.seats[seat].nonce != command.nonce:
        caps.check_own(draft.table, seat)
        draft.write(e.NonceGiven, seat=seat, nonce=command.nonce)


def handle_leave(draft: Draft, command: c.LeaveCommand, seat: int | None) -> None:
    seat = person(draft.table, seat)
    if draft.table.phase == "gathering":
        draft.write(e.SeatOpened, seat=seat)
    elif not draft.table.seats[seat].left:
        draft.write(e.StoodIn, seat=seat, level=STAND_IN, why="left")
    pass_host_on(draft, seat, None)


def handle_away(draft: Draft, command: c.Away, seat: int | None) -> None:
    """While the game runs a bot stands in. Before, the seat opens again for others, but the host's, which passes on at most."""
    table = draft.table
    if command.seat not in table.people() or table.is_over:
        return
    if table.phase == "playing" and table.seats[command.seat].decides:
        draft.write(e.StoodIn, seat=command.seat, level=STAND_IN, why="away")
    elif table.phase == "gathering" and command.seat != table.host:
        draft.write(e.SeatOpened, seat=command.seat, why="away")
    if not caps.is_worn(table):
        pass_host_on(draft, command.seat, command.here)


def handle_return(draft: Draft, command: c.Return, seat: int | None) -> None:
    if command.seat in draft.table.people() and not draft.table.seats[command.seat].decides:
        come_back(draft, command.seat)


def come_back(draft: Draft, seat: int) -> None:
    table = draft.table
    caps.check_return(table, seat)
    due_at = None
    if table.limit and table.is_awaited(seat):
        running = table.due_at
        due_at = draft.now + table.limit if running is None else max(running, draft.now + LEAST_AFTER_RETURN)
    draft.write(e.Returned, seat=seat, due_at=due_at)


def pass_host_on(draft: Draft, leaving: int, here: frozenset[int] | None) -> None:
    """The next person after the host who leaves becomes host: one of those here, if that is known.

    Without such a person the host stays, or, where the seat is open now, nobody is host until somebody sits down.
    """
    table = draft.table
    if table.host != leaving:
        return
    n = len(table.seats)
    order = [p for p in ((leaving + i) % n for i in range(1, n)) if table.seats[p].decides and (here is None or p in here)]
    if order:
        draft.write(e.HostSet, seat=order[0])
    elif table.seats[leaving].kind == "open":
        draft.write(e.HostSet, seat=None)


def handle_rekey(draft: Draft, command: c.Rekey, seat: int | None) -> None:
    seat = person(draft.table, command.seat)
    caps.check_own(draft.table, seat)
    draft.write(e.Rekeyed, seat=seat, key_hash=command.key_hash)


def handle_rematch(draft: Draft, command: c.RematchCommand, seat: int | None) -> None:
    """Whoever asks second is led to the table that is there already."""
    person(draft.table, seat)
    if not draft.table.is_over:
        raise Refuse("not_now", "The game is not over; a rematch follows a finished game.")
    if draft.table.next_table is None:
        draft.write(e.Rematched, next_table=command.next_table)


HANDLERS: dict[type, Callable[[Draft, Any, int | None], None]] = {
    c.ActCommand: handle_act,
    c.WithdrawCommand: handle_withdraw,
    c.NonceCommand: handle_nonce,
    c.StartCommand: handle_start,
    c.SeatBotCommand: handle_seat_bot,
    c.OpenSeatCommand: handle_open_seat,
    c.SetSeatsCommand: handle_set_seats,
    c.ConfigureCommand: handle_configure,
    c.FirstSeatCommand: handle_first_seat,
    c.LeaveCommand: handle_leave,
    c.RematchCommand: handle_rematch,
    c.Sit: handle_sit,
    c.BotAct: handle_bot_act,
    c.TimeUp: handle_time_up,
    c.Away: handle_away,
    c.Return: handle_return,
    c.Rekey: handle_rekey,
}
