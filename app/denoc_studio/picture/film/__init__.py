"""The arm in motion as GIF, MP4 or single pictures in files.

What a frame shows comes from `picture.arm`, its pixels from `picture.image`.
"""
