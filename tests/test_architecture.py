"""The house rules that code can check: imports point down, rules do no I/O, files and functions stay small."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "croupier"
ROOMS = ("core", "games", "compiled", "bots", "table", "store", "server", "study", "envs", "cli")
"""From the ground up: a room may import those before it, and itself."""
PURE = ("core", "games", "table")
NO_GAME_NAMES = ("core", "compiled", "bots", "table", "store", "server")
IMPURE = {"asyncio", "random", "secrets", "select", "socket", "subprocess", "threading", "time", "datetime", "os", "uuid"}
GAMES = ("quickshot", "quick_silver", "silver_and_gold")
LONGEST_FILE = 400
LONGEST_FUNCTION = 60

FILES = sorted(SOURCE.rglob("*.py"))


def room_of(file: Path) -> str:
    """The room a file lies in; "" for the package itself, from which all may import."""
    inside = file.relative_to(SOURCE)
    return inside.parts[0] if len(inside.parts) > 1 else ""


def imports(tree: ast.AST) -> Iterator[tuple[ast.stmt, str]]:
    """Every import, wherever it stands, as (statement, module); ``from croupier import x`` gives croupier.x."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from ((node, f"{node.module}.{name.name}") for name in node.names)


def top_level(tree: ast.Module) -> set[int]:
    """Lines of statements that run when the module is imported."""
    lines = set()
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        lines.add(getattr(node, "lineno", 0))
        waiting += ast.iter_child_nodes(node)
    return lines


def faults(file: Path, text: str) -> list[str]:
    """All that the house forbids about one file."""
    tree = ast.parse(text)
    room = room_of(file)
    found = [
        *upward(room, tree),
        *relative(tree),
        *impure(room, tree),
        *numba(room, tree),
        *names_a_game(room, text),
        *sizes(tree, text),
    ]
    return [f"{file.relative_to(SOURCE)}: {fault}" for fault in found]


def upward(room: str, tree: ast.Module) -> Iterator[str]:
    for node, module in imports(tree):
        package, _, inside = module.partition(".")
        other = inside.split(".")[0]
        if package == "croupier" and room and other in ROOMS and ROOMS.index(other) > ROOMS.index(room):
            yield f"line {node.lineno}: {room} may not import {module}"


def relative(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield f"line {node.lineno}: imports are absolute here"


def impure(room: str, tree: ast.Module) -> Iterator[str]:
    """Rules and tables get clock, chance and bytes as arguments."""
    for node, module in imports(tree):
        if room in PURE and module.split(".")[0] in IMPURE:
            yield f"line {node.lineno}: {room} may not import {module.split('.')[0]}"
    for call in ast.walk(tree):
        if room in PURE and isinstance(call, ast.Call) and ast.unparse(call.func) in ("open", "print", "input"):
            yield f"line {call.lineno}: {room} does no I/O, so no {ast.unparse(call.func)}()"


def numba(room: str, tree: ast.Module) -> Iterator[str]:
    """Compiling holds the interpreter for seconds: only who asks for it may cause it."""
    at_import = top_level(tree)
    for node, module in imports(tree):
        if module.split(".")[0] in ("numba", "llvmlite"):
            if room != "compiled":
                yield f"line {node.lineno}: only compiled/ imports numba"
            elif node.lineno in at_import and not guarded(tree, node):
                yield f"line {node.lineno}: numba is imported inside functions, when it is needed"


def guarded(tree: ast.Module, node: ast.stmt) -> bool:
    """Whether the import is for type checkers alone."""
    tests = [n for n in tree.body if isinstance(n, ast.If) and ast.unparse(n.test).endswith("TYPE_CHECKING")]
    return any(node in n.body for n in tests)


def names_a_game(room: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        for game in GAMES:
            if room in NO_GAME_NAMES and game in line.lower().replace(" & ", "_and_").replace(" ", "_"):
                yield f"line {number}: {room} names the game {game}"


def sizes(tree: ast.Module, text: str) -> Iterator[str]:
    if (n := len(text.splitlines())) > LONGEST_FILE:
        yield f"{n} lines; {LONGEST_FILE} at most"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            n = (node.end_lineno or node.lineno) - node.lineno + 1
            if n > LONGEST_FUNCTION:
                yield f"line {node.lineno}: {node.name} has {n} lines; {LONGEST_FUNCTION} at most"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_house_rules(file: Path) -> None:
    assert faults(file, file.read_text("utf-8")) == []


def test_rooms_are_known() -> None:
    rooms = {room_of(file) for file in FILES} - {""}
    assert rooms <= set(ROOMS), f"new rooms need a place in the order: {rooms - set(ROOMS)}"


def test_most_functions_are_short() -> None:
    lengths = [
        (node.end_lineno or 0) - node.lineno + 1
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert sum(n < 35 for n in lengths) >= 0.9 * len(lengths)


@pytest.mark.parametrize(
    ("room", "text", "part"),
    [
        ("core", "from croupier.games import load", "may not import croupier.games"),
        ("core", "from croupier import games", "may not import croupier.games"),
        ("table", "def f():\n    import croupier.store.sqlite", "may not import croupier.store"),
        ("games", "import random", "may not import random"),
        ("table", "def f(x):\n    open(x)", "no open()"),
        ("bots", "def f():\n    import numba", "only compiled/"),
        ("compiled", "from numba import njit", "inside functions"),
        ("server", "x = 'quickshot'", "names the game"),
        ("core", "from . import game", "absolute"),
        ("cli", "def f():\n" + "    f()\n" * 60, "61 lines"),
        ("cli", "x = 1\n" * 401, "401 lines"),
    ],
)
def test_each_rule_bites(room: str, text: str, part: str) -> None:
    assert any(part in fault for fault in faults(SOURCE / room / "made_up.py", text))


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ("cli", "from croupier.games import load"),
        ("compiled", "def f():\n    import numba"),
        ("compiled", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numba"),
        ("server", "import asyncio"),
    ],
)
def test_what_is_allowed_passes(room: str, text: str) -> None:
    assert faults(SOURCE / room / "made_up.py", text) == []


def test_rules_run_without_numpy_or_numba() -> None:
    """A game played in plain Python imports neither."""
    import subprocess

    script = (
        "import sys\nfrom croupier import games\nfrom croupier.core.chance import seed_chance\n"
        "for name in games.NAMES:\n"
        "    game = games.load(name); box = game.default_box(); s = game.State(seats=game.meta.usual_seats)\n"
        "    seed_chance(s, 1); game.setup(box, s)\n"
        "    assert game.to_act(s)\n"
        "print(sorted({'numpy', 'numba'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
