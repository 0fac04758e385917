"""The commands. ``croupier NAME`` is ``cli/NAME.py``, which has a function NAME; its signature and docstring are the command
line (cyclopts reads them), and what it returns is the exit code (None = 0).

Errors that people can cause are CroupierErrors (or OSErrors): ``app.main`` prints their sentence and exits with 2.
"""
