"""An environment for each contestant, made once and again when what it asks for has changed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from croupier.compiled.saving import lock
from croupier.core.errors import CroupierError, unknown

BENCH = Path(__file__).resolve().parents[1]
ROOT = BENCH.parent
CACHE = ROOT / ".cache" / "peers"
RECIPE = ("requirements.txt", "prepare.py")
"""What an environment depends on, besides Python itself."""
ONE_THREAD = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"),
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "JAX_PLATFORMS": "cpu",
}


class CannotBuild(CroupierError):
    """A contestant's environment; the sentence says which step failed and why."""


def names() -> list[str]:
    """All contestants there are, ours first."""
    found = sorted(path.parent.name for path in (BENCH / "peers").glob("*/run.py"))
    return sorted(found, key=lambda name: name != "ours")


def chosen(wanted: list[str]) -> list[str]:
    """Those wanted and ours, without which there is no ratio; all when none are named. Unknown for a name that is none."""
    known = names()
    for name in wanted:
        if name not in known:
            raise unknown("contestant", name, known)
    return [name for name in known if not wanted or name in wanted or name == "ours"]


def environment_variables() -> dict[str, str]:
    """One thread, our rules importable, and no environment but the contestant's own."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "VIRTUAL_ENV")}
    return kept | ONE_THREAD | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}


def python_of(name: str) -> str:
    """The Python that runs a contestant; makes its environment when need be, and CACHE. CannotBuild with the reason."""
    CACHE.mkdir(parents=True, exist_ok=True)
    place = BENCH / "peers" / name
    if not (place / "requirements.txt").exists():
        return sys.executable
    folder = CACHE / name
    stamp = folder / "recipe"
    recipe = recipe_of(place)
    with (CACHE / f"{name}.lock").open("ab") as file:
        lock(file)  # two runs at one time: the other finds it made
        if not stamp.exists() or stamp.read_text() != recipe:
            build(name, place, folder)
            stamp.write_text(recipe)
    return str(folder / "bin" / "python")


def recipe_of(place: Path) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(place.iterdir()):
        if path.name in RECIPE or path.suffix in (".c", ".h", ".cpp", ".patch"):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def build(name: str, place: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    python = str(folder / "bin" / "python")
    step(name, "make its environment", [sys.executable, "-m", "venv", str(folder)])
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(place / "requirements.txt")]
    step(name, "install its packages", pip)
    if (place / "prepare.py").exists():
        step(name, "prepare it", [python, "-m", f"peers.{name}.prepare", str(folder)])


def step(name: str, what: str, command: list[str]) -> None:
    done = subprocess.run(command, cwd=BENCH, env=environment_variables(), capture_output=True, text=True)
    if done.returncode:
        raise CannotBuild(f"{name} is left out: could not {what}: {last_line(done.stderr or done.stdout)}")


def last_line(text: str) -> str:
    """What a program complained about at last, short."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("[notice]")]
    return lines[-1][:300] if lines else "it said nothing."


def compiled_leduc() -> Path:
    """Where our compiled Leduc is cached. Its sources lie outside the package, whose changes the usual cache notices."""
    digest = hashlib.sha256()
    for path in sorted((BENCH / "peers" / "leduc").glob("*.py")):
        digest.update(path.read_bytes())
    return CACHE / "compiled" / digest.hexdigest()[:16]
