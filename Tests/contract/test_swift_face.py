"""What a program in Swift sees of the headers: every name of the API notes is really there, with its comment, and results warn."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

import contract
from contract.names import name
from contract.swiftface import method

READ = contract.read()
INCLUDE = ["-I", str(contract.INCLUDE)]


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return ["-module-cache-path", str(tmp_path_factory.mktemp("modules"))]


def typecheck(folder, cache, text, *options):
    """Returns the messages of the compiler for a program."""
    (folder / "main.swift").write_text(text)
    command = ["swiftc", "-typecheck", "-swift-version", "6", *cache, *INCLUDE, *options, str(folder / "main.swift")]
    return subprocess.run(command, capture_output=True, text=True, timeout=300).stderr


def test_every_enumerator_and_every_method_has_its_name_in_swift(tmp_path, cache):
    lines = ["import press"]
    for enum in (one for one in READ.enums if one.tag):
        cases = [f"{enum.tag}.{name(enum).swift_case(one)}" for one in enum.members if not re.match(r"\d", name(enum).swift_case(one))]
        lines.append(f"func {enum.tag}_all() -> [{enum.tag}] {{ [{', '.join(cases)}] }}")
    found = [method(READ, function) for function in READ.functions.values()]
    for n, one in enumerate(one for one in found if one):
        lines.append(f"func use{n}(_ it: {one[0]}) {{ _ = it.{one[1].replace('self:', '').replace('()', '')} }}")
    for function in READ.functions.values():
        if not method(READ, function):
            lines.append(f"let _{function.name} = {function.name}")
    assert len(READ.objects) == 5
    assert typecheck(tmp_path, cache, "\n".join(lines) + "\n") == ""


def test_flags_are_sets_and_a_switch_knows_the_statuses(tmp_path, cache):
    sound = """import press
func used(_ e: press_engine, _ event: press_event) -> Int {
  var target = press_target.defaults
  target.traits = [.tap, .hold]
  var frame = press_frame()
  frame.setCode(at: 0, to: 5)
  let bytes = PRESS_ENGINE_STORAGE_FOR(contacts: 2, targets: 4, events: 0) + Int(frame.code(at: 0)) + Int(PRESS_Q16(0.5))
  let deadline: UInt64 = PRESS_NEVER
  switch e.tick(deadline) {
  case PRESS_OK: return bytes
  case PRESS_ERR_TIME, PRESS_ERR_INVAL: return event.flags.contains(.ended) ? 1 : 2
  default: return event.type == .tapped ? 3 : 4
  }
}
"""
    assert typecheck(tmp_path, cache, sound) == ""
    assert typecheck(tmp_path, cache, sound, "-cxx-interoperability-mode=default") == ""
    assert "error" in typecheck(tmp_path, cache, sound.replace("event.type == .tapped", "event.type == press_event_flags.ended"))


def test_a_result_that_nobody_looks_at_warns_in_swift_c_and_cxx(tmp_path, cache):
    said = typecheck(tmp_path, cache, "import press\nfunc used(_ e: press_engine) { e.setDelegate(nil) }\n")
    assert "result of call to 'setDelegate' is unused" in said or "setDelegate" in said and "unused" in said
    for compiler in ("gcc", "g++", "clang", "clang++"):
        language = "c++" if "+" in compiler else "c"
        dropped = "#include <press.h>\nvoid used(press_engine *e) { press_set_delegate(e, NULL); }\n"
        for options, warns in ((), True), (("-DPRESS_MAY_DISCARD",), False):
            done = subprocess.run(
                [compiler, "-x", language, "-c", "-o", str(tmp_path / "used.o"), *INCLUDE, *options, "-"],
                input=dropped,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0
            assert ("warn_unused_result" in done.stderr or "unused-result" in done.stderr) == warns, (compiler, done.stderr)


def test_editors_show_text_for_each_function_type_and_enumerator():
    """Their servers take what clang says stands at a declaration."""
    command = ["clang", "-x", "c", "-Xclang", "-ast-dump=json", "-fsyntax-only", *INCLUDE, "-"]
    done = subprocess.run(command, input="#include <press.h>\n", capture_output=True, text=True, check=True)
    found = set()
    for node in json.loads(done.stdout)["inner"]:
        for one in (node, *(node.get("inner", []) if node["kind"] == "EnumDecl" else ())):
            if any(inner["kind"] == "FullComment" for inner in one.get("inner", [])):
                found.add(one.get("name"))
    expected = {*READ.functions, *READ.structs, *READ.objects, *(one.tag for one in READ.enums if one.tag)}
    expected |= {member.name for one in READ.enums for member in one.members}
    assert expected - found == set()


def test_where_two_names_would_be_one_in_swift_the_contract_is_refused(tmp_path):
    include = tmp_path / "include"
    subprocess.run(["cp", "-r", str(contract.INCLUDE), str(include)], check=True)
    header = include / "press" / "engine.h"
    text = header.read_text()
    twin = "/** The same.\n * @return 0. */\nPRESS_API int press_engine_tick(press_engine *engine, uint64_t t_us);\n\n"
    header.write_text(text.replace("/** Writes every default. NULL is ignored. */", twin + "/** Writes every default. NULL is ignored. */", 1))
    with pytest.raises(contract.model.ContractError, match="as press_(engine_)?tick is"):
        contract.swiftface.notes(contract.read(include))
