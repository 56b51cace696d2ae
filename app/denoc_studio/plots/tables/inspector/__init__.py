"""What is inside the equations at one moment, as tables: matrices, each recursion's own quantities, and how the
formulations compare.

Quantities of a recursion are those of its played steps, with their papers, units and axes (`denoc.playing`).
"""
