"""How pressd writes a config as C (--compile): the fields of each struct that are not 0, and what attaches an interaction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from . import keys
from .model import Contract, ContractError

STRUCTS = (
    "press_config press_pad_config press_sensor press_converter_config press_target press_peek_declaration press_action "
    "press_transition_options press_feedback_config press_feedback_row press_drv2605l_config press_idle_config"
).split()
HEAD = """// Written by `make contract` from the headers and the tables of docs/pressd.

import CPress
import PressSetup

extension Initializer {{
{writers}
}}

extension Settings {{
  /// The configs of the interactions that are attached.
  mutating func compileConfigs(_ c: Initializer) {{
{configs}
  }}

  /// The storage that they take, each behind a plus.
  mutating func compileStorage(_ c: Initializer) {{
{storage}
  }}

  /// The calls that attach those which have a section of their own name, in the order of the reader.
  mutating func compileCalls(_ c: Initializer) {{
{calls}
  }}
}}
"""


def fields(contract: Contract, struct: str, name: str = "", path: str = "") -> Iterator[tuple[str, str, str]]:
    """Of each number in a struct: as C calls it, as Swift does, and its type. Pointers are left out."""
    for field in contract.structs[struct].fields:
        kind, own, way = field.type, name + field.name, path + field.name
        if kind.depth or kind.call or field.name.startswith("reserved"):
            continue
        places = [f"[{i}]" for i in range(kind.lengths[0])] if kind.lengths else [""]
        for i, place in enumerate(places):
            swift = f"{way}.{i}" if place else way
            if field.name == "size":
                yield own, "", struct
            elif kind.base in contract.structs:
                yield from fields(contract, kind.base, f"{own}{place}.", f"{swift}.")
            else:
                yield f"{own}{place}", swift, kind.base


def writer(contract: Contract, struct: str) -> str:
    lines = [f"  func fields(_ one: {struct}) {{"]
    for name, swift, kind in fields(contract, struct):
        if not swift:
            lines.append(f'    size("{name}", "{kind}")')
        elif kind == "press_q16":
            lines.append(f'    fixed("{name}", one.{swift})')
        else:
            lines.append(f'    number("{name}", Int64(one.{swift}))')
    return "\n".join([*lines, "  }"])


def swift(contract: Contract, path: Path, interactions: Path) -> str:
    """`interactions`: the header that has the macros of storage."""
    found = keys.sections(contract, path)
    attached = keys.interactions(contract, found)
    structs = [*STRUCTS, *(f"press_{name}_config" for name in attached)]
    macros = dict(re.findall(r"^#define PRESS_(\w+?)_STORAGE(_FOR\(contacts\))? ", interactions.read_text(), re.M))
    configs, storage = [], []
    for name, section in attached.items():
        configs.append(f'    if isAttached(.{section}) {{ c.config("press_{name}_config", "{name}_config") {{ c.fields({section}.config) }} }}')
        macro = f"PRESS_{name.upper()}_STORAGE"
        if name.upper() not in macros:
            raise ContractError(f"{interactions.name} has no {macro} (or {macro}_FOR(contacts)), the bytes that {name} takes")
        of = "true" if macros[name.upper()] else "false"
        sizes = f"press_{name}_size(&engine.config, &{section}.config), press_{name}_size(&engine.config, nil)"
        storage.append(f'    if isAttached(.{section}) {{ c.storage("{macro}", perContact: {of}, {sizes}, engine.config.max_contacts) }}')
    order = [one.name for one in found if any(key.name == "enabled" for key in one.keys) and one.name in attached]
    calls = [f'    if {name}.enabled {{ c.call("press_{name}_attach(*engine, &{name}_config)") }}' for name in order]
    parts = {"writers": "\n\n".join(writer(contract, one) for one in structs)}
    parts |= {"configs": "\n".join(configs), "storage": "\n".join(storage), "calls": "\n".join(calls)}
    return HEAD.format(**parts)
