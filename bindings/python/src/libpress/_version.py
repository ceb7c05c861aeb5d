"""The version of the package. Major and minor are those of the C library that it works with."""

__version__ = "0.2.0"
