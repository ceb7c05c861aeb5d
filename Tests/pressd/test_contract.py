"""The keys that are fields of C configs: what pressd takes and refuses, against the comments of the headers."""

import pytest

import contract
from contract import names, rules
from contract.tables import number

CONTRACT = contract.read()
SECTIONS = {
    "sensor": ("press_sensor", "press_circuit"),
    "converter": ("press_ads1x15_config",),
    "pad": ("press_pad_config",),
    "engine": ("press_config",),
    "gestures": ("press_gestures_config",),
    "peeks": ("press_peek_config",),
    "transitions": ("press_transition_config",),
    "button": ("press_button_config",),
    "drag": ("press_drag_config",),
}
# Fields that are no keys: capacities, and flags that have keys of their own or none.
NO_KEYS = {
    "press_sensor": "flags",
    "press_circuit": "flags",
    "press_ads1x15_config": "channels flags",
    "press_config": "flags max_contacts max_targets max_events",
    "press_peek_config": "flags",
    "press_transition_config": "max_transitions",
    "press_button_config": "flags",
    "press_drag_config": "flags max_sessions max_items undo_depth slow_us",
}
KEYS = {
    f"{section}.{field}": rule
    for section, structs in SECTIONS.items()
    for struct in structs
    for field, rule in rules.rules(CONTRACT, CONTRACT.structs[struct]).items()
    if rule.default is not None and not field.startswith("reserved") and field not in NO_KEYS.get(struct, "").split()
}


def text(value, rule):
    return number(value, rule) if rule.fixed else str(value)


def refused(pressd, key, value):
    """Whether pressd says that the value of the key is none that it takes."""
    done = pressd("--source", "sim", "--duration", "1ms", "--fast", "--quiet", "--set", f"{key}={value}")
    assert done.code in (0, 64, 78) and "no key" not in done.err and "no section" not in done.err, done.err
    return done.code != 0


@pytest.mark.parametrize("key", KEYS)
def test_a_key_takes_its_default_and_refuses_what_is_out_of_range(pressd, key):
    rule = KEYS[key]
    if rule.flags or rule.token.startswith("PRESS_"):
        return
    assert not refused(pressd, key, text(rule.default, rule))
    for bound, step in ((rule.least, -1), (rule.most, 1)):
        if bound and isinstance(bound.operand, int):
            outside = bound.operand if bound.exclusive else bound.operand + step
            if outside >= 0 or rule.fixed:
                assert refused(pressd, key, text(outside, rule)), f"{key} = {text(outside, rule)}"


def test_every_key_that_a_row_of_the_documents_names_is_here():
    documents = (contract.ROOT / "docs" / "pressd.md").read_text()
    assert not [key for key in KEYS if f"`{key.split('.')[1]}`" not in documents]


@pytest.mark.parametrize("key", [key for key, rule in KEYS.items() if rule.flags])
def test_the_words_of_flags_are_their_names(pressd, key):
    prefix = KEYS[key].flags
    flags = next(one for one in CONTRACT.enums if names.name(one).flags and names.name(one).prefix == prefix)
    words = [member.name.removeprefix(prefix).lower() for member in flags.members]
    done = pressd(
        "--source", "sim", "--duration", "1ms", "--fast", "--quiet", "--set", f"{key}={' '.join(words)} other"
    )
    assert done.code == 64
    assert all(word in done.err for word in words), "the message names every word"
    done = pressd("--source", "sim", "--duration", "1ms", "--fast", "--quiet", "--set", f"{key}={' '.join(words)}")
    assert "accepted" not in done.err, done.err
