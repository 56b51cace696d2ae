"""An arm for other programs: URDF, MJCF, the Robotics Toolbox, LaTeX."""
