"""Play one attack, politely to the machine's other processes; the report is one line of JSON."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import uvloop

from tests.fuzz.attacks.kinds import ATTACKS
from tests.fuzz.attacks.served import more_files
from tests.fuzz.attacks.target import Target

GRACE = 20.0


async def play(port: int, name: str, seconds: float) -> dict[str, object]:
    target = Target(port, seconds)
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)  # a server that cuts us is what we came for
    ended = ""
    try:
        await asyncio.wait_for(ATTACKS[name].play(target), seconds + GRACE)
    except (TimeoutError, OSError) as error:
        ended = f"{type(error).__name__}: {error}"
    return {"ended": ended, **target.report.as_json()}


def main() -> None:
    os.nice(10)
    more_files()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(play(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))))


if __name__ == "__main__":
    main()
