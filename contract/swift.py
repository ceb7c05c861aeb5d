"""What the Swift core repeats of the contract: constants with the types of the fields that carry them, and the names
that press_event_name and press_reason_name give."""

from __future__ import annotations

import re

from . import events
from .configs import LARGE
from .model import Contract, Enum
from .names import name, summary
from .rules import is_config

HEAD = "// Written by `make contract` from the headers.\n"


def constants(contract: Contract) -> str:
    return "\n".join([HEAD, *(_constants(enum) for enum in contract.enums if name(enum).swift), ATTACHMENT]).replace(
        "@EACH@", ", ".join(contract.interactions)
    )


ATTACHMENT = """\
/// What can be attached to an engine, in the order in which it observes and delivers: the engine's own housekeeping, and the
/// interactions. An engine knows what is attached by the heads in its storage alone, so that a program that attaches nothing links nothing.
enum Attachment: UInt8 {
  case housekeeping, @EACH@
}
"""


def _constants(enum: Enum) -> str:
    named, about = name(enum), summary(enum) or f"{enum.comment.split(':')[0]}."
    lines = [f"/// {about}", f"package enum {named.swift} {{"]
    for member in enum.members:
        case = named.swift_case(member)
        lines.append(f"  package static var {'`default`' if case == 'default' else case}: {named.type} {{ {member.value} }}")
    if named.flags:
        lines.append(f"  package static var all: {named.type} {{ {sum(member.value for member in enum.members)} }}")
    return "\n".join([*lines, "}\n"])


def texts(contract: Contract) -> str:
    """What events and reasons are called."""
    enums = {enum.comment.split(":")[0].split(".")[-1]: enum for enum in contract.enums if enum.comment.startswith("press_event.")}
    functions = [
        _text("type", "UInt32", enums["type"]),
        _text("reason", "Int32", enums["reason"]),
    ]
    return "\n".join([HEAD, *functions])


def _text(parameter: str, kind: str, enum: Enum) -> str:
    named = name(enum)
    lines = [
        f"extension {named.swift} {{",
        "  @inline(never)",
        f"  package static func name(_ {parameter}: {kind}) -> UnsafePointer<CChar> {{",
        f"    switch {parameter} {{",
    ]
    for member in enum.members:
        text = member.name.removeprefix(named.prefix).lower()
        lines.append(f'    case {member.value}: text("{text}")')
    return "\n".join([*lines, '    default: text("unknown")', "    }", "  }", "}\n"])


def handle(interaction: str) -> str:
    """Its type in the core."""
    return interaction.capitalize() + ("" if interaction.endswith("s") else "es" if interaction.endswith("ch") else "s")


def inits(contract: Contract, by_hand: set[str]) -> str:
    """What writes the defaults of a struct, and what checks one; of those that nobody wrote by hand."""
    functions = []
    by_hand = {*by_hand, "press_interactions_init", "press_interactions_check"}
    for one in contract.structs.values():
        names = (f"{one.name}_init", f"{one.name}_check")
        init, check = (name in contract.functions and name not in by_hand for name in names)
        is_whole = any(field.name == "size" for field in one.fields)
        if init:
            functions.append((INIT if is_config(one) else PLAIN_INIT).replace("@STRUCT@", one.name))
        if check and is_config(one):
            functions.append((CHECK_OF if is_whole and one.name not in LARGE else CHECK_IN_PLACE).replace("@STRUCT@", one.name))
    return "\n".join([HEAD, "import CPress\nimport PressCore\nimport PressDevice\n", *functions])


INIT = """\
@implementation @_cdecl("@STRUCT@_init")
package func @STRUCT@_init(_ one: UnsafeMutablePointer<@STRUCT@>?) { if let one { @STRUCT@.setDefaults(one) } }
"""
PLAIN_INIT = """\
@implementation @_cdecl("@STRUCT@_init")
package func @STRUCT@_init(_ one: UnsafeMutablePointer<@STRUCT@>?) {
  one?.initialize(to: @STRUCT@())
  one?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<@STRUCT@>.size)
}
"""
CHECK_OF = """\
@implementation @_cdecl("@STRUCT@_check")
package func @STRUCT@_check(_ one: UnsafePointer<@STRUCT@>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = @STRUCT@()
  return read(one, into: &full) ? Status.ok : answer(&full, why)
}
"""
CHECK_IN_PLACE = """\
@implementation @_cdecl("@STRUCT@_check")
package func @STRUCT@_check(_ one: UnsafePointer<@STRUCT@>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  return answer(one, why)
}
"""


def interactions(contract: Contract) -> str:
    """What is alike in all interactions, and what is done with a set of them."""

    def each(line: str) -> str:
        return "\n".join(line.replace("@NAME@", name) for name in contract.interactions)

    functions = [INTERACTION.replace("@NAME@", name).replace("@HANDLE@", handle(name)) for name in contract.interactions]
    return "\n".join(
        [
            HEAD,
            "import CPress\nimport PressCore\n",
            *functions,
            INTERACTIONS.replace("@SIZES@", each(SIZE)).replace("@CHECKS@", each(CHECK)).replace("@ATTACHES@", each(ATTACH)),
        ]
    )


INTERACTION = """\
@implementation @_cdecl("press_@NAME@_size")
package func press_@NAME@_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_@NAME@_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_@NAME@_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : @HANDLE@.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_@NAME@_attach")
package func press_@NAME@_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_@NAME@_config>?) -> Int32 {
  var full = press_@NAME@_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return @HANDLE@.attach(Engine(engine), full)
}

@implementation @_cdecl("press_@NAME@_set")
package func press_@NAME@_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_@NAME@_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_@NAME@_config()
  if !read(config, into: &full) { return Status.invalid }
  return @HANDLE@(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_@NAME@_get_config")
package func press_@NAME@_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_@NAME@_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = @HANDLE@(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}
"""
SIZE = "  if let config = set.@NAME@, !add(press_@NAME@_size(engine, config), to: &total) { return false }"
CHECK = """\
  if let config = set.@NAME@, press_@NAME@_config_check(config, why) != Status.ok { return Status.invalid }"""
ATTACH = "  if status == Status.ok, let config = set.@NAME@ { status = press_@NAME@_attach(engine, config) }"
INTERACTIONS = """\
@implementation @_cdecl("press_interactions_init")
package func press_interactions_init(_ interactions: UnsafeMutablePointer<press_interactions>?) {
  interactions?.initialize(to: nothing)
}

private var nothing: press_interactions {
  var set = press_interactions()
  set.size = UInt32(truncatingIfNeeded: MemoryLayout<press_interactions>.size)
  return set
}

private func readAny(_ given: UnsafePointer<press_interactions>?) -> press_interactions {
  var set = nothing
  Sized.read(given, over: &set)
  return set
}

/// Nil: its size, or what is reserved, is not as it must be.
private func read(_ given: UnsafePointer<press_interactions>?) -> press_interactions? {
  let set = readAny(given)
  return set.size != 0 && set.reserved == 0 ? set : nil
}

@implementation @_cdecl("press_interactions_check")
package func press_interactions_check(
  _ interactions: UnsafePointer<press_interactions>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let interactions else { return answer(nothingGiven, why) }
  let set = readAny(interactions)
  if set.size == 0 { return answer(wrongSize, why) }
  if set.reserved != 0 { return answer(text("reserved: 0"), why) }
@CHECKS@
  return Status.ok
}

@implementation @_cdecl("press_interactions_size")
package func press_interactions_size(
  _ engine: UnsafePointer<press_config>?, _ interactions: UnsafePointer<press_interactions>?
) -> Int {
  var total = 0
  guard let set = read(interactions), add(set, to: &total, engine) else { return 0 }
  return total
}

@implementation @_cdecl("press_engine_size_with")
package func press_engine_size_with(
  _ config: UnsafePointer<press_config>?, _ interactions: UnsafePointer<press_interactions>?
) -> Int {
  var engine = press_config()
  guard read(config, into: &engine), let set = read(interactions) else { return 0 }
  var total = Engine.size(engine)
  return add(set, to: &total, config) ? total : 0
}

@implementation @_cdecl("press_interactions_attach")
package func press_interactions_attach(_ engine: OpaquePointer?, _ interactions: UnsafePointer<press_interactions>?) -> Int32 {
  guard let engine = attachable(engine), let interactions, let set = read(interactions) else { return refusal(attaching: engine) }
  var status = press_interactions_check(interactions, nil)
  let before = Engine(engine).attachments
@ATTACHES@
  if status != Status.ok { Engine(engine).restore(before) }
  return status
}

/// False: one of them has no size.
private func add(_ set: press_interactions, to total: inout Int, _ engine: UnsafePointer<press_config>?) -> Bool {
@SIZES@
  return true
}

private func add(_ size: Int, to total: inout Int) -> Bool {
  total &+= size
  return size != 0
}
"""


def rooms(contract: Contract) -> str:
    """The events for whose ends each interaction keeps room, as the comments of press_interactions say: `room for 3 * max_sessions`."""
    functions = []
    for field in contract.structs["press_interactions"].fields:
        if not field.type.depth:
            continue
        known = {one.name: f"Int({one.name})" for one in contract.structs[field.type.base].fields}
        known |= {"max_contacts": "contacts", "*": "&*", "+": "&+"}
        said = re.fullmatch(r"room for (.+)", field.comment or "room for 0")
        if not said:
            raise field.place.error(f"{field.name}: `{field.comment}` is not as `room for 3 * max_sessions`")
        functions.append(ROOM.format(struct=field.type.base, ends=" ".join(known.get(word, word) for word in said[1].split())))
    return "\n".join([HEAD, "import CPress\n", *functions])


ROOM = """\
extension {struct} {{
  /// How many events more an engine that is polled must keep.
  package func ends(contacts: Int) -> Int {{ {ends} }}
}}
"""
EVENT_ROW, FIELD_ROW = 4, 20


def event_table(contract: Contract) -> str:
    """What events carry, as rows of bytes in a section of their own, which programs that print no event do not link."""
    kinds, rows, prefixes = events.kinds(contract), bytearray(), events.prefixes(contract)
    for kind in kinds:
        argument = events.mask(contract, kind) if kind.source == "flags" else prefixes.index(kind.detail) if kind.format == "word" else 0
        row = [events.SOURCES.index(kind.source), events.FORMATS.index(kind.format), argument, int(kind.optional), len(kind.name)]
        rows += bytes(row) + kind.name.encode().ljust(FIELD_ROW - len(row), b"\0")
    for event in events.events(contract):
        at = len(kinds) * FIELD_ROW + event.enumerator.value * EVENT_ROW
        fields = [kinds.index(one) + 1 for one in event.printed]
        if len(rows) > at or len(fields) >= EVENT_ROW:
            raise event.enumerator.place.error(f"{event.enumerator.name}: events stand in the order of their numbers, with {EVENT_ROW - 1} fields")
        rows += bytes(at - len(rows)) + bytes([list(events.ABOUT).index(event.about), *fields]).ljust(EVENT_ROW, b"\0")
    lines = [", ".join(map(str, rows[at : at + FIELD_ROW])) for at in range(0, len(rows), FIELD_ROW)]
    words = [f'    case ({i}, {value}): "{word}"' for i, prefix in enumerate(prefixes) for value, word in enumerate(events.words(contract, prefix))]
    return EVENT_TABLE.format(
        head=HEAD,
        formats=", ".join(_case(one) for one in events.FORMATS),
        count=len(rows),
        fields=len(kinds) * FIELD_ROW,
        rows=",\n  ".join(lines),
        words="\n".join(words),
        event_row=EVENT_ROW,
        field_row=FIELD_ROW,
    )


def _case(unit: str) -> str:
    first, *others = unit.replace("N per", "newtons per").split()
    return first + "".join(other.capitalize() for other in others)


EVENT_TABLE = """\
{head}
/// How a field is written.
enum EventFormat: UInt8 {{ case {formats} }}

/// Of each field: where it stands in press_event, format, flag or enum, whether it may be left out, length of the name, name. Then of
/// each type, from 0 on: what it is about, and its fields, from 1 on.
@section(".rodata.press_event")
let eventRows: InlineArray<{count}, UInt8> = [
  {rows}
]

enum EventTable {{
  private static func byte(_ i: Int) -> UInt8 {{ i >= 0 && i < eventRows.count ? eventRows[i] : 0 }}

  static func byte(ofField row: Int, _ i: Int) -> UInt8 {{ byte(row &* {field_row} &+ i) }}

  static func byte(ofType type: UInt32, _ i: Int) -> UInt8 {{
    type < eventRows.count ? byte({fields} &+ Int(type) &* {event_row} &+ i) : 0
  }}

  static func word(_ number: UInt8, _ value: Int32) -> StaticString {{
    switch (number, value) {{
{words}
    default: "unknown"
    }}
  }}
}}
"""
