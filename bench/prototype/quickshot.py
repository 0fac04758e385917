"""Quickshot as the first proof of "one source" had it: plain Python over ints and lists, one file, sequential choices.

It lacks events, simultaneous choices, views and redealing, and gets some rare cases wrong; only its speed is of interest.
"""

from __future__ import annotations

CAMOUFLAGE, TRAP, PLOY, REINFORCEMENTS, EXPLOSION, TARGETING, POISON, ASSAULT = range(1, 9)
N_VALUES = 9
MAX_PLAYERS = 7
REMOVED = 4
PASS = 0
PLAY_CARD, REINFORCE, POISONED, GAME_OVER = range(4)
NOBODY = -1
WORD = (1 << 32) - 1


class Box:
    def __init__(self):
        self.copies = [0] + [5] * 8
        self.hand_size = 5
        self.rounds = 4


class State:
    def __init__(self):
        self.rng = [0] * 4
        self.n_players = self.leader = self.round_no = self.phase = self.current = self.winner = self.inverted = 0
        self.hands = [[0] * N_VALUES for _ in range(MAX_PLAYERS)]
        self.deck = [0] * N_VALUES
        self.discard = [0] * N_VALUES
        self.removed = [0] * N_VALUES
        self.front = [0] * MAX_PLAYERS
        self.face_up = [0] * MAX_PLAYERS
        self.strength = [0] * MAX_PLAYERS
        self.alive = [0] * MAX_PLAYERS


def rotl(x, k):
    return ((x << k) | (x >> (32 - k))) & WORD


def next32(s):
    w = s.rng
    drawn = (rotl((w[0] + w[3]) & WORD, 7) + w[0]) & WORD
    t = (w[1] << 9) & WORD
    w[2] ^= w[0]
    w[3] ^= w[1]
    w[1] ^= w[2]
    w[0] ^= w[3]
    w[2] ^= t
    w[3] = rotl(w[3], 11)
    return drawn


def rand_below(s, n):
    return (next32(s) * n) >> 32


def eliminate(box, s, p):
    s.alive[p] = False
    discard_front(box, s, p)
    for value in range(1, N_VALUES):
        s.discard[value] += s.hands[p][value]
        s.hands[p][value] = 0
    survivors = 0
    last = NOBODY
    for q in range(s.n_players):
        if s.alive[q]:
            survivors += 1
            last = q
    if survivors == 1:
        s.phase = GAME_OVER
        s.winner = last


def draw(box, s, into):
    size = total(s.deck)
    if size == 0:
        for value in range(1, N_VALUES):
            s.deck[value] = s.discard[value]
            s.discard[value] = 0
        size = total(s.deck)
        if size == 0:
            return
    k = rand_below(s, size)
    for value in range(1, N_VALUES):
        k -= s.deck[value]
        if k < 0:
            s.deck[value] -= 1
            into[value] += 1
            return


def total(counts):
    n = 0
    for value in range(N_VALUES):
        n += counts[value]
    return n


def discard_from_hand(box, s, p, value):
    s.hands[p][value] -= 1
    s.discard[value] += 1


def discard_front(box, s, p):
    if s.front[p] != 0:
        s.discard[s.front[p]] += 1
    s.front[p] = 0
    s.face_up[p] = False


def hand_empty(box, s, p):
    for value in range(N_VALUES):  # noqa: SIM110
        if s.hands[p][value] > 0:
            return False
    return True


def owner_of_visible(box, s, value):
    for p in range(s.n_players):
        if s.face_up[p] and s.front[p] == value:
            return p
    return NOBODY


def rank(box, s, p):
    """Higher is stronger. Reinforcements beats whatever it ties with, in either order."""
    value = -s.strength[p] if s.inverted else s.strength[p]
    return 2 * value + (1 if s.front[p] == REINFORCEMENTS else 0)


def strongest(box, s):
    best = NOBODY
    for p in range(s.n_players):
        if s.face_up[p] and (best == NOBODY or rank(box, s, p) > rank(box, s, best)):
            best = p
    return best


def weakest(box, s):
    worst = NOBODY
    for p in range(s.n_players):
        if s.face_up[p] and (worst == NOBODY or rank(box, s, p) < rank(box, s, worst)):
            worst = p
    return worst


def pass_leader_left(box, s):
    p = (s.leader + 1) % s.n_players
    while not s.alive[p]:
        p = (p + 1) % s.n_players
    s.leader = p


def setup(box, s, n_players):
    """s is all zeros but for s.rng."""
    s.n_players = n_players
    s.winner = NOBODY
    for value in range(1, N_VALUES):
        s.deck[value] = box.copies[value]
    for p in range(n_players):
        s.alive[p] = True
        for _ in range(box.hand_size):
            draw(box, s, s.hands[p])
    for _ in range(REMOVED):
        draw(box, s, s.removed)
    s.leader = rand_below(s, n_players)
    start_round(box, s)


# --- the public functions -----------------------------------------------------------------


def legal(box, s, mask):
    """Mark PASS and card values that may be chosen; return how many."""
    n = 0
    for value in range(1, N_VALUES):
        mask[value] = s.hands[s.current][value] > 0
        n += mask[value]
    mask[PASS] = s.phase == REINFORCE
    return n + mask[PASS]


def apply(box, s, action):
    p = s.current
    if s.phase == PLAY_CARD:
        s.hands[p][action] -= 1
        s.front[p] = action
        s.face_up[p] = p == s.leader
        ask_next_to_play(box, s)
    elif s.phase == REINFORCE:
        if action != PASS:
            discard_from_hand(box, s, p, action)
            s.strength[p] += action
        resolve_from(box, s, REINFORCEMENTS + 1)
    elif s.phase == POISONED:
        discard_from_hand(box, s, p, action)
        resolve_from(box, s, POISON + 1)


def is_over(s):
    return s.phase == GAME_OVER


def start_round(box, s):
    s.round_no += 1
    s.inverted = 0
    draw(box, s, s.hands[s.leader])
    s.current = s.leader
    s.phase = PLAY_CARD


def ask_next_to_play(box, s):
    """Clockwise from the leader; whoever has no card to play is eliminated."""
    p = (s.current + 1) % s.n_players
    while p != s.leader:
        if s.alive[p]:
            if not hand_empty(box, s, p):
                s.current = p
                return
            eliminate(box, s, p)
            if s.phase == GAME_OVER:
                return
        p = (p + 1) % s.n_players
    reveal(box, s)


def reveal(box, s):
    """Flip everything face up, then identical cards face down, and resolve."""
    for p in range(s.n_players):
        s.strength[p] = s.front[p]
        s.face_up[p] = s.front[p] != 0
        for q in range(s.n_players):
            if q != p and s.front[q] == s.front[p]:
                s.face_up[p] = False
    resolve_from(box, s, CAMOUFLAGE)


def resolve_from(box, s, first):
    """Resolve abilities in ascending order until somebody has to choose."""
    for value in range(first, ASSAULT):
        owner = owner_of_visible(box, s, value)
        if owner == NOBODY:
            continue
        if value == TRAP:
            for prey in range(REINFORCEMENTS, EXPLOSION + 1):
                victim = owner_of_visible(box, s, prey)
                if victim != NOBODY:
                    s.strength[owner] = 9
                    eliminate(box, s, victim)
        elif value == PLOY:
            s.inverted = 1
        elif value == REINFORCEMENTS:
            if not hand_empty(box, s, owner):
                s.phase = REINFORCE
                s.current = owner
                return
        elif value == EXPLOSION:
            for p in range(s.n_players):
                if s.alive[p] and not s.face_up[p]:
                    eliminate(box, s, p)
        elif value == TARGETING:
            victim = weakest(box, s)
            if s.front[victim] != CAMOUFLAGE:
                eliminate(box, s, victim)
        elif value == POISON:
            victim = weakest(box, s)
            if s.front[victim] != CAMOUFLAGE:
                if not hand_empty(box, s, victim):
                    s.phase = POISONED
                    s.current = victim
                    return
                eliminate(box, s, victim)
        if s.phase == GAME_OVER:
            return
    end_round(box, s)


def end_round(box, s):
    best = strongest(box, s)
    if best != NOBODY:
        s.leader = best
    elif not s.alive[s.leader]:
        pass_leader_left(box, s)
    elif s.round_no < box.rounds and hand_empty(box, s, s.leader):
        eliminate(box, s, s.leader)
        if s.phase == GAME_OVER:
            return
        pass_leader_left(box, s)
    for p in range(s.n_players):
        discard_front(box, s, p)
    if s.round_no == box.rounds:
        s.phase = GAME_OVER
        s.winner = s.leader
    else:
        start_round(box, s)


def pick(policy, mask, count):
    j = rand_below(policy, count)
    action = 0
    while mask[action] == 0 or j > 0:
        j -= mask[action]
        action += 1
    return action


def play(box, s, policy, mask, trace):
    setup(box, s, trace[2])
    while not is_over(s):
        action = pick(policy, mask, legal(box, s, mask))
        trace[1] = (trace[1] * 31 + action * 8 + s.current + 1) & WORD
        apply(box, s, action)
        trace[0] += 1


def decisions(seats, first, games):
    """Play games with these seeds; how many decisions they took."""
    box, trace = Box(), [0, 0, seats]
    for seed in range(first, first + games):
        s, policy = State(), State()
        s.rng = [seed & WORD, 0x9E3779B9, 0x243F6A88, 0xB7E15162]
        policy.rng = [seed + 1 & WORD, 0x9E3779B9, 0x243F6A88, 0xB7E15162]
        play(box, s, policy, [0] * N_VALUES, trace)
    return trace[0]
