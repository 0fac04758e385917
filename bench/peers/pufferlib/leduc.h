/* Leduc hold'em as a game of PufferLib's Ocean: the struct and the functions that its binding asks for, and our rules.
   One row of the shared buffers is one table, seen by the seat to act. As in Ocean's own games the observation keeps what part of
   the state it can. A table that ends pays in chips of seat 0, says so in terminals, and is dealt again at once. */
#include <stdint.h>
#include <string.h>

enum { FOLD, CALL, RAISE, N_ACTIONS };
enum { MOST_BETS = 4, MOST_RAISES = 2, MOST_CHIPS = 13 };
enum { SEAT, ROUND, CARD, BOARD, BETS, MASK = BETS + 2 * MOST_BETS, ROW = MASK + N_ACTIONS };

typedef struct {
    float perf, score, episode_return, episode_length, n;
} Log;

typedef struct {
    Log log;
    int *observations;
    int *actions;
    float *rewards;
    unsigned char *terminals;
    uint32_t chance;
    int8_t hand[2], board, paid[2], facing, raises, n_bets, tick;
} Leduc;

static int below(uint32_t *chance, int n) {
    uint32_t x = *chance;
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    *chance = x;
    return (int)((uint64_t)x * n >> 32);
}

static void seed_chance(uint32_t *chance, uint32_t seed) {
    uint32_t z = (seed + 1) * 0x9E3779B9u;
    z = (z ^ z >> 16) * 0x85EBCA6Bu;
    z = (z ^ z >> 13) * 0xC2B2AE35u;
    *chance = (z ^ z >> 16) | 1;
}

/* 1 + the k-th card besides these two. */
static int unseen(int one, int other, int k) {
    int low = one < other ? one : other, high = one < other ? other : one, card = k + 1;
    card += card >= low;
    return card + (card >= high);
}

static void show(Leduc *t, int seat) {
    int *row = t->observations;
    row[SEAT] = seat;
    row[CARD] = t->hand[seat];
    row[MASK + FOLD] = t->facing > 0;
    row[MASK + CALL] = 1;
    row[MASK + RAISE] = t->raises < MOST_RAISES;
}

void c_reset(Leduc *t) {
    memset(t->observations, 0, ROW * sizeof(int));
    int first = 1 + below(&t->chance, 6), second = 1 + below(&t->chance, 5);
    second += second >= first;
    t->hand[0] = first, t->hand[1] = second;
    t->board = unseen(first, second, below(&t->chance, 4));
    t->paid[0] = t->paid[1] = 1;
    t->facing = t->raises = t->n_bets = t->tick = 0;
    show(t, 0);
}

static int strength(const Leduc *t, int seat) {
    int rank = (t->hand[seat] - 1) / 2;
    return rank == (t->board - 1) / 2 ? 3 + rank : rank;
}

static int showdown(const Leduc *t) {
    int mine = strength(t, 0), theirs = strength(t, 1);
    return mine == theirs ? 0 : mine > theirs ? t->paid[1] : -t->paid[0];
}

static void end(Leduc *t, int won) {
    *t->terminals = 1;
    *t->rewards = won;
    t->log.perf += 0.5f + won / (2.0f * MOST_CHIPS);
    t->log.score += won;
    t->log.episode_return += won;
    t->log.episode_length += t->tick;
    t->log.n++;
    c_reset(t);
}

void c_step(Leduc *t) {
    int *row = t->observations;
    int action = *t->actions, seat = row[SEAT], round = row[ROUND];
    *t->terminals = 0, *t->rewards = 0;
    t->tick++;
    row[BETS + MOST_BETS * round + t->n_bets++] = 1 + action;
    if (action == FOLD) {
        end(t, seat ? t->paid[1] : -t->paid[0]);
        return;
    }
    t->paid[seat] += t->facing;
    if (action == RAISE) {
        t->raises++;
        t->facing = round ? 4 : 2;
        t->paid[seat] += t->facing;
        show(t, 1 - seat);
    } else if (t->n_bets == 1) {
        show(t, 1 - seat);
    } else if (round) {
        end(t, showdown(t));
    } else {
        row[ROUND] = 1, row[BOARD] = t->board;
        t->facing = t->raises = t->n_bets = 0;
        show(t, 0);
    }
}

void c_render(Leduc *t) {}

void c_close(Leduc *t) {}
