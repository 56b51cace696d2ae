"""What leaves the program as figures, reports and data: matplotlib, pages, files in other programs' formats.

Without Qt, so that a process of its own can draw. Which curves there are is known by `plots`.
"""
