"""Meshes decoded within limits of time and memory: STL, OBJ, COLLADA."""
