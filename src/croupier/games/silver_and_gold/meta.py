"""What a lobby shows of Silver & Gold."""

from __future__ import annotations

from croupier.core.game import Meta, Option

META = Meta(
    name="silver_and_gold",
    title="Silver & Gold",
    blurb="Cross off your islands with the pattern of the turn. Coins, palms and seals decide after four rounds.",
    least_seats=2,
    most_seats=4,
    usual_seats=3,
    minutes=20,
    rules_version=1,
    max_plies=1100,
    usual_plies=108,
    horizon_plies=31,  # six turns of four seats: theirs take longest
    options=(
        Option("take_from_deck", "A new island may also be the unseen top card of the deck.", ("off", "on")),
    ),
)
