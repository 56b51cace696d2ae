"""What can be plotted of a run: curves, axes, ranges, and values by time. Screen, paper and files take it from here.

Numbers and words without Qt and without matplotlib; `panels.plots` and `paper` draw them.
"""
