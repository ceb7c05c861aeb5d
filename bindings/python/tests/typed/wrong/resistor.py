from libpress import ForceSensor

sensor = ForceSensor(resistor="4700")  # wrong
