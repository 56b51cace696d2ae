"""What many runs of one project show together: bands of their curves, how far they part, when they turn over.

Numbers in, numbers and words out; nothing here knows the other plots.
"""
