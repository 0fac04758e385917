"""Makes Numba keep what it compiles in files of ours (saving.py) and no others."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from croupier.compiled.saving import Kept


def keep(dispatcher: Any, home: Path, folder: Path) -> None:
    """From now on what this function is compiled to is kept in a folder below ``home``."""
    import numba

    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        dispatcher._cache = cache_type()(dispatcher.py_func, home)
    finally:
        config.CACHE_DIR = before


@functools.cache
def cache_type() -> Any:
    """Numba's cache of a function, with two differences: it looks nowhere else when a folder cannot be written, and no file
    that lies there is an error."""
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

    class Place(UserProvidedCacheLocator):
        def ensure_cache_path(self) -> None:
            """A folder that is only read need not be writable; who saves makes it."""

    class Parts(CompileResultCacheImpl):
        _locator_classes = [Place]

    class KeptFunction(FunctionCache):
        _impl_class = Parts

        def __init__(self, function: Any, home: Path) -> None:
            super().__init__(function)  # type: ignore[no-untyped-call]
            place: Any = self._impl.locator
            kept = Kept(home, Path(place.get_cache_path()), self._impl.filename_base, place.get_source_stamp())
            self._cache_file: Any = kept

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            except Exception:  # whole, and still not what this machine's Numba can use
                self._cache_file.was_damaged = True
                return None

    return KeptFunction
