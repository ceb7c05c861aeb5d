"""Configs that nobody wrote: random sections, keys and values, also those that break out of a string or a comment of C, until the library
accepts them. What it refused on the way is given, too."""

import random
from collections.abc import Iterator
from ctypes import byref, c_uint64, c_void_p, sizeof

from libpress._config import default
from libpress.generated import _raw
from values import values

TEXTS = (
    'x', '"', '\\', '"; int evil[-1]; char *q = "', '??/', '??/"', '??)', '*/', '/*', '//', '%s%n%d', 'ä', 'א', 'a' * 200, '?' * 40, '\\x', '\\0',
    '\\u05d0', '0', '7', 'a\\', "'", '\U0001f600', '"' * 60, 'é' * 90, 'a#include', 'L"', '\\N{x}', 'e\u0301', '\u200b', 'a"b', 'R"(', 'x#define',
)  # fmt: skip
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "7",
    "100",
    "-1",
    "-32768",
    "32767.99998",
    "4294967295",
    "2147483648",
    "-2147483648",
    "1us",
    "65535",
    "1024",
    "0.00002",
)
KEYS: dict[str, dict[str, list[str]]] = {}
for _section, _key, _texts in values():
    KEYS.setdefault(_section, {})[_key] = _texts


def _most() -> dict[str, int]:
    key, found, index = default(_raw.press_setup_key), {}, 0
    while _raw.press_setup_key_get(index, byref(key)) == 0:
        found[key.section.decode()] = key.sections
        index += 1
    return found


MOST = _most()


@_raw.setup_files_read_fn
def _none(path, bytes_, capacity, why, user):
    why[0] = b"No such file"
    return -2


def line_refused(text: str) -> int | None:
    """The line in which the library refuses a config; 0: in no line; None: it accepts the config."""
    data = text.encode()
    room = (c_uint64 * (_raw.press_setup_size() // 8 + 1))()
    setup, files, fault = c_void_p(), default(_raw.press_setup_files), default(_raw.press_setup_fault)
    files.read = _none
    assert _raw.press_setup_init(room, sizeof(room), byref(setup)) == 0 and _raw.press_setup_set_files(setup, byref(files)) == 0
    status = _raw.press_setup_text(setup, _raw.PRESS_SETUP_ORIGIN_CONFIG, data, len(data))
    if status == 0:
        has_converters = _raw.press_setup_section_line(setup, b"converter")
        status = _raw.press_setup_check(setup, _raw.PRESS_SETUP_SOURCE_CONVERTERS if has_converters else _raw.PRESS_SETUP_SOURCE_CODES)
    if status == 0:
        return None
    assert _raw.press_setup_get_fault(setup, byref(fault)) == 0
    return int(fault.line)


def _value(one: random.Random, section: str, key: str) -> str:
    if one.random() < 0.02:
        return one.choice(TEXTS)
    if one.random() < 0.06:
        return one.choice(NUMBERS)
    if key in ("max_contacts", "max_targets", "max_events") and one.random() < 0.7:
        return str(one.choice((1, 2, 3, 5, 16, 32, 64, 100)))
    if key in ("target", "container", "group", "id") and one.random() < 0.7:
        return str(one.randint(0, 5))
    return one.choice(KEYS[section][key])


def _lines(one: random.Random) -> list[str]:
    sections = [name for name in MOST if name != "profile" and one.random() < (0.9 if name in ("sensor", "engine", "gestures") else 0.35)]
    one.shuffle(sections)
    lines = []
    for name in sections:
        for index in range(one.choice((1, 1, 2, 3, MOST[name])) if MOST[name] > 1 else 1):
            lines.append(f"[{name}{index + 1 if index else ''}]")
            known = {"target": {"width": str(one.choice((1, 40, 32767))), "height": "40"}, "action": {"title": one.choice(TEXTS)}}.get(name, {})
            density = one.choice((0.0, 0.15, 0.5))
            keys = [key for key in KEYS[name] if key not in known and one.random() < density]
            one.shuffle(keys)
            lines += [f"{key} = {text}" for key, text in known.items()] + [f"{key} = {_value(one, name, key)}" for key in keys]
    return lines


def configs(seed: int) -> Iterator[tuple[bool, str]]:
    """Yields configs that are refused, and at last one that is accepted: each time the refused line or section is removed."""
    one = random.Random(seed)
    lines = _lines(one)
    while True:
        # An effect on contact_moved requires these events: pressd switches them on by itself, but press_setup_start does not.
        if any(line.replace(" ", "") == "event=contact_moved" for line in lines):
            lines = [line for line in lines if "contact_moved" not in line and "follows" not in line]
        text = "".join(f"{line}\n" for line in lines)
        line = line_refused(text)
        yield line is None, text
        if line is None:
            return
        at = line - 1 if line else one.randrange(len(lines))
        end = at + 1
        while lines[at].startswith("[") and end < len(lines) and not lines[end].startswith("["):
            end += 1
        del lines[at:end]
