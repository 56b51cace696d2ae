"""Pictures to pixels without OpenGL: light, triangles, lines, letters.

No file is written here.
"""
