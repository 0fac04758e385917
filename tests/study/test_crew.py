"""Crews: parts are handed out in order, sums are added up in order, whoever comes first."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.core.errors import Invalid
from croupier.study.crew import AHEAD, Parts, Played, Sums, Threads, Total, Work, play_part, played_by


class Counting:
    """Work whose chunk i counts 0.1 * i: sums that depend on the order of adding."""

    def __init__(self, chunks: int, games: int = 10) -> None:
        self.chunks = chunks
        self.games = games
        self.warm = False

    def games_of(self, part: range) -> range:
        return range(part.start * self.games, part.stop * self.games)

    def warm_up(self) -> None:
        self.warm = True

    def play(self, part: range, stop: threading.Event) -> list[Sums]:
        assert self.warm
        return [Sums([0.1 * chunk], [0.01 * chunk * chunk]) for chunk in part]


class Backwards:
    """A crew that finishes last what it was given first; it has more hands each time it is asked."""

    seconds = 0.001

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Played], range]] = []
        self.asked = 0

    def begin(self, work: Work) -> None:
        self.work = work
        work.warm_up()

    def hands(self) -> int:
        self.asked += 1
        for future, part in reversed(self.waiting):
            future.set_result(play_part(self.work, part, threading.Event()))
        self.waiting.clear()
        return self.asked

    def start(self, part: range) -> Future[Played]:
        future = Future[Played]()
        self.waiting.append((future, part))
        return future


def in_order(work: Counting) -> Sums:
    total = Sums([0.0], [0.0])
    for chunk in range(work.chunks):
        total = total.plus(Sums([0.1 * chunk], [0.01 * chunk * chunk]))
    return total


@pytest.mark.parametrize("chunks", [1, 2, 7, 1000])
def test_every_crew_comes_to_the_same_sums(chunks: int) -> None:
    heard: list[int] = []
    assert played_by(Backwards(), Counting(chunks), heard.append) == in_order(Counting(chunks))
    assert (heard[0], sum(heard)) == (0, 10 * chunks)
    with Threads(3) as crew:
        assert played_by(crew, Counting(chunks)) == in_order(Counting(chunks))


def test_a_fault_of_a_part_ends_the_work_and_the_threads() -> None:
    class Broken(Counting):
        def play(self, part: range, stop: threading.Event) -> list[Sums]:
            if 5 in part:
                raise ZeroDivisionError
            return super().play(part, stop)

    before = threading.active_count()
    with pytest.raises(ZeroDivisionError), Threads(2) as crew:
        played_by(crew, Broken(1000))
    assert threading.active_count() == before


@given(st.integers(1, 500), st.lists(st.tuples(st.floats(0, 10), st.integers(1, 40)), min_size=1))
def test_parts_follow_each_other_and_nobody_gets_more_than_a_share(chunks: int, paces: list[tuple[float, int]]) -> None:
    parts, at = Parts(chunks, 1.0), 1
    assert parts.take(paces[0][1]) == range(1)
    while parts.left:
        seconds, hands = paces[at % len(paces)]
        left = parts.left
        part = parts.take(hands)
        assert part.start == at
        assert 1 <= len(part) <= max(1, left // (AHEAD * hands))
        at = part.stop
        parts.note(part, seconds)
    assert at == chunks


def test_a_part_takes_as_long_as_it_should() -> None:
    parts = Parts(1_000_000, 1.0)
    parts.note(parts.take(2), 0.02)
    assert len(parts.take(2)) == 50


@given(st.permutations([range(1), range(1, 4), range(4, 6), range(6, 7)]))
def test_chunks_are_added_in_order(parts: list[range]) -> None:
    work, total = Counting(7), Total()
    work.warm_up()
    for part in parts:
        total.add(part, work.play(part, threading.Event()))
    assert total.sums == in_order(work)
    assert not total.early


@pytest.mark.parametrize("count", [0, -3, 1025, 10**9])
def test_a_number_of_threads_that_cannot_be(count: int) -> None:
    with pytest.raises(Invalid, match=rf"Between 1 and 1024 threads can play, not {count}; left out, all cores do: here \d+\."):
        Threads(count)
