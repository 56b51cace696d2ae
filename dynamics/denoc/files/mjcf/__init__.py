"""MuJoCo's files (MJCF) as trees of bodies and joints; the arm of a tree is made as of a URDF's."""
