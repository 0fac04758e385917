"""Installs PufferLib 3.0.0 where its own setup cannot, and compiles Leduc against its Ocean binding.

Its ``setup.py`` fetches raylib and Box2D over the net (not with NO_OCEAN=1), wants torch installed before it (for classes that
NO_TRAIN=1 then leaves unused), and with NO_OCEAN=1 trips over a name that it defines only without. A ``sitecustomize`` that
defines this name and stands in for torch is all it takes. What is installed is PufferLib, unchanged, ``env_binding.h`` with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC", "-w")
SURROUNDINGS = """
import builtins, sys, types
from setuptools.command.build_ext import build_ext

builtins.c_extension_paths = []
names = ("torch", "torch.utils", "torch.utils.cpp_extension")
torch, utils, extension = modules = [types.ModuleType(name) for name in names]
torch.utils, utils.cpp_extension, extension.BuildExtension = utils, extension, build_ext
extension.CppExtension = extension.CUDAExtension = extension.CUDA_HOME = extension.ROCM_HOME = None
sys.modules.update(zip(names, modules))
"""


def install() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "sitecustomize.py").write_text(SURROUNDINGS)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        surroundings = os.environ | {"NO_OCEAN": "1", "NO_TRAIN": "1", "PYTHONPATH": folder}
        if subprocess.run([*pip, "--no-build-isolation", "pufferlib==3.0.0"], env=surroundings).returncode:
            sys.exit("PufferLib 3.0.0 could not be installed, in spite of what prepare.py puts in the place of torch.")


def compile_binding(target: Path) -> None:
    import numpy

    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        sys.exit("A game of PufferLib's Ocean needs gcc, to be compiled.")
    ocean = Path(sysconfig.get_path("purelib"), "pufferlib", "ocean")
    includes = [f"-I{place}" for place in (ocean, numpy.get_include(), sysconfig.get_path("include"))]
    subprocess.run([compiler, *FLAGS, *includes, HERE / "binding.c", "-o", target], check=True)


if __name__ == "__main__":
    install()
    compile_binding(Path(sys.argv[1], "binding.so"))
