"""Constant data as C: a text where it is one, else whole numbers, with the addresses in it."""

from __future__ import annotations

from collections.abc import Callable

from .module import MEMORY, Module, Refused, Segment, Symbol


def is_text(segment: Segment) -> bool:
    content = segment.content
    return (
        segment.alignment == 1
        and not segment.relocations
        and len(content) > 1
        and content[-1] == 0
        and all(32 <= byte < 127 for byte in content[:-1])
    )


def _literal(content: bytes) -> str:
    return '"' + content.decode().replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?") + '"'


def _rows(items: list[str]) -> str:
    lines, line = [], "  "
    for item in items:
        if len(line) + len(item) > 118:
            lines.append(line)
            line = "  "
        line += f"{item}, "
    return "\n".join(x.rstrip() for x in [*lines, line])


def definition(module: Module, segment: Segment, name: str, place: Callable[[Symbol], str]) -> str:
    if not segment.name.startswith((".rodata", ".data.rel.ro")):
        raise Refused(f"{segment.name}: data that can be written, which threads would share")
    if is_text(segment):
        return f"static const char {name}[] = {_literal(segment.content[:-1])};"
    word = module.bits // 8
    size = word if segment.relocations else min(segment.alignment, 8)
    content = segment.content + bytes(-len(segment.content) % size)
    items = [_number(int.from_bytes(content[at : at + size], "little"), size) for at in range(0, len(content), size)]
    for one in segment.relocations:
        symbol = module.symbols[one.symbol]
        if one.kind not in MEMORY or one.offset % size or symbol.kind != "data":
            raise Refused(f"{segment.name}: an address that is not one of data, or lies across words")
        offset = symbol.offset + one.addend
        items[one.offset // size] = place(symbol) + (f" + {offset}u" if offset else "")
    if _united(module, segment):
        return f"static const union {{ u{8 * size} of[{len(items)}]; u64 alignment; }} {name} = {{{{\n{_rows(items)}\n}}}};"
    return f"static const u{8 * size} {name}[{len(items)}] = {{\n{_rows(items)}\n}};"


def reference(module: Module, segment: Segment, name: str) -> str:
    """What AT() takes: an array as it is, a union by its address."""
    return f"AT(&{name})" if _united(module, segment) else f"AT({name})"


def _united(module: Module, segment: Segment) -> bool:
    """Its words are shorter than what must be aligned in it."""
    return bool(segment.relocations) and min(segment.alignment, 8) > module.bits // 8


def _number(value: int, size: int) -> str:
    text = str(value) if value < 1 << 16 else f"{value:#x}"
    return text + ("ull" if size == 8 else "u" if size == 4 else "")
