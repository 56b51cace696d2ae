"""Closed triangle meshes: simple solids, the parts of an arm, and visuals made fit to be drawn.

Shapes in frames of their own. Where they are in a state is `picture.arm`'s.
"""
