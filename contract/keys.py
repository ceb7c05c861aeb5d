"""The keys of pressd's config. The pages of docs/pressd list them, in tables below a mark like

    <!-- keys of sensor to 8; press_sensor sensor, press_circuit sensor.circuit; without flags; by hand lag_us -->

which names the section, how many there may be, and the C structs whose fields are keys, each with the name under which
Swift keeps it. From the headers comes what such a key takes: its row is made. The rows of all other keys, and those
after `by hand`, are read. Their cell `unit` is one of

    `yes`, `no`                    `a`, `b`, `c`                  a key       path       up to N bytes
    [UNIT, ]A..B (also hexadecimal) [UNIT: ]A B C time[, above 0 | , at least T] id[, above 0]
    points[, from 0 | , above 0]

or what it likes, where Sources/PressSetup/Settings/Key.swift reads the value. Made are the sections, a struct for each, and a row for each key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from . import names
from .javascript import Layout
from .model import Contract, ContractError, Enum, Place
from .names import camel
from .pages import pages
from .rules import Bound, Rule, is_config, rules
from .swift import handle

MARK = re.compile(
    r"<!-- keys of (?P<section>\w+)(?: to (?P<most>\d+))?(?:; (?P<structs>press_\w+ [\w.]+(?:, press_\w+ [\w.]+)*))?"
    r"(?:; without (?P<without>[\w ]+?))?(?:; by hand (?P<hand>[\w ]+?))? -->\n(?P<table>(?:\|.*\n)*)"
)
PROFILE = re.compile(r"<!-- profile -->\n((?:\|.*\n)*)")
# Read by `Special` of Key.swift: its name there, where it is kept, and the type, unless the C struct has it.
SPECIAL = {
    "sensor.channel": ("channel", "channel", "Channel"),
    "sensor.curve": ("sensorCurve", "sensor.curve", ""),
    "sensor.calibration": ("calibration", "sensor", ""),
    "converter.ready_pin": ("readyPin", "readyPin", "ReadyPin"),
    "converter.reference": ("reference", "reference", "Reference"),
    "pad.correction": ("correction", "config.correction", ""),
    "transition.curve": ("timingCurve", "options.curve", ""),
    "listen.mode": ("fileMode", "mode", "FileMode"),
    "button.lift_us": ("contactLift", "config.lift_us", ""),
    "effect.event": ("eventType", "event", "EventOfRow"),
}
# Words of an enum of the headers, which is known by its first enumerator.
ENUMS = {
    "action.style": "PRESS_ACTION_DEFAULT",
    "transition.driver": "PRESS_DRIVER_NONE",
    "feedback.motor": "PRESS_MOTOR_ERM",
    "strike.curve": "PRESS_STRIKE_LOG",
}
# Of these, those that are kept in the config of the section.
ENUMS_OF_CONFIGS = ("strike.curve",)
# Yes or no in flags: where the constant is not PREFIX_KEY, or PREFIX_NO_KEY for one that `no` sets.
SENSED = {"engine.preview_after_us": "PRESS_PREVIEW_AFTER_US"}
"""Keys whose default is another one than that of their struct: forces come from sensors."""
FLAGS = {"drag.spring_dwell": "PRESS_DRAG_FLAG_NO_DWELL"}
FIELDS = {"transition.duration": "duration_us", "converter.reference_ratio": "ratio"}
UNITS = {"ohm": " ohms"}
# The units of numbers, as the tables write them and as the library does.
MEASURED = {one: one for one in ("N", "N/s", "points", "points/s", "mV", "Hz", "1/s", "percent")} | {"time": "us", "µS": "uS", "Ω": "ohm"}
WIDTHS = {"uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "int32_t": "u32"}
HEAD_OF_TEXTS = """// Written by `make contract` from the tables of docs/pressd.

/// What a key is, as docs/pressd says it.
extension Section {"""
TIME = "a time {}: microseconds, or a number with us, ms or s (20ms), in whole microseconds"
Q16 = (-(1 << 31), (1 << 31) - 1)
# Where another section has the end: half of the highest touch_force of [engine].
MOST = {"pad.start_limit": (1 << 30) - 1}
LONGEST_US = (1 << 32) - 1


@dataclass
class Key:
    section: str
    name: str
    unit: str
    default: str
    place: Place
    form: str = ""
    path: str = ""
    """Where it is kept, from the section."""
    type: str = ""
    """Of what the section keeps for it; empty: a C struct has it."""
    accepted: str = ""
    about: str = ""
    measured: str = ""
    """The unit of its number; empty: it has none."""


class Section:
    def __init__(self, contract: Contract, mark: re.Match[str], place: Place) -> None:
        self.contract, self.place = contract, place
        self.name, self.most = mark["section"], int(mark["most"] or 1)
        self.type = camel(self.name, True) + "Keys"
        self.structs = dict(one.split() for one in (mark["structs"] or "").split(", ") if one)
        self.without = (mark["without"] or "").split()
        self.hand = (mark["hand"] or "").split()
        self.keys = [key for row in cells(mark["table"])[2:] for key in self.row(row)]

    def row(self, row: list[str]) -> list[Key]:
        found = re.findall(r"`(\w+)`", row[0])
        defaults = row[2].replace("`", "").split(", ") if len(row) > 2 else [""]
        units = row[1].split("; ")
        keys = [self.key(Key(self.name, name, units[i % len(units)], defaults[i % len(defaults)], self.place)) for i, name in enumerate(found)]
        for i, key in enumerate(keys):
            said = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", row[-1]) if len(row) > 3 else ""
            key.about = (said.strip() or self.comment(key.name)).replace("`", "").replace('"', "'").replace("\\|", "|")
            key.measured = MEASURED.get(re.split("[,:]", units[i % len(units)])[0], "")
        return keys

    def comment(self, name: str) -> str:
        """What the header says of a field, between its range and its default."""
        found = [
            self.contract.structs[struct].field(name).comment
            for struct in self.structs
            if name in [one.name for one in self.contract.structs[struct].fields]
        ]
        text = re.sub(r"\s+", " ", found[0]) if found else ""
        return re.sub(r"; [^;]*$", "", text.split(": ", 1)[-1])

    def key(self, key: Key) -> Key:
        called = f"{self.name}.{key.name}"
        if called in SPECIAL:
            special, key.path, key.type = SPECIAL[called]
            key.form = f".special(.{special})"
        elif called in ENUMS:
            self.of_enum(key, self.contract.enum(ENUMS[called]))
        elif field := self.field(FIELDS.get(called, key.name)):
            base, key.path, rule = field
            if key.name in self.hand or rule is None:
                self.read(key, base)
            else:
                self.of_rule(key, base, rule)
        elif flag := self.flag(key.name):
            key.path, mask, clears = flag
            key.form, key.accepted = f".bit({mask}, whenYes: {'false' if clears else 'true'})", "yes or no"
        else:
            key.path = camel(key.name)
            self.read(key, "")
        return key

    def field(self, name: str) -> tuple[str, str, Rule | None] | None:
        """Type, place and, where its comment says one, the rule of a field."""
        for struct, path in self.structs.items():
            declared = self.contract.structs[struct]
            if name in self.without or name not in [field.name for field in declared.fields]:
                continue
            rule = rules(self.contract, declared)[name] if is_config(declared) else None
            return declared.field(name).type.base, f"{path}.{name}", rule
        return None

    def flag(self, name: str) -> tuple[str, int, bool] | None:
        """Where the flags are, the bit, and whether `no` sets it."""
        for struct, path in self.structs.items():
            declared = self.contract.structs[struct]
            if "flags" not in [field.name for field in declared.fields]:
                continue
            prefix = re.match(r"(PRESS_\w+_)\.\.\.", declared.field("flags").comment)
            if not prefix:
                continue
            yes, no = f"{prefix[1]}{name.upper()}", FLAGS.get(f"{self.name}.{name}", f"{prefix[1]}NO_{name.upper()}")
            for constant in (yes, no):
                if constant in self.contract.numbers:
                    return f"{path}.flags", self.contract.numbers[constant], constant == no
        return None

    def of_rule(self, key: Key, base: str, rule: Rule) -> None:
        found = rules(self.contract, self.contract.structs[self.struct(key)])
        name = key.path.rpartition(".")[2]
        least, most = limit(name, found, 1), MOST.get(f"{self.name}.{key.name}", limit(name, found, -1))
        if rule.flags:
            self.flags(key, rule.flags)
        elif rule.choices:
            self.among(key, base, [str(one) for one in rule.choices])
        elif key.name.endswith("_us"):
            self.time(key, least or 0, most, rule.or_zero)
        elif rule.or_zero:
            raise key.place.error(f"[{key.section}] {key.name}: of what may be 0 below its range, only times are read")
        elif rule.fixed:
            self.fixed(key, least, most)
        else:
            self.whole(key, base, least or 0, most, rule)

    def struct(self, key: Key) -> str:
        return next(one for one, path in self.structs.items() if key.path.rpartition(".")[0] == path)

    def of_enum(self, key: Key, found: Enum) -> None:
        members = [one for one in found.members if not one.name.endswith("_NONE")]
        words = [one.name.removeprefix(names.name(found).prefix).lower() for one in members]
        key.form = f'.word(Words("{",".join(words)}"), first: {members[0].value}, .u32)'
        key.path, key.type, key.accepted = camel(key.name), "UInt32", listed(words)
        if f"{key.section}.{key.name}" in ENUMS_OF_CONFIGS:
            key.path, key.type = self.field(key.name)[1], ""
        key.unit, key.default = ", ".join(f"`{word}`" for word in words), str(members[words.index(key.default)].value)

    def read(self, key: Key, base: str) -> None:
        """What the cell of a row says. `base`: the C type that keeps it; empty: pressd's own."""
        cell = key.unit
        if words := re.fullmatch(r"`[^`]+`(, `[^`]+`)+", cell):
            self.words(key, re.findall(r"`([^`]+)`", words[0]))
        elif cell == "a key":
            key.form, key.type = ".special(.inputKey)", "UInt16"
        elif cell == "path":
            key.form, key.type, key.accepted = (
                ".path",
                "Path",
                "a path, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank",
            )
        elif text := re.fullmatch(r"(1 to|up to) (\d+) bytes", cell):
            key.form = f".text({1 if text[1] == '1 to' else 0}, {text[2]})"
            key.type, key.accepted = "Path", f"{text[0]} of UTF-8 without control characters, and without # or ; after a blank"
        elif time := re.fullmatch(r"time(?:, (above 0|at least (\d+)ms))?", cell):
            self.time(key, int(time[2]) * 1000 if time[2] else 1 if time[1] else 0)
            key.type = "UInt32"
        elif span := re.fullmatch(r"(?:(\S+), )?(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)", cell):
            if base == "press_q16":
                self.fixed(key, int(float(span[2]) * 65536), int(float(span[3]) * 65536))
            else:
                self.whole(key, base or "uint32_t", int(span[2]), int(span[3]), None)
                key.type = "UInt32"
        elif values := re.fullmatch(r"(?:\S+: )?(\d+(?: \d+)+)", cell):
            self.among(key, base or "uint32_t", values[1].split())
            key.type = "UInt32"
        elif span := re.fullmatch(r"(0x[0-9a-f]+)\.\.(0x[0-9a-f]+)", cell):
            self.whole(key, base or "uint8_t", int(span[1], 16), int(span[2], 16), None)
            key.accepted, key.type = f"{span[1]} to {span[2]}", "UInt8"
        elif identity := re.fullmatch(r"(?:id|number)(, above 0)?", cell):
            self.whole(key, base or "uint32_t", 1 if identity[1] else 0, None, None)
            key.type = "UInt32"
        elif points := re.fullmatch(r"points(?:, (from 0|above 0))?", cell):
            self.fixed(key, {None: None, "from 0": 0, "above 0": 1}[points[1]], None)
            key.accepted = f"points: {key.accepted}"
            key.type = "press_q16"
        elif base and cell.startswith("none, or any of "):
            self.flags(key, "PRESS_TARGET_")
        else:
            raise key.place.error(f"[{key.section}] {key.name}: contract/keys.py cannot read `{cell}`")
        key.type = "" if base else key.type

    def words(self, key: Key, words: list[str]) -> None:
        if words == ["yes", "no"]:
            key.form, key.type = ".yesNo", "Bool"
        else:
            key.form = f'.word(Words("{",".join(words)}"), first: 0, .u8)'
            key.type = camel(self.name, True) + camel(key.name, True)
        key.accepted = listed(words)

    def among(self, key: Key, base: str, values: list[str]) -> None:
        key.form = f'.among(Words("{",".join(values)}"), .{WIDTHS[base]})'
        key.accepted = listed(values)

    def flags(self, key: Key, prefix: str) -> None:
        members = names.flags(self.contract, prefix)
        if [one.value for one in members] != [1 << i for i in range(len(members))]:
            raise key.place.error(f"{prefix}: not one bit after the other, so words cannot stand for bits")
        words = [one.name.removeprefix(prefix).lower() for one in members]
        key.form, key.accepted = f'.flags(Words("{",".join(words)}"))', f"none, or any of {' '.join(words)}"

    def time(self, key: Key, least: int, most: int | None = None, or_zero: bool = False) -> None:
        last = LONGEST_US if most is None else most
        key.form = f".time({least}, {last}, orZero: {'true' if or_zero else 'false'})"
        said = f"above 0, up to {span(last)}" if least == 1 else f"from {span(least)} to {span(last)}"
        key.accepted = ("0, or " if or_zero else "") + TIME.format(said)

    def fixed(self, key: Key, least: int | None, most: int | None) -> None:
        low, high = (Q16[0] if least is None else least), (Q16[1] if most is None else most)
        key.form = f".fixed({low}, {high})"
        key.accepted = f"a decimal above 0, up to {decimal(high)}" if low == 1 else f"a decimal from {decimal(low)} to {decimal(high)}"

    def whole(self, key: Key, base: str, least: int, most: int | None, rule: Rule | None) -> None:
        bits = 31 if base == "int32_t" else int(re.search(r"\d+", base)[0])
        last = (1 << bits) - 1 if most is None else most
        key.form = f".whole({least}, {last}, .{WIDTHS[base]})"
        said = hex if rule and rule.token.startswith("0x") else str
        key.accepted = f"{said(least)} to {said(last)}" + UNITS.get(rule.unit if rule else "", "")
        if rule and rule.most and isinstance(rule.most.operand, str):
            key.accepted = f"{said(least)} to {rule.most.operand}"
            if rule.default == least and rule.meaning:
                key.accepted = f"{said(least + 1)} to {rule.most.operand}, or {said(least)}: {rule.meaning}"

    # ---- Swift

    def struct_swift(self) -> str:
        own = [path for path in self.structs.values() if "." not in path]
        kinds = {path: struct for struct, path in self.structs.items()}
        lines = [f"/// [{self.name}]" + (f" to [{self.name}{self.most}]" if self.most > 1 else ""), f"package struct {self.type} {{"]
        lines += [f"  package var {path} = {kinds[path]}()" for path in own]
        lines += [f"  package var {key.path} = {initial(key)}" for key in self.keys if key.type]
        begin = [f"    {kinds[path]}.setDefaults(&{path})" for path in own]
        begin += [f"    {key.path} = UInt32({SENSED[f'{self.name}.{key.name}']})" for key in self.keys if f"{self.name}.{key.name}" in SENSED]
        lines += ["", "  package init() {", *begin, "  }"] if own else ["", "  package init() {}"]
        for key in self.keys:
            if key.form.startswith(".word") and key.type.endswith(camel(key.name, True)):
                words = re.search(r'"(.*)"', key.form)[1].split(",")
                cases = ", ".join(camel(re.sub("[ -]", "_", word)) for word in words)
                lines = [f"package enum {key.type}: UInt8 {{ case {cases} }}", "", *lines]
        return "\n".join([*lines, "}\n"])

    def keys_swift(self) -> str:
        lines = [f"  private static func {self.name}Key(_ index: Int) -> Key {{", "    switch index {"]
        for i, key in enumerate(self.keys):
            label = f"case {i}" if i + 1 < len(self.keys) else "default"
            lines.append(
                f'    {label}: Key("{key.name}", {key.form}, at: MemoryLayout<{self.type}>.offset(of: \\.{key.path})!, accepted: "{key.accepted}")'
            )
        return "\n".join([*lines, "    }", "  }\n"])


def texts_swift(found: list[Section]) -> str:
    """Of each key its unit and a sentence, in a file of its own: who does not list keys does not link them."""
    for one in found:
        if unknown := [key.name for key in one.keys if not key.about]:
            raise one.place.error(f"[{one.name}] {unknown[0]}: neither the table nor its header says what it is")
    lines = [HEAD_OF_TEXTS]
    for name, texts in (("unit", lambda key: key.measured), ("about", lambda key: key.about)):
        lines += [f"  package func {name}(_ index: Int) -> StaticString {{", "    switch self {"]
        lines += [f"    case .{one.name}: Self.{one.name}{name.capitalize()}(index)" for one in found]
        lines += ["    }", "  }", ""]
        for one in found:
            lines += [f"  private static func {one.name}{name.capitalize()}(_ index: Int) -> StaticString {{", "    switch index {"]
            said: dict[str, list[int]] = {}
            for i, key in enumerate(one.keys):
                said.setdefault(texts(key), []).append(i)
            last = max(said, key=lambda text: len(said[text]))
            lines += [f'    case {", ".join(map(str, places))}: "{text}"' for text, places in said.items() if text != last]
            lines += [f'    default: "{last}"', "    }", "  }", ""]
    return "\n".join([*lines[:-1], "}", ""])


def sections(contract: Contract, path: Path) -> list[Section]:
    """path: docs/pressd.md, which lists the pages that have them."""
    from .tables import Document

    found = []
    for page in pages(path):
        text = Document(contract, page).with_keys()
        found += [Section(contract, mark, Place(page, text.count("\n", 0, mark.start()) + 1)) for mark in MARK.finditer(text)]
    return found


def profile(contract: Contract, path: Path) -> dict[str, list[str]]:
    """By section the keys that the profile of a person may have."""
    known = {one.name: [key.name for key in one.keys] for one in sections(contract, path)}
    rows = cells(PROFILE.search("".join(page.read_text() for page in pages(path)))[1])[2:]
    found = {section.strip("`"): keys.strip("`").split() for section, keys in rows}
    for section, keys in found.items():
        if unknown := [key for key in keys if key not in known.get(section, [])]:
            raise ContractError(f"{path.name}: the table of profiles: [{section}] has no key {unknown[0]}")
    return found


def interactions(contract: Contract, found: list[Section]) -> dict[str, str]:
    """Of each interaction the section that has its config."""
    of = {struct: one.name for one in found for struct, path in one.structs.items() if path == "config"}
    return {name: of[f"press_{name}_config"] for name in contract.interactions}


def changeable(contract: Contract, found: list[Section]) -> list[str]:
    """The sections whose keys can change while pressd runs."""
    own = interactions(contract, found).values()
    return [one.name for one in found if one.name in ("engine", "pad") or one.name in own]


def profile_swift(found: dict[str, list[str]]) -> str:
    rows = [f'    case .{section}: Words("{",".join(keys)}")' for section, keys in found.items()]
    head = "  /// Its keys that the profile of a person may have.\n  package var keysOfProfile: Words {\n    switch self {"
    return "\n".join([head, *rows, '    default: Words("")', "    }", "  }\n"])


def profile_abi(contract: Contract, path: Path) -> str:
    """The sections and keys of a profile for the library, as rows of bytes in a section of their own, which programs that read no
    profile do not link."""
    layout, found = Layout(contract), {one.name: one for one in sections(contract, path)}
    kept = profile(contract, path)
    own = {section: name for name, section in interactions(contract, list(found.values())).items()}
    both = " and ".join([", ".join(list(kept)[:-1]), list(kept)[-1]])
    rows = [(section, [0, 0, "section", number]) for number, section in enumerate(kept)]
    ranges: list[tuple[str, str]] = []
    for number, (section, keys) in enumerate(kept.items()):
        known = {key.name: key for key in found[section].keys}
        offsets = layout.offsets(contract.structs[next(iter(found[section].structs))]) if found[section].structs else {}
        for name in keys:
            offset = offsets.get(known[name].path.partition(".")[2], 0)
            rows.append((name, [number + 1, offset, *_taken(known[name], ranges)]))
    kinds = ["section", "text", "truth", "decimal", "time", "lift", "bit", "noBit"]
    lines, count = [], 0
    for name, (number, offset, kind, argument) in rows:
        row = [len(name), *name.encode(), number, offset, kinds.index(kind), argument]
        if max(row) > 255:
            raise ContractError(f"a profile cannot have {name}: a number of its row is above 255")
        lines.append(f"  {', '.join(map(str, row))},  // {name}")
        count += len(row)
    return "\n".join(
        [
            "// Written by `make contract` from the tables of docs/pressd and the headers.\n\nimport CPress\n",
            "/// What a line of a profile can set (ProfileFunctions.swift). Of each row: length of the name, name, section from 1 on, offset in its",
            "/// struct, kind, argument.",
            '@section(".rodata.press_profile")',
            f"let profileRows: InlineArray<{count}, UInt8> = [",
            *lines,
            "]\n",
            f"enum ProfileKind: UInt8 {{ case {', '.join(kinds)} }}\n",
            "enum ProfileSection {",
            f'  static var refusal: StaticString {{ "no such section in a profile; there are {both}" }}\n',
            "  /// Where the config of a section is, from 1 on; nil: the program does not have it.",
            "  static func place(_ section: UInt8, _ profile: UnsafeMutablePointer<press_profile>) -> UnsafeMutableRawPointer? {",
            "    switch section {",
            *(f"    case {number + 1}: UnsafeMutableRawPointer(profile.pointee.{own.get(name, name)})" for number, name in enumerate(kept) if number),
            "    default: nil",
            "    }",
            "  }",
            "}\n",
            "/// The range of a decimal, by argument.",
            "func profileRange(_ argument: UInt8) -> (least: Int32, most: Int32) {",
            "  switch argument {",
            *(f"  case {n}: ({least}, {most})" for n, (least, most) in enumerate(ranges[:-1])),
            f"  default: ({', '.join(ranges[-1])})",
            "  }",
            "}\n",
        ]
    )


def _taken(key: Key, ranges: list[tuple[str, str]]) -> tuple[str, int]:
    """Kind and argument: of a decimal its range, of a time the least, of a bit its mask."""
    if key.form.startswith(".fixed"):
        limits = re.match(r"\.fixed\((.*), (.*)\)", key.form).groups()
        ranges += [limits] * (limits not in ranges)
        return "decimal", ranges.index(limits)
    if key.form.startswith(".time"):
        return "time", int(re.search(r"time\((\d+)", key.form)[1])
    if key.form.startswith(".bit"):
        mask, yes = re.match(r"\.bit\((.*), whenYes: (.*)\)", key.form).groups()
        return ("bit" if yes == "true" else "noBit"), int(mask)
    kinds = {".special(.contactLift)": "lift", ".yesNo": "truth"}
    if key.form.startswith(".text"):
        return "text", 0
    if key.form in kinds:
        return kinds[key.form], 0
    raise ContractError(f"a profile cannot have {key.name}: ProfileFunctions.swift does not read {key.form}")


def swift(contract: Contract, path: Path) -> str:
    found = sections(contract, path)
    each = "\n".join
    return each(
        [
            "// Written by `make contract` from the tables of docs/pressd and the headers.\n\nimport CPress\nimport PressCore\nimport PressDevice\n",
            "/// The sections of a config.\npackage enum Section: UInt8 {",
            f"  case {', '.join(one.name for one in found)}\n",
            f"  package static var all: Int {{ {len(found)} }}\n",
            switch("name: StaticString", found, lambda one: f'"{one.name}"'),
            "  /// How many there may be.\n" + switch("most: Int", found, lambda one: str(one.most)),
            switch("keyCount: Int", found, lambda one: str(len(one.keys))),
            "  /// Where the first lies in Settings.\n"
            + switch("offset: Int", found, lambda one: f"MemoryLayout<Settings>.offset(of: \\.{one.name})!"),
            "  /// How far apart they lie.\n" + switch("stride: Int", found, lambda one: f"MemoryLayout<{one.type}>.stride"),
            "  /// Where the struct of C lies in a section; nil: it has none.\n" + switch("structOffset: Int?", found, struct_offset),
            "  package func key(_ index: Int) -> Key {\n    switch self {",
            *(f"    case .{one.name}: Self.{one.name}Key(index)" for one in found),
            "    }\n  }\n",
            profile_swift(profile(contract, path)),
            "  /// Its keys can change while pressd runs.\n  package var canChange: Bool {\n    switch self {",
            f"    case {', '.join(f'.{name}' for name in changeable(contract, found))}: true\n    default: false\n    }}\n  }}\n",
            *(one.keys_swift() for one in found),
            "}\n",
            "/// Everything that a config file or --set can change.\npackage struct Settings {",
            *(f"  package var {one.name} = {kept(one)}" for one in found),
            "  /// What was given, and where.\n  package var given = Given()",
            "  /// What is wrong, where something was refused.\n  package var complaint = Complaint()",
            "  /// Where calibrations come from.\n  package var calibrations = CalibrationReader(read: nil)\n\n  package init() {}\n}\n",
            f"/// A number for each section.\npackage typealias ForEachSection = InlineArray<{len(found)}, UInt8>",
            "/// A line for each heading and each key of all sections.\n"
            f"package typealias ForEachKey = InlineArray<{sum(one.most * (len(one.keys) + 1) for one in found)}, UInt32>\n",
            *(one.struct_swift() for one in found),
            in_place(found),
            whole_sections(contract, found),
        ]
    )


def struct_offset(one: Section) -> str:
    own = [path for path in one.structs.values() if "." not in path]
    return f"MemoryLayout<{one.type}>.offset(of: \\.{own[0]})!" if own else "nil"


def in_place(found: list[Section]) -> str:
    """The defaults of settings, section by section: all of them are too large for a stack."""
    lines = [
        "extension Settings {",
        "  /// Puts the defaults into memory that is 0.",
        "  static func initialize(_ memory: UnsafeMutableRawPointer) {",
    ]
    lines += [f"    {one.name}(memory + Section.{one.name}.offset)" for one in found]
    lines.append("  }")
    for one in found:
        lines += ["", "  @inline(never)", f"  private static func {one.name}(_ memory: UnsafeMutableRawPointer) {{"]
        lines.append(f"    let own = memory.assumingMemoryBound(to: {one.type}.self)")
        each = f"for i in 0..<{one.most} {{ " if one.most > 1 else ""
        lines.append(f"    {each}(own{' + i' if each else ''}).initialize(to: {one.type}()){' }' if each else ''}")
        lines.append("  }")
    return "\n".join([*lines, "}\n"])


def whole_sections(contract: Contract, found: list[Section]) -> str:
    """What is done with sections that are there or not: those with a key `enabled`."""
    there = [one.name for one in found if any(key.name == "enabled" for key in one.keys)]
    attached = [name for name in there if name in contract.interactions]
    return "\n".join(
        [
            "extension Settings {",
            "  /// The section is there.",
            "  package mutating func enable(_ section: Section) {",
            "    switch section {",
            *(f"    case .{name}: {name}.enabled = true" for name in there),
            "    default: break",
            "    }",
            "  }\n",
            "  /// Whether a section is on that can be off; of others nil.",
            "  mutating func isEnabled(_ section: Section) -> Bool? {",
            "    switch section {",
            *(f"    case .{name}: {name}.enabled" for name in there),
            "    default: nil",
            "    }",
            "  }\n",
            "  /// What the library says of interactions that are enabled.",
            "  mutating func refusesAttached() -> Bool {",
            *(
                f"    if {name}.enabled, let why = press_{name}_config.refusal(&{name}.config) {{ return complain(Place(.{name}), library: why) }}"
                for name in attached
            ),
            "    return false",
            "  }\n",
            "  /// Attaches interactions that are enabled. @return a status",
            "  mutating func attach(to engine: Engine) -> Int32 {",
            "    var status: Int32 = 0",
            *(f"    if status == 0 && {name}.enabled {{ status = {handle(name)}.attach(engine, {name}.config) }}" for name in attached),
            "    return status",
            "  }\n",
            *attached_swift(contract, found),
            "}\n",
        ]
    )


def attached_swift(contract: Contract, found: list[Section]) -> list[str]:
    """What is attached, and the changes of a config while it runs."""
    own = interactions(contract, found)
    there = {one.name for one in found if any(key.name == "enabled" for key in one.keys)}
    is_there = {name: f"{section}.enabled" if section in there else f"count(.{name}) > 0" for name, section in own.items()}
    lines = [
        "  /// Whether an interaction is attached; of other sections true.",
        "  package mutating func isAttached(_ section: Section) -> Bool {",
        "    switch section {",
    ]
    lines += [f"    case .{section}: {is_there[name]}" for name, section in own.items()]
    lines += ["    default: true", "    }", "  }\n"]
    lines += ["  /// The names of what is attached, each behind a comma.", "  package mutating func sayAttached(_ out: inout Writer) {"]
    lines += [f'    if {is_there[name]} {{ out.text(",\\"{name}\\"") }}' for name in own]
    lines += [
        "  }\n",
        "  /// How many events more an engine that is polled must keep for what is attached.",
        "  mutating func endsOfAttached(contacts: Int) -> Int {",
        "    var ends = 0",
        *(f"    if {is_there[name]} {{ ends += {section}.config.ends(contacts: contacts) }}" for name, section in own.items()),
        "    return ends",
        "  }\n",
        "  /// What can be attached.",
        f'  package static var attachable: StaticString {{ "{", ".join(own)}" }}\n',
        '  package static var changeable: StaticString { "a key of ' + listed(changeable(contract, found)) + ': SECTION.KEY" }\n',
    ]
    return lines


def changes(contract: Contract, path: Path) -> str:
    """For pressd: the changes of a config while it runs, by the functions of C."""
    lines = [
        "// Written by `make contract` from the tables of docs/pressd and the headers.\n\nimport CPress\nimport PressSetup\n",
        "extension Settings {",
        "  /// Hands the config of an interaction to the library. @return why it is refused, or a status; nil: it is no interaction.",
        "  mutating func set(_ section: Section, of engine: OpaquePointer?) -> (status: Int32, why: UnsafePointer<CChar>?)? {",
        "    var why: UnsafePointer<CChar>?",
        "    var status: Int32",
        "    switch section {",
    ]
    for name, section in interactions(contract, sections(contract, path)).items():
        lines += [f"    case .{section}:", f"      status = press_{name}_config_check(&{section}.config, &why)"]
        lines += [f"      if status == 0 {{ status = press_{name}_set(engine, &{section}.config) }}"]
    return "\n".join([*lines, "    default: return nil", "    }", "    return (status, why)", "  }", "}\n"])


def kept(section: Section) -> str:
    one = f"{section.type}()"
    return f"InlineArray<{section.most}, {section.type}>(repeating: {one})" if section.most > 1 else one


def switch(head: str, found: list[Section], value) -> str:
    rows = [f"    case .{one.name}: {value(one)}" for one in found]
    return "\n".join([f"  package var {head} {{", "    switch self {", *rows, "    }", "  }\n"])


def initial(key: Key) -> str:
    if key.type == "Bool":
        return "true" if key.default == "yes" and key.name != "enabled" else "false"
    if key.type == "Path":
        return "Path()" if key.default == "none" else f'Path("{key.default}")'
    if key.type in ("UInt8", "UInt16", "UInt32", "press_q16"):
        value = int(key.default, 0) if re.fullmatch(r"\d+|0x[0-9a-f]+", key.default) else 0
        return f"{key.type}({value << 16 if key.type == 'press_q16' else value})"
    if key.form.startswith(".word"):
        return f"{key.type}.{camel(key.default.replace(' ', '_'))}"
    return f"{key.type}()"


def limit(name: str, found: dict[str, Rule], way: int) -> int | None:
    """The least (way 1) or the most (-1) that any config can have there: what is compared with another field ends where that one ends. With each
    other they are compared when all keys are read."""
    rule = found[name]
    own = rule.least if way > 0 else rule.most
    limits = (
        []
        if own is None
        else [own.operand + way * own.exclusive]
        if isinstance(own.operand, int)
        else [beyond(own, limit(own.operand, found, way), way)]
    )
    for other, one in found.items():
        bound = one.most if way > 0 else one.least
        # What may be 0, or is not looked at, keeps nobody from it.
        if bound and bound.operand == name and not (one.or_zero or one.unless):
            limits.append(beyond(bound, limit(other, found, way), way))
    rest = [one for one in limits if one is not None]
    if not rest:
        return None
    return max(rest) if way > 0 else min(rest)


def beyond(bound: Bound, end: int | None, way: int) -> int | None:
    """Of what is compared with a field that ends there; without an end it is that of the type."""
    if end is None and bound.exclusive and way < 0:
        end = Q16[1]
    return None if end is None else end + way * bound.exclusive


def span(us: int) -> str:
    """A time as a config has it."""
    if us == 0 or us % 1000 and us < 1_000_000:
        return f"{us}us" if us else "0"
    return f"{us // 1000}ms" if us < 1_000_000 else f"{us / 1_000_000:.6f}".rstrip("0").rstrip(".") + "s"


def decimal(value: int) -> str:
    """The shortest that is read as this number."""
    for digits in range(6):
        text = f"{value / 65536:.{digits}f}"
        if int(abs(Fraction(text)) * 65536 + Fraction(1, 2)) == abs(value):
            return text
    return text


def listed(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")] for line in table.splitlines()]
