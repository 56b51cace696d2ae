"""URDF in: the tree, a chain of it, and an arm made of that."""
