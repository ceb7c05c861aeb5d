"""What the tests of the package and of the applications run with: the library is LIBPRESS_LIBRARY, else what `make lib` built, else the
installed one."""

import os
import signal
import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))  # for `contract`, which reads the headers
BUILT = ROOT / "build" / "libpress.so.1"
if BUILT.is_file():
    os.environ.setdefault("LIBPRESS_LIBRARY", str(BUILT))

# Under nohup, or in the background of a shell, these signals are ignored, and processes that are started here would ignore them too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("libpress", deadline=None, max_examples=150)
settings.load_profile("libpress")
