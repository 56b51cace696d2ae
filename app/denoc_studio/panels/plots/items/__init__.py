"""What draws into the box of a plot: curves, stacked areas, events, and the part that cannot be reproduced.

Given numbers; which run they are of is known outside.
"""
