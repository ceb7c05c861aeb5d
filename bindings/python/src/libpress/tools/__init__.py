"""The command `libpress`: check, calibrate, monitor, record, replay and plot. Requires the extra `tools`."""
