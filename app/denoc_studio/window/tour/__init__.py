"""Five cards that point at the real window and go on as the user does what they say; never in the way of anything.

What the first seconds of a start say is in `window/hint.py`, which offers the tour.
"""
