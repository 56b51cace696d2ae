"""The Robot panel: the DH table, and inertia, joint, gravity, payload and tip wrench.

Nothing of runs: those are in `panels.run`.
"""
