"""Thousands of runs at once: every lane of the processor's vectors is a run with a clock and a step of its own.

No operation crosses lanes, so a run has the same bits whatever runs beside it, before it or after it.
"""
