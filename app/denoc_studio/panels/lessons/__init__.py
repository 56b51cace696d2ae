"""The Lessons panel: the recursions played step by step on the arm, and lessons that ask about them.

Lessons as data are in `denoc_studio.lessons`, what is played in `denoc.playing`, how it is set in `typesetting`.
"""
