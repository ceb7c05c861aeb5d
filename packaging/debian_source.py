#!/usr/bin/env python3
"""debian_source.py FROM TO: the folder debian of the source package, from that of `make deb`: without pressd, and without the documents that
`make install` puts beside the packages."""

import shutil
import sys
from pathlib import Path

KEPT = ("copyright", "not-installed", "overrides-of-all", "rules", "source", "watch")


def main(source: Path, to: Path) -> None:
    to.mkdir()
    for name in KEPT:
        (shutil.copytree if (source / name).is_dir() else shutil.copy)(source / name, to / name)
    paragraphs = (source / "control").read_text().split("\n\n")
    paragraphs[0] = paragraphs[0].replace("debhelper-compat (= 13), ", "debhelper-compat (= 13), cmake, ")
    (to / "control").write_text("\n\n".join(one for one in paragraphs if not one.startswith("Package: pressd")))
    for path in source.glob("*.symbols"):
        shutil.copy(path, to)
    for path in source.glob("*.install"):
        lines = [line for line in path.read_text().splitlines() if not line.startswith("usr/share/doc/")]
        if path.name != "pressd.install":
            (to / path.name).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
