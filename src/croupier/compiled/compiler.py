"""The compiler: one source, two executions.

A *driver* is plain Python that plays any game (a playout, a search, a batch). Its module declares the rules functions that it
calls as slots: ``setup: Any = None``. ``plain_driver(entry, bindings)`` gives the driver with its slots filled, running as it
stands; ``compile_driver(entry, bindings)`` the same compiled by Numba, with every function of ours that it reaches.

Each function reached is cloned: calls that record what happened (SILENT) are left out, and its globals are rebound to
clones, so that the rules stay undecorated. Numba notices only changes in a function's own file; therefore the cache lives in
a folder named by the hash of all sources that can be compiled. Numba is imported here and nowhere else, and only when
something is compiled.
"""

from __future__ import annotations

import ast
import dis
import functools
import hashlib
import inspect
import os
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from croupier.compiled.integers import know_bit_count
from croupier.compiled.keeping import keep
from croupier.compiled.saving import make_folder, tell_uncached
from croupier.core import events
from croupier.core.errors import CroupierError, unknown

PACKAGE = Path(__file__).resolve().parents[1]
ROOMS = ("core", "games", "compiled", "bots")
"""Where functions that can be compiled live; those of tests can be, too."""
SILENT = (events.emit, events.whisper, events.emit_apart, events.beat)
SMALL = 345
"""Functions of up to so many bytes of bytecode are always inlined, since a call of Numba's costs more than they do: random play
gains a third. With 440 compiling takes minutes."""
CONSTANTS = (bool, int, float, tuple, type, types.ModuleType, types.BuiltinFunctionType)
"""What a compiled function may find among its globals, besides functions of ours."""

INDEX = "type of indices"
"""The name of the type that an index is made, among the globals of a compiled function; with its blanks it is nobody else's."""

Function = Callable[..., Any]
Bindings = Mapping[str, Function]


class CannotCompile(CroupierError):
    """A function uses something that the compiler does not know; the sentence names both."""


def compile_driver(entry: Function, bindings: Bindings) -> Any:
    """The entry, jitted with all that it reaches. Equal calls in one process give the same object.

    It runs without the GIL, checks bounds, and takes records as elements of arrays of their ``numpy_dtype()``. Unknown when a
    binding is no slot of the entry's module, CannotCompile when a slot stays empty or a global is neither number nor function.
    """
    return _compiled(entry, tuple(sorted(bindings.items())), cache_folder())


def plain_driver(entry: Function, bindings: Bindings) -> Any:
    """The entry as plain Python with its slots filled; works on Records and lists. Errors as compile_driver."""
    return _plain(entry, tuple(sorted(bindings.items())))


def typed(driver: Any, *given: Any) -> Function:
    """What compile_driver gave, for arguments of the types of these only; nobody checks that. It leaves out the look at every
    argument's type at every call, a microsecond or two where there are arrays of records."""
    import numba

    type_of: Any = numba.typeof
    compiled: Function = driver.compile(tuple(type_of(argument) for argument in given))
    return compiled


@functools.cache
def _compiled(entry: Function, bindings: tuple[tuple[str, Function], ...], folder: Path) -> Any:
    check_slots(entry, dict(bindings))
    return Compiler(dict(bindings), folder).clone(entry)


@functools.cache
def _plain(entry: Function, bindings: tuple[tuple[str, Function], ...]) -> Any:
    check_slots(entry, dict(bindings))
    return PlainBinder(dict(bindings)).clone(entry)


def check_slots(entry: Function, bindings: Bindings) -> None:
    slots = [name for name, value in vars(inspect.getmodule(entry)).items() if value is None and not name.startswith("__")]
    for name in bindings:
        if name not in slots:
            raise unknown(f"slot in {entry.__module__}", name, slots or ["none"])


# --- cloning ---------------------------------------------------------------------------------------------------------


class PlainBinder:
    """Clones the functions of drivers, with slots filled; rules stay the functions they are."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.clones: dict[Function, Any] = {}

    def is_driver(self, function: Function) -> bool:
        return any(function.__globals__.get(name, self) is None for name in self.bindings)

    def clone(self, function: Any) -> Any:
        if not self.is_driver(function):
            return function
        if function not in self.clones:
            names = dict(function.__globals__)
            twin = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            self.clones[function] = twin
            self.rebind(function, twin)
        return self.clones[function]

    def rebind(self, function: Any, twin: Any) -> None:
        """Exchange, among the globals of the twin, each function of ours for its clone."""
        names = twin.__globals__
        for name in dict.fromkeys(global_names(twin.__code__)):
            value = names.get(name, 0)
            if value is None:
                value = self.bindings.get(name)
            if is_ours(value):
                names[name] = self.clone(value)
            elif not isinstance(value, CONSTANTS):
                what = "an empty slot" if value is None else f"a {type(value).__name__}"
                raise CannotCompile(f"{function.__module__}.{function.__name__} uses {name}, {what}: no number, no function.")


class Compiler(PlainBinder):
    """Clones every function of ours without its events, and jits it. Indices are unsigned: the rules never count from the end,
    and Numba need not look whether they do. A negative index is an IndexError.

    Functions of drivers depend on the bindings and are cached apart from those of the rules, under names that tell bindings
    apart: Numba's cache knows a function by its name and the types of its arguments, not by what its globals hold.
    """

    shared: dict[tuple[Path, Function], Any] = {}
    """The clones of rules, one for all drivers of this process."""

    def __init__(self, bindings: Bindings, folder: Path) -> None:
        super().__init__(bindings)
        self.folder = folder
        described = sorted(f"{name}={f.__module__}.{f.__qualname__}" for name, f in bindings.items())
        self.key = hashlib.sha256("\n".join(described).encode()).hexdigest()[:8]

    def clone(self, function: Any) -> Any:
        import numpy

        driver = self.is_driver(function)
        key: Any = function if driver else (self.folder, function)
        clones: Any = self.clones if driver else self.shared
        if key not in clones:
            twin = twin_of(function, f"_{self.key}" if driver else "", numpy.uint64)
            clones[key] = jitted(twin, self.folder / (self.key if driver else "rules"))
            self.rebind(function, twin)
        return clones[key]


def is_ours(value: object) -> bool:
    if not isinstance(value, types.FunctionType):
        return False
    package, _, rest = value.__module__.partition(".")
    return package != "croupier" or rest.partition(".")[0] in ROOMS


def global_names(code: types.CodeType) -> Iterator[str]:
    """The names that a function looks up among its globals, those of its inner functions included."""
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield instruction.argval
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from global_names(const)


def twin_of(function: Any, suffix: str = "", index: type | None = None) -> Any:
    """A twin, with globals of its own, that calls none of SILENT; it keeps file and line numbers for tracebacks. Its indices
    are of the type ``index``, where one is given."""
    source = "\n" * (function.__code__.co_firstlineno - 1) + inspect.getsource(function)
    try:
        tree = ast.parse(source)
    except SyntaxError:
        raise CannotCompile(f"{function.__qualname__} in {function.__module__} must stand at the top of its module.") from None
    silent = {name for name, value in function.__globals__.items() if value in SILENT and is_ours(value)}
    tree = Silencer(silent).visit(tree)
    if index:
        tree = Indexer().visit(tree)
    code = compile(
        ast.fix_missing_locations(tree),
        function.__code__.co_filename, "exec", flags=annotations.compiler_flag, dont_inherit=True,
    )
    names = dict(function.__globals__) | {INDEX: index}
    exec(code, names)
    twin = names[function.__name__]
    names[function.__name__] = function
    twin.__name__ += suffix
    twin.__qualname__ += suffix
    return twin


class Silencer(ast.NodeTransformer):
    """Leaves out the statements that call one of these names, their arguments included."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.names:
            return ast.copy_location(ast.Pass(), node)
        return node


class Indexer(ast.NodeTransformer):
    """Calls INDEX on whatever stands in brackets alone and is no constant."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Constant | ast.Slice | ast.Tuple):
            node.slice = ast.Call(ast.Name(INDEX, ast.Load()), [node.slice], [])
        return node


# --- Numba and its cache ---------------------------------------------------------------------------------------------


settings = threading.Lock()


def jitted(function: Function, folder: Path) -> Any:
    """The function for Numba, cached in the folder, or not at all where no folder can be named."""
    import numba

    know_bit_count()
    small = len(function.__code__.co_code) <= SMALL
    dispatcher = numba.njit(nogil=True, boundscheck=True, forceinline=small)(function)
    home = folder.parent
    if not home.is_absolute():
        tell_uncached(home, "this user has no home folder")
        return dispatcher
    with settings:  # of the whole process: two threads that compile at once must not mix theirs up
        keep(dispatcher, home, folder)
    return dispatcher


def can_write(folder: Path) -> bool:
    """Whether compiled code can be kept in this cache, which is made, or mended, where it has to be."""
    if not folder.is_absolute():
        return False
    try:
        make_folder(folder, folder)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def cache_folder(package: Path = PACKAGE) -> Path:
    """Where compiled code of these sources is kept: under CROUPIER_CACHE, or the user's cache folder. It is no absolute path
    where the user has none."""
    named = os.environ.get("CROUPIER_CACHE")
    if named:
        return Path(named).absolute() / source_hash(package)
    from platformdirs import user_cache_path

    try:
        return user_cache_path("croupier") / source_hash(package)
    except RuntimeError:  # neither HOME nor an account says where it is
        return Path("~", ".cache", "croupier", source_hash(package))


@functools.cache
def source_hash(package: Path) -> str:
    """16 hexadecimal digits that change with any Python file of ROOMS."""
    digest = hashlib.sha256()
    for path in sorted(path for room in ROOMS for path in (package / room).rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
