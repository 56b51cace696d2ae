"""The arm in a state as solids, lines and marks in world axes; the camera, and what the mouse does to both.

Numbers in metres and colours. Pixels are made in `picture.image` or by OpenGL.
"""
