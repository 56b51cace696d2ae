"""The lab report: a run on some pages of paper.

Its words, its tables and how they flow over pages; single figures are drawn by `paper`.
"""
