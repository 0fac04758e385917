"""Croupier runs the table for card games: in the browser, in the terminal and as a simulator."""

__version__ = "0.1.0"
