"""Chaos: how fast errors grow along a motion, and when an arm that is let go first turns over."""
