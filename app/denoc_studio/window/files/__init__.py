"""Files in the window: opened, saved, watched, recovered, picked from a URDF or from the gallery.

Reading and writing themselves are in `denoc.files`.
"""
