"""Projects and what belongs to them, in files."""
