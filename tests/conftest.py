"""What all tests share: Ctrl-C works in the programs they start; hypothesis draws the same examples everywhere, and
measures no time on busy machines."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("house")

# A shell that runs the tests in the background has SIGINT ignored, and every program started from here would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
