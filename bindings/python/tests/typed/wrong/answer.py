from libpress import Engine, Touch


def begin(touch: Touch) -> None:
    print(touch)


engine = Engine()
engine.preview.on_begin = begin  # wrong
