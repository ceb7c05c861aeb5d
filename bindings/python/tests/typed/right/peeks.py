"""Peek and pop, as the README has it."""

from libpress import ActionStyle, Engine, Peek, PreviewAction, Target, Touch, Trait

engine = Engine(gestures=True, peek=True)
engine.targets.add(Target(1, x=0, y=0, width=300, height=44, traits=Trait.PEEK | Trait.TAP))
star = PreviewAction("Star", handler=lambda action, peek: print(f"{action.title} {peek.id}"))
delete = PreviewAction("Delete", ActionStyle.DESTRUCTIVE)


def peek(touch: Touch) -> Peek | None:
    return Peek(7, [star, delete], actions_frame=(0, 100, 300, 44)) if touch.target else None


engine.peek.on_peek = peek
engine.peek.when_shown = lambda peek: print("look at", peek.id)
engine.peek.when_popped = lambda peek: print("open", peek.id)
engine.preview.on_begin = lambda touch: touch.force > 1
engine.gestures.when_tapped = lambda event: print(event.target)
