"""What a lobby shows of Quick Silver."""

from __future__ import annotations

from croupier.core.game import Meta, Option

META = Meta(
    name="quick_silver",
    title="Quick Silver",
    blurb="Swap cards in the dark and mind the dynamite. The second-heaviest cart gets the best price.",
    least_seats=2,
    most_seats=6,
    usual_seats=4,
    minutes=25,
    rules_version=1,
    max_plies=6000,
    usual_plies=160,
    horizon_plies=21,
    options=(
        Option("not_quite_dead", "Not Quite Dead Yet: who is blown up is not out, but starts over with $0.", ("off", "on")),
        Option("sneaky_stranger", "Sneaky Stranger: the central cards are sold like a player's, and may win.", ("off", "on")),
    ),
)
