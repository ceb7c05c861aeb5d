"""Settings judged over many recordings at once: `libpress study`. What it requires beyond the package is the extra `study`."""
