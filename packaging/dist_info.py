#!/usr/bin/env python3
"""dist_info.py FOLDER PYPROJECT...: what pip would write into FOLDER of each distribution, for packages that no pip installs: its name and
version, what it requires, and its entry points, by which the command `libpress` finds its commands."""

import sys
import tomllib
from pathlib import Path


def write(to: Path, source: Path) -> None:
    with open(source, "rb") as file:
        project = tomllib.load(file)["project"]
    name, version, extras = project["name"], project["version"], project.get("optional-dependencies", {})
    folder = to / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", f"Summary: {project['description']}"]
    lines += [f"Requires-Python: {project['requires-python']}", *(f"Requires-Dist: {one}" for one in project["dependencies"])]
    for extra, required in extras.items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {one}; extra == "{extra}"' for one in required)]
    (folder / "METADATA").write_text("\n".join(lines) + "\n")
    groups = {group: "".join(f"{one} = {what}\n" for one, what in points.items()) for group, points in project["entry-points"].items()}
    (folder / "entry_points.txt").write_text("\n".join(f"[{group}]\n{text}" for group, text in groups.items()))


if __name__ == "__main__":
    for one in sys.argv[2:]:
        write(Path(sys.argv[1]), Path(one))
