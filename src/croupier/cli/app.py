"""``croupier``: finds the command's module, lets cyclopts read its arguments, and turns errors into one sentence."""

from __future__ import annotations

import _thread
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, TextIO

from croupier import __version__
from croupier.core.errors import CroupierError, Unknown, listed, quoted, sentence, unknown

COMMANDS = {
    "play": "Play in this terminal against bots.",
    "serve": "Open tables for browsers on this machine and its network.",
    "box": "Print the box of a game: what a --box FILE looks like.",
    "simulate": "Play many games at random or with bots, and measure them.",
    "warm": "Compile now what bots and studies need, so that nobody waits for it later.",
    "match": "Let bots play against each other.",
    "situation": "Ask the referee what happens in a situation, and by which rules.",
    "verify": "Prove the deal of a finished table from its log.",
}
"""Every command is a module of this name with a function of this name; only the one that is asked for is imported."""

HELP, VERSION = ("--help", "-h"), ("--version", "-V")
FAULT = 2
INTERRUPTED = 130
UNHEARD = 141
"""Whoever read the output has gone: the code of a program that the signal SIGPIPE ends. Nothing is said."""
STOPS = ("strict", "surrogateescape")
"""How a stream refuses what its coding does not have: the second one in the locale C."""
AGAIN = 0.05
"""Seconds, in which one leaves the place where Ctrl-C is not heard."""

lost: list[type[BaseException]] = []
"""Each Ctrl-C that was thrown away."""


def main(args: list[str] | None = None) -> None:
    """The entry point: exits with the command's code, or with 2 and one sentence on stderr."""
    open_streams()
    forget_no_size()
    sys.unraisablehook = hear_again
    try:
        code = run(sys.argv[1:] if args is None else args)
        sys.stdout.flush()  # what cannot be written is known here, not when the interpreter ends
        sys.exit(code)
    except CroupierError as error:
        fault(str(error))
    except BrokenPipeError:
        leave_unheard()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # rich ends us itself, with a code of its own
            leave_unheard()
        raise
    except OSError as error:
        hush(sys.stdout)
        fault(describe(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception:
        if not lost:
            raise
        sys.exit(INTERRUPTED)  # whatever was interrupted there is not whole


def hear_again(ignored: Any) -> None:
    """Ctrl-C may come where Python throws exceptions away, as in a destructor or in what the compiler calls: it comes again."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    lost.append(KeyboardInterrupt)
    again = threading.Timer(AGAIN, interrupt)
    again.daemon = True
    again.start()


def interrupt() -> None:
    """As Ctrl-C does: it wakes the main thread, too."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def open_streams() -> None:
    """A shell may have closed them (``>&-``): what is said there goes nowhere. Open as long as we run. A letter that the
    terminal does not know is shown as a question mark."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in STOPS:
        sys.stdout.reconfigure(errors="replace")


def forget_no_size() -> None:
    """``COLUMNS=0``, as editors and containers set it, says that nobody knows the width; rich would draw nothing in it."""
    for name in ("COLUMNS", "LINES"):
        if not os.environ.get(name, "1").strip("0"):
            del os.environ[name]


def leave_unheard() -> None:
    hush(sys.stdout)
    hush(sys.stderr)
    sys.exit(UNHEARD)


def hush(stream: TextIO) -> None:
    """Nobody reads this stream any more, or it cannot be written: what is left in its buffer goes nowhere."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def fault(said: str) -> None:
    try:
        print(said, file=sys.stderr, flush=True)
    except OSError:
        hush(sys.stderr)
    sys.exit(FAULT)


def describe(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    return sentence(f"{error.filename}: {reason}." if error.filename else f"This could not be done or written: {reason}.")


def run(args: list[str]) -> int:
    """Runs the command that the arguments name; returns its exit code."""
    if args[:1] == ["help"]:  # croupier help play
        args = [*args[1:2], "--help", *args[2:]]
    if not args or args[0] in HELP:
        print(overview())
        return 0
    if args[0] in VERSION:
        print(f"croupier {__version__}")
        return 0
    return call(args[0], command(args[0]), args[1:])


def overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {text}" for name, text in COMMANDS.items()]
    return "\n".join(["Usage: croupier COMMAND ...", "", *lines, "", "croupier COMMAND --help says more."])


def command(name: str) -> Callable[..., Any]:
    """The function behind a command; Unknown when there is none."""
    if name not in COMMANDS:
        raise no_command(name)
    module = f"croupier.cli.{name}"
    try:
        return getattr(import_module(module), name)  # type: ignore[no-any-return]
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise Unknown(f"croupier {name} needs the package {missing.name!r}, which is not installed.") from None
        raise Unknown(f"croupier {name} is not part of this installation.") from None


def no_command(name: str) -> CroupierError:
    from croupier.games import NAMES

    if name in NAMES:
        return Unknown(f"There is no command '{name}'; that is a game: croupier play {name}.")
    if name.startswith("-"):
        return Unknown(f"A command comes first, not {quoted(name)}; there are {listed(list(COMMANDS))}.")
    return unknown("command", name, COMMANDS)


def call(name: str, function: Callable[..., Any], args: list[str]) -> int:
    from cyclopts import App, CycloptsError

    app = App(name=f"croupier {name}", version_flags=[], help_format="markdown")
    app["--help"].group = "Parameters"
    app.default(function)
    try:
        code = app(args, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        from croupier.cli.faults import in_words

        raise Unknown(in_words(name, error)) from None
    except ValueError as error:
        if not isinstance(error, UnicodeError):
            raise
        raise Unknown("These arguments are no text that can be shown.") from None
    return code if isinstance(code, int) else 0
