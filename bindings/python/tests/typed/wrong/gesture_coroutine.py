from libpress import Engine, Event


class Player:
    async def next(self, event: Event) -> None:
        print(event)


engine = Engine(gestures=True)
engine.gestures.when_tapped = Player().next  # wrong
