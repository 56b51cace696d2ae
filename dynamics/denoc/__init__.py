"""Saha's formulation with the decoupled natural orthogonal complement (1997, 1999)."""
