"""What a study file says: recordings, truth, and the settings to try."""

from __future__ import annotations

import itertools
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from glob import glob
from pathlib import Path
from typing import Any

from libpress.config import Config
from libpress.files import read_file
from libpress.tools.problem import CONFIG, Problem, cannot_read

Setting = tuple[tuple[str, str], ...]
"""Keys and texts of a config, sorted by key; empty: the base as it is."""
DEFAULT = "default"
"""A value: the key stays as the base has it."""
MOST_SETTINGS = 100_000
MOST_VALUES = 10_000
HOWS = ("each", "grid", "search")
LABELS = ("beside", "asked", "reference")
SECTIONS = ("engine", "pad", "sensor")
_NUMBER = r"(-?\d+(?:\.\d+)?)(us|ms|s|)"
_RANGE = re.compile(rf"\s*{_NUMBER}\s*\.\.\s*{_NUMBER}\s+by\s+{_NUMBER}\s*")
_TOP = {"recordings": str, "config": str, "labels": str, "how": str, "quiet_ms": float, "chunk": int}
_ERRORS = ("missed", "merged", "split", "extra", "cancelled")
_TABLES: dict[str, dict[str, float]] = {
    "objective": dict.fromkeys(_ERRORS, 1.0) | {"late_ms": 0.02, "end_late_ms": 0.01},
    "reference": {"touch": 0.4, "release": 0.25, "merge_ms": 80.0, "shortest_ms": 40.0},
    "search": {"trials": 60, "batch": 8, "seed": 1},
}


@dataclass(frozen=True)
class Plan:
    """A study file that was read."""

    path: Path
    recordings: str
    config: str | None
    labels: str
    """`beside`: NAME.labels.csv; `asked`: the marks of `libpress collect`; `reference`: hysteresis on the raw force."""
    how: str
    """`each`: one key at a time; `grid`: all combinations; `search`: Optuna."""
    vary: Mapping[str, tuple[str, ...]]
    quiet_ms: float = 500.0
    """Presses that begin before, and contacts before these end, do not count."""
    chunk: int = 200
    """Pairs of a recording and a setting in one part."""
    objective: Mapping[str, float] = field(default_factory=lambda: dict(_TABLES["objective"]))
    reference: Mapping[str, float] = field(default_factory=lambda: dict(_TABLES["reference"]))
    search: Mapping[str, float] = field(default_factory=lambda: dict(_TABLES["search"]))

    def files(self) -> list[tuple[str, Path]]:
        """Name and path of each recording, by name. Raises Problem."""
        where = self.path.parent / self.recordings
        if where.is_dir():
            found = {one.relative_to(where).as_posix(): one for one in where.rglob("*.trace")}
        else:
            paths = [Path(one) for one in glob(str(where), recursive=True) if os.path.isfile(one)]
            root = Path(os.path.commonpath([one.parent for one in paths])) if paths else where
            found = {one.relative_to(root).as_posix(): one for one in paths}
        if not found:
            raise Problem(CONFIG, f"{self.path}: recordings: there is no *.trace in {where}, and no file is called so")
        return sorted(found.items())

    def settings(self) -> list[Setting]:
        """Those of a sweep, the base first, each once."""
        keys = list(self.vary)
        if self.how == "each":
            found: Iterator[Setting] = (setting({key: text}) for key in keys for text in self.vary[key])
        else:
            found = (setting(dict(zip(keys, texts, strict=True))) for texts in itertools.product(*self.vary.values()))
        return list(dict.fromkeys([(), *found]))

    def as_json(self) -> dict[str, Any]:
        """What makes its rows: a study that differs in this is another one."""
        named = {name: getattr(self, name) for name in ("labels", "how", "quiet_ms", "chunk")}
        kept = {name: dict(getattr(self, name)) for name in ("vary", "reference", "search")}
        if self.how != "search":
            kept.pop("search")
        return named | {"vary": {key: list(texts) for key, texts in kept.pop("vary").items()}} | kept


def setting(texts: Mapping[str, str]) -> Setting:
    return tuple(sorted((key, text) for key, text in texts.items() if text != DEFAULT))


def shown(one: Setting) -> str:
    """For people."""
    return ", ".join(f"{key} = {text}" for key, text in one) or "the base"


def read(path: str | os.PathLike[str]) -> Plan:
    """Raises Problem, which says what is accepted."""
    try:
        stated = tomllib.loads(read_file(path).decode())
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise Problem(CONFIG, f"{os.fspath(path)}: {wrong}") from None
    try:
        return _plan(Path(path), stated)
    except ValueError as wrong:
        raise Problem(CONFIG, f"{os.fspath(path)}: {wrong}") from None


def _plan(path: Path, stated: dict[str, Any]) -> Plan:
    known = [*_TOP, "vary", *_TABLES]
    for name in stated:
        if name not in known:
            raise ValueError(f"no key {name}; there are {', '.join(known)}")
    own = {name: _typed(name, stated[name], kind) for name, kind in _TOP.items() if name in stated}
    if "recordings" not in own:
        raise ValueError('recordings is missing: a folder of *.trace, or a glob, as in recordings = "made"')
    vary = stated.get("vary")
    if not isinstance(vary, dict) or not vary:
        raise ValueError('[vary] is missing: the keys to try, as in "engine.touch_force" = "0.2..1.0 by 0.1"')
    tables = {name: _table(name, stated.get(name, {}), usual) for name, usual in _TABLES.items()}
    usual: dict[str, Any] = {"config": None, "labels": "beside", "how": "each"}
    plan = Plan(path, vary={key: _values(key, value) for key, value in vary.items()}, **usual | own | tables)
    for name, accepted in (("how", HOWS), ("labels", LABELS)):
        if getattr(plan, name) not in accepted:
            raise ValueError(f"{name}: it must be {' or '.join(accepted)}, not {getattr(plan, name)!r}")
    if plan.chunk < 1 or plan.quiet_ms < 0 or min(plan.search["trials"], plan.search["batch"]) < 1:
        raise ValueError("chunk, search.trials and search.batch are 1 or more, and quiet_ms is 0 or more")
    if not 0 < plan.reference["release"] <= plan.reference["touch"]:
        raise ValueError("reference.release is above 0, and at most reference.touch")
    count = 1
    for texts in plan.vary.values():
        count *= len(texts)
    if plan.how == "grid" and count > MOST_SETTINGS:
        raise ValueError(f'{count} settings, at most {MOST_SETTINGS}: vary fewer values, or how = "each" or "search"')
    return plan


def _typed(name: str, value: Any, kind: Any) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        words = {str: "a text", int: "a whole number", float: "a number"}[kind]
        raise ValueError(f"{name}: it must be {words}, not {value!r}")
    if kind is float and not 0 <= value < 1e9:
        raise ValueError(f"{name}: it must be from 0 to 1000000000, not {value!r}")
    return value


def _table(name: str, stated: Any, usual: Mapping[str, float]) -> dict[str, float]:
    if not isinstance(stated, dict) or stated.keys() - usual.keys():
        raise ValueError(f"[{name}] has {', '.join(usual)} and nothing else")
    return {key: _typed(f"{name}.{key}", stated.get(key, own), type(own)) for key, own in usual.items()}


def _values(key: str, value: Any) -> tuple[str, ...]:
    """The texts to try. Each is one that the config accepts."""
    section = re.sub(r"\d+$", "", key.partition(".")[0])
    if section not in SECTIONS:
        raise ValueError(f"[vary] {key}: it must be SECTION.KEY, the section one of {', '.join(SECTIONS)}")
    if isinstance(value, str):
        texts = _range(key, value)
    elif isinstance(value, list) and value:
        texts = [_text(key, one) for one in value]
    else:
        raise ValueError(f'[vary] {key}: it must be a range, "0.2..1.0 by 0.1", or a list of values')
    for text in texts:
        if text == DEFAULT:
            continue
        config = Config()
        try:
            index = int(re.sub(r"\D", "", key.partition(".")[0]) or 1)
            for number in range(1, index):
                config.open((section, number))
            config.apply(f"{key}={text}")
        except ValueError as wrong:
            raise ValueError(f"[vary] {key} = {text}: {wrong}") from None
    return tuple(dict.fromkeys(texts))


def _text(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    raise ValueError(f"[vary] {key}: a value is a text or a number, not {value!r}")


def _range(key: str, text: str) -> list[str]:
    found = _RANGE.fullmatch(text)
    if not found or len({found[2], found[4], found[6]}) > 1:
        raise ValueError(f'[vary] {key}: a range is "FIRST..LAST by STEP" in one unit, as "0.2..1.0 by 0.1", not {text!r}')
    first, last, step = Decimal(found[1]), Decimal(found[3]), Decimal(found[5])
    if step <= 0 or last < first:
        raise ValueError(f"[vary] {key}: the step is above 0, and the last value not below the first: {text!r}")
    count = int((last - first) / step) + 1
    if count > MOST_VALUES:
        raise ValueError(f"[vary] {key}: {count} values, at most {MOST_VALUES}")
    return [f"{(first + n * step):f}{found[2]}" for n in range(count)]
