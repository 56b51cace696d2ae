"""Runs in smooth pieces: Coulomb friction that sticks, joint limits, and the events between the pieces."""
