from libpress import ForceSensor

sensor = ForceSensor(touchforce=0.6)  # wrong
