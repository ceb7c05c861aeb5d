"""Uses the package and its own library a little, and prints what they deliver."""

import pathlib
import platform

import libpress

output = []
engine = libpress.Engine()
engine.preview.when_updated = engine.preview.when_commit_updated = lambda event: output.append(round(event.progress, 3))
for i, newtons in enumerate([0, 0.5, 2.4, 3.5, 4.5, 0]):
    engine.feed_force(i * 10_000, newtons)
library = pathlib.Path(libpress.generated._raw.library._name)
assert library.parent == pathlib.Path(libpress.__file__).parent, library
print(libpress.__version__, platform.machine(), *output)
