"""Tests of the quality bench. The library is LIBPRESS_LIBRARY, else what `make lib` built."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILT = HERE.parents[1] / "build" / "libpress.so.1"
if BUILT.is_file():
    os.environ.setdefault("LIBPRESS_LIBRARY", str(BUILT))
sys.path.insert(0, str(HERE))
