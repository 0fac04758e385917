"""Who knows it: deal again everything that a seat cannot know (section 7).

Frequencies. Every physical history that agrees with what the seat has seen is equally likely: which card lay where, and,
where a player chose among copies that look alike, which copy it was. Before a reshuffle that makes all unseen cards
exchangeable. After one (3.2) the draw pile is known, and a card drawn from it by somebody else may still be in that hand or may
have been any of the cards that left it since: its *fate*. ``choose_fates`` draws the fates of all those draws together with
their exact weights; given the fates, both pools are exchangeable again. docs/decisions/redeal.md derives the weights.
"""

from __future__ import annotations

from croupier.core.chance import WORD, next32, seed_chance, take, total
from croupier.core.record import Counts
from croupier.games.quickshot.box import Box
from croupier.games.quickshot.state import DRAWS, VALUES, State, hand_size

HELD = -1
"""The fate of a drawn card that is still in the hand; other fates are places in the list of exits."""


def redeal(box: Box, s: State, seat: int, key: int) -> None:
    seed_chance(s, key)
    for other in range(s.seats):
        if other != seat:
            s.choice[other] = 0
    if total(s.reshuffled) == 0:
        redeal_once(box, s, seat)
    else:
        redeal_reshuffled(box, s, seat)


def redeal_once(box: Box, s: State, seat: int) -> None:
    """No reshuffle yet: all unseen cards are exchangeable, and what is left over is the draw pile."""
    pool = s.pile
    for value in range(VALUES):
        pool[value] = unseen(box, s, seat, value)
    for other in range(s.seats):
        if other != seat:
            deal_hand(s, other, hand_size(s, other), pool)
    deal_boxed(box, s, pool)


def redeal_reshuffled(box: Box, s: State, seat: int) -> None:
    """Split the unseen cards into what was in the reshuffled pile and what was not, then deal from both."""
    fates = s.n_exits
    exits = (s.n_exits[0], s.n_exits[1], s.n_exits[2], s.n_exits[3])
    choose_fates(box, s, seat, exits, fates)
    for i in range(s.draws):
        if s.drawer[i] != seat and fates[i] != HELD:
            s.drawn[i] = s.exits[i][fates[i]]
    deal_reshuffled(box, s, seat, fates)
    for i in range(DRAWS):
        s.n_exits[i] = exits[i]


def deal_reshuffled(box: Box, s: State, seat: int, fates: Counts) -> None:
    """The pile is what the draws left of the reshuffled cards; the rest of the unseen cards fill hands and box."""
    for value in range(VALUES):
        s.pile[value] = s.reshuffled[value]
        s.boxed[value] = unseen(box, s, seat, value) - s.reshuffled[value]
    for i in range(s.draws):
        if s.drawer[i] == seat or fates[i] != HELD:
            s.pile[s.drawn[i]] -= 1
            s.boxed[s.drawn[i]] += 1
    for i in range(s.draws):
        if s.drawer[i] != seat and fates[i] == HELD:
            s.drawn[i] = take(s, s.pile)
    deal_hands(s, seat, fates)


def deal_hands(s: State, seat: int, fates: Counts) -> None:
    """s.boxed holds the pool; what the other hands leave of it is what was put back into the box."""
    for other in range(s.seats):
        if other != seat:
            held = 0
            for i in range(s.draws):
                if s.drawer[i] == other and fates[i] == HELD:
                    held += 1
            deal_hand(s, other, hand_size(s, other) - held, s.boxed)
            for i in range(s.draws):
                if s.drawer[i] == other and fates[i] == HELD:
                    s.hands[other][s.drawn[i]] += 1


def unseen(box: Box, s: State, seat: int, value: int) -> int:
    """Copies of a card that lie neither in the seat's hand nor in front of anybody nor among the discards."""
    n = box.copies[value] - s.hands[seat][value] - s.discards[value]
    for p in range(s.seats):
        if s.card[p] == value and value > 0:
            n -= 1
    return n


def deal_hand(s: State, seat: int, size: int, pool: Counts) -> None:
    for value in range(VALUES):
        s.hands[seat][value] = 0
    for _ in range(size):
        s.hands[seat][take(s, pool)] += 1


def deal_boxed(box: Box, s: State, pool: Counts) -> None:
    for value in range(VALUES):
        s.boxed[value] = 0
    for _ in range(box.boxed):
        s.boxed[take(s, pool)] += 1


# --- fates -----------------------------------------------------------------------------------------------------------


def choose_fates(box: Box, s: State, seat: int, exits: tuple[int, int, int, int], fates: Counts) -> None:
    """Draw the joint fate of all draws from the reshuffled pile by others: one pass sums the weights, the next picks."""
    whole = sum_weights(box, s, seat, exits, fates, -1.0)
    sum_weights(box, s, seat, exits, fates, whole * next32(s) / (WORD + 1))


def sum_weights(box: Box, s: State, seat: int, exits: tuple[int, int, int, int], fates: Counts, at: float) -> float:
    """Walk through all joint fates in a fixed order; stops at the first whose running sum exceeds ``at`` >= 0."""
    for i in range(DRAWS):
        fates[i] = HELD
    so_far = 0.0
    more = True
    while more:
        w = weight(box, s, seat, exits, fates)
        so_far += w
        if at >= 0.0 and w > 0.0 and so_far > at:
            return so_far
        more = step_fates(s, seat, exits, fates)
    return so_far


def step_fates(s: State, seat: int, exits: tuple[int, int, int, int], fates: Counts) -> bool:
    """The next joint fate, like counting; False after the last."""
    for i in range(s.draws):
        if s.drawer[i] != seat:
            fates[i] += 1
            if fates[i] < exits[i]:
                return True
            fates[i] = HELD
    return False


def weight(box: Box, s: State, seat: int, exits: tuple[int, int, int, int], fates: Counts) -> float:
    """How many physical histories have these fates, up to a factor that is the same for all fates."""
    if same_exit_twice(s, exits, fates):
        return 0.0
    result = 1.0
    held = 0
    for other in range(s.seats):
        if other != seat:
            mine = 0
            for i in range(s.draws):
                if s.drawer[i] == other and fates[i] == HELD:
                    result *= hand_size(s, other) - mine
                    mine += 1
            held += mine
    return result * pool_weight(box, s, seat, fates, held)


def same_exit_twice(s: State, exits: tuple[int, int, int, int], fates: Counts) -> bool:
    """Two draws of one player cannot have left the hand as the same card; exits are compared from their common end."""
    for i in range(s.draws):
        for j in range(i):
            both_left = s.drawer[i] == s.drawer[j] and fates[i] != HELD and fates[j] != HELD
            if both_left and exits[i] - fates[i] == exits[j] - fates[j]:
                return True
    return False


def pool_weight(box: Box, s: State, seat: int, fates: Counts, held: int) -> float:
    """Ways to draw the exits that were reshuffled cards, times ways to hold those not shown, times arrangements of the rest."""
    result = 1.0
    rest = 0
    pile = 0
    for value in range(1, VALUES):
        gone = 0
        own = 0
        for i in range(s.draws):
            if s.drawer[i] == seat:
                own += s.drawn[i] == value
            elif fates[i] != HELD:
                gone += s.exits[i][fates[i]] == value
        left = unseen(box, s, seat, value) - s.reshuffled[value] + own + gone
        stock = s.reshuffled[value] - own
        if left < 0 or stock < gone:
            return 0.0
        rest += left
        pile += stock - gone
        result *= falling(stock, gone) * falling(rest, left) / falling(left, left)
    return result * falling(pile, held)


def falling(n: int, k: int) -> float:
    """n (n - 1) ... (n - k + 1): the ways to line up k of n cards."""
    product = 1.0
    for i in range(k):
        product *= n - i
    return product
