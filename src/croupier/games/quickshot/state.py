"""The state of a game of Quickshot, and its setup. Cards are their printed strength, 1..8; 0 is "no card"."""

from __future__ import annotations

from croupier.core.chance import below, take_of, total
from croupier.core.events import beat, emit, whisper
from croupier.core.record import Counts, Grid, Record, Words, i8, i16, i64
from croupier.games.quickshot.box import Box

CAMOUFLAGE, TRAP, PLOY, REINFORCEMENTS, EXPLOSION, TARGETING, POISON, ASSAULT = range(1, 9)
VALUES = 9
SEATS = 7
DRAWS = 4
EXITS = 12
N_ACTIONS = 9
PASS = 0
NOBODY = -1

# phases
LEAD, FOLLOW, RESOLVE, REINFORCE, DISCARD, OVER = range(6)

# kinds of events; the comment names their arguments
(
    DEALT,  # cards each
    FIRST,  # seat, how
    ROUND,  # number
    RESHUFFLED,  # cards
    DREW,  # seat, value (secret)
    LED,  # seat, value
    REVEALED,  # mask of seats
    COVERED,  # value, mask of seats
    ABILITY,  # seat, value, mask of seats it hits, result
    SPENT,  # seat, value, the ability that made it so
    DECLINED,  # seat
    STRENGTH,  # seat, new strength
    OUT,  # mask of seats, cause: the ability, or 0 for a card that could not be played
    HAND_SHOWN,  # seat, count of 1s, count of 2s, ... count of 8s
    LEADER,  # seat, how
    CLEARED,  # number of the round
    WON,  # seat, how
) = range(17)

# results of an ability
NOTHING, ELIMINATES, DISCARDS, PROTECTED, PROTECTS, INVERTS, ASKS = range(7)
# how somebody becomes, or stays, Leader
TOOK, KEPT, KEPT_UNSEEN, INHERITED = range(4)
# how the first Leader is found
CHOSEN_BY_CHANCE, CHOSEN_BY_TURN = range(2)
# how the game is won
LAST, LED_LAST_ROUND = range(2)


class State(Record):
    """The full truth. Counts of cards are indexed by value; rows by seat."""

    chance: Words = i64[4]
    seats: int = i8
    starter: int = i8
    """1 + the seat that is the first Leader; 0 = chance decides (2.4)."""
    round: int = i8
    leader: int = i8
    phase: int = i8
    current: int = i8
    """Who decides in REINFORCE and DISCARD."""
    step: int = i8
    """The ability being resolved, 1..8; 0 before and after."""
    inverted: int = i8
    all_down: int = i8
    """1 when the check for identical cards turned every card of the round face down."""
    winner: int = i8
    eliminations: int = i8
    """How many times players were eliminated; those eliminated together count once."""
    hands: Grid = i8[SEATS, VALUES]
    pile: Counts = i8[VALUES]
    """The draw pile; its order is decided when a card is drawn."""
    discards: Counts = i8[VALUES]
    boxed: Counts = i8[VALUES]
    """The cards put back unseen before the game."""
    choice: Counts = i8[SEATS]
    """Open choices of a running simultaneous decision; the card is still in the hand."""
    card: Counts = i8[SEATS]
    """The card in front of each seat."""
    up: Counts = i8[SEATS]
    strength: Counts = i16[SEATS]
    """Current strength of a face-up card, else 0."""
    out: Counts = i8[SEATS]
    """0 while in the game, else the number of the elimination."""

    # What everybody remembers of a pile that was shuffled anew out of known cards (paragraph 3.2).
    reshuffled: Counts = i8[VALUES]
    """The draw pile at that moment; all 0 before."""
    draws: int = i8
    """How many cards have been drawn since."""
    drawer: Counts = i8[DRAWS]
    drawn: Counts = i8[DRAWS]
    exits: Grid = i8[DRAWS, EXITS]
    """For each of those draws, the cards that have left the drawer's hand since, in order."""
    n_exits: Counts = i8[DRAWS]


def setup(box: Box, s: State) -> None:
    """Paragraphs 2.3 and 2.4, then the first round begins."""
    s.winner = NOBODY
    for value in range(1, VALUES):
        s.pile[value] = box.copies[value]
    cards = total(s.pile)
    for seat in range(s.seats):
        for _ in range(box.hand_size):
            s.hands[seat][take_of(s, s.pile, cards)] += 1
            cards -= 1
    for _ in range(box.boxed):
        s.boxed[take_of(s, s.pile, cards)] += 1
        cards -= 1
    emit(s, DEALT, 2_03, box.hand_size)
    if s.starter == 0:
        s.leader = below(s, s.seats)
        emit(s, FIRST, 2_04, s.leader, CHOSEN_BY_CHANCE)
    else:
        s.leader = s.starter - 1
        emit(s, FIRST, 2_04, s.leader, CHOSEN_BY_TURN)
    beat(s)
    start_round(s)


def start_round(s: State) -> None:
    """Paragraph 3.1: the next round begins, and the Leader draws."""
    s.round += 1
    s.step = 0
    s.inverted = 0
    s.all_down = 0
    emit(s, ROUND, 3_01, s.round)
    draw(s, s.leader)
    s.phase = LEAD
    beat(s)


def draw(s: State, seat: int) -> None:
    """Paragraphs 3.1 and 3.2. Draws nothing where there is no card left to draw."""
    cards = total(s.pile)
    if cards == 0:
        cards = reshuffle(s)
    if cards == 0:
        return
    value = take_of(s, s.pile, cards)
    s.hands[seat][value] += 1
    whisper(s, 1 << seat, DREW, 3_01, seat, value)
    if total(s.reshuffled) > 0:
        s.drawer[s.draws] = seat
        s.drawn[s.draws] = value
        s.draws += 1


def reshuffle(s: State) -> int:
    """Paragraph 3.2: the discards become the draw pile; returns how many they are."""
    for value in range(1, VALUES):
        s.pile[value] = s.discards[value]
        s.reshuffled[value] = s.discards[value]
        s.discards[value] = 0
    cards = total(s.pile)
    emit(s, RESHUFFLED, 3_02, cards)
    return cards


def leave_hand(s: State, seat: int, value: int) -> None:
    """A card leaves a hand in everybody's sight."""
    s.hands[seat][value] -= 1
    for i in range(s.draws):
        if s.drawer[i] == seat:
            s.exits[i][s.n_exits[i]] = value
            s.n_exits[i] += 1


def hand_size(s: State, seat: int) -> int:
    return total(s.hands[seat])


def is_in(s: State, seat: int) -> bool:
    """Whether the seat has not been eliminated."""
    return s.out[seat] == 0


def left_of(s: State, seat: int) -> int:
    """The next living seat clockwise (the seat itself if it is alone)."""
    p = (seat + 1) % s.seats
    while not is_in(s, p) and p != seat:
        p = (p + 1) % s.seats
    return p


def face_up_owner(s: State, value: int) -> int:
    """Who has this card face up in front of them, or NOBODY. After the check for identical cards there is one at most."""
    for seat in range(s.seats):
        if s.up[seat] and s.card[seat] == value:
            return seat
    return NOBODY
