"""Runs in smooth pieces: dry friction that sticks, joint limits, and the events between the pieces."""
