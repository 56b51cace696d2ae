"""The arm view: the arm at the time cursor, drawn by OpenGL or in software, picked and posed with the mouse.

What is drawn comes from `picture`.
"""
