"""What a situation expects, compared with what happened. Every check answers "" or a sentence that says what differs.

Keys of [expect] are the fields of the game's positions and, for any game, the checks below: what is due, what is offered,
what happened, who is told and sees what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import msgspec

from croupier.core.errors import Invalid
from croupier.core.events import seats_in
from croupier.core.game import OPEN, SPECTATOR
from croupier.study.shapes import check_shapes
from croupier.study.situation import Run, Situation, runs, weights_of

FINAL = "final"
WHERE = ("at", "after", "varies")
"""Which moment is looked at; and what depends on the seed, which only ``judge`` sees."""


class Moments:
    """The moments that a game names, by the kinds of events that mark them, and the fields that count at another one."""

    def __init__(self, game: str) -> None:
        module = import_module(f"croupier.games.{game}.moments")
        self.kinds: dict[str, tuple[str, ...]] = module.MOMENTS
        self.compared_at: dict[str, dict[str, str]] = module.COMPARED_AT


class Comparison:
    """One [expect] table against one run."""

    def __init__(self, run: Run, expect: dict[str, Any]) -> None:
        self.run, self.expect = run, expect
        self.situation = run.situation
        self.game, self.box, self.names = self.situation.game, self.situation.box, self.situation.names
        self.moments = Moments(self.game.meta.name)
        self.fields = position_fields(self.game.meta.name)
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
        if self.at != FINAL and self.state_at(self.at) is None:
            yield f"the moment {self.at!r} does not come."
            return
        for key, value in self.expect.items():
            check: Callable[[Any], str] | None = getattr(self, f"check_{key}", None)
            if check is None and key not in WHERE and key not in self.fields:
                raise self.wrong(f"{key!r} is unknown; [expect] has {', '.join([*known_keys(), *self.fields])}.", key)
            sentence = check(value) if check else self.compare_field(key, value) if key in self.fields else ""
            if sentence:
                yield sentence

    def seat(self, name: str, key: str) -> int:
        if name not in self.names:
            raise self.wrong(f"{key} names {name!r}; seats are {', '.join(self.names)}.", key)
        return self.names.index(name)

    # --- positions ---

    def state(self, key: str) -> Any:
        """The state in which ``key`` is compared."""
        moment = self.moments.compared_at.get(self.at, {}).get(key, self.at)
        return self.mark.state if moment == FINAL else self.state_at(moment) or self.mark.state

    def state_at(self, moment: str) -> Any:
        """The state when the moment was last there, up to the mark; None if it has not come."""
        for event, state in reversed(self.run.happened[: self.mark.events]):
            if self.game.tell(event, SPECTATOR).kind in self.moments.kinds[moment]:
                return state
        return None

    def value(self, key: str) -> Any:
        """The field of the position, with the situation's names of the seats."""
        position = self.game.dump_position(self.box, self.state(key))
        return renamed(position.get(key), dict(zip(position["seats"], self.names, strict=True)))

    def compare_field(self, key: str, expected: Any) -> str:
        """A table is compared seat by seat, and only for the seats that it names."""
        found = self.value(key)
        if not isinstance(found, dict):
            return field_differs(key, expected, found)
        if isinstance(expected, list):
            return differs(key, sorted(map(str, expected)), sorted(found))
        if not isinstance(expected, dict):
            example = f"{key} = {{ {self.names[0]} = ... }}"
            raise self.wrong(f"{key} must be a table that names seats, {example}, or list them all.", key)
        for name, value in expected.items():
            self.seat(name, key)
            if sentence := field_differs(f"{key} of {name}", value, found.get(name)):
                return sentence
        return ""

    def by_seat(self, key: str, expected: dict[str, Any], found: dict[str, Any]) -> str:
        for name, value in expected.items():
            self.seat(name, key)
            if sentence := differs(f"{key} of {name}", value, found.get(name)):
                return sentence
        return ""

    def check_score(self, value: dict[str, Any]) -> str:
        """Per seat lines of the score, as it stands: ``{ A = { coins = 3, total = 11 } }``."""
        state = self.state("score")
        for name, lines in value.items():
            points = [0] * len(self.game.SCORE)
            if points:
                self.game.score(state, self.seat(name, "score"), points)
            found = dict(zip(self.game.SCORE, points, strict=True))
            for line, expected in lines.items():
                if line not in found:
                    there = ", ".join(found) or "no score in this game"
                    raise self.wrong(f"score of {name} has {line!r}; there is {there}.", "score")
                if sentence := differs(f"{line} of {name}", expected, found[line]):
                    return sentence
        return ""

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
            "unanswered": offer.unanswered,
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
            view = msgspec.to_builtins(self.game.view(self.box, self.state("sees"), self.viewer(name, "sees")))
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
    """The keys that [expect] has in every game."""
    return [*WHERE, *(name.removeprefix("check_") for name in vars(Comparison) if name.startswith("check_"))]


def position_fields(game: str) -> tuple[str, ...]:
    """What the positions of a game say, as docs/positions.md lists it."""
    fields: tuple[str, ...] = import_module(f"croupier.games.{game}.position").FIELDS
    return fields


def renamed(value: Any, names: dict[str, str]) -> Any:
    """With other names for the seats, wherever a text is one."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


def at_path(data: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(data, list | tuple):
            data = {str(place): there for place, there in enumerate(data)}.get(part, "hidden")
        elif isinstance(data, dict):
            data = data.get(part, "hidden")
    return "hidden" if data is None else data


def field_differs(what: str, expected: Any, found: Any) -> str:
    """As ``differs``, but a number may count the cards of a text or list, their order in a text is no matter, and what a
    position leaves out is empty."""
    if found is None:
        found = type(expected)()
    if type(expected) is int and isinstance(found, str | list):
        found = len(found.split() if isinstance(found, str) else [part for part in found if part != ""])
    return differs(what, in_order(expected, found), in_order(found, found))


def in_order(value: Any, like: Any) -> Any:
    """The words of texts sorted; a list where a text is found is its words."""
    if isinstance(like, str) and isinstance(value, str | list):
        return " ".join(sorted(value.split() if isinstance(value, str) else map(str, value)))
    if isinstance(like, list) and isinstance(value, list):
        return [" ".join(sorted(part.split())) if isinstance(part, str) else part for part in value]
    return value


def differs(what: str, expected: Any, found: Any) -> str:
    found = list(found) if isinstance(found, tuple) else found
    return "" if expected == found else f"{what}: expected {shown(expected)}, found {shown(found)}."


def shown(value: Any) -> str:
    return ", ".join(map(shown, value)) or "nobody" if isinstance(value, list) else str(value) or "nothing"


# --- the whole situation ---------------------------------------------------------------------------------------------


def judge(situation: Situation) -> tuple[list[str], list[str]]:
    """The trace of the first run, and a sentence for everything that differs: none when the situation holds."""
    check_shapes(situation)
    differences = check_seating(situation)
    first_runs: list[Run] = []
    if situation.expects:
        for seed, courses in runs(situation):
            first_runs.append(courses[0])
            differences += compare(seed, courses)
            if differences:
                return courses[0].lines, differences
        differences += check_varies(situation, first_runs)
    return first_runs[0].lines if first_runs else [], differences


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


def check_varies(situation: Situation, first_runs: list[Run]) -> list[str]:
    """varies: all that a field turns out to be under one seed or another."""
    for expect in situation.expects:
        for key, expected in expect.get("varies", {}).items():
            found: list[Any] = []
            for comparison in (Comparison(run, expect) for run in first_runs):
                if key not in comparison.fields:
                    raise comparison.wrong(f"varies has {key!r}; positions have {', '.join(comparison.fields)}.", "varies")
                found += [value] if (value := comparison.value(key)) not in found else []
            if sentence := differs(f"what {key} can be", sorted(map(str, expected)), sorted(map(str, found))):
                return [sentence]
    return []
