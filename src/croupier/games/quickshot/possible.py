"""Whether a position can be: sentences that say why not. What cannot matter (earlier rounds' discards) is not asked for."""

from __future__ import annotations

from itertools import pairwise

from croupier.core.chance import total
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.scoring import weakest
from croupier.games.quickshot.state import (
    CAMOUFLAGE,
    DISCARD,
    FOLLOW,
    LEAD,
    NOBODY,
    OVER,
    PLOY,
    POISON,
    REINFORCE,
    REINFORCEMENTS,
    RESOLVE,
    SEATS,
    TRAP,
    VALUES,
    State,
    face_up_owner,
    hand_size,
    is_in,
)

Names = list[str]


def check_position(box: Box, s: State, names: Names) -> str:
    """"" for a position that can be, else a sentence."""
    checks = (check_zones, check_out, check_strengths, check_choices, check_twins, check_phase, check_draws)
    return next((reason for check in checks if (reason := check(box, s, names))), "")


def check_zones(box: Box, s: State, names: Names) -> str:
    if total(s.boxed) != box.boxed:
        return f"boxed has {total(s.boxed)} cards; {box.boxed} are put back before the game."
    for p in range(s.seats):
        most = box.hand_size + (s.phase == LEAD and p == s.leader)
        if not is_in(s, p) and (hand_size(s, p) or s.card[p]):
            return f"{names[p]} is out and cannot have cards."
        if hand_size(s, p) > most:
            return f"{names[p]} holds {hand_size(s, p)} cards; here {most} are the most."
    return ""


def check_out(box: Box, s: State, names: Names) -> str:
    living = [p for p in range(s.seats) if is_in(s, p)]
    if set(range(1, s.eliminations + 1)) - set(s.out):
        return f"out has an elimination {s.eliminations} but not every number before it; they are counted from 1."
    if not living:
        return "Everybody is out; somebody always survives."
    if s.phase == OVER:
        return check_over(box, s, names, living)
    if s.winner != NOBODY:
        return f"{names[s.winner]} has won; phase must be over."
    if len(living) < 2:
        return f"Only {names[living[0]]} is left; phase must be over."
    return "" if is_in(s, s.leader) or s.phase not in (LEAD, FOLLOW) else f"{names[s.leader]} is out and cannot lead."


def check_over(box: Box, s: State, names: Names, living: list[int]) -> str:
    if s.winner not in living:
        return "The game is over; winner must name somebody who is still in."
    if len(living) > 1 and (s.round != box.rounds or s.leader != s.winner):
        return f"Several players are left, so the game ends after round {box.rounds} and the Leader wins."
    return ""


def check_strengths(box: Box, s: State, names: Names) -> str:
    for p in range(s.seats):
        card, strength = s.card[p], s.strength[p]
        may_be = {0} if not s.up[p] else {card}
        if card == TRAP and s.up[p] and (s.phase == OVER or s.step > TRAP):
            may_be = {2, 9}
        if card == REINFORCEMENTS and s.up[p] and (s.phase == OVER or s.step > REINFORCEMENTS):
            may_be = {4, *range(5, 13)}
        if strength not in may_be:
            return f"The strength of {names[p]} is {strength}; here it can be {' or '.join(map(str, sorted(may_be)))}."
    return ""


def check_choices(box: Box, s: State, names: Names) -> str:
    chosen = [p for p in range(s.seats) if s.choice[p]]
    if chosen and s.phase != FOLLOW:
        return "Open choices exist only while the followers choose: phase must be follow."
    if s.phase == FOLLOW and s.choice[s.leader]:
        return f"{names[s.leader]} leads with an open card and has nothing to choose."
    if s.phase == FOLLOW and all(s.choice[p] for p in range(s.seats) if is_in(s, p) and p != s.leader):
        return "All followers have chosen; then their cards are turned up already."
    return ""


def check_twins(box: Box, s: State, names: Names) -> str:
    """Paragraph 3.7: of identical cards either all lie face down, or there is only one and it lies face up."""
    for value in range(1, VALUES):
        seats = [p for p in range(s.seats) if s.card[p] == value]
        if len(seats) > 1 and any(s.up[p] for p in seats):
            return f"{' and '.join(names[p] for p in seats)} played {value} together; those cards must all lie face down."
        if len(seats) == 1 and not s.up[seats[0]]:
            return f"The {value} of {names[seats[0]]} has no twin; it must lie face up."
    if s.phase != OVER and s.all_down:
        return "all_down is true, but then nobody could be asked before the round is over."
    return ""


def check_phase(box: Box, s: State, names: Names) -> str:
    if s.phase == RESOLVE:
        return "phase resolve is never a decision; name lead, follow, reinforce, discard or over."
    if s.phase in (LEAD, FOLLOW):
        return check_before_reveal(s, names)
    return check_asked(s, names) if s.phase in (REINFORCE, DISCARD) else ""


def check_before_reveal(s: State, names: Names) -> str:
    leader = names[s.leader]
    if s.step or s.inverted:
        return "No ability has been resolved yet: step must be 0 and inverted false."
    if s.phase == LEAD and any(s.card):
        return "Before the Leader plays, no card lies on the table."
    if s.phase == LEAD:
        return "" if hand_size(s, s.leader) else f"{leader} leads and must have a card in hand."
    if [p for p in range(s.seats) if s.card[p]] != [s.leader]:
        return f"While the followers choose, the card of {leader} is the only one on the table."
    for p in range(s.seats):
        if p != s.leader and is_in(s, p) and hand_size(s, p) == 0:
            return f"{names[p]} has no card to play and would be out."
    return ""


def check_asked(s: State, names: Names) -> str:
    """Reinforcements or Poison has stopped the resolution and asks ``current``."""
    asked, value = names[s.current], REINFORCEMENTS if s.phase == REINFORCE else POISON
    if not is_in(s, s.current) or hand_size(s, s.current) == 0:
        return f"{asked} is asked and must be in the game with a card in hand."
    if any(is_in(s, p) and not s.card[p] for p in range(s.seats)):
        return "During the resolution every player who is in has a card on the table."
    if s.step != value:
        return f"step is {s.step}; here it is {value}."
    if bool(s.inverted) != (face_up_owner(s, PLOY) != NOBODY):
        return "inverted is true exactly when a Ploy lies face up."
    if s.phase == REINFORCE:
        return "" if face_up_owner(s, value) == s.current else f"{asked} is asked by Reinforcements and must have a 4 face up."
    if face_up_owner(s, value) == NOBODY:
        return "Somebody is asked to discard, so a Poison must lie face up."
    hit = weakest(s)
    if hit != s.current or s.card[hit] == CAMOUFLAGE:
        return f"Poison asks the weakest, {names[hit]}, unless Camouflage protects; it cannot ask {asked}."
    return ""


def check_draws(box: Box, s: State, names: Names) -> str:
    """What is remembered of a reshuffled pile must agree with the pile, the hands and the rounds."""
    if total(s.reshuffled) == 0:
        return "draws are remembered only after a reshuffle; name reshuffled, the pile it made." if s.draws else ""
    if not 1 <= s.draws < s.round or total(s.reshuffled) < s.seats:
        return f"A reshuffle happens from round 2 on, of {s.seats} cards at least, and every round since draws one of them."
    for value in range(1, VALUES):
        drawn = s.drawn[: s.draws].count(value)
        if s.reshuffled[value] - drawn != s.pile[value]:
            had, left = s.reshuffled[value], s.pile[value]
            return f"The reshuffled pile had {had} cards {value}; {drawn} drawn and {left} left do not agree."
    if s.phase != OVER and s.drawer[s.draws - 1] != s.leader:
        return f"{names[s.leader]} leads, so the last card was drawn by {names[s.leader]}."
    return next((reason for p in range(SEATS) if (reason := check_drawer(s, p, names))), "")


def check_drawer(s: State, seat: int, names: Names) -> str:
    """A drawn card is still in the hand or has left it since."""
    rows = [i for i in range(s.draws) if s.drawer[i] == seat]
    for i, later in pairwise(rows):
        early, late = s.exits[i][: s.n_exits[i]], s.exits[later][: s.n_exits[later]]
        if early[len(early) - len(late) :] != late:
            return f"Every card that left {names[seat]}'s hand since the later draw has also left it since the earlier one."
    for i in rows:
        held = s.hands[seat][s.drawn[i]] + s.exits[i][: s.n_exits[i]].count(s.drawn[i])
        if held < sum(s.drawn[j] == s.drawn[i] for j in rows if j >= i):
            return f"{names[seat]} drew a {s.drawn[i]}; it must be in the hand or have left it."
    return ""
