"""The state of a game of Quick Silver, and how a round begins.

A place is a seat, or CENTRE for the three central cards. A card is its number in the box (box.py); 0 is "no card".
"""

from __future__ import annotations

from croupier.core.chance import below, take_of
from croupier.core.events import beat, emit
from croupier.core.record import Counts, Grid, Record, Words, i8, i16, i32, i64
from croupier.games.quick_silver.box import CODES, HAND, Box

SEATS = 6
CENTRE = 6
"""The place of the central cards, and of the Sneaky Stranger."""
PLACES = 7
NOWHERE = -1

# phases
TURN, REDIRECT, EXCHANGE, OVER = range(4)

# action numbers: sneak, swap with a place, answer a redirect window, exchange own slot x other slot
SNEAK = 0
SWAP = 1
ALLOW = SWAP + PLACES
GO_ELSEWHERE = ALLOW + 1
GIVE = GO_ELSEWHERE + 1
N_ACTIONS = GIVE + HAND * HAND

# kinds of events; the comment names their arguments
(
    FIRST,  # seat, how
    ROUND,  # number, the seat that starts
    ROLLED,  # white die, black die
    SNEAKED,  # seat, sneak tokens now
    NAMED,  # seat, place
    REDIRECTED,  # seat that redirects, seat that must go elsewhere, plates left
    ALLOWED,  # seat, seat that may swap
    SWAPPED,  # seat, place, own slot, other slot, card given (secret), card taken (secret)
    TICKED,  # turns left
    FOUND,  # seat, its Dynamites, its Replacement Plates
    STOPPED,  # seat, Dynamites
    BLASTED,  # seat, plates flipped, plates left
    REPAIRED,  # seat, plates turned back
    OUT,  # mask of seats
    RESTARTED,  # mask of seats
    SHOWN,  # place, card, card, card, total
    GROUP,  # number of the group, total, mask of places
    EARNED,  # place, dollars, dollars now
    TIED,  # mask of places, dollars
    WON,  # mask of places, how
) = range(20)

# how the first player is found
BY_CHANCE, BY_TABLE = range(2)
# how a game ends
RICHEST, LAST_ALIVE, NOBODY_ALIVE = range(1, 4)
# what is counted
SNEAKS, SWAPS, CENTRE_SWAPS, WINDOWS, REDIRECTS = range(5)


class State(Record):
    """The full truth. Rows are places; rows that only players have are seats."""

    chance: Words = i64[4]
    seats: int = i8
    not_quite_dead: int = i8
    sneaky_stranger: int = i8
    starter: int = i8
    """1 + the seat that has the first turn of the game; 0 = chance decides (2.4)."""
    round: int = i32
    start: int = i8
    """Who has the first turn of this round."""
    phase: int = i8
    current: int = i8
    """Whose turn it is."""
    target: int = i8
    """The place that has been named for a swap, or NOWHERE."""
    redirected: int = i8
    """Mask of the seats that have redirected in this turn."""
    white: int = i8
    die: int = i8
    """What the black die shows: turns left for everybody."""
    cards: Grid = i8[PLACES, HAND]
    up: Grid = i8[PLACES, HAND]
    known: Grid = i8[PLACES, HAND]
    """Mask of the seats that know the card. Who knows what is public; what it is, is not."""
    deck: Counts = i8[CODES]
    """The cards that are not dealt this round; their order never matters."""
    showing: Counts = i8[SEATS]
    """Tokens that show a plate."""
    blasted: Counts = i8[SEATS]
    tin: Counts = i8[SEATS]
    """Tokens given up for the rest of the game."""
    tokens: Counts = i8[SEATS]
    """Sneak tokens of this round."""
    cash: Counts = i32[PLACES]
    out: Counts = i8[SEATS]
    """0 while alive, else the number of the blast that put the seat out."""
    blasts: int = i8
    """How many times players were put out; those put out together count once."""
    blown: int = i8
    """Mask of the seats that were blown up this round and start over (7.1)."""
    total: Counts = i16[PLACES]
    """At the market: cards and tokens added up."""
    group: Counts = i8[PLACES]
    """At the market: 1 for the highest group, 2, ...; 0 before, and for those who do not sell."""
    gain: Counts = i16[PLACES]
    """What this market has brought."""
    winners: int = i8
    """Mask of places."""
    ending: int = i8
    counted: Counts = i32[5]
    """How many turns were sneaked and swapped, with whom, and how many redirect windows were opened and used."""


def setup(box: Box, s: State) -> None:
    """Paragraphs 2.3 and 2.4, then the first round begins."""
    s.target = NOWHERE
    for seat in range(s.seats):
        s.showing[seat] = box.plates
    if s.starter == 0:
        s.start = below(s, s.seats)
        emit(s, FIRST, 2_04, s.start, BY_CHANCE)
    else:
        s.start = s.starter - 1
        emit(s, FIRST, 2_04, s.start, BY_TABLE)
    start_round(box, s)


def start_round(box: Box, s: State) -> None:
    """Section 3: roll the dice, deal to everybody alive and to the centre; then the first turn is due."""
    s.round += 1
    s.white = box.white[below(s, box.white_faces)]
    s.die = box.black[below(s, box.black_faces)]
    emit(s, ROUND, 3_05, s.round, s.start)
    emit(s, ROLLED, 3_01, s.white, s.die)
    deal(box, s)
    s.phase = TURN
    s.current = s.start
    beat(s)


def deal(box: Box, s: State) -> None:
    """Paragraphs 3.2 and 3.3: everything is shuffled anew, and nothing of the last round is left on the table."""
    left = 0
    for code in range(1, box.codes):
        s.deck[code] = box.copies[code]
        left += box.copies[code]
    s.blown = 0
    everybody = (1 << s.seats) - 1
    for place in range(PLACES):
        s.total[place] = 0
        s.group[place] = 0
        s.gain[place] = 0
        if place < SEATS:
            s.tokens[place] = 0
        if place == CENTRE or is_alive(s, place):
            owner = 0 if place == CENTRE else 1 << place
            for slot in range(HAND):
                s.cards[place][slot] = take_of(s, s.deck, left)
                left -= 1
                s.up[place][slot] = 1 if slot < s.white else 0
                s.known[place][slot] = everybody if slot < s.white else owner


def is_alive(s: State, seat: int) -> bool:
    return seat < s.seats and s.out[seat] == 0


def living(s: State) -> int:
    """Mask of the seats."""
    mask = 0
    for seat in range(s.seats):
        if s.out[seat] == 0:
            mask |= 1 << seat
    return mask


def top(row: Counts, places: int) -> int:
    """Mask of those among the places who have the highest number in the row, which is never negative."""
    best = -1
    mask = 0
    for place in range(PLACES):
        if places >> place & 1 and row[place] >= best:
            if row[place] > best:
                best = row[place]
                mask = 0
            mask |= 1 << place
    return mask


def next_alive(s: State, seat: int) -> int:
    """The next living seat clockwise (the seat itself if it is alone)."""
    p = (seat + 1) % s.seats
    while not is_alive(s, p) and p != seat:
        p = (p + 1) % s.seats
    return p


def sees(s: State, viewer: int, place: int, slot: int) -> bool:
    """Whether a seat, or a spectator (negative), knows what lies there (3.4, 8.2)."""
    return s.up[place][slot] == 1 or (viewer >= 0 and s.known[place][slot] >> viewer & 1 == 1)
