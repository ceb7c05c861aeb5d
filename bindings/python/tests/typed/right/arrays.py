"""Arrays of numpy: frames in, events out."""

import numpy as np
from libpress import EVENT_DTYPE, FRAME_DTYPE, Engine, Pad

pad = Pad(engine=Engine(max_events=64))
frames = np.zeros(20, FRAME_DTYPE)
frames["t_us"] = np.arange(1, 21) * 10_000
frames["present"] = 1
taken: int = pad.feed(frames)
events = np.zeros(64, EVENT_DTYPE)
count: int = pad.engine.poll_into(events)
print(taken, events[:count]["force"] / 65536)
