"""What the comments of config fields say. That the library refuses what they do is tested in C: generated/limits.h."""

import os
import re
import shutil
import sys

import pytest

import contract
from contract import rules
from contract.model import ContractError

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


def test_configs_are_those_that_the_library_fills():
    assert set(CONFIGS) == {name for name in CONTRACT.structs if name.endswith("_config")} | set(rules.CONFIGS)


@pytest.mark.parametrize("struct, field", FIELDS)
def test_the_default_of_the_comment_is_the_library_s(struct, field):
    value = getattr(made(struct)[1], field)
    values = list(value) if hasattr(value, "__len__") else [value]
    assert values == [RULES[struct][field].default] * len(values)


def rule(tmp_path, comment):
    """The rule of a field of a made-up config with this comment."""
    text = (contract.INCLUDE / "press" / "power.h").read_text()
    (old,) = re.findall(r"uint32_t +after_us; +(/\*.*?\*/)", text, re.S)
    path = tmp_path / "press"
    shutil.copytree(contract.INCLUDE, tmp_path, dirs_exist_ok=True)
    (path / "power.h").write_text(text.replace(old, f"/**< {comment} */"))
    found = contract.read(tmp_path)
    return rules.rules(found, found.structs["press_idle_config"])["after_us"]


def test_a_range_may_begin_apart_from_0_and_end_at_another_field(tmp_path):
    found = rule(tmp_path, "0 or 1000..interval_us: how long; 0")
    assert (found.or_zero, found.least.operand, found.most.operand) == (True, 1000, "interval_us")


def test_a_range_may_hang_on_a_flag(tmp_path):
    assert rule(tmp_path, "above 0, unless PRESS_CONFIG_CONTACT_FROM_FLAG: how long; 7").unless == "PRESS_CONFIG_CONTACT_FROM_FLAG"


def test_a_clause_that_the_grammar_does_not_have_is_refused_with_its_line(tmp_path):
    with pytest.raises(ContractError, match=r"power\.h:\d+: press_idle_config.after_us: there is no constant PRESS_NOTHING"):
        rule(tmp_path, "above 0, unless PRESS_NOTHING: how long; 7")
