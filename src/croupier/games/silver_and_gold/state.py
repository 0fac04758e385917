"""The state of a game of Silver & Gold, its setup, and how a turn begins. Cards are numbers of the box plus 1; 0 is no card."""

from __future__ import annotations

from croupier.core.chance import below, take_of
from croupier.core.events import beat, emit
from croupier.core.record import Counts, Grid, Record, Words, i8, i16, i32, i64
from croupier.games.silver_and_gold.box import MOST_CARDS, MOST_PATTERNS, Box, card_code

SEATS = 4
DEALT_EACH = 4
ISLANDS = 2
PLACES = 4
"""Cards on the display."""
COIN_ROWS = 3
COIN_ROW = 4
COLORS_AND_NONE = 5
NOBODY = -1

# Action numbers: placements of the pattern on each island, single boxes on each island, the display, the deck, pairs to keep.
PLACE = 0
PLACES_EACH = 48
SINGLE = PLACE + ISLANDS * PLACES_EACH
SINGLES_EACH = 16
TAKE = SINGLE + ISLANDS * SINGLES_EACH
TAKE_TOP = TAKE + PLACES
KEEP = TAKE_TOP + 1
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
N_ACTIONS = KEEP + 6

# phases; SETTLE is never a decision
CHOOSE, MARK, SETTLE, REPLACE, OVER = range(5)

# kinds of events; the comment names their arguments. A card is named by box.card_code.
(
    DEALT,  # cards each
    KEPT,  # seat, card, card
    RETURNED,  # cards
    DISPLAYED,  # card, card, card, card
    FIRST,  # seat, how
    REVEALED,  # round, turn, first player, outline of the pattern
    MARKED,  # seat, card, boxes, 1 with the pattern or 0 with a single box
    BONUS,  # seat, card, boxes: boxes for an X
    LOST,  # seat, how many X without an open box left
    COIN,  # seat, how many are marked (0 where all were), coins on the score card now
    PALM,  # seat, points, palms on the display
    TROPHY,  # seat, its value; 0 when none is left
    COMPLETED,  # seat, card, value
    TOOK,  # seat, card, place on the display; -1 for the deck, 1 when there was no choice
    REFILLED,  # card, place
    NOTHING_LEFT,  # seat
    ROUND_OVER,  # round
    SCORED,  # seat, coins, trophies, palms, cards, seals
    WON,  # mask of seats, how
) = range(19)

# how the first player is found
CHOSEN_BY_CHANCE, CHOSEN_BY_TURN = range(2)
# how the game is won
MOST_POINTS, TIE_BROKEN, SHARED = range(3)


class State(Record):
    """The full truth. Rows are indexed by seat; masks of boxes are those of grid.py."""

    chance: Words = i64[4]
    seats: int = i8
    starter: int = i8
    """1 + the first player of the first turn; 0 before the setup where chance decides (2.6)."""
    take_from_deck: int = i8
    """Option (6.4)."""
    round: int = i8
    turn: int = i8
    """Of the round, from 1."""
    phase: int = i8
    first: int = i8
    """The first player of this turn."""
    current: int = i8
    """Who takes a card in REPLACE."""
    pattern: int = i8
    """The pattern of this turn; NOBODY before the first."""
    trophies_gone: int = i8
    unseen: Counts = i8[MOST_PATTERNS]
    """How many expedition cards of each pattern are not yet revealed in this round; their order is decided when one is."""
    deck: Counts = i8[MOST_CARDS]
    """1 for each card of the deck; their order is decided when one is drawn."""
    deck_size: int = i8
    display: Counts = i8[PLACES]
    islands: Grid = i8[SEATS, ISLANDS]
    open: Grid = i32[SEATS, ISLANDS]
    """The boxes of an island that are not crossed off, open choices aside."""
    completed: Counts = i8[MOST_CARDS]
    """1 + the seat that completed the card."""
    coins: Counts = i8[SEATS]
    rows: Counts = i8[SEATS]
    """Coin rows completed and settled."""
    trophies: Grid = i16[SEATS, COIN_ROWS]
    """The trophy of each row; 0 where none was left."""
    palms: Counts = i16[SEATS]
    """Points for palms."""
    cards: Counts = i16[SEATS]
    """Points for completed cards, without seals."""
    seals: Counts = i16[SEATS]
    """Points for the seals of completed cards."""
    done: Grid = i8[SEATS, COLORS_AND_NONE]
    """How many cards of each color the seat has completed."""
    seal_worth: Grid = i16[SEATS, COLORS_AND_NONE]
    """What one more completed card of a color gains by the seals that the seat has."""
    owed: Counts = i8[SEATS]
    """How many cards the seat may still take in this turn."""

    # Open choices of a running simultaneous decision.
    dealt: Grid = i8[SEATS, DEALT_EACH]
    """In CHOOSE the cards to choose from."""
    choice: Counts = i16[SEATS]
    """1 + the pair kept, or the first marking; 0 while not chosen."""
    crossed: Grid = i32[SEATS, ISLANDS]
    """The boxes crossed off in this turn."""
    bonus: Counts = i8[SEATS]
    """Boxes still to be crossed off for an X."""
    acts: Counts = i8[SEATS]
    """How many actions the open choices are."""


def setup(box: Box, s: State) -> None:
    """Paragraphs 2.3 and 2.6: four cards for each, and a first player."""
    s.pattern = NOBODY
    for card in range(box.n_cards):
        s.deck[card] = 1
    s.deck_size = box.n_cards
    for seat in range(s.seats):
        for i in range(DEALT_EACH):
            s.dealt[seat][i] = draw(s)
        sort_four(s.dealt[seat])
    emit(s, DEALT, 2_03, DEALT_EACH)
    if s.starter == 0:
        s.starter = 1 + below(s, s.seats)
        emit(s, FIRST, 2_06, s.starter - 1, CHOSEN_BY_CHANCE)
    else:
        emit(s, FIRST, 2_06, s.starter - 1, CHOSEN_BY_TURN)
    s.first = s.starter - 1
    s.phase = CHOOSE
    beat(s)


def draw(s: State) -> int:
    """Any card of the deck, all equally likely; the deck holds one at least."""
    card = take_of(s, s.deck, s.deck_size)
    s.deck_size -= 1
    return card + 1


def sort_four(row: Counts) -> None:
    """Which card came first tells nothing; rising, equal hands look alike."""
    for i in range(1, DEALT_EACH):
        j = i
        while j > 0 and row[j - 1] > row[j]:
            row[j - 1], row[j] = row[j], row[j - 1]
            j -= 1


def start_round(box: Box, s: State) -> None:
    """Paragraph 3.9: all expedition cards are shuffled."""
    s.round += 1
    s.turn = 0
    for pattern in range(box.n_patterns):
        s.unseen[pattern] = box.expeditions[pattern]


def start_turn(box: Box, s: State) -> None:
    """Paragraph 3.1: the first player reveals the pattern of the turn."""
    s.turn += 1
    s.pattern = take_of(s, s.unseen, box.n_expeditions - s.turn + 1)
    s.phase = MARK
    emit(s, REVEALED, 3_01, s.round, s.turn, s.first, box.outline[s.pattern])
    beat(s)


def give_island(box: Box, s: State, seat: int, card: int) -> None:
    """A card comes to the first free of the seat's two places, with all its boxes open."""
    slot = 0 if s.islands[seat][0] == 0 else 1
    s.islands[seat][slot] = card
    s.open[seat][slot] = box.boxes[card - 1]


def fill(box: Box, s: State, place: int) -> None:
    """The top card of the deck comes to a free place of the display; nothing where the deck is empty (6.5)."""
    s.display[place] = draw(s) if s.deck_size > 0 else 0


def code(box: Box, card: int) -> int:
    """How events name a card of the state; 0 for none."""
    return card_code(box, card - 1) if card > 0 else 0


def left_open(s: State, seat: int, slot: int) -> int:
    """The boxes of an island that are not crossed off, the own open choices included."""
    return s.open[seat][slot] & ~s.crossed[seat][slot]


def has_open_box(s: State, seat: int) -> bool:
    return (left_open(s, seat, 0) | left_open(s, seat, 1)) != 0
