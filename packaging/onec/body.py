"""Makes a function of C of one of WebAssembly: the values on its stack become expressions, its blocks labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .arithmetic import binary, unary
from .module import MEMORY, TABLE, Function, Module, Refused, Signature, Symbol
from .opcodes import Instruction, instructions
from .values import C, Value, address, boolean, constant, made, plus, variable

LONGEST = 120  # characters of an expression; what is longer gets a name
# What compilers call by name: the helper of start.h, and the operand that it returns.
EXTERNAL = {"memcpy": ("copy", 0), "memmove": ("move", 0), "memset": ("fill", 0), "__ashlti3": ("ashlti3", None)}


@dataclass
class Line:
    text: str
    target: str = ""
    """The variable that it sets, where that is all that it does but for `effect`."""
    declares: str = ""
    effect: bool = False
    label: bool = False

    def read(self) -> set[str]:
        return set(re.findall(r"\b[ptvr]\d+\b", self.text))

    def __str__(self) -> str:
        if self.target:
            return f"  {f'const {self.declares} ' if self.declares else ''}{self.target} = {self.text};"
        return f"{self.text}:;" if self.label else f"  {self.text}"


@dataclass
class Label:
    name: str
    height: int
    loop: bool
    results: list[Value]
    used: bool = False


class Body:
    """`call(index)` is the name of a function, `place(symbol)` where data or a function lies."""

    def __init__(
        self,
        module: Module,
        function: Function,
        call: Callable[[int], str],
        place: Callable[[Symbol], str],
        pointer: Callable[[str, Signature, Value, bool], tuple[str, list[str]]],
    ) -> None:
        self.module, self.function, self.call, self.place, self.pointer = module, function, call, place, pointer
        self.code = list(instructions(module, function))
        types = function.signature.parameters + function.locals
        self.variables = [variable(t, f"{'p' if i < len(function.signature.parameters) else 'v'}{i}") for i, t in enumerate(types)]
        self.word = "i32" if module.bits == 32 else "i64"
        self.lines: list[Line] = []
        self.stack: list[Value] = []
        self.labels: list[Label] = []
        self.results: list[Value] = []
        self.frame = 0
        self.names = 0
        self.loaded: set[str] = set()
        """The variables that hold what was read of memory."""
        self._make()

    def refuse(self, why: str) -> Refused:
        return Refused(f"{self.function.name}: {why}")

    # ---- Values --------------------------------------------------------------------------------------------------

    def push(self, value: Value) -> None:
        self.stack.append(value)
        if len(value.text) > LONGEST:
            self._name(len(self.stack) - 1)

    def pop(self) -> Value:
        return self.stack.pop()

    def _name(self, at: int) -> None:
        """The value at this place of the stack gets a name; what it reads may change from here on."""
        value = self.stack[at]
        if value.fixed or re.fullmatch(r"[tr]\d+", value.text):
            return
        self.stack[at] = self._named(value.type, value.text, value.loads)

    def _named(self, type_: str, text: str, loads: bool = False, effect: bool = False) -> Value:
        self.names += 1
        name = f"t{self.names}"
        if loads:
            self.loaded.add(name)
        self.lines.append(Line(text, name, C[type_], effect))
        return variable(type_, name)

    def _settle(self, which: Callable[[Value], bool]) -> None:
        for at, value in enumerate(self.stack):
            if which(value):
                self._name(at)

    def _set(self, target: Value, value: Value) -> None:
        last = self.lines[-1] if self.lines else None
        if last and last.declares and last.target == value.text and not any(target.text in v.reads for v in self.stack):
            last.target, last.declares = target.text, ""
            self.loaded |= {target.text} if value.text in self.loaded else set()
            return
        self._settle(lambda v: target.text in v.reads)
        if value.text != target.text:
            if value.loads or value.text in self.loaded:
                self.loaded.add(target.text)
            self.lines.append(Line(value.text, target.text))

    def _number(self, one: Instruction, type_: str) -> Value:
        """A constant, or the address that stands for it."""
        relocation = one.relocation
        if relocation and relocation.kind in MEMORY | TABLE:
            symbol = self.module.symbols[relocation.symbol]
            return address(type_, self.place(symbol), symbol.offset + relocation.addend if symbol.kind == "data" else 0)
        return constant(type_, one.value)

    # ---- Control -------------------------------------------------------------------------------------------------

    def _jump(self, depth: int) -> str:
        """The statements that leave for a label; the values that it takes are on the stack."""
        if depth == len(self.labels):
            return self._return()
        label = self.labels[-1 - depth]
        label.used = True
        moves = [] if label.loop else list(zip(label.results, self.stack[len(self.stack) - len(label.results) :], strict=True))
        return " ".join([*(f"{a.text} = {b.text};" for a, b in moves if a.text != b.text), f"goto {label.name};"])

    def _return(self) -> str:
        return f"return {self.stack[-1].text};" if self.function.signature.results else "return;"

    def _begin(self, one: Instruction) -> None:
        self._settle(lambda v: True)
        number = sum(i.name in ("block", "loop") for i in self.code[: self.at + 1])
        results = [variable(t, f"r{number}{k or ''}") for k, t in enumerate(one.results)]
        label = Label(f"L{number}", len(self.stack), one.name == "loop", results)
        if len(results) > 1:
            raise self.refuse("a block with several results")
        self.results += results
        self.labels.append(label)
        if label.loop:
            self.lines.append(Line(label.name, label=True))

    def _end(self, reached: bool) -> None:
        label = self.labels.pop()
        if reached:
            for a, b in zip(label.results, self.stack[label.height :], strict=True):
                self._set(a, b)
        del self.stack[label.height :]
        self.stack += label.results
        if not label.loop:
            self.lines.append(Line(label.name, label=True))

    def _leave(self, one: Instruction) -> bool:
        """Instructions behind which nothing is reached before the end of the block."""
        if one.name == "br":
            self.lines.append(Line(self._jump(one.value)))
        elif one.name == "return":
            self.lines.append(Line(self._return()))
        elif one.name == "unreachable":
            self.lines.append(Line("UNREACHABLE();"))
        elif one.name == "br_table":
            value = self.pop()
            *cases, other = [self._jump(depth) for depth in one.labels]
            by_target: dict[str, list[int]] = {}
            for number, jump in enumerate(cases):
                if jump != other:
                    by_target.setdefault(jump, []).append(number)
            rows = [" ".join(f"case {n}:" for n in numbers) + f" {jump}" for jump, numbers in by_target.items()]
            self.lines.append(Line(f"switch ({value.text}) {{\n    " + "\n    ".join([*rows, f"default: {other}"]) + "\n  }"))
        else:
            return False
        return True

    def _make(self) -> None:
        self.at = 0
        dead, skipped = False, 0
        while self.at < len(self.code):
            one = self.code[self.at]
            if dead and one.name != "end":
                skipped += one.name in ("block", "loop")
            elif one.name == "end" and skipped:
                skipped -= 1
            elif one.name == "end" and not self.labels:
                if not dead:
                    self.lines.append(Line(self._return()))
            elif one.name == "end":
                self._end(not dead)
                dead = False
            elif self._leave(one):
                dead = True
            else:
                self._one(one)
            self.at += 1
        used = set(re.findall(r"goto (L\d+);", "\n".join(line.text for line in self.lines)))
        self.lines = [line for line in self.lines if not line.label or line.text in used]
        if self.lines and self.lines[-1].text == "return;":
            self.lines.pop()
        self._drop_unread()

    def _drop_unread(self) -> None:
        while True:
            read = set().union(*(line.read() for line in self.lines))
            kept = [line for line in self.lines if not line.target or line.effect or line.target in read]
            for line in kept:
                if line.target and line.target not in read:
                    line.text, line.target, line.declares = f"(void){line.text};", "", ""
            if len(kept) == len(self.lines):
                return
            self.lines = kept

    # ---- Instructions --------------------------------------------------------------------------------------------

    def _one(self, one: Instruction) -> None:
        type_, _, name = one.name.partition(".")
        if one.name in ("block", "loop"):
            self._begin(one)
        elif one.name == "br_if":
            truth, jump = self.pop().truth, self._jump(one.value)
            self.lines.append(Line(f"if ({truth}) " + (f"{{ {jump} }}" if jump.count(";") > 1 else jump)))
        elif one.name == "drop":
            self.pop()
        elif one.name == "select":
            c, b, a = self.pop(), self.pop(), self.pop()
            if a.constant and b.constant and (a.number, b.number) == (1, 0):
                self.push(boolean(c.truth if c.condition else f"{c.inner} != 0", c.falsehood, c))
            else:
                self.push(made(a.type, f"{f'({c.condition})' if c.condition else c.inner} ? {a.inner} : {b.inner}", a, b, c))
        elif type_ == "local":
            self._local(name, self.variables[one.value])
        elif type_ == "global":
            self._global(name, one)
        elif one.name == "call":
            self._call(one)
        elif one.name == "call_indirect":
            self._call_indirect(self.module.types[one.value])
        elif name == "const":
            self.push(self._number(one, type_))
        elif name.startswith(("load", "store")):
            self._access(type_, name, one)
        elif name in ("add128", "sub128", "mul_wide_s", "mul_wide_u"):
            self._wide(name)
        elif compute := unary(type_, name):
            self.push(compute(self.pop()))
        elif compute := binary(type_, name):
            b, a = self.pop(), self.pop()
            self.push(compute(a, b))
        elif name != "" or one.name != "nop":
            raise self.refuse(f"{one.name} is not known")

    def _local(self, name: str, local: Value) -> None:
        if name == "get":
            self.push(local)
            return
        self._set(local, self.pop())
        if name == "tee":
            self.push(local)

    def _global(self, name: str, one: Instruction) -> None:
        """Position-independent code reads where data and functions begin, or are; the rest is the stack of WebAssembly, whose
        frames become arrays of C: so they lie on the stack of the caller, and a function that never returns leaves nothing behind."""
        symbol = self.module.symbols[one.relocation.symbol] if one.relocation else None
        if not symbol:
            raise self.refuse("a global variable")
        if symbol.kind in ("data", "function"):
            self.push(address(self.word, self.place(symbol), symbol.offset))
        elif symbol.name in ("__memory_base", "__table_base"):
            self.push(constant(self.word, 0))
        elif symbol.name != "__stack_pointer":
            raise self.refuse(f"the global variable {symbol.name}")
        elif name == "set":
            self.pop()
        else:
            self.push(self._frame())

    def _frame(self) -> Value:
        """What the stack pointer is before the function takes its frame from it: the end of the array. It may be kept in a local first."""
        kept = self.code[self.at + 1]
        ends = [self.at] if not kept.name.startswith("local.") else [
            i for i in range(self.at + 2, len(self.code)) if self.code[i].name in ("local.get", "local.tee") and self.code[i].value == kept.value
        ]  # fmt: skip
        after = [self.code[i + 1 : i + 3] for i in ends]
        sizes = {size.value for size, sub in after if size.name.endswith(".const") and sub.name.endswith(".sub")}
        if len(sizes) != 1 or self.frame:
            raise self.refuse("a frame whose size is not one constant")
        self.frame = sizes.pop()
        return address(self.word, "AT(frame)", self.frame)

    def _arguments(self, signature: Signature) -> list[Value]:
        given = [self.pop() for _ in signature.parameters]
        return given[::-1]

    def _called(self, signature: Signature, text: str) -> None:
        """What was computed before the call keeps the value that it had."""
        self._settle(lambda v: v.loads)
        if signature.results:
            self.stack.append(self._named(signature.results[0], text, effect=True))
        else:
            self.lines.append(Line(f"{text};"))

    def _call(self, one: Instruction) -> None:
        index = self.module.symbols[one.relocation.symbol].index if one.relocation else one.value
        function = self.module.functions[index]
        given = self._arguments(function.signature)
        texts = ", ".join(v.text for v in given)
        if function.defined:
            self._called(function.signature, f"{self.call(index)}({texts})")
        elif function.name not in EXTERNAL:
            raise self.refuse(f"it calls {function.name}, which is not there")
        else:
            name, result = EXTERNAL[function.name]
            self.stack += given[result : result + 1] if result is not None else []
            self._settle(lambda v: v.loads)
            self.lines.append(Line(f"{name}({texts});"))

    def _call_indirect(self, signature: Signature) -> None:
        pointer = self.pop()
        given = self._arguments(signature)
        loaded = pointer.loads or pointer.text in self.loaded
        head, tail = self.pointer(self.function.name, signature, pointer, loaded)
        texts = ", ".join(cast + (v.inner if cast else v.text) for cast, v in zip(tail, given, strict=True))
        self._called(signature, head.format(texts))

    def _access(self, type_: str, name: str, one: Instruction) -> None:
        kind, bits, sign = re.fullmatch(r"(load|store)(\d*)_?([su]?)", name).groups()
        value = self.pop() if kind == "store" else None
        where = plus(self.pop(), self._number(one, self.word))
        bits = bits or type_[1:]
        suffix = bits if one.alignment * 8 >= int(bits) else f"{bits}_{one.alignment}"
        if value:
            self._settle(lambda v: v.loads)
            narrow = f"(u{bits}){value.inner}" if bits != type_[1:] else value.text
            self.lines.append(Line(f"put{suffix}({where.text}, {narrow});"))
        else:
            text = f"get{suffix}({where.text})"
            if bits == "32" and sign == "s":
                text = f"extend32({text})"
            elif bits != type_[1:]:
                text = f"({C[type_]})" + (f"(s{bits})" if sign == "s" else "") + text
            self.push(made(type_, text, where, atom=True, loads=True))

    def _wide(self, name: str) -> None:
        """Products, sums and differences of 128 bits: the low half, then the high one, which is computed of the same operands."""
        count = 2 if name.startswith("mul") else 4
        given = [self.pop() for _ in range(count)][::-1]
        self.stack += given
        for at in range(len(self.stack) - count, len(self.stack)):
            self._name(at)
        given = self.stack[-count:]
        del self.stack[-count:]
        texts = ", ".join(v.text for v in given)
        low = made("i64", f"{name}_low({texts})", *given, atom=True)
        high = made("i64", f"{name}_high({texts})", *given, atom=True)
        self.stack += [self._named("i64", low.text), self._named("i64", high.text)]

    # ---- Text ----------------------------------------------------------------------------------------------------

    def text(self, head: str) -> str:
        lines = "\n".join(map(str, self.lines))
        seen = set(re.findall(r"\b[pvr]\d+\b", lines))
        own = [v for v in (*self.variables[len(self.function.signature.parameters) :], *self.results) if v.text in seen]
        declared = [
            f"  {c} " + ", ".join(f"{v.text} = 0" for v in own if C[v.type] == c) + ";" for c in ("u32", "u64") if any(C[v.type] == c for v in own)
        ]
        if self.frame:
            declared.append(f"  u64 frame[{(self.frame + 7) // 8}];")
        given = self.variables[: len(self.function.signature.parameters)]
        declared += [f"  (void){v.text};" for v in given if v.text not in seen]
        return "\n".join([head + " {", *declared, *([lines] if lines else []), "}"])


def heading(name: str, signature: Signature) -> str:
    result = C[signature.results[0]] if signature.results else "void"
    given: Sequence[str] = [f"{C[t]} p{i}" for i, t in enumerate(signature.parameters)]
    return f"static {result} {name}({', '.join(given) or 'void'})"
