"""The version of the package. It works with the C library of this version, and later ones of the same major version."""

__version__ = "1.0.0"
