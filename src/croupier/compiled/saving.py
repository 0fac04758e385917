"""How compiled code gets into the cache on disk: one process after the other."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

saved: list[str] = []
"""What this process has compiled and written into the cache."""


def save_one_at_a_time() -> None:
    """From now on in this process: whoever writes into a folder of the cache waits for others who do; ``saved`` counts.

    Numba keeps an index for each function, reads it and writes it back with one entry more. Of two processes that do so at one
    time, as happens where two games are compiled, one loses its entry, or finds the other's code under it.
    """
    from numba.core.caching import IndexDataCacheFile

    files: Any = IndexDataCacheFile
    plain = files.save
    if plain.__name__ == "save_alone":
        return

    def save_alone(self: Any, key: Any, data: Any) -> None:
        with (Path(self._cache_path) / ".lock").open("ab") as file:
            lock(file)
            plain(self, key, data)
        saved.append(self._index_name)

    files.save = save_alone


def lock(file: IO[bytes]) -> None:
    """Until the file is closed. Not on Windows."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX)
