"""Record: a class of integer fields that is a plain Python object and, equally, a NumPy dtype.

    class State(Record):
        leader: int = i8
        hands: Grid = i8[7, 9]

A State is an ordinary object: ``s.leader`` is an int and ``s.hands`` a list of lists. ``State.dtype`` is the equal NumPy
dtype, so that compiled code reads ``s.leader`` and ``s.hands[p][v]`` with the same source. The annotation is the type as
plain Python sees it; the value on its right declares width and shape. All fields start at zero.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import struct
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    import numpy as np

Counts = list[int]
Words = list[int]
Grid = list[list[int]]


class Kind:
    """Width and shape of a field: ``i8`` is one number, ``i8[7, 9]`` seven rows of nine."""

    def __init__(self, code: str, shape: tuple[int, ...] = ()) -> None:
        self.code = code
        self.shape = shape

    def __getitem__(self, shape: int | tuple[int, ...]) -> Any:
        return Kind(self.code, shape if isinstance(shape, tuple) else (shape,))

    @property
    def size(self) -> int:
        return functools.reduce(lambda x, y: x * y, self.shape, 1)


# Typed as Any so that ``leader: int = i8`` reads as what it is: an int field of one byte.
i8: Any = Kind("b")
i16: Any = Kind("h")
i32: Any = Kind("i")
i64: Any = Kind("q")


class Record:
    """Base of every ``Box`` and ``State``: only integer fields, and fixed shapes."""

    kinds: ClassVar[dict[str, Kind]] = {}
    codec: ClassVar[struct.Struct]
    recorder: Any = None
    """Who writes down events and beats, at a table; None everywhere else. Not part of the record."""

    def __init_subclass__(cls) -> None:
        own = {name: kind for name, kind in vars(cls).items() if isinstance(kind, Kind)}
        for name in own:
            delattr(cls, name)
        cls.kinds = {**cls.kinds, **own}
        cls.codec = struct.Struct("<" + "".join(f"{kind.size}{kind.code}" for kind in cls.kinds.values()))
        cls.copy = copier(cls)  # type: ignore[method-assign]

    def __init__(self, **values: Any) -> None:
        for name, kind in self.kinds.items():
            setattr(self, name, zeros(kind.shape))
        for name, value in values.items():
            if name not in self.kinds:
                raise TypeError(f"{type(self).__name__} has no field {name!r}; it has {', '.join(self.kinds)}")
            setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.fields() == other.fields()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in self.fields().items())})"

    def fields(self) -> dict[str, Any]:
        """Name to value, in the order of declaration."""
        return {name: getattr(self, name) for name in self.kinds}

    def copy(self) -> Self:
        """An equal record that shares no list with this one, and no recorder."""
        raise NotImplementedError("every subclass has its own; copier writes it")

    def pack(self) -> bytes:
        """All fields as little-endian bytes without gaps; OverflowError names a field that left its range."""
        try:
            return self.codec.pack(*self.numbers())
        except struct.error:
            raise OverflowError(f"{self.out_of_range()} does not fit its field in {type(self).__name__}") from None

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """The inverse of pack."""
        numbers = iter(cls.codec.unpack(data))
        record = cls.__new__(cls)
        for name, kind in cls.kinds.items():
            setattr(record, name, shaped(numbers, kind.shape))
        return record

    def numbers(self) -> list[int]:
        """All numbers of all fields in one flat list."""
        out: list[int] = []
        for name, kind in self.kinds.items():
            value = getattr(self, name)
            depth = len(kind.shape)
            if depth == 0:
                out.append(value)
            else:
                for _ in range(depth - 1):
                    value = itertools.chain.from_iterable(value)
                out.extend(value)
        return out

    def digest(self) -> str:
        """16 hexadecimal digits that change with any field."""
        return hashlib.blake2b(self.pack(), digest_size=8).hexdigest()

    def out_of_range(self) -> str:
        for name, kind in self.kinds.items():
            value = getattr(self, name)
            for number in flat(value):
                try:
                    struct.pack(f"<{kind.code}", number)
                except struct.error:
                    return f"{name} = {value}"
        return "a field with the wrong shape"

    @classmethod
    @functools.cache
    def _dtype(cls) -> np.dtype[Any]:
        import numpy as np

        return np.dtype([(n, f"<{k.code}", k.shape) for n, k in cls.kinds.items()], align=True)

    @classmethod
    def numpy_dtype(cls) -> np.dtype[Any]:
        """The aligned dtype that compiled code works on."""
        return cls._dtype()

    @classmethod
    def from_numpy(cls, row: Any) -> Self:
        return cls(**{name: row[name].tolist() for name in cls.kinds})

    def to_numpy(self, row: Any) -> None:
        """Write all fields into one element of an array of ``numpy_dtype()``; OverflowError as in pack."""
        self.pack()
        for name in self.kinds:
            row[name] = getattr(self, name)


def zeros(shape: tuple[int, ...]) -> Any:
    return [zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def copier(cls: type[Record]) -> Any:
    """``copy`` of this class, written out field by field: states are copied all the time, and a loop takes thrice as long."""
    lines = [f"    twin.{name} = {copied(f'self.{name}', kind.shape)}" for name, kind in cls.kinds.items()]
    names: dict[str, Any] = {"new": object.__new__, "cls": cls}
    exec("\n".join(["def copy(self):", "    twin = new(cls)", *lines, "    return twin"]), names)
    copy = names["copy"]
    copy.__doc__ = Record.copy.__doc__
    return copy


def copied(source: str, shape: tuple[int, ...]) -> str:
    """The expression that copies nested lists."""
    if len(shape) < 2:
        return f"{source}[:]" if shape else source
    return f"[{', '.join(copied(f'{source}[{i}]', shape[1:]) for i in range(shape[0]))}]"


def shaped(numbers: Any, shape: tuple[int, ...]) -> Any:
    return [shaped(numbers, shape[1:]) for _ in range(shape[0])] if shape else next(numbers)


def flat(value: Any) -> list[int]:
    return [n for row in value for n in flat(row)] if isinstance(value, list) else [value]
