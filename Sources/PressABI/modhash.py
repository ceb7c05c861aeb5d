#!/usr/bin/env python3
"""modhash.py OBJECT: writes zeros over what Swift puts into a WebAssembly object so that it can skip its next build, a hash of each file
and of the options, paths among them. Without it two folders would give two libraries. (For ELF the linker drops it.)"""

import sys
from pathlib import Path

NAME = b".swift_modhash"


class Reader:
    def __init__(self, data, at=0, end=None):
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    def number(self):
        value, shift = 0, 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def bytes(self):
        size = self.number()
        self.at += size
        return bytes(self.data[self.at - size : self.at])

    def parts(self):
        """Each with its kind: sections, and subsections."""
        while self.at < self.end:
            kind = self.data[self.at]
            self.at += 1
            size = self.number()
            yield kind, Reader(self.data, self.at, self.at + size)
            self.at += size


def segments(section):
    """Where the bytes of each segment of data lie."""
    for _ in range(section.number()):
        if section.number() != 1:  # an active one: its offset is i32.const N end
            section.at += 1
            section.number()
            section.at += 1
        size = section.number()
        yield section.at, size
        section.at += size


def names(section):
    """Of the segments; `section` is the custom section "linking"."""
    section.number()
    for kind, part in section.parts():
        if kind == 5:
            for _ in range(part.number()):
                yield part.bytes()
                part.number()
                part.number()


def main(path):
    data = bytearray(Path(path).read_bytes())
    if data[:8] != b"\0asm\1\0\0\0":
        sys.exit(f"{path}: not a WebAssembly object")
    found, called = [], []
    for kind, section in Reader(data, 8).parts():
        if kind == 11:
            found = list(segments(section))
        elif kind == 0 and section.bytes() == b"linking":
            called = list(names(section))
    if len(found) != len(called):
        sys.exit(f"{path}: {len(found)} segments, {len(called)} names")
    for (at, size), name in zip(found, called, strict=True):
        if name == NAME:
            data[at : at + size] = bytes(size)
    Path(path).write_bytes(data)


if __name__ == "__main__":
    main(sys.argv[1])
