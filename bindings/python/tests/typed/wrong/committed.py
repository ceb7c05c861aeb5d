from libpress import Engine

engine = Engine()
engine.preview.when_committed = 5  # wrong
