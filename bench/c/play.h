/* Random play of many games, the same for every game. Included behind a game's State, SEATS, N_ACTIONS, setup, to_act, legal,
   apply and returns. A game that reaches MOST_PLIES of box.h is nobody's win.

   usage: NAME SEATS OPTIONS FIRST GAMES    OPTIONS: the index of the value of each option, as digits; - for none
   prints: decisions, trace of all actions, seconds of CPU, wins by seat (shared wins split) */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int pick(Chance *c, const int8_t *mask, int count) {
    int left = below(c, count) + 1, action = -1;
    while (left > 0) left -= mask[++action];
    return action;
}

int main(int argc, char **argv) {
    if (argc != 5) return fprintf(stderr, "usage: %s SEATS OPTIONS FIRST GAMES\n", argv[0]), 2;
    int seats = atoi(argv[1]);
    uint64_t first = strtoull(argv[3], 0, 10), games = strtoull(argv[4], 0, 10), decisions = 0;
    uint32_t trace = 0;
    double wins[SEATS] = {0};
    struct timespec start, stop;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (uint64_t seed = first; seed < first + games; seed++) {
        State s;
        Chance dice;
        int8_t mask[N_ACTIONS];
        unsigned due;
        int plies = 0;
        memset(&s, 0, sizeof s);
        s.seats = seats;
        set_options(&s, argv[2]);
        seed_chance(&s.chance, seed);
        seed_chance(&dice, seed + (1ull << 61));
        setup(&s);
        while ((due = to_act(&s)) && plies < MOST_PLIES) {
            int seat = __builtin_ctz(due), action = pick(&dice, mask, legal(&s, seat, mask));
            trace = trace * 31 + (uint32_t)(action * 8 + seat + 1);
            apply(&s, seat, action);
            plies++;
        }
        decisions += plies;
        if (!due) returns(&s, wins);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &stop);
    printf("%llu %u %.6f", (unsigned long long)decisions, trace,
           (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec));
    for (int p = 0; p < seats; p++) printf(" %.17g", wins[p]);
    return printf("\n"), 0;
}
