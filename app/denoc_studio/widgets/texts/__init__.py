"""Equations, and texts with equations in them, as widgets. What they are made of is in `typesetting`."""
