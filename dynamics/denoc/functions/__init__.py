"""Functions of a state, by the fastest means there are: dynamics, kinematics, matrices. Nothing here knows of time."""
