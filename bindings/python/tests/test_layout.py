"""The ctypes layer against what a C compiler makes of the headers."""

import ctypes
import re
import shutil
import subprocess
from ctypes import Structure, c_char_p, c_void_p

import pytest
from libpress import enums, types
from libpress.generated import _raw

import contract

CONTRACT = contract.read()
STRUCTS = {name: [field.name for field in struct.fields] for name, struct in CONTRACT.structs.items()}
CONSTANTS = list(CONTRACT.numbers)
FUNCTIONS = CONTRACT.functions


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """The layout of every struct, field and constant by a C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    lines = [f'  printf("{name} %lld\\n", (long long)({name}));' for name in CONSTANTS]
    for struct, fields in STRUCTS.items():
        lines.append(f'  printf("{struct} %zu\\n", sizeof({struct}));')
        for field in fields:
            place = f"offsetof({struct}, {field}), sizeof((({struct} *)0)->{field})"
            lines.append(f'  printf("{struct}.{field} %zu %zu\\n", {place});')
    folder = tmp_path_factory.mktemp("layout")
    source = folder / "layout.c"
    source.write_text("#include <stdio.h>\n#include <press.h>\nint main(void) {\n" + "\n".join(lines) + "\n}\n")
    program = folder / "layout"
    subprocess.run([compiler, "-std=c11", "-I", contract.INCLUDE, "-o", program, source], check=True)
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return {name: tuple(map(int, numbers)) for name, *numbers in map(str.split, output.splitlines())}


def test_the_reader_of_the_headers_finds_what_is_there():
    text = "".join(path.read_text() for path in (contract.INCLUDE / "press").glob("*.h"))
    assert len(FUNCTIONS) == len(re.findall("^PRESS_API ", text, re.M))
    assert len(STRUCTS) == len(re.findall(r"^typedef struct \w+ \{", text, re.M))
    assert "PRESS_REASON_FINGER_AT_START" in CONSTANTS and "PRESS_NEVER" in CONSTANTS


@pytest.mark.parametrize("name", CONSTANTS)
def test_every_constant_has_its_value(name, measured):
    assert getattr(_raw, name) & (2**64 - 1) == measured[name][0] & (2**64 - 1)


def test_no_constant_is_there_that_the_headers_do_not_have():
    assert {name for name in vars(_raw) if name.startswith("PRESS_")} == set(CONSTANTS)


@pytest.mark.parametrize("name", STRUCTS)
def test_every_struct_has_the_layout_that_c_gives_it(name, measured):
    struct = getattr(_raw, name)
    assert [field[0] for field in struct._fields_] == STRUCTS[name]
    assert ctypes.sizeof(struct) == measured[name][0]
    for field in STRUCTS[name]:
        place = getattr(struct, field)
        assert (place.offset, place.size) == measured[f"{name}.{field}"], field


def test_no_struct_is_there_that_the_headers_do_not_have():
    mine = {name for name, value in vars(_raw).items() if isinstance(value, type) and issubclass(value, Structure) and name.startswith("press_")}
    assert mine == set(STRUCTS)


def test_every_function_of_the_headers_is_bound_and_no_other():
    assert set(_raw.FUNCTIONS) == set(FUNCTIONS)
    assert all(isinstance(getattr(_raw, name), _raw.library._FuncPtr) for name in FUNCTIONS)
    with pytest.raises(AttributeError, match="no attribute 'press_nothing'"):
        _raw.press_nothing  # noqa: B018


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_takes_null_for_every_pointer(name):
    function = getattr(_raw, name)
    pointers = [kind in (c_void_p, c_char_p) or hasattr(kind, "contents") for kind in function.argtypes]
    result = function(*[None if pointer else 0 for pointer in pointers])
    if name == "press_median_step":
        assert result == 0, "the value itself"
    elif name == "press_peek_declarations_check":
        assert result == 0, "none are refused"
    elif function.restype is ctypes.c_int and any(pointers):
        assert result == _raw.PRESS_ERR_INVAL
    elif name.endswith(("_next", "_next_deadline")):
        assert result == _raw.PRESS_NEVER
    elif name == "press_interactions_size":
        assert result == 0, "nothing is attached"
    elif function.restype is ctypes.c_size_t and (pointers == [True, True] or name == "press_engine_size"):
        assert result > 0, "the defaults"
    elif any(pointers):
        assert result in (None, 0)


@pytest.mark.parametrize("struct, layout", [(_raw.press_sample, types.SAMPLE_STRUCT), (_raw.press_event, types.EVENT_STRUCT)])
def test_the_struct_module_formats_are_the_structs(struct, layout):
    assert layout.size == ctypes.sizeof(struct)
    values = tuple(range(1, len(struct._fields_) + 1))
    raw = struct.from_buffer_copy(layout.pack(*values))
    assert tuple(getattr(raw, field[0]) for field in struct._fields_) == values


@pytest.mark.parametrize("name", ["sample", "event", "frame"])
def test_the_numpy_types_are_the_structs(name):
    pytest.importorskip("numpy")
    struct, dtype = getattr(_raw, f"press_{name}"), getattr(types, f"{name.upper()}_DTYPE")
    assert dtype.itemsize == ctypes.sizeof(struct)
    assert list(dtype.names) == [field[0] for field in struct._fields_]
    for field in dtype.names:
        place = getattr(struct, field)
        assert (dtype.fields[field][1], dtype.fields[field][0].itemsize) == (place.offset, place.size)


def test_names_of_events_and_reasons_are_those_of_the_library():
    for kind in enums.EventType:
        assert _raw.press_event_name(int(kind)).decode() == kind.name.lower()
    for why in enums.Reason:
        assert _raw.press_reason_name(int(why)).decode() == why.name.lower()
    assert _raw.press_event_name(9999) == b"unknown" and _raw.press_reason_name(-1) == b"unknown"
