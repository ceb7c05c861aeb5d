"""What raw.js says of the memory of a WebAssembly module, against the compiler that makes it."""

import re
import subprocess

import contract
from contract import javascript, names, parts

CONTRACT = contract.read()
LAYOUT = javascript.Layout(CONTRACT)
PARTS = parts.parts(CONTRACT, contract.PACKAGE)


def compiled(folder, lines):
    """Returns the assertions that fail in clang; empty: all hold."""
    source = folder / "layout.c"
    source.write_text("\n".join(["#include <press.h>", *lines]))
    command = ["clang", "--target=wasm32", "-std=c11", "-ffreestanding", "-fsyntax-only", "-I", contract.INCLUDE, source]
    return subprocess.run(command, capture_output=True, text=True).stderr


def assertions():
    for struct in CONTRACT.structs.values():
        yield f'_Static_assert(sizeof({struct.name}) == {LAYOUT.size(struct)}, "{struct.name}");'
        for name, offset in LAYOUT.offsets(struct).items():
            yield f'_Static_assert(offsetof({struct.name}, {name}) == {offset}, "{struct.name}.{name}");'


def test_structs_lie_in_memory_as_the_compiler_lays_them(tmp_path):
    lines = list(assertions())
    assert len(lines) > 300
    assert compiled(tmp_path, lines) == ""


def test_the_compiler_notices_another_layout(tmp_path):
    wrong = '_Static_assert(offsetof(press_event, late_us) == 56, "press_event.late_us");'
    assert "press_event.late_us" in compiled(tmp_path, [wrong])


def test_every_option_is_a_member_with_the_type_of_its_place():
    """The places in raw.js are offsets of the structs that the program fills."""
    text = javascript.raw(CONTRACT, PARTS)
    section = text[text.index("export const options") :]
    for name in javascript.titles(PARTS):
        own = section[section.index(f"  {name}: {{") :].split("  },", 1)[0]
        places = [int(offset) for offset in re.findall(r"\w+: \[(\d+), ", own)]
        assert places and max(places) < LAYOUT.size(CONTRACT.structs[name]), name


def test_every_field_of_a_config_is_an_option():
    for name, title in javascript.titles(PARTS).items():
        struct = CONTRACT.structs[name]
        options = {option for option, *_ in javascript._options(CONTRACT, struct)}
        expected = {
            names.camel(field.name)
            for field in struct.fields
            if field.name not in ("size", "flags", "options") and not field.name.startswith("reserved")
        }
        assert expected <= options, title
