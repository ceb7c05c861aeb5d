"""Enumerations are types: what compilers say of a flag, a state, a kind or a rule in the place of another, and that sound programs compile."""

import re
import shutil
import subprocess

import pytest

import contract
from contract.names import NAMES

CONTRACT = contract.read()
WARNINGS = ["-pedantic", "-Wall", "-Wextra", "-Werror"]
STRICTER = ["-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Wmissing-prototypes"]
C = """\
static int used(press_event *event, press_peek_config *peek, press_drag_config *drag, press_curve *curve, press_peek_status *status,
    press_sample *sample, press_config *config, press_target *target) {
  %s
  return event && peek && drag && curve && status && sample && config && target;
}
int main(void) { return used(0, 0, 0, 0, 0, 0, 0, 0); }
"""
SLIPS = {
    "a flag compared with the type of an event": "if (event->type == PRESS_EVENT_FLAG_ENDED) return 1;",
    "a state given as a flag": "peek->flags = PRESS_PEEK_SHOWN;",
    "a flag of one kind given to the config of another": "drag->flags = PRESS_PEEK_FLAG_FROM_HOLD;",
    "a rule given as a kind": "curve->kind = PRESS_CURVE_RULE_FITS;",
    "the type of an event compared with a state": "if (status->state == PRESS_EVENT_PEEK_SHOWN) return 1;",
    "a flag of an event compared with one of a sample": "if (PRESS_EVENT_FLAG_ENDED == PRESS_SAMPLE_DOWN) return 1;",
}
SOUND = [
    "if (event->type == PRESS_EVENT_CONTACT_ENDED && event->flags & PRESS_EVENT_FLAG_ENDED) return event->reason == PRESS_REASON_LIFTED;",
    "drag->flags = PRESS_DRAG_FLAG_AFTER_HOLD | PRESS_DRAG_FLAG_BY_FORCE; drag->flags |= PRESS_DRAG_FLAG_NO_DWELL;",
    "peek->flags &= ~PRESS_PEEK_FLAG_HIDE; peek->flags ^= PRESS_PEEK_FLAG_FROM_HOLD;",
    "switch (event->type) { case PRESS_EVENT_TAPPED: return 1; default: break; }",
    "uint32_t type = event->type, *numbers = &target->id; uint32_t flags = drag->flags; *numbers = type | flags;",
    # Numbers in the fixed part of the contract stay plain numbers, also in C++.
    "sample->flags = 0; if (sample->force) sample->flags = PRESS_SAMPLE_DOWN; sample->flags |= PRESS_SAMPLE_LOST;",
    "config->flags = 0; config->flags = PRESS_CONFIG_TELL_MOVED | PRESS_CONFIG_CONTACT_FROM_FLAG; config->traits = PRESS_TARGET_TAP;",
    "target->traits = PRESS_TARGET_PREVIEW | PRESS_TARGET_PEEK; uint32_t traits = 3; target->traits = traits;",
    "press_sample one = {1, 0, 0, PRESS_ONE, 0, 0, 0}, two = {2, 0, PRESS_SAMPLE_DOWN, PRESS_ONE, 0, 0, 0}; *sample = one.force ? one : two;",
]


def of_gcc(version):
    """A gcc of this version or a later one; empty: there is none here."""
    found = [*(f"gcc-{one}" for one in range(20, version - 1, -1)), "gcc"]
    for name in filter(shutil.which, found):
        if int(subprocess.run([name, "-dumpversion"], capture_output=True, text=True, check=True).stdout.split(".")[0]) >= version:
            return name
    return ""


TYPED = {
    "C99, clang": ["clang", "-std=c99", "-x", "c"],
    "C11, clang": ["clang", "-std=c11", "-x", "c"],
    "C23, clang": ["clang", "-std=c2x", "-x", "c"],
    "C23, gcc": [of_gcc(13), "-std=c2x", "-x", "c"],
    "C++11, gcc": ["g++", "-std=c++11", "-x", "c++"],
    "C++20, gcc": ["g++", "-std=c++20", "-x", "c++"],
    "C++11, clang": ["clang++", "-std=c++11", "-x", "c++"],
    "C++23, clang": ["clang++", "-std=c++2b", "-x", "c++"],
}
UNTYPED = {
    "C99, gcc": ["gcc", "-std=c99", "-x", "c"],
    "C17, gcc": ["gcc", "-std=c17", "-x", "c"],
    "C++17, plain": ["g++", "-std=c++17", "-DPRESS_PLAIN_TYPES", "-x", "c++"],
    "C11, clang, plain": ["clang", "-std=c11", "-DPRESS_PLAIN_TYPES", "-x", "c"],
}


def compiled(command, text, *more):
    """Returns the messages of a compiler for a program; empty: none."""
    if not command[0]:
        pytest.skip("no gcc from 13 on is here")
    given = [*command, *WARNINGS, *more, f"-I{contract.INCLUDE}", "-fsyntax-only", "-"]
    return subprocess.run(given, input=f"#include <press.h>\n{text}", capture_output=True, text=True).stderr


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("compiler", TYPED)
def test_the_compiler_says_that_two_enumerations_are_mixed(compiler, slip):
    said = compiled(TYPED[compiler], C % SLIPS[slip])
    assert re.search(r"enum|cannot convert|incompatible type", said), said or "it says nothing"


@pytest.mark.parametrize("compiler", [*TYPED, *UNTYPED])
def test_an_error_is_below_every_state_that_a_function_returns(compiler):
    """press_preview_state(...) >= PRESS_PREVIEW_PREVIEWING is no for PRESS_ERR_NOENT."""
    states = ("PRESS_PREVIEW_NONE", "PRESS_PREVIEW_HELD", "PRESS_GESTURE_OPEN", "PRESS_GESTURE_OVER")
    text = "".join(f"typedef char below_{one}[(int)PRESS_ERR_NOENT < {one} ? 1 : -1];\n" for one in states)
    assert compiled({**TYPED, **UNTYPED}[compiler], text) == ""


SWIFT = """\
import Installed
func used(event: inout press_event, peek: inout press_peek_config, drag: inout press_drag_config, curve: inout press_curve) -> Bool {{
  {}
}}
"""


@pytest.mark.parametrize(
    "line, sound",
    [
        ("return event.type == PRESS_EVENT_TAPPED && event.flags.rawValue & PRESS_EVENT_FLAG_ENDED.rawValue != 0", True),
        ("return event.type == PRESS_EVENT_FLAG_ENDED", False),
        ("peek.flags = PRESS_PEEK_SHOWN; return true", False),
        ("drag.flags = PRESS_PEEK_FLAG_FROM_HOLD; return true", False),
        ("curve.kind = PRESS_CURVE_RULE_FITS; return true", False),
    ],
)
def test_a_program_in_swift_sees_types(tmp_path, line, sound):
    (tmp_path / "module.modulemap").write_text('module Installed { header "shim.h" export * }\n')
    (tmp_path / "shim.h").write_text("#include <press.h>\n")
    (tmp_path / "used.swift").write_text(SWIFT.format(line))
    given = [
        "swiftc",
        "-typecheck",
        "-I",
        tmp_path,
        "-Xcc",
        f"-I{contract.INCLUDE}",
        "-module-cache-path",
        tmp_path / "cache",
        tmp_path / "used.swift",
    ]
    said = subprocess.run(given, capture_output=True, text=True).stderr
    assert not said if sound else re.search(r"error: .*(cannot assign value of type|cannot convert value of type|cannot be applied)", said), said


@pytest.mark.parametrize("compiler", TYPED | UNTYPED)
def test_sound_programs_compile_without_a_word(compiler):
    assert compiled((TYPED | UNTYPED)[compiler], C % "\n  ".join(SOUND)) == ""


@pytest.mark.parametrize("compiler", TYPED | UNTYPED)
def test_structs_lie_in_memory_as_without_types(compiler):
    word = "static_assert" if "C++" in compiler else "_Static_assert"
    lines = [f'{word}(sizeof({one}) == {size}, "{one}");' for one, size in (("press_event", 64), ("press_sample", 32), ("press_feedback_row", 20))]
    assert compiled((TYPED | UNTYPED)[compiler], "\n".join(lines), "-Wno-pedantic") == ""


@pytest.mark.parametrize("compiler", TYPED | UNTYPED)
def test_the_headers_compile_with_more_warnings(compiler):
    assert compiled((TYPED | UNTYPED)[compiler], "", *(STRICTER[:-1] if "C++" in compiler else STRICTER)) == ""


def test_every_enumeration_is_a_type_with_a_prefix_of_its_own():
    tags = [enum.tag for enum in CONTRACT.enums if enum.members[0].name != "PRESS_OK"]
    assert all(tags) and len(set(tags)) == len(tags)
    prefixes = [one.prefix for one in NAMES.values()]
    assert len(set(prefixes)) == len(prefixes)
