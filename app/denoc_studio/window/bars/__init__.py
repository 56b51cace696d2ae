"""The status bar with the badge of trust, and the timeline.

They show what `session` tells and move the time cursor.
"""
