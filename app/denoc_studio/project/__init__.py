"""The project as somebody edits it: every edit is a function from the project before to the project after.

Plain functions and words for choices, without Qt. Who calls them, and what is undone, is `session`'s.
"""
