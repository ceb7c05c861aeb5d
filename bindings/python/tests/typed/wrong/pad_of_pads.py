from libpress import ForceSensor

pads = ForceSensor.pads([0, 1])
pads[0].when_squeesed(at=0.5)  # wrong
