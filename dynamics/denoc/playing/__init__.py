"""The recursions played: their own text, statement by statement, with the terms of each equation and their values.

What a name means and how it is written is in `notation`. Nothing of a recursion is repeated here, and nothing is drawn.
"""
