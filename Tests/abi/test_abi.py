"""The guard of the ABI, against changes that are planted in a copy of the headers."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

import contract  # noqa: E402


class Copy:
    """A copy of the headers, the map and the record, to change."""

    def __init__(self, folder, record=HERE):
        self.include, self.map, self.record = folder / "include", folder / "press.map", folder / "record"
        shutil.copytree(ROOT / "include", self.include)
        shutil.copy(ROOT / "Sources" / "PressABI" / "press.map", self.map)
        self.record.mkdir()
        for name in ("libpress.abi", "layout.txt"):
            shutil.copy(record / name, self.record)
        self.changelog = folder / "CHANGELOG.md"
        self.released = f"## {self.began()} (2020-01-01)\n"
        self.changelog.write_text("## 9.0.0 (unreleased)\n" + self.released)

    def began(self):
        return re.search(r"^node press_\d+ (.*)", (self.record / "layout.txt").read_text(), re.M)[1]

    def plant(self, header, old, new):
        path = self.include / "press" / header
        text, count = re.subn(old, new, path.read_text(), flags=re.S)
        assert count == 1, f"{old} is {count} times in {header}"
        path.write_text(text)

    def run(self, command, *more):
        given = ["--include", self.include, "--map", self.map, "--record", self.record]
        given += ["--changelog", self.changelog, *more]
        done = subprocess.run([sys.executable, HERE / "abi.py", command, *given], capture_output=True, text=True, check=False)
        assert done.stderr == "" or done.returncode, done.stderr
        return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A record of everything that is there now."""
    copy = Copy(tmp_path_factory.mktemp("whole"))
    assert copy.run("record")[0] == 0
    return copy.record


@pytest.fixture
def copy(tmp_path, whole):
    return Copy(tmp_path, whole)


REFUSED = {
    "a function is gone": ("engine.h", r"PRESS_API int press_engine_reset\([^;]*;", ""),
    "a function takes another argument": ("engine.h", r"(press_tick\(press_engine \*engine, )uint64_t", r"\1uint32_t"),
    "a function takes one argument more": ("engine.h", r"(press_tick\(press_engine \*engine)", r"\1, int hard"),
    "a function returns something else": ("engine.h", r"PRESS_API PRESS_NODISCARD int (press_poll\()", r"PRESS_API size_t \1"),
    "two members of a struct change places": (
        "event.h",
        r"(  press_event_type +type;.*?\n)(  uint32_t +contact;.*?\n)",
        r"\2\1",
    ),
    "a member is added at the end": ("target.h", r"(  press_target_traits +traits;.*?\n)", r"\1  uint32_t more;\n"),
    "a member is gone": ("target.h", r"  uint32_t +domain;[^\n]*\n", ""),
    "a member gets wider": ("pad.h", r"uint32_t bus_errors;", "uint64_t bus_errors;"),
    "a member moves on 32-bit processors only": ("bus.h", r"uint32_t size;", "unsigned long size;"),
    "an array of the ABI gets longer": ("pad.h", r"(#define PRESS_PAD_SENSORS) 8", r"\1 9"),
    "a callback takes another argument": (
        "delegate.h",
        r"(preview_did_cancel\)\(press_engine \*engine, )const press_touch \*",
        r"\1uint32_t ",
    ),
    "a callback of the bus takes one more": ("bus.h", r"(size_t in_count, )(void \*user)", r"\1int more, \2"),
    "the fixed-point type changes": ("base.h", r"typedef int32_t press_q16", "typedef uint32_t press_q16"),
    "an enumerator changes": ("base.h", r"(PRESS_ERR_TIME +=) -62", r"\1 -63"),
    "an enumerator is gone": ("event.h", r"  PRESS_REASON_STALE [^\n]*\n", ""),
    "a constant macro changes": ("engine.h", r"(PRESS_ENGINE_STORAGE) 9216", r"\1 16384"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_breaks_programs_is_refused_and_not_recorded(copy, what):
    copy.plant(*REFUSED[what])
    before = [path.read_text() for path in sorted(copy.record.iterdir())]
    for command in ("check", "record"):
        code, output = copy.run(command)
        assert code == 1 and "abi: REFUSED: it is released" in output, output
    assert [path.read_text() for path in sorted(copy.record.iterdir())] == before


@pytest.mark.parametrize("was", ["key pad.once time", "key pad.rise_us fixed"])
def test_a_key_of_a_config_that_is_gone_or_means_something_else_is_refused(copy, was):
    record = copy.record / "layout.txt"
    name = was.rpartition(" ")[0]
    record.write_text(re.sub(rf"^{re.escape(name)} .*\n", "", record.read_text(), flags=re.M) + was + "\n")
    code, output = copy.run("check")
    assert code == 1 and "abi: REFUSED: it is released" in output and f"{name}: {was.split()[-1]} became" in output, output


def test_before_the_first_release_a_change_is_refused_until_it_is_recorded(copy):
    copy.changelog.write_text("## 9.0.0 (unreleased)\n## 8.0.0 (2020-02-02, not published)\n## 0.0.1 (2020-01-01)\n")
    copy.plant(*REFUSED["a member is added at the end"])
    code, output = copy.run("check")
    assert code == 1 and "make abi" in output and "size press_target" in output
    code, output = copy.run("record")
    assert code == 0 and "size press_target" in output, "it is reported, not hidden"
    assert copy.run("check")[0] == 0


ALLOWED = {
    "a function": (
        "engine.h",
        r"(PRESS_API int press_tick)",
        r"PRESS_API int press_new(press_engine *engine);\n\1",
        "press_new",
    ),
    "an enumerator": ("base.h", r"(  PRESS_ERR_IO )", r"  PRESS_NEW = -1,\n\1", "PRESS_NEW"),
    "a struct": ("filter.h", r"(/\*\* Median)", r"typedef struct press_new {\n  int x;\n} press_new;\n\n\1", "press_new"),
    "a member at the end of a struct with a size, and an init for it": (
        "gestures.h",
        r"\} press_gestures_config;\n(.*?)(PRESS_API void press_gestures_config_init\([^;]*;\n)",
        r"  uint32_t fresh;\n} press_gestures_config;\n\1\2"
        r"PRESS_API void press_gestures_config_init_2(press_gestures_config *config);\n"
        r"#define press_gestures_config_init press_gestures_config_init_2\n",
        "press_gestures_config.fresh",
    ),
    "a use of reserved bytes": (
        "peek.h",
        r"uint32_t +reserved\[2\];",
        "uint32_t  fresh; uint32_t reserved[1];",
        "press_peek_config.fresh",
    ),
}


@pytest.mark.parametrize("what", ALLOWED)
def test_what_is_new_is_allowed_and_guarded_once_it_is_recorded(copy, what):
    header, old, new, name = ALLOWED[what]
    copy.plant(header, old, new)
    code, output = copy.run("check")
    assert code == 0 and name in output.split("not recorded yet")[1]
    copy.changelog.write_text(copy.released)
    code, output = copy.run("check")
    assert code == 1 and "what is released is recorded completely" in output
    assert copy.run("record")[0] == 0
    assert "not recorded" not in copy.run("check")[1]
    copy.plant(header, re.escape(name.split(".")[-1]) + (r"(?=;)" if what == "a struct" else r"\b(?=[ (;])"), "other")
    assert copy.run("check")[0] == 1, "what was recorded is guarded"


def test_a_use_of_reserved_bytes_hides_no_other_change_of_the_struct(copy):
    copy.plant("peek.h", r"uint32_t +reserved\[2\];", "uint32_t  fresh; uint32_t reserved[1];")
    copy.plant("peek.h", r"uint32_t +rest_us;", "uint32_t  gone_us;")
    code, output = copy.run("check")
    assert code == 1 and "press_peek_config.rest_us" in output
    copy.plant("peek.h", r"gone_us;", "rest_us;")
    assert copy.run("check")[0] == 0
    copy.plant("peek.h", r"reserved\[1\];", "reserved[8];")
    code, output = copy.run("check")
    assert code == 1 and "size press_peek_config" in output


def test_a_struct_with_a_size_that_grows_hides_no_other_change(copy):
    copy.plant(*ALLOWED["a member at the end of a struct with a size, and an init for it"][:3])
    copy.plant("gestures.h", r"  uint32_t +double_tap_us;", "  uint64_t  double_tap_us;")
    code, output = copy.run("check")
    assert code == 1 and "press_gestures_config.double_tap_us" in output


def test_a_struct_with_a_size_does_not_grow_in_its_middle(copy):
    copy.plant(*ALLOWED["a member at the end of a struct with a size, and an init for it"][:3])
    copy.plant("gestures.h", r"  uint32_t +double_tap_us;", "  uint32_t  between; uint32_t  double_tap_us;")
    code, output = copy.run("check")
    assert code == 1 and "size press_gestures_config" in output


def test_another_version_node_permits_changes_and_requires_a_record(copy):
    copy.plant(*REFUSED["two members of a struct change places"])
    copy.map.write_text(copy.map.read_text().replace("press_1 {", "press_2 {"))
    code, output = copy.run("check")
    assert code == 1 and "make abi" in output and "what was recorded for programs" not in output
    assert copy.run("record")[0] == 0 and copy.run("check")[0] == 0
    assert copy.began() == contract.read(copy.include).version, "the new node begins with this version"
    copy.map.write_text(copy.map.read_text().replace("press_2 {", "press_1 {"))
    assert copy.run("check")[0] == 1


def stub(copy, name, *, without="", versions=None, soname="libpress.so.1"):
    """A library of the functions of the headers, linked as ours is."""
    names = contract.read(copy.include).functions
    source = "\n".join(f"void {one}(void) {{}}" for one in names if one != without)
    path = copy.include.parent / name
    command = [
        "gcc",
        "-shared",
        "-nostdlib",
        "-x",
        "c",
        "-",
        "-o",
        path,
        f"-Wl,--version-script={versions or copy.map}",
    ]
    subprocess.run([*command, f"-Wl,-soname,{soname}"], input=source, text=True, check=True)
    return path


def test_the_library_has_every_function_under_its_node_and_number(copy, tmp_path):
    assert copy.run("check", "--so", stub(copy, "whole.so"))[0] == 0
    code, output = copy.run("check", "--so", stub(copy, "less.so", without="press_feed"))
    assert code == 1 and "less.so does not export press_feed@@press_1" in output
    other = tmp_path / "other.map"
    other.write_text(copy.map.read_text().replace("press_1", "press_7"))
    code, output = copy.run("check", "--so", stub(copy, "node.so", versions=other))
    assert code == 1 and "node.so does not export press_feed@@press_1" in output
    code, output = copy.run("check", "--so", stub(copy, "soname.so", soname="libpress.so.2"))
    assert code == 1 and "do not have the same number" in output


def test_structs_lie_alike_for_all_compilers_of_32_bits():
    """Also where members of 64 bits are aligned to 4: the one C file is one for all of them."""
    rows = [line.split() for line in (HERE / "layout.txt").read_text().splitlines() if line.startswith(("size ", "member "))]
    unlike = [name for _, name, _, _, i386, armv7 in rows if i386 != armv7]
    assert len(rows) > 500 and not unlike
