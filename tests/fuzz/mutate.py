"""Turns every branch of the rules round, one at a time, and asks whether a situation or a contract test notices.

``scripts/fuzz --mutate [GAME] [WORD...]`` tries all mutants, or those of a game, or those whose description contains a word,
each in a process of its own, and prints what nobody noticed. A survivor that is no gap is explained in TARGETS; an explanation
of something that does not survive is reported too. Exit code 0: every survivor is explained.
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
PATIENCE = 2
"""A mutant that takes so many times the processor time of the unchanged rules, and 2 s, loops for ever; that is noticed."""

UNIQUE = "after the check for identical cards (3.7) no two face-up cards are alike, so the two are never equal"
NO_TIE = "ranks are never equal: the only tie is one with Reinforcements, and rank puts that above the other card (5.2)"

UNEQUAL = "the line above has found that the two differ"


class Target(NamedTuple):
    """What is mutated of a game, and who looks."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    """Beside its situations: files under tests/, of which the tests about a case are called."""
    seats: tuple[int, ...]
    """The cases that are tried have so many seats."""
    explained: dict[str, str]
    """Description of a survivor (file, function, what was changed) to why nothing can notice it."""


TARGETS = {
    "quickshot": Target(
        files=("legal", "effects", "abilities", "losses", "scoring", "state", "meta", "policy"),
        tests=("contract/test_play", "games/quickshot/test_scoring"),
        seats=(3, 7),
        explained={
            "abilities.next_owner: s.card[seat] < s.card[best] -> s.card[seat] <= s.card[best]": UNIQUE,
            "scoring.strongest: rank(s, seat) > rank(s, best) -> rank(s, seat) >= rank(s, best)": NO_TIE,
            "scoring.weakest: rank(s, seat) < rank(s, worst) -> rank(s, seat) <= rank(s, worst)": NO_TIE,
        },
    ),
    "silver_and_gold": Target(
        files=("legal", "effects", "marks", "scoring", "state", "redeal"),
        tests=(
            "games/silver_and_gold/test_silver_and_gold_scoring",
            "contract/test_play",
            "contract/test_hidden",
        ),
        seats=(3,),
        explained={
            "marks.apply_mark: s.bonus[seat] > 0 -> s.bonus[seat] >= 0": "where no box is due, setting 0 to 0 changes nothing",
            "marks.tell_marks: s.acts[seat] > 1 -> s.acts[seat] >= 1": "a seat with one act has no boxes for an X to tell of",
            "scoring.is_ahead: total(s, seat) > total(s, other) -> total(s, seat) >= total(s, other)": UNEQUAL,
            "scoring.is_ahead: s.done[seat][color] > s.done[other][color] -> "
            "s.done[seat][color] >= s.done[other][color]": UNEQUAL,
            "state.code: card > 0 -> card >= 0": "only in a full box of 64 cards the last place is not empty",
            "state.sort_four: row[j - 1] > row[j] -> row[j - 1] >= row[j]": "a card is there once, so the two are never equal",
        },
    ),
    "quick_silver": Target(
        files=("legal", "effects", "blasts", "market", "ending", "scoring", "state", "redeal"),
        tests=(
            "games/quick_silver/test_quick_silver_scoring",
            "games/quick_silver/test_quick_silver_dealt_again",
        ),
        seats=(3,),
        explained={
            "market.lowest: box.value[code] < least -> box.value[code] <= least": "of equal numbers either one is the least",
        },
    ),
}

OPPOSITE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}


class Mutant(NamedTuple):
    game: str
    file: str
    line: int
    description: str
    tree: ast.Module


# --- making mutants --------------------------------------------------------------------------------------------------


def mutants(game: str, file: str) -> Iterator[Mutant]:
    """Every condition inverted, every comparison moved to its neighbour, every ``and`` and ``or`` exchanged."""
    module = import_module(f"croupier.games.{game}.{file}")
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        for number, node in enumerate(ast.walk(function)):
            for place in range(places(node)):
                twin = copy.deepcopy(tree)
                home = next(n for n in twin.body if isinstance(n, ast.FunctionDef) and n.name == function.name)
                was, now = change(list(ast.walk(home))[number], place)
                ast.fix_missing_locations(twin)
                yield Mutant(game, file, getattr(node, "lineno", 0), f"{file}.{function.name}: {was} -> {now}", twin)


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
    module = import_module(f"croupier.games.{mutant.game}.{mutant.file}")
    changed = ModuleType(module.__name__)
    changed.__dict__.update(module.__dict__)
    exec(compile(mutant.tree, str(module.__file__), "exec"), changed.__dict__)
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            function.__code__ = changed.__dict__[name].__code__


# --- who notices -----------------------------------------------------------------------------------------------------


def all_situations(game: str) -> list[tuple[str, Situation]]:
    files = sorted((ROOT / "tests" / "situations" / game).glob("*.toml"))
    return [(file.stem, read_situation(file.read_text("utf-8"), file.name)) for file in files]


def noticed_by(game: str, situations: list[tuple[str, Situation]]) -> str:
    """The first situation or contract test that fails, "" when none does."""
    for name, situation in situations:
        try:
            if judge(situation)[1]:
                return f"situation {name}"
        except Exception as error:
            return f"situation {name} ({type(error).__name__})"
    return failing_contract_test(game)


def failing_contract_test(game: str) -> str:
    """The first test about a case of the game that fails, "" when none does."""
    target = TARGETS[game]
    for file in target.tests:
        module = imported(file)
        for name, test in vars(module).items():
            marks = getattr(test, "pytestmark", []) if name.startswith("test_") else []
            if any(mark.name == "parametrize" and mark.args[0] == "case" for mark in marks):
                for case in (case for case in module.CASES if case.name == game and case.seats in target.seats):
                    try:
                        test(case)
                    except Exception as error:
                        return f"test {name}[{case.label}] ({type(error).__name__})"
    return ""


def imported(file: str) -> ModuleType:
    folders = [str(ROOT / "tests" / "contract"), str((ROOT / "tests" / file).parent)]
    sys.path[:0] = [folder for folder in folders if folder not in sys.path]
    return import_module(Path(file).name)


def try_mutant(mutant: Mutant, situations: list[tuple[str, Situation]], seconds: float) -> str:
    """Who notices the mutant, found out in a child process that has so much processor time; "" when nobody does."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        install(mutant)
        os.write(writing, noticed_by(mutant.game, situations).encode()[:400] or b"-")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        text = answer.read().decode()
    os.waitpid(child, 0)
    return "it never ends" if not text else "" if text == "-" else text


def main(words: list[str]) -> int:
    named = [game for game in TARGETS if game in words]
    words = [word for word in words if word not in named]
    return max(try_game(game, words) for game in named or TARGETS)


def try_game(game: str, words: list[str]) -> int:
    started, used = time.monotonic(), time.process_time()
    situations = all_situations(game)
    if broken := noticed_by(game, situations):
        print(f"{game}: nothing is changed yet, and {broken} fails already.")
        return 1
    patience = PATIENCE * (time.process_time() - used) + 2
    survivors, tried = [], []
    for mutant in (mutant for file in TARGETS[game].files for mutant in mutants(game, file)):
        if words and not any(word in mutant.description for word in words):
            continue
        tried.append(mutant.description)
        witness = try_mutant(mutant, situations, patience)
        if not witness:
            survivors.append(mutant)
        print(f"{mutant.file}.py:{mutant.line}: {mutant.description.split(': ', 1)[1]}: {witness or 'SURVIVES'}", flush=True)
    return report(game, survivors, tried, time.monotonic() - started)


def report(game: str, survivors: list[Mutant], tried: list[str], seconds: float) -> int:
    explained, alive = TARGETS[game].explained, {mutant.description for mutant in survivors}
    print(f"\n{game}: {len(tried)} mutants, {len(tried) - len(survivors)} noticed, {len(survivors)} survive; {seconds:.0f} s.")
    for description in sorted(alive):
        print(f"  {description}\n      {explained.get(description, 'NOT EXPLAINED')}")
    stale = [description for description in explained if description in tried and description not in alive]
    for description in stale:
        print(f"  {description}\n      is explained, but does not survive")
    return int(bool(stale or alive - explained.keys()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
