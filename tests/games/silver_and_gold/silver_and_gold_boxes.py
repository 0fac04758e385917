"""Boxes for the tests of this folder."""

from __future__ import annotations

from croupier import games

GAME = games.load("silver_and_gold")

DENSE = """
trophies = [6, 5, 4]
expeditions = ["oo", "oo", "ooo", "oo o."]
[treasures]
gray-01 = "oX"
gray-02 = "Xo"
gray-03 = "XX"
gray-04 = "oXX"
green-01 = "oX"
green-02 = "XC"
green-03 = "XX CC"
green-04 = "oX CC"
orange-01 = "PX"
orange-02 = "XX X."
orange-03 = "oXC"
orange-04 = "PXP"
purple-01 = "XX XX"
purple-02 = "CX CX"
purple-03 = "oX .X"
purple-04 = "CC CC"
purple-05 = "X. CX"
purple-06 = "oP PX"
purple-07 = "XC PX"
[seals]
gray-01 = "green 2"
gray-02 = "purple 1"
gray-03 = "gray 3"
green-01 = "gray 2"
green-02 = "orange 1"
orange-01 = "purple 2"
orange-02 = "gray 1"
purple-01 = "purple 1"
purple-02 = "gray 2"
purple-03 = "orange 3"
"""
"""Cards with seals and X close together: what completes one island then often completes the other in the same turn. Some seals
pay for their own color."""

BOXES = {"printed": GAME.default_box(), "dense": GAME.load_box(DENSE, "dense.toml")}
