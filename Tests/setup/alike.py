"""Configs as one through pressd, C, Python and JavaScript: the cases of cases.txt, which say what is right, and random changes of them, of which
all four must say the same.

    alike.py PRESSD MODULE [COUNT [SEED]]    MODULE: build/js/node.js; LIBPRESS_LIBRARY names the library
"""

import base64
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from ctypes import byref, c_uint64, c_void_p

from cases import ROOT, cases
from libpress._config import default
from libpress._config_parts import Config
from libpress.errors import InvalidError
from libpress.generated import _raw

HOW = ("drop a line", "twice a line", "swap lines", "a value of another", "drop a byte", "another byte", "a large number", "cut")


def changed(one: random.Random, texts: list[bytes]) -> bytes:
    """One to three changes of a case."""
    lines = one.choice(texts).split(b"\n")
    for _ in range(one.randint(1, 3)):
        at = one.randrange(len(lines))
        how = one.choice(HOW)
        if how == "drop a line" and len(lines) > 1:
            del lines[at]
        elif how == "twice a line":
            lines.insert(one.randrange(len(lines) + 1), lines[at])
        elif how == "swap lines":
            other = one.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "a value of another":
            values = [line.split(b"=", 1)[1] for text in (one.choice(texts),) for line in text.split(b"\n") if b"=" in line]
            lines[at] = lines[at].split(b"=", 1)[0] + b"=" + one.choice(values or [b" 1"])
        elif how == "drop a byte" and lines[at]:
            cut = one.randrange(len(lines[at]))
            lines[at] = lines[at][:cut] + lines[at][cut + 1 :]
        elif how == "another byte" and lines[at]:
            cut = one.randrange(len(lines[at]))
            lines[at] = lines[at][:cut] + bytes([one.choice((*range(32, 127), 9, 0xC3, 0xFF))]) + lines[at][cut + 1 :]
        elif how == "a large number":
            lines[at] = lines[at].split(b"=", 1)[0] + b"= " + str(one.choice((0, -1, 2**31, 2**64, 0.5))).encode()
        elif how == "cut":
            lines = lines[: at + 1]
    return b"\n".join(lines)


@_raw.setup_files_read_fn
def _none(path, bytes_, capacity, why, user):
    why[0] = b"No such file or directory"
    return -2


def of_c(text: bytes) -> str:
    size = _raw.press_setup_size()
    storage, setup = (c_uint64 * (size // 8 + 1))(), c_void_p()
    assert _raw.press_setup_init(storage, size, byref(setup)) == 0
    files, fault = default(_raw.press_setup_files), default(_raw.press_setup_fault)
    files.read = _none
    assert _raw.press_setup_set_files(setup, byref(files)) == 0
    if not _raw.press_setup_text(setup, _raw.PRESS_SETUP_ORIGIN_CONFIG, text, len(text)) and not _raw.press_setup_check(
        setup, _raw.PRESS_SETUP_SOURCE_CONVERTERS
    ):
        return "ok"
    assert _raw.press_setup_get_fault(setup, byref(fault)) == 0
    words = fault.words.decode(errors="replace")
    return f"{fault.line}: {words}" if fault.line else words


def of_python(path: pathlib.Path) -> str:
    config = Config()
    try:
        config.read(path)
        config.verify(converters=True)
    except InvalidError as wrong:
        return str(wrong).removeprefix(f"{path}:").lstrip()
    return "ok"


def of_pressd(pressd: str, path: pathlib.Path) -> str:
    done = subprocess.run([pressd, "--test-config", path], capture_output=True, timeout=20)
    if done.returncode not in (0, 78):
        return f"exit code {done.returncode}"
    first = done.stderr.decode(errors="replace").split("\n")[0]
    return first.removeprefix(f"pressd: {path}:").lstrip() if done.returncode else "ok"


def main(pressd: str, module: str, count: int = 400, seed: int = 1) -> None:
    known = [(said, text.encode()) for said, text in cases()]
    one = random.Random(seed)
    texts = [text for _, text in known]
    texts += [changed(one, texts) for _ in range(count)]
    given = json.dumps([base64.b64encode(text).decode() for text in texts])
    module = pathlib.Path(module).resolve().as_uri()
    done = subprocess.run(["node", str(ROOT / "Tests/setup/alike.js"), module], input=given, capture_output=True, text=True, check=True)
    wrong, kinds = [], set()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "one.conf"
        for i, (text, of_js) in enumerate(zip(texts, json.loads(done.stdout), strict=True)):
            path.write_bytes(text)
            says = {"pressd": of_pressd(pressd, path), "C": of_c(text), "Python": of_python(path), "JavaScript": of_js}
            if i < len(known):
                says["the table"] = known[i][0]
            kinds.add(says["C"].partition(": ")[2][:24])
            if len(set(says.values())) > 1:
                wrong.append(f"{says}\n{text!r}")
    if wrong:
        sys.exit("\n\n".join([*wrong[:10], f"alike: {len(wrong)} of {len(texts)} configs are told apart"]))
    assert len(kinds) > 60, "the changes find too little"
    print(f"alike: {len(known)} cases and {count} changes of them, {len(kinds)} kinds of answers, the same of pressd, C, Python and JavaScript")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
