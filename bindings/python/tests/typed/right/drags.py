"""A drag with hooks."""

from libpress import DragItem, DragSession, DropOperation, Engine, Proposal, Touch

engine = Engine(drag=True)


def begin(touch: Touch) -> list[DragItem]:
    return [DragItem(touch.target)]


def propose(session: DragSession, destination: int, proposal: Proposal) -> DropOperation:
    return DropOperation.MOVE if destination else DropOperation.CANCEL


engine.drag.on_begin = begin
engine.drag.on_propose = propose
engine.drag.when_dropped = lambda session: print(session.destination)
engine.drag.when_concluded = lambda: print("done")
