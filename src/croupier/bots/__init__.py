"""Players that are programs: three levels, for any game that keeps the contract."""

from croupier.bots.choice import choose
from croupier.bots.levels import LEVELS, Level

__all__ = ["LEVELS", "Level", "choose"]
