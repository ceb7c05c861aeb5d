"""The reader of the headers, and what it refuses, on headers that are planted for it."""

import re
import shutil

import pytest

import contract
from contract import events, rules
from contract.model import ContractError, Type


@pytest.fixture
def plant(tmp_path):
    """A copy of the headers in which one text is replaced by another, read."""
    shutil.copytree(contract.INCLUDE, tmp_path / "include")

    def read(header, old, new):
        path = tmp_path / "include" / "press" / header
        text = path.read_text()
        assert text.count(old) == 1, f"{old} is {text.count(old)} times in {header}"
        path.write_text(text.replace(old, new))
        return contract.read(tmp_path / "include")

    return read


@pytest.fixture(scope="module")
def whole():
    return contract.read()


def texts():
    return "".join(path.read_text() for path in (contract.INCLUDE / "press").glob("*.h"))


def test_nothing_that_is_declared_is_left_out(whole):
    text = re.sub(r"/\*.*?\*/", "", texts(), flags=re.S)
    assert len(whole.functions) == len(re.findall("^PRESS_API ", text, re.M))
    assert len(whole.structs) == len(re.findall(r"^typedef struct \w+ \{", text, re.M))
    assert len(whole.enums) == len(re.findall(r"^enum ", text, re.M))
    enumerators = re.findall(r"^enum [^{]*\{(.*?)\}", text, re.M | re.S)
    assert sum(len(one.members) for one in whole.enums) == sum(len(re.findall(r"\bPRESS_", body)) for body in enumerators)
    assert [header.name for header in whole.headers][:2] == ["base", "event"]


def test_every_comment_behind_a_declaration_is_read(whole):
    behind = re.findall(r"^  [^/*\n]*[;,\d](?: *)/\*\*< ?(\w+)", texts(), re.M)
    fields = {field.place: field.comment for struct in whole.structs.values() for field in struct.fields}
    members = {one.place: one.comment for enum in whole.enums for one in enum.members}
    assert sum(map(bool, (fields | members).values())) >= len(behind) > 400


def test_a_field_has_type_length_group_and_comment(whole):
    reading = whole.structs["press_reading"]
    assert reading.field("y").group == ("x", "y")
    assert reading.field("y").comment == "points, centre of pressure"
    assert reading.field("fault").type == Type("int32_t", 0, (8,))
    asked = whole.structs["press_delegate"].field("preview_should_begin")
    assert [kind.base for kind in asked.type.call] == ["bool", "press_engine", "press_touch", "void"]
    assert asked.comment.startswith("Asked once per contact")


def test_a_comment_of_several_lines_is_one(plant):
    read = plant("event.h", "/**< begins a hold {contact} */", "/**< begins\n                   a hold {contact} */")
    held = next(one for one in read.enums[1].members if one.name == "PRESS_EVENT_HOLD_BEGAN")
    assert held.comment == "begins a hold"


def test_values_need_not_be_written(plant):
    read = plant("event.h", "PRESS_EVENT_CONTACT_MOVED     = 2,", "PRESS_EVENT_CONTACT_MOVED,")
    assert read.numbers["PRESS_EVENT_CONTACT_MOVED"] == 2


def test_numbers_of_macros_are_those_of_c(whole):
    assert whole.numbers["PRESS_NEVER"] == 2**64 - 1
    assert whole.numbers["PRESS_VERSION_NUMBER"] == int.from_bytes(map(int, whole.version.split(".")))


def test_a_macro_that_is_no_number_is_an_error_with_file_and_line(plant):
    with pytest.raises(ContractError, match=r"event\.h:\d+: the macro \"all\""):
        plant("event.h", "#define PRESS_NO_CONTACT 0xffffffffu", '#define PRESS_NO_CONTACT "all"')


def test_what_is_made_from_the_headers_is_checked_in(whole):
    assert [path for path, text in contract.made(whole).items() if path.read_text() != text] == []


def test_a_new_event_changes_what_is_made(plant):
    made = contract.made(
        plant(
            "event.h",
            "PRESS_EVENT_DRAG_FORBIDDEN      = 131",
            "PRESS_EVENT_TRIED = 131, /* {sensor; value: tries, whole} */\n  PRESS_EVENT_DRAG_FORBIDDEN = 132 ",
        )
    )
    changed = {path.name for path, text in made.items() if path.read_text() != text}
    javascript = {"raw.js", "raw.d.ts", "contract.js", "contract.d.ts"}
    swift = {"Constants.swift", "EventNames.swift", "EventTable.swift"}
    python = {"_raw.py", "_carried.py", "enums.py", "_lives.py"}
    assert changed == {"carries.h", "events.md", "protocol.schema.json", "press.apinotes"} | python | swift | javascript


@pytest.mark.parametrize(
    "braces, wrong",
    [
        ("", "does not end with what it carries"),
        (" {finger}", "does not end with what it carries"),
        (" {contact; speed}", "does not read `speed`"),
        (" {contact; value: speed, furlongs}", "`furlongs` is no unit and no format"),
        (" {contact; value: operation, PRESS_TARGET_...}", "is no enum that counts from 0"),
        (" {contact; reason; reason?}", "names a field twice"),
        (" {contact; value: dx, points; value2: items, whole}", "both Q16.16, or both whole"),
    ],
)
def test_what_an_event_carries_follows_the_grammar(plant, braces, wrong):
    read = plant("event.h", "/**< begins a hold {contact} */", f"/**< begins a hold{braces} */")
    with pytest.raises(ContractError, match=rf"event\.h:\d+: .*{re.escape(wrong)}"):
        events.events(read)


@pytest.mark.parametrize(
    "header, old, new, wrong",
    [
        ("event", "  /** Taps, holds, scrolls (gestures.h). */", "  /** Taps, holds, scrolls. */", "no comment above it names the header"),
        ("event", "/**< step of a hold:", "/**< step of a drag:", "no event before it begins a drag"),
        ("event", "begins a stay, part of a drag,", "begins a stay, part of a task,", "no event before it begins a task"),
        ("interactions", "/**< room for 4 */", "/**< 4 events */", "is not as `room for"),
    ],
)
def test_what_begins_and_goes_on_follows_the_grammar(plant, header, old, new, wrong):
    with pytest.raises(ContractError, match=rf"{header}\.h:\d+: .*{re.escape(wrong)}"):
        contract.made(plant(f"{header}.h", old, new))


def test_an_enum_that_has_no_name_in_swift_and_python_is_an_error(plant):
    with pytest.raises(ContractError, match=r"event\.h:\d+: contract/names.py does not know .* PRESS_NEW"):
        contract.made(plant("event.h", "/** press_event.flags */", "enum { PRESS_NEW = 1 };\n\n/** press_event.flags */"))


def test_an_enum_without_a_type_is_an_error(plant):
    with pytest.raises(ContractError, match=r"scroll\.h:\d+: it has no type: write `enum PRESS_AS"):
        contract.made(plant("scroll.h", "enum PRESS_AS(press_swipe_direction, uint32_t) {", "enum {"))


def test_an_enumerator_with_the_prefix_of_another_enum_is_an_error(plant):
    with pytest.raises(ContractError, match=r"peek\.h:\d+: PRESS_PEEK_FLAG_SHOWN does not begin with PRESS_PEEK_, or with the prefix of another"):
        contract.made(plant("peek.h", "  PRESS_PEEK_SHOWN ", "  PRESS_PEEK_FLAG_SHOWN "))


# ---- The grammar of config fields -----------------------------------------------------------------------------------


def test_every_config_field_follows_the_grammar(whole):
    found = {name: rules.rules(whole, struct) for name, struct in whole.structs.items() if rules.is_config(struct)}
    assert len(found) >= 12
    touch = found["press_config"]["touch_force"]
    assert (touch.unit, touch.least, touch.default) == ("N", rules.Bound(0, True), 26214)
    assert touch.what == "a contact begins at or above"
    assert found["press_config"]["release_force"].most == rules.Bound("touch_force")
    assert found["press_config"]["traits"].default == 1
    assert found["press_converter_config"]["range_mv"].choices == (0, 6144, 4096, 2048, 1024, 512, 256)
    assert found["press_pad_correction"]["e"].default == 65536
    assert found["press_drag_config"]["flags"].flags == "PRESS_DRAG_FLAG_"


@pytest.mark.parametrize(
    "comment, problem",
    [
        ("N, above 0: a contact begins at or above", "default"),
        ("", "default"),
        ("N, over 0: a contact begins; 0.4", "`over 0` is no unit and no range"),
        ("newtons, above 0: a contact begins; 0.4", "`newtons` is no unit"),
        ("N, above nothing: a contact begins; 0.4", "`nothing` is no field"),
        ("where a contact begins, 0..1; 0.4", "stands before the colon|no unit and no range"),
        ("N, above 0: a contact begins; 0.4, 0.3", "a number for touch_force"),
        ("N, above 0: a contact begins; PRESS_NOTHING", "no constant PRESS_NOTHING"),
    ],
)
def test_a_comment_that_does_not_follow_it_is_an_error_with_file_and_line(plant, comment, problem):
    old = "/**< N, above 0, unless PRESS_CONFIG_CONTACT_FROM_FLAG: a contact begins at or above; 0.4 */"
    read = plant("engine.h", old, f"/**< {comment} */")
    with pytest.raises(ContractError, match=rf"engine\.h:\d+: press_config\.touch_force: .*({problem})"):
        rules.rules(read, read.structs["press_config"])


def test_a_default_that_is_not_whole_is_an_error(plant):
    read = plant("engine.h", "/**< 1..32; 10 */", "/**< 1..32; 10.5 */")
    with pytest.raises(ContractError, match="10.5 is not a whole number"):
        rules.rules(read, read.structs["press_config"])


def test_a_new_function_is_bound_with_the_types_of_its_parameters(plant):
    new = "PRESS_API int press_new(const press_config *config, const char **why, press_engine **engine, bool on);\n\n"
    read = plant("engine.h", "/** Writes every default. NULL is ignored. */", new + "/** Writes every default. NULL is ignored. */")
    path = next(path for path in contract.made(read) if path.name == "_raw.py")
    types = "POINTER(press_config), POINTER(c_char_p), POINTER(c_void_p), c_bool"
    assert types in re.sub(r"\s+", " ", contract.made(read)[path])
