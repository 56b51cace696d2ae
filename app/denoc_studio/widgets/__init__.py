"""Pieces that know nothing of arms: actions, tasks beside the window, messages, questions, small plots.

Nothing here knows a project or the document; what does is in `panels`.
"""
