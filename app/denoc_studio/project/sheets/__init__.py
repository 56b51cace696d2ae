"""The project's entries as tables: which cells there are, what stands in them, and what a change of them makes.

Tables without their widgets: those are in `panels`.
"""
