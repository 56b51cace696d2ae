"""Plots over a plane, and the scale of what is coloured in them."""
