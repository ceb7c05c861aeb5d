"""What can be wrong with a simulated sensor."""

TROUBLES = {
    "absent": "nothing answers",
    "address": "the converter is at the next address",
    "hang": "the bus hangs",
    "other": "another chip answers",
    "model": "the other model of converter",
    "flaky": "one transfer in eight fails",
    "shared": "another program uses the converter",
    "slow": "the converter is a quarter slower than it says",
    "open": "a wire of the sensor is broken",
    "shorted": "the sensor is bridged",
    "swapped": "sensor to ground, resistor to supply",
    "channel": "the sensor is at the next input",
    "supply": "the sensor is fed from 5 V",
    "loaded": "something lies on the sensor",
    "noisy": "the codes jump",
    "sticky": "some of the force stays",
    "held": "the force stays",
}
"""What can be wrong with the simulated sensor."""
