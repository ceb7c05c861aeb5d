from libpress import Event, Pad


def released(event: Event) -> None:
    print(event.forse)  # wrong


Pad().when_released = released
