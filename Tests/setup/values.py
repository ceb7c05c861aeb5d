"""Values of every key of a config: the default is not among them; both limits are, and three between them. What a test makes of each is its own."""

import re
import sys
from collections.abc import Iterator
from ctypes import byref
from pathlib import Path

from libpress._config import default
from libpress.generated import _raw

sys.path.insert(0, str(Path(__file__).parents[2]))
FORMS = {
    name: [text.replace("\\303\\244", "ä") for text in re.findall(r'"([^"]*)"', texts)]
    for name, texts in re.findall(r'FORM\("([\w.]*)",([^()]*)\)', (Path(__file__).parent / "forms.h").read_text())
}


def values() -> Iterator[tuple[str, str, list[str]]]:
    """Section, key, texts; `calibration` is left out: what it holds stands in other keys."""
    key, index = default(_raw.press_setup_key), 0
    while _raw.press_setup_key_get(index, byref(key)) == 0:
        section, name = key.section.decode(), key.name.decode()
        index += 1
        if name != "calibration":
            yield section, name, texts(section, name, key)


def texts(section: str, name: str, key: _raw.press_setup_key) -> list[str]:
    if key.kind == _raw.PRESS_SETUP_KIND_YES_NO:
        return ["yes", "no"]
    if key.kind == _raw.PRESS_SETUP_KIND_STRING:
        return FORMS[""]
    if key.kind == _raw.PRESS_SETUP_KIND_FORM:
        return FORMS[f"{section}.{name}" if f"{section}.{name}" in FORMS else section if section in FORMS else name]
    if key.words:
        words = key.words.decode().split(",")
        return [*words, *([" ".join(words), "none"] if key.kind == _raw.PRESS_SETUP_KIND_FLAGS else [])]
    # A few that people write, which are no numbers of sixteen bits behind the point.
    span = key.most - key.least
    numbers = [key.least + step for step in (0, 1, span // 4, span // 2, span // 3 * 2 + 1, span - 1, span)]
    if key.kind != _raw.PRESS_SETUP_KIND_DECIMAL:
        return [str(number) for number in numbers]
    people = [text for text in ("0.4", "0.85", "1.1", "3.5") if key.least <= float(text) * 65536 <= key.most]
    return people + [f"{number / 65536:.12f}" for number in numbers]
