"""Numbers as a person types and reads them: sums, units, decimal marks, steps, and what was refused.

Text to number and back. Which entry of which project it is, is known by `sheets`.
"""
