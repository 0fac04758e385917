/* Random play of Quickshot, written in C from the rules: the peer that bench/playout.py measures against.

   It has no events, views, redealing or options, and no memory of who drew what: only what a playout needs. Seeds, the
   generator and the order of draws are those of croupier.core.chance, so that equal seeds give equal games. */
#include <string.h>

#include "chance.h"
#include "box.h"

enum { CAMOUFLAGE = 1, TRAP, PLOY, REINFORCEMENTS, EXPLOSION, TARGETING, POISON, ASSAULT, VALUES };
enum { SEATS = 7, N_ACTIONS = VALUES, COPIES = 5, HAND = 5, BOXED = 4, ROUNDS = 4, PASS = 0, NOBODY = -1 };
enum phase { LEAD, FOLLOW, RESOLVE, REINFORCE, DISCARD, OVER };

typedef struct {
    Chance chance;
    int seats, round, leader, current, inverted, all_down, winner, survivors, pile_size;
    enum phase phase;
    int8_t hand[SEATS][VALUES], size[SEATS];
    int8_t pile[VALUES], discards[VALUES];
    int8_t choice[SEATS], card[SEATS], up[SEATS], strength[SEATS], in[SEATS];
} State;

/* --- cards --------------------------------------------------------------------------------------------------------- */

static int take(State *s) {
    int k = below(&s->chance, s->pile_size), value = 0;
    while (k >= s->pile[value]) k -= s->pile[value++];
    s->pile[value]--, s->pile_size--;
    return value;
}

static void deal(State *s, int seat) {
    s->hand[seat][take(s)]++, s->size[seat]++;
}

static void draw(State *s, int seat) {
    if (s->pile_size == 0)
        for (int v = 1; v < VALUES; v++) {
            s->pile[v] = s->discards[v], s->pile_size += s->discards[v];
            s->discards[v] = 0;
        }
    if (s->pile_size) deal(s, seat);
}

static void leave_hand(State *s, int seat, int value) { s->hand[seat][value]--, s->size[seat]--; }

static void start_round(State *s) {
    s->round++;
    s->inverted = s->all_down = 0;
    draw(s, s->leader);
    s->phase = LEAD;
}

static void setup(State *s) {
    for (int v = 1; v < VALUES; v++) s->pile[v] = COPIES;
    s->pile_size = COPIES * (VALUES - 1);
    s->survivors = s->seats;
    s->winner = NOBODY;
    for (int p = 0; p < s->seats; p++) {
        s->in[p] = 1;
        for (int i = 0; i < HAND; i++) deal(s, p);
    }
    for (int i = 0; i < BOXED; i++) take(s);
    s->leader = below(&s->chance, s->seats);
    start_round(s);
}

/* --- elimination --------------------------------------------------------------------------------------------------- */

static void clear_front(State *s, int p) {
    if (s->card[p]) s->discards[s->card[p]]++;
    s->card[p] = s->up[p] = s->strength[p] = 0;
}

static void eliminate(State *s, unsigned mask) {
    if (!mask) return;
    for (int p = 0; p < s->seats; p++)
        if (mask >> p & 1) {
            s->in[p] = 0, s->survivors--;
            clear_front(s, p);
            for (int v = 1; v < VALUES; v++) s->discards[v] += s->hand[p][v], s->hand[p][v] = 0;
            s->size[p] = 0;
        }
    if (s->survivors == 1) {
        s->phase = OVER;
        for (int p = 0; p < s->seats; p++)
            if (s->in[p]) s->winner = p;
    }
}

/* --- strength ------------------------------------------------------------------------------------------------------ */

static int rank(const State *s, int p) {
    int value = s->inverted ? -s->strength[p] : s->strength[p];
    return 2 * value + (s->card[p] == REINFORCEMENTS);
}

static int strongest(const State *s) {
    int best = NOBODY;
    for (int p = 0; p < s->seats; p++)
        if (s->up[p] && (best == NOBODY || rank(s, p) > rank(s, best))) best = p;
    return best;
}

static int weakest(const State *s) {
    int worst = NOBODY;
    for (int p = 0; p < s->seats; p++)
        if (s->up[p] && (worst == NOBODY || rank(s, p) < rank(s, worst))) worst = p;
    return worst;
}

static int owner_of(const State *s, int value) {
    for (int p = 0; p < s->seats; p++)
        if (s->up[p] && s->card[p] == value) return p;
    return NOBODY;
}

/* --- the round ----------------------------------------------------------------------------------------------------- */

static int left_of(const State *s, int p) {
    do p = p + 1 == s->seats ? 0 : p + 1;
    while (!s->in[p]);
    return p;
}

static void ask(State *s, enum phase phase, int seat) { s->phase = phase, s->current = seat; }

static void resolve(State *s, int value, int owner) {
    unsigned prey = 0;
    int p;
    switch (value) {
    case TRAP:
        if ((p = owner_of(s, REINFORCEMENTS)) != NOBODY) prey |= 1u << p;
        if ((p = owner_of(s, EXPLOSION)) != NOBODY) prey |= 1u << p;
        if (prey) s->strength[owner] = 9;
        eliminate(s, prey);
        break;
    case PLOY:
        s->inverted = 1;
        break;
    case REINFORCEMENTS:
        if (s->size[owner]) ask(s, REINFORCE, owner);
        break;
    case EXPLOSION:
        for (p = 0; p < s->seats; p++)
            if (s->in[p] && !s->up[p]) prey |= 1u << p;
        eliminate(s, prey);
        break;
    case TARGETING:
        p = weakest(s);
        if (s->card[p] != CAMOUFLAGE) eliminate(s, 1u << p);
        break;
    case POISON:
        p = weakest(s);
        if (s->card[p] == CAMOUFLAGE) break;
        if (s->size[p]) ask(s, DISCARD, p);
        else eliminate(s, 1u << p);
    }
}

static void resolve_from(State *s, int first) {
    for (int value = first; value < ASSAULT && s->phase == RESOLVE; value++) {
        int owner = owner_of(s, value);
        if (owner != NOBODY) resolve(s, value, owner);
    }
}

static void turn_up(State *s) {
    unsigned alike[VALUES] = {0};
    for (int p = 0; p < s->seats; p++) {
        int value = s->choice[p];
        if (value) {
            leave_hand(s, p, value);
            s->choice[p] = 0;
            s->card[p] = s->strength[p] = value;
            s->up[p] = 1;
        }
        if (s->card[p]) alike[s->card[p]]++;
    }
    s->all_down = 1;
    for (int p = 0; p < s->seats; p++)
        if (s->card[p]) {
            if (alike[s->card[p]] > 1) s->up[p] = s->strength[p] = 0;
            else s->all_down = 0;
        }
    s->phase = RESOLVE;
    resolve_from(s, CAMOUFLAGE);
}

static void end_round(State *s) {
    int best = strongest(s);
    if (best != NOBODY) s->leader = best;
    else if (s->all_down) {
        if (s->round < ROUNDS && s->size[s->leader] == 0) {
            eliminate(s, 1u << s->leader);
            if (s->phase == OVER) return;
            s->leader = left_of(s, s->leader);
        }
    } else if (!s->in[s->leader]) s->leader = left_of(s, s->leader);
    for (int p = 0; p < s->seats; p++) clear_front(s, p);
    if (s->round == ROUNDS) s->phase = OVER, s->winner = s->leader;
    else start_round(s);
}

/* --- decisions ----------------------------------------------------------------------------------------------------- */

static unsigned to_act(const State *s) {
    unsigned mask = 0;
    switch (s->phase) {
    case LEAD: return 1u << s->leader;
    case REINFORCE: case DISCARD: return 1u << s->current;
    case FOLLOW:
        for (int p = 0; p < s->seats; p++)
            if (p != s->leader && s->in[p] && !s->choice[p]) mask |= 1u << p;
    default: return mask;
    }
}

static int legal(const State *s, int seat, int8_t *mask) {
    int n = mask[PASS] = s->phase == REINFORCE;
    for (int v = 1; v < VALUES; v++) n += mask[v] = s->hand[seat][v] > 0;
    return n;
}

static void apply(State *s, int seat, int action) {
    unsigned stranded = 0;
    switch (s->phase) {
    case LEAD:
        leave_hand(s, seat, action);
        s->card[seat] = s->strength[seat] = action;
        s->up[seat] = 1;
        s->phase = FOLLOW;
        for (int p = 0; p < s->seats; p++)
            if (p != s->leader && s->in[p] && s->size[p] == 0) stranded |= 1u << p;
        eliminate(s, stranded);
        break;
    case FOLLOW:
        s->choice[seat] = action;
        if (!to_act(s)) turn_up(s);
        break;
    case REINFORCE:
        if (action != PASS) {
            leave_hand(s, seat, action);
            s->discards[action]++;
            s->strength[seat] += action;
        }
        s->phase = RESOLVE;
        resolve_from(s, REINFORCEMENTS + 1);
        break;
    case DISCARD:
        leave_hand(s, seat, action);
        s->discards[action]++;
        s->phase = RESOLVE;
        resolve_from(s, POISON + 1);
        break;
    default: break;
    }
    if (s->phase == RESOLVE) end_round(s);
}

static void set_options(State *s, const char *options) { (void)s, (void)options; }

static void returns(const State *s, double *wins) { wins[s->winner]++; }

#include "play.h"
