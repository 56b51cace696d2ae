"""Tolerances: how far a run spreads when numbers of its project are not known exactly, and which of them causes it."""
