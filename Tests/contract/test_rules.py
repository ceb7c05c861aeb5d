"""What the comments of config fields say, against what the library does: defaults, and what is out of range."""

import ctypes
import os
import sys

import pytest

import contract
from contract import rules

os.environ.setdefault("LIBPRESS_LIBRARY", str(contract.ROOT / "build" / "libpress.so.1"))
sys.path.insert(0, str(contract.ROOT / "bindings" / "python" / "src"))

from libpress.generated import _raw  # noqa: E402

CONTRACT = contract.read()
CONFIGS = {name: struct for name, struct in CONTRACT.structs.items() if rules.is_config(struct)}
RULES = {name: rules.rules(CONTRACT, struct) for name, struct in CONFIGS.items()}
FIELDS = [(struct, field) for struct, found in RULES.items() for field, rule in found.items() if rule.default is not None]

# Configs that are parts of another one.
PARTS = {
    "press_circuit": ("press_sensor", "circuit"),
    "press_pad_correction": ("press_pad_config", "correction"),
    "press_transition_options": ("press_transition_config", "options"),
}


def whole(name):
    """A config with the library's defaults."""
    config = getattr(_raw, name)()
    getattr(_raw, f"{name}_init")(config)
    return config


def part(name, config):
    return getattr(config, PARTS[name][1]) if name in PARTS else config


def made(name):
    """The default config that `name` is, or is a part of; and `name` itself in it."""
    config = whole(PARTS[name][0] if name in PARTS else name)
    return config, part(name, config)


class Storage:
    """Room for an object, and its handle."""

    def __init__(self):
        self.bytes = (ctypes.c_uint64 * 131072)()
        self.handle = ctypes.c_void_p()

    def init(self, function, *given):
        return getattr(_raw, function)(self.bytes, ctypes.sizeof(self.bytes), *given, self.handle)


def status(config):
    """What the library says of a config."""
    name, storage = type(config).__name__, Storage()
    if name == "press_config":
        return storage.init("press_engine_init", config)
    if name == "press_pad_config":
        return storage.init("press_pad_init", config, None, 1)
    if name == "press_sensor":
        return storage.init("press_pad_init", None, config, 1)
    if name == "press_grid_config":
        return storage.init("press_grid_init", config)
    part = name.removesuffix("_config")
    if hasattr(_raw, f"{part}_step"):  # a converter
        bus = _raw.press_bus(size=ctypes.sizeof(_raw.press_bus))
        bus.transfer = _raw.bus_transfer_fn(lambda *_: 0)
        return getattr(_raw, f"{part}_init")(getattr(_raw, part)(), config, bus)
    if part == "press_feedback":
        return _raw.press_feedback_init(_raw.press_feedback(), config, None, 0)
    if part in ("press_supply", "press_idle"):
        return getattr(_raw, f"{part}_init")(getattr(_raw, part)(), config)
    assert storage.init("press_engine_init", ROOMY) == 0
    return getattr(_raw, f"{part}_attach")(storage.handle, config)


ROOMY = whole("press_config")
ROOMY.max_events = 4096


def accepts(struct, field, value):
    config, one = made(struct)
    kind = dict(one._fields_)[field]
    if hasattr(kind, "_length_"):
        kind = kind._type_
        getattr(one, field)[:] = [value] * len(getattr(one, field))
    else:
        setattr(one, field, value)
        assert getattr(one, field) == value, f"{value} does not fit into {struct}.{field}"
    said = status(config)
    assert said in (0, _raw.PRESS_ERR_INVAL), f"{struct}.{field} = {value}: {said}"
    return said == 0


def limits(struct, field):
    """The least and the greatest that the rule permits, with everything else as it is by default."""
    rule, config = RULES[struct][field], made(struct)[1]

    def value(bound):
        operand = getattr(config, bound.operand) if isinstance(bound.operand, str) else bound.operand
        return operand + bound.exclusive

    return rule.least and value(rule.least), rule.most and value(rule.most)


def reach(struct, field):
    """The least and the greatest that the type can hold."""
    kind = dict(made(struct)[1]._fields_)[field]
    kind = getattr(kind, "_type_", kind) if hasattr(kind, "_length_") else kind
    bits = ctypes.sizeof(kind) * 8
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if kind(-1).value < 0 else (0, (1 << bits) - 1)


def test_configs_are_those_that_the_library_fills():
    assert set(CONFIGS) == {name for name in CONTRACT.structs if name.endswith("_config")} | set(rules.CONFIGS)


@pytest.mark.parametrize("struct, field", FIELDS)
def test_the_default_of_the_comment_is_the_library_s(struct, field):
    value = getattr(made(struct)[1], field)
    values = list(value) if hasattr(value, "__len__") else [value]
    assert values == [RULES[struct][field].default] * len(values)


# Where more than the field itself decides.
FREE = {
    ("press_config", "touch_force"): "its lower limit is that of release_force, which is at most touch_force",
    ("press_config", "zero_force"): "below full_force",
    ("press_config", "preview_pressure"): "at most commit_pressure",
    ("press_config", "commit_pressure"): "at most complete_pressure",
    ("press_button_config", "press_force"): "at least release_force, at most ceiling",
    ("press_strike_config", "min_speed"): "below max_speed",
    ("press_levels_config", "first_pressure"): "below last_pressure",
    ("press_transition_options", "flags"): "a spring has another curve",
    ("press_sensor", "preload_force"): "within reach of the curve",
    ("press_grid_config", "touch_force"): "at least release_force",
    ("press_supply_config", "top_code"): "at least least_code",
    ("press_ads1x15_config", "model"): "each has rates of its own",
    ("press_converter_config", "address"): "each part has its own",
    ("press_converter_config", "channels"): "each part has its own",
    ("press_converter_config", "gain"): "each part has its own",
    ("press_converter_config", "rate_sps"): "each part has its own",
}


@pytest.mark.parametrize("struct, field", FIELDS)
def test_the_library_refuses_what_is_out_of_range_and_nothing_else(struct, field):
    rule = RULES[struct][field]
    if field.startswith("reserved") or field == "flags" and not rule.flags:
        assert not accepts(struct, field, 1)
        return
    if rule.flags:
        known = rules.accepted(CONTRACT, rule.flags)
        assert accepts(struct, field, known) or (struct, field) in FREE
        assert not accepts(struct, field, 1 << known.bit_length())
        return
    if rule.choices:
        assert (struct, field) in FREE or all(accepts(struct, field, choice) for choice in rule.choices)
        assert not accepts(struct, field, max(rule.choices) + 1)
        return
    (least, most), (lowest, highest) = limits(struct, field), reach(struct, field)
    if (struct, field) not in FREE:
        assert accepts(struct, field, lowest if least is None else least), "the least"
        assert accepts(struct, field, highest if most is None else most), "the greatest"
    if least is not None and least > lowest:
        assert not accepts(struct, field, least - 1), "below the least"
    if most is not None and most < highest:
        assert not accepts(struct, field, most + 1), "above the greatest"
    if rule.not_zero:
        assert not accepts(struct, field, 0)
