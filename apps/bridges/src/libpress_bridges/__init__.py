"""Bridges: events to other programs, and commands back."""
