"""The program's version, written nowhere else."""

__version__ = "1.0.0"
