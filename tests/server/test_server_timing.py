"""How long a bot keeps people waiting tells nothing of its hand: not what it thinks longer about, nor how often it chooses."""

from __future__ import annotations

import asyncio

import pytest
from timed import Answer, SkippingHall, opened, public_wait, run_skipping, timed_games

from croupier import games
from croupier.bots.levels import LEVELS
from croupier.server.bots import NoWorkers
from croupier.server.hall import Settings
from croupier.server.moments import MEMORY, Moments
from croupier.store.memory import MemoryStore
from croupier.table.commands import StartCommand

MOST_SAMPLES = 60


class Telltale(NoWorkers):
    """Thinks longer the more legal actions there are, as searches do."""

    def __init__(self, most: float) -> None:
        self.most = most

    async def choose(self, game: str, box: bytes, state: bytes, seat: int, level: str, key: int) -> int:
        rules = games.load(game)
        s = rules.State.unpack(state)
        legal = rules.legal(rules.Box.unpack(box), s, seat, [0] * rules.N_ACTIONS)
        await asyncio.sleep(self.most * min(legal, 40) / 100)
        return await super().choose(game, box, state, seat, level, key)


def answers_of(game: str, level: str, most: float) -> list[Answer]:
    answers: list[Answer] = run_skipping(
        timed_games(game, level, Telltale(most), until=lambda watch: len(watch.closed) >= MOST_SAMPLES)
    )
    assert len({answer.hidden for answer in answers}) > 2, "all hands were alike: nothing was tried"
    return answers


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", games.NAMES)
def test_the_moment_of_an_answer_follows_from_what_everybody_knows(game: str, level: str) -> None:
    for answer in answers_of(game, level, LEVELS[level].usual):
        assert answer.took == pytest.approx(public_wait(answer, level, 1.0), abs=0.002), answer


def test_on_a_slow_machine_only_the_first_answers_are_late() -> None:
    """Thoughts of up to three times the usual longest: the wait is doubled, and then it is the same for all."""
    answers = answers_of("quickshot", "mayor", 30.0)
    settled = answers[len(answers) // 2 :]
    waits = {round(answer.took, 2) for answer in settled if answer.ready_at - answer.asked_at < 2.0}
    assert len({wait / 3.0 for wait in waits}) == 1, waits


def test_a_kind_of_bot_that_was_late_is_usual_again_after_a_while() -> None:
    moments, kind = Moments(), ("quickshot", "mayor", True)
    assert moments.wait(kind, 3.0, 0.0) == 3.0
    assert moments.missed(kind, 3.0, 6.5, 7.0) == 12.0
    assert moments.wait(kind, 3.0, 8.0) == 12.0 and moments.wait(("quickshot", "sharper", True), 0.5, 8.0) == 0.5
    assert moments.wait(kind, 3.0, 7.1 + MEMORY) == 3.0


@pytest.mark.parametrize("game", games.NAMES)
def test_when_time_is_up_the_moment_tells_nothing_of_the_hand_either(game: str) -> None:
    """A person who never answers: a bot decides for them, as long after the time is up whatever they hold."""
    delays = run_skipping(overdue(game))
    assert len(delays) >= 10 and max(delays) - min(delays) < 0.005, delays


async def overdue(game: str) -> list[float]:
    """Seconds after the time was up, of each decision that was made for the person; windows have no thought to hide."""
    hall = SkippingHall(MemoryStore(), Telltale(0.3), Settings(grace=1e8))
    delays: list[float] = []
    while len(delays) < 10:
        desk = await hall.open(opened(game, "prospector", seconds=30))
        await desk.command(StartCommand(), seat=0)
        while not desk.table.is_over and len(delays) < 10:
            due_at, made = desk.table.due_at, desk.table.seats[0].decided_for
            if due_at is None or desk.table.is_window:
                await asyncio.sleep(0.05)
                continue
            await asyncio.sleep(due_at / 1000 - asyncio.get_running_loop().time())
            while not desk.table.is_over and desk.table.seats[0].decided_for == made:
                await asyncio.sleep(0.001)
            delays.append(asyncio.get_running_loop().time() - due_at / 1000)
        desk.stop()
    await hall.stop()
    return delays
