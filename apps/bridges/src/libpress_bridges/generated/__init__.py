"""Written by `make contract` from the headers."""
