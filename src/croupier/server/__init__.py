"""The house's door: routes, sockets, lobby, bot workers, timers. Translates, decides nothing."""
