/* Leduc hold'em at many tables, stepped together on shared buffers: the peer that bench/batch.py measures against.

   Written from the rules as a C programmer would, in the shape of vectorised environments in C: one function steps every table
   by one decision, uniformly random among the legal actions of the mask it has shown, and writes who decides next with that
   seat's observation and mask; a table that ends is dealt anew at once. Seeds, generator and order of draws are those of
   croupier.core.chance and croupier.compiled.batch, so that all buffers are equal after every step. No game is ever truncated: the longest has 8 decisions.

   A shared library: batch_new, batch_step, batch_free. The buffers are the caller's, row by row, one row a table. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

enum { CARDS = 6, SEATS = 2, ROUNDS = 2, MOST_BETS = 4, MOST_RAISES = 2, ANTE = 1, MOST_CHIPS = 13 };
enum { FOLD, CALL, RAISE, N_ACTIONS };
enum { OBSERVATION = 4 + ROUNDS * MOST_BETS, NOBODY = -1, MOST_THREADS = 64 };
static const int8_t RAISES[ROUNDS] = {2, 4};

typedef struct {
    Chance chance, dice;
    uint64_t seed;
    int8_t round, current, facing, raises, next_bet, board, folder, plies, count;
    int8_t hand[SEATS], paid[SEATS], bets[ROUNDS * MOST_BETS];
} Table;

typedef struct Batch Batch;

typedef struct {
    Batch *batch;
    int number;
    pthread_t thread;
} Worker;

struct Batch {
    long tables;
    int threads, stop;
    Table *table;
    int32_t (*observations)[OBSERVATION];
    int8_t (*masks)[N_ACTIONS], *deciding;
    int64_t *actions;
    double (*returns)[SEATS];
    uint8_t *ended;
    pthread_barrier_t start, done;
    Worker workers[MOST_THREADS];
};

/* --- the rules ----------------------------------------------------------------------------------------------------- */

/* 1 + the k-th card besides these two. */
static int unseen(int one, int other, int k) {
    int low = one < other ? one : other, high = one < other ? other : one, card = k + 1;
    card += card >= low;
    return card + (card >= high);
}

static void setup(Table *t) {
    int dealt = below(&t->chance, CARDS * (CARDS - 1)), first = dealt / (CARDS - 1), second = dealt % (CARDS - 1);
    t->hand[0] = 1 + first;
    t->hand[1] = 1 + second + (second >= first);
    t->paid[0] = t->paid[1] = ANTE;
}

static void end_round(Table *t) {
    t->facing = 0;
    if (t->round) {
        t->current = NOBODY;
        return;
    }
    t->round = 1;
    t->raises = t->current = 0;
    t->next_bet = MOST_BETS;
    t->board = unseen(t->hand[0], t->hand[1], below(&t->chance, CARDS - 2));
}

static void apply(Table *t, int action) {
    int seat = t->current;
    t->bets[t->next_bet++] = 1 + action;
    if (action == CALL) {
        if (t->facing || seat) {
            t->paid[seat] += t->facing;
            end_round(t);
        } else {
            t->current = 1;
        }
    } else if (action == RAISE) {
        int more = RAISES[t->round];
        t->paid[seat] += t->facing + more;
        t->facing = more;
        t->raises++;
        t->current = 1 - seat;
    } else {
        t->folder = 1 + seat;
        t->current = NOBODY;
    }
}

static int strength(const Table *t, int seat) {
    int rank = (t->hand[seat] - 1) / 2;
    return t->board > 0 && rank == (t->board - 1) / 2 ? ROUNDS + 1 + rank : rank;
}

static int won(const Table *t) {
    if (t->folder) return t->folder == 2 ? t->paid[1] : -t->paid[0];
    int mine = strength(t, 0), theirs = strength(t, 1);
    return mine == theirs ? 0 : mine > theirs ? t->paid[1] : -t->paid[0];
}

/* --- one table ----------------------------------------------------------------------------------------------------- */

static void deal(Table *t, uint64_t stride) {
    uint64_t seed = t->seed + stride;
    memset(t, 0, sizeof *t);
    t->seed = seed;
    seed_chance(&t->chance, seed);
    seed_chance(&t->dice, seed + (1ull << 61));
    setup(t);
}

static void show(Batch *b, long i) {
    Table *t = &b->table[i];
    int8_t *mask = b->masks[i];
    int32_t *out = b->observations[i];
    mask[FOLD] = t->facing > 0;
    mask[CALL] = 1;
    mask[RAISE] = t->raises < MOST_RAISES;
    t->count = mask[FOLD] + 1 + mask[RAISE];
    b->deciding[i] = t->current;
    out[0] = t->current;
    out[1] = t->round;
    out[2] = t->hand[t->current];
    out[3] = t->board;
    for (int k = 0; k < ROUNDS * MOST_BETS; k++) out[4 + k] = t->bets[k];
}

static int pick(Chance *dice, const int8_t *mask, int count) {
    int left = below(dice, count) + 1, action = -1;
    while (left > 0) left -= mask[++action];
    return action;
}

static void step(Batch *b, long i) {
    Table *t = &b->table[i];
    b->ended[i] = 0;
    b->returns[i][0] = b->returns[i][1] = 0.0;
    b->actions[i] = pick(&t->dice, b->masks[i], t->count);
    apply(t, b->actions[i]);
    t->plies++;
    if (t->current == NOBODY) {
        double share = won(t) / (2.0 * MOST_CHIPS);
        b->ended[i] = 1;
        b->returns[i][0] = 0.5 + share;
        b->returns[i][1] = 0.5 - share;
        deal(t, b->tables);
    }
    show(b, i);
}

/* --- all tables ---------------------------------------------------------------------------------------------------- */

static void share(Batch *b, int k) {
    long last = b->tables * (k + 1) / b->threads;
    for (long i = b->tables * k / b->threads; i < last; i++) step(b, i);
}

static void *work(void *given) {
    Worker *worker = given;
    Batch *b = worker->batch;
    for (;;) {
        pthread_barrier_wait(&b->start);
        if (b->stop) return 0;
        share(b, worker->number);
        pthread_barrier_wait(&b->done);
    }
}

void batch_step(Batch *b) {
    if (b->threads > 1) pthread_barrier_wait(&b->start);
    share(b, 0);
    if (b->threads > 1) pthread_barrier_wait(&b->done);
}

/* Deals at all tables: table i plays the games first + i, first + i + tables, ... */
Batch *batch_new(long tables, int threads, uint64_t first, void *observations, void *masks, void *deciding, void *actions,
                 void *returns, void *ended) {
    Batch *b = calloc(1, sizeof *b);
    *b = (Batch){.tables = tables, .threads = threads < MOST_THREADS ? threads : MOST_THREADS,
                 .table = aligned_alloc(64, (tables * sizeof(Table) + 63) / 64 * 64), .observations = observations,
                 .masks = masks, .deciding = deciding, .actions = actions, .returns = returns, .ended = ended};
    for (long i = 0; i < tables; i++) {
        b->table[i].seed = first + i;
        deal(&b->table[i], 0);
        show(b, i);
    }
    pthread_barrier_init(&b->start, 0, b->threads);
    pthread_barrier_init(&b->done, 0, b->threads);
    for (int k = 1; k < b->threads; k++) {
        b->workers[k] = (Worker){.batch = b, .number = k};
        pthread_create(&b->workers[k].thread, 0, work, &b->workers[k]);
    }
    return b;
}

void batch_free(Batch *b) {
    b->stop = 1;
    if (b->threads > 1) pthread_barrier_wait(&b->start);
    for (int k = 1; k < b->threads; k++) pthread_join(b->workers[k].thread, 0);
    free(b->table);
    free(b);
}
