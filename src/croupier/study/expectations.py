"""What a situation expects, compared with what happened. Every check answers "" or a sentence that says what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import msgspec

from croupier.core.errors import Invalid
from croupier.core.events import seats_in
from croupier.core.game import OPEN, SPECTATOR
from croupier.study.situation import Run, Situation, runs, weights_of

FINAL = "final"
OTHER_KEYS = ("at", "after", "first_leaders")
LISTS = ("out", "awaited", "events", "never", "cites", "cites_not", "standings", "first_leaders")
TEXTS = ("leader", "current", "winner", "phase", "refused", "code")
TABLES = ("strength", "table", "hands", "handsizes", "offer", "weights", "told", "sees", "notes")


class Moments:
    """Which kinds of events mark the moments of a game, and which parts of a position hold only at one of them."""

    def __init__(self, game: str) -> None:
        try:
            module = import_module(f"croupier.games.{game}.moments")
            self.kinds: dict[str, str] = module.MOMENTS
            self.always_at: dict[str, str] = module.ALWAYS_AT
        except ModuleNotFoundError:
            self.kinds, self.always_at = {}, {}


class Comparison:
    """One [expect] table against one run."""

    def __init__(self, run: Run, expect: dict[str, Any]) -> None:
        self.run, self.expect = run, expect
        self.situation = run.situation
        self.game, self.box, self.names = self.situation.game, self.situation.box, self.situation.names
        self.moments = Moments(self.game.meta.name)
        self.at = self.read_at()
        self.mark = self.read_mark()

    def wrong(self, reason: str, *path: str) -> Invalid:
        return self.situation.doc.wrong(reason, "expect", *path)

    def read_at(self) -> str:
        at = self.expect.get("at", FINAL)
        if at != FINAL and at not in self.moments.kinds:
            raise self.wrong(f"at is {at!r}; moments are {', '.join([*self.moments.kinds, FINAL])}.", "at")
        return str(at)

    def read_mark(self) -> Any:
        most = len(self.situation.actions)
        after = self.expect.get("after", most)
        if type(after) is not int or not 0 <= after <= most:
            raise self.wrong(f"after is {after!r}; it counts tables of actions, 0 to {most}.", "after")
        return self.run.marks[min(after, len(self.run.marks) - 1)]

    def differences(self) -> Iterator[str]:
        """A sentence for everything that differs."""
        if self.run.refused and "refused" not in self.expect:
            yield f"an action is refused: {self.run.refused.sentence}"
            return
        for key, value in self.expect.items():
            check: Callable[[Any], str] | None = getattr(self, f"check_{key}", None)
            if check is None and key not in OTHER_KEYS:
                raise self.wrong(f"{key!r} is unknown; [expect] has {', '.join(known_keys())}.", key)
            self.demand_shape(key, value)
            if check and (sentence := check(value)):
                yield sentence

    def demand_shape(self, key: str, value: Any) -> None:
        if key in LISTS and not isinstance(value, list):
            raise self.wrong(f"{key} must be a list.", key)
        if key in TEXTS and not isinstance(value, str):
            raise self.wrong(f"{key} must be a text in quotes.", key)
        if key in TABLES and not isinstance(value, dict):
            raise self.wrong(f"{key} must be a table that names seats: {key} = {{ {self.names[0]} = ... }}.", key)

    def seat(self, name: str, key: str) -> int:
        if name not in self.names:
            raise self.wrong(f"{key} names {name!r}; seats are {', '.join(self.names)}.", key)
        return self.names.index(name)

    # --- positions ---

    def state(self, key: str) -> Any:
        """The state in which ``key`` is compared."""
        moment = self.moments.always_at.get(key, self.at) if self.at == "round_end" else self.at
        if moment == FINAL:
            return self.mark.state
        kind = self.moments.kinds[moment]
        for event, state in reversed(self.run.happened[: self.mark.events]):
            if self.game.tell(event, SPECTATOR).kind == kind:
                return state
        return self.mark.state

    def position(self, key: str) -> dict[str, Any]:
        return self.game.dump_position(self.box, self.state(key))

    def name(self, letter: str) -> str:
        return self.names[self.position("seats")["seats"].index(letter)] if letter else ""

    def value(self, key: str) -> Any:
        value = self.position(key).get(key)
        return {self.name(k): v for k, v in value.items()} if isinstance(value, dict) else value

    def plain(self, key: str, value: Any) -> str:
        return differs(key, value, self.value(key))

    def by_name(self, key: str, value: Any) -> str:
        return differs(key, value, self.name(str(self.value(key))))

    def by_seat(self, key: str, expected: Any, found: dict[str, Any]) -> str:
        for name, value in expected.items():
            self.seat(name, key)
            if sentence := differs(f"{key} of {name}", value, found.get(name, 0)):
                return sentence
        return ""

    def check_round(self, value: Any) -> str:
        return self.plain("round", value)

    def check_phase(self, value: Any) -> str:
        return self.plain("phase", value)

    def check_step(self, value: Any) -> str:
        return self.plain("step", value)

    def check_inverted(self, value: Any) -> str:
        return self.plain("inverted", value)

    def check_leader(self, value: Any) -> str:
        return self.by_name("leader", value)

    def check_current(self, value: Any) -> str:
        return self.by_name("current", value)

    def check_winner(self, value: Any) -> str:
        """The winner after the actions; "" while there is none."""
        return differs("winner", value, self.name(str(self.game.dump_position(self.box, self.mark.state)["winner"])))

    def check_out(self, value: Any) -> str:
        return differs("out", sorted(value), sorted(self.value("out")))

    def check_strength(self, value: Any) -> str:
        return self.by_seat("strength", value, self.value("strength"))

    def check_table(self, value: Any) -> str:
        return self.by_seat("table", value, self.value("table"))

    def check_hands(self, value: Any) -> str:
        return self.by_seat("hands", {k: sorted_cards(v) for k, v in value.items()}, self.value("hands"))

    def check_handsizes(self, value: Any) -> str:
        return self.by_seat("handsizes", value, {name: len(hand.split()) for name, hand in self.value("hands").items()})

    def check_pile(self, value: Any) -> str:
        return self.cards("pile", value)

    def check_discards(self, value: Any) -> str:
        return self.cards("discards", value)

    def check_boxed(self, value: Any) -> str:
        return self.cards("boxed", value)

    def cards(self, key: str, value: Any) -> str:
        """A number of cards, or the cards themselves."""
        if isinstance(value, int):
            return differs(key, value, len(str(self.value(key)).split()))
        return differs(key, sorted_cards(value), self.value(key))

    # --- decisions ---

    def check_awaited(self, value: Any) -> str:
        mask = self.game.to_act(self.mark.state)
        return differs("awaited", sorted(value), sorted(self.names[seat] for seat in seats_in(mask)))

    def check_refused(self, value: str) -> str:
        refused = self.run.refused
        if not refused:
            return "nothing is refused."
        if self.run.changed_by_refusal:
            return "the refusal has changed the state."
        return "" if value in refused.sentence else f"refused: expected {value!r} in {refused.sentence!r}."

    def check_code(self, value: str) -> str:
        return differs("code", value, self.run.refused.code if self.run.refused else "none")

    def check_offer(self, value: dict[str, Any]) -> str:
        """Per seat the list of its actions, or a table of parts of the offer."""
        for name, expected in value.items():
            found = self.offer_of(name)
            for key, part in (expected if isinstance(expected, dict) else {"actions": expected}).items():
                if sentence := differs(f"{key} in the offer of {name}", part, found.get(key)):
                    return sentence
        return ""

    def offer_of(self, name: str) -> dict[str, Any]:
        seat = self.seat(name, "offer")
        if not self.game.to_act(self.mark.state) >> seat & 1:
            return {"actions": []}
        offer = self.game.offer(self.box, self.mark.state, seat)
        return {
            "actions": [offered.action for offered in offer.actions],
            "gains": {offered.action: offered.gains for offered in offer.actions if offered.gains},
            "question": self.run.named(offer.question),
            "why": self.run.named(offer.why),
            "rule": offer.rule,
            "together": offer.together,
        }

    def check_weights(self, value: dict[str, Any]) -> str:
        """Per seat what the rulebook's bot would do: a weight for each action, absent where it is 0."""
        for name, expected in value.items():
            seat, state = self.seat(name, "weights"), self.mark.state
            weights = weights_of(self.game, self.box, state, seat)
            found = {self.game.format_action(self.box, state, seat, a): w for a, w in enumerate(weights) if w}
            if sentence := differs(f"weights of {name}", {k: float(v) for k, v in expected.items()}, found):
                return sentence
        return ""

    # --- what happened, and who sees it ---

    def trace(self, viewer: int | None = None) -> list[str]:
        """The sentences so far: the whole truth, or as a viewer is told."""
        seen = self.run.happened[: self.mark.events]
        at = OPEN if viewer is None else viewer
        return [self.run.named(self.game.tell(event, at).text) for event, _ in seen]

    def check_events(self, value: list[str], viewer: int | None = None) -> str:
        """Parts of sentences, in this order."""
        sentences = iter(self.trace(viewer))
        missing = [part for part in value if not any(part in sentence for sentence in sentences)]
        return f"nobody is told {missing[0]!r} (in this order)." if missing else ""

    def check_never(self, value: list[str], viewer: int | None = None) -> str:
        told = self.trace(viewer)
        return next((f"{sentence!r} must not happen." for part in value for sentence in told if part in sentence), "")

    def cited(self) -> list[str]:
        return [self.game.tell(event, SPECTATOR).rule for event, _ in self.run.happened[: self.mark.events]]

    def check_cites(self, value: list[str]) -> str:
        return next((f"no event cites {rule}." for rule in value if rule not in self.cited()), "")

    def check_cites_not(self, value: list[str]) -> str:
        return next((f"an event cites {rule}." for rule in value if rule in self.cited()), "")

    def check_told(self, value: dict[str, Any]) -> str:
        """Per viewer (a seat, or spectator) what they are told: says, in this order, and never."""
        for name, parts in value.items():
            viewer = self.viewer(name, "told")
            sentence = self.check_events(parts.get("says", []), viewer) or self.check_never(parts.get("never", []), viewer)
            if sentence:
                return f"{name}: {sentence}"
        return ""

    def viewer(self, name: str, key: str) -> int:
        if name != "spectator" and name not in self.names:
            raise self.wrong(f"{key} names {name!r}; viewers are spectator, {', '.join(self.names)}.", key)
        return SPECTATOR if name == "spectator" else self.seat(name, key)

    def check_sees(self, value: dict[str, Any]) -> str:
        """Per viewer the parts of the view: ``"seats.0.hand" = 3``; "hidden" for what is not in it."""
        for name, parts in value.items():
            view = msgspec.to_builtins(self.game.view(self.box, self.mark.state, self.viewer(name, "sees")))
            for path, expected in parts.items():
                if sentence := differs(f"{path} in the view of {name}", expected, at_path(view, path)):
                    return sentence
        return ""

    def check_notes(self, value: dict[str, Any]) -> str:
        """Per seat the sentence of the standings that says why."""
        notes = {self.names[s.seat]: self.run.named(s.note) for s in self.game.standings(self.mark.state)}
        return self.by_seat("notes", value, notes)

    def check_standings(self, value: list[list[str]]) -> str:
        """The places from the first on; who shares a place stands together."""
        places: dict[int, list[str]] = {}
        for standing in self.game.standings(self.mark.state):
            places.setdefault(standing.place, []).append(self.names[standing.seat])
        return differs("standings", [sorted(together) for together in value], [sorted(p) for p in places.values()])


def known_keys() -> list[str]:
    return [*OTHER_KEYS, *(name.removeprefix("check_") for name in vars(Comparison) if name.startswith("check_"))]


def at_path(data: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(data, list | tuple):
            data = data[int(part)] if int(part) < len(data) else "hidden"
        elif isinstance(data, dict):
            data = data.get(part, "hidden")
    return data


def sorted_cards(cards: Any) -> str:
    return " ".join(sorted(cards.split() if isinstance(cards, str) else map(str, cards)))


def differs(what: str, expected: Any, found: Any) -> str:
    found = list(found) if isinstance(found, tuple) else found
    return "" if expected == found else f"{what}: expected {shown(expected)}, found {shown(found)}."


def shown(value: Any) -> str:
    return ", ".join(map(shown, value)) or "nobody" if isinstance(value, list) else str(value) or "nothing"


# --- the whole situation ---------------------------------------------------------------------------------------------


def judge(situation: Situation) -> tuple[list[str], list[str]]:
    """The trace of the first run, and a sentence for everything that differs: none when the situation holds."""
    differences = check_seating(situation)
    first: Run | None = None
    leaders: set[int] = set()
    if situation.expects:
        for seed, courses in runs(situation):
            first = first or courses[0]
            leaders |= {getattr(courses[0].marks[0].state, "leader", 0)}
            differences += compare(seed, courses)
            if differences:
                return courses[0].lines, differences
        differences += check_first_leaders(situation, leaders)
    return first.lines if first else [], differences


def compare(seed: int, courses: list[Run]) -> list[str]:
    first = courses[0]
    for run in courses:
        found = [d for expect in run.situation.expects for d in Comparison(run, expect).differences()]
        if not found and (run.state.pack() != first.state.pack() or events_of(run) != events_of(first)):
            found = ["another order of the same decisions gives another result."]
        if found:
            suffix = "" if run is first else f" (seed {seed}, order {run.order + 1})"
            return [f"{difference}{suffix}" for difference in found]
    return []


def events_of(run: Run) -> list[Any]:
    return [happened.event for happened in run.happened]


def check_seating(situation: Situation) -> list[str]:
    """Every row of seating: players, bots, and may = whether they may start (or why = a part of the sentence that says no)."""
    found = []
    for row in situation.seating:
        if set(row) - {"players", "bots", "may", "why"} or not {"players", "bots", "may"} <= set(row):
            raise situation.doc.wrong("a row of seating has players, bots and may, and why where they may not.", "seating")
        reason = situation.game.meta.may_seat(row["players"], row["bots"])
        if bool(reason) == row["may"] or row.get("why", "") not in reason:
            found.append(f"{row['players']} players and {row['bots']} bots: {reason or 'they may start.'}")
    return found


def check_first_leaders(situation: Situation, leaders: set[int]) -> list[str]:
    """first_leaders: who starts in one deal or another."""
    for expect in situation.expects:
        if "first_leaders" in expect:
            found = differs("first_leaders", sorted(expect["first_leaders"]), sorted(situation.names[p] for p in leaders))
            return [found] if found else []
    return []
