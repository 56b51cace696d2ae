"""The arm as a picture, without Qt: from its table to numbers in space, to pixels, to films.

Nothing here asks who looks at it: `panels.arm` shows it in the window, `paper` prints it.
"""
