"""DeNOC Studio: the application around `denoc`."""

from denoc.basics.version import __version__

__all__ = ["__version__"]
