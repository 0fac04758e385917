"""Whether a position can be: sentences that say why not.

How it came to be is not asked: when boxes were crossed off, and which islands brought the coins, the palms and the trophies.
"""

from __future__ import annotations

from croupier.core.errors import listed
from croupier.games.silver_and_gold.box import Box, card_name
from croupier.games.silver_and_gold.effects import cards_to_take, is_last_turn
from croupier.games.silver_and_gold.grid import bits_in, pattern_name
from croupier.games.silver_and_gold.legal import undecided
from croupier.games.silver_and_gold.marks import bonus_boxes, boxes_of, slot_of
from croupier.games.silver_and_gold.state import (
    CHOOSE,
    COIN_ROW,
    DEALT_EACH,
    ISLANDS,
    MARK,
    OVER,
    PLACES,
    REPLACE,
    State,
)

Names = list[str]


def counted(n: int, one: str, several: str = "") -> str:
    return f"{n} {one if n == 1 else several or one + 's'}"


def check_position(box: Box, s: State, names: Names) -> str:
    """"" for a position that can be, else a sentence."""
    before = (check_first, check_before_the_game)
    during = (
        check_first, check_seen, check_display, check_owed, check_islands, check_trophies, check_palms,
        check_marks, check_over,
    )  # fmt: skip
    return next((reason for check in (before if s.phase == CHOOSE else during) if (reason := check(box, s, names))), "")


# --- whose turn it is ------------------------------------------------------------------------------------------------


def turns_before(box: Box, s: State) -> int:
    """How many turns of the game are over."""
    return max(s.round - 1, 0) * (box.n_expeditions - 1) + max(s.turn - 1, 0)


def check_first(box: Box, s: State, names: Names) -> str:
    """Paragraph 3.8: every turn begins one seat further."""
    first = (s.starter - 1 + turns_before(box, s)) % s.seats
    if first == s.first:
        return ""
    return f"{names[s.starter - 1]} began the game, so the first player of this turn is {names[first]}, not {names[s.first]}."


def check_seen(box: Box, s: State, names: Names) -> str:
    seen = box.n_expeditions - sum(s.unseen)
    if seen != s.turn:
        return f"In turn {s.turn} of a round {s.turn} patterns have been revealed; seen names {seen}."
    if s.unseen[s.pattern] == box.expeditions[s.pattern]:
        return f"seen must name the pattern of this turn, too: {pattern_name(box.outline[s.pattern])}."
    return ""


def check_over(box: Box, s: State, names: Names) -> str:
    if s.phase == OVER and not is_last_turn(box, s):
        return f"The game is over only after round {box.rounds}, turn {box.n_expeditions - 1}."
    return ""


# --- before the first turn -------------------------------------------------------------------------------------------


def check_before_the_game(box: Box, s: State, names: Names) -> str:
    """Paragraph 2.3: everybody has been dealt four cards, and nothing else lies anywhere."""
    if s.round or s.turn:
        return "In phase choose no turn has begun: round and turn must be 0."
    for seat in range(s.seats):
        dealt = DEALT_EACH - s.dealt[seat].count(0)
        if dealt != DEALT_EACH:
            return f"{names[seat]} has been dealt {counted(dealt, 'card')}; everybody is dealt {DEALT_EACH}."
        if any(s.islands[seat]) or s.coins[seat] or s.rows[seat] or s.palms[seat] or s.owed[seat]:
            return f"In phase choose nobody has islands, coins, trophies or palms; {names[seat]} has."
    if any(s.completed) or any(s.display):
        return "In phase choose no card is completed, and none lies on the display."
    return "" if undecided(s) else "All have chosen; then their islands lie open already."


# --- cards -----------------------------------------------------------------------------------------------------------


def check_display(box: Box, s: State, names: Names) -> str:
    """Paragraphs 6.2 and 6.5."""
    if 0 in s.display and s.deck_size:
        shown = counted(PLACES - s.display.count(0), "card")
        return f"The display has {shown}, but the deck has more: gaps are filled at once, up to {PLACES}."
    return ""


def check_islands(box: Box, s: State, names: Names) -> str:
    for seat in range(s.seats):
        if any(s.dealt[seat]):
            return f"Cards are dealt only in phase choose; here {names[seat]} has islands."
        for card, boxes in zip(s.islands[seat], s.open[seat], strict=True):
            if card and not boxes:
                return f"{card_name(box, card - 1)} of {names[seat]} has no open box; it is completed and named there."
        if reason := check_gap(s, names, seat):
            return reason
    return ""


def check_gap(s: State, names: Names, seat: int) -> str:
    """Paragraphs 6.1, 6.2 and 6.5: where an island is missing, one has been completed and not yet, or never, replaced."""
    gaps = s.islands[seat].count(0)
    done = s.completed.count(1 + seat)
    has = f"{names[seat]} has {counted(ISLANDS - gaps, 'island')}"
    if s.phase == REPLACE and gaps != s.owed[seat]:
        return f"{has} and takes {s.owed[seat]} more; together they must be {ISLANDS}."
    if s.phase == MARK and gaps and any(s.display):
        return f"{has}; everybody has {ISLANDS} while there are cards to take."
    if gaps > done:
        return f"{has}, so at least {counted(gaps, 'card')} must be completed; {done} named there."
    return ""


def check_owed(box: Box, s: State, names: Names) -> str:
    """Paragraphs 6.2, 6.6 and 6.7."""
    if s.phase != REPLACE:
        return "Only in phase replace is a card owed." if any(s.owed) else ""
    if is_last_turn(box, s):
        return "In the last turn no card is taken; phase must be mark or over."
    order = [(s.first + i) % s.seats for i in range(s.seats)]
    due = [seat for seat in order if s.owed[seat]]
    if not due or s.current != due[0]:
        who = f"{names[due[0]]} is the first from {names[s.first]} on who owes one" if due else "nobody owes one"
        return f"current is {names[s.current]}, who is to take a card; {who}."
    if cards_to_take(s) < 2:
        return f"There is {counted(cards_to_take(s), 'card')} to take; where there is no choice nobody is asked."
    return ""


# --- score cards -----------------------------------------------------------------------------------------------------


def check_trophies(box: Box, s: State, names: Names) -> str:
    """Paragraphs 5.1 to 5.3: one for each full row of coins, the highest that was left."""
    for seat in range(s.seats):
        full, won = s.coins[seat] // COIN_ROW, s.trophies[seat][: s.rows[seat]]
        if s.rows[seat] != full:
            has = f"{names[seat]} has {counted(s.coins[seat], 'coin')}, {counted(full, 'full row')}"
            return f"{has}; trophies names {s.rows[seat]}, one for each row."
        if won != sorted(won, reverse=True):
            return f"{names[seat]} took the higher trophy first; trophies says {listed([str(trophy) for trophy in won])}."
    taken = sorted((trophy for seat in range(s.seats) for trophy in s.trophies[seat][: s.rows[seat]]), reverse=True)
    highest = (box.trophies + [0] * len(taken))[: len(taken)]
    if taken != highest:
        return f"Trophies are taken from the highest on: {listed([*map(str, highest)])}; here {listed([*map(str, taken)])} are."
    return ""


def check_palms(box: Box, s: State, names: Names) -> str:
    """Paragraph 4.4: every palm of the box scores once, and never more than with the most palms on the display."""
    palms = sorted((bits_in(mask) for mask in box.palms), reverse=True)
    most = sum(palms) * (1 + sum(palms[:PLACES]))
    if sum(s.palms) > most:
        return f"The palms have brought {sum(s.palms)} points; all of this box bring {most} at the most."
    return ""


# --- open choices ----------------------------------------------------------------------------------------------------


def check_marks(box: Box, s: State, names: Names) -> str:
    if s.phase != MARK:
        return ""
    if reason := next((reason for seat in range(s.seats) if (reason := check_bonus(box, s, names, seat))), ""):
        return reason
    return "" if undecided(s) else "Nobody has anything left to mark; then all marks are shown already."


def check_bonus(box: Box, s: State, names: Names, seat: int) -> str:
    """Paragraph 4.1: a chain of X begins in the first marking, and every X gives one box."""
    if s.acts[seat] < 2:
        return ""
    first = s.choice[seat] - 1
    began = bits_in(boxes_of(box, s.pattern, first) & box.xs[s.islands[seat][slot_of(first)] - 1])
    gave = began
    for slot in range(ISLANDS):
        if s.islands[seat][slot]:
            gave += bits_in(bonus_boxes(box, s, seat, slot) & box.xs[s.islands[seat][slot] - 1])
    if began == 0 or gave < s.acts[seat] - 1:
        boxes = counted(s.acts[seat] - 1, "box", "boxes")
        return f"{names[seat]} has crossed off {boxes} for an X; the X among the marks give {began and gave}."
    return ""
