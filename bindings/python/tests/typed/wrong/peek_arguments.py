from libpress import Engine, Event, Peek


def popped(peek: Peek, event: Event, when: int) -> None:
    print(peek, event, when)


engine = Engine(peek=True)
engine.peek.when_popped = popped  # wrong
