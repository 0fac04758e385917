"""The second execution of the rules: the compiler, random play and the lockstep of plain and compiled."""
