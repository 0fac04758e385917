"""What strangers do to a server that they want to slow down: each attack is a function with a name and a sentence.

``kinds.ATTACKS`` knows them all; ``python -m tests.fuzz.attacks PORT NAME SECONDS`` plays one in a process of its own.
"""
