"""CSV: motions, torques and recordings."""
