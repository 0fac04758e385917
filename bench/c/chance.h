/* The chance of croupier.core.chance, word by word: xoshiro128++ (Blackman and Vigna), so that equal seeds give equal games. */
#include <stdint.h>

typedef struct { uint32_t word[4]; } Chance;

static uint32_t rotated(uint32_t x, int k) { return x << k | x >> (32 - k); }

static uint32_t next32(Chance *c) {
    uint32_t *w = c->word, drawn = rotated(w[0] + w[3], 7) + w[0], t = w[1] << 9;
    w[2] ^= w[0], w[3] ^= w[1], w[1] ^= w[2], w[0] ^= w[3], w[2] ^= t;
    w[3] = rotated(w[3], 11);
    return drawn;
}

static int below(Chance *c, int n) { return (int)((uint64_t)next32(c) * (uint32_t)n >> 32); }

static void seed_chance(Chance *c, uint64_t seed) {
    uint32_t high = (uint32_t)(seed >> 32), x = (uint32_t)seed ^ high * 0x9E3779B1u;
    for (int i = 0; i < 4; i++) {
        uint32_t z = x += 0x9E3779B9u;
        z = (z ^ z >> 16) * 0x85EBCA6Bu;
        z = (z ^ z >> 13) * 0xC2B2AE35u;
        c->word[i] = z ^ z >> 16;
    }
    c->word[0] ^= high;
    c->word[3] |= 1;
}
