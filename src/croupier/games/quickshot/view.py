"""Who sees it: the ONE exit for information to people. view and tell for what is, and was; offer for what may be done."""

from __future__ import annotations

import msgspec

from croupier.core.chance import total
from croupier.core.events import Event, format_rule, seats_in
from croupier.core.game import OPEN, Offer, Offered
from croupier.games.quickshot.box import CARDS, Box
from croupier.games.quickshot.legal import legal
from croupier.games.quickshot.narration import KIND_NAMES, RESULT_NAMES, Kind, Result, format_event
from croupier.games.quickshot.notation import format_action
from croupier.games.quickshot.position import PHASES, Phase
from croupier.games.quickshot.state import (
    ABILITY,
    CAMOUFLAGE,
    COVERED,
    FOLLOW,
    HAND_SHOWN,
    LEAD,
    N_ACTIONS,
    OUT,
    OVER,
    PASS,
    REINFORCE,
    REVEALED,
    SPENT,
    VALUES,
    State,
    face_up_owner,
    hand_size,
)


class FrontCard(msgspec.Struct, frozen=True):
    """The card in front of a player. Its value is known to all even when it was turned face down."""

    value: int
    up: bool


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    hand: int
    """How many cards the seat holds."""
    out: int = 0
    """0 while in the game, else the number of the elimination: those with the same number left together."""
    card: FrontCard | None = None
    strength: int | None = None
    safe: bool = False
    """A face-up Camouflage protects."""
    cards: tuple[int, ...] | None = None
    """The hand itself, at the end of the game."""


class QuickshotView(msgspec.Struct, frozen=True, omit_defaults=True, tag="quickshot", tag_field="game"):
    """What somebody sees of a game of Quickshot. Cards are strengths 1..8; seats are 0..n-1."""

    round: int
    rounds: int
    leader: int
    phase: Phase
    seats: tuple[SeatView, ...]
    pile: int
    """Cards in the draw pile."""
    discards: tuple[int, ...]
    """Copies of each strength among the discards; index 0 is strength 1."""
    step: int = 0
    """The ability being resolved, 0 for none."""
    inverted: bool = False
    asked: int | None = None
    """Who is asked by Reinforcements or Poison."""
    winner: int | None = None
    hand: tuple[int, ...] | None = None
    """The viewer's own cards, rising; absent for spectators."""
    choice: int | None = None
    """The viewer's own open choice."""


class QuickshotEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag="quickshot", tag_field="game"):
    """What happened. In ``text`` ``{2}`` stands for the name of seat 2."""

    kind: Kind
    rule: str
    text: str
    seat: int | None = None
    value: int | None = None
    """A card, or the number the event is about."""
    seats: tuple[int, ...] = ()
    result: Result | None = None
    cause: int | None = None
    """The ability that made it so; 0 for a card that could not be played."""
    cards: tuple[int, ...] = ()


View = QuickshotView
Told = QuickshotEvent


def view(box: Box, s: State, viewer: int) -> QuickshotView:
    own = 0 <= viewer < s.seats
    asked = PHASES[s.phase] in ("reinforce", "discard")
    return QuickshotView(
        round=s.round,
        rounds=box.rounds,
        leader=s.leader,
        phase=PHASES[s.phase],
        seats=tuple(view_seat(s, seat, opened=viewer == OPEN) for seat in range(s.seats)),
        pile=total(s.pile),
        discards=tuple(s.discards[1:]),
        step=s.step,
        inverted=bool(s.inverted),
        asked=s.current if asked else None,
        winner=s.winner if s.phase == OVER else None,
        hand=listed(s.hands[viewer]) if own else None,
        choice=(s.choice[viewer] or None) if own else None,
    )


def view_seat(s: State, seat: int, *, opened: bool) -> SeatView:
    return SeatView(
        hand=hand_size(s, seat),
        out=s.out[seat],
        card=FrontCard(s.card[seat], bool(s.up[seat])) if s.card[seat] else None,
        strength=s.strength[seat] if s.up[seat] else None,
        safe=bool(s.up[seat]) and s.card[seat] == CAMOUFLAGE,
        cards=listed(s.hands[seat]) if opened else None,
    )


def listed(counts: list[int]) -> tuple[int, ...]:
    """Counts as a rising row of cards."""
    return tuple(value for value in range(1, VALUES) for _ in range(counts[value]))


def tell(event: Event, viewer: int) -> QuickshotEvent:
    """Only blanks by mask: a secret argument that the viewer may not see is left out."""
    a = [arg if viewer == OPEN or event.may_see(i, viewer) else None for i, arg in enumerate(event.args)]
    kind = KIND_NAMES[event.kind]
    text = format_event(event.kind, a)
    rule = format_rule(event.rule)
    match event.kind:
        case _ if event.kind == ABILITY:
            return QuickshotEvent(kind, rule, text, a[0], a[1], seats(a[2]), RESULT_NAMES[event.args[3]])
        case _ if event.kind == OUT:
            return QuickshotEvent(kind, rule, text, seats=seats(a[0]), cause=a[1])
        case _ if event.kind == SPENT:
            return QuickshotEvent(kind, rule, text, a[0], a[1], cause=a[2])
        case _ if event.kind == COVERED:
            return QuickshotEvent(kind, rule, text, value=a[0], seats=seats(a[1]))
        case _ if event.kind == REVEALED:
            return QuickshotEvent(kind, rule, text, seats=seats(a[0]))
        case _ if event.kind == HAND_SHOWN:
            return QuickshotEvent(kind, rule, text, a[0], cards=listed([0, *event.args[1:]]))
    if kind in ("drew", "led", "strength"):
        return QuickshotEvent(kind, rule, text, a[0], a[1])
    if kind in ("first", "declined", "leader", "won"):
        return QuickshotEvent(kind, rule, text, a[0])
    return QuickshotEvent(kind, rule, text, value=a[0])


def seats(mask: int | None) -> tuple[int, ...]:
    return tuple(seats_in(mask or 0))


def offer(box: Box, s: State, seat: int) -> Offer:
    question, why, rule = question_of(s, seat)
    mask = [0] * N_ACTIONS
    legal(box, s, seat, mask)
    actions = tuple(offered(box, s, seat, action) for action in range(N_ACTIONS) if mask[action])
    return Offer(question, why, rule, actions, together=s.phase == FOLLOW)


def offered(box: Box, s: State, seat: int, action: int) -> Offered:
    text = format_action(box, s, seat, action)
    if action == PASS:
        return Offered(action, text, "Keep your cards", gains={"strength": s.strength[seat]})
    card = CARDS[action - 1]
    touches = (f"card:{action}",)
    if s.phase == REINFORCE:
        strength = s.strength[seat] + action
        return Offered(action, text, f"Discard {card}: strength {strength}", touches, {"strength": strength})
    return Offered(action, text, f"{'Play' if s.phase in (LEAD, FOLLOW) else 'Discard'} {card}", touches)


def question_of(s: State, seat: int) -> tuple[str, str, str]:
    if s.phase == LEAD:
        return "Lead with a card", "You are the Leader: your card lies open before the others choose.", "3.3"
    if s.phase == FOLLOW:
        led = f"{s.card[s.leader]} {CARDS[s.card[s.leader] - 1]}"
        return "Play a card face down", f"{{{s.leader}}} leads with {led}. All others choose at the same time.", "3.5"
    if s.phase == REINFORCE:
        return "Reinforce with a card?", "You may discard one card of your hand and add its strength to your 4.", "6.4"
    poisoner = face_up_owner(s, 7)
    return "Discard a card", f"{{{poisoner}}}'s Poison hits the weakest card on the table: yours.", "6.7"
