"""A symbol of a played equation shown on the arm: which quantity it is, where, which links it concerns, as solids.

How an equation is written and played is not decided here, and nothing is drawn.
"""
