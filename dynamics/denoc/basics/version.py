"""The program's version, written nowhere else."""

__version__ = "0.1.0"
