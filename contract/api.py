"""docs/api.md: all functions side by side. The lists between its marks are made from the headers, and the first
program is that of examples/c."""

from __future__ import annotations

import re
from pathlib import Path

from .model import Contract, ContractError, Function, Parameter, Place

# Group by group, in the order of the page: title, and what the names of its functions begin with, behind press_. The first that fits counts.
GROUPS = {
    "Numbers, names, versions": ("version", "strerror", "storage", "time", "event", "reason", "effect", "median", "one_euro", "timing_curve"),
    "Interactions": (
        "preview",
        "gestures",
        "peek",
        "action",
        "transition",
        "button",
        "strike",
        "pinch",
        "scroll",
        "levels",
        "interactions",
        "profile",
    ),
    "Drag and drop": ("drag", "drop"),
    "Feedback": ("feedback",),
    "Sensors and calibration": ("circuit", "curve", "sensor", "calibration"),
    "Pads, supply, idle": ("pad", "reading", "supply", "idle"),
    "Grids and surfaces": ("grid", "surface", "place"),
    "Converters and motors": ("bus", "converter", "drv2605l"),
    "Setup": ("setup",),
    "Check": ("check", "finding"),
    "Engine, contacts, targets": ("",),
}
FIRST = ("Engine, contacts, targets",)
HANDLES = ("press_engine", "press_pad", "press_grid", "press_setup", "press_check")
CALLERS = [f"press_{one}" for one in ("median", "one_euro", "feedback", "supply", "idle", "converter", "drv2605l")]
OF_AN_INTERACTION = ("size", "attach", "set", "get_config")
PROGRAM = Path(__file__).resolve().parents[1] / "examples" / "c" / "first"
MARK = re.compile(r"(<!-- made: (?P<what>[\w ]+) -->\n).*?(?=<!-- /made -->)", re.S)


def page(contract: Contract, text: str, place: Place) -> str:
    """The page, with its lists as the headers have them."""
    lists = _Lists(contract)

    def made(mark: re.Match[str]) -> str:
        try:
            return mark[1] + lists.made[mark["what"]]() + "\n"
        except KeyError:
            raise place.error(f"there is no list of {mark['what']}") from None

    return MARK.sub(made, text)


class _Lists:
    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.comments = {function: block.comment for header in contract.headers for block in header.blocks for function in block.functions}
        self.made = {
            "first program": self.first_program,
            "inits": self.inits,
            "checks": self.checks,
            "interactions": self.interactions,
            "functions": self.functions,
            "structs without a size": self.plain,
        }

    def first_program(self) -> str:
        """The program, and what it prints."""
        text = PROGRAM.with_suffix(".c").read_text()
        return f"```c\n{text[text.index('#include') :]}```\n\n```text\n{PROGRAM.with_suffix('.txt').read_text()}```"

    def inits(self) -> str:
        return self._listed(one.removeprefix("press_").removesuffix("_init") for one in self._inits())

    def checks(self) -> str:
        return self._listed(one.removeprefix("press_").removesuffix("_check") for one in self._checks())

    def interactions(self) -> str:
        return self._listed(self.contract.interactions)

    def plain(self) -> str:
        """Structs whose members a program sees, without a size."""
        structs = self.contract.structs.values()
        return self._listed(one.name.removeprefix("press_") for one in structs if one.fields[0].name not in ("size", "opaque"))

    def functions(self) -> str:
        left = {one: one not in self._apart() for one in self.contract.functions}
        groups: dict[str, list[str]] = {}
        for title, names in GROUPS.items():
            groups[title] = [one for one in left if left[one] and self._fits(one, names)]
            left |= dict.fromkeys(groups[title], False)
        order = [*FIRST, *(one for one in groups if one not in FIRST)]
        return "\n".join(f"{title}:\n\n```c\n{''.join(map(self._row, groups[title]))}```\n" for title in order)

    # ---- What is listed apart

    def _inits(self) -> list[str]:
        return [one.name for one in self.contract.functions.values() if one.name.endswith("_init") and one.result.base == "void"]

    def _checks(self) -> list[str]:
        return [one.name for one in self.contract.functions.values() if one.name.endswith("_check") and len(one.parameters) == 2 and self._why(one)]

    def _why(self, function: Function) -> bool:
        return function.parameters[1].name == "why"

    def _apart(self) -> set[str]:
        attached = {f"press_{name}_{verb}" for name in self.contract.interactions for verb in OF_AN_INTERACTION}
        if missing := attached - set(self.contract.functions):
            raise ContractError(f"there is no {missing.pop()}")
        return attached | set(self._inits()) | set(self._checks())

    # ---- A row

    @staticmethod
    def _fits(name: str, begins: tuple[str, ...]) -> bool:
        return any(not one or f"{name.removeprefix('press_')}_".startswith(f"{one}_") for one in begins)

    @staticmethod
    def _listed(names: object) -> str:
        return " ".join(f"`{one}`" for one in names)  # type: ignore[attr-defined]

    def _row(self, name: str) -> str:
        function = self.contract.functions[name]
        given = ", ".join(self._argument(i, one, function) for i, one in enumerate(function.parameters))
        returns = self._returns(function)
        return f"{name}({given}){f' -> {returns}' if returns else ''}\n"

    def _argument(self, i: int, one: Parameter, function: Function) -> str:
        """What is named as its type is has none; & is what is written, [] a list that is read."""
        kind = one.type
        base, handed = kind.base.removeprefix("press_"), kind.depth
        is_read = re.search(rf"const [\w ]*\*{one.name}\b", function.declaration)
        is_object = i == 0 and (kind.base in CALLERS or len(function.parameters) > 1 and function.name != "press_feedback_defaults")
        if kind.base in HANDLES:
            return one.name if handed == 1 else f"&{one.name}"
        follows = function.parameters[i + 1] if i + 1 < len(function.parameters) else one
        is_list = follows.name in ("count", "capacity", "rows", "length") and not follows.type.depth or one.name == "codes"
        mark = "" if not handed or is_object and not is_list or is_read and not is_list else "[]" if is_read else "&"
        is_named = handed and (base == one.name or base.endswith(f"_{one.name}") or base == "char" or base == one.name.removesuffix("s"))
        named = f"{one.name}[]" if mark == "[]" else f"{mark}{one.name}{'[]' if is_list and mark else ''}"
        return named if is_named else f"{base}{' *' if kind.base == 'void' else ''} {named}".replace("* &", "*")

    def _returns(self, function: Function) -> str:
        """What it answers, where that is more than 0 or an error."""
        kind = function.result
        if kind.base == "char":
            return "text"
        if kind.base == "size_t":
            return "bytes"
        if kind.base != "int":
            return "" if kind.base == "void" and not kind.depth else kind.base + " *" * kind.depth
        said = re.search(r"@return ([^;:.*]*)", self.comments[function.name])
        answer = said[1] if said else ""
        counts = r"how many|the number|the length|as press_event_describe"
        if re.match(counts, answer) or answer.startswith("0, or the number") and function.name.endswith("_items"):
            return "count"
        if answer.startswith("PRESS_"):
            return "state"
        if re.match(r"1\b|as press_converter_step", answer):
            return "1 or 0"
        return "error" if function.name.endswith("_last_error") else ""
