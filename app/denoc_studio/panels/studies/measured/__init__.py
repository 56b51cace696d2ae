"""Measured against modelled: opening a log, laying it over the run, and what is left between the two."""
