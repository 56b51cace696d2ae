"""The arm in motion as GIF, MP4 or single pictures, without Qt."""
