"""Units of the cells of a file."""

UNITS = ("code", "V", "mV", "N", "g", "kg", "percent")
"""What the cells of a sensor can be."""
TIMES = {"s": 1e6, "ms": 1e3, "us": 1.0, "min": 60e6}
"""Units of a column of time, in microseconds."""
FORCES = {"N": 1.0, "g": 9.80665e-3, "kg": 9.80665}
"""Newtons of one."""
