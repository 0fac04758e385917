"""Rounds: how the time of few processes is shared out among many questions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.bots.frames import Question
from croupier.bots.rounds import Rounds, Waiting, fair_limit


def question(cost: float) -> Question:
    """Its key is its cost."""
    return Question("a game", b"", b"", 0, "a level", int(cost))


def in_rounds(test: Callable[[Rounds], Any], processes: int = 1) -> Any:
    async def run() -> Any:
        return await test(Rounds(processes, lambda question: question.key))

    return asyncio.run(run())


async def taken(rounds: Rounds) -> Waiting:
    waiting = await asyncio.wait_for(rounds.next(lambda: True), 1)
    assert waiting
    return waiting


@pytest.mark.parametrize(
    ("costs", "processes", "limit"),
    [
        ([], 1, 0),
        ([600], 1, 600),
        ([600, 600], 1, 300),
        ([600, 600], 2, 600),
        ([600, 600, 600], 2, 400),
        ([50, 600, 600], 1, 275),
        ([10, 10, 10, 600], 1, 570),
        ([0, 0], 1, 0),
    ],
)
def test_the_limit_falls_on_those_that_ask_for_the_most(costs: list[float], processes: int, limit: float) -> None:
    assert fair_limit(costs, processes) == limit


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=30).map(sorted), st.integers(1, 8))
def test_a_round_lasts_no_longer_than_its_dearest_thought(costs: list[int], processes: int) -> None:
    limit = fair_limit(costs, processes)
    granted = sum(min(cost, limit) for cost in costs)
    whole = min(sum(costs), processes * max(costs))
    assert granted == pytest.approx(whole), "no more than there is, and nothing left over"


def test_what_waits_at_one_time_shares_alike_the_cheap_first_and_what_comes_later_waits() -> None:
    async def test(rounds: Rounds) -> list[tuple[int, float]]:
        for cost in (600, 600, 50):
            rounds.add(question(cost))
        first = await taken(rounds)
        rounds.add(question(700))
        waiting = [first, *[await taken(rounds) for _ in range(3)]]
        return [(one.question.key, one.question.share) for one in waiting]

    assert in_rounds(test) == [(50, 1.0), (600, 275 / 600), (600, 275 / 600), (700, 1.0)]


def test_nobody_thinks_about_what_nobody_waits_for() -> None:
    async def test(rounds: Rounds) -> list[tuple[int, float]]:
        gone = [rounds.add(question(600)) for _ in range(5)]
        gone[0].answer.cancel()
        rounds.add(question(700))
        first = await taken(rounds)
        for one in gone[2:]:
            one.answer.cancel()
        return [(one.question.key, one.question.share) for one in (first, await taken(rounds))]

    assert in_rounds(test) == [(600, 140 / 600), (700, 0.2)]


def test_a_question_put_back_comes_next_with_its_share() -> None:
    async def test(rounds: Rounds) -> None:
        for cost in (600, 600):
            rounds.add(question(cost))
        first = await taken(rounds)
        rounds.put_back(first)
        assert await taken(rounds) is first
        assert first.question.share == 0.5

    in_rounds(test)


def test_whoever_is_not_wanted_any_more_takes_nothing() -> None:
    async def test(rounds: Rounds) -> None:
        wanted = True
        waiting = asyncio.create_task(rounds.next(lambda: wanted))
        await asyncio.sleep(0)
        wanted = False
        kept = rounds.add(question(1))
        assert await waiting is None
        assert await taken(rounds) is kept

    in_rounds(test)


def test_at_the_end_all_that_wait_are_told() -> None:
    async def test(rounds: Rounds) -> None:
        waiting = [rounds.add(question(cost)) for cost in (1, 2, 3)]
        await taken(rounds)
        rounds.end(OSError("gone"))
        for one in waiting[1:]:
            with pytest.raises(OSError, match="gone"):
                await one.answer

    in_rounds(test)
