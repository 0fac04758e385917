"""What a lobby shows of Quickshot."""

from __future__ import annotations

from croupier.core.game import Meta


def may_seat(players: int, rulebook_bots: int) -> str:
    """Paragraph 2.2: who may play together. ``players`` are people and bots that play like people."""
    seats = players + rulebook_bots
    if not rulebook_bots:
        return "" if 3 <= players <= 7 else f"Quickshot takes 3 to 7 players; {seats} are seated."
    if players >= 5:
        return "With 5 or more players the rulebook's bot (Greenhorn) does not play; remove it or choose another bot."
    if players >= 3:
        return "" if seats <= 7 else f"Quickshot has 7 seats at the most; {seats} are taken."
    if players < 1:
        return "At least one seat must not be the rulebook's bot."
    if seats == 5:
        return ""
    return (
        f"With 1 or 2 players the rulebook's bot (Greenhorn) plays only at exactly 5 seats, not at {seats};"
        " change the seats or choose another bot."
    )


META = Meta(
    name="quickshot",
    title="Quickshot",
    blurb="Four rounds, eight cards. Hold the Leader card at the end, or be the last one left.",
    least_seats=3,
    most_seats=7,
    usual_seats=5,
    minutes=15,
    rules_version=1,
    max_plies=120,
    usual_plies=16,
    horizon_plies=5,
    rulebook_bot="Greenhorn",
    may_seat=may_seat,
)
