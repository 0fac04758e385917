"""Turns every branch of the rules round, one at a time, and asks whether a situation or a contract test notices.

``scripts/fuzz --mutate [WORD...]`` tries all mutants, or those whose description contains a word, each in a process of its
own, and prints what nobody noticed. A survivor that is no gap is explained in EXPLAINED; an explanation of something that does
not survive is reported too. Exit code 0: every survivor is explained.
"""

from __future__ import annotations

import ast
import copy
import os
import signal
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import NamedTuple

from croupier.study.expectations import judge
from croupier.study.situation import Situation, read_situation

ROOT = Path(__file__).resolve().parents[2]
GAME = "quickshot"
FILES = ("legal", "effects", "abilities", "losses", "scoring", "state", "meta", "policy")
TESTS = ("contract/test_play", "games/quickshot/test_scoring")
SECONDS = 12
"""A mutant that takes more of the processor than this loops for ever; that is noticed."""

UNIQUE = "after the check for identical cards (3.7) no two face-up cards are alike, so the two are never equal"
NO_TIE = "ranks are never equal: the only tie is one with Reinforcements, and rank puts that above the other card (5.2)"
EXPLAINED: dict[str, str] = {
    "abilities.next_owner: s.card[seat] < s.card[best] -> s.card[seat] <= s.card[best]": UNIQUE,
    "scoring.strongest: rank(s, seat) > rank(s, best) -> rank(s, seat) >= rank(s, best)": NO_TIE,
    "scoring.weakest: rank(s, seat) < rank(s, worst) -> rank(s, seat) <= rank(s, worst)": NO_TIE,
}
"""Description of a survivor (file, function, what was changed) to why nothing can notice it."""

OPPOSITE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}


class Mutant(NamedTuple):
    file: str
    line: int
    description: str
    tree: ast.Module


# --- making mutants --------------------------------------------------------------------------------------------------


def mutants(file: str) -> Iterator[Mutant]:
    """Every condition inverted, every comparison moved to its neighbour, every ``and`` and ``or`` exchanged."""
    module = import_module(f"croupier.games.{GAME}.{file}")
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for number, node in enumerate(ast.walk(function)):
            for place in range(places(node)):
                twin = copy.deepcopy(tree)
                home = next(n for n in twin.body if isinstance(n, ast.FunctionDef) and n.name == function.name)
                was, now = change(list(ast.walk(home))[number], place)
                ast.fix_missing_locations(twin)
                yield Mutant(file, getattr(node, "lineno", 0), f"{file}.{function.name}: {was} -> {now}", twin)


def places(node: ast.AST) -> int:
    """How many places of the node can be changed."""
    if isinstance(node, ast.Compare):
        return len(node.ops) if all(type(op) in OPPOSITE for op in node.ops) else 0
    return int(isinstance(node, ast.If | ast.While | ast.IfExp | ast.BoolOp))


def change(node: ast.AST, place: int) -> tuple[str, str]:
    """Change one place of the node; what it was and what it is now, as source."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        was = ast.unparse(node.test)
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return f"{type(node).__name__.lower()} {was}", f"not ({was})"
    was = ast.unparse(node)
    if isinstance(node, ast.Compare):
        node.ops[place] = OPPOSITE[type(node.ops[place])]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return was, ast.unparse(node)


def install(mutant: Mutant) -> None:
    """Give the running functions the mutant's code: everybody who has imported one of them now calls it."""
    module = import_module(f"croupier.games.{GAME}.{mutant.file}")
    changed = ModuleType(module.__name__)
    changed.__dict__.update(module.__dict__)
    exec(compile(mutant.tree, str(module.__file__), "exec"), changed.__dict__)
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            function.__code__ = changed.__dict__[name].__code__


# --- who notices -----------------------------------------------------------------------------------------------------


def all_situations() -> list[tuple[str, Situation]]:
    files = sorted((ROOT / "tests" / "situations" / GAME).glob("*.toml"))
    return [(file.stem, read_situation(file.read_text("utf-8"), file.name)) for file in files]


def noticed_by(situations: list[tuple[str, Situation]]) -> str:
    """The first situation or contract test that fails, "" when none does."""
    for name, situation in situations:
        try:
            if judge(situation)[1]:
                return f"situation {name}"
        except Exception as error:
            return f"situation {name} ({type(error).__name__})"
    return failing_contract_test()


def failing_contract_test() -> str:
    """The tests of TESTS that are about a case, with three and with seven seats."""
    for file in TESTS:
        module = imported(file)
        for name, test in vars(module).items():
            marks = getattr(test, "pytestmark", []) if name.startswith("test_") else []
            if any(mark.name == "parametrize" and mark.args[0] == "case" for mark in marks):
                for case in (case for case in module.CASES if case.name == GAME and case.seats in (3, 7)):
                    try:
                        test(case)
                    except Exception as error:
                        return f"test {name}[{case.label}] ({type(error).__name__})"
    return ""


def imported(file: str) -> ModuleType:
    folders = [str(ROOT / "tests" / "contract"), str((ROOT / "tests" / file).parent)]
    sys.path[:0] = [folder for folder in folders if folder not in sys.path]
    return import_module(Path(file).name)


def try_mutant(mutant: Mutant, situations: list[tuple[str, Situation]]) -> str:
    """Who notices the mutant, found out in a child process; "" when nobody does."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        install(mutant)
        os.write(writing, noticed_by(situations).encode()[:400] or b"-")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        text = answer.read().decode()
    os.waitpid(child, 0)
    return "it never ends" if not text else "" if text == "-" else text


def main(words: list[str]) -> int:
    started = time.monotonic()
    situations = all_situations()
    if broken := noticed_by(situations):
        print(f"Nothing is changed yet, and {broken} fails already.")
        return 1
    survivors, tried = [], []
    for mutant in (mutant for file in FILES for mutant in mutants(file)):
        if words and not any(word in mutant.description for word in words):
            continue
        tried.append(mutant.description)
        witness = try_mutant(mutant, situations)
        if not witness:
            survivors.append(mutant)
        print(f"{mutant.file}.py:{mutant.line}: {mutant.description.split(': ', 1)[1]}: {witness or 'SURVIVES'}", flush=True)
    return report(survivors, tried, time.monotonic() - started)


def report(survivors: list[Mutant], tried: list[str], seconds: float) -> int:
    print(f"\n{len(tried)} mutants, {len(tried) - len(survivors)} noticed, {len(survivors)} survive; {seconds:.0f} s.")
    alive = {mutant.description for mutant in survivors}
    for description in sorted(alive):
        print(f"  {description}\n      {EXPLAINED.get(description, 'NOT EXPLAINED')}")
    stale = [description for description in EXPLAINED if description in tried and description not in alive]
    for description in stale:
        print(f"  {description}\n      is explained, but does not survive")
    return int(bool(stale or alive - EXPLAINED.keys()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
