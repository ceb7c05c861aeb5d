"""A mat that the page feeds in a thread of its own."""

import time

from libpress.tools.mat import mat_of
from libpress_page.mat import LiveMat


def test_a_viewer_does_not_wait_for_the_next_line(tmp_path):
    (tmp_path / "mat.txt").write_text((",".join(["5"] * 16) + "\n") * 3)
    live = LiveMat(mat_of("4x4", str(tmp_path / "mat.txt"), (), 1.0))
    live.start()
    try:
        longest = 0.0
        for _ in range(10):
            before = time.monotonic()
            live.picture()
            longest = max(longest, time.monotonic() - before)
            time.sleep(0.05)
        assert longest < 0.5, "lines come once a second"
    finally:
        live.close()
