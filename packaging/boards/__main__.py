"""python3 packaging/boards FOLDER: the library as a package for boards, from build/one: for Arduino and PlatformIO (one folder serves both),
for ESP-IDF and for Zephyr. Each is the folder beside this file, with the facts below filled in, and the same sources in src; and an archive
of it, the same each time."""

import re
import shutil
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ONE = ROOT / "build/one"
KINDS = ("arduino", "esp-idf", "zephyr")
sys.path.insert(0, str(HERE.parent))
from facts import facts  # noqa: E402

OURS = facts()
FACTS = {
    "NAME": "libpress",
    "VERSION": OURS["version"],
    "SENTENCE": "The force of a finger on a force-sensing resistor, as interactions: preview, commit, cancel.",
    "PARAGRAPH": "Previews that follow the finger, commits when it presses on, taps, holds, peeks with quick actions, drags, a force button. "
    "Fixed point, no allocation, time is an argument.",
    "LICENCE": "MIT",
    "AUTHORS": OURS["authors"],
    "ADDRESS": OURS["address"],
    "PAGE": OURS["page"],
}


def filled(text: str) -> str:
    """With every @NAME@ that is a fact."""
    return re.sub(r"@([A-Z]+)@", lambda name: FACTS[name[1]], text)


def make(kind: str, folder: Path) -> None:
    for path in sorted((HERE / kind).rglob("*")):
        to = folder / path.relative_to(HERE / kind)
        if path.is_dir():
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(filled(path.read_text()))
    shutil.copytree(ONE / "press", folder / "src/press")
    for source in (ONE / "libpress.c", ONE / "press.h"):
        shutil.copy(source, folder / "src")
    shutil.copy(ROOT / "LICENSE", folder)


def pack(folder: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(str(path.relative_to(folder.parent)))
            entry.external_attr = 0o100644 << 16
            file.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def main(folder: Path) -> None:
    for kind in KINDS:
        to = folder / kind / FACTS["NAME"]
        shutil.rmtree(to, ignore_errors=True)
        make(kind, to)
        pack(to, folder / f"{FACTS['NAME']}_{FACTS['VERSION']}_{kind}.zip")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
