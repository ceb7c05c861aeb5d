"""That wasm.py sees what it looks for, in small modules as text."""

import subprocess

import pytest
import wasm

EXPORTS = '(memory (export "memory") 1) (table (export "__indirect_function_table") 1 funcref) (global (export "__heap_base") i32 (i32.const 8))'


@pytest.fixture
def module(tmp_path):
    def make(text, parts=EXPORTS):
        (tmp_path / "one.wat").write_text(f"(module {parts} {text})")
        subprocess.run(["wat2wasm", tmp_path / "one.wat", "-o", tmp_path / "one.wasm"], check=True)
        return wasm.Module(tmp_path / "one.wasm")

    return make


def function(body):
    return f'(func (export "f") (param i32) (result i32) {body})'


def test_a_module_that_keeps_the_laws_has_no_problems(module):
    assert list(wasm.problems(module(function("(i32.add (local.get 0) (i32.const 1))")), ["f"])) == []


@pytest.mark.parametrize(
    "text, problem",
    [
        (function("(memory.grow (local.get 0))"), "1 times memory.grow"),
        (function("(i32.trunc_f32_s (f32.const 1))"), "2 instructions and types with floating point"),
        ('(func (export "f") (param f64))', "1 instructions and types with floating point"),
        (function("(unreachable)"), "1 times `unreachable`"),
        (f'{function("(local.get 0)")} (func (export "g"))', "['g']"),
        (f'{function("(local.get 0)")} (global (export "x") i32 (i32.const 1))', "'x'"),
    ],
)
def test_what_is_against_the_laws_is_seen(module, text, problem):
    found = list(wasm.problems(module(text), ["f"]))
    assert len(found) == 1 and problem in found[0], found


def test_an_import_is_seen(module):
    found = module('(func (export "f"))', parts=f'(import "env" "clock" (func)) {EXPORTS}')
    assert list(wasm.problems(found, ["f"])) == ["it imports ['env.clock']"]


@pytest.mark.parametrize(
    "body, live",
    [
        ("(return (local.get 0)) (unreachable)", 0),
        ("(loop (br 0)) (unreachable)", 0),
        ("(loop (br_if 0 (local.get 0))) (unreachable)", 1),
        ("(block (br 0)) (unreachable)", 1),
        ("(block (br_if 0 (local.get 0)) (return (i32.const 1))) (unreachable)", 1),
        ("(block (return (i32.const 1))) (unreachable)", 0),
        ("(block (block (br_table 0 1 (local.get 0)))) (unreachable)", 1),
        ("(if (local.get 0) (then (return (i32.const 1)))) (unreachable)", 1),
        ("(if (local.get 0) (then (return (i32.const 1))) (else (return (i32.const 2)))) (unreachable)", 0),
        ("(if (local.get 0) (then (return (i32.const 1))) (else (nop))) (unreachable)", 1),
        ("(block (return (i32.const 1)) (br 0)) (unreachable)", 0),
        ("(unreachable) (unreachable)", 1),
    ],
)
def test_of_unreachable_only_what_control_reaches_counts(module, body, live):
    assert module(function(body)).traps() == live


def test_what_no_export_leads_to_does_not_count_but_what_the_table_holds_does(module):
    trap = "(func $trap (result i32) (unreachable))"
    assert module(f"{trap} {function('(local.get 0)')}").traps() == 0
    assert module(f"{trap} {function('(call $trap)')}").traps() == 1
    indirect = f"{trap} (elem (i32.const 0) $trap) {function('(call_indirect (result i32) (i32.const 0))')}"
    assert module(indirect).traps() == 1


def test_the_stack_is_the_deepest_way_of_calls(module):
    frame = "(global.set $sp (i32.sub (global.get $sp) (i32.const {})))"
    text = f'(func $a {frame.format(16)}) (func $b {frame.format(64)}) (func (export "f") {frame.format(32)} (call $a) (call $b) (call $a))'
    assert module(text, parts=f"(global $sp (mut i32) (i32.const 0)) {EXPORTS}").worst_stack() == 96
