"""What press.hpp repeats of the headers: between `/* <made: WHAT> */` and `/* </made> */` stand the inits of structs, the members of
press_delegate, and what attaches an interaction."""

from __future__ import annotations

import re
from pathlib import Path

from .model import Contract

MADE = re.compile(r"(?P<head> */\* <made: (?P<what>\w+)> \*/\n).*?(?P<end> */\* </made> \*/)", re.S)


def hpp(contract: Contract, path: Path) -> str:
    made = {"inits": inits, "delegate": delegate, "attach": attach}
    return MADE.sub(lambda found: found["head"] + "".join(f"{line}\n" for line in made[found["what"]](contract)) + found["end"], path.read_text())


def filled(contract: Contract) -> list[str]:
    """Each struct, but the delegate, with a function that fills it and asks for nothing else."""
    found = []
    for function in contract.functions.values():
        one = function.parameters[0] if len(function.parameters) == 1 else None
        if one and function.name == f"{one.type.base}_init" and one.type.base in contract.structs and one.type.base != "press_delegate":
            found.append(one.type.base)
    return found


def inits(contract: Contract) -> list[str]:
    return [f"inline void write({one} &it) {{ {one}_init(&it); }}" for one in filled(contract)]


def delegate(contract: Contract) -> list[str]:
    members = [one.name for one in contract.structs["press_delegate"].fields if one.type.call]
    return [f"inline constexpr detail::name<&press_delegate::{one}> {one}{{}};" for one in members]


def attach(contract: Contract) -> list[str]:
    return [
        f"  status attach(const press_{name}_config &config) {{ return detail::status_of(press_{name}_attach(handle, &config)); }}"
        for name in contract.interactions
    ]
