/* Random play of Silver & Gold, written in C from the rules: the peer that bench/playout.py measures against.

   It has no events, views, redealing or taking back, and no memory of who did what: only what a playout needs. The printed
   box is a constant, BOX of box.h, which playout.py writes. Seeds, the generator and the order of draws are those of
   croupier.core.chance, so that equal seeds give equal games. */
#include <string.h>

#include "chance.h"
#include "box.h"

enum { SEATS = 4, DEALT = 4, ISLANDS = 2, DISPLAYED = 4, ROWS = 3, ROW = 4, COLORS = 5, NOBODY = -1 };
enum { CARDS = sizeof BOX.color, PATTERNS = sizeof BOX.expeditions, TROPHIES = sizeof BOX.trophies / sizeof *BOX.trophies };
enum { PLACES = 48, BOXES = 16 };
/* Action numbers: placements on both islands, single boxes on both, cards of the display, the deck, pairs to keep. */
enum { SINGLE = ISLANDS * PLACES, TAKE = SINGLE + ISLANDS * BOXES, TAKE_TOP = TAKE + DISPLAYED, KEEP, N_ACTIONS = KEEP + 6 };
enum phase { CHOOSE, MARK, SETTLE, REPLACE, OVER };

static const int8_t PAIRS[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

typedef struct {
    Chance chance;
    int seats, take_from_deck, round, turn, first, current, pattern, trophies_gone, deck_size;
    enum phase phase;
    int8_t unseen[PATTERNS], deck[CARDS], display[DISPLAYED];
    int8_t island[SEATS][ISLANDS], dealt[SEATS][DEALT]; /* cards from 1; 0 is none */
    uint16_t open[SEATS][ISLANDS], crossed[SEATS][ISLANDS];
    int8_t chosen[SEATS], pair[SEATS], bonus[SEATS], owed[SEATS]; /* open choices; cards still to take */
    int8_t coins[SEATS], rows[SEATS], done[SEATS][COLORS];
    int16_t trophies[SEATS], palms[SEATS], cards[SEATS], seals[SEATS], seal_worth[SEATS][COLORS];
} State;

static void set_options(State *s, const char *options) { s->take_from_deck = options[0] == '1'; }

/* --- cards --------------------------------------------------------------------------------------------------------- */

static int take_of(Chance *c, int8_t *counts, int size) {
    int k = below(c, size), i = 0;
    while (k >= counts[i]) k -= counts[i++];
    counts[i]--;
    return i;
}

static int draw(State *s) { return 1 + take_of(&s->chance, s->deck, s->deck_size--); }

static void give(State *s, int p, int card) {
    int slot = s->island[p][0] != 0;
    s->island[p][slot] = card;
    s->open[p][slot] = BOX.boxes[card - 1];
}

static void fill(State *s, int place) { s->display[place] = s->deck_size ? draw(s) : 0; }

static void start_round(State *s) {
    s->round++;
    s->turn = 0;
    for (int i = 0; i < BOX.n_patterns; i++) s->unseen[i] = BOX.expeditions[i];
}

static void start_turn(State *s) {
    s->pattern = take_of(&s->chance, s->unseen, BOX.n_expeditions - s->turn++);
    s->phase = MARK;
}

static void setup(State *s) {
    s->deck_size = BOX.n_cards;
    for (int i = 0; i < BOX.n_cards; i++) s->deck[i] = 1;
    for (int p = 0; p < s->seats; p++) {
        int8_t *row = s->dealt[p];
        for (int i = 0; i < DEALT; i++) {
            int card = draw(s), j = i;
            for (; j > 0 && row[j - 1] > card; j--) row[j] = row[j - 1];
            row[j] = card;
        }
    }
    s->first = below(&s->chance, s->seats);
    s->phase = CHOOSE;
}

/* --- marking ------------------------------------------------------------------------------------------------------- */

static int left_open(const State *s, int p, int slot) { return s->open[p][slot] & ~s->crossed[p][slot]; }

static int has_open_box(const State *s, int p) { return left_open(s, p, 0) | left_open(s, p, 1); }

static void mark(State *s, int p, int action) {
    int slot, boxes;
    if (action < SINGLE) slot = action / PLACES, boxes = BOX.places[s->pattern][action % PLACES];
    else slot = (action - SINGLE) / BOXES, boxes = 1 << (action - SINGLE) % BOXES;
    if (s->chosen[p]) s->bonus[p]--;
    s->chosen[p] = 1;
    s->crossed[p][slot] |= boxes;
    s->bonus[p] += __builtin_popcount(boxes & BOX.xs[s->island[p][slot] - 1]);
    if (!has_open_box(s, p)) s->bonus[p] = 0;
}

static int shown_palms(const State *s) {
    int n = 0;
    for (int i = 0; i < DISPLAYED; i++)
        if (s->display[i]) n += __builtin_popcount(BOX.palms[s->display[i] - 1]);
    return n;
}

static void book(State *s) {
    int shown = shown_palms(s);
    for (int p = 0; p < s->seats; p++) {
        for (int slot = 0; slot < ISLANDS; slot++)
            if (s->crossed[p][slot]) {
                int crossed = s->crossed[p][slot], card = s->island[p][slot] - 1;
                s->coins[p] += __builtin_popcount(crossed & BOX.coins[card]);
                s->palms[p] += __builtin_popcount(crossed & BOX.palms[card]) * (shown + 1);
                s->open[p][slot] &= ~crossed;
                s->crossed[p][slot] = 0;
            }
        if (s->coins[p] > ROWS * ROW) s->coins[p] = ROWS * ROW;
        s->chosen[p] = s->bonus[p] = 0;
    }
}

/* --- after the marks ----------------------------------------------------------------------------------------------- */

static int is_round_over(const State *s) { return s->turn == BOX.n_expeditions - 1; }

static int is_last_turn(const State *s) { return s->round == BOX.rounds && is_round_over(s); }

static void award_trophies(State *s, int p) {
    for (; s->rows[p] < s->coins[p] / ROW; s->rows[p]++)
        if (s->trophies_gone < TROPHIES && BOX.trophies[s->trophies_gone]) s->trophies[p] += BOX.trophies[s->trophies_gone++];
}

static void complete(State *s, int p) {
    for (int slot = 0; slot < ISLANDS; slot++) {
        int card = s->island[p][slot] - 1;
        if (card < 0 || s->open[p][slot]) continue;
        s->island[p][slot] = 0;
        s->cards[p] += BOX.value[card];
        s->seals[p] += s->seal_worth[p][BOX.color[card]] + BOX.seal_points[card] * s->done[p][BOX.seal_color[card]];
        s->done[p][BOX.color[card]]++;
        s->seal_worth[p][BOX.seal_color[card]] += BOX.seal_points[card];
        if (!is_last_turn(s)) s->owed[p]++;
    }
}

static void settle(State *s) {
    for (int i = 0; i < s->seats; i++) award_trophies(s, (s->first + i) % s->seats);
    for (int i = 0; i < s->seats; i++) complete(s, (s->first + i) % s->seats);
}

static void take(State *s, int p, int action) {
    s->owed[p]--;
    if (action == TAKE_TOP) give(s, p, draw(s));
    else {
        give(s, p, s->display[action - TAKE]);
        fill(s, action - TAKE);
    }
}

static int takes(const State *s, int *last) {
    int n = 0;
    if (s->take_from_deck && s->deck_size) n++, *last = TAKE_TOP;
    for (int i = 0; i < DISPLAYED; i++)
        if (s->display[i]) n++, *last = TAKE + i;
    return n;
}

static int next_to_take(State *s) {
    for (int i = 0; i < s->seats; i++) {
        int p = (s->first + i) % s->seats;
        while (s->owed[p] > 0) {
            int action = 0, n = takes(s, &action);
            if (n > 1) return p;
            if (n == 1) take(s, p, action);
            else s->owed[p] = 0;
        }
    }
    return NOBODY;
}

static void end_turn(State *s) {
    if (is_last_turn(s)) {
        s->phase = OVER;
        return;
    }
    s->first = (s->first + 1) % s->seats;
    if (is_round_over(s)) start_round(s);
    start_turn(s);
}

/* --- decisions ----------------------------------------------------------------------------------------------------- */

static unsigned to_act(const State *s) {
    unsigned mask = 0;
    switch (s->phase) {
    case REPLACE: return 1u << s->current;
    case CHOOSE:
        for (int p = 0; p < s->seats; p++)
            if (!s->chosen[p]) mask |= 1u << p;
        return mask;
    case MARK:
        for (int p = 0; p < s->seats; p++)
            if (s->bonus[p] || (!s->chosen[p] && has_open_box(s, p))) mask |= 1u << p;
        return mask;
    default: return 0;
    }
}

static int legal(const State *s, int p, int8_t *mask) {
    int n = 0;
    memset(mask, 0, N_ACTIONS);
    switch (s->phase) {
    case CHOOSE:
        memset(mask + KEEP, 1, N_ACTIONS - KEEP);
        return N_ACTIONS - KEEP;
    case REPLACE:
        for (int i = 0; i < DISPLAYED; i++) n += mask[TAKE + i] = s->display[i] != 0;
        return n + (mask[TAKE_TOP] = s->take_from_deck && s->deck_size);
    default:
        for (int slot = 0; slot < ISLANDS; slot++) {
            int left = left_open(s, p, slot);
            if (!left) continue;
            if (!s->chosen[p])
                for (int i = 0; i < BOX.n_places[s->pattern]; i++)
                    n += mask[slot * PLACES + i] = !(BOX.places[s->pattern][i] & ~left);
            for (int i = 0; i < BOXES; i++) n += mask[SINGLE + slot * BOXES + i] = left >> i & 1;
        }
        return n;
    }
}

static void keep_pairs(State *s) {
    for (int p = 0; p < s->seats; p++) {
        for (int i = 0; i < DEALT; i++)
            if (i == PAIRS[s->pair[p]][0] || i == PAIRS[s->pair[p]][1]) give(s, p, s->dealt[p][i]);
            else s->deck[s->dealt[p][i] - 1] = 1, s->deck_size++;
        s->chosen[p] = 0;
    }
    for (int i = 0; i < DISPLAYED; i++) fill(s, i);
    start_round(s);
    start_turn(s);
}

static void apply(State *s, int p, int action) {
    switch (s->phase) {
    case CHOOSE:
        s->chosen[p] = 1;
        s->pair[p] = action - KEEP;
        if (!to_act(s)) keep_pairs(s);
        break;
    case MARK:
        mark(s, p, action);
        break;
    default:
        s->phase = SETTLE;
        take(s, p, action);
    }
    while (s->phase != OVER && !to_act(s)) {
        if (s->phase == MARK) {
            book(s);
            settle(s);
            s->phase = SETTLE;
        } else if ((s->current = next_to_take(s)) != NOBODY) s->phase = REPLACE;
        else end_turn(s);
    }
}

/* --- the end ------------------------------------------------------------------------------------------------------- */

static int is_ahead(const State *s, int p, int q) {
    int mine = s->coins[p] + s->trophies[p] + s->palms[p] + s->cards[p] + s->seals[p];
    int other = s->coins[q] + s->trophies[q] + s->palms[q] + s->cards[q] + s->seals[q];
    for (int color = 1; color < COLORS && mine == other; color++) mine = s->done[p][color], other = s->done[q][color];
    return mine > other;
}

static void returns(const State *s, double *wins) {
    int beaten[SEATS] = {0}, n = s->seats;
    for (int p = 0; p < s->seats; p++) {
        for (int q = 0; q < s->seats; q++) beaten[p] |= is_ahead(s, q, p);
        n -= beaten[p];
    }
    for (int p = 0; p < s->seats; p++)
        if (!beaten[p]) wins[p] += 1.0 / n;
}

#include "play.h"
