"""What compiled code knows of integers beyond what Numba does."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def know_bit_count() -> None:
    """From now on in this process Numba knows ``int.bit_count``, of numbers that are not negative."""
    from numba.core import types
    from numba.extending import intrinsic, overload_method

    def population(context: Any, number: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, given: builder.ctpop(given[0])

    ones: Any = intrinsic(population)

    @overload_method(types.Integer, "bit_count")
    def bit_count(number: Any) -> Any:
        def counted(number: Any) -> Any:
            return ones(number)

        return counted
