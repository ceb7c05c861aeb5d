"""Reads a WebAssembly module that ships, and checks the laws on it: wasm-objdump of wabt takes it apart.

    wasm.py MODULE

What is shown of traps: no `unreachable` that control can reach stands in a function that calls from an export, direct or
through the table, may lead to. Reach is judged over the blocks of each function: what follows a jump, a return or an endless
loop is dead. Not shown: that a divisor is never 0, that an address lies in the memory, that a call through a pointer meets a
function of its type. Those follow from the code and its tests, as on the other processors.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))

FLOAT = re.compile(r"(?<![a-z])[fv](?:32|64|128)")
# Exports that the host needs besides the functions: memory, the table of functions for callbacks, and the beginning of free memory.
FURNITURE = {"memory", "__indirect_function_table", "__heap_base"}
OPENS = ("block", "loop", "if", "try")


def dump(*arguments):
    done = subprocess.run(["wasm-objdump", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"wasm-objdump {' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Module:
    def __init__(self, path):
        self.path = path
        heads, parts = dump("-h", path), dump("-x", path)
        self.sizes = {name: int(size, 16) for name, size in re.findall(r"^\s*(\w+) start=\w+ end=\w+ \(size=0x(\w+)\)", heads, re.M)}
        self.imports = re.findall(r"^ - .* <- (\S+)$", parts, re.M)
        exports = parts.split("\nExport[")[1].split("\n\n")[0] if "\nExport[" in parts else ""
        self.exports = {name: int(number) for number, name in re.findall(r'^ - func\[(\d+)\].* -> "(.*)"$', exports, re.M)}
        self.furniture = set(re.findall(r'^ - (?:memory|table|global)\[\d+\].* -> "(.*)"$', exports, re.M))
        self.table = {int(number) for number in re.findall(r"^  - elem\[\d+\] = (?:ref\.)?func\[(\d+)\]", parts, re.M)}
        self.types = re.findall(r"^ - type\[\d+\] (.*)$", parts, re.M)
        self.code = self._functions(dump("-d", path))

    def _functions(self, text):
        """The instructions of each function."""
        functions, current = {}, None
        for line in text.splitlines():
            if head := re.match(r"[0-9a-f]+ func\[(\d+)\]", line):
                current = functions[int(head[1])] = []
            elif current is not None and (row := re.match(r" [0-9a-f]+: [0-9a-f ]*\| (.*)$", line)) and row[1].strip():
                current.append(row[1].strip())
        return functions

    @property
    def text(self):
        """Bytes of code and constants."""
        return self.sizes.get("Code", 0) + self.sizes.get("Data", 0)

    def calls(self, function):
        """The functions that a function may call: by name, or through a pointer any function of the table."""
        direct = {int(number) for one in self.code[function] if (number := _operand(one, "call"))}
        return direct | (self.table if any(one.startswith("call_indirect") for one in self.code[function]) else set())

    def reached(self):
        """The functions that calls from exports lead to."""
        found, open_ = set(), list(self.exports.values())
        while open_:
            if (function := open_.pop()) not in found:
                found.add(function)
                open_ += self.calls(function)
        return found

    def count(self, pattern):
        return sum(bool(re.search(pattern, one)) for code in self.code.values() for one in code)

    def floats(self):
        """How many instructions, locals and types of functions have to do with floating point."""
        return self.count(FLOAT) + sum(bool(FLOAT.search(one)) for one in self.types)

    def traps(self):
        """The number of `unreachable` that control can reach."""
        return sum(live_unreachable(self.code[function]) for function in self.reached())

    def worst_stack(self, setup=False):
        """Over direct calls, of the stack in memory; of press_setup_... or of all else. Callbacks are the program's and not counted."""
        depth = {}

        def deepest(function, path=()):
            if function in path:
                sys.exit(f"recursion in {self.path}: functions {path}")
            if function not in depth:
                below = {int(number) for one in self.code[function] if (number := _operand(one, "call"))}
                depth[function] = frame(self.code[function]) + max((deepest(one, (*path, function)) for one in below), default=0)
            return depth[function]

        return max(deepest(number) for name, number in self.exports.items() if name.startswith("press_setup_") == setup)


def _operand(text, name):
    found = re.match(rf"{name} (\d+)", text)
    return found[1] if found else None


def frame(code):
    """The stack frame of a function: stack pointer, constant, minus."""
    taken = 0
    for at, one in enumerate(code[:-2]):
        if one.startswith("global.get 0") and code[at + 2] == "i32.sub":
            if not (size := _operand(code[at + 1], r"i32\.const")):
                sys.exit(f"a frame whose size is not constant: {code[at : at + 3]}")
            taken += int(size)
    return taken


def live_unreachable(code):
    """Those that control can reach. Of a function's blocks: the kind, whether it is entered, whether something jumps behind it."""
    blocks, live, found = [["block", True, False]], True, 0

    def jump(depth):
        blocks[-1 - depth][2] = True

    for one in code:
        word, *rest = one.split()
        if word in OPENS:
            blocks.append([word, live, False])
        elif word in ("else", "catch", "catch_all"):
            blocks[-1] = ["block", blocks[-1][1], blocks[-1][2] or live]
            live = blocks[-1][1]
        elif word == "end":
            kind, entered, left = blocks.pop()
            live = live or (left and kind != "loop") or (kind == "if" and entered)
        elif word == "unreachable":
            found += live
            live = False
        elif word in ("br", "br_if", "br_table"):
            if live:
                for depth in re.findall(r"\d+", " ".join(rest))[: None if word == "br_table" else 1]:
                    jump(int(depth))
            live = live and word == "br_if"
        elif word in ("return", "throw", "rethrow", "return_call", "return_call_indirect"):
            live = False
    return found


def problems(module, declared):
    """Returns the violations of the laws."""
    if module.imports:
        yield f"it imports {module.imports}"
    if set(module.exports) != set(declared):
        yield f"exported and declared functions differ: {sorted(set(module.exports) ^ set(declared))}"
    if module.furniture != FURNITURE:
        yield f"it exports {sorted(module.furniture)} beside functions, not {sorted(FURNITURE)}"
    if count := module.count(r"^memory\.grow"):
        yield f"{count} times memory.grow"
    if count := module.floats():
        yield f"{count} instructions and types with floating point"
    if traps := module.traps():
        yield f"{traps} times `unreachable` that an exported function may reach"
    stack, nested = said("make/library.mk", r"stack-size=(\d+)"), said("bindings/js/src/library.js", r"MOST_NESTED = (\d+)")
    if (nested + 1) * module.worst_stack() > stack:
        yield f"{nested} calls in callbacks of each other, and one more, do not fit into a stack of {stack} bytes"


def said(path, pattern):
    """A number that a file of the project has."""
    return int(re.search(pattern, (HERE.parents[1] / path).read_text())[1])


def main(path):
    import check  # noqa: PLC0415

    module = Module(path)
    wrong = list(problems(module, check.declared()))
    for one in wrong:
        print(f"FAILED: {path}: {one}")
    print(
        f"{path}: {pathlib.Path(path).stat().st_size} bytes, code and constants {module.text}, {len(module.code)} functions, "
        f"{module.count('^unreachable')} unreachable, {module.traps()} of them live, "
        f"{module.count(r'^i(32|64)[.](div|rem)_')} divisions, worst stack {module.worst_stack()}, of press_setup_... {module.worst_stack(setup=True)}; {len(wrong)} wrong"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
