"""Whether a position can be: sentences that say why not.

Of how it came to be, only the running round is asked for, as far as it shows: who has had how many turns, and who must
remember what. Not asked is which rounds brought the cash, the blasted plates and the tin, nor what is counted.
"""

from __future__ import annotations

from itertools import combinations
from typing import Literal, get_args

from croupier.core.errors import listed
from croupier.core.events import seats_in
from croupier.games.quick_silver.box import DYNAMITE, HAND, POSITIONS, REPLACEMENT_PLATE, Box
from croupier.games.quick_silver.ending import cash_of, latest_dead, richest
from croupier.games.quick_silver.legal import may_redirect
from croupier.games.quick_silver.market import sell
from croupier.games.quick_silver.narration import counted
from croupier.games.quick_silver.state import (
    CENTRE,
    LAST_ALIVE,
    NOBODY_ALIVE,
    NOWHERE,
    OVER,
    PLACES,
    REDIRECT,
    RICHEST,
    TURN,
    State,
    is_alive,
    living,
)

Names = list[str]
Ending = Literal["", "richest", "last_alive", "nobody_alive"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)


def check_position(box: Box, s: State, names: Names) -> str:
    """ "" for a position that can be, else a sentence."""
    always = (check_out, check_start, check_variants, check_dice, check_plates, check_hands, check_known, check_tokens)
    mine = (check_no_end, check_target, check_redirected, check_facing, check_memory, check_swaps, check_undecided)
    over = (check_ending, check_revealed, check_blasted, check_market, check_winners, check_before)
    checks = always + (over if s.phase == OVER else mine)
    return next((reason for check in checks if (reason := check(box, s, names))), "")


def called(names: Names, places: int) -> str:
    """A mask of places in words."""
    return listed(["the Stranger" if place == CENTRE else names[place] for place in seats_in(places)] or ["nobody"])


def card_called(names: Names, place: int, slot: int) -> str:
    return f"the {POSITIONS[slot]} card of {'the centre' if place == CENTRE else names[place]}"


def dealt(s: State) -> int:
    """Mask of the seats that had cards in this round at the most: after the end also those whom the last blast put out."""
    return living(s) | (latest_dead(s) if s.phase == OVER else 0)


# --- who is in, and whose turn it is ---------------------------------------------------------------------------------


def check_out(box: Box, s: State, names: Names) -> str:
    left = living(s)
    if s.not_quite_dead and s.blasts:
        return f"{called(names, latest_dead(s))} cannot be out: with not_quite_dead nobody goes out."
    if set(range(1, s.blasts + 1)) - set(s.out):
        return f"out has a blast {s.blasts} but not every number before it; they are counted from 1."
    if s.phase != OVER and left.bit_count() < 2:
        return f"{f'Only {called(names, left)}' if left else 'Nobody'} is left; phase must be over."
    return ""


def check_start(box: Box, s: State, names: Names) -> str:
    """Paragraphs 2.4, 3.5 and 4.9."""
    if not dealt(s) >> s.start & 1:
        return f"{names[s.start]} is out and cannot have started this round."
    if s.phase == OVER and s.current != s.start:
        return f"A game ends after a full circle, before the turn of {names[s.start]}, who started; current cannot be another."
    if s.phase != OVER and not is_alive(s, s.current):
        return f"{names[s.current]} is out and has no turns."
    first = (s.starter + s.round - 2) % s.seats
    if s.starter and s.blasts == 0 and first != s.start:
        return f"{names[s.starter - 1]} began the game, so {names[first]} starts round {s.round}, not {names[s.start]}."
    return ""


def check_variants(box: Box, s: State, names: Names) -> str:
    if s.cash[CENTRE] and not s.sneaky_stranger:
        return "Only the Sneaky Stranger has cash: without the variant stranger_cash must be 0."
    if s.blown and not s.not_quite_dead:
        return "blown is for not_quite_dead; without it who is blown up is out."
    if s.blown and s.phase != OVER:
        return "Who was blown up is dealt in again when the next round begins; blown is for phase over."
    for seat in seats_in(s.blown):
        if s.cash[seat] or s.blasted[seat]:
            return f"{names[seat]} was blown up and starts over; cash and blasted must be 0."
    return ""


def check_dice(box: Box, s: State, names: Names) -> str:
    faces = sorted(set(box.white[: box.white_faces]))
    if s.white not in faces:
        return f"white is {s.white}; the white die has {listed([str(face) for face in faces])}."
    if s.phase == OVER:
        return f"die is {s.die}; when the game is over it is 0." if s.die else ""
    most = highest_die(box)
    return "" if 1 <= s.die <= most else f"die is {s.die}; in the mine the black die shows 1 to {most}."


def highest_die(box: Box) -> int:
    return max(box.black[: box.black_faces])


def check_target(box: Box, s: State, names: Names) -> str:
    """Paragraphs 4.3 to 4.6."""
    if s.phase == TURN:
        return "" if s.target == NOWHERE else "In phase turn nobody is named yet; target must be left out."
    if s.target == NOWHERE or s.target == s.current:
        return f"target must be the place that {names[s.current]} has named: another seat, or centre."
    if s.target != CENTRE and not is_alive(s, s.target):
        return f"{names[s.target]} is out and cannot be the target."
    if s.redirected >> s.target & 1:
        return f"{names[s.target]} has redirected in this turn and cannot be named again."
    if s.phase == REDIRECT and not may_redirect(s, s.target):
        whom = "the centre" if s.target == CENTRE else f"{names[s.target]}, who has only one plate left"
        return f"Nobody asks {whom}, whether to redirect; phase must be exchange."
    return ""


def check_redirected(box: Box, s: State, names: Names) -> str:
    for seat in seats_in(s.redirected):
        if seat == s.current or not is_alive(s, seat):
            return f"{names[seat]} cannot have redirected: it is {names[s.current]}'s turn, and only the living redirect."
        if s.tin[seat] == 0:
            return f"{names[seat]} has redirected, so a plate of {names[seat]} is in the tin; tin says 0."
    return ""


# --- tokens and money ------------------------------------------------------------------------------------------------


def check_plates(box: Box, s: State, names: Names) -> str:
    """Paragraphs 2.3, 4.5 and 5.5."""
    for seat in range(s.seats):
        showing, blasted, tin = s.showing[seat], s.blasted[seat], s.tin[seat]
        if showing + blasted + tin != box.plates:
            has = f"{showing} that show a plate, {blasted} blasted and {tin} in the tin"
            return f"{names[seat]} has {counted(box.plates, 'token')} in all; {has} are not."
        if is_alive(s, seat) and showing == 0:
            return f"{names[seat]} is in the game and must have a token that shows a plate."
        if not is_alive(s, seat) and showing:
            return f"{names[seat]} is out, so no token shows a plate; showing says {showing}."
        if blasted == 0 and showing == 0:
            return f"{names[seat]} is out by a blast, so a token is blasted; the last plate never goes to the tin."
    return ""


def check_tokens(box: Box, s: State, names: Names) -> str:
    """Paragraph 4.2: one for each turn at the most."""
    for seat in range(s.seats):
        if s.tokens[seat] and not is_alive(s, seat):
            return f"{names[seat]} is out; the sneak tokens are put away."
        if s.tokens[seat] > most_turns(box, s, seat):
            turns = counted(most_turns(box, s, seat), "turn")
            tokens = counted(s.tokens[seat], "sneak token")
            return f"{names[seat]} has had {turns} in this round at the most and cannot have {tokens}."
    return ""


def most_turns(box: Box, s: State, seat: int) -> int:
    """Paragraph 4.9: the turns of full circles, if the die showed its highest number, and the turn of this circle."""
    behind = (seat - s.start) % s.seats < (s.current - s.start) % s.seats
    return highest_die(box) - s.die + behind


def check_undecided(box: Box, s: State, names: Names) -> str:
    """Paragraphs 6.8 and 6.9: the last market has made nobody the winner."""
    top = winner_by_cash(box, s, living(s))
    return f"{called(names, top)} is the richest with ${cash_of(s, top)} and has won; phase must be over." if top else ""


def winner_by_cash(box: Box, s: State, seats: int) -> int:
    """Mask of the place that has more than all others of these seats, and the Stranger, and the target; 0 if there is none."""
    top = richest(s, seats | s.sneaky_stranger << CENTRE)
    return top if top.bit_count() == 1 and cash_of(s, top) >= box.target else 0


# --- cards, and who knows them ---------------------------------------------------------------------------------------


def check_hands(box: Box, s: State, names: Names) -> str:
    for seat in range(s.seats):
        if not is_alive(s, seat) and (any(s.cards[seat]) or any(s.known[seat])):
            return f"{names[seat]} is out and cannot have cards."
    return ""


def check_known(box: Box, s: State, names: Names) -> str:
    """Paragraphs 3.4 and 4.8."""
    for place, slot in lying(s):
        known, card = s.known[place][slot], card_called(names, place, slot)
        if s.up[place][slot] and known != (1 << s.seats) - 1:
            return f"Everybody knows {card}, which lies face up; known must list all."
        if not s.up[place][slot] and known & ~dealt(s):
            return f"{called(names, known & ~dealt(s))} cannot know {card}: it lies face down, and was dealt later."
        if place != CENTRE and not known >> place & 1:
            return f"{names[place]} knows {card}; everybody knows the own cards."
    return ""


def lying(s: State) -> list[tuple[int, int]]:
    """Place and slot of every card on the table."""
    return [(place, slot) for place in range(PLACES) for slot in range(HAND) if s.cards[place][slot]]


def face_down(s: State) -> list[int]:
    """For every card that lies face down the mask of those who know it."""
    return [s.known[place][slot] for place, slot in lying(s) if not s.up[place][slot]]


def check_facing(box: Box, s: State, names: Names) -> str:
    """Paragraphs 3.2 to 3.4: a swap turns no card."""
    hands = 1 + living(s).bit_count()
    up = len(lying(s)) - len(face_down(s))
    if up == s.white * hands:
        return ""
    return f"white is {s.white}, so of {hands} hands, the centre's included, {s.white * hands} cards lie face up; here {up} do."


def check_memory(box: Box, s: State, names: Names) -> str:
    """Paragraph 4.8: whoever was dealt a card face down knows it still, wherever it lies, and no two were dealt the same."""
    seats, down = seats_in(living(s)), face_down(s)
    for n in range(1, 1 + len(seats)):
        for some in combinations(seats, n):
            group = sum(1 << seat for seat in some)
            known, own = sum(mask & group != 0 for mask in down), n * (HAND - s.white)
            if known < own:
                cards = f"{counted(own, 'card')} face down and must know them still, wherever they lie"
                return f"{called(names, group)} {'was' if n == 1 else 'were'} dealt {cards}; known names {known}."
    return ""


def check_swaps(box: Box, s: State, names: Names) -> str:
    """Paragraphs 4.7 and 4.8: a swap moves two cards, and each side gets to know one."""
    seats = seats_in(living(s))
    most = sum(most_turns(box, s, seat) - s.tokens[seat] for seat in seats)
    own = HAND - s.white
    learnt = [sum(mask >> seat & 1 for mask in face_down(s)) - own for seat in seats]
    moved = sum(s.up[place][slot] != (slot < s.white) for place, slot in lying(s))
    least = max(*learnt, (sum(learnt) + 1) // 2, (moved + 1) // 2)
    if least <= most:
        return ""
    if most == 0:
        return "No swap has happened in this round: what lies face up are the first cards, and the rest only the owner knows."
    return f"In this round {counted(most, 'swap')} can have happened; what lies face up, and who knows what, takes {least}."


# --- the end ---------------------------------------------------------------------------------------------------------


def check_no_end(box: Box, s: State, names: Names) -> str:
    if s.winners or s.ending:
        return "winners and ending are for a game that is over; phase must be over."
    if any(s.total) or any(s.group) or any(s.gain):
        return "In the mine nothing is sold; totals, groups and gains are for phase over."
    return ""


def check_ending(box: Box, s: State, names: Names) -> str:
    """Paragraphs 1.1, 1.2 and 1.4."""
    if s.target != NOWHERE or s.redirected:
        return "The game is over: target and redirected must be left out."
    alive = living(s).bit_count()
    ending = (NOBODY_ALIVE, LAST_ALIVE)[alive] if alive < 2 else RICHEST
    if s.ending != ending:
        return f"{counted(alive, 'player')} left at the end means that ending is {ENDINGS[ending]}, not {ENDINGS[s.ending]!r}."
    if ending == NOBODY_ALIVE and latest_dead(s).bit_count() == 1:
        return f"{called(names, latest_dead(s))} was the only one left before the last blast, and had won; out cannot be so."
    return ""


def check_revealed(box: Box, s: State, names: Names) -> str:
    """Paragraphs 5.1 and 6.1."""
    sold = sold_again(box, s)
    for place, slot in lying(s):
        found = place != CENTRE and box.kind[s.cards[place][slot]] >= DYNAMITE
        if s.up[place][slot] < max(found, sold.up[place][slot]):
            return f"At the end {card_called(names, place, slot)} was revealed; it must lie face up."
    most = (HAND - s.white) * (1 + dealt(s).bit_count())
    if len(face_down(s)) > most:
        return f"{counted(len(face_down(s)), 'card')} cannot lie face down; {most} were dealt so at the most."
    return ""


def sold_again(box: Box, s: State) -> State:
    """The state with this market reckoned anew from the cards and tokens, if there was one; cash is not meant."""
    again = s.copy()
    again.total, again.group, again.gain = ([0] * PLACES for _ in range(3))
    if s.ending == RICHEST:
        sell(box, again)
    return again


def check_blasted(box: Box, s: State, names: Names) -> str:
    """Paragraphs 5.3 and 7.1."""
    for seat in seats_in(living(s)):
        kinds = [box.kind[code] for code in s.cards[seat]]
        flips = max(0, kinds.count(DYNAMITE) - kinds.count(REPLACEMENT_PLATE))
        if s.blown >> seat & 1 and flips == 0:
            return f"{names[seat]} cannot have been blown up: no Dynamite there was not stopped."
        if not s.blown >> seat & 1 and s.blasted[seat] < flips:
            return f"{names[seat]} was stuck with {flips} Dynamite, so blasted is {flips} at least, not {s.blasted[seat]}."
    return ""


def check_market(box: Box, s: State, names: Names) -> str:
    """Section 6, reckoned again."""
    if s.ending != RICHEST and any(s.total + s.group + s.gain):
        return "There was no market: totals, groups and gains must be left out."
    again = sold_again(box, s)
    rows = (("total", s.total, again.total), ("group", s.group, again.group), ("gain", s.gain, again.gain))
    for key, row, right in rows:
        for place in range(PLACES):
            if row[place] != right[place]:
                return f"The {key} of {called(names, 1 << place)} is {row[place]}; the cards and tokens say {right[place]}."
    poor = sum(1 << place for place in range(PLACES) if s.cash[place] < s.gain[place])
    return f"{called(names, poor)} has less cash than this market has brought." if poor else ""


def check_winners(box: Box, s: State, names: Names) -> str:
    if s.ending == RICHEST:
        won = winner_by_cash(box, s, living(s))
        if not won:
            return f"Nobody alone is the richest with ${box.target} or more, so the game is not over."
    else:
        won = living(s) or richest(s, latest_dead(s))
    return "" if s.winners == won else f"The game was won by {called(names, won)}, not by {called(names, s.winners)}."


def check_before(box: Box, s: State, names: Names) -> str:
    """Nobody had won before this round (6.8): among those alive then, who are not known where some were blown up."""
    if s.blown:
        return ""
    before = s.copy()
    before.cash = [cash - gain for cash, gain in zip(s.cash, s.gain, strict=True)]
    alive = {living(s), dealt(s)} if s.ending == RICHEST else {dealt(s)}
    earlier = [winner_by_cash(box, before, seats) for seats in alive]
    return f"{called(names, earlier[0])} had won before this round, by cash." if all(earlier) else ""
