"""Every instruction that the writer knows: what its C does is what Node's engine does, with 32 and with 64 bits."""

from itertools import groupby

import pytest
from assembler import CODES, Function, module, op

EDGES = [0, 1, 2, 7, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 32,
         0x123456789ABCDEF0, (1 << 63) - 1, 1 << 63, (1 << 64) - 2, (1 << 64) - 1]  # fmt: skip
PATTERN = [*range(0xF0, 0x100), *range(16)]
UNARY = ("clz", "ctz", "popcnt", "eqz", "wrap_i64", "extend")
WIDE = ("add128", "sub128", "mul_wide_s", "mul_wide_u")
CONTROL = {"unreachable", "nop", "block", "loop", "end", "br", "br_if", "br_table", "return", "call", "call_indirect", "drop", "select"}
BITS = [32, 64]


def of_arithmetic(name):
    type_, _, what = name.partition(".")
    return type_ in ("i32", "i64") and not what.startswith(("load", "store", "const")) and what not in WIDE


def result_of(name):
    type_, _, what = name.partition(".")
    compares = what.split("_")[0] in ("eq", "ne", "lt", "gt", "le", "ge", "eqz")
    return "i32" if compares or name == "i32.wrap_i64" else type_


def operand_of(name):
    return {"i32.wrap_i64": "i64", "i64.extend_i32_s": "i32", "i64.extend_i32_u": "i32"}.get(name, name[:3])


def arithmetic():
    """A function for each instruction, of two operands from parameters, and one whose second is a constant."""
    for name in filter(of_arithmetic, CODES):
        type_, result, identifier = operand_of(name), result_of(name), name.replace(".", "_")
        one = name.split(".")[1].startswith(UNARY)
        given = [type_] if one else [type_] * 2
        yield name, Function(identifier, given, [result], b"".join(op("local.get", i) for i in range(len(given))) + op(name))
        if not one:
            for number, value in enumerate((1, 5, -1, -7)):
                yield name, Function(f"{identifier}_by{number}", [type_], [result], op("local.get", 0) + op(f"{type_}.const", value) + op(name))


def allowed(name, values, function):
    """Whether an instruction neither traps in an engine nor is undefined in C: the core never executes the others."""
    if not any(word in name for word in ("div", "rem")):
        return True
    bits = int(operand_of(name)[1:])
    a = values[0] % (1 << bits)
    b = (values[1] if len(values) > 1 else (1, 5, -1, -7)[int(function.name[-1])]) % (1 << bits)
    return b != 0 and not ("_s" in name and a == 1 << (bits - 1) and b == (1 << bits) - 1)


def main_of(calls, results, memory=False):
    """Prints what each call answers, and the memory behind it. Operands stand in a table: a compiler takes long for a long main."""
    tables, lines = [], ["int main(void) {", f"  static u64 m[{len(PATTERN) // 8}];"]
    lines.append(f"  static const u8 pattern[] = {{{', '.join(map(str, PATTERN))}}};\n  (void)m, (void)pattern;")
    for name, of_one in groupby(calls, key=lambda call: call[0]):
        rows = list(of_one)
        types = rows[0][1]
        tables.append(f"static const u64 of_{name}[][{len(types)}] = {{"
                      + ", ".join("{" + ", ".join(f"{v % (1 << 64)}ull" for v in values) + "}" for _, _, values, _ in rows) + "};")  # fmt: skip
        given = [f"(u{t[1:]})of_{name}[i][{k}]" for k, t in enumerate(types)]
        call = f"{name}_body({', '.join(['AT(m)', *given[1:]] if memory else given)})"
        lines.append(f"  for (unsigned i = 0; i < sizeof of_{name} / sizeof *of_{name}; i++) {{")
        lines.append("    memcpy(m, pattern, sizeof m);" if memory else "")
        lines.append(f'    printf("%llu", (unsigned long long){call});' if results[name] else f'    {call}; printf("0");')
        lines.append('    for (unsigned k = 0; memory && k < sizeof m; k++) printf(" %d", ((const u8 *)m)[k]);'.replace("memory", str(int(memory))))
        lines.append('    printf("\\n");\n  }')
    return "\n".join([*tables, *lines, "  return 0;", "}"])


def compare(tmp_path, engine, written, bits, functions, calls, memory=False):
    path = tmp_path / f"m{bits}.wasm"
    path.write_bytes(module(functions, bits == 64))
    expected = engine(path, calls)
    results = {f.name: f.results for f in functions}
    said = written(path, [f.name for f in functions], main_of(calls, results, memory)).splitlines()
    assert len(said) == len(calls) > 0
    for call, (value, bytes_), line in zip(calls, expected, said, strict=True):
        answer, *there = map(int, line.split())
        assert (call, answer) == (call, value)
        assert not memory or there == bytes_, call


@pytest.mark.parametrize("bits", BITS)
def test_arithmetic_is_that_of_the_engine(tmp_path, engine, written, bits):
    named = list(arithmetic())
    calls = [(f.name, f.parameters, values, None)
             for name, f in named
             for values in ([[a] for a in EDGES] if len(f.parameters) == 1 else [[a, b] for a in EDGES for b in EDGES[::2] + [EDGES[-1]]])
             if allowed(name, values, f)]  # fmt: skip
    compare(tmp_path, engine, written, bits, [f for _, f in named], calls)


@pytest.mark.parametrize("bits", BITS)
def test_memory_is_that_of_the_engine(tmp_path, engine, written, bits):
    word, functions, calls = f"i{bits}", [], []
    for name in [n for n in CODES if ".load" in n or ".store" in n]:
        type_, what = name.split(".")
        size = int("".join(c for c in what.split("_")[0] if c.isdigit()) or type_[1:]) // 8
        for alignment in range(size.bit_length()):
            for offset in (0, 8) if alignment == size.bit_length() - 1 else (0, 1 << alignment):
                identifier = f"{type_}_{what}_{alignment}_{offset}"
                if "load" in what:
                    functions.append(Function(identifier, [word], [type_], op("local.get", 0) + op(name, alignment, offset)))
                    calls.append((identifier, [word], [1024], PATTERN))
                else:
                    functions.append(Function(identifier, [word, type_], [], op("local.get", 0) + op("local.get", 1) + op(name, alignment, offset)))
                    calls += [(identifier, [word, type_], [1024, value], PATTERN) for value in (0x1122334455667788, 0xFFFFFFFFFFFFFF80)]
    compare(tmp_path, engine, written, bits, functions, calls, memory=True)


@pytest.mark.parametrize("bits", BITS)
def test_numbers_of_128_bits_are_right(tmp_path, written, bits):
    """No engine here has these; Python has them."""
    functions, calls, expected = [], [], []
    signed = lambda v: v - (1 << 64) if v >> 63 else v  # noqa: E731
    for name in WIDE:
        count = 2 if name.startswith("mul") else 4
        for half in ("low", "high"):
            keep = op("drop") if half == "low" else op("local.set", count) + op("drop") + op("local.get", count)
            code = b"".join(op("local.get", i) for i in range(count)) + op(f"i64.{name}") + keep
            functions.append(Function(f"{name}_{half}_of", ["i64"] * count, ["i64"], code, ["i64"]))
            for a in EDGES:
                for b in EDGES[1::2]:
                    values = [a, b] if count == 2 else [a, b ^ 5, b, a ^ 9]
                    if count == 2:
                        whole = a * b if name.endswith("u") else signed(a) * signed(b)
                    else:
                        left, right = values[0] | values[1] << 64, values[2] | values[3] << 64
                        whole = left + right if name == "add128" else left - right
                    calls.append((f"{name}_{half}_of", ["i64"] * count, values, None))
                    expected.append((whole >> (64 if half == "high" else 0)) % (1 << 64))
    path = tmp_path / f"m{bits}.wasm"
    path.write_bytes(module(functions, bits == 64))
    said = written(path, [f.name for f in functions], main_of(calls, {f.name: f.results for f in functions})).split()
    assert list(map(int, said)) == expected


def control():
    """Blocks with results, loops, tables, values that stand on the stack while what they were read from changes."""
    get, const = (lambda i: op("local.get", i)), (lambda v: op("i64.const", v))
    block, loop, end, i64 = bytes([0x02, 0x7E]), bytes([0x03, 0x40]), op("end"), ["i64"]
    is_zero = get(0) + op("i64.eqz")
    yield Function("result", i64, i64, block + const(7) + is_zero + op("br_if", 0) + op("drop") + const(9) + end)
    yield Function(
        "nested", i64, i64, block + block + const(1) + is_zero + op("br_if", 1) + const(2) + op("i64.add") + end + const(10) + op("i64.mul") + end
    )
    yield Function("early", i64, i64, bytes([0x02, 0x40]) + is_zero + op("br_if", 0) + get(0) + op("return") + end + const(5))
    yield Function("factorial", i64, i64, const(1) + op("local.set", 1) + loop + get(1) + get(0) + op("i64.mul") + op("local.set", 1) + get(0) + const(1)
                   + op("i64.sub") + op("local.tee", 0) + op("i64.eqz") + op("i32.eqz") + op("br_if", 0) + end + get(1), i64)  # fmt: skip
    yield Function(
        "stands", i64, i64, get(0) + get(0) + const(1) + op("i64.add") + op("local.set", 0) + get(0) + op("i64.shl") + get(0) + op("i64.xor")
    )
    yield Function("tee", i64, i64, get(0) + get(0) + const(3) + op("i64.mul") + op("local.tee", 0) + op("i64.sub") + get(0) + op("i64.xor"))
    yield Function("select", i64, i64, get(0) + const(77) + get(0) + const(5) + op("i64.lt_u") + op("select"))
    yield Function("truth", i64, i64, op("i32.const", 1) + op("i32.const", 0) + get(0) + op("i32.wrap_i64") + op("select") + op("i64.extend_i32_u"))
    table = op("br_table") + bytes([3, 0, 1, 0, 2])
    yield Function("table", i64, i64, block + block + block + const(100) + get(0) + op("i32.wrap_i64") + table + end + const(1) + op("i64.add") + end
                   + const(10) + op("i64.add") + end)  # fmt: skip
    yield Function("dead", i64, i64, block + const(3) + op("br", 0) + block + const(4) + end + op("drop") + op("unreachable") + end)
    yield Function("calls", i64, i64, get(0) + op("call", 5) + get(0) + op("call", 0) + op("i64.sub"))


@pytest.mark.parametrize("bits", BITS)
def test_control_is_that_of_the_engine(tmp_path, engine, written, bits):
    functions = list(control())
    compare(
        tmp_path,
        engine,
        written,
        bits,
        functions,
        [(f.name, ["i64"], [v], None) for f in functions for v in (0, 1, 2, 3, 4, 5, 12) if v or f.name != "factorial"],
    )


def test_every_instruction_that_is_known_is_tested():
    by_programs = {"global.get", "global.set", "call_indirect", "nop"}
    assert {n for n in CODES if not of_arithmetic(n) and ".load" not in n and ".store" not in n and not n.endswith(WIDE)} - by_programs == (
        CONTROL - by_programs
    ) | {"local.get", "local.set", "local.tee", "i32.const", "i64.const"}
