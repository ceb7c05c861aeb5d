"""The two borders with programs: functions that they call, as the headers declare them, and functions that they give."""

from __future__ import annotations

from collections.abc import Sequence

from contract.model import Contract, Type
from contract.model import Function as Declared

from .module import Refused, Signature
from .values import C, Value


def shape(type_: Type, word: str) -> str:
    """The type of WebAssembly that a parameter of C has; empty for void."""
    if type_.depth or type_.base in ("size_t", "uintptr_t", "intptr_t"):
        return word
    return {"void": "", "uint64_t": "i64", "int64_t": "i64"}.get(type_.base, "i32")


def signature_of(call: Sequence[Type], word: str) -> Signature:
    result, *given = (shape(type_, word) for type_ in call)
    return Signature(tuple(given), (result,) if result else ())


def plain(type_: Type) -> str:
    return "void *" if type_.depth else type_.base


class Callbacks:
    """The functions that programs give in structs, by the shape that WebAssembly sees.

    With pointers of 32 bits, functions that are not alike can have one shape: what the same function of the library calls where
    pointers have 64 bits (`wide`) then says which is meant."""

    def __init__(self, contract: Contract, word: str, wide: dict[str, set[Signature]] | None = None) -> None:
        self.word, self.wide = word, wide
        self.given: dict[Signature, list[tuple[Type, ...]]] = {}
        for struct in contract.structs.values():
            for field in struct.fields:
                if field.type.call:
                    self.given.setdefault(signature_of(field.type.call, word), []).append(field.type.call)

    def _meant(self, caller: str, signature: Signature) -> list[tuple[Type, ...]]:
        kinds = self.given.get(signature, [])
        called = self.wide.get(caller, set()) if self.wide else set()
        return [call for call in kinds if signature_of(call, "i64") in called] if called else kinds

    def pointer(self, caller: str, signature: Signature, pointer: Value, loaded: bool) -> tuple[str, list[str]]:
        """A call through a pointer: its text, with {} for the arguments, and what casts each of them. A function of a program is
        read from a struct of the program; one of our own is too, or is an argument. A bool is read as one: what lies above its
        byte means nothing."""
        kinds = self._meant(caller, signature) if loaded else []
        booleans = {call[0].base == "bool" and not call[0].depth for call in kinds}
        if len(booleans) > 1:
            raise Refused(f"{caller}: callbacks of the shape {signature} return bool, and other types")
        result = C[signature.results[0]] if signature.results else "void"
        types, casts = [C[t] for t in signature.parameters], [""] * len(signature.parameters)
        for at in range(len(types)):
            if len(of := {plain(call[at + 1]) for call in kinds}) == 1:
                types[at] = of.pop()
                casts[at] = f"({types[at]})" + ("(uintptr_t)" if types[at] == "void *" else "")
        returned = {plain(call[0]) for call in kinds}
        of_c = returned.pop() if len(returned) == 1 else result
        text = f"((({of_c} (*)({', '.join(types) or 'void'}))(uintptr_t){pointer.inner}))({{}})"
        return (f"({result})({text})" if of_c != result else text), casts


def entry(function: Declared, signature: Signature, inner: str, word: str) -> str:
    """The function that programs call, which calls the one that was made."""
    given = []
    for parameter, type_ in zip(function.parameters, signature.parameters, strict=True):
        if shape(parameter.type, word) != type_:
            raise Refused(f"{function.name}: {parameter.name} is not what the header says")
        through = "(uintptr_t)" if parameter.type.depth else ""
        given.append(f"({C[type_]}){through}{parameter.name}")
    call = f"{inner}({', '.join(given)})"
    if not signature.results:
        return f"{function.declaration.rstrip(';')} {{ {call}; }}"
    result = function.declaration.split(f"{function.name}(")[0].strip()
    through = "(uintptr_t)" if function.result.depth else ""
    if function.result.base == "bool" and not function.result.depth:
        return f"{function.declaration.rstrip(';')} {{ return {call} != 0; }}"
    return f"{function.declaration.rstrip(';')} {{ return ({result}){through}{call}; }}"
