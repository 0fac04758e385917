/* Random play of Quick Silver, written in C from the rules: the peer that bench/playout.py measures against.

   It has no events, views or redealing, and remembers neither who knows which card nor what a market has shown: only what a
   playout needs. The printed box is a constant, BOX of box.h, which playout.py writes. Seeds, the generator and the order of
   draws are those of croupier.core.chance, so that equal seeds give equal games. */
#include <string.h>

#include "chance.h"
#include "box.h"

enum { SEATS = 6, CENTRE = 6, PLACES = 7, HAND = 3, CODES = sizeof BOX.kind };
enum { GOLD = 3, DYNAMITE, REPLACEMENT_PLATE };
/* Action numbers: sneak, swap with a place, answer a redirect window, exchange own slot x other slot. */
enum { SNEAK, SWAP, ALLOW = SWAP + PLACES, GO_ELSEWHERE, GIVE, N_ACTIONS = GIVE + HAND * HAND };
enum phase { TURN, REDIRECT, EXCHANGE, OVER };

typedef struct {
    Chance chance;
    int seats, not_quite_dead, sneaky_stranger, start, current, target, die;
    enum phase phase;
    unsigned alive, redirected, blown, winners; /* masks of seats, the last one of places */
    int8_t cards[PLACES][HAND];
    int8_t showing[SEATS], blasted[SEATS], tokens[SEATS];
    int16_t cash[PLACES];
} State;

static void set_options(State *s, const char *options) {
    s->not_quite_dead = options[0] == '1';
    s->sneaky_stranger = options[1] == '1';
}

/* --- a round begins ------------------------------------------------------------------------------------------------ */

static int take_of(Chance *c, int8_t *counts, int size) {
    int k = below(c, size), i = 0;
    while (k >= counts[i]) k -= counts[i++];
    counts[i]--;
    return i;
}

static void start_round(State *s) {
    int8_t deck[CODES];
    int left = 0;
    below(&s->chance, BOX.white_faces); /* which cards lie face up matters to people only */
    s->die = BOX.black[below(&s->chance, BOX.black_faces)];
    memcpy(deck, BOX.copies, sizeof deck);
    for (int code = 1; code < BOX.codes; code++) left += deck[code];
    for (int p = 0; p < PLACES; p++)
        if (p == CENTRE || s->alive >> p & 1)
            for (int i = 0; i < HAND; i++) s->cards[p][i] = take_of(&s->chance, deck, left--);
    memset(s->tokens, 0, sizeof s->tokens);
    s->blown = 0;
    s->phase = TURN;
    s->current = s->start;
}

static void setup(State *s) {
    s->alive = (1u << s->seats) - 1;
    memset(s->showing, BOX.plates, s->seats);
    s->start = below(&s->chance, s->seats);
    start_round(s);
}

/* --- a round ends -------------------------------------------------------------------------------------------------- */

static int next_alive(const State *s, int p) {
    do p = p + 1 == s->seats ? 0 : p + 1;
    while (!(s->alive >> p & 1));
    return p;
}

/* The places of a mask with the most cash. */
static unsigned richest(const State *s, unsigned places) {
    int best = -1;
    unsigned top = 0;
    for (; places; places &= places - 1) {
        int p = __builtin_ctz(places);
        if (s->cash[p] > best) best = s->cash[p], top = 0;
        if (s->cash[p] == best) top |= 1u << p;
    }
    return top;
}

static void win(State *s, unsigned places) {
    s->winners = places;
    s->phase = OVER;
}

/* The seats without a plate after the dynamite. */
static unsigned blast_all(State *s) {
    unsigned dead = 0;
    for (unsigned left = s->alive; left; left &= left - 1) {
        int p = __builtin_ctz(left), dynamites = 0, plates = 0;
        for (int i = 0; i < HAND; i++) {
            int kind = BOX.kind[s->cards[p][i]];
            dynamites += kind == DYNAMITE;
            plates += kind == REPLACEMENT_PLATE;
        }
        int over = dynamites - plates;
        if (over > s->showing[p]) over = s->showing[p];
        if (-over > s->blasted[p]) over = -s->blasted[p];
        s->showing[p] -= over;
        s->blasted[p] += over;
        if (!s->showing[p]) dead |= 1u << p;
    }
    return dead;
}

static void restart(State *s, unsigned dead) {
    s->blown = dead;
    for (; dead; dead &= dead - 1) {
        int p = __builtin_ctz(dead);
        s->showing[p] = s->blasted[p];
        s->blasted[p] = s->cash[p] = 0;
    }
}

static void sell(State *s) {
    unsigned sellers = (s->alive & ~s->blown) | (unsigned)s->sneaky_stranger << CENTRE;
    int total[PLACES], first = -1, second = -1, third = -1;
    for (unsigned left = sellers; left; left &= left - 1) {
        int p = __builtin_ctz(left), t = p == CENTRE ? 0 : s->tokens[p] * BOX.token;
        for (int i = 0; i < HAND; i++) t += BOX.value[s->cards[p][i]];
        total[p] = t;
        if (t > first) third = second, second = first, first = t;
        else if (t < first && t > second) third = second, second = t;
        else if (t < second && t > third) third = t;
    }
    for (unsigned left = sellers; left; left &= left - 1) {
        int p = __builtin_ctz(left), highest = 0, lowest = 100;
        if (total[p] != second && total[p] != third) continue;
        for (int i = 0; i < HAND; i++) {
            int code = s->cards[p][i], value = BOX.value[code];
            if (value > highest) highest = value;
            if (BOX.kind[code] <= GOLD && value < lowest) lowest = value;
        }
        if (total[p] == second) s->cash[p] += highest;
        else if (lowest < 100) s->cash[p] += lowest;
    }
}

static void judge(State *s) {
    unsigned top = richest(s, s->alive | (unsigned)s->sneaky_stranger << CENTRE);
    if (!(top & (top - 1)) && s->cash[__builtin_ctz(top)] >= BOX.target) win(s, top);
}

static void end_round(State *s) {
    unsigned dead = blast_all(s);
    if (dead && s->not_quite_dead) restart(s, dead);
    else s->alive &= ~dead;
    if (!s->alive) win(s, richest(s, dead));
    else if (!(s->alive & (s->alive - 1))) win(s, s->alive);
    else {
        sell(s);
        judge(s);
    }
    if (s->phase == OVER) return;
    s->start = next_alive(s, s->start);
    start_round(s);
}

/* --- decisions ----------------------------------------------------------------------------------------------------- */

static unsigned to_act(const State *s) {
    if (s->phase == OVER) return 0;
    return 1u << (s->phase == REDIRECT ? s->target : s->current);
}

static int legal(const State *s, int p, int8_t *mask) {
    int n = 1;
    memset(mask, 0, N_ACTIONS);
    switch (s->phase) {
    case TURN:
        mask[SWAP + CENTRE] = 1;
        n += mask[SNEAK] = !s->redirected;
        for (unsigned others = s->alive & ~s->redirected & ~(1u << p); others; others &= others - 1, n++)
            mask[SWAP + __builtin_ctz(others)] = 1;
        return n;
    case REDIRECT:
        mask[ALLOW] = mask[GO_ELSEWHERE] = 1;
        return 2;
    default:
        memset(mask + GIVE, 1, HAND * HAND);
        return HAND * HAND;
    }
}

static void end_turn(State *s) {
    s->redirected = 0;
    s->phase = TURN;
    s->current = next_alive(s, s->current);
    if (s->current == s->start && !--s->die) end_round(s);
}

static void exchange(State *s, int own, int other) {
    int8_t *mine = &s->cards[s->current][own], *theirs = &s->cards[s->target][other], given = *mine;
    *mine = *theirs;
    *theirs = given;
}

static void apply(State *s, int p, int action) {
    switch (s->phase) {
    case TURN:
        if (action == SNEAK) {
            s->tokens[p]++;
            end_turn(s);
        } else {
            s->target = action - SWAP;
            s->phase = s->target != CENTRE && s->showing[s->target] > 1 ? REDIRECT : EXCHANGE;
        }
        return;
    case REDIRECT:
        s->phase = EXCHANGE;
        if (action == GO_ELSEWHERE) {
            s->showing[p]--;
            s->redirected |= 1u << p;
            s->phase = TURN;
        }
        return;
    default:
        exchange(s, (action - GIVE) / HAND, (action - GIVE) % HAND);
        end_turn(s);
    }
}

/* --- the end ------------------------------------------------------------------------------------------------------- */

static void returns(const State *s, double *wins) {
    unsigned winners = s->winners & ((1u << SEATS) - 1);
    for (unsigned left = winners; left; left &= left - 1) wins[__builtin_ctz(left)] += 1.0 / __builtin_popcount(winners);
}

#include "play.h"
