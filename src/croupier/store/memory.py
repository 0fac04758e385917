"""A store in memory: the same promises but durability. For tests, and to measure what the disk costs."""

from __future__ import annotations

import asyncio

from croupier.store.store import ALL, Append, Conflict, Due, DueKind, Row, Sitting, StoreError, Summary


class MemoryStore:
    name = "memory"

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        self.answers: dict[tuple[str, int, int, str], bytes] = {}
        self.timers: dict[tuple[str, DueKind], int] = {}
        self.summaries: dict[str, Summary] = {}

    def append(self, *batch: Append) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        wrong = next(filter(None, map(self.conflict, batch)), None)
        if wrong:
            future.set_exception(Conflict(wrong))
        else:
            for append in batch:
                self.write(append)
            future.set_result(None)
        return future

    def conflict(self, append: Append) -> str:
        """Empty, or why this append cannot be the next one."""
        following = len(self.rows.get(append.table, ()))
        if [row.seq for row in append.rows] != list(range(following, following + len(append.rows))):
            return f"The next entry of this table is number {following}; this is another one."
        command = append.command
        if command and (append.table, command.seat, command.since, command.cmd_id) in self.answers:
            return "This command has been answered before."
        return ""

    def write(self, append: Append) -> None:
        self.rows.setdefault(append.table, []).extend(append.rows)
        if append.command:
            seat, since, cmd_id, answer = append.command
            self.answers[append.table, seat, since, cmd_id] = answer
        for change in append.due:
            if change.due_at is None:
                self.timers.pop((append.table, change.kind), None)
            else:
                self.timers[append.table, change.kind] = change.due_at
        if append.summary:
            self.summaries[append.table] = append.summary

    async def load(self, table: str, since: int = 0, most: int = ALL) -> list[Row]:
        return self.rows.get(table, [])[since : since + most]

    async def answer(self, table: str, seat: int, since: int, cmd_id: str) -> bytes | None:
        return self.answers.get((table, seat, since, cmd_id))

    async def list_open(self) -> list[Sitting]:
        return [
            Sitting(table, summary.lobby, self.rows[table][-1].at)
            for table, summary in self.summaries.items()
            if not summary.is_over
        ]

    async def due(self, before: int) -> list[Due]:
        found = [Due(table, kind, due_at) for (table, kind), due_at in self.timers.items() if due_at < before]
        return sorted(found, key=lambda due: due.due_at)

    def fault(self) -> StoreError | None:
        return None

    def close(self) -> None:
        pass
