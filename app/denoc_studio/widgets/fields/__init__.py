"""Fields that know nothing of arms: numbers with units, lists, switches.

Which entry a field edits is decided in `panels`.
"""
