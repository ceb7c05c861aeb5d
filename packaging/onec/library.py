"""Gathers what the exported functions reach, and writes it: prototypes, data, functions, entries."""

from __future__ import annotations

from contextlib import suppress

from contract.model import Contract

from .body import Body, heading
from .contract_of_c import Callbacks, entry
from .data import definition, reference
from .module import Module, Refused, Signature, Symbol
from .names import Names, demangled
from .opcodes import instructions


class Library:
    def __init__(self, module: Module, contract: Contract | None, roots: list[str], wide: Module | None = None) -> None:
        self.module, self.contract = module, contract
        self.word = "i32" if module.bits == 32 else "i64"
        index = {f.name: i for i, f in enumerate(module.functions) if f.defined}
        if missing := [name for name in roots if name not in index]:
            raise Refused(f"{module.path} has no {', '.join(missing)}")
        self.roots = {name: index[name] for name in roots}
        self.callbacks = Callbacks(contract or Contract([], ""), self.word, called_through_pointers(wide) if wide else None)
        self.swift = demangled([f.name for f in module.functions])
        self.names = Names(roots)
        self.functions: dict[int, str] = {}
        self.data: dict[int, str] = {}
        self.same: dict[bytes, int] = {}
        self.todo = list(self.roots.values())[::-1]
        self.bodies: dict[int, Body] = {}
        while self.todo:
            number = self.todo.pop()
            if number not in self.bodies:
                self.bodies[number] = Body(module, module.functions[number], self.call, self.place, self.callbacks.pointer)

    def call(self, number: int) -> str:
        function = self.module.functions[number]
        if number not in self.functions:
            base = self.swift[function.name]
            self.functions[number] = self.names.make(f"{base}_body" if function.name in self.roots else base)
            self.todo.append(number)
        return self.functions[number]

    def place(self, symbol: Symbol) -> str:
        if not symbol.defined:
            raise Refused(f"{symbol.name} is not there")
        if symbol.kind == "function":
            return f"AT({self.call(symbol.index)})"
        segment = self.module.segments[symbol.index]
        if not segment.relocations and symbol.index not in self.data:
            first = self.same.setdefault(segment.content + bytes([segment.alignment]), symbol.index)
            if first != symbol.index:
                self.data[symbol.index] = self.data[first]
        if symbol.index not in self.data:
            self.data[symbol.index] = f"data{len(self.data) + 1}"
            for one in segment.relocations:
                self.place(self.module.symbols[one.symbol])
        return reference(self.module, segment, self.data[symbol.index])

    def text(self) -> str:
        for number in self.roots.values():
            self.call(number)
        names = self.functions
        order = sorted(self.bodies)
        heads = {n: heading(names[n], self.module.functions[n].signature) for n in order}
        parts = [f"typedef uint{self.module.bits}_t uptr;", "\n".join(f"{heads[n]};" for n in order), self._data()]
        for n in order:
            name = self.module.functions[n].name
            said = self.swift[name].replace("*/", "* /").replace("/*", "/ *")
            parts.append(self.bodies[n].text(heads[n]) if name in self.roots else f"/* {said} */\n" + self.bodies[n].text(heads[n]))
        if self.contract:
            declared = self.contract.functions
            parts += [entry(declared[name], self.module.functions[n].signature, names[n], self.word) for name, n in self.roots.items()]
        return "\n\n".join(parts) + "\n"

    def _data(self) -> str:
        """Those whose addresses stand in others come before them."""
        texts: dict[str, str] = {}

        def write(number: int) -> None:
            name, segment = self.data[number], self.module.segments[number]
            if name in texts:
                return
            texts[name] = ""
            for one in segment.relocations:
                write(self.module.symbols[one.symbol].index)
            del texts[name]
            texts[name] = definition(self.module, segment, name, self.place)

        for number in list(self.data):
            write(number)
        return "\n".join(texts.values())


def called_through_pointers(module: Module) -> dict[str, set[Signature]]:
    """By the name of each function, the shapes of what it calls through pointers."""
    found: dict[str, set[Signature]] = {}
    for function in module.functions:
        if function.defined and function.name:
            with suppress(Refused):  # what the library does not reach
                called = {module.types[i.value] for i in instructions(module, function) if i.name == "call_indirect"}
                found[function.name] = called
    return found
