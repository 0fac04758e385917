"""One sitting of any game: seats, commands, log, refold, fair deal. Pure: no clock, no I/O."""
