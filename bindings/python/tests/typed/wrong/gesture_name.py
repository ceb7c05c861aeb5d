from libpress import Engine

engine = Engine(gestures=True)
engine.gestures.when_taped = print  # wrong
